"""The metagame that a designer draws: how match-ups should go, and how much each of them matters.

In settings a target is a list of wishes:

    [[target]]
    deck = "Hunter"             # a deck, or words of its name that no other deck has
    against = "Paladin"
    rate = "60:40"              # or 0.6
    weight = 2                  # default: 1

    [[target]]
    deck = "any"                # all match-ups that no other wish is about
    against = "any"
    rate = "50:50"

Match-ups without a wish do not matter. A CSV file is a matrix, as a designer draws it in a spreadsheet:

    ,Hunter,Paladin,Warlock
    Hunter,,60:40,40:60 x2
    Paladin,,,60:40

A cell says how the deck of the row should do against that of the column. A blank cell does not matter, and of the two
cells of a match-up one is enough. `60:40 x2` has a weight of 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from evometa.balance.objectives import TARGET, Objective
from evometa.games.decks.deck import words_of
from evometa.input.csv_text import read_csv
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.fields import Readers, list_of, number, read_fields, read_text, wrong_type
from evometa.input.reading import read_file
from evometa.input.short_repr import Short
from evometa.input.stored import Record, ends
from evometa.matches.inference import Estimate
from evometa.metagame.evidence import Floats
from evometa.metagame.measures import estimate_distance, find_distance_floor, list_pairs, measure_distance
from evometa.search.learning.loss import loss_to_target

if TYPE_CHECKING:
    from evometa.metagame.metagames import Metagame
    from evometa.metagame.standing import Standing

ANY = "any"  # deck
LOWEST, HIGHEST = 0.01, 0.99  # win rates that can be wished for
MOST_WEIGHT = 1000.0
MOST_WISHES = 10_000
TOLERANCE = 1e-9  # between two that say the same
RATE_WORDS = "how many of 100 games the deck and its opponent win, as in '60:40', or a win rate such as 0.6"
CELL = re.compile(r"(?P<rate>.*?)(?:\s*[x*]\s*(?P<weight>\d+(?:\.\d+)?))?")  # of a matrix
SHARED = re.compile(r"(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)")
NOTHING_DRAWN = (
    "the objective 'target' needs match-ups to aim at; give a target: a matrix as CSV, or [[target]] in the settings"
)
BOTH_DECKS = "a match-up of two different decks, or 'any' twice for all that no other wish is about"


@dataclass(frozen=True, eq=False)
class Target(Short):
    """How the match-ups of n decks should go. Open ones have the weight 0."""

    decks: tuple[str, ...]
    win_rates: Floats  # [n, n]: of the deck of the row; 0.5 where nothing is wished
    weights: Floats  # [n, n]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The match-ups that matter."""
        return [(i, j) for i, j in combinations(range(len(self.decks)), 2) if self.weights[i, j] > 0]


def aim(objectives: Iterable[Objective], target: Target | None) -> tuple[Objective, ...]:
    """Objectives of which the target is the one that is drawn; an `InputError` if there is none."""
    found = tuple(objectives)
    if target is None:
        if any(each.name == TARGET for each in found):
            raise InputError(NOTHING_DRAWN)
        return found
    return tuple(_draw(each, target) if each.name == TARGET else each for each in found)


def _draw(objective: Objective, target: Target) -> Objective:
    """The objective with a target that is drawn."""
    targets, given = target.win_rates, list_pairs(target.weights)
    weights = given / given.sum()

    return replace(
        objective,
        measure=lambda candidate: measure_distance(candidate.win_rates, targets, weights),
        noise_floor=lambda chance: find_distance_floor(chance.games, targets, weights),
        estimate=lambda evidence: estimate_distance(evidence, targets, weights).corrected,
        loss_of=lambda shares: loss_to_target(list_pairs(targets), weights),
    )


def make_target(metagame: Metagame, wishes: Sequence[Mapping[str, Any]], source: str = "target") -> Target:
    """The target of some wishes for the decks of a metagame; `source` names them in messages."""
    n_decks, rest = len(metagame.decks), 0.0
    rates, weights = np.full((n_decks, n_decks), 0.5), np.zeros((n_decks, n_decks))
    named: dict[tuple[int, int], Where] = {}
    for i, wish in enumerate(wishes):
        where = Where(source) / i
        found = {"weight": 1.0, **_read_wish(where, wish)}
        if (found["deck"], found["against"]) == (ANY, ANY):
            rest = found["weight"]
            continue
        pair = tuple(_find_deck(metagame, found[name], where / name) for name in ("deck", "against"))
        _note_wish(where, (pair[0], pair[1]), found, rates, weights, named)
    for i, j in combinations(range(n_decks), 2):
        if (i, j) not in named:  # which of two decks is meant is not known, so they can only be even
            weights[i, j] = weights[j, i] = rest
    np.fill_diagonal(weights, 0)
    if not weights.any():
        raise Where(source).error("no match-up matters; wish for one, with a weight above 0")
    return Target(tuple(deck.name for deck in metagame.decks), rates, weights)


def _note_wish(
    where: Where,
    pair: tuple[int, int],
    wish: Mapping[str, Any],
    rates: Floats,
    weights: Floats,
    named: dict[tuple[int, int], Where],
) -> None:
    one, other = pair
    if one == other:
        raise where.error(f"found one deck twice, and a mirror is even; allowed: {BOTH_DECKS}")
    is_new = (min(pair), max(pair)) not in named
    if not is_new and (abs(rates[one, other] - wish["rate"]) > TOLERANCE or weights[one, other] != wish["weight"]):
        first = named[min(pair), max(pair)]
        raise where.error(f"another wish for the same match-up says otherwise ({first}); give it once")
    named.setdefault((min(pair), max(pair)), where)
    rates[one, other], rates[other, one] = wish["rate"], 1 - wish["rate"]
    weights[one, other] = weights[other, one] = wish["weight"]


