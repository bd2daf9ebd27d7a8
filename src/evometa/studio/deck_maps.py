"""The map of a deck search as something that can be touched: the chart, and for each cell its deck."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evometa.cards.decks.deck import Deck
from evometa.cards.decks.formats import format_code
from evometa.cards.decks.summary import summarise_deck
from evometa.cards.model import CardSet
from evometa.experiments.decks.results import Elite
from evometa.experiments.decks.work import DecksRun
from evometa.input.errors import InputError
from evometa.report.charts.deck_map import DeckGrid
from evometa.report.charts.mana_curve import CURVE_LABELS
from evometa.report.pages.card_faces import read_metagame
from evometa.report.pages.deck_maps import (
    best_elites,
    coarsen,
    deck_grid,
    describe_measures,
    find_landmarks,
    landmark_rows,
    quantities_of,
    read_elites,
)
from evometa.report.words.numbers import rate, rate_interval

NO_CARDS = "The decks cannot be shown: their cards, or the metagame, are no longer what they were."


@dataclass(frozen=True, eq=False)
class MappedDeck:
    """The deck of a cell: how good it is, what kind of deck, its cards, its curve and its code."""

    key: str
    title: str
    measures: str
    deck: Deck | None = None  # None: its cards are not known any more
    curve: tuple[int, ...] = ()
    code: str = ""  # none if a card has no number

    @property
    def curve_words(self) -> str:
        """The curve in words: `4 of cost 1, 6 of cost 2`."""
        return ", ".join(f"{n} of cost {cost}" for cost, n in zip(CURVE_LABELS, self.curve, strict=False) if n)


@dataclass(frozen=True, eq=False)
class ShownMap:
    """All that a page needs of a map."""

    grid: DeckGrid
    decks: dict[str, MappedDeck]  # by key, the best first
    landmarks: list[list[str]]  # audited decks: sign, name, where from, where, win rate, interval
    cards: CardSet | None


def show_map(run: DecksRun) -> ShownMap | None:
    """The map of a run; None while it has none. It takes a moment."""
    whole = run.results.map
    if whole is None:
        return None
    deck_map = coarsen(whole)
    marks = find_landmarks(deck_map, run.results.audits)
    ranked = sorted(best_elites(deck_map).values(), key=lambda elite: -elite.again)
    keys = {elite.number: f"deck-{elite.number}" for elite in ranked}
    metagame = read_metagame(run.settings.metagame, run.settings.players)
    cards = metagame.patched_cards if metagame else None
    decks = read_elites(run, deck_map, metagame) if metagame else {}
    objective, measures = quantities_of(deck_map)
    found = {}
    for elite in ranked:
        title = f"Deck {elite.number}: {objective.title} {objective.show(elite.again)}{_tell_rate(run, elite)}"
        deck = decks.get(elite.number) if cards else None
        told = describe_measures(elite, measures)
        found[keys[elite.number]] = _describe(MappedDeck(keys[elite.number], title, told, deck), cards)
    grid = deck_grid("live-map", f"{objective.title.capitalize()} by kind of deck", deck_map, marks, keys)
    return ShownMap(_with_decks(grid, found), found, landmark_rows(marks), cards)


def _tell_rate(run: DecksRun, elite: Elite) -> str:
    """How often it wins: as audited, or else as the search saw it."""
    audit = next((each for each in run.results.found if each.number == elite.number), None)
    if audit is not None and audit.win_rate.is_known:
        return f", wins {rate(audit.win_rate.value)}% (95% interval {rate_interval(audit.win_rate)})"
    place = np.flatnonzero(run.evaluations.numbers == elite.number)
    games = int(run.evaluations.games[place].sum())
    wins = int(run.evaluations.wins[place].sum())
    return f", wins {rate(wins / games)}% of {games} games as searched" if games else ""


def _describe(mapped: MappedDeck, cards: CardSet | None) -> MappedDeck:
    if mapped.deck is None or cards is None:
        return mapped
    return replace(mapped, curve=summarise_deck(mapped.deck, cards).curve, code=_code_of(mapped.deck, cards))


def _code_of(deck: Deck, cards: CardSet) -> str:
    try:
        return format_code(deck, cards).strip()
    except InputError:
        return ""  # a card of the user's own has no number


def _with_decks(grid: DeckGrid, decks: dict[str, MappedDeck]) -> DeckGrid:
    """The same, where hovering over a cell tells its curve and its cards, too."""
    cells = []
    for cell in grid.cells:
        shown = decks.get(cell.key)
        if shown is not None and shown.deck is not None:
            cards = ", ".join(f"{n}x {name}" for name, n in shown.deck.counts().items())
            cell = replace(cell, label="\n".join([cell.label, shown.title, shown.curve_words, cards]))
        cells.append(cell)
    return replace(grid, cells=tuple(cells))
