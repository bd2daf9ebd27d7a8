"""A balance run: search for patches that make a metagame even, measure many of the best again, and audit a few."""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from evometa.balance.evaluator import Evaluator
from evometa.balance.space import Ints
from evometa.balance.space_files import make_space
from evometa.cards.patches.files import parse_patch
from evometa.experiments.balance.audit import (
    UNCHANGED,
    UNCHANGED_NUMBER,
    Claim,
    Facts,
    choose_audit,
    describe_audit,
    describe_baseline,
    find_changes,
    play_baseline,
    play_claim,
)
from evometa.experiments.balance.guide import Guide, describe_decks, make_guide, weigh_genes
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Tracker
from evometa.experiments.runs import load_played, read_checkpoints
from evometa.input.writing import write_file
from evometa.matches.schedule import seed_for
from evometa.metagame.measures import imbalance
from evometa.search.algorithms import restore_algorithm
from evometa.search.evolution import Evolution
from evometa.search.front import best_few
from evometa.search.problem import Evaluated
from evometa.store import Evaluations, Run

PATCH_FILE = "patch.toml"  # in the folder of the run
AGAIN_BATCH = 10  # patches that are measured again at once
SEARCHED = "best as searched"  # the label of what the search alone would have chosen


class _Work:
    """A balance run: the metagame as it is, the search, its best again, the audits, and what has come of them."""

    def __init__(self, settings: BalanceSettings, tracker: Tracker) -> None:
        metagame = load_played(settings.metagame, settings.players)
        self.metagame, self.settings, self.tracker = metagame, settings, tracker
        self.space = make_space(metagame, settings.space)
        self.evaluator = self._make_evaluator("evaluations", settings.games, settings.common_seeds)
        self.n_match_ups = comb(len(metagame.decks), 2)
        self.given = self._read_given()

    def carry_out(self, run: Run) -> None:
        """Do all that is still to do."""
        self.measure_baseline(run)
        guide = self.find_guide(run)
        self.search(run, guide)
        again = self.measure_again(run)
        audits = self.audit(run, again)
        self.conclude(run, audits)

    # --- the metagame as it is ---

    def measure_baseline(self, run: Run) -> None:
        """Play the metagame as it is, as often as an audit does: it is the first audit, too."""
        if "baseline" in run.results():
            return
        self.tracker.expect("baseline", 0, 1, self.settings.games_left(-1, self.n_match_ups))
        result = play_baseline(self.evaluator, self.settings.audit_games, self.settings.seed)
        audit = describe_audit(self._claim_unchanged(), self.space, result.evidence, self._patch_name)
        run.save_result("audits", [audit])
        run.save_result("cards", describe_decks(result))
        run.save_result("baseline", describe_baseline(result))  # the last, as it says that the others are there

    def _claim_unchanged(self) -> Claim:
        """The metagame as it is, looked at as the search does: with the games of its evaluation, if it has one."""
        genome, number = self.space.unchanged(), 0 if self.settings.unchanged else UNCHANGED_NUMBER
        values = self.evaluator.evaluate(genome[None], number)[0]
        assert self.evaluator.last is not None
        return Claim(UNCHANGED, number, genome, self._name_values(values), self.evaluator.last.counts[0])

    def find_guide(self, run: Run) -> Guide | None:
        """The statistics of the cards, if they are to guide the search."""
        if self.settings.guide is None:
            return None
        games_left = self.settings.games_left(-1, self.n_match_ups)
        return make_guide(run, self.metagame, self.settings, self.tracker, games_left)

    # --- the search ---

    def search(self, run: Run, guide: Guide | None) -> None:
        """Let the algorithm run to its end, from where it is."""
        checkpoints = read_checkpoints(run)
        history = self._read_history(run, [restore_algorithm(each.state) for each in checkpoints])
        algorithm = restore_algorithm(checkpoints[-1].state) if checkpoints else self._new_algorithm(guide)
        run.save_result("history", history)  # a run that was killed may lack what its last checkpoints tell
        self._tell_search(algorithm)
        while not algorithm.is_done:
            self._search_on(run, algorithm)
            history.append(self._describe_generation(algorithm, run.n_games))
            run.save_result("history", history)
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

    def _read_history(self, run: Run, algorithms: list[Evolution]) -> list[Facts]:
        """What the checkpoints tell about each generation."""
        evaluations = run.evaluations()
        games = [int(evaluations.games[evaluations.generations <= each.generation].sum()) for each in algorithms]
        return [self._describe_generation(*each) for each in zip(algorithms, games, strict=True)]

    def _describe_generation(self, algorithm: Evolution, games: int) -> Facts:
        values = algorithm.population.values
        return {
            "generation": algorithm.generation,
            "evaluations": algorithm.n_evaluations,
            "games": games,
            "min": self._name_values(values.min(axis=0)),
            "mean": self._name_values(values.mean(axis=0)),
            "max": self._name_values(values.max(axis=0)),
        }

    def _tell_search(self, algorithm: Evolution) -> None:
        values = algorithm.front.values
        self.tracker.best = self._name_values(values.min(axis=0)) if len(values) else {}
        generation, last = algorithm.generation, self.settings.evolution.generations
        left = self.settings.games_left(generation, self.n_match_ups)
        self.tracker.expect("search", generation, last, left)

    # --- the best again ---

    def measure_again(self, run: Run) -> list[Facts]:
        """Measure the search's best with fresh games, so that the lucky ones fall behind; stored batch by batch."""
        found, rows = run.evaluations(), run.results().get("again", [])
        best = find_changes(Evaluated(found.genomes, found.objectives, found.numbers), self.space)
        best = best.take(best_few(best.values, self.settings.again_size))
        n_best, audits = len(best.numbers), (self.settings.audit_size + 1) * self.settings.audit_games
        while (n_done := len(rows)) < n_best:
            left = (n_best - n_done) * self.settings.again_games + audits
            self.tracker.expect("patches again", n_done, n_best, left * self.n_match_ups)
            batch = best.take(np.arange(n_done, min(n_done + AGAIN_BATCH, n_best)))
            rows += self._measure_batch(batch, n_done)
            run.save_result("again", rows)
        return list(rows)

    def _measure_batch(self, batch: Evaluated, first: int) -> list[Facts]:
        """What fresh games say of some genomes, with the numbers of their first evaluations."""
        values = self.again.evaluate(batch.genomes, first)
        played = self.again.last
        assert played is not None
        return [
            {"number": number, "values": self._name_values(row), "f": imbalance(rates), "games": int(games.sum())}
            for number, row, rates, games in zip(
                batch.numbers.tolist(), values, played.win_rates, played.games, strict=True
            )
        ]

    # --- the audit ---

    def audit(self, run: Run, again: list[Facts]) -> list[Facts]:
        """Play the best of those that were measured again once more; each audit is stored as it is finished."""
        claims = self._choose_claims(run.evaluations(), again)
        audits: list[Facts] = run.results()["audits"]  # the first is the metagame as it is
        for n_done in range(len(audits) - 1, len(claims)):
            left = (len(claims) - n_done) * self.settings.audit_games * self.n_match_ups
            self.tracker.expect("audit", n_done, len(claims), left)
            claim = claims[n_done]
            result = play_claim(self.evaluator, claim, self.settings.audit_games, self.settings.seed)
            audits.append(describe_audit(claim, self.space, result.evidence, self._patch_name))
            run.save_result("audits", audits)
        return audits

    def _choose_claims(self, evaluations: Evaluations, again: list[Facts]) -> list[Claim]:
        """The best when measured again, and what the search alone called best, if that is another."""
        if not again:
            return []
        values = np.array([list(row["values"].values()) for row in again])
        chosen = [again[place] for place in best_few(values, self.settings.audit_size - 1).tolist()]
        word = "best" if len(self.settings.objectives) == 1 else "front"
        claims = [self._read_claim(evaluations, f"{word} {i}", row) for i, row in enumerate(chosen, start=1)]
        searched = min((self._read_claim(evaluations, SEARCHED, row) for row in again), key=self._rank_searched)
        return claims if searched.number in (claim.number for claim in claims) else [*claims, searched]

    def _rank_searched(self, claim: Claim) -> tuple[float, int]:
        return claim.searched[self.settings.objectives[0]], claim.number

    def _read_claim(self, evaluations: Evaluations, label: str, again: Facts) -> Claim:
        number = again["number"]
        place = int(np.searchsorted(evaluations.numbers, number))
        searched = self._name_values(evaluations.objectives[place])
        return Claim(label, number, evaluations.genomes[place], searched, evaluations.wins[place], again["f"])

    # --- the end ---

    def conclude(self, run: Run, audits: list[Facts]) -> None:
        """Store what has come of it, and write the patch."""
        best, baseline = choose_audit(audits), run.results()["baseline"]
        write_file(run.folder / PATCH_FILE, best["patch"])
        run.save_result("chosen", best["number"])
        run.save_result(
            "final",
            {
                "run": run.folder.resolve().name,
                "baseline_f": baseline["f"],
                "searched_f": best["searched_f"],
                "audited_f": best["f"],
                "audited_low": best["f_low"],
                "audited_high": best["f_high"],
                "magnitude": best["magnitude"],
                "magnitude_unweighted": best["magnitude_unweighted"],
                "cards_changed": best["cards_changed"],
                "games": self._count_games(run, audits),
                "patch": PATCH_FILE,
            },
        )
        run.finish()

    def _count_games(self, run: Run, audits: list[Facts]) -> int:
        """All games of the run, also those of the first look at the metagame as it is."""
        guide = run.results().get("guide", {}).get("games", 0)
        first_look = self.settings.games * self.n_match_ups
        later = sum(each["games"] for each in (*run.results().get("again", []), *audits))
        return int(run.n_games + first_look + guide + later)

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

    @property
    def _patch_name(self) -> str:
        return f"Balance of {self.metagame.name}"

    def _name_values(self, values: Any) -> dict[str, float]:
        return {name: float(value) for name, value in zip(self.settings.objectives, values, strict=True)}

    def _read_given(self) -> list[tuple[str, Ints]]:
        """Label and genome of what belongs to the initial population; it gets the evaluation numbers from 0."""
        given = [(UNCHANGED, self.space.unchanged())] if self.settings.unchanged else []
        for label, text in self.settings.patches:
            patch = parse_patch(text, self.space.card_set, label)
            given.append((label, self.space.to_genome(patch)))
        return given


BALANCE = Experiment("balance", BalanceSettings, _Work)  # it ends with the file `patch.toml` in the folder
