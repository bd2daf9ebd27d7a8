"""The paper's programme on a small metagame that is at hand, with few generations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.experiments.planted_meta import PlantedDraws
from tests.unit.metagame.planted_games import make_metagame

from evometa.experiments import runs
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.paper import work as paper
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.paper.work import PAPER
from evometa.search.settings import EvolutionSettings

SMALL = make_metagame("exp1_hunter_aggro", "exp1_paladin_control", "exp1_hunter_control")
AGGRO, PALADIN, CONTROL = (deck.name for deck in SMALL.decks)
PROGRAMME = PaperSettings(scale=0.01, players="random", metagame="small", small="small", deck=AGGRO)


def shorten_programme(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts with few generations, and a metagame that is at hand."""
    monkeypatch.setattr(runs, "load_metagame", lambda reference: SMALL)
    few = EvolutionSettings(population=8, generations=2)
    monkeypatch.setattr(paper, "EvolutionSettings", lambda generations: replace(few, generations=generations // 16))

    def find_short(name: str) -> BalanceSettings:
        found = find_preset(name)
        return replace(found, evolution=few, audit_size=3, audit_games=found.audit_games // 10)

    monkeypatch.setattr(paper, "find_preset", find_short)


def play_programme(folder: Path) -> Path:
    """The whole programme, with planted games."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        shorten_programme(monkeypatch)
        PAPER.start(folder, PROGRAMME, PlantedDraws())
    return folder
