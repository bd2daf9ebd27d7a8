"""Games among random decks of all classes: many different decks, each in a few games, so that each card meets all.

The games come in stages. A stage has decks of its own, which stay vectors of counts, and they meet in rings: every deck
starts against the next one. So each of them starts as often as it goes second. Decks, pairs and games depend on the
seed and the number of the stage alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.space import DeckSpace
from evometa.games.players import Player
from evometa.games.records import Job
from evometa.games.tables import CardTable
from evometa.input.short_repr import Short
from evometa.matches.counting import Batch, Rows
from evometa.matches.inference import Floats
from evometa.matches.runners import Games, Runner
from evometa.matches.schedule import seed_for

_CLASS_CHANCE = 2.0  # how much likelier a card of the class is drawn than a neutral one, as in drafts of people
_OWN_CHANCE = 4.0  # how much likelier a card of one's own is drawn than others of its kind
MOST_OWN = 0.25  # of the cards of a kind that are drawn may be one's own; with very many of them the chance is less

Winners = NDArray[np.int8]  # [games]: 0 if the deck won that started, 1 if the other did, 2 for a draw


def draw_chances(space: DeckSpace, own: Collection[str] = ()) -> Floats:
    """[n]: how likely each card is drawn into a deck; `own` are the ids of cards to learn about first.

    Cards of the class are drawn more often than neutral ones, as they are offered to people who draft a deck. Such
    decks hold together better, and tell more about class cards than if all cards were drawn alike.
    """
    is_neutral = np.array([card.tree.get("class") == card.game.neutral for card in space.cards])
    is_own = np.array([card.id in own for card in space.cards])
    weights = np.where(is_neutral, 1.0, _CLASS_CHANCE)
    for kind in (is_neutral, ~is_neutral):
        weights[kind & is_own] *= _weigh_own(int((kind & is_own).sum()), int(kind.sum()))
    return np.asarray(weights / weights.sum())


def _weigh_own(n_own: int, n_cards: int) -> float:
    """How much likelier than others each of some cards is drawn, so that all of them are not too many."""
    if not n_own or n_own == n_cards:
        return 1.0
    most = MOST_OWN / (1 - MOST_OWN) * (n_cards - n_own) / n_own
    return max(1.0, min(_OWN_CHANCE, most))


@dataclass(frozen=True, eq=False)
class StagePlan(Short):
    """The decks of a stage, and who meets whom: game i is between `first[i]`, which starts, and `second[i]`."""

    decks: tuple[NDArray[np.int8], ...]  # for each class, [k, n]: vectors of its space, numbered from class to class
    first: NDArray[np.intp]  # [games]
    second: NDArray[np.intp]  # [games]


@dataclass(frozen=True, eq=False)
class RandomGames(Short):
    """Games of one player with random decks."""

    spaces: tuple[DeckSpace, ...]  # of all classes
    table: CardTable
    player: Player
    seed: int
    own: tuple[str, ...] = ()  # ids of the cards to learn about first

    def plan(self, stage: int, n_decks: int, n_games: int) -> StagePlan:
        """The decks of a stage, as many of each class, and its games."""
        rng = np.random.default_rng([self.seed, stage])
        n_classes = len(self.spaces)
        decks = tuple(
            space.draw((n_decks + n_classes - 1 - i) // n_classes, rng, chances).astype(np.int8)
            for i, (space, chances) in enumerate(zip(self.spaces, self._chances, strict=True))
        )
        rings = [rng.permutation(n_decks) for _ in range(-(-n_games // n_decks))]
        first = np.concatenate(rings)[:n_games]
        second = np.concatenate([np.roll(ring, -1) for ring in rings])[:n_games]
        return StagePlan(decks, first, second)

    def play(self, stage: int, plan: StagePlan, runner: Runner) -> Winners:
        """Play the games of a stage."""
        lists = [
            self.table.game.pack_counts(counts.astype(np.int64), space, self.table)
            for counts, space in zip(plan.decks, self.spaces, strict=True)
        ]
        names = [
            f"random {s.klass} {i + 1}" for s, d in zip(self.spaces, plan.decks, strict=True) for i in range(len(d))
        ]
        games = replace(self._packed, decks=np.concatenate(lists), names=tuple(names))
        batch = Batch(games, self._make_jobs(stage, plan), columns=("games", "wins"))
        rows = Rows(batch.n_games)
        batch.play(runner, rows.collect)
        return np.asarray(rows.rows["winner"], np.int8)

    def _make_jobs(self, stage: int, plan: StagePlan) -> NDArray[Any]:
        """A job for each game; all of them are counted together, as their winners are kept one by one."""
        jobs = np.zeros(len(plan.first), Job)
        jobs["seed"], jobs["first"], jobs["games"] = seed_for(self.seed, "tiers", stage), np.arange(len(jobs)), 1
        jobs["decks"][:, 0], jobs["decks"][:, 1] = plan.first, plan.second
        return jobs

    @cached_property
    def _packed(self) -> Games:
        return Games.pack([self.table], (), [self.player], per_game=True)

    @cached_property
    def _chances(self) -> list[Floats]:
        return [draw_chances(space, self.own) for space in self.spaces]
