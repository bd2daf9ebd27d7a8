"""A deck search that learns from every game: it fits a model to all of them, and asks for what that calls best.

First given and random decks. Then rounds by Thompson sampling: each deck is the best of one sample of what the games
leave possible. In the end races: the most hopeful decks get more and more games. What follows from the evaluations is
computed from them, and each round has random numbers of its own, so that a state is small: the seed and the round.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from threadpoolctl import threadpool_limits

from evometa.input.errors import InputError
from evometa.search.contract import Asked, Floats, Ints, Told, read_count, read_seed, read_state, write_state
from evometa.search.decks.model import Forms, Posterior, Priors, fit
from evometa.search.decks.optimum import climb_best, measure
from evometa.search.decks.settings import DeckSearchSettings, make_plan
from evometa.search.decks.task import DeckTask
from evometa.search.genes import check_genomes

PRIORS = Priors()
N_STARTS = 100  # decks among which the best ones of samples begin
N_CLIMBS = 3  # for each sample, the best of which counts


class Known(NamedTuple):
    """Games of earlier searches: of decks, each of which is there once, against the opponents of the task, some of
    which may have no share any more."""

    decks: Ints  # [k, n]
    wins: Ints  # [k, R]
    games: Ints  # [k, R]


class DeckLearner:
    """Fits and asks, round by round. `unit` divides the games of a deck, so that all opponents are met as often."""

    name: ClassVar[str] = "deck-model"
    population = None  # all evaluations count

    def __init__(
        self,
        task: DeckTask,
        settings: DeckSearchSettings,
        seed: int,
        given: ArrayLike | None = None,
        unit: int = 2,
        priors: Priors = PRIORS,
        known: Known | None = None,
    ) -> None:
        self.task, self.settings, self.priors = task, settings, priors
        self.generation = -1  # the number of the last round that was told
        self.n_evaluations = self.n_games = 0
        self._seed, self._unit = seed, unit
        self._given = np.zeros((0, task.n_cards), np.int64)
        if given is not None:
            self._given = check_genomes("given decks", given, task.low, task.high)
        self._asked: Asked | None = None
        self._decks: Ints = np.zeros((0, task.n_cards), np.int64)  # each once
        self._wins = self._games = np.zeros((0, len(task.shares)), np.int64)
        if known is not None:
            self._decks, self._wins, self._games = known
        self._learning, self.deck_games, self._n_first, self._n_learning = make_plan(settings, len(self._given), unit)
        self.n_rounds = self._n_learning + len(settings.races)

    # --- ask and tell ---

    @property
    def is_done(self) -> bool:
        """Whether all rounds were told, or so few games are left that no deck can have any."""
        return self.generation + 1 >= self.n_rounds or self.settings.games - self.n_games < self._unit

    def ask(self) -> Asked:
        """The decks that need games now, and how many each."""
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.generation + 1} rounds; look at is_done first")
        if self._asked is None:
            self._asked = self._choose(self.generation + 1)
        assert self._asked.games is not None
        return Asked(self._asked.genomes.copy(), self._asked.games.copy())

    def tell(self, told: Told) -> None:
        """Learn from the games of what was asked for."""
        if self._asked is None:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first")
        told.check(self._asked.genomes, 1)
        self._take(told)
        self._asked = None
        self.generation += 1

    def _take(self, told: Told) -> None:
        expected = len(told.genomes), len(self.task.shares)
        if told.wins is None or told.games is None:
            raise ValueError("tell: there are no wins and games, but these are what the model learns from")
        for part in (told.wins, told.games):
            if part.shape != expected:
                raise ValueError(f"tell: wins or games of shape {part.shape}, but there must be {expected}")
        places = {deck.tobytes(): place for place, deck in enumerate(self._decks)}
        new = []
        for deck in told.genomes:
            if deck.tobytes() not in places:
                places[deck.tobytes()] = len(places)
                new.append(deck)
        rows = np.array([places[deck.tobytes()] for deck in told.genomes], np.int64)
        if new:
            self._decks = np.concatenate([self._decks, new])
        grown = [np.zeros((len(new), expected[1]), np.int64)]
        self._wins, self._games = (np.concatenate([old, *grown]) for old in (self._wins, self._games))
        np.add.at(self._wins, rows, told.wins)
        np.add.at(self._games, rows, told.games)
        self.n_evaluations += len(told.genomes)
        self.n_games += int(told.games.sum())
        for name in ("posterior", "spreads"):
            self.__dict__.pop(name, None)  # there is more to know

    # --- states ---

    def get_state(self) -> bytes:
        """The seed and where it is: all else follows from the evaluations."""
        parts = {"generation": self.generation, "n_evaluations": self.n_evaluations, "seed": self._seed}
        return write_state({"algorithm": self.name, **parts})

    def restore(self, state: bytes, told: Told) -> None:
        """Become the search that gave the state, and was told all this."""
        data = read_state(state, self.name, ("generation", "seed", "n_evaluations"))
        if self.n_evaluations or self._asked is not None:
            raise RuntimeError("restore: the search has begun already; take a new one")
        self._seed = read_seed(data)
        told.check(told.genomes, 1)
        self._take(told)
        self.generation = read_count(data, "generation")
        if self.n_evaluations != read_count(data, "n_evaluations"):
            raise InputError("saved search: it is damaged: it was told another number of evaluations; start it again")

    # --- what it has found ---

    @cached_property
    def posterior(self) -> Posterior:
        """What all games so far say."""
        return fit(self.task, self.priors, self._decks, self._wins, self._games)

    @cached_property
    def spreads(self) -> Floats:
        """[k]: the standard deviations of the strengths of the posterior."""
        return self.posterior.find_spreads()

    def rank(self) -> Ints:
        """[k]: all decks of the posterior, those first that are surely strong."""
        return np.argsort(self.spreads - self.posterior.strengths, kind="stable")

    def count_games(self) -> Ints:
        """[k]: the games of each deck of the posterior."""
        return np.asarray(self._games.sum(axis=1))

    # --- rounds ---

    def _choose(self, number: int) -> Asked:
        """What a round asks for. Likes of a deck are asked for once; games that are left over go to later rounds."""
        rng = np.random.default_rng([self._seed, number])
        settings, n_left = self.settings, self._n_learning - number
        if number == 0:
            drawn = self.task.draw(self._n_first - len(self._given), rng)
            return self._ask_for(np.concatenate([self._given, drawn]), self.deck_games)
        if n_left > 0:
            size = (self._learning - self.n_games) // (n_left * self.deck_games)
            is_bold = number <= settings.bold * (self._n_learning - 1)
            scale = settings.bold_scale if is_bold else settings.late_scale
            return self._ask_for(self._sample(rng, size, scale * settings.nearness), self.deck_games)
        return self._race(rng, -n_left)

    def _sample(self, rng: np.random.Generator, n_decks: int, scale: float) -> Ints:
        """The best deck of each of some samples."""
        return self._climb(self.posterior.draw(rng, n_decks, scale))

    def _climb(self, forms: Forms) -> Ints:
        """[s]: the best deck of each form, looked for from the best of the strongest ones that were played."""
        strongest = self._decks[np.argsort(-self.posterior.strengths, kind="stable")[:N_STARTS]]
        with threadpool_limits(1):
            order = np.argsort(-measure(forms, strongest), axis=0, kind="stable")
            return climb_best(self.task, forms, strongest[order[:N_CLIMBS].T])

    def _race(self, rng: np.random.Generator, place: int) -> Asked:
        """The most hopeful decks; new ones join the first race."""
        settings, size = self.settings, self.settings.races[place]
        hopeful = self._decks[np.argsort(-self.posterior.strengths - self.spreads, kind="stable")]
        if place == 0:
            near = self._sample(rng, settings.joining, settings.joining_scale)
            hopeful = np.concatenate([self._climb(self.posterior.expect()), near, hopeful])
        first = np.sort(np.unique(hopeful, axis=0, return_index=True)[1])[:size]
        games = (self.settings.games - self.n_games) // (len(settings.races) - place)
        return self._ask_for(hopeful[first], max(1, games // (len(first) * self._unit)) * self._unit)

    def _ask_for(self, decks: Ints, games: int) -> Asked:
        """Each deck once, in this order, as long as there are games."""
        first = np.sort(np.unique(decks, axis=0, return_index=True)[1])
        first = first[: (self.settings.games - self.n_games) // games]
        return Asked(decks[first], np.full(len(first), games))
