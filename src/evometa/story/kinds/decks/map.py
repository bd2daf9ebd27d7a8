"""The map of a deck search, each cell of which has its deck beside it; the studio shows the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from evometa.experiments.decks.results import DeckMap, Elite
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DecksRun
from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck
from evometa.games.decks.summary import summarise_deck
from evometa.input.errors import InputError
from evometa.matches.inference import INTERVAL
from evometa.metagame.metagames import Metagame
from evometa.story.blocks import Block, CardList, Choice, Choices, Column, DeckCode, Figure, Level, Table, Teller, Words
from evometa.story.cards import CardFaces
from evometa.story.charts.data import CURVE_LABELS, DeckGrid
from evometa.story.charts.deck_maps import (
    Landmark,
    best_elites,
    coarsen,
    deck_grid,
    find_landmarks,
    list_measures,
    quantities_of,
)
from evometa.story.formats import RATE
from evometa.story.kinds.decks.finalists import win_rate_words
from evometa.story.words.numbers import listed, rate

MOST_FACES = 150  # decks whose cards lead to their faces: more of them would make a page too large
NO_LISTS = "Deck lists are not shown: the cards of the metagame are not there any more, or have changed since the run."


@dataclass(frozen=True, eq=False)
class MappedDeck:
    """The deck of a cell: how good it is, what kind of deck, its cards, its curve and its code."""

    key: str
    title: str
    measures: str
    deck: Deck | None = None  # None: its cards are not known any more
    curve: tuple[int, ...] = ()
    code: DeckCode | None = None  # none if a card has no number

    @property
    def words(self) -> str:
        """All of it in lines, for those who point at the cell."""
        cards = ", ".join(f"{n}x {name}" for name, n in self.deck.counts().items()) if self.deck else ""
        return "\n".join(filter(None, (self.title, _describe_curve(self.curve), cards)))


@dataclass(frozen=True, eq=False)
class ShownMap:
    """A map as it can be shown."""

    grid: DeckGrid
    decks: dict[str, MappedDeck]  # by key, the best first
    landmarks: list[Landmark]
    cards: CardSet | None

    @property
    def telling_grid(self) -> DeckGrid:
        """The same chart, whose cells tell the cards of their decks to those who point at them."""
        cells = [
            replace(cell, label=f"{cell.label}\n{self.decks[cell.key].words}") if cell.key in self.decks else cell
            for cell in self.grid.cells
        ]
        return replace(self.grid, cells=tuple(cells))


def show_map(run: DecksRun, metagame: Metagame | None, name: str = "map", prefix: str = "") -> ShownMap | None:
    """The map of a run, if it has one by now; the prefix is that of keys. It takes a moment."""
    if run.results.map is None:
        return None
    deck_map = coarsen(run.results.map)
    marks = find_landmarks(deck_map, run.results.audits)
    cards = metagame.patched_cards if metagame else None
    decks = {each.key: each for each in _list_decks(run, deck_map, metagame, prefix)}
    keys = {elite.number: _key(elite, prefix) for elite in deck_map.elites}
    grid = deck_grid(name, f"The map of {run.settings.deck_name}", deck_map, marks, keys)
    return ShownMap(grid, decks, marks, cards)


def _key(elite: Elite, prefix: str) -> str:
    return f"{prefix}deck-{elite.number}"


def _list_decks(run: DecksRun, deck_map: DeckMap, metagame: Metagame | None, prefix: str) -> Iterator[MappedDeck]:
    """The deck of each cell, the best first."""
    objective, measures = quantities_of(deck_map)
    decks = _read_elites(run, deck_map, metagame) if metagame else {}
    for elite in sorted(best_elites(deck_map).values(), key=lambda elite: -elite.again):
        title = f"Deck {elite.number}: {objective.title} {objective.show(elite.again)}{_tell_wins(run, elite)}"
        told = listed(list_measures(elite, measures))
        mapped = MappedDeck(_key(elite, prefix), title, told[:1].upper() + told[1:])
        if metagame and (deck := decks.get(elite.number)):
            cards = metagame.patched_cards
            mapped = replace(mapped, deck=deck, curve=summarise_deck(deck, cards).curve, code=DeckCode.of(deck, cards))
        yield mapped


def _read_elites(run: DecksRun, deck_map: DeckMap, metagame: Metagame) -> dict[int, Deck]:
    """The decks of the elites by the numbers of their evaluations; none if their cards are not what they were."""
    try:
        space = make_space(run.settings, metagame)
    except InputError:
        return {}  # the metagame is another one by now: the map still has its numbers
    places = {int(number): place for place, number in enumerate(run.evaluations.numbers)}
    numbers = [elite.number for elite in deck_map.elites if elite.number in places]
    genomes = run.evaluations.genomes[[places[number] for number in numbers]]
    if genomes.shape[1] != len(space) or not space.contains(genomes).all():
        return {}
    return {
        number: space.decode(counts, f"{run.settings.deck_name} {number}", run.settings.style or "")
        for number, counts in zip(numbers, genomes, strict=True)
    }


def _tell_wins(run: DecksRun, elite: Elite) -> str:
    """How often a deck wins: as audited, or else as the search saw it."""
    audit = next((each for each in run.results.found if each.number == elite.number), None)
    if audit is not None and audit.win_rate.is_known:
        return f", wins {win_rate_words(audit.win_rate, f'{INTERVAL} ')}"
    place = np.flatnonzero(run.evaluations.numbers == elite.number)
    games, wins = (int(counts[place].sum()) for counts in (run.evaluations.games, run.evaluations.wins))
    return f", wins {rate(wins / games)}% of {games} games as searched" if games else ""


# --- as a part of the story -----------------------------------------------------------------------


def tell_map(run: DecksRun, teller: Teller, metagame: Metagame | None) -> None:
    """The map, if the search has come so far."""
    shown, whole = show_map(run, metagame, teller.id("map"), teller.prefix), run.results.map
    if shown is None or whole is None:
        return
    best = run.results.best
    chosen = f"{teller.prefix}deck-{best.number}" if best else ""
    figure = Figure(shown.grid, f"Choose a cell for its deck. {_explain_map(whole, run.settings.learns)}")
    are_known = any(each.deck for each in shown.decks.values())
    teller.tell(
        "map",
        "The map",
        Words(_describe_map(whole)),
        Choices(figure, tuple(_choices(shown)), chosen if chosen in shown.decks else ""),
        Words("" if are_known else NO_LISTS, is_faint=True, level=Level.FULL),
        landmark_table(shown.landmarks),
        level=Level.MAIN,
    )


def _describe_map(deck_map: DeckMap) -> str:
    sizes, n_cells = " x ".join(map(str, deck_map.size)), prod(deck_map.size)
    cells = f"{n_cells:,} cells" if len(deck_map.size) == 1 else f"{n_cells:,} cells ({sizes})"
    axes = listed([each.title for each in quantities_of(deck_map)[1]])
    return f"The best deck of every kind: {len(deck_map.elites):,} of {cells} have an elite. Kinds differ in {axes}."


def _explain_map(deck_map: DeckMap, is_learned: bool) -> str:
    """How to read the chart, which may show fewer cells than the map has."""
    told = [
        "Each cell has the objective of its elite, the best deck of its kind, "
        f"{'by the model of all games' if is_learned else 'measured again with fresh games'}. All "
        "cells are equally large, though boundaries slid to where the decks were; empty cells are grey. Numbers in "
        "dark boxes are the finalists, letters are decks that were known before."
    ]
    if len(deck_map.measures) > 2:
        told.append(
            f"The search had {len(deck_map.measures)} measures: this shows the first two, and in each cell the best "
            "elite of all others."
        )
    if coarsen(deck_map) is not deck_map:
        told.append(f"The map has {max(deck_map.size)} cells per measure: each of these holds several, and their best.")
    return " ".join(told)


def _choices(shown: ShownMap) -> Iterator[Choice]:
    """What can be read of each deck: its numbers, its cards and its code."""
    faces = CardFaces(shown.cards if len(shown.decks) <= MOST_FACES else None)
    for mapped in shown.decks.values():
        yield Choice(mapped.key, mapped.title, tuple(_describe_deck(mapped, faces)))


def _describe_deck(mapped: MappedDeck, faces: CardFaces) -> Iterator[Block]:
    yield Words(f"{mapped.measures}.")
    if mapped.deck is None:
        return
    yield CardList(tuple((str(n), faces.name(name)) for name, n in mapped.deck.counts().items()))
    yield Words(f"{_describe_curve(mapped.curve)}.", is_faint=True)
    if mapped.code:
        yield mapped.code


def _describe_curve(curve: Sequence[int]) -> str:
    """`4 of cost 1, 6 of cost 2`"""
    return ", ".join(f"{n} of cost {cost}" for cost, n in zip(CURVE_LABELS, curve, strict=False) if n)


def landmark_table(marks: Sequence[Landmark]) -> Table:
    """Which sign is which deck, and how good it is."""
    columns = (
        Column("sign", lambda mark: mark.sign),
        Column("deck", lambda mark: mark.audit.name),
        Column("from", lambda mark: "known before" if mark.audit.is_known else "this search"),
        Column("where", lambda mark: "on the map" if mark.cell else "beyond the map"),
        Column("win rate", lambda mark: mark.audit.win_rate, RATE),
    )
    return Table("landmarks", columns, marks, "The audited decks", level=Level.FULL)
