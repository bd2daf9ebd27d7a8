"""The search that learns: rounds of decks that the model asks for, played and told to it, until its games are spent.

Checkpoints are rounds, and evaluations are numbered through. All that the model knows follows from these.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from evometa.experiments.decks.results import DecksResults, LearnedCard, LearningRound
from evometa.experiments.decks.trials import Finalist, Trials
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import read_checkpoint_trees
from evometa.games.cards import reference_to
from evometa.games.decks.deck import parse_deck
from evometa.input.errors import Where, errors_at
from evometa.input.stored import Record
from evometa.matches.inference import Counts, Estimate, Floats, margin
from evometa.matches.schedule import seed_for
from evometa.metagame.decks.deck_measures import describe_decks
from evometa.search.contract import Told
from evometa.search.decks.kinds import find_others
from evometa.search.decks.learner import DeckLearner
from evometa.search.decks.settings import DeckSearchSettings
from evometa.search.decks.task import DeckTask
from evometa.search.maps.model_map import ModelMap, plan_map
from evometa.store import refuse_misfits, to_json
from evometa.store.results import Ledger

LEARNING = Stage("round {step} of {steps}", is_best_highest=True)
SIDES = np.array([0, -1, 1])  # of a number and the ends of its interval
DIGITS = 6  # those after them depend on the machine
SLOPE = 0.25  # of the win rate by log odds, where a game is even


class LearningState(Record):
    """The state after a round; the decks themselves are the evaluations of the run."""

    search: Any  # the position of the algorithm
    round: LearningRound
    fingerprint: str  # of the files that the search depends on


def make_learner(trials: Trials) -> DeckLearner:
    """The search of a run before its first deck; refused if there are too few games."""
    space, settings, task = trials.space, trials.settings, _make_task(trials)
    given = space.adapt(trials.given, np.random.default_rng(seed_for(settings.seed, "given")))
    seed, unit = seed_for(settings.seed, "search"), unit_of(len(task.shares))
    if not settings.has_map:
        with errors_at(Where("max_games")):
            return DeckLearner(task, DeckSearchSettings(games=settings.max_games), seed, given, unit)
    describe = describe_decks(settings.measures, space)
    with errors_at(Where("max_games")):
        return ModelMap(task, plan_map(settings.max_games), describe, settings.map.largest, seed, given, unit)


def _make_task(trials: Trials) -> DeckTask:
    """What the search of a run is about, as arrays."""
    space, gauntlet = trials.space, trials.gauntlet
    seats = len(gauntlet.seats)
    return DeckTask(
        space.low,
        space.high,
        space.rules.deck_size,
        np.array([card.cost for card in space.cards]),
        np.repeat(gauntlet.shares / gauntlet.shares.sum() / seats, seats),
    )


def unit_of(n_rows: int) -> int:
    """What divides the games of a deck that meets all opponents as often from each seat: an even number of games."""
    return n_rows * (1 + n_rows % 2)


class ModelSearch:
    """The search of a run, from where the run has left it."""

    def __init__(self, trials: Trials, tracker: Tracker, ledger: Ledger[DecksResults]) -> None:
        self.trials, self.tracker, self.ledger = trials, tracker, ledger
        self.learner = make_learner(trials)
        with refuse_misfits(ledger.run.folder):
            self._restore()

    def _restore(self) -> None:
        """Bring the model to where the run is; a run that was killed may lack its last round."""
        run, trees = self.ledger.run, read_checkpoint_trees(self.ledger.run)
        where = Where(f"{run.folder}: its checkpoints")
        states = tuple(LearningState.from_json(tree, where) for tree in trees)
        if not states:
            return
        self.trials.check_files(states[0].fingerprint, run.folder)
        stored = run.evaluations()
        told = self._tell_of(stored.genomes, stored.objectives, stored.wins, stored.games)
        self.learner.restore(to_json(states[-1].search).encode(), told)
        self.ledger.keep(replace(self.ledger.results, rounds=tuple(state.round for state in states)))

    def _tell_of(self, decks: Counts, values: Floats, wins: Counts, games: Counts) -> Told:
        """Evaluations as the model takes them: a row for each opponent and seat."""
        seats = list(self.trials.gauntlet.seats)
        rows = [each[:, :, seats].reshape(len(decks), -1) for each in (wins, games)]
        return Told(decks, -values[:, :1], wins=rows[0], games=rows[1])

    # --- rounds ---

    def search(self) -> None:
        """Search to the end, round by round."""
        self._tell_progress()
        while not self.learner.is_done:
            self._search_on()
            self._tell_progress()

    def _search_on(self) -> None:
        """One round more; its evaluations and the state after it are stored together."""
        learner, ledger, asked = self.learner, self.ledger, self.learner.ask()
        assert asked.games is not None
        first, games = learner.n_evaluations, int(asked.games[0])  # the same for all decks of a round
        found = self.trials.measure(asked.genomes, games, "deck", range(first, first + len(asked.genomes)))
        evaluations = found.evaluations(learner.generation + 1, first)
        told = self._tell_of(asked.genomes, found.values, evaluations.wins, evaluations.games)
        learner.tell(told)
        told_round = self._describe_round(told)
        state = LearningState(json.loads(learner.get_state()), told_round, self.trials.fingerprint)
        ledger.run.save_checkpoint(learner.generation, to_json(state.to_json()).encode(), evaluations)
        ledger.keep(replace(ledger.results, rounds=(*ledger.results.rounds, told_round)))

    def _describe_round(self, told: Told) -> LearningRound:
        assert told.wins is not None
        assert told.games is not None
        learner, found, place = self.learner, self.learner.posterior, self.learner.rank()[0]
        ends = found.strengths[place] + margin(learner.spreads[place]) * SIDES
        won = float(told.wins.sum() / told.games.sum())
        best = Estimate(*found.rate(ends).tolist()).rounded(DIGITS)
        return LearningRound(learner.generation, len(told.genomes), learner.n_games, won, best)

    def _tell_progress(self) -> None:
        learner, trials, rounds = self.learner, self.trials, self.ledger.results.rounds
        if rounds:
            self.tracker.best = {"wins": rounds[-1].best.value}
        left = trials.settings.max_games - learner.n_games
        left += trials.settings.count_later(len(trials.opponents), len(trials.landmarks))
        self.tracker.expect(LEARNING, learner.generation + 1, learner.n_rounds, left)

    # --- what it has found ---

    def list_finalists(self) -> list[Finalist]:
        """The decks that are most surely strong, and then some that are unlike the best of them."""
        order, found = self.learner.rank().tolist(), self.learner.posterior
        finalists = self.describe_played(order[: self.trials.settings.finalists])
        others = self._find_others(found.decks[order[0]])
        rates = found.rate(found.predict(others)).tolist()
        return finalists + [Finalist(None, rate, nan, deck, True) for rate, deck in zip(rates, others, strict=True)]

    def describe_played(self, places: Sequence[int]) -> list[Finalist]:
        """Decks of the posterior, each with the number of its first evaluation."""
        found, genomes = self.learner.posterior, self.ledger.run.evaluations().genomes
        rates = found.rate(found.strengths)
        return [
            Finalist(_find_first(genomes, found.decks[place]), float(rates[place]), nan, found.decks[place])
            for place in places
        ]

    def _find_others(self, best: Counts) -> Counts:
        """[k, n]: decks that nobody has played, unlike the best, by the model."""
        settings, found = self.trials.settings, self.learner.posterior
        rng = np.random.default_rng(seed_for(settings.seed, "others"))
        costs = self.learner.task.costs
        return find_others(
            self.learner.task, found.expect(), found.decks, best, settings.others, lambda decks: decks @ costs, rng
        )

    def conclude(self, results: DecksResults) -> DecksResults:
        """The results with what the model has learned of the cards, seen from the best deck."""
        assert results.best is not None
        posterior, space = self.learner.posterior, self.trials.space
        (deck,) = space.encode([parse_deck(results.best.toml, game=self.trials.metagame.game)])
        worths, spreads = posterior.judge_cards(deck)
        games = (self.learner.count_games()[:, None] * (posterior.decks > 0)).sum(axis=0)
        cards = [
            LearnedCard(
                reference_to(space.card_set, card),
                int(deck[i]),
                Estimate(*(SLOPE * (worths[i] + margin(spreads[i]) * SIDES)).tolist()).rounded(DIGITS),
                int(games[i]),
            )
            for i, card in enumerate(space.cards)
        ]
        order = sorted(cards, key=lambda each: (-each.worth.value, each.card))
        return replace(results, cards=tuple(order))


def _find_first(genomes: Counts, deck: Counts) -> int:
    return int(np.flatnonzero((genomes == deck).all(axis=1))[0])
