"""The map of a deck search as a chart: its elites, and where the audited decks lie among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from evometa.experiments.decks.results import DeckAudit, DeckMap, Elite
from evometa.metagame.evidence import Floats
from evometa.story.charts.data import DeckGrid, MapAxis, MapCell
from evometa.story.deck_quantities import Quantity

Cell = tuple[int, int]
_MOST_SIDE = 30  # cells along a measure that are shown


@dataclass(frozen=True)
class Landmark:
    """An audited deck: those that were found have numbers, known ones have letters. It may lie beyond the map."""

    sign: str
    audit: DeckAudit
    cell: Cell | None


def quantities_of(deck_map: DeckMap) -> tuple[Quantity, list[Quantity]]:
    """The objective and all measures, as they are shown."""
    objective, *measures = (
        Quantity(each.name, each.title, each.is_whole) for each in (deck_map.objective, *deck_map.measures)
    )
    return objective, measures


def coarsen(deck_map: DeckMap) -> DeckMap:
    """A map that can be shown: of too many cells, several become one, with the best of their elites."""
    step = -(-max(deck_map.size, default=1) // _MOST_SIDE)
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


# --- landmarks ------------------------------------------------------------------------------------


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
    axes = [
        MapAxis(each.label, tuple(each.show(float(edge)) for edge in edges))
        for each, edges in zip(measures, deck_map.boundaries, strict=True)
    ]
    x, y = [*axes, MapAxis("", ())][:2]
    elites, signs = best_elites(deck_map), _signs(marks)
    cells = [
        MapCell(
            *cell,
            float(objective.scale(elite.again)),
            objective.show(elite.again),
            _describe_elite(elite, objective, measures, signs.get(cell, "")),
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


def _signs(marks: Sequence[Landmark]) -> dict[Cell, str]:
    signs: dict[Cell, list[str]] = {}
    for mark in marks:
        if mark.cell is not None:
            signs.setdefault(mark.cell, []).append(mark.sign)
    return {cell: " ".join(each) for cell, each in signs.items()}


def _describe_elite(elite: Elite, objective: Quantity, measures: Sequence[Quantity], sign: str) -> str:
    told = f"{objective.title} {objective.show(elite.again)}; {', '.join(list_measures(elite, measures))}"
    return f"{sign}: {told}" if sign else told


def list_measures(elite: Elite, measures: Sequence[Quantity]) -> list[str]:
    """What kind of deck an elite is."""
    return [f"{each.title} {each.show(value)}" for each, value in zip(measures, elite.measures, strict=True)]
