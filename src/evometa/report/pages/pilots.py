"""What other pilots make of a recommendation, on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.nerfs.results import PilotedCard
from evometa.experiments.pilots import Piloted
from evometa.metagame.evidence import Estimated
from evometa.report.pages.parts import Html, Story, join, paragraph, table
from evometa.report.words.numbers import ABSENT, number, rate
from evometa.report.words.pilots import DECK_PILOTS_EXPLAINED, HOLDS, explain_pilots

Show = Callable[[float, bool], str]


def tell_patch_pilots(pilots: Sequence[Piloted], story: Story) -> None:
    """Add F before a patch and after, by who played."""
    if pilots:
        rows = pilot_table(pilots, {}, ("F before", "F after"), _show_f)
        story.tell("pilots", "The patch in other hands", paragraph(explain_pilots(pilots)), rows)


def tell_card_pilots(pilots: Sequence[PilotedCard], story: Story) -> None:
    """Add the win rate of a deck before the change of a card and after, by who played."""
    if pilots:
        cards = {"card": [each.card for each in pilots]}
        rows = pilot_table(pilots, cards, ("before, %", "after, %"), _show_rate)
        story.tell("pilots", "The first cards in other hands", paragraph(explain_pilots(pilots)), rows)


def describe_deck_pilots(pilots: Sequence[PilotedDeck], caption: str = "") -> Html:
    """A found deck beside the strongest known one, by who played; nothing if nobody else has."""
    if not pilots:
        return Html("")
    known = {"known deck": [each.known or ABSENT for each in pilots]}
    rows = pilot_table(pilots, known, ("known deck, %", "found deck, %"), _show_rate, caption)
    return join([rows, paragraph(DECK_PILOTS_EXPLAINED, "faint")])


def pilot_table(
    pilots: Sequence[Piloted],
    names: dict[str, list[str]],
    heads: tuple[str, str],
    show: Show,
    caption: str = "",
) -> Html:
    """A row for each pilot; those with whom it does not hold are marked."""
    ends = "95% interval"
    all_heads = ["pilot", *names, "holds", heads[0], ends, heads[1], ends, "change", ends, "games"]
    rows = [
        [
            each.pilot,
            *(column[place] for column in names.values()),
            HOLDS[each.holds],
            *_cells(each.before, show),
            *_cells(each.after, show),
            *_cells(each.change, show, signed=True),
            f"{each.games:,}" if each.games else "as audited",
        ]
        for place, each in enumerate(pilots)
    ]
    marked = [place for place, each in enumerate(pilots) if each.holds is False]
    return table(caption, all_heads, rows, 2 + len(names), marked)


def _cells(found: Estimated, show: Show, signed: bool = False) -> list[str]:
    return [show(found.value, signed), f"{show(found.low, signed)} to {show(found.high, signed)}"]


def _show_f(value: float, signed: bool) -> str:
    return number(value, 3, signed)


def _show_rate(value: float, signed: bool) -> str:
    return rate(value, 1, signed)
