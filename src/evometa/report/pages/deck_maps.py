"""The map of a deck search on a page: a chart with equal cells, and beside it the deck of the cell that is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, nan

import numpy as np

from evometa.cards.decks.deck import Deck
from evometa.cards.decks.formats import format_code
from evometa.cards.decks.summary import summarise_deck
from evometa.cards.model import CardSet
from evometa.experiments.decks.results import DeckAudit, DeckMap, Elite
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DecksRun
from evometa.input.errors import InputError
from evometa.metagame.evidence import Floats
from evometa.metagame.metagames import Metagame
from evometa.report.charts.deck_map import DeckGrid, MapAxis, MapCell
from evometa.report.charts.mana_curve import CURVE_LABELS
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.parts import Choice, Html, Story, card_list, deck_code, join, paragraph
from evometa.report.words.deck_quantities import Quantity
from evometa.report.words.numbers import listed, rate

Cell = tuple[int, int]
MOST_SIDE = 30  # cells along a measure that a page shows
MOST_FACES = 150  # decks whose cards lead to their faces: more of them would make the page too large


@dataclass(frozen=True)
class Landmark:
    """An audited deck: those that were found have numbers, known ones have letters. It may lie beyond the map."""

    sign: str
    audit: DeckAudit
    cell: Cell | None


def quantities_of(deck_map: DeckMap) -> tuple[Quantity, list[Quantity]]:
    """The objective and all measures, as they are shown."""
    objective = Quantity(deck_map.objective.name, deck_map.objective.title)
    return objective, [Quantity(each.name, each.title) for each in deck_map.measures]


def coarsen(deck_map: DeckMap) -> DeckMap:
    """A map that a page can show: of too many cells, several become one, with the best of their elites."""
    step = -(-max(deck_map.size, default=1) // MOST_SIDE)
    if step <= 1:
        return deck_map
    boundaries = np.concatenate([deck_map.boundaries[:, :-1:step], deck_map.boundaries[:, -1:]], axis=1)
    moved = [replace(elite, cell=tuple(place // step for place in elite.cell)) for elite in deck_map.elites]
    best = {elite.cell: elite for elite in sorted(moved, key=lambda elite: elite.again)}
    return replace(deck_map, boundaries=boundaries, elites=tuple(best.values()))


def best_elites(deck_map: DeckMap) -> dict[Cell, Elite]:
    """The elite of each cell along the first two measures; of more measures, the best of all their cells."""
    best: dict[Cell, Elite] = {}
    for elite in deck_map.elites:
        cell = _cell(elite.cell)
        if cell not in best or elite.again > best[cell].again:
            best[cell] = elite
    return best


def find_landmarks(deck_map: DeckMap, audits: Sequence[DeckAudit]) -> list[Landmark]:
    """All audited decks: those that were found lie where the map has them, known ones where they were measured."""
    found, known = ([audit for audit in audits if audit.is_known == side] for side in (False, True))
    signs = [*(str(i + 1) for i in range(len(found))), *map(_letter, range(len(known)))]
    mapped: dict[int | None, Cell] = {elite.number: _cell(elite.cell) for elite in deck_map.elites}
    return [
        Landmark(sign, audit, mapped.get(audit.number) or cell_of(deck_map, audit.measures))
        for sign, audit in zip(signs, (*found, *known), strict=True)
    ]


def cell_of(deck_map: DeckMap, measures: Sequence[float]) -> Cell | None:
    """Where a deck lies: above the lower boundary of its cell, up to the upper one; None if that is beyond the map."""
    places = [_find_cell(edges, value) for edges, value in zip(deck_map.boundaries, measures, strict=True)]
    return None if None in places else _cell([place for place in places if place is not None])


def _find_cell(edges: Floats, value: float) -> int | None:
    if not edges[0] <= value <= edges[-1]:
        return None
    return int(np.searchsorted(edges[1:-1], value, side="left"))


def _cell(places: Sequence[int]) -> Cell:
    """The first two places; a map of one measure is one cell high."""
    column, row = (*places, 0)[:2]
    return column, row


def _letter(place: int) -> str:
    round_, letter = divmod(place, 26)
    return chr(ord("A") + letter) + (str(round_) if round_ else "")


# --- the chart ------------------------------------------------------------------------------------


def deck_grid(name: str, title: str, deck_map: DeckMap, marks: Sequence[Landmark], keys: Mapping[int, str]) -> DeckGrid:
    """The map as a chart; elites have keys by the numbers of their evaluations."""
    objective, measures = quantities_of(deck_map)
    axes = [_axis(each, edges) for each, edges in zip(measures, deck_map.boundaries, strict=True)]
    x, y = [*axes, MapAxis("", ())][:2]
    elites, signs = best_elites(deck_map), _signs(marks)
    cells = [
        MapCell(
            *cell,
            float(objective.scale(elite.again)),
            objective.show(elite.again),
            describe_elite(elite, objective, measures, signs.get(cell, "")),
            keys.get(elite.number, ""),
            signs.get(cell, ""),
        )
        for cell, elite in elites.items()
    ]
    cells += [
        MapCell(*cell, nan, "", f"no elite; here lies {sign}", "", sign)
        for cell, sign in signs.items()
        if cell not in elites
    ]
    return DeckGrid(name, title, objective.label, x, y, tuple(cells), objective.middle)


def _axis(measure: Quantity, edges: Floats) -> MapAxis:
    return MapAxis(measure.label, tuple(measure.show(float(edge)) for edge in edges))


def _signs(marks: Sequence[Landmark]) -> dict[Cell, str]:
    signs: dict[Cell, list[str]] = {}
    for mark in marks:
        if mark.cell is not None:
            signs.setdefault(mark.cell, []).append(mark.sign)
    return {cell: " ".join(each) for cell, each in signs.items()}


def describe_elite(elite: Elite, objective: Quantity, measures: Sequence[Quantity], sign: str = "") -> str:
    """An elite in a line."""
    values = [f"{each.title} {each.show(value)}" for each, value in zip(measures, elite.measures, strict=True)]
    told = f"{objective.title} {objective.show(elite.again)}; {', '.join(values)}"
    return f"{sign}: {told}" if sign else told


# --- the decks of its cells -----------------------------------------------------------------------


def read_elites(run: DecksRun, deck_map: DeckMap, metagame: Metagame) -> dict[int, Deck]:
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


def elite_choices(
    deck_map: DeckMap, decks: Mapping[int, Deck], keys: Mapping[int, str], faces: CardFaces, story: Story
) -> list[Choice]:
    """What can be read of each elite: its numbers, its cards and its deck code."""
    objective, measures = quantities_of(deck_map)
    ranked = sorted(best_elites(deck_map).values(), key=lambda elite: -elite.again)
    named = faces if len(ranked) <= MOST_FACES else CardFaces(None)
    choices = []
    for elite in ranked:
        if elite.number not in keys:
            continue
        title = f"Deck {elite.number}: {objective.title} {objective.show(elite.again)}"
        parts = [paragraph(f"{describe_measures(elite, measures)}.")]
        if elite.number in decks and faces.cards:
            parts += describe_deck(decks[elite.number], faces.cards, named, story)
        choices.append(Choice(keys[elite.number], title, join(parts)))
    return choices


def describe_measures(elite: Elite, measures: Sequence[Quantity]) -> str:
    """What kind of deck an elite is."""
    told = [f"{each.title} {each.show(value)}" for each, value in zip(measures, elite.measures, strict=True)]
    said = listed(told)
    return said[:1].upper() + said[1:]


def describe_deck(deck: Deck, cards: CardSet, faces: CardFaces, story: Story) -> list[Html]:
    """The cards of a deck, its curve and its code."""
    curve = summarise_deck(deck, cards).curve
    bars = ", ".join(f"{n} of cost {cost}" for cost, n in zip(CURVE_LABELS, curve, strict=True) if n)
    told = [
        card_list([(n, faces.mention(name, story)) for name, n in deck.counts().items()]),
        paragraph(f"{bars}.", "faint"),
    ]
    return [*told, *code_of(deck, cards)]


def code_of(deck: Deck, cards: CardSet) -> list[Html]:
    """The deck code, if all cards of the deck can be in one."""
    try:
        return [deck_code(format_code(deck, cards).strip(), f"Copy the code of {deck.name}")]
    except InputError:
        return []  # a card of the user's own has no number; the list above still has all cards


def landmark_rows(marks: Sequence[Landmark]) -> list[list[str]]:
    """Which sign is which deck, and how good it is."""
    return [
        [
            mark.sign,
            mark.audit.name,
            "known before" if mark.audit.is_known else "this search",
            "on the map" if mark.cell else "beyond the map",
            rate(mark.audit.win_rate.value),
            _ends(mark.audit),
        ]
        for mark in marks
    ]


def _ends(audit: DeckAudit) -> str:
    low, high = audit.win_rate.low, audit.win_rate.high
    return f"{rate(low)} to {rate(high)}" if isfinite(low) and isfinite(high) else ""
