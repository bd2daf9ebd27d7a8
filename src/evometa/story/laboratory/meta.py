"""A metagame as it was played: who beats whom, how balanced that is, and its decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from evometa.games.decks.deck import Deck
from evometa.games.decks.formats import name_cards
from evometa.games.decks.summary import summarise_deck
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.metagame.evidence import Evidence
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import Standing
from evometa.story.blocks import (
    Block,
    CardList,
    Column,
    DeckCode,
    Facts,
    Figure,
    Fold,
    Headline,
    Level,
    Story,
    Table,
    Teller,
    Warned,
    Words,
    alike,
)
from evometa.story.cards import CardFaces
from evometa.story.charts.data import CostCurve
from evometa.story.charts.heat_map import SURE, HeatMap, seat_cells
from evometa.story.charts.metagames import strength_plot
from evometa.story.formats import NUMBER, PLAIN_RATE, RATE, SHARE, Quantity
from evometa.story.laboratory.evenness import evenness_facts, tell_diversity, tell_typical
from evometa.story.laboratory.numbers import Played, metagame_data, pair_table
from evometa.story.laboratory.told import Told, finish_story, players_of, tell_replaced
from evometa.story.matrices import tell_heat_maps, tell_matrices
from evometa.story.words.numbers import count, rate, with_interval

_STRENGTH_EXPLAINED = (
    f"Win rate against all decks by their shares, the mirror included, with its {INTERVAL}. Filled dots: the interval "
    "leaves 50 out."
)
_DECKS_EXPLAINED = (
    "Deviation: how far the deck's match-ups are from even, on average. Nash: its share if everybody chose as well as "
    "possible."
)
_SEATS_EXPLAINED = (
    "How much higher a deck's win rate is when it starts than when it does not, in percentage points, ± the "
    f"{INTERVAL}; the same for both decks of a match-up. "
) + SURE.format(middle=0)
FROM_EVEN = "above or below 50%"
TURNS = Quantity(decimals=1)


def tell_meta(result: MetagameResult) -> Told:
    """All that a played metagame tells."""
    played, teller = Played(result), Teller()
    teller.tell("summary", "In short", *_tell_summary(played))
    decks = _deck_table(played)
    teller.tell("strength", "How strong each deck is", decks, strength_figure(played, teller))
    teller.tell("match-ups", "Who beats whom", *tell_match_ups(played, teller, Level.BRIEF))
    teller.tell("seats", "Who starts", *tell_seats(played, teller, Level.MAIN), _turn_table(played))
    if len(result.evidence.decks) > 1:
        teller.tell("diversity", "How diverse it is", *tell_diversity(played.standing))
    teller.tell("decks", "The decks", *_tell_decks(played), level=Level.FULL)
    tables = {"match_ups": pair_table(result.evidence), "decks": replace(decks, rows=range(len(result.evidence.decks)))}
    return Told(_finish(teller, result), metagame_data(played), tables, result.games, result.is_partial)


def brief_meta(result: MetagameResult) -> Story:
    """What a notebook shows of it, without the equilibrium, which takes a second."""
    played, teller = Played(result), Teller()
    teller.tell("summary", "In short", *_tell_summary(played))
    teller.tell("match-ups", "Who beats whom", *tell_match_ups(played, teller, Level.BRIEF))
    return _finish(teller, result)


def _finish(teller: Teller, result: MetagameResult) -> Story:
    told = describe_games(result.games, result.evidence)
    return finish_story(f"Who beats whom: {result.metagame.name}", teller, told, result)


def describe_games(games: int, evidence: Evidence) -> str:
    """`42,000 games, 2,000 per match-up`"""
    numbers = (evidence.games + evidence.games.T)[np.triu_indices(len(evidence.decks), 1)]
    few, many = (numbers.min(), numbers.max()) if len(numbers) else (games, games)
    each = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    return f"{count(games, 'game')}, {each} per match-up"


# --- in short -------------------------------------------------------------------------------------


def _tell_summary(played: Played) -> Iterator[Block]:
    """What a designer wants to know first, and the few numbers that it comes to."""
    evidence, standing = played.evidence, played.rates
    yield Warned(" ".join(filter(None, (_tell_imprecise(played.result), tell_stopped(played.result)))))
    yield _headline(standing)
    yield Words(tell_replaced(played.result.metagame.replaced))
    yield Facts(tuple(evenness_facts(standing, evidence)), "All in all")


def _headline(standing: Standing) -> Headline:
    if len(standing.decks) < 2:
        return Headline("A single deck has no match-up but its mirror.")
    if not standing.is_known:
        return Headline("How even the match-ups are is not known yet: some have too few games.")
    strongest, weakest = (
        f"{show_name(standing.decks[i])} ({rate(standing.against_meta.value[i])}%)"
        for i in (standing.order[0], standing.order[-1])
    )
    said = f"{tell_typical(standing)}. The strongest deck is {strongest}, the weakest is {weakest}."
    return Headline(said, f"F {with_interval(standing.f_corrected)}, without the share of chance")


def _tell_imprecise(result: MetagameResult) -> str:
    pairs = ", ".join(f"{show_name(one)} - {show_name(other)}" for one, other in result.unsettled)
    return f"There were so many draws that the precision was not reached: {pairs}." if pairs else ""


def tell_stopped(result: MetagameResult, side: str = "") -> str:
    """How many games had to be stopped, if any had."""
    games = f"{count(result.stopped, 'game')} of {result.games:,}{side}"
    return f"Drawn because an action went on without end, as own cards can make it: {games}." if result.stopped else ""


# --- how strong each deck is ----------------------------------------------------------------------


def _deck_table(played: Played) -> Table:
    """The decks by strength, with what they are called in matrices. Shares are shown everywhere if they differ."""
    evidence, standing = played.evidence, played.standing
    players, are_equal = players_of(played.result.metagame), np.ptp(evidence.shares) == 0
    columns = (
        Column("deck", lambda i: evidence.decks[i], key="deck"),
        Column("", lambda i: played.labels[i], level=Level.MAIN),
        Column("player", lambda i: players[i], key="player", is_expendable=True),
        Column("share", lambda i: float(evidence.shares[i]), PLAIN_RATE, key="share",
               level=Level.FULL if are_equal else Level.BRIEF),
        Column("win rate", lambda i: evidence.strengths.at(i), RATE, key="against_meta", is_short=True),
        Column("deviation", lambda i: float(standing.deviation[i]), PLAIN_RATE, key="deviation"),
        Column("by chance", lambda i: float(standing.deviation_noise_floor[i]), PLAIN_RATE,
               key="deviation_noise_floor", level=Level.DATA),
        Column("Nash", lambda i: standing.nash.at(i), SHARE, key="nash"),
        Column("rating", lambda i: float(standing.ratings[i]), NUMBER, key="rating", level=Level.DATA),
    )  # fmt: skip
    title = "Decks, by win rate against the metagame"
    return Table("decks", columns, standing.order, title, _DECKS_EXPLAINED, level=Level.MAIN, coloured=FROM_EVEN)


def strength_figure(played: Played, teller: Teller) -> Figure:
    """How strong each deck is against the metagame."""
    name, title, evidence = teller.id("strength"), "Win rate against the metagame", played.evidence
    plot = strength_plot(name, title, evidence.decks, evidence.strengths, order=played.rates.order)
    return Figure(plot, _STRENGTH_EXPLAINED)


# --- match-ups ------------------------------------------------------------------------------------


def tell_match_ups(played: Played, teller: Teller, level: Level) -> Iterator[Block]:
    """Who beats whom."""
    return tell_matrices(teller, "matrix", played.evidence.decks, [("Who beats whom", played.rates)], level)


def tell_seats(played: Played, teller: Teller, level: Level) -> Iterator[Block]:
    """What starting is worth."""
    order = played.rates.order
    names = tuple(played.evidence.decks[place] for place in order)
    cells = seat_cells(played.evidence, order)
    chart = HeatMap(teller.id("seats"), "What starting is worth", "points of win rate", names, names, cells)
    return tell_heat_maps([chart], _SEATS_EXPLAINED, level)


def _turn_table(played: Played) -> Table:
    """How long the games of each match-up are."""
    turns, labels, order = played.evidence.mean_turns, played.labels, played.rates.order
    columns = (
        Column("", lambda i: labels[i]),
        *alike([labels[i] for i in order], lambda i, k: float(turns[i, order[k]]), TURNS),
    )
    title = "Turns of a game, both players' counted"
    return Table("turns", columns, order, title, is_matrix=True, level=Level.MAIN)


# --- the decks ------------------------------------------------------------------------------------


def _tell_decks(played: Played) -> Iterator[Fold]:
    """The cards of each deck, with their faces, the curve and the code."""
    metagame = played.result.metagame
    faces = CardFaces(metagame.patched_cards)
    for place in played.rates.order:
        deck = name_cards(metagame.decks[place], metagame.patched_cards)
        yield Fold(deck.name, tuple(_tell_deck(deck, faces, f"curve-{place}")))


def _tell_deck(deck: Deck, faces: CardFaces, name: str) -> Iterator[Block]:
    assert faces.cards is not None
    yield CardList(tuple((str(n), faces.name(card)) for card, n in deck.counts().items()))
    yield Figure(
        CostCurve(name, f"{faces.cards.game.words.cost.capitalize()} curve", summarise_deck(deck, faces.cards).curve)
    )
    if code := DeckCode.of(deck, faces.cards):
        yield code