def _find_deck(metagame: Metagame, name: str, where: Where) -> int:
    """The deck of this name, or the only one that has all these words in its name."""
    if name == ANY:
        raise where.error(f"found '{ANY}' beside a deck; allowed: {BOTH_DECKS}")
    names = [deck.name for deck in metagame.decks]
    found = [i for i, each in enumerate(names) if set(words_of(name)) <= set(words_of(each)) and words_of(name)]
    if len(found) == 1:
        return found[0]
    with errors_at(where):
        if len(found) > 1 and name not in names:
            said = ", ".join(names[place] for place in found)
            raise InputError(f"{name!r} fits several decks: {said}; say which one")
        return metagame.index_of(name)


# --- wishes as people write them ------------------------------------------------------------------


def _read_wish(where: Where, value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise wrong_type(where, value, 'a table such as { deck = "Hunter", against = "Paladin", rate = "60:40" }')
    found = read_fields(where, value, FIELDS)
    for name in ("deck", "against", "rate"):
        if name not in found:
            raise where.error(f"the field '{name}' is missing")
    if found["deck"] == found["against"] == ANY and found["rate"] != 0.5:
        raise (where / "rate").error(f"found {value['rate']!r} for any deck against any; allowed: 50:50")
    return found


def read_rate(where: Where, value: object) -> float:
    """A win rate as people write it."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise wrong_type(where, value, RATE_WORDS)
    rate = _parse_rate(value) if isinstance(value, str) else float(value)
    if rate is None or not isfinite(rate) or not LOWEST <= rate <= HIGHEST:
        raise where.error(f"found {value!r}; allowed: {RATE_WORDS}, from {LOWEST} to {HIGHEST}")
    return rate


def _parse_rate(text: str) -> float | None:
    """The win rate of `60:40`, `60%`, `60` or `0.6`; None if it is none of these."""
    if shared := SHARED.fullmatch(text.strip()):
        one, other = float(shared[1]), float(shared[2])
        return one / (one + other) if one + other else None
    try:
        found = float(text.strip().removesuffix("%"))
    except ValueError:
        return None
    return found / 100 if found > 1 or text.strip().endswith("%") else found


FIELDS: Readers = {
    **dict.fromkeys(("deck", "against"), read_text),
    "rate": read_rate,
    "weight": number(0, MOST_WEIGHT),
}
read_wishes = list_of(_read_wish, "a list of wishes, one [[target]] each", most=MOST_WISHES)


# --- a matrix -------------------------------------------------------------------------------------


def read_target_file(path: Path) -> list[dict[str, Any]]:
    """The wishes of a CSV file, which is a matrix."""
    where = Where(str(path))
    rows = [(line, row) for line, row in read_csv(read_file(path, where), where) if any(row)]  # blank lines are none
    decks = rows[0][1][1:] if rows else []
    if not decks or not all(decks):
        raise where.error("the first line has no decks; allowed: a blank cell, and then the decks of the metagame")
    wishes = [wish for line, row in rows[1:] for wish in _read_row(Where(f"{path}, line {line}"), decks, row)]
    if not wishes:
        raise where.error("all cells are blank; write how a match-up should go into one, as in 60:40")
    return wishes


def _read_row(where: Where, decks: Sequence[str], row: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The wishes of a line: its deck against each of the others."""
    if not row[0]:
        raise where.error("the deck of the line is missing; it stands in the first cell")
    if len(row) > len(decks) + 1:
        raise where.error(f"found {len(row)} cells; allowed: {len(decks) + 1}, as the first line has")
    for deck, cell in zip(decks, row[1:], strict=False):
        if not cell or words_of(deck) == words_of(row[0]):
            continue
        parts = CELL.fullmatch(cell)
        rate = read_rate(where, parts["rate"] if parts else cell)
        yield {"deck": row[0], "against": deck, "rate": rate, "weight": float((parts and parts["weight"]) or 1)}


# --- how far match-ups are from it ----------------------------------------------------------------


class Aim(Record):
    """A match-up that the designer has drawn."""

    deck: str
    against: str
    target: float  # win rate of the deck
    weight: float
    before: float  # without a patch
    win_rate: Estimate = field(metadata=ends("low", "high"))  # with it

    @property
    def off(self) -> float:
        """How much more often the deck wins than it should."""
        return self.win_rate.value - self.target

    @property
    def is_reached(self) -> bool:
        """Whether the games leave it possible that the match-up is at its target."""
        return self.win_rate.low <= self.target <= self.win_rate.high


def list_aims(target: Target, before: Standing, after: Standing) -> tuple[Aim, ...]:
    """The match-ups that matter, each from the deck that should win more."""
    pairs = [(i, j) if target.win_rates[i, j] >= 0.5 else (j, i) for i, j in target.pairs]
    return tuple(
        Aim(
            target.decks[i],
            target.decks[j],
            float(target.win_rates[i, j]),
            float(target.weights[i, j]),
            float(before.win_rate.value[i, j]),
            after.win_rate.at((i, j)),
        )
        for i, j in pairs
    )
