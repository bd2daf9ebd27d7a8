"""A balance run that learns from every game: a model of all win rates, the best patch of each size, and audits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from evometa.balance.card_choices import list_choices
from evometa.balance.card_design import make_design
from evometa.balance.evaluator import pool_seats
from evometa.balance.objectives import Chance, find_noise_floor, label_objective
from evometa.balance.space import Ints
from evometa.experiments.balance.audit import UNCHANGED_NUMBER, Claim
from evometa.experiments.balance.audited_work import AuditedWork
from evometa.experiments.balance.crew import Member, add_weaker
from evometa.experiments.balance.known_games import (
    count_games,
    join_known,
    know_unchanged,
    list_genes,
    read_earlier,
    to_evidence,
)
from evometa.experiments.balance.results import (
    UNCHANGED,
    Audit,
    BalanceResults,
    BestSoFar,
    KnownGames,
    LearningRound,
)
from evometa.experiments.balance.settings import WEAKER_PART, BalanceSettings
from evometa.experiments.progress import Stage, Tracker
from evometa.matches.schedule import seed_for
from evometa.metagame.diversity import count_copies, find_overlaps
from evometa.metagame.evidence import PRIOR, Counts, Estimated, Evidence, Floats
from evometa.metagame.levels import Levels, spread_seats
from evometa.metagame.playing import MetagameResult
from evometa.metagame.target_distance import list_pairs
from evometa.search.learning.judging import Champion, Shift, Task
from evometa.search.learning.learner import Learner
from evometa.search.learning.loss import Worst
from evometa.store import Evaluations, Run
from evometa.store.results import Ledger

LEARNING = Stage("round {step} of {steps}")


class LearningWork(AuditedWork):
    """A balance run with a model."""

    def __init__(self, settings: BalanceSettings, tracker: Tracker) -> None:
        super().__init__(settings, tracker)
        goal, self.size = settings.choose_goal(), settings.choose_size()
        self.goal = next(each for each in self.objectives if each.name == goal.name)
        self.choices = list_choices(self.space, self.size)
        self.company = add_weaker(self.crew, settings.weaker_share)  # all who play in the search
        self.plan = settings.plan_within(self.n_match_ups, len(self.crew), len(self.weaker))
        weaker = [self._make_evaluator("weaker", settings.games, each.metagame) for each in self.weaker]
        self.searchers = [*self.evaluators, *weaker]

    @property
    def weaker(self) -> tuple[Member, ...]:
        """Those who play in the search alone."""
        return self.company[len(self.crew) :]

    @property
    def also_flown(self) -> tuple[str, ...]:
        """Who played in the search says what has come of it."""
        return tuple(each.name for each in self.weaker)

    def count_left(self, ledger: Ledger[BalanceResults]) -> float:
        """How many games the run may still play."""
        assert self.plan.most_games is not None
        n_crew, n_weaker = len(self.crew), len(self.weaker)
        search = self.plan.most_games * (n_crew + WEAKER_PART * n_weaker)
        most = (search + self.settings.reserve_later(n_crew, n_weaker)) * self.n_match_ups
        return most - ledger.run.n_games - ledger.results.games_beside

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
        earlier = read_earlier(folder, self.crew, self.company)
        results = replace(ledger.results, known=earlier.known)
        if earlier.unchanged is not None:
            audit = self._judge_again(earlier.unchanged)
            results = replace(
                results,
                baseline=audit.standing,
                cards=earlier.cards,
                audits=(audit,),
                games_of_earlier=audit.games,
                observed=self.observed,
            )
        ledger.keep(results)

    def _judge_again(self, audit: Audit) -> Audit:
        """The metagame as it is, as an earlier run has played it, by the objectives and the target of this run."""
        is_alike = self.target is None and self.observed is None and audit.simulated is None
        standings = audit.played_by(each.name for each in self.crew)
        if is_alike and audit.objectives.keys() >= set(self.settings.objectives):
            return replace(audit, number=UNCHANGED_NUMBER, standing=standings[0]).led_by(self.crew[0].name)
        parts = []
        for auditor, standing in zip(self.auditors, standings, strict=True):
            played = self._recount(spread_seats(*count_games([standing])[:2]))
            levels = None if self.observed is None else Levels(self.observed)
            judged = auditor.audit(self._claim_as_is(played), played, levels)
            own = {"standing": standing} if levels is None else {"simulated": standing}
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
        known = know_unchanged(np.concatenate([*(_pool(one) for one in played), unknown], axis=-1))
        return replace(results, known=known if results.known is None else join_known(results.known, known))

    def claim_unchanged(self, played: Sequence[MetagameResult]) -> Claim:
        """The metagame as it is, with whom it is worst: the search has no other games of it than these."""
        wins, decided, _ = _pool(played[0])
        claims = [self._claim_as_is(each.evidence, spread_seats(wins, decided)) for each in played]
        return max(claims, key=lambda claim: claim.searched[self.goal.name])

    def _claim_as_is(self, played: Evidence, counts: Counts | None = None) -> Claim:
        """The metagame as it is, by its games or, where it was observed, by those of the people."""
        genome = self.space.unchanged()
        if self.observed is not None:
            played, counts = Levels(self.observed).weigh(played, np.zeros_like(played.games, dtype=bool)), None
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
            self._search_on(run, learner, known.next_number)
            self._note_round(ledger, learner)
            self._tell_search(learner, ledger.results.rounds)

    def _restore(self, ledger: Ledger[BalanceResults]) -> Learner:
        """The search where it is, or a new one."""
        known, run = ledger.results.known, ledger.run
        assert known is not None
        genes = (*self.space.genes, *list_genes(known, self.space.card_set, self.space.addresses))
        assert self.goal.loss_of is not None
        loss, shares = self.goal.loss_of(self.shares), [each.share for each in self.company]
        is_crew = [place < len(self.crew) for place in range(len(shares))]
        task = Task(
            self.choices,
            make_design(self.metagame, genes, len(self.company)),
            loss.for_pilots(shares),
            self.space.max_cards or len(self.space.cards),
            len(self.objectives),
            judged=Worst.of_pilots(loss, shares, is_crew) if len(self.crew) > 1 else None,
            shown=Worst.of_pilots(loss, [1.0] * len(shares), is_crew),
            shift=find_shift(self.find_levels(ledger.results)),
        )
        given = np.array([genome for label, genome in self.given if label != UNCHANGED])
        evidence = to_evidence(known, [gene.address for gene in genes])
        seed = seed_for(self.settings.seed, "search")
        learner = Learner(task, self.plan, seed, given if len(given) else None, evidence)
        if (checkpoint := run.last_checkpoint()) is not None:
            evaluations = run.evaluations()
            learner.restore(
                checkpoint.state, evaluations.genomes, evaluations.objectives, self._to_measures(evaluations.wins)
            )
        return learner

    def _search_on(self, run: Run, learner: Learner, first: int) -> None:
        """One round more; its evaluations and the state after it are stored together."""
        genomes, number = learner.ask(), first + learner.n_evaluations
        parts = []
        for evaluator in self.searchers:
            games = learner.asked_games if evaluator in self.evaluators else _cut(learner.asked_games)
            values = evaluator.evaluate(genomes, number, games)
            assert evaluator.last is not None
            parts.append(evaluator.last.counts)
        counts = parts[0] if len(parts) == 1 else np.stack(parts, axis=1)
        measures = self._to_measures(counts)
        values[:, self.objectives.index(self.goal)] = self._measure_loss(learner, measures)
        learner.tell(values, measures)
        evaluations = Evaluations.of_generation(
            learner.generation, number, genomes, values, counts, counts.sum(axis=-1)
        )
        run.save_checkpoint(learner.generation, learner.get_state(), evaluations)

    def _to_measures(self, counts: Counts) -> Counts:
        """[k, 3 R]: wins, decided and all games, as the model wants them, from counts [k, ..., n, n, 3]."""
        if not len(counts):
            return np.zeros((0, 3 * self.n_match_ups * len(self.company)), np.int64)
        return np.hstack([part.reshape(len(counts), -1) for part in pool_seats(counts)])

    def _measure_loss(self, learner: Learner, measures: Counts) -> Floats:
        """[k]: what is told of a patch, as the games of a round show it."""
        wins, decided, _ = np.split(measures, 3, axis=1)
        task = learner.task
        assert task.shown is not None
        if task.shift is None:
            return task.shown(np.where(decided > 0, wins / np.maximum(decided, 1), 0.5))
        return task.shown.of_logits(task.place(np.log((wins + PRIOR) / (decided - wins + PRIOR))))

    def _note_round(self, ledger: Ledger[BalanceResults], learner: Learner) -> None:
        found = LearningRound(
            learner.generation,
            learner.n_evaluations,
            ledger.run.n_games,
            tuple(describe_best(champion) for champion in learner.champions),
        )
        ledger.keep(replace(ledger.results, rounds=(*ledger.results.rounds, found)))

    def _tell_search(self, learner: Learner, rounds: Sequence[LearningRound]) -> None:
        best = rounds[-1].best if rounds else ()
        goal, size = label_objective(self.goal.name), label_objective(self.size.name)
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
        known, run = ledger.results.known, ledger.run
        assert known is not None
        learner = self._restore(ledger)
        changed = [champion for champion in learner.front if champion.n_groups]
        champions = thin_out(changed, self.settings.audit_size - 1)
        evaluations = run.evaluations()
        levels = self.find_levels(ledger.results)
        return [self._claim(learner, champion, evaluations, known, levels) for champion in champions]

    def _claim(
        self,
        learner: Learner,
        champion: Champion,
        evaluations: Evaluations,
        known: KnownGames,
        levels: Levels | None,
    ) -> Claim:
        wins, decided, _ = learner.counts_of(champion.genome)[:, : self.n_match_ups]
        counts = spread_seats(wins, decided)
        if levels is not None:
            counts = _counts_of(levels.weigh(self._recount(counts), self.auditors[0].find_moved(champion.genome)))
        values = self.evaluator.measure(champion.genome, np.full((len(counts),) * 2, 0.5))
        values[self.objectives.index(self.goal)] = champion.value
        places = np.flatnonzero((evaluations.genomes == champion.genome).all(axis=1))
        number = int(evaluations.numbers[places[0]]) if len(places) else -(known.next_number + 2 + champion.place)
        cards = f"{champion.n_groups} card{'s' * (champion.n_groups > 1)}"
        label = f"{label_objective(self.size.name)} {champion.size:g}, {cards}"
        return Claim(
            label, number, champion.genome, self.name_values(values), counts, floors=self._floors(counts, number)
        )

    def _floors(self, counts: Counts, number: int) -> dict[str, float]:
        """What the objectives show on average with the games of the search if all is even."""
        decided = counts[..., 0] + counts[..., 1]
        overlaps = find_overlaps(count_copies(self.metagame))
        seed = seed_for(self.settings.seed, "search noise floor", number)
        chance = Chance((decided + decided.T).astype(float), self.shares, overlaps, seed)
        return {each.name: find_noise_floor(each, chance) for each in self.objectives}


def _pool(played: MetagameResult) -> Counts:
    """[3, R]: wins, decided games and all games of a metagame."""
    return np.stack(pool_seats(_counts_of(played.evidence)))


def _counts_of(evidence: Evidence) -> Counts:
    """[n, n, 3]: won, lost and drawn games."""
    return np.stack([evidence.wins, evidence.losses, evidence.draws], axis=-1)


def find_shift(levels: Levels | None) -> Shift | None:
    """What the search adds to simulated log odds, so that they stand where they were observed."""
    if levels is None:
        return None
    return Shift(*(list_pairs(part) for part in levels.offset))


def _cut(games: Ints) -> Ints:
    """[k]: the games of who plays a rung below, an even number."""
    return np.asarray(np.maximum(2, 2 * np.floor(games * (WEAKER_PART / 2))), np.int64)


def describe_best(champion: Champion) -> BestSoFar:
    """A champion, as a run stores it."""
    goal = champion.goal
    value = Estimated(champion.value, champion.low, champion.high)
    return BestSoFar(int(goal.budget), goal.groups, champion.size, champion.n_groups, value, champion.games)


def thin_out(champions: Sequence[Champion], most: int) -> list[Champion]:
    """At most so many, from the smallest to the largest, the last one among them."""
    if len(champions) <= most:
        return list(champions)
    places = np.unique(np.rint(np.linspace(0, len(champions) - 1, most)).astype(int))
    return [champions[place] for place in places]
