"""A balance run: search for patches that make a metagame even, measure many of the best again, and audit a few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import comb, isnan, nan
from typing import Any

import numpy as np

from evometa.balance.evaluator import Evaluator
from evometa.balance.objectives import Candidate, Objective, choose_objectives, jolt, label_objective
from evometa.balance.space import Ints
from evometa.balance.space_files import make_space
from evometa.cards.patches.files import parse_patch
from evometa.experiments.balance.audit import UNCHANGED_NUMBER, Auditor, Claim, choose_audit, find_changes
from evometa.experiments.balance.guide import list_decks, make_guide, weigh_genes
from evometa.experiments.balance.pilots import PatchPilots
from evometa.experiments.balance.results import (
    UNCHANGED,
    Audit,
    BalanceFinal,
    BalanceResults,
    Generation,
    Guide,
    MeasuredAgain,
)
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import load_played, read_checkpoints
from evometa.input.writing import write_file
from evometa.matches.schedule import seed_for
from evometa.metagame.diversity import count_copies, find_overlaps
from evometa.metagame.evidence import Estimated
from evometa.metagame.measures import imbalance
from evometa.metagame.pilots import MOST_PILOTS
from evometa.search.algorithms import restore_algorithm
from evometa.search.evolution import Evolution
from evometa.search.front import best_few
from evometa.search.problem import Evaluated
from evometa.store import Evaluations, Run
from evometa.store.results import Ledger

PATCH_FILE = "patch.toml"  # in the folder of the run
AGAIN_BATCH = 10  # patches that are measured again at once
SEARCHED = "best as searched"  # the label of what the search alone would have chosen

BASELINE = Stage("the metagame as it is")
SEARCHING = Stage("generation {step} of {steps}")
MEASURING_AGAIN = Stage("best patches measured again: {step} of {steps}")
AUDITING = Stage("audit: {step} of {steps}")


class BalanceWork:
    """A balance run: the metagame as it is, the search, its best again, the audits, and what has come of them."""

    def __init__(self, settings: BalanceSettings, tracker: Tracker) -> None:
        metagame = load_played(settings.metagame, settings.players)
        self.metagame, self.settings, self.tracker = metagame, settings, tracker
        self.objectives: Sequence[Objective] = choose_objectives(settings.objectives)
        self.space = make_space(metagame, settings.space)
        self.evaluator = self._make_evaluator("evaluations", settings.games, settings.common_seeds)
        patch_name = f"Balance of {metagame.name}"
        self.auditor = Auditor(self.evaluator, settings.audit_games, settings.seed, patch_name)
        self.n_match_ups = comb(len(metagame.decks), 2)
        self.given = self._read_given()

    def carry_out(self, ledger: Ledger[BalanceResults]) -> None:
        """Do all that is still to do."""
        self.measure_baseline(ledger)
        guide = self.find_guide(ledger)
        self.search(ledger, guide)
        self.measure_again(ledger)
        self.audit(ledger)
        self.choose(ledger)
        self.hand_over(ledger)
        self.conclude(ledger)

    # --- the metagame as it is ---

    def measure_baseline(self, ledger: Ledger[BalanceResults]) -> None:
        """Play the metagame as it is, as often as an audit does: it is the first audit, too."""
        if ledger.results.baseline is not None:
            return
        self.tracker.expect(BASELINE, 0, 1, self.settings.games_left(-1, self.n_match_ups))
        result = self.auditor.play_baseline()
        audit = self.auditor.audit(self._claim_unchanged(), result.evidence)
        ledger.keep(
            replace(
                ledger.results,
                baseline=audit.standing,
                first_games=self.settings.games * self.n_match_ups,
                audits=(audit,),
                cards=list_decks(result),
            )
        )

    def _claim_unchanged(self) -> Claim:
        """The metagame as it is, looked at as the search does: with the games of its evaluation, if it has one."""
        genome, number = self.space.unchanged(), 0 if self.settings.unchanged else UNCHANGED_NUMBER
        values = self.evaluator.evaluate(genome[None], number)[0]
        assert self.evaluator.last is not None
        return Claim(UNCHANGED, number, genome, self._name_values(values), self.evaluator.last.counts[0])

    def find_guide(self, ledger: Ledger[BalanceResults]) -> Guide | None:
        """The statistics of the cards, if they are to guide the search."""
        if self.settings.guide is None:
            return None
        games_left = self.settings.games_left(-1, self.n_match_ups)
        return make_guide(ledger, self.metagame, self.settings, self.tracker, games_left)

    # --- the search ---

    def search(self, ledger: Ledger[BalanceResults], guide: Guide | None) -> None:
        """Let the algorithm run to its end, from where it is."""
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
            min=self._name_values(values.min(axis=0)),
            mean=self._name_values(values.mean(axis=0)),
            max=self._name_values(values.max(axis=0)),
        )

    def _tell_search(self, algorithm: Evolution) -> None:
        values = algorithm.front.values
        best = self._name_values(values.min(axis=0)) if len(values) else {}
        self.tracker.best = {label_objective(name): value for name, value in best.items()}
        generation, last = algorithm.generation, self.settings.evolution.generations
        left = self.settings.games_left(generation, self.n_match_ups)
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
            self.tracker.expect(MEASURING_AGAIN, n_done, n_best, left * self.n_match_ups)
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
            MeasuredAgain(number, self._name_values(row), imbalance(rates), int(games.sum()))
            for number, row, rates, games in rows
        ]

    # --- the audit ---

    def audit(self, ledger: Ledger[BalanceResults]) -> None:
        """Play the best of those that were measured again once more; each audit is stored as it is finished."""
        claims = self._choose_claims(ledger.run.evaluations(), ledger.results.again)
        for n_done in range(len(ledger.results.audits) - 1, len(claims)):  # the first is the metagame as it is
            left = (len(claims) - n_done) * self.settings.audit_games + 2 * MOST_PILOTS * self.settings.pilot_games
            self.tracker.expect(AUDITING, n_done, len(claims), left * self.n_match_ups)
            evidence = self.auditor.play(claims[n_done]).evidence
            audit = self.auditor.audit(claims[n_done], evidence)
            ledger.keep(replace(ledger.results, audits=(*ledger.results.audits, audit)))

    def _choose_claims(self, evaluations: Evaluations, again: Sequence[MeasuredAgain]) -> list[Claim]:
        """The best when measured again, and what the search alone called best, if that is another."""
        if not again:
            return []
        values = np.array([[row.values[name] for name in self.settings.objectives] for row in again])
        chosen = [again[place] for place in best_few(values, self.settings.audit_size - 1).tolist()]
        word = "best" if len(self.settings.objectives) == 1 else "front"
        claims = [self._read_claim(evaluations, f"{word} {i}", row) for i, row in enumerate(chosen, start=1)]
        searched = min((self._read_claim(evaluations, SEARCHED, row) for row in again), key=self._rank_searched)
        return claims if searched.number in (claim.number for claim in claims) else [*claims, searched]

    def _rank_searched(self, claim: Claim) -> tuple[float, int]:
        return claim.searched[self.settings.objectives[0]], claim.number

    def _read_claim(self, evaluations: Evaluations, label: str, again: MeasuredAgain) -> Claim:
        place = int(np.searchsorted(evaluations.numbers, again.number))
        searched = self._name_values(evaluations.objectives[place])
        genome, counts = evaluations.genomes[place], evaluations.wins[place]
        return Claim(label, again.number, genome, searched, counts, again.values, again.f)

    # --- the end ---

    def choose(self, ledger: Ledger[BalanceResults]) -> None:
        """Choose among the audits."""
        audits = tuple(self._complete(audit) for audit in ledger.results.audits)
        best = choose_audit(audits, self.objectives)
        ledger.keep(replace(ledger.results, audits=audits, chosen=best.number))

    def hand_over(self, ledger: Ledger[BalanceResults]) -> None:
        """Let other pilots play the metagame without the chosen patch and with it, if there is one."""
        unchanged, chosen = ledger.results.audits[0], ledger.results.chosen_audit
        assert chosen is not None
        if chosen.is_unchanged or not self.settings.pilot_games:
            return
        patch = parse_patch(chosen.patch, self.space.card_set, chosen.label)
        pilots = PatchPilots(self.metagame, self.settings.pilot_games, self.settings.seed, self.tracker)
        pilots.fly(ledger, unchanged, chosen, patch)

    def conclude(self, ledger: Ledger[BalanceResults]) -> None:
        """Store what has come of it, and write the patch."""
        best, baseline = ledger.results.chosen_audit, ledger.results.baseline
        assert baseline is not None
        assert best is not None
        write_file(ledger.run.folder / PATCH_FILE, best.patch)
        name, games = ledger.run.folder.resolve().name, ledger.run.n_games + ledger.results.games_beside
        final = BalanceFinal.of(name, baseline, best, games, PATCH_FILE, ledger.results.pilots)
        ledger.keep(replace(ledger.results, final=final))

    def _complete(self, audit: Audit) -> Audit:
        """An audit with all objectives: one that version 1 has stored lacks some, which its win rates still tell."""
        missing = [each for each in self.objectives if isnan(audit.objectives[each.name].audited.value)]
        if not missing and not isnan(audit.jolt):
            return audit
        patch = parse_patch(audit.patch, self.space.card_set, audit.label)
        overlaps = find_overlaps(count_copies(self.metagame))
        candidate = Candidate(audit.standing.win_rate.value, np.array(self.metagame.shares), overlaps, patch)
        found = {each.name: Estimated(each.measure(candidate), nan, nan) for each in missing}
        completed = {name: replace(audit.objectives[name], audited=value) for name, value in found.items()}
        return replace(audit, objectives={**audit.objectives, **completed}, jolt=jolt(patch))

    # --- small things ---

    def _make_evaluator(self, purpose: str, games: int, common_seeds: bool = False) -> Evaluator:
        settings, seed = self.settings, seed_for(self.settings.seed, purpose)
        return Evaluator(
            self.metagame, self.space, settings.objectives, games, seed, self.tracker, common_seeds=common_seeds
        )

    @cached_property
    def again(self) -> Evaluator:
        """Plays the search's best again."""
        return self._make_evaluator("again", self.settings.again_games)

    def _name_values(self, values: Any) -> dict[str, float]:
        return {name: float(value) for name, value in zip(self.settings.objectives, values, strict=True)}

    def _read_given(self) -> list[tuple[str, Ints]]:
        """Label and genome of what belongs to the initial population; it gets the evaluation numbers from 0."""
        given = [(UNCHANGED, self.space.unchanged())] if self.settings.unchanged else []
        for label, text in self.settings.patches:
            patch = parse_patch(text, self.space.card_set, label)
            given.append((label, self.space.to_genome(patch)))
        return given


BALANCE = Experiment("balance", BalanceSettings, BalanceResults, BalanceWork)  # it ends with the file `patch.toml`
