"""A small run of every kind, whose games are decided by their seeds alone, so that they take no time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.planted_games import uniform

from evometa.experiments import settings as all_settings
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.evolve import plan as evolve_plan
from evometa.experiments.evolve import work as evolve_work
from evometa.experiments.evolve.settings import EvolveSettings
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.paper import work as paper
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.table.work import TableSettings
from evometa.experiments.tiers import settings as tiers
from evometa.experiments.tiers import work as tiers_work
from evometa.experiments.tiers.settings import TiersSettings
from evometa.experiments.tune.settings import TuneSettings
from evometa.games.cards import CardSet
from evometa.games.decks.space import DeckSpace, make_deck_space
from evometa.games.hearthstone.cards.rules import Rules
from evometa.games.records import LOST, WON, Result, Sample, Sums
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.search.settings import EvolutionSettings, MapSettings

HUNTER, PALADIN = "Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)"
METAGAME = f'name = "Two decks"\nplayers = "random"\n[[deck]]\ndeck = "{HUNTER}"\n[[deck]]\ndeck = "{PALADIN}"\n'
FILE = "two.toml"
FEW = EvolutionSettings(population=4, generations=2)

SAMPLES: dict[str, Any] = {
    "balance": BalanceSettings(
        metagame=FILE,
        algorithm="nsga2",
        evolution=FEW,
        games=4,
        space={"only": ["Wisp", "Consecration", "cost"]},
        again_games=4,
        again_size=3,
        audit_games=20,
        audit_size=3,
        explain_games=20,
        pilot_games=20,
    ),
    "nerfs": NerfsSettings(HUNTER, FILE, games=4, pilot_games=4),
    "decks": DecksSettings(
        "hunter",
        player="random",
        metagame=FILE,
        algorithm="map-elites",
        objective="health",
        games=4,
        again_games=4,
        audit_games=4,
        finalists=2,
        pilot_games=4,
        map=MapSettings(evaluations=8, first=4, batch=4, smallest=1, largest=2, remap_every=4),
    ),
    "respond": RespondSettings(
        metagame=FILE,
        patch='name = "A slower wisp"\n[change]\n"Wisp" = { cost = 1 }\n',
        classes=("hunter",),
        styles=("random",),
        max_games=400,
        audit_games=4,
        table_games=4,
        pilot_games=4,
    ),
    "evolve": EvolveSettings(
        FILE, classes=("hunter",), pool="basic", max_games=1_000, check_games=200, audit_games=20, players="random"
    ),
    "paper": PaperSettings(scale=0.001, players="random", metagame=FILE, small=FILE, deck=HUNTER),
    "table": TableSettings(FILE, games=4),
    "tiers": TiersSettings("random", games=120, decks=36),
    "tune": TuneSettings(FILE, games=40, rounds=2, compare_games=8, audit_games=4),
}


@dataclass
class CoinRunner:
    """Decides each game by its seed; stops with a Ctrl-C after a number of batches, if it is told to."""

    batches_left: int | None = None
    n_batches: int = 0

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Make up the outcomes of all chunks."""
        if self.n_batches == self.batches_left:
            raise KeyboardInterrupt
        self.n_batches += 1
        for chunk in chunks:
            collect(chunk, self.make_outcome(games, chunk))

    def make_outcome(self, games: Games, chunk: Chunk) -> Outcome:
        """Sums and rows of a chunk."""
        sums, rows, row = np.zeros(len(chunk.cells), Sums), np.zeros(chunk.games, Result), 0
        for job in chunk.jobs:
            numbers = np.arange(job.first, job.first + job.games)
            winners = (uniform(int(job.seed), numbers) < 0.4).astype(np.int64)
            sums[job.cell].games += job.games
            sums[job.cell].wins += np.bincount(winners, minlength=3)
            rows["winner"][row : row + job.games] = winners
            row += int(job.games)
        samples = make_samples(games, rows) if games.probes is not None else None
        return Outcome(sums, rows if games.per_game else None, 0.0, samples)


def make_samples(games: Games, rows: NDArray[Any]) -> NDArray[Any]:
    """Two positions of each game, in which who wins has more of everything."""
    samples = np.zeros(2 * len(rows), Sample)
    samples["outcome"][::2] = np.where(rows["winner"] == 0, WON, LOST)
    samples["outcome"][1::2] = np.where(rows["winner"] == 1, WON, LOST)
    noise = np.arange(samples["values"].size).reshape(samples["values"].shape) * 7 % 11
    samples["values"] = noise + 3 * (samples["outcome"] == WON)[:, None]
    samples["values"][:, len(games.probes) :] = 0
    return samples


def shorten_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the paper's programme have few generations and few games."""
    monkeypatch.setattr(paper, "EvolutionSettings", lambda generations: FEW)
    monkeypatch.setattr(all_settings, "LEAST_GAMES", 4)

    def find_short(name: str) -> BalanceSettings:
        return replace(find_preset(name), evolution=FEW, again_size=3, audit_size=3)

    monkeypatch.setattr(paper, "find_preset", find_short)


def shorten_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let card tiers have few games in a stage, two classes and few cards, so that their regression takes no time."""
    monkeypatch.setattr(tiers, "STAGE_GAMES", 40)

    def find_few(card_set: CardSet, rules: Rules) -> tuple[DeckSpace, ...]:
        return tuple(make_deck_space(klass, "basic", card_set, rules) for klass in ("hunter", "mage"))

    monkeypatch.setattr(tiers_work, "class_spaces", find_few)


def shorten_evolve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a metagame evolve in a few short rounds."""
    monkeypatch.setattr(evolve_plan, "FEWEST_GAMES", 60)
    monkeypatch.setattr(evolve_plan, "FEWEST_ROUNDS", 3)
    for name, games in (("FIRST_MEETING", 4), ("LEVELS", (8,)), ("LAST_LEVELS", (16,))):
        monkeypatch.setattr(evolve_work, name, games)


def open_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Make a folder that has the metagame the current one; gives the settings of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(METAGAME, encoding="utf-8")
    monkeypatch.chdir(folder)
    shorten_paper(monkeypatch)
    shorten_tiers(monkeypatch)
    shorten_evolve(monkeypatch)
    return lambda kind: SAMPLES[kind]
