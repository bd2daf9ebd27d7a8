"""Runs without games: folders as the experiments leave them, with planted numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evometa.experiments.balance.audit import UNCHANGED, to_numbers
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.nerfs.correlations import correlate
from evometa.experiments.nerfs.work import CardScanSettings
from evometa.experiments.paper.work import (
    PaperSettings,
    read_published,
    summarise_balance,
    summarise_scan,
    summarise_table,
)
from evometa.experiments.table.work import TableSettings
from evometa.metagame.measures import imbalance
from evometa.store import Evaluations, create_run, open_run

DECKS = ("Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)", "Exp1 Warlock (Control)")
CARDS = (
    *(
        "Truesilver Champion",
        "Consecration",
        "Power Word: Shield",
        "Tirion Fordring",
        "Ironbeak Owl",
        "Boulderfist Ogre",
    ),
    *("Leper Gnome", "Arcane Golem", "Sea Giant", "Wolfrider", "Defender of Argus", "Hellfire", "Voidwalker", "Wisp"),
)
POPULATION = 40
BEFORE = 0.36  # how far a strong deck's match-ups are from even, before any change


def rates(distance: float, n_decks: int = 3) -> Any:
    """[n, n]: win rates where each deck beats the ones before it, by so much."""
    return 0.5 - distance * np.sign(np.subtract.outer(-np.arange(n_decks), -np.arange(n_decks)))


def describe_games(distance: float, n_decks: int = 3, margin: float = 0.012) -> dict[str, Any]:
    """What an audit tells about such a metagame."""
    win_rate = rates(distance, n_decks)
    f = imbalance(win_rate)
    facts: dict[str, Any] = {"f": f, "f_low": max(0.0, f - margin), "f_high": f + margin}
    for name, values in (("win_rate", win_rate), ("against_meta", win_rate.mean(axis=1))):
        start = "" if name == "win_rate" else "against_meta_"
        facts |= {name: to_numbers(values), f"{start}low": to_numbers(values - 0.01)}
        facts[f"{start}high"] = to_numbers(values + 0.01)
    return facts


def make_audit(label: str, number: int, distance: float, magnitude: int, n_decks: int = 3) -> dict[str, Any]:
    """An audited patch of some size; its searched F is lower than its audited one."""
    games = describe_games(distance, n_decks)
    searched_f = 0.8 * games["f"]
    notes = [f"{CARDS[i % len(CARDS)]}: {('cost', 'attack')[i // len(CARDS) % 2]} {i % 5 + 1} -> {i % 5 + 2}"
             for i in range(magnitude // 2)]  # fmt: skip
    return {
        **games,
        "number": number,
        "label": label,
        "searched": {"f": searched_f, "m": float(magnitude)},
        "searched_f": searched_f,
        "again_f": None if label == UNCHANGED else 0.9 * games["f"],
        "noise_floor": 0.092,
        "is_noise": searched_f < 0.092,
        "magnitude": magnitude,
        "magnitude_unweighted": magnitude // 2,
        "cards_changed": min(len(CARDS), magnitude // 2),
        "notes": notes,
        "patch": f'name = "{label}"\n\n[changes]\n"CS2_029.cost" = 1\n',
        "games": 30_000,
    }


def make_audits(n_decks: int = 3) -> list[dict[str, Any]]:
    """A front of six: more change buys less and less."""
    sizes = (6, 14, 30, 60, 110, 180)
    front = [make_audit(f"front {i + 1}", 40 + i, BEFORE * np.exp(-m / 40), m, n_decks) for i, m in enumerate(sizes)]
    return [make_audit(UNCHANGED, 0, BEFORE, 0, n_decks), *front]


def make_evaluations(generation: int, n_objectives: int, seed: int = 0) -> Evaluations:
    """A generation that is better than the one before: lower F and smaller patches."""
    rng = np.random.default_rng([seed, generation])
    m = rng.uniform(0, 420 * 0.9**generation, POPULATION)
    f = np.clip(0.75 * np.exp(-m / 60) + rng.gamma(2, 0.12 * 0.93**generation, POPULATION), 0, 1)
    if generation == 0:
        m[0], f[0], m[1], f[1] = 0, 0.71, 390, 0.05
    values = np.column_stack([f, np.round(m)])[:, :n_objectives]
    genomes, games = rng.integers(-3, 4, (POPULATION, 12)), np.full((POPULATION, 3), 100)
    return Evaluations.of_generation(generation, generation * POPULATION, genomes, values, games // 2, games)


def describe_generation(evaluations: Evaluations, names: Sequence[str]) -> dict[str, Any]:
    """A generation in the history of a run."""
    values = evaluations.objectives
    facts: dict[str, Any] = {"generation": int(evaluations.generations[0]), "evaluations": 1, "games": 1}
    for part in ("min", "mean", "max"):
        facts[part] = dict(zip(names, getattr(values, part)(axis=0).tolist(), strict=True))
    return facts


def make_final(baseline: Mapping[str, Any], best: Mapping[str, Any]) -> dict[str, Any]:
    """What a run ends with."""
    kept = {name: best[name] for name in ("searched_f", "magnitude", "magnitude_unweighted", "cards_changed")}
    ends = {"audited_f": best["f"], "audited_low": best["f_low"], "audited_high": best["f_high"]}
    return {"run": "made-up", "baseline_f": baseline["f"], **kept, **ends, "games": 1_234_567, "patch": "patch.toml"}


def make_balance_run(
    folder: Path,
    settings: BalanceSettings | None = None,
    decks: Sequence[str] = DECKS,
    generations: int = 12,
    results: Mapping[str, Any] | None = None,
    finished: bool = True,
) -> Path:
    """A balance run; some of its results may be others, or None for those that it does not have yet."""
    settings = settings or find_preset("paper-2").change({"patches": [["exp1 best", "[changes]\n"]], "seed": 7})
    audits = make_audits(len(decks))
    baseline = {**describe_games(BEFORE, len(decks)), "decks": list(decks), "noise_floor": 0.009, "games": 30_000}
    told = {
        "baseline": baseline,
        "again": [{"number": audit["number"], "f": audit["again_f"]} for audit in audits[1:]],
        "audits": audits,
        "chosen": 44,
        "final": make_final(baseline, audits[5]),
        **(results or {}),
    }
    with create_run(folder, "balance", {**settings.to_json(), "metagame_fingerprint": "abc"}) as run:
        history = []
        for generation in range(generations + 1):
            evaluations = make_evaluations(generation, len(settings.objectives), settings.seed)
            run.save_checkpoint(generation, b"state", evaluations)
            history.append(describe_generation(evaluations, settings.objectives))
        for name, value in {"history": history, **told}.items():
            if value is not None:
                run.save_result(name, value)
        if finished:
            run.finish()
    return folder


def make_genetic_run(folder: Path) -> Path:
    """A run of the paper's first experiment."""
    return make_balance_run(folder, find_preset("paper-1"))


