"""All games so far, what they say of the genomes that were seen, and which of them are the best."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.short_repr import Frozen
from evometa.matches.inference import middle
from evometa.search.contract import Ints
from evometa.search.learning.choices import Choices
from evometa.search.learning.design import Design
from evometa.search.learning.loss import Floats, Loss, Worst
from evometa.search.learning.model import Posterior

_N_DRAWS = 128  # samples by which genomes are judged


class GenomeGames:
    """All that was ever seen: genomes [k, G], each once, with wins [k, R] in decided games [k, R], and all games."""

    def __init__(self, n_genes: int, n_rows: int) -> None:
        self.n_genes, self.n_rows = n_genes, n_rows
        self._places: dict[bytes, int] = {}
        self._genomes: list[Ints] = []
        self._counts: list[Ints] = []  # [3, R]: wins, decided games and all games

    def __repr__(self) -> str:
        return f"Evidence({len(self)} genomes, {self.n_genes} genes, {self.n_rows} rows)"

    def __len__(self) -> int:
        return len(self._genomes)

    @property
    def genomes(self) -> Ints:
        """[k, G], in the order in which they came."""
        return np.array(self._genomes, np.int64).reshape(len(self), self.n_genes)

    @property
    def wins(self) -> Ints:
        """[k, R]."""
        return self._stack()[:, 0]

    @property
    def decided(self) -> Ints:
        """[k, R]."""
        return self._stack()[:, 1]

    @property
    def games(self) -> Ints:
        """[k, R]."""
        return self._stack()[:, 2]

    def add(self, genomes: ArrayLike, wins: ArrayLike, decided: ArrayLike, games: ArrayLike) -> None:
        """Pool more games with those that are there."""
        counts = np.stack([np.asarray(part, np.int64) for part in (wins, decided, games)], axis=1)
        for genome, found in zip(np.asarray(genomes, np.int64), counts, strict=True):
            place = self._places.setdefault(genome.tobytes(), len(self._genomes))
            if place == len(self._genomes):
                self._genomes.append(genome.copy())
                self._counts.append(np.zeros((3, self.n_rows), np.int64))
            self._counts[place] = self._counts[place] + found

    def counts_of(self, genome: Ints) -> Ints:
        """[3, R]: the wins, decided games and all games of a genome."""
        place = self._places.get(np.asarray(genome, np.int64).tobytes())
        return np.zeros((3, self.n_rows), np.int64) if place is None else self._counts[place]

    def _stack(self) -> Ints:
        return np.array(self._counts, np.int64).reshape(len(self), 3, self.n_rows)


class Shift(Frozen):
    """What is added to the log odds of R rows before they are judged, because others say where these stand."""

    value: Floats  # [R]
    error: Floats  # [R]: its standard error

    def draw(self, rng: np.random.Generator, n: int) -> Floats:
        """[n, R]: what it might be."""
        return np.asarray(self.value + self.error * rng.standard_normal((n, len(self.value))))


class Task(Frozen):
    """What is searched: what may change, how that is seen, and what is to be low; n genes, R rows."""

    choices: Choices
    design: Design  # its first n genes are those that may change
    loss: Loss  # what the optimiser makes low
    most_groups: int  # that may change at once
    n_objectives: int = 1  # that are told with each genome
    judged: Loss | Worst | None = None  # what genomes that were seen are compared by, if it is not the loss
    shown: Loss | Worst | None = None  # what is told of the best, if it is not what they are compared by
    shift: Shift | None = None  # what is added to log odds; None: nothing

    def place(self, logits: Floats) -> Floats:
        """[..., R]: log odds where they are judged."""
        return logits if self.shift is None else logits + self.shift.value


class Goal(NamedTuple):
    """What the best is looked for: so large a change at most, of so many groups at most."""

    budget: float
    groups: int


class Champion(Frozen):
    """The best genome for a goal, by all games so far."""

    goal: Goal
    genome: Ints  # [n]
    place: int  # in the evidence
    size: float
    n_groups: int  # that it changes
    value: float  # of the loss that is shown, expected
    low: float  # what the games leave possible
    high: float
    games: int  # of the row that has the fewest, of those shown


class Judged(Frozen):
    """All legal genomes that were seen, and how good they are; those that change nothing too."""

    genomes: Ints  # [k, n]
    places: Ints  # [k]: in the evidence
    sizes: Floats  # [k]
    n_groups: Ints  # [k]
    games: Ints  # [k]: of the row that has the fewest, of those shown
    draws: Floats  # [samples, k]: what the games leave possible of the loss
    shown: Floats  # [samples, k]: the same of what is told of the best

    def best_for(self, goal: Goal) -> Ints:
        """[f]: the places of the genomes that a goal allows, from the best by what is expected of them."""
        is_fitting = (self.sizes <= goal.budget) & (self.n_groups <= goal.groups)
        return self._order[is_fitting[self._order]]

    def contenders_for(self, goal: Goal) -> Ints:
        """[c]: those of them that may be the best by what the games leave possible, the likeliest first."""
        places = self.best_for(goal)
        chances = np.bincount(self.draws[:, places].argmin(axis=1), minlength=len(places)) if len(places) else places
        order = np.argsort(-chances, kind="stable")
        return places[order[: np.count_nonzero(chances)]]

    @cached_property
    def _order(self) -> Ints:
        return np.lexsort((self.sizes, self.draws.mean(axis=0)))

    def champion(self, place: int, goal: Goal) -> Champion:
        """A genome as the best for a goal."""
        low, high = map(float, middle(self.shown[:, place]))
        return Champion(
            goal,
            self.genomes[place],
            int(self.places[place]),
            float(self.sizes[place]),
            int(self.n_groups[place]),
            float(self.shown[:, place].mean()),
            low,
            high,
            int(self.games[place]),
        )


def judge(task: Task, posterior: Posterior, evidence: GenomeGames, rng: np.random.Generator) -> Judged:
    """What all games so far say of the legal genomes among those that were seen.

    A sample of a genome's log odds is that of its features, moved to what its own games say as far as these are
    believed, and a residual that they leave possible.
    """
    genomes, n_genes = evidence.genomes, task.choices.n_genes
    choices = [None if row[n_genes:].any() else task.choices.to_choice(row[:n_genes]) for row in genomes]
    n_groups = [0 if each is None else int((each != task.choices.starts[:-1]).sum()) for each in choices]
    places = [k for k, each in enumerate(choices) if each is not None and n_groups[k] <= task.most_groups]
    kept = np.array(places, np.int64)
    by_features = posterior.draw(rng, _N_DRAWS).predict(task.design.make_features(genomes[kept]))
    shrink, noise = posterior.shrink[kept], posterior.noise[kept]
    seen = posterior.own[kept] - (1 - shrink) * posterior.logits[kept]
    logits = seen + (1 - shrink) * by_features + noise * rng.standard_normal(by_features.shape)
    if task.shift is not None:  # a level that is off is so for all genomes
        logits = logits + task.shift.draw(rng, _N_DRAWS)[:, None, :]
    judged = task.judged or task.loss
    draws = judged.of_logits(logits)
    shown = draws if task.shown is None else task.shown.of_logits(logits)
    sizes = np.array([task.choices.sizes[choices[k]].sum() for k in places])
    games = evidence.games[kept][:, (task.shown or judged).is_seen].min(axis=1)
    return Judged(genomes[kept][:, :n_genes], kept, sizes, np.array(n_groups)[kept], games, draws, shown)
