"""A balance run with any search of the contract: batches of patches, the best measured again, a few of these audited.

Nothing of a search is used but what `search.contract` says, so that one from outside is run, stored, resumed and
reported as those that come with evometa.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from evometa.balance.evaluator import Evaluator, win_rates_of
from evometa.balance.objectives import label_objective
from evometa.experiments.balance.audit import UNCHANGED_NUMBER, Claim, find_changes
from evometa.experiments.balance.audited_work import AuditedWork
from evometa.experiments.balance.guide import make_guide, weigh_genes
from evometa.experiments.balance.results import UNCHANGED, BalanceResults, Generation, Guide, MeasuredAgain
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.nerfs.work import count_scan_games
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import read_checkpoints
from evometa.input.errors import InputError
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import Counts, Floats
from evometa.metagame.measures import imbalance
from evometa.metagame.playing import MetagameResult
from evometa.search.algorithms import find_algorithm
from evometa.search.contract import Asked, Search, Setup
from evometa.search.front import best_few
from evometa.store import Checkpoint, Evaluations, join_evaluations
from evometa.store.results import Ledger

AGAIN_BATCH = 10  # patches that are measured again at once
SEARCHED = "best as searched"  # the label of what the search alone would have chosen

SEARCHING = Stage("generation {step} of {steps}")
MEASURING_AGAIN = Stage("best patches measured again: {step} of {steps}")


class SearchingWork(AuditedWork):
    """A balance run with a search by its name."""

    def __init__(self, settings: BalanceSettings, tracker: Tracker) -> None:
        super().__init__(settings, tracker)
        self._check_first_batch()

    def claim_unchanged(self, played: Sequence[MetagameResult]) -> Claim:
        """The metagame as it is, with the games of its evaluation, if it has one."""
        genome, number = self.space.unchanged(), 0 if self.settings.unchanged else UNCHANGED_NUMBER
        found = self.evaluator.evaluate(genome[None], number)
        return Claim(UNCHANGED, number, genome, self.name_values(found.values[0]), found.counts[0])

    def note_baseline(self, results: BalanceResults, played: Sequence[MetagameResult]) -> BalanceResults:
        """The first look at the metagame as it is took games, too."""
        return replace(results, first_games=self.settings.games * self.n_match_ups)

    # --- the search ---

    def search(self, ledger: Ledger[BalanceResults]) -> None:
        """Let the search run to its end, from where it is, and measure its best again."""
        guide = None
        if self.settings.guide is not None:
            games_left = self.settings.games_left(-1, self.n_rows)
            guide = make_guide(ledger, self.metagame, self.settings, self.tracker, games_left)
        make, run = partial(self._make_search, guide), ledger.run
        known, checkpoints = run.evaluations(), read_checkpoints(run)
        history = ledger.results.history[: len(checkpoints)]
        for each in checkpoints[len(history) :]:  # a run that was killed may lack its last, a salvaged one all
            history = (*history, self._describe_generation(known, each.generation, self._restore(make, known, each)))
        ledger.keep(replace(ledger.results, history=history))
        search = self._restore(make, known, checkpoints[-1]) if checkpoints else make()
        self._tell_search(known, len(history) - 1)
        while not search.is_done and self._is_affordable(search, ledger):
            known = join_evaluations(known, self.search_on(run, search))
            history = (*history, self._describe_generation(known, len(history), search))
            ledger.keep(replace(ledger.results, history=history))
            self._tell_search(known, len(history) - 1)
        self.measure_again(ledger)

    def _check_first_batch(self) -> None:
        """Refuse a run that has no games for its first batch, beside its guide and what is measured again."""
        settings = self.settings
        if settings.max_games is None:
            return
        decks = range(len(self.metagame.decks)) if settings.guide == "wrn" else ()
        guide = sum(count_scan_games(self.metagame, deck, settings.guide_games) for deck in decks)
        first = settings.games * self.n_match_ups + self._count_asked(self._make_search(None).ask())
        if (needed := first + guide + self._reserved) > settings.max_games:
            raise InputError(
                f"max_games: found {settings.max_games:,}, but {needed:,} are needed for the first batch and for "
                "measuring the best again; allow more, or lower population, games, again_size or again_games"
            )

    def _is_affordable(self, search: Search, ledger: Ledger[BalanceResults]) -> bool:
        """Whether there are games for the next batch."""
        if self.settings.max_games is None:
            return True
        spent = ledger.run.n_games + ledger.results.search_games_beside
        return spent + self._count_asked(search.ask()) + self._reserved <= self.settings.max_games

    def _count_asked(self, asked: Asked) -> int:
        """How many games a batch takes."""
        each = len(asked.genomes) * self.settings.games if asked.games is None else int(asked.games.sum())
        return each * self.n_match_ups

    @property
    def _reserved(self) -> int:
        """The games that are kept for measuring the best again."""
        return self.settings.reserve_again * self.n_match_ups

    def _make_search(self, guide: Guide | None) -> Search:
        settings, space = self.settings, self.space
        weights = None if guide is None else weigh_genes(guide, space, settings.guide_top)
        given = np.array([genome for _, genome in self.given]) if self.given else None
        seed = seed_for(settings.seed, "search")
        setup = Setup(space.low, space.high, len(self.objectives), settings.evolution, seed, given, weights)
        return find_algorithm(settings.algorithm).make(setup)

    def _restore(self, make: Callable[[], Search], known: Evaluations, checkpoint: Checkpoint) -> Search:
        """The search as it was after a generation."""
        search, told = make(), known.take(known.generations <= checkpoint.generation)
        search.restore(checkpoint.state, self.to_told(told.genomes, told.objectives, told.wins))
        return search

    def evaluate(self, asked: Asked, number: int) -> tuple[Floats, Counts]:
        """Play the genomes that a search asks for."""
        played = self.evaluator.evaluate(asked.genomes, number, asked.games)
        return played.values, played.counts

    def _describe_generation(self, known: Evaluations, generation: int, search: Search) -> Generation:
        """What a search builds on after a generation, or what it was told in it."""
        told, population = known.generations <= generation, search.population
        values = known.objectives[known.generations == generation if population is None else population]
        return Generation(
            generation,
            int(np.count_nonzero(told)),
            int(known.games[told].sum()),
            min=self.name_values(values.min(axis=0)),
            mean=self.name_values(values.mean(axis=0)),
            max=self.name_values(values.max(axis=0)),
        )

    def _tell_search(self, known: Evaluations, generation: int) -> None:
        best = self.name_values(known.objectives.min(axis=0)) if len(known) else {}
        self.tracker.best = {label_objective(name): value for name, value in best.items()}
        last, left = self.settings.evolution.generations, self.settings.games_left(generation, self.n_rows)
        self.tracker.expect(SEARCHING, generation, last, left)

    # --- the best again ---

    def measure_again(self, ledger: Ledger[BalanceResults]) -> None:
        """Measure the search's best with fresh games, so that the lucky ones fall behind; stored batch by batch."""
        found = ledger.run.evaluations()
        changed = found.take(find_changes(found, self.space))
        best = changed.take(best_few(changed.objectives, self.settings.again_size))
        n_best, audits = len(best), self.settings.count_audit_games()
        while (n_done := len(ledger.results.again)) < n_best:
            left = (n_best - n_done) * self.settings.again_games + audits
            self.tracker.expect(MEASURING_AGAIN, n_done, n_best, left * self.n_rows)
            batch = best.take(np.arange(n_done, min(n_done + AGAIN_BATCH, n_best)))
            played = self.again.evaluate(batch.genomes, n_done)
            rows = (
                MeasuredAgain(number, self.name_values(row), imbalance(win_rates_of(counts)), int(counts.sum()))
                for number, row, counts in zip(batch.numbers.tolist(), played.values, played.counts, strict=True)
            )
            ledger.keep(replace(ledger.results, again=(*ledger.results.again, *rows)))

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
        values = np.array([[row.values[name] for name in self.settings.objectives] for row in again])
        chosen = [again[place] for place in best_few(values, self.settings.audit_size - 1)]
        word = "best" if len(self.settings.objectives) == 1 else "front"
        claims = [self._read_claim(evaluations, f"{word} {i}", row) for i, row in enumerate(chosen, start=1)]
        first = self.settings.objectives[0]
        searched = min(
            (self._read_claim(evaluations, SEARCHED, row) for row in again),
            key=lambda claim: (claim.searched[first], claim.number),
        )
        return claims if searched.number in (claim.number for claim in claims) else [*claims, searched]

    def _read_claim(self, evaluations: Evaluations, label: str, again: MeasuredAgain) -> Claim:
        place = int(np.searchsorted(evaluations.numbers, again.number))
        searched = self.name_values(evaluations.objectives[place])
        genome, counts = evaluations.genomes[place], evaluations.wins[place]
        is_usual = int(counts.sum()) == self.settings.games * self.n_match_ups  # and not as many as the search asked
        floors = None if is_usual else self.find_floors(counts, again.number)
        return Claim(label, again.number, genome, searched, counts, again.values, again.f, floors)