def make_cards(sign: int = 1) -> list[dict[str, Any]]:
    """Cards of which the first matters most; one is never played, and one has nothing to change."""
    rng = np.random.default_rng(3)
    cards = []
    for place, name in enumerate(CARDS):
        change = sign * (-0.06 * np.exp(-place / 3) + rng.normal(0, 0.004))
        row = {"name": name, "id": f"ID_{place}", "drawn": 5000 + place, "played": 4000 + place, "games": 20_000}
        values = {"wrn": 0.6 + change, "change": change, "wrd": 0.6 - change / 2, "wrp": 0.63 - change}
        values |= {key: values[key] + rng.normal(0, 0.01) for key in ("wrd", "wrp")}
        for key, value in values.items():
            known = not (key == "wrp" and place == 5) and not (key in ("wrn", "change") and place == 6)
            margin = 0.003 if key == "change" else 0.008
            ends = zip((key, f"{key}_low", f"{key}_high"), (value, value - margin, value + margin), strict=True)
            row |= {end: float(number) if known else None for end, number in ends}
        cards.append(row)
    return cards


def make_nerf_run(folder: Path, amount: int = 1) -> Path:
    """A scan of a deck's cards; for buffs, all changes have the other sign."""
    settings = CardScanSettings(deck=DECKS[1], metagame="paper-six", players="paper", amount=amount, seed=5)
    cards = make_cards(np.sign(amount))
    with create_run(folder, "nerfs", {**settings.to_json(), "metagame_fingerprint": "abc"}) as run:
        run.save_result("deck", DECKS[1])
        run.save_result("baseline", {"win_rate": 0.6, "low": 0.594, "high": 0.606, "games": 20_000})
        run.save_result("cards", cards)
        run.save_result("correlations", {name: correlate(cards, name, "wrn") for name in ("wrp", "wrd")})
        run.finish()
    return folder


def make_table_run(folder: Path, decks: Sequence[str] = DECKS) -> Path:
    """A table of all match-ups."""
    table = {**describe_games(0.2, len(decks)), "decks": list(decks), "noise_floor": 0.009, "games": 60_000}
    with create_run(folder, "table", {**TableSettings().to_json(), "metagame_fingerprint": "abc"}) as run:
        run.save_result("table", table)
        run.finish()
    return folder


def make_part(name: str, ours: dict[str, Any]) -> dict[str, Any]:
    """A part of the programme, with what was published."""
    return {"name": name, "folder": name, "published": read_published()[name], "ours": ours}


def make_paper_run(folder: Path) -> Path:
    """The whole programme, with its parts in folders of their own."""
    decks = read_published()["table"]["decks"]
    with create_run(folder, "paper", PaperSettings(scale=0.2).to_json()) as run:
        make_table_run(folder / "table", decks)
        make_genetic_run(folder / "experiment-1")
        make_balance_run(folder / "experiment-2-32")
        make_balance_run(folder / "experiment-2-47", find_preset("paper-2").change({"seed": 8}), generations=16)
        make_nerf_run(folder / "experiment-3")
        parts = [make_part("table", summarise_table(read_results(folder / "table")))]
        for name in ("experiment-1", "experiment-2-32", "experiment-2-47"):
            parts.append(make_part(name, summarise_balance(read_results(folder / name))))
        parts.append(make_part("experiment-3", summarise_scan(read_results(folder / "experiment-3"))))
        run.save_result("parts", parts)
        run.finish()
    return folder


def read_results(folder: Path) -> dict[str, Any]:
    """What a run has found out."""
    with open_run(folder) as run:
        return run.results()
