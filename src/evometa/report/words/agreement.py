"""How far the patches of several runs agree: which cards they change, and which way.

Where several seeds change the same cards the same way, that is what the metagame needs. Where they differ, there are
many ways, and where they contradict each other, neither change matters much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from evometa.cards.patches.patch import weight_of
from evometa.experiments.balance.results import Audit
from evometa.input.errors import Where
from evometa.input.reading import parse_toml
from evometa.report.words.numbers import number, rate

Changes = Mapping[tuple[str, str], int]  # card and number -> what is added to it


class Agreement(NamedTuple):
    """Two patches beside each other."""

    one: str
    other: str
    cards: int  # that both change
    changes: int  # of the same number in the same direction
    contradictions: int  # of the same number in opposite directions
    share: float  # of their points that they have in common: 0 to 1


def read_changes(audit: Audit) -> Changes:
    """The changes of numbers in an audited patch."""
    table = parse_toml(audit.patch, Where(audit.label)).get("change", {})
    numbers = list_numbers(table, "") if isinstance(table, Mapping) else ()
    return {(card, path): delta for card, path, delta in numbers}


def list_numbers(tree: Mapping[str, Any], card: str, path: str = "") -> Iterator[tuple[str, str, int]]:
    """The card, the path and the value of every whole number in nested tables, the first of which are the cards."""
    for name, value in tree.items():
        inner = f"{path}.{name}" if path else name
        if isinstance(value, Mapping):
            yield from list_numbers(value, card or name, inner if card else "")
        elif card and isinstance(value, int):
            yield card, inner, value


def compare_patches(patches: Mapping[str, Changes]) -> list[Agreement]:
    """Every two of some patches, which are known by a name."""
    return [_compare(*pair) for pair in combinations(patches.items(), 2)]


def _compare(one: tuple[str, Changes], other: tuple[str, Changes]) -> Agreement:
    (name, ours), (other_name, theirs) = one, other
    both = [(ours[key], theirs[key], weight_of(key[1])) for key in ours if key in theirs]
    agreed = [(mine, yours, weight) for mine, yours, weight in both if mine * yours > 0]
    common = sum(weight * min(abs(mine), abs(yours)) for mine, yours, weight in agreed)
    points = [sum(weight_of(path) * abs(delta) for (_, path), delta in each.items()) for each in (ours, theirs)]
    return Agreement(
        name,
        other_name,
        len({card for card, _ in ours} & {card for card, _ in theirs}),
        len(agreed),
        len(both) - len(agreed),
        2 * common / sum(points) if sum(points) else 0.0,
    )


AGREEMENT_HEADS = ("run", "and", "same cards", "same changes", "opposite changes", "points in common, %")
AGREEMENT_INTRO = (
    "The recommended patches beside each other. What several seeds change in the same way is what the metagame needs; "
    "where they differ, there are several ways to the same balance."
)


def agreement_row(found: Agreement) -> list[str]:
    """Two patches in a table."""
    counts = (number(count, 0) for count in (found.cards, found.changes, found.contradictions))
    return [found.one, found.other, *counts, rate(found.share, 0)]


def list_cards(patches: Mapping[str, Changes]) -> list[tuple[str, list[str]]]:
    """Each card that a patch changes, with what each of them does to it; those that most patches change first."""
    cards = list(dict.fromkeys(card for changes in patches.values() for card, _ in changes))
    rows = [(card, [_describe(card, changes) for changes in patches.values()]) for card in cards]
    return sorted(rows, key=lambda row: -sum(map(bool, row[1])))


def _describe(card: str, changes: Changes) -> str:
    own = [(path, delta) for (each, path), delta in changes.items() if each == card]
    return ", ".join(f"{path.replace('.', ' ')} {number(delta, 0, signed=True)}" for path, delta in own)
