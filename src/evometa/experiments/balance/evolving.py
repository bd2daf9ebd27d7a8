"""A balance run that evolves: generations of patches, many of the best measured again, and a few of these audited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from evometa.balance.evaluator import Evaluator
from evometa.balance.objectives import label_objective
from evometa.experiments.balance.audit import UNCHANGED_NUMBER, Claim, find_changes
from evometa.experiments.balance.audited_work import AuditedWork
from evometa.experiments.balance.guide import make_guide, weigh_genes
from evometa.experiments.balance.results import UNCHANGED, BalanceResults, Generation, Guide, MeasuredAgain
from evometa.experiments.progress import Stage
from evometa.experiments.runs import read_checkpoints
from evometa.matches.schedule import seed_for
from evometa.metagame.measures import imbalance
from evometa.metagame.playing import MetagameResult
from evometa.search.algorithms import restore_algorithm
from evometa.search.evolution import Evolution
from evometa.search.front import best_few
from evometa.search.problem import Evaluated
from evometa.store import Evaluations, Run
from evometa.store.results import Ledger

AGAIN_BATCH = 10  # patches that are measured again at once
SEARCHED = "best as searched"  # the label of what the search alone would have chosen

SEARCHING = Stage("generation {step} of {steps}")
MEASURING_AGAIN = Stage("best patches measured again: {step} of {steps}")


class EvolvingWork(AuditedWork):
    """A balance run with an evolutionary algorithm."""

    def claim_unchanged(self, played: Sequence[MetagameResult]) -> Claim:
        """The metagame as it is, with the games of its evaluation, if it has one."""
        genome, number = self.space.unchanged(), 0 if self.settings.unchanged else UNCHANGED_NUMBER
        values = self.evaluator.evaluate(genome[None], number)[0]
        assert self.evaluator.last is not None
        return Claim(UNCHANGED, number, genome, self.name_values(values), self.evaluator.last.counts[0])

    def note_baseline(self, results: BalanceResults, played: Sequence[MetagameResult]) -> BalanceResults:
        """The first look at the metagame as it is took games, too."""
        return replace(results, first_games=self.settings.games * self.n_match_ups)

    def find_guide(self, ledger: Ledger[BalanceResults]) -> Guide | None:
        """The statistics of the cards, if they are to guide the search."""
        if self.settings.guide is None:
            return None
        games_left = self.settings.games_left(-1, self.n_rows)
        return make_guide(ledger, self.metagame, self.settings, self.tracker, games_left)

    # --- the search ---

    def search(self, ledger: Ledger[BalanceResults]) -> None:
        """Let the algorithm run to its end, from where it is, and measure its best again."""
        guide = self.find_guide(ledger)
        run, checkpoints = ledger.run, read_checkpoints(ledger.run)
        history = self._read_history(run, [restore_algorithm(each.state) for each in checkpoints])
        algorithm = restore_algorithm(checkpoints[-1].state) if checkpoints else self._new_algorithm(guide)
        ledger.keep(replace(ledger.results, history=history))  # a run that was killed may lack its last generations
        self._tell_search(algorithm)
        while not algorithm.is_done:
            self._search_on(run, algorithm)
            history = (*history, self._describe_generation(algorithm, run.n_games))
            ledger.keep(replace(ledger.results, history=history))
            self._tell_search(algorithm)
        self.measure_again(ledger)

    def _new_algorithm(self, guide: Guide | None) -> Evolution:
        weights = None if guide is None else weigh_genes(guide, self.space, self.settings.guide_top)
        given = np.array([genome for _, genome in self.given]) if self.given else None
        seed = seed_for(self.settings.seed, "search")
        return self.settings.algorithm_type(self.evaluator, self.settings.evolution, seed, given, weights)

    def _search_on(self, run: Run, algorithm: Evolution) -> None:
        """One generation more; its evaluations and the state after it are stored together."""
        values = self.evaluator.evaluate(algorithm.ask(), algorithm.n_evaluations)
        played = self.evaluator.last
        assert played is not None
        algorithm.tell(values)
        evaluations = Evaluations.of_generation(
            algorithm.generation, played.first, played.genomes, played.values, played.counts, played.games
        )
        run.save_checkpoint(algorithm.generation, algorithm.get_state(), evaluations)

    def _read_history(self, run: Run, algorithms: list[Evolution]) -> tuple[Generation, ...]:
        """What the checkpoints tell about each generation."""
        evaluations = run.evaluations()
        games = [int(evaluations.games[evaluations.generations <= each.generation].sum()) for each in algorithms]
        return tuple(self._describe_generation(*each) for each in zip(algorithms, games, strict=True))

    def _describe_generation(self, algorithm: Evolution, games: int) -> Generation:
        values = algorithm.population.values
        return Generation(
            algorithm.generation,
            algorithm.n_evaluations,
            games,
            min=self.name_values(values.min(axis=0)),
            mean=self.name_values(values.mean(axis=0)),
            max=self.name_values(values.max(axis=0)),
        )

    def _tell_search(self, algorithm: Evolution) -> None:
        values = algorithm.front.values
        best = self.name_values(values.min(axis=0)) if len(values) else {}
        self.tracker.best = {label_objective(name): value for name, value in best.items()}
        generation, last = algorithm.generation, self.settings.evolution.generations
        left = self.settings.games_left(generation, self.n_rows)
        self.tracker.expect(SEARCHING, generation, last, left)

    # --- the best again ---

    def measure_again(self, ledger: Ledger[BalanceResults]) -> None:
        """Measure the search's best with fresh games, so that the lucky ones fall behind; stored batch by batch."""
        found = ledger.run.evaluations()
        best = find_changes(Evaluated(found.genomes, found.objectives, found.numbers), self.space)
        best = best.take(best_few(best.values, self.settings.again_size))
        n_best, audits = len(best.numbers), self.settings.count_audit_games()
        while (n_done := len(ledger.results.again)) < n_best:
            left = (n_best - n_done) * self.settings.again_games + audits
            self.tracker.expect(MEASURING_AGAIN, n_done, n_best, left * self.n_rows)
            batch = best.take(np.arange(n_done, min(n_done + AGAIN_BATCH, n_best)))
            rows = self._measure_batch(batch, n_done)
            ledger.keep(replace(ledger.results, again=(*ledger.results.again, *rows)))

    def _measure_batch(self, batch: Evaluated, first: int) -> list[MeasuredAgain]:
        """What fresh games say of some genomes, with the numbers of their first evaluations."""
        values = self.again.evaluate(batch.genomes, first)
        played = self.again.last
        assert played is not None
        rows = zip(batch.numbers.tolist(), values, played.win_rates, played.games, strict=True)
        return [
            MeasuredAgain(number, self.name_values(row), imbalance(rates), int(games.sum()))
            for number, row, rates, games in rows
        ]

    @cached_property
    def again(self) -> Evaluator:
        """Plays the search's best again."""
        settings, seed = self.settings, seed_for(self.settings.seed, "again")
        return Evaluator(self.metagame, self.space, self.objectives, settings.again_games, seed, self.tracker)

    # --- what is audited ---

    def choose_claims(self, ledger: Ledger[BalanceResults]) -> list[Claim]:
        """The best when measured again, and what the search alone called best, if that is another."""
        evaluations, again = ledger.run.evaluations(), ledger.results.again
        if not again:
            return []
        chosen = [again[place] for place in self._choose_places(again)]
        word = "best" if len(self.settings.objectives) == 1 else "front"
        claims = [self._read_claim(evaluations, f"{word} {i}", row) for i, row in enumerate(chosen, start=1)]
        searched = min((self._read_claim(evaluations, SEARCHED, row) for row in again), key=self._rank_searched)
        return claims if searched.number in (claim.number for claim in claims) else [*claims, searched]

    def _choose_places(self, again: Sequence[MeasuredAgain]) -> list[int]:
        values = np.array([[row.values[name] for name in self.settings.objectives] for row in again])
        return [int(place) for place in best_few(values, self.settings.audit_size - 1)]

    def _rank_searched(self, claim: Claim) -> tuple[float, int]:
        return claim.searched[self.settings.objectives[0]], claim.number

    def _read_claim(self, evaluations: Evaluations, label: str, again: MeasuredAgain) -> Claim:
        place = int(np.searchsorted(evaluations.numbers, again.number))
        searched = self.name_values(evaluations.objectives[place])
        genome, counts = evaluations.genomes[place], evaluations.wins[place]
        return Claim(label, again.number, genome, searched, counts, again.values, again.f)
