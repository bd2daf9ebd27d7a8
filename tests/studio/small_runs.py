"""Runs that take a moment, and runs in trouble, for a folder of a studio."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.matches.runners import ThreadRunner
from evometa.search.settings import EvolutionSettings, MapSettings
from evometa.store import create_run

SMALL_BALANCE = BalanceSettings(
    algorithm="nsga2",
    evolution=EvolutionSettings(population=8, generations=2),
    games=4,
    space={"base": "gentle"},
    again_games=4,
    again_size=4,
    audit_games=20,
    audit_size=3,
    pilot_games=0,
)
SMALL_DECKS = DecksSettings(
    "mage",
    metagame="paper-small",
    algorithm="map-elites",
    objective="health",
    games=6,
    again_games=6,
    audit_games=20,
    finalists=1,
    pilot_games=0,
    map=MapSettings(evaluations=40, first=20, batch=20, smallest=2, largest=3),
)


def add_troubled_runs(runs: Path) -> None:
    """An empty folder, a run that has only begun, one whose metagame is gone, and one whose file is damaged."""
    (runs / "bare").mkdir(parents=True)
    create_run(runs / "begun", BALANCE.name, SMALL_BALANCE.to_json()).close()
    lost = replace(SMALL_BALANCE, metagame=str(runs / "gone.toml"))
    create_run(runs / "lost", BALANCE.name, lost.to_json()).close()
    (runs / "broken").mkdir()
    (runs / "broken" / "run.sqlite").write_bytes(b"nothing that a database would hold" * 100)


def add_finished_runs(runs: Path) -> None:
    """A balance run and a deck search."""
    BALANCE.start(runs / "balance", SMALL_BALANCE, ThreadRunner(1))
    DECKS.start(runs / "mages", SMALL_DECKS, ThreadRunner(1))
