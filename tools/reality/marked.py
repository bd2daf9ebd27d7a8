"""Do cards that the makers of the game changed or retired later stand above others of their class?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.reality.card_scores import CardScores
from tools.reality.rank_statistics import Area, measure_area
from tools.reality.reference import BUFF, NERF, read_later_changes, read_nerfed, read_retired

SEED = 1  # of the deals


@dataclass(frozen=True)
class Marks:
    """Cards that something happened to, and cards that are left out because it is not clear what did."""

    title: str
    marked: frozenset[str]
    left_out: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Asked:
    """What came out for one order of cards and one kind of marks."""

    score: str
    marks: str
    area: Area
    places: Mapping[str, float]  # of the marked cards: how many of all cards of the class stand below, as a share


def mark_changes(folder: Path) -> list[Marks]:
    """Cards nerfed later, buffed later (each without those that got both), and nerfed at any time."""
    later = read_later_changes(folder)
    nerfed = frozenset(card for card, ways in later.items() if ways == {NERF})
    buffed = frozenset(card for card, ways in later.items() if ways == {BUFF})
    changed = frozenset(later)
    return [
        Marks("nerfed later", nerfed, changed - nerfed),
        Marks("buffed later", buffed, changed - buffed),
        Marks("nerfed at any time", frozenset(read_nerfed(folder))),
    ]


def mark_retired(folder: Path) -> list[Marks]:
    """Cards that were retired."""
    return [Marks("retired", frozenset(read_retired(folder)))]


def ask(scores: CardScores, marks: Marks) -> Asked:
    """Whether marked cards stand above those of their class that are not marked."""
    cards = [card for card in scores.scores if card not in marks.left_out]
    values, groups = scores.of(cards), scores.groups(cards)
    area = measure_area(values, [card in marks.marked for card in cards], groups, SEED)
    return Asked(scores.title, marks.title, area, place_cards(scores, marks.marked))


def place_cards(scores: CardScores, marked: frozenset[str]) -> dict[str, float]:
    """The share of the other cards of its class that each of some cards stands above; equal ones count half."""
    places = {}
    for card in sorted(marked & set(scores.scores)):
        rivals = [name for name in scores.scores if scores.classes[name] == scores.classes[card] and name != card]
        places[card] = _share_below(scores.scores[card], [scores.scores[name] for name in rivals])
    return places


def _share_below(value: float, others: Sequence[float]) -> float:
    return sum((value > other) + (value == other) / 2 for other in others) / len(others)
