"""The page of the cards of a deck: which of them win games, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.experiments.nerfs.results import number_at
from evometa.metagame.card_statistics import CardStatistics, Seat
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.playing import MetagameResult
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.charts.frame import Touch
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.laboratory import finish_page, rate_cells
from evometa.report.pages.parts import (
    Html,
    Story,
    beside,
    headline,
    paragraph,
    table,
    tiles,
)
from evometa.report.words.drawn_cards import tell_drawn
from evometa.report.words.estimates import percent
from evometa.report.words.numbers import (
    number,
    rate,
    rate_interval,
)

SEATS = {
    Seat.BOTH: "both seats",
    Seat.STARTING: "games that the deck starts",
    Seat.SECOND: "games in which it goes second",
}
CARDS_EXPLAINED = (
    "With 95% intervals. Draw effect: how much more often games are won in which the card is drawn than games that "
    "last as long and still miss it. WRD and WRP: win rate when drawn, and when played. Filled dots: the interval "
    "leaves the line out, which is 0 or the deck's own win rate."
)


def cards_page(result: MetagameResult, place: int, statistics: CardStatistics, chosen: Sequence[int]) -> str:
    """Which cards of a deck win: those that were chosen, in their order."""
    story, metagame = Story(), result.metagame
    deck, faces = metagame.decks[place].name, CardFaces(metagame.patched_cards)
    own = number_at(statistics.win_rate)
    story.tell(
        "summary",
        "In short",
        headline(tell_drawn(statistics, chosen, deck), "draw effect"),
        _card_tiles(statistics, own),
    )
    plots = _card_plots(statistics, chosen, own, faces, story)
    shown = beside(*(story.show(plot.name, draw_dot_plot(plot, Touch.LINKS)) for plot in plots))
    story.tell("charts", "Which cards win", shown, paragraph(CARDS_EXPLAINED, "faint"))
    story.tell("cards", "All numbers", _card_table(statistics, chosen, faces, story))
    return finish_page(f"Which cards win: {deck} in {metagame.name}", result, SEATS[statistics.seat], story)


def _card_tiles(statistics: CardStatistics, own: Estimated) -> Html:
    effect = statistics.draw_effect
    return tiles(
        [
            ("Win rate of the deck", f"{rate(own.value)}%", f"95% interval {rate_interval(own)}"),
            ("Clearly help", f"{int((effect.low > 0).sum())}", "cards that win games when drawn"),
            ("Clearly hurt", f"{int((effect.high < 0).sum())}", "cards that lose games when drawn"),
            ("Games", f"{statistics.games:,}", f"{SEATS[statistics.seat]}, mirrors left out"),
        ]
    )


def _card_plots(
    statistics: CardStatistics, chosen: Sequence[int], own: Estimated, faces: CardFaces, story: Story
) -> list[DotPlot]:
    line = 100 * own.value if own.is_known else None
    columns: list[tuple[str, str, str, Estimate, float | None]] = [
        ("effect", "Draw effect", "points of win rate", statistics.draw_effect, 0.0),
        ("wrd", "WRD", "win rate when drawn, %", statistics.wrd, line),
        ("wrp", "WRP", "win rate when played, %", statistics.wrp, line),
        ("play-rate", "Play rate", "played when drawn, %", statistics.play_rate, None),
    ]
    keys = {k: faces.anchor_of(statistics.cards[k], story) for k in chosen}
    return [
        DotPlot(
            name,
            title,
            unit,
            tuple(DotRow(statistics.cards[k], number_at(percent(found), k), key=keys[k]) for k in chosen),
            compared,
            is_signed=name == "effect",
        )
        for name, title, unit, found, compared in columns
    ]


def _card_table(statistics: CardStatistics, chosen: Sequence[int], faces: CardFaces, story: Story) -> Html:
    ends = "95% interval"
    heads = ["card", "drawn", "played", "effect", ends, "WRD", ends, "WRP", ends, "play rate", ends, "turn played"]
    rows = [
        [
            faces.mention(statistics.cards[k], story),
            f"{statistics.drawn[k]:,}",
            f"{statistics.played[k]:,}",
            *rate_cells(number_at(statistics.draw_effect, k), signed=True),
            *(
                cell
                for found in (statistics.wrd, statistics.wrp, statistics.play_rate)
                for cell in rate_cells(number_at(found, k))
            ),
            number(float(statistics.turn_played[k]), 1),
        ]
        for k in chosen
    ]
    return table("Rates in %, effects in points; turns are the player's own", heads, rows)
