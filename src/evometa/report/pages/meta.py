"""The page of a metagame as it was played: who beats whom, how balanced that is, and its decks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.cards.decks.formats import name_cards
from evometa.cards.decks.summary import summarise_deck
from evometa.experiments.nerfs.results import number_at
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import FullStanding, Standing
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.charts.heat_map import HeatMap
from evometa.report.charts.mana_curve import draw_mana_curve
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.deck_maps import code_of
from evometa.report.pages.laboratory import STRENGTH_UNIT, finish_page
from evometa.report.pages.matrices import metagame_matrices, show_matrices
from evometa.report.pages.parts import (
    Html,
    Story,
    card_list,
    folded,
    headline,
    join,
    paragraph,
    table,
    tiles,
)
from evometa.report.pictures.cells import SURE, seat_cells
from evometa.report.words.estimates import describe_games, percent
from evometa.report.words.numbers import (
    number,
    rate,
    rate_interval,
    typical_match_up,
    with_interval,
)

STRENGTH_EXPLAINED = (
    "Win rate against all decks by their shares, the mirror included, with its 95% interval. Filled dots: the interval "
    "leaves 50 out. Deviation: how far the deck's match-ups are from even, on average. Nash: its share if everybody "
    "chose as well as possible."
)
SEATS_EXPLAINED = (
    "How much higher a deck's win rate is when it starts than when it does not, in percentage points, ± the 95% "
    "interval; the same for both decks of a match-up. "
) + SURE.format(middle=0)


def metagame_page(result: MetagameResult, standing: FullStanding) -> str:
    """Who beats whom in a metagame, how balanced it is, and its decks."""
    story, evidence = Story(), result.evidence
    story.tell("summary", "In short", _headline(standing), *_summary_tiles(result, standing))
    matrix = metagame_matrices(story, "matrix", evidence.decks, [("Who beats whom", standing)])
    story.tell("match-ups", "Who beats whom", matrix)
    story.tell("strength", "How strong each deck is", _strength(standing, story), _deck_table(result, standing))
    order = standing.order
    names = tuple(evidence.decks[place] for place in order)
    seats = HeatMap("seats", "What starting is worth", "points of win rate", names, names, seat_cells(evidence, order))
    story.tell("seats", "Who starts", show_matrices(story, [seats], SEATS_EXPLAINED))
    story.tell("decks", "The decks", *_decks(result.metagame, order, story))
    return finish_page(f"Who beats whom: {result.metagame.name}", result, describe_games(evidence), story)


def _headline(standing: Standing) -> Html:
    f = standing.f_corrected
    if not f.is_known:
        return headline("How balanced the metagame is, is not known yet: some match-ups have no games.")
    said = f"A typical match-up is {typical_match_up(f.value)}."
    return headline(said if f.low > 0 else f"{said} All may be even; more games would tell.", f"F {with_interval(f)}")


def _summary_tiles(result: MetagameResult, standing: FullStanding) -> list[Html]:
    evidence, strengths = result.evidence, standing.against_meta
    strongest = standing.order[0]
    found = number_at(strengths, strongest)
    facts = [("Strongest deck", f"{rate(found.value)}%", f"{evidence.decks[strongest]}; {rate_interval(found)}")]
    known = evidence.seat_advantage[np.isfinite(evidence.seat_advantage)]
    if len(known):
        facts.append(("Who starts wins", f"{rate(0.5 + float(known.mean()) / 2)}%", "mean of all match-ups"))
    facts.append(
        ("A game takes", number(float(evidence.turns.sum()) / max(result.games, 1), 1), "turns of both players")
    )
    facts.append(("Games", f"{result.games:,}", describe_games(evidence)))
    return [tiles(facts), paragraph(_describe_cycles(standing))]


def _describe_cycles(standing: FullStanding) -> str:
    """Decks that beat each other in a circle, if there are any."""
    told = [" beats ".join((*cycle, cycle[0])) for cycle in standing.cycles[:3]]
    more = f", and {len(standing.cycles) - 3} more" if len(standing.cycles) > 3 else ""
    return f"Surely in a circle: {'; '.join(told)}{more}." if told else ""


def _strength(standing: Standing, story: Story) -> Html:
    rates = percent(standing.against_meta)
    rows = tuple(DotRow(standing.decks[place], number_at(rates, place)) for place in standing.order)
    plot = DotPlot("strength", "Win rate against the metagame", STRENGTH_UNIT, rows, 50.0)
    return story.show(plot.name, draw_dot_plot(plot), STRENGTH_EXPLAINED)


def _deck_table(result: MetagameResult, standing: FullStanding) -> Html:
    heads = ["deck", "player", "share, %", "win rate, %", "95% interval", "deviation, %", "Nash, %", "95% interval"]
    rows = []
    for place in standing.order:
        strength, nash = number_at(standing.against_meta, place), number_at(standing.nash, place)
        rows.append(
            [
                result.evidence.decks[place],
                result.metagame.players[place].name,
                rate(float(result.evidence.shares[place])),
                rate(strength.value),
                rate_interval(strength),
                rate(float(standing.deviation[place])),
                rate(nash.value, 0),
                rate_interval(nash, 0),
            ]
        )
    return table("", heads, rows, texts=2)


def _decks(metagame: Metagame, order: Sequence[int], story: Story) -> list[Html]:
    """The cards of each deck, with their faces, the curve and the code."""
    return [folded(metagame.decks[place].name, _describe_deck(metagame, place, story)) for place in order]


def _describe_deck(metagame: Metagame, place: int, story: Story) -> Html:
    cards, name = metagame.patched_cards, f"curve-{place}"
    deck, faces = name_cards(metagame.decks[place], cards), CardFaces(cards)
    entries = card_list([(n, faces.mention(card, story)) for card, n in deck.counts().items()])
    return join(
        [entries, draw_mana_curve(name, "Mana curve", summarise_deck(deck, cards).curve), *code_of(deck, cards)]
    )
