"""The search itself: MAP-Elites with sliding boundaries fills the map, then all elites are measured again.

A deck that was only lucky must not stay an elite: who falls behind when measured again gives way to the next deck of
its cell, which is measured again in turn. Checkpoints are batches of decks, and evaluations are numbered through.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from evometa.experiments.decks.results import DeckMap, DecksResults, Elite, MapBatch, MeasureTitle
from evometa.experiments.decks.trials import Finalist, Trials
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import read_checkpoint_trees
from evometa.games.game import Game
from evometa.input.errors import Where
from evometa.input.stored import Record
from evometa.matches.inference import Counts, Floats
from evometa.matches.schedule import seed_for
from evometa.metagame.decks.deck_measures import find_measure
from evometa.metagame.limits import MOST_PILOTS
from evometa.search.contract import Ints, Told
from evometa.store import Evaluations, Run, refuse_misfits, to_json
from evometa.store.results import Ledger

if TYPE_CHECKING:
    from evometa.search.maps.map_elites import MapElites

SEARCHING = Stage("deck {step} of {steps}", is_best_highest=True)
MEASURING_AGAIN = Stage("best decks measured again: {step} of {steps}", is_best_highest=True)


# --- what checkpoints hold: first the batches of the search, then elites that were measured again ---


class SearchState(Record):
    """The state after a batch of the search; the decks themselves are the evaluations of the run."""

    search: Any  # the position of the algorithm
    batch: MapBatch
    fingerprint: str  # of the files that the search depends on


class AgainState(Record):
    """Elites that were measured again."""

    again: tuple[int, ...]  # the numbers of their first evaluations, in the order of the new ones


@dataclass(frozen=True, eq=False)
class States:
    """All checkpoints of a run."""

    searched: tuple[SearchState, ...]
    again: tuple[AgainState, ...]

    @property
    def measured_again(self) -> list[int]:
        """The numbers of the first evaluations of all decks that were measured again."""
        return [number for state in self.again for number in state.again]


def read_states(run: Run) -> States:
    """What the checkpoints of a run say."""
    where, trees = Where(f"{run.folder}: its checkpoints"), read_checkpoint_trees(run)
    searched = [tree for tree in trees if isinstance(tree, dict) and "search" in tree]
    return States(
        tuple(SearchState.from_json(tree, where) for tree in searched),
        tuple(AgainState.from_json(tree, where) for tree in trees[len(searched) :]),
    )


# --- the search -------------------------------------------------------------------------------------


class MapSearch:
    """The search of a run, from where the run has left it."""

    def __init__(self, trials: Trials, tracker: Tracker, ledger: Ledger[DecksResults]) -> None:
        self.trials, self.tracker, self.ledger = trials, tracker, ledger
        self.settings = trials.settings
        states = read_states(ledger.run)
        with refuse_misfits(ledger.run.folder):
            self.algorithm = self._restore(states)
        history = tuple(state.batch for state in states.searched)
        ledger.keep(replace(ledger.results, history=history))  # a run that was killed may lack its last batch

    # --- where it stands ---

    def _restore(self, states: States) -> MapElites:
        """The algorithm as it is stored, with all elites that have been measured again."""
        algorithm, stored, n_batches = self._new_algorithm(), self.ledger.run.evaluations(), len(states.searched)
        self._check_evaluations(states, stored)
        if n_batches:
            self.trials.check_files(states.searched[0].fingerprint, self.ledger.run.folder)
            found = stored.generations < n_batches
            values, position = stored.objectives[found], to_json(states.searched[-1].search).encode()
            told = Told(stored.genomes[found], _to_minimise(values[:, 0]), measures=values[:, 1:])
            algorithm.restore(position, told)
        for generation, state in enumerate(states.again, start=n_batches):
            algorithm.confirm(state.again, _to_minimise(stored.objectives[stored.generations == generation, 0]))
        return algorithm

    def _new_algorithm(self) -> MapElites:
        """The algorithm before its first deck."""
        from evometa.search.maps.map_elites import MapElites  # takes a second to import

        space, settings, seed = self.trials.space, self.settings, self.settings.seed
        given = space.adapt(self.trials.given, np.random.default_rng(seed_for(seed, "given")))
        return MapElites(space, len(settings.measures), settings.map, seed_for(seed, "search"), given)

    def _check_evaluations(self, states: States, stored: Evaluations) -> None:
        """Refuse to go on without decks that the checkpoints tell of."""
        batches = Counter(stored.generations.tolist())
        n_batches, expected = len(states.searched), [len(state.again) for state in states.again]
        found = [batches[generation] for generation in range(n_batches, n_batches + len(expected))]
        if states.searched:
            expected.append(states.searched[-1].batch.evaluations)
            found.append(sum(batches[generation] for generation in range(n_batches)))
        if found != expected:
            raise self.ledger.run.database.damaged("its checkpoints tell of other decks than there are")

    def search(self) -> None:
        """Do all that is still to do."""
        self._fill_map()
        self._measure_again()

    # --- filling the map ---

    def _fill_map(self) -> None:
        """Search to the end, batch by batch."""
        self._tell_search()
        while not self.algorithm.is_done:
            self._search_on()
            self._tell_search()

    def _search_on(self) -> None:
        """One batch more; its evaluations and the state after it are stored together."""
        algorithm, ledger = self.algorithm, self.ledger
        first, decks = algorithm.n_evaluations, algorithm.ask().genomes
        found = self.trials.measure(decks, self.settings.games, "deck", range(first, first + len(decks)))
        algorithm.tell(Told(decks, _to_minimise(found.objective), measures=found.measures))
        batch = _describe_batch(algorithm)
        state = SearchState(json.loads(algorithm.get_state()), batch, self.trials.fingerprint)
        evaluations = found.evaluations(algorithm.generation, first)
        ledger.run.save_checkpoint(algorithm.generation, to_json(state.to_json()).encode(), evaluations)
        ledger.keep(replace(ledger.results, history=(*ledger.results.history, batch)))

    def _tell_search(self) -> None:
        algorithm, n_known = self.algorithm, len(self.trials.landmarks)
        if algorithm.n_evaluations:
            self.tracker.best = {self.settings.objective: float(algorithm.best["objective"])}
        left = self.settings.count_search() - algorithm.n_evaluations * self.settings.games
        left += self.settings.count_later(len(self.trials.opponents), n_known)
        self.tracker.expect(SEARCHING, algorithm.n_evaluations, self.settings.map.evaluations, left)

    # --- elites, measured again ---

    def _measure_again(self) -> None:
        """Measure elites with fresh games until none is left that was measured only once."""
        audits = self.trials.count_audit_games(self.settings.finalists + len(self.trials.landmarks))
        later = audits + MOST_PILOTS * self.trials.count_pilot_games()
        while n_waiting := len(waiting := self.algorithm.unconfirmed):
            n_elites, left = len(self.algorithm.archive), n_waiting * self.settings.again_games + later
            self.tracker.expect(MEASURING_AGAIN, n_elites - n_waiting, n_elites, left)
            self._confirm(waiting[: self.settings.map.batch])

    def _confirm(self, numbers: Ints) -> None:
        """Measure some elites again, and store what came out."""
        run, state = self.ledger.run, AgainState(tuple(numbers.tolist()))
        found = self.trials.measure(self._find_decks(numbers), self.settings.again_games, "again", state.again)
        generation = (run.generation or 0) + 1
        evaluations = found.evaluations(generation, run.n_evaluations)
        run.save_checkpoint(generation, to_json(state.to_json()).encode(), evaluations)
        self.algorithm.confirm(numbers, _to_minimise(found.objective))

    # --- what it has found ---

    def list_finalists(self) -> list[Finalist]:
        """The best elites by fresh games."""
        order = sorted(self._describe_map().elites, key=lambda elite: (-elite.again, elite.number))
        elites = order[: self.settings.finalists]
        decks = self._find_decks([elite.number for elite in elites])
        return [
            Finalist(each.number, each.searched, each.again, deck) for each, deck in zip(elites, decks, strict=True)
        ]

    def conclude(self, results: DecksResults) -> DecksResults:
        """The results with what the search itself shows in the end: the map."""
        return replace(results, map=self._describe_map())

    def _find_decks(self, numbers: ArrayLike) -> Counts:
        """[k, n]: the decks of some evaluations."""
        return np.asarray(self.algorithm.archive.look_up(numbers)["solution"])

    def _describe_map(self) -> DeckMap:
        """The map: its axes with their boundaries, and the elite of every cell that has one."""
        archive, settings = self.algorithm.archive, self.settings
        index, *values = archive.data(["index", "number", "first_objective", "objective", "measures"], "tuple")
        cells = np.stack(np.unravel_index(index, tuple(archive.dims)), axis=-1)
        elites = (
            Elite(tuple(cell.tolist()), int(number), float(searched), float(again), tuple(measures.tolist()))
            for cell, number, searched, again, measures in zip(cells, *values, strict=True)
        )
        return DeckMap(
            objective=title_measure(settings.objective, self.trials.metagame.game),
            measures=tuple(title_measure(name, self.trials.metagame.game) for name in settings.measures),
            boundaries=archive.boundaries,
            elites=tuple(elites),
        )


def _to_minimise(objective: Floats) -> Floats:
    """[k, 1]: what a search minimises, from the objective [k] of decks, of which more is better."""
    return -objective[:, None]


def _describe_batch(search: MapElites) -> MapBatch:
    """How far the map is."""
    stats = search.archive.stats
    return MapBatch(
        generation=search.generation,
        evaluations=search.n_evaluations,
        size=int(search.archive.dims[0]),
        elites=int(stats.num_elites),
        best=float(search.best["objective"]),
        mean=float(stats.qd_score) / stats.num_elites,
    )


def title_measure(name: str, game: Game) -> MeasureTitle:
    """A measure with its title."""
    measure = find_measure(name, game)
    return MeasureTitle(name, measure.title, measure.is_whole)
