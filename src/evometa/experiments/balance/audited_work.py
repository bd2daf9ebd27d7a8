"""What every balance run does, whatever searches: the metagame as it is, the audits, and what follows from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from math import comb, inf, nan
from typing import Any

import numpy as np

from evometa.balance.evaluator import Evaluator, pool_seats
from evometa.balance.explaining import Explanation, explain_patch
from evometa.balance.objectives import OBJECTIVES, TARGET, Objective, choose_objectives, set_goals
from evometa.balance.space import Ints
from evometa.balance.space_files import make_space
from evometa.balance.targets import aim, list_aims, make_target
from evometa.experiments.balance.audit import PRUNED_NUMBER, Auditor, Claim, choose_audit, drop_idle, share_games
from evometa.experiments.balance.guide import list_decks
from evometa.experiments.balance.known_games import count_games
from evometa.experiments.balance.players import PatchPilots, load_players
from evometa.experiments.balance.results import UNCHANGED, Audit, BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.progress import Stage, Tracker
from evometa.games.patches.files import parse_patch
from evometa.input.writing import write_file
from evometa.matches.inference import Floats
from evometa.matches.schedule import seed_for
from evometa.metagame.changes.levels import Levels, spread_seats
from evometa.metagame.changes.observed import gather_rows
from evometa.metagame.evidence import Counts
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.search.contract import Asked, Search, Told
from evometa.store import Evaluations, Run
from evometa.store.results import Ledger

PATCH_FILE = "patch.toml"  # in the folder of the run

BASELINE = Stage("the metagame as it is")
AUDITING = Stage("audit: {step} of {steps}")
EXPLAINING = Stage("what each change buys")


class AuditedWork(ABC):
    """A balance run, stage by stage; what searches is a matter of its subclasses."""

    def __init__(self, settings: BalanceSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.players = load_players(settings.metagame, settings.players)
        self.target = make_target(self.metagame, settings.target) if settings.target else None
        self.observed = gather_rows(settings.observed, self.metagame) if settings.observed else None
        self.levels = None if self.observed is None else Levels(self.observed)  # of the metagame as it is
        drawn = aim(choose_objectives(settings.objectives), self.target)
        self.objectives: Sequence[Objective] = set_goals(drawn, settings.ceiling, settings.classes_within)
        self.space = make_space(self.metagame, settings.space)
        self.n_match_ups = comb(len(self.metagame.decks), 2)
        patch_name = f"Balance of {self.metagame.name}"
        self.evaluators = [self._make_evaluator("evaluations", each.metagame) for each in self.players]
        self.auditors = [
            Auditor(evaluator, settings.audit_games, settings.seed, patch_name) for evaluator in self.evaluators
        ]
        self.given = self._read_given()

    @property
    def metagame(self) -> Metagame:
        """What is played, by the first of those who play it."""
        return self.players[0].metagame

    @property
    def evaluator(self) -> Evaluator:
        """Plays genomes with the first of those who play."""
        return self.evaluators[0]

    def carry_out(self, ledger: Ledger[BalanceResults]) -> None:
        """Do all that is still to do."""
        self.measure_baseline(ledger)
        self.search(ledger)
        claims = self.audit(ledger)
        self.choose(ledger)
        self._prune(ledger, claims)
        self.hand_over(ledger)
        self.conclude(ledger)

    @abstractmethod
    def search(self, ledger: Ledger[BalanceResults]) -> None:
        """Let the algorithm run to its end, from where it is."""

    @abstractmethod
    def choose_claims(self, ledger: Ledger[BalanceResults]) -> list[Claim]:
        """What the search calls best, which is audited."""

    # --- asking and telling ---

    @abstractmethod
    def evaluate(self, asked: Asked, number: int) -> tuple[Floats, Counts]:
        """The objectives [k, m] and the games [k, ..., n, n, 3] of what a search asks for, by number of the first."""

    def search_on(self, run: Run, search: Search, first: int = 0) -> Evaluations:
        """One batch more; its evaluations, numbered from `first` on, and the state after it are stored together."""
        asked, number = search.ask(), first + run.n_evaluations
        values, counts = self.evaluate(asked, number)
        search.tell(self.to_told(asked.genomes, values, counts))
        generation = 0 if run.generation is None else run.generation + 1
        found = Evaluations.of_generation(generation, number, asked.genomes, values, counts, counts.sum(axis=-1))
        run.save_checkpoint(generation, search.get_state(), found)
        return found

    def to_told(self, genomes: Ints, values: Floats, counts: Counts) -> Told:
        """What a search is told of games [k, ..., n, n, 3]."""
        wins, decided, games = (part.reshape(len(counts), -1) for part in pool_seats(counts))
        return Told(genomes, values, wins, decided, games)

    def find_floors(self, counts: Counts, number: int) -> dict[str, float]:
        """What the objectives show on average with the games [n, n, 3] of an evaluation if all is even."""
        decided = counts[..., 0] + counts[..., 1]
        seed = seed_for(self.settings.seed, "search noise floor", number)
        return self.evaluator.noise_floors((decided + decided.T).astype(float), seed)

    # --- the metagame as it is ---

    def measure_baseline(self, ledger: Ledger[BalanceResults]) -> None:
        """Play the metagame as it is, as often as an audit does: it is the first audit, too."""
        if ledger.results.baseline is not None:
            return
        self.tracker.expect(BASELINE, 0, 1, self.settings.games_left(-1, self.n_rows))
        played = [auditor.play_baseline() for auditor in self.auditors]
        claim = self.claim_unchanged(played)
        pairs = zip(self.auditors, played, strict=True)
        audit = self._join([each.audit(claim, one.evidence, self.levels) for each, one in pairs])
        classes = tuple(deck.klass for deck in self.metagame.decks)
        results = replace(
            ledger.results,
            audits=(audit,),
            cards=list_decks(played[0]),
            deck_classes=classes,
            observed=self.observed,
        )
        ledger.keep(self.note_baseline(results, played))

    @abstractmethod
    def claim_unchanged(self, played: Sequence[MetagameResult]) -> Claim:
        """The metagame as it is, looked at as the search does; `played` are the games of its audit."""

    @abstractmethod
    def note_baseline(self, results: BalanceResults, played: Sequence[MetagameResult]) -> BalanceResults:
        """The results with what else is known of the metagame as it is."""

    # --- the audit ---

    def audit(self, ledger: Ledger[BalanceResults]) -> list[Claim]:
        """Play what the search calls best once more; each audit is stored as it is finished."""
        claims = self.choose_claims(ledger)
        for n_done in range(len(ledger.results.audits) - 1, len(claims)):  # the first is the metagame as it is
            left = (len(claims) - n_done) * self.settings.audit_games + self.settings.count_later_games()
            self.tracker.expect(AUDITING, n_done, len(claims), left * self.n_rows)
            audit = self._audit_claim(claims[n_done], ledger.results)
            ledger.keep(replace(ledger.results, audits=(*ledger.results.audits, audit)))
        return claims

    def _audit_claim(self, claim: Claim, results: BalanceResults) -> Audit:
        """Play a claim again, with all who play."""
        levels = self.find_levels(results)
        return self._join([auditor.audit(claim, auditor.play(claim).evidence, levels) for auditor in self.auditors])

    def find_levels(self, results: BalanceResults) -> Levels | None:
        """Where the match-ups of the metagame as it is stand, if that was observed."""
        return None

    @property
    def shares(self) -> Floats:
        """[n]: how often each deck is met, as it was observed, or else as the metagame says."""
        seen = None if self.observed is None else self.observed.shares
        return np.array(self.metagame.shares) if seen is None else seen

    def _join(self, audits: Sequence[Audit]) -> Audit:
        """The audits of all who play as one: its objectives are those of whom a patch serves worst."""
        if len(audits) == 1:
            return audits[0]
        objectives = {
            each.name: max((audit.objectives[each.name] for audit in audits), key=lambda one: one.audited.value)
            for each in self.objectives
        }
        names, goal = [each.name for each in self.players], self.goal.name
        return replace(
            audits[0],
            objectives=objectives,
            by_player={name: audit.standing for name, audit in zip(names, audits, strict=True)},
            goal_by_player={
                name: audit.objectives[goal] for name, audit in zip(names, audits, strict=True) if goal in objectives
            },
            games=sum(audit.games for audit in audits),
        )

    # --- the end ---

    def choose(self, ledger: Ledger[BalanceResults]) -> None:
        """Choose among the audits; a patch that is explained was chosen already."""
        if ledger.results.pruned is not None:
            return
        most = inf if self.settings.max_m is None else self.settings.max_m
        searched = [audit for audit in ledger.results.audits if audit.number != PRUNED_NUMBER]
        allowed = [audit for audit in searched if audit.magnitude <= most]  # the metagame as it is always is
        ledger.keep(replace(ledger.results, chosen=self._choose(allowed).number))

    def _choose(self, audits: Sequence[Audit]) -> Audit:
        """The audit to end with. With a target it is the smallest of those that reach it; if none does, the nearest."""
        distance = next((each for each in self.objectives if each.name == TARGET), None)
        if self.target is None or distance is None:
            return choose_audit(audits, self.objectives)
        aims = {audit.number: list_aims(self.target, audit.standing, audit.standing) for audit in audits}
        reaching = [audit for audit in audits if all(aim.is_reached for aim in aims[audit.number])]
        nearest = min(audits, key=lambda audit: audit.objectives[distance.name].audited.value)
        return min(reaching or [nearest], key=lambda audit: (audit.magnitude, audit.number))

    def _prune(self, ledger: Ledger[BalanceResults], claims: Sequence[Claim]) -> None:
        """Say what each change of the chosen patch buys; audit it without those that buy nothing, and choose again."""
        chosen = ledger.results.chosen_audit
        assert chosen is not None
        if ledger.results.pruned is None and not chosen.is_unchanged and self.settings.explain_games:
            (claim,) = (each for each in claims if each.number == chosen.number)
            genome = self.space.repair(claim.genome)
            self._explain(ledger, chosen, genome, self.settings.reserve_explained)
            if len(self.players) == 1:  # what one of several does not need, another may
                smaller = drop_idle(self.space, genome, ledger.results.explanations[0])
                if (smaller != genome).any():
                    self._audit_smaller(ledger, chosen, smaller)
            ledger.keep(replace(ledger.results, pruned=chosen.number))
        self._compare_with_target(ledger)

    def _explain(self, ledger: Ledger[BalanceResults], audit: Audit, genome: Ints, again: int = 0) -> None:
        """Say what each change of an audited patch buys; `again` games per match-up stay, for doing so once more."""
        if any(found.notes == audit.notes for found in ledger.results.explanations):
            return
        self.tracker.expect(EXPLAINING, 0, 1, self.settings.count_later_games() * self.n_rows)
        patch, n_known = self.space.to_patch(genome), len(ledger.results.explanations)
        found = explain_patch(
            self.metagame,
            patch,
            self.goal,
            share_games(
                patch,
                self.metagame,
                self.settings.explain_games,
                self.count_unexplained(ledger) - again * self.n_match_ups,
            ),
            seed_for(self.settings.seed, "explanation", n_known),
            self.tracker,
            known=spread_seats(*count_games([audit.played])[:2]),
            levels=self.find_levels(ledger.results),
        )
        ledger.keep(replace(ledger.results, explanations=(*ledger.results.explanations, found)))

    def _audit_smaller(self, ledger: Ledger[BalanceResults], chosen: Audit, genome: Ints) -> None:
        """Audit a patch with fewer changes than the chosen one, explain it, and choose between the two."""
        audit = next((each for each in ledger.results.audits if each.number == PRUNED_NUMBER), None)
        if audit is None:
            claim = self._claim_smaller(chosen, genome, ledger.results.explanations[0])
            audit = self._audit_claim(claim, ledger.results)
            ledger.keep(replace(ledger.results, audits=(*ledger.results.audits, audit)))
        self._explain(ledger, audit, genome)
        ledger.keep(replace(ledger.results, chosen=self._choose([chosen, audit]).number))

    def _compare_with_target(self, ledger: Ledger[BalanceResults]) -> None:
        chosen = ledger.results.chosen_audit
        if self.target is not None and chosen is not None:
            aims = list_aims(self.target, ledger.results.audits[0].standing, chosen.standing)
            ledger.keep(replace(ledger.results, aims=aims))

    def _claim_smaller(self, chosen: Audit, genome: Ints, found: Explanation) -> Claim:
        """The chosen patch without changes that buy nothing, which the search has not looked at."""
        n_dropped = len(found.changes) - int(np.count_nonzero(genome))
        label = f"{chosen.label}, less {n_dropped} {'change' if n_dropped == 1 else 'changes'}"
        n_decks = len(self.metagame.decks)
        unknown = np.full((n_decks, n_decks), nan)
        values = self.name_values(self.evaluator.measure(genome, unknown))
        return Claim(label, PRUNED_NUMBER, genome, values, np.zeros((n_decks, n_decks, 3), np.int64))

    def hand_over(self, ledger: Ledger[BalanceResults]) -> None:
        """Let other pilots play the metagame without the chosen patch and with it, if there is one."""
        chosen = ledger.results.chosen_audit
        assert chosen is not None
        if not chosen.is_unchanged:
            pilots = PatchPilots(self.metagame, self.settings, self.tracker, self.observed, self.goal, self.auditors[0])
            names = list(dict.fromkeys(each.name for each in self.players))
            pilots.play(ledger, chosen, names, self.also_played_by)

    def conclude(self, ledger: Ledger[BalanceResults]) -> None:
        """Write the patch."""
        best = ledger.results.chosen_audit
        assert best is not None
        write_file(ledger.run.folder / PATCH_FILE, best.patch)

    # --- small things ---

    def count_unexplained(self, ledger: Ledger[BalanceResults]) -> float:
        """How many games there still are for what each change of a patch buys."""
        return inf

    @property
    def also_played_by(self) -> tuple[str, ...]:
        """Who else plays the chosen patch again, beside the rungs beside."""
        return ()

    @property
    def goal(self) -> Objective:
        """What a patch is to lower: the first objective that games measure, or F."""
        return next((each for each in self.objectives if not each.is_exact), OBJECTIVES["f"])

    @property
    def n_rows(self) -> int:
        """The match-ups of all who play."""
        return self.n_match_ups * len(self.players)

    def _make_evaluator(self, purpose: str, metagame: Metagame) -> Evaluator:
        settings, seed = self.settings, seed_for(self.settings.seed, purpose)
        return Evaluator(
            metagame,
            self.space,
            self.objectives,
            settings.games,
            seed,
            self.tracker,
            common_seeds=settings.common_seeds,
            shares=self.shares,
        )

    def name_values(self, values: Any) -> dict[str, float]:
        """Values by the names of the objectives."""
        return {name: float(value) for name, value in zip(self.settings.objectives, values, strict=True)}

    def _read_given(self) -> list[tuple[str, Ints]]:
        """Label and genome of what the search begins with; it gets the evaluation numbers from 0."""
        unchanged = [(UNCHANGED, self.space.unchanged())] if self.settings.unchanged else []
        patches = ((label, parse_patch(text, self.space.card_set, label)) for label, text in self.settings.patches)
        return unchanged + [(label, self.space.to_genome(patch)) for label, patch in patches]
