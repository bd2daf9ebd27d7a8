"""A balance run that learns from every game: a model of all win rates, the best patch of each size, and audits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from evometa.balance.evaluator import pool_seats, win_rates_of
from evometa.balance.learned_cards import list_choices, make_design
from evometa.balance.objectives import find_nearest, label_objective, set_goals
from evometa.experiments.balance.audit import UNCHANGED_NUMBER, Claim
from evometa.experiments.balance.audited_work import AuditedWork
from evometa.experiments.balance.known_games import (
    add_unchanged,
    count_games,
    list_genes,
    read_earlier,
    to_genome_games,
)
from evometa.experiments.balance.players import RunPlayer, add_weaker
from evometa.experiments.balance.results import UNCHANGED, Audit, BalanceResults, BestSoFar, LearningRound
from evometa.experiments.balance.settings import WEAKER_PART, BalanceSettings
from evometa.experiments.progress import Stage, Tracker
from evometa.matches.inference import PRIOR, Estimate
from evometa.matches.schedule import seed_for
from evometa.metagame.changes.levels import Levels, spread_seats
from evometa.metagame.evidence import Counts, Evidence, Floats
from evometa.metagame.measures import list_pairs
from evometa.metagame.playing import MetagameResult
from evometa.search.contract import Asked
from evometa.search.learning.judging import Champion, Shift, Task
from evometa.search.learning.learner import Learner
from evometa.search.learning.loss import Loss, Worst, add_losses
from evometa.store.results import Ledger

LEARNING = Stage("round {step} of {steps}")


class LearningWork(AuditedWork):
    """A balance run with a model."""

    def __init__(self, settings: BalanceSettings, tracker: Tracker) -> None:
        super().__init__(settings, tracker)
        self.size = settings.choose_size()
        self.choices = list_choices(self.space, self.size)
        self.all_players = add_weaker(self.players, settings.weaker_share)  # all who play in the search
        self.plan = settings.plan_within(self.n_match_ups, len(self.players), len(self.weaker))
        weaker = [self._make_evaluator("weaker", each.metagame) for each in self.weaker]
        self.searchers = [*self.evaluators, *weaker]

    @property
    def weaker(self) -> tuple[RunPlayer, ...]:
        """Those who play in the search alone."""
        return self.all_players[len(self.players) :]

    @property
    def also_played_by(self) -> tuple[str, ...]:
        """Players of the search alone: they play the chosen patch, too, which shows whether they gain by it."""
        return tuple(each.name for each in self.weaker)

    def count_unexplained(self, ledger: Ledger[BalanceResults]) -> float:
        """How many games there still are for what each change of a patch buys: enough for two patches."""
        spent = sum(each.games for each in ledger.results.explanations)
        return 2 * self.settings.reserve_explained * self.n_match_ups - spent

    # --- the metagame as it is ---

    def measure_baseline(self, ledger: Ledger[BalanceResults]) -> None:
        """Play the metagame as it is, unless an earlier run has; take over what else that one knows."""
        if ledger.results.baseline is not None:
            return
        if self.settings.earlier is not None:
            self._take_over(ledger, Path(self.settings.earlier))
        if ledger.results.baseline is None:
            super().measure_baseline(ledger)

    def _take_over(self, ledger: Ledger[BalanceResults], folder: Path) -> None:
        earlier = read_earlier(folder, self.players, self.all_players)
        results = replace(ledger.results, known=earlier.known)
        if earlier.unchanged is not None:
            audit = self._judge_again(earlier.unchanged)
            results = replace(
                results,
                cards=earlier.cards,
                deck_classes=tuple(deck.klass for deck in self.metagame.decks),
                audits=(audit,),
                games_of_earlier=audit.games,
                observed=self.observed,
            )
        ledger.keep(results)

    def _judge_again(self, audit: Audit) -> Audit:
        """The metagame as it is, as an earlier run has played it, by the objectives and the target of this run."""
        is_alike = self.target is None and self.observed is None and audit.simulated is None
        standings = audit.played_by(each.name for each in self.players)
        if is_alike and audit.objectives.keys() >= set(self.settings.objectives):
            return replace(audit, number=UNCHANGED_NUMBER, standing=standings[0]).led_by(self.players[0].name)
        parts = []
        for auditor, standing in zip(self.auditors, standings, strict=True):
            played = self._recount(spread_seats(*count_games([standing])[:2]))
            judged = auditor.audit(self._claim_as_is(played), played, self.levels)
            own = {"standing": standing} if self.levels is None else {"simulated": standing}
            parts.append(replace(judged, **own))  # type: ignore[arg-type]
        return replace(self._join(parts), games=audit.games)

    def _recount(self, counts: Counts) -> Evidence:
        """Counts [n, n, 3] as evidence; how long the games were is not known."""
        decks, shares = tuple(deck.name for deck in self.metagame.decks), np.array(self.metagame.shares)
        wins, losses, draws = np.moveaxis(counts, -1, 0)
        return Evidence(decks, shares, counts.sum(axis=-1), wins, losses, draws, np.zeros_like(wins))

    def note_baseline(self, results: BalanceResults, played: Sequence[MetagameResult]) -> BalanceResults:
        """The games of the metagame as it is are the first that the model learns from."""
        unknown = np.zeros((3, len(self.weaker) * self.n_match_ups), np.int64)
        counts = np.concatenate([*(_pool(one) for one in played), unknown], axis=-1)
        return replace(results, known=add_unchanged(results.known, counts))

    def claim_unchanged(self, played: Sequence[MetagameResult]) -> Claim:
        """The metagame as it is, with whom it is worst: the search has no other games of it than these."""
        wins, decided, _ = _pool(played[0])
        claims = [self._claim_as_is(each.evidence, spread_seats(wins, decided)) for each in played]
        return max(claims, key=lambda claim: claim.searched[self.goal.name])

    def _claim_as_is(self, played: Evidence, counts: Counts | None = None) -> Claim:
        """The metagame as it is, by its games or, where it was observed, by those of the people."""
        genome = self.space.unchanged()
        if self.levels is not None:
            played, counts = self.levels.weigh(played, np.zeros_like(played.games, dtype=bool)), None
        values = self.name_values(self.evaluator.measure(genome, played.win_rate))
        shown = _counts_of(played) if counts is None else counts
        return Claim(UNCHANGED, UNCHANGED_NUMBER, genome, values, shown)

    def find_levels(self, results: BalanceResults) -> Levels | None:
        """Where the match-ups stand, and the games from which changes are counted: those known from the start."""
        if self.observed is None:
            return None
        assert results.known is not None
        (place,) = np.flatnonzero(~results.known.genomes.any(axis=1))
        counts = spread_seats(results.known.wins[place], results.known.decided[place])
        return Levels(self.observed, self._recount(counts))

    # --- the search ---

    def search(self, ledger: Ledger[BalanceResults]) -> None:
        """Let the model learn to the end, from where it is."""
        known, run = ledger.results.known, ledger.run
        assert known is not None
        learner = self._restore(ledger)
        if learner.generation >= len(ledger.results.rounds):  # a run that was killed may lack its last round
            self._note_round(ledger, learner)
        self._tell_search(learner, ledger.results.rounds)
        while not learner.is_done:
            self.search_on(run, learner, known.next_number)
            self._note_round(ledger, learner)
            self._tell_search(learner, ledger.results.rounds)

    def _restore(self, ledger: Ledger[BalanceResults]) -> Learner:
        """The search where it is, or a new one."""
        known, run = ledger.results.known, ledger.run
        assert known is not None
        genes = (*self.space.genes, *list_genes(known, self.space.card_set, self.space.addresses))
        losses, shares = self._find_losses(ledger.results), [each.share for each in self.all_players]
        loss = add_losses(list(losses.values()))
        is_audited = [place < len(self.players) for place in range(len(shares))]
        levels = self.find_levels(ledger.results)
        self.task = Task(
            self.choices,
            make_design(self.metagame, genes, len(self.all_players)),
            loss.for_players(shares),
            self.space.max_cards or len(self.space.cards),
            len(self.objectives),
            judged=Worst.of_players(loss, shares, is_audited) if len(self.players) > 1 else None,
            shown=Worst.of_players(loss, [1.0] * len(shares), is_audited),
            shift=None if levels is None else Shift(*map(list_pairs, levels.offset)),
        )
        self.shown = {name: Worst.of_players(each, [1.0] * len(shares), is_audited) for name, each in losses.items()}
        given = np.array([genome for label, genome in self.given if label != UNCHANGED])
        evidence = to_genome_games(known, [gene.address for gene in genes])
        seed = seed_for(self.settings.seed, "search")
        learner = Learner(self.task, self.plan, seed, given if len(given) else None, evidence)
        if (checkpoint := run.last_checkpoint()) is not None:
            told = run.evaluations()
            learner.restore(checkpoint.state, self.to_told(told.genomes, told.objectives, told.wins))
        return learner

    def _find_losses(self, results: BalanceResults) -> dict[str, Loss]:
        """What is to be low, by the names of the goals; classes are aimed at by their decks that are nearest now."""
        assert results.baseline is not None
        nearest = find_nearest(results.baseline.win_rate.value, self.shares, self.evaluator.classes)
        objectives = set_goals(self.objectives, self.settings.ceiling, self.settings.classes_within, nearest)
        return {each.name: each.loss_of(self.shares) for each in objectives if each.loss_of and not each.is_exact}

    def evaluate(self, asked: Asked, number: int) -> tuple[Floats, Counts]:
        """Play patches with all who play in the search; what is minimised is measured with all of them."""
        assert asked.games is not None
        fewer = np.maximum(2, 2 * np.floor(asked.games * (WEAKER_PART / 2))).astype(np.int64)  # an even number
        parts = [
            evaluator.evaluate(asked.genomes, number, asked.games if evaluator in self.evaluators else fewer)
            for evaluator in self.searchers
        ]
        counts = parts[0].counts if len(parts) == 1 else np.stack([each.counts for each in parts], axis=1)
        values = parts[-1].values
        for name, shown in self.shown.items():
            values[:, self.settings.objectives.index(name)] = self._measure_loss(shown, counts)
        return values, counts

    def _measure_loss(self, shown: Worst, counts: Counts) -> Floats:
        """[k]: what is told of a patch, as the games of a round show it."""
        wins, decided, _ = (part.reshape(len(counts), -1) for part in pool_seats(counts))
        if self.task.shift is None:
            return shown(np.where(decided > 0, wins / np.maximum(decided, 1), 0.5))
        return shown.of_logits(self.task.place(np.log((wins + PRIOR) / (decided - wins + PRIOR))))

    def _note_round(self, ledger: Ledger[BalanceResults], learner: Learner) -> None:
        best = []
        for each in learner.champions:
            budget, value = int(each.goal.budget), Estimate(each.value, each.low, each.high)
            best.append(BestSoFar(budget, each.goal.groups, each.size, each.n_groups, value, each.games))
        found = LearningRound(learner.generation, learner.n_evaluations, ledger.run.n_games, tuple(best))
        ledger.keep(replace(ledger.results, rounds=(*ledger.results.rounds, found)))

    def _tell_search(self, learner: Learner, rounds: Sequence[LearningRound]) -> None:
        best = rounds[-1].best if rounds else ()
        goals = [each.label for each in self.objectives if not each.is_exact]
        goal, size = " and ".join(goals), label_objective(self.size.name)
        by_size = {each.budget: each.value.value for each in best if each.most_cards == learner.task.most_groups}
        names = [f"{size} {budget}" if k else f"{goal} up to {size} {budget}" for k, budget in enumerate(by_size)]
        self.tracker.best = dict(zip(names, by_size.values(), strict=True))
        left = self.settings.games_left(learner.generation, self.n_rows)
        left += (
            int(WEAKER_PART * self.plan.count_games(max(learner.generation, 0))) * len(self.weaker) * self.n_match_ups
        )
        self.tracker.expect(LEARNING, learner.generation + 1, learner.n_rounds, left)

    # --- what is audited ---

    def choose_claims(self, ledger: Ledger[BalanceResults]) -> list[Claim]:
        """The best patch for each budget."""
        known, evaluations = ledger.results.known, ledger.run.evaluations()
        assert known is not None
        learner, levels, claims = self._restore(ledger), self.find_levels(ledger.results), []
        changed = [champion for champion in learner.front if champion.n_groups]
        for champion in _thin_out(changed, self.settings.audit_size - 1):
            wins, decided, _ = learner.counts_of(champion.genome)[:, : self.n_match_ups]
            counts = spread_seats(wins, decided)
            if levels is not None:
                counts = _counts_of(levels.weigh(self._recount(counts), self.auditors[0].find_moved(champion.genome)))
            places = np.flatnonzero((evaluations.genomes == champion.genome).all(axis=1))
            is_new = not len(places)  # the search has not evaluated it
            number = -(known.next_number + 2 + champion.place) if is_new else int(evaluations.numbers[places[0]])
            claims.append(self._claim(champion, number, counts))
        return claims

    def _claim(self, champion: Champion, number: int, counts: Counts) -> Claim:
        """A champion with its games and, of a single goal, the value that the model expects of it."""
        values = self.evaluator.measure(champion.genome, win_rates_of(counts))
        if len(self.shown) == 1:
            values[self.objectives.index(self.goal)] = champion.value
        cards = f"{champion.n_groups} card{'s' * (champion.n_groups > 1)}"
        label = f"{label_objective(self.size.name)} {champion.size:g}, {cards}"
        floors = self.find_floors(counts, number)
        return Claim(label, number, champion.genome, self.name_values(values), counts, floors=floors)


def _pool(played: MetagameResult) -> Counts:
    """[3, R]: wins, decided games and all games of a metagame."""
    return np.stack(pool_seats(_counts_of(played.evidence)))


def _counts_of(evidence: Evidence) -> Counts:
    """[n, n, 3]: won, lost and drawn games."""
    return np.stack([evidence.wins, evidence.losses, evidence.draws], axis=-1)


def _thin_out(champions: Sequence[Champion], most: int) -> list[Champion]:
    """At most so many, from the smallest to the largest, the last one among them."""
    if len(champions) <= most:
        return list(champions)
    places = np.unique(np.rint(np.linspace(0, len(champions) - 1, most)).astype(int))
    return [champions[place] for place in places]
