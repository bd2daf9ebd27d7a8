"""Runs without games: folders as the experiments leave them, with planted numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from tests.unit.experiments import planted_ogres
from tests.unit.experiments.balance.made_up_audits import CARDS, DECKS, make_audits, make_standing

from evometa.balance.explaining import Contribution, Explanation
from evometa.experiments.balance.results import Audit, BalanceResults, Generation, MeasuredAgain
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import Experiment
from evometa.experiments.nerfs.results import DeckWinRate, NerfsResults, ScannedCard
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import NERFS, correlate
from evometa.experiments.respond.work import RESPOND
from evometa.experiments.settings import RunSettings
from evometa.experiments.table.work import TABLE, TableResults, TableSettings
from evometa.matches.inference import UNKNOWN, Estimate, Estimates
from evometa.store import Evaluations, create_run
from evometa.store.results import Ledger, Results

POPULATION = 40
BALANCE_SETTINGS = find_preset("paper-2").change({"patches": [["exp1 best", "[changes]\n"]], "seed": 7})


def store_run(
    experiment: Experiment[Any, Any],
    folder: Path,
    settings: RunSettings,
    results: Results,
    generations: Sequence[Evaluations] = (),
    finished: bool = True,
) -> Path:
    """A run as its experiment would store it."""
    with create_run(folder, experiment.name, {**settings.to_json(), "metagame_fingerprint": "abc"}) as run:
        for number, evaluations in enumerate(generations):
            run.save_checkpoint(number, b"state", evaluations)
        Ledger(run, experiment.results_type).keep(results)
        if finished:
            run.finish()
    return folder


# --- balance --------------------------------------------------------------------------------------


def make_evaluations(generation: int, n_objectives: int, seed: int = 0) -> Evaluations:
    """A generation that is better than the one before: lower F and smaller patches."""
    rng = np.random.default_rng([seed, generation])
    m = rng.uniform(0, 420 * 0.9**generation, POPULATION)
    f = np.clip(0.75 * np.exp(-m / 60) + rng.gamma(2, 0.12 * 0.93**generation, POPULATION), 0, 1)
    if generation == 0:
        m[0], f[0], m[1], f[1] = 0, 0.71, 390, 0.05
    values = np.column_stack([f, np.round(m), *([f / 2] * (n_objectives - 2))])[:, :n_objectives]
    genomes, games = rng.integers(-3, 4, (POPULATION, 12)), np.full((POPULATION, 3), 100)
    return Evaluations.of_generation(generation, generation * POPULATION, genomes, values, games // 2, games)


def make_history(generations: Sequence[Evaluations], objectives: Sequence[str]) -> tuple[Generation, ...]:
    """What a run tells of its generations."""
    return tuple(
        Generation(
            number,
            (number + 1) * POPULATION,
            (number + 1) * POPULATION * 300,
            **{
                part: dict(zip(objectives, getattr(each.objectives, part)(axis=0).tolist(), strict=True))
                for part in ("min", "mean", "max")
            },
        )
        for number, each in enumerate(generations)
    )


def make_balance_results(audits: Sequence[Audit], history: Sequence[Generation] = ()) -> BalanceResults:
    """A run that ends with the second last of its audits."""
    return BalanceResults(
        first_games=300,
        history=tuple(history),
        again=tuple(MeasuredAgain(each.number, {}, each.again_f, 1200) for each in audits[1:]),
        audits=tuple(audits),
        chosen=audits[-2].number,
    )


def make_balance_run(
    folder: Path,
    settings: BalanceSettings = BALANCE_SETTINGS,
    decks: Sequence[str] = DECKS,
    generations: int = 12,
    finished: bool = True,
    **others: Any,
) -> Path:
    """A balance run; some of its results may be others."""
    searched = [make_evaluations(each, len(settings.objectives), settings.seed) for each in range(generations + 1)]
    results = make_balance_results(make_audits(decks), make_history(searched, settings.objectives))
    return store_run(BALANCE, folder, settings, replace(results, **others), searched, finished)


def make_genetic_run(folder: Path) -> Path:
    """A run of the paper's first experiment."""
    return make_balance_run(folder, find_preset("paper-1"))


def make_explanation(audit: Audit) -> Explanation:
    """One change that buys something, and one that the games cannot tell from nothing."""
    n_decks = len(audit.standing.decks)
    moved = np.zeros((n_decks, n_decks))
    moved[0, 1], moved[1, 0] = 0.05, -0.05
    match_ups = Estimates(moved, moved - 0.01, moved + 0.01)
    parts = tuple(
        Contribution(card, (note,), (), 2, True, Estimate(buys, buys - 0.02, buys + 0.02), match_ups, 400)
        for card, note, buys in (("Wisp", "Wisp: attack 1 -> 2", 0.05), ("Ysera", "Ysera: cost 9 -> 8", 0.01))
    )
    outcomes = np.zeros((n_decks, n_decks, 3), np.int64)
    return Explanation("f", audit.notes, audit.standing, audit.f.value, outcomes, parts, 1400)


# --- the other kinds ------------------------------------------------------------------------------


def around(value: float, margin: float, is_known: bool = True) -> Estimate:
    """A number with its interval."""
    return Estimate(value, value - margin, value + margin) if is_known else UNKNOWN


def make_cards(sign: int = 1) -> tuple[ScannedCard, ...]:
    """Cards of which the first matters most; one is never played, and one has nothing to change."""
    rng = np.random.default_rng(3)
    cards = []
    for place, name in enumerate(CARDS):
        change = float(sign * (-0.06 * np.exp(-place / 3) + rng.normal(0, 0.004)))
        wrd, wrp = 0.6 - change / 2 + rng.normal(0, 0.01), 0.63 - change + rng.normal(0, 0.01)
        has_number = place != 6
        cards.append(
            ScannedCard(
                name,
                f"ID_{place}",
                5000 + place,
                4000 + place,
                wrd=around(wrd, 0.008),
                wrp=around(wrp, 0.008, is_known=place != 5),
                wrn=around(0.6 + change, 0.008, has_number),
                change=around(change, 0.003, has_number),
                games=20_000,
            )
        )
    return tuple(cards)


def make_nerfs_run(folder: Path, amount: int = 1) -> Path:
    """A scan of a deck's cards; for buffs, all changes have the other sign."""
    settings = NerfsSettings(deck=DECKS[1], metagame="paper-six", players="paper", amount=amount, seed=5)
    cards = make_cards(int(np.sign(amount)))
    pairs = {"wrp": [(each.wrp, each.wrn) for each in cards], "wrd": [(each.wrd, each.wrn) for each in cards]}
    results = NerfsResults(
        deck=DECKS[1],
        baseline=DeckWinRate(around(0.6, 0.006), 20_000),
        cards=cards,
        correlations={name: correlate([(x.value, y.value) for x, y in found]) for name, found in pairs.items()},
    )
    return store_run(NERFS, folder, settings, results)


def make_respond_run(folder: Path) -> Path:
    """Answers to a patch, with planted games."""
    folder.mkdir()
    settings = replace(planted_ogres.SMALL, metagame=planted_ogres.write_metagame(folder))
    RESPOND.start(folder / "run", settings, planted_ogres.PlantedOgres())
    return folder / "run"


def make_table_run(folder: Path, decks: Sequence[str] = DECKS, settings: TableSettings | None = None) -> Path:
    """A table of all match-ups."""
    return store_run(TABLE, folder, settings or TableSettings(), TableResults(make_standing(0.2, decks, 60_000)))
