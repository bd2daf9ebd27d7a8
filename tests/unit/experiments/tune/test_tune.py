"""Tuning a player: games choose among the fits, the player file holds the best, and bad input is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tests.unit.app.sample_runs import make_samples
from tests.unit.metagame.planted_games import uniform

from evometa.app.main import main
from evometa.experiments.tune.results import INCUMBENT
from evometa.experiments.tune.settings import TuneSettings
from evometa.experiments.tune.work import PLAYER_FILE, TUNE
from evometa.games.hearthstone.players.records import BEAM
from evometa.games.players import load_player
from evometa.games.records import Result, Sums
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk

SMALL = {"games": 60, "compare_games": 400, "audit_games": 72, "decks": "random:2"}


@dataclass
class PlantedRunner:
    """Decides games by who plays: the smaller the weight of minions, the better, but for random play."""

    best_is_small: bool = True

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        strengths = [self.strength_of(style) for style in games.players]
        for chunk in chunks:
            sums, rows = np.zeros(len(chunk.cells), Sums), np.zeros(chunk.games, Result)
            row = 0
            for job in chunk.jobs:
                one, other = (strengths[k] for k in job.players)
                luck = uniform(int(job.seed), np.arange(job.first, job.first + job.games))
                winners = (luck > 1 / (1 + np.exp(other - one))).astype(np.int64)
                sums[job.cell].games += job.games
                sums[job.cell].wins += np.bincount(winners, minlength=3)
                rows["winner"][row : row + job.games] = winners
                row += int(job.games)
            collect(chunk, Outcome(sums, None, 0.0, make_samples(games, rows) if games.probes is not None else None))

    def strength_of(self, style: np.record) -> float:
        if style.kind != BEAM:
            return -3.0 if self.best_is_small else 9.0
        return -np.log10(1 + abs(float(style.weights.my.minions)))


def test_games_choose_among_the_fits_and_the_file_holds_the_best(tmp_path: Path) -> None:
    results = TUNE.start(tmp_path / "run", TuneSettings(**SMALL, rounds=2), PlantedRunner())
    for each in results.rounds:
        assert abs(each.chosen.weights.get("my_minions", 0)) == min(
            abs(other.weights.get("my_minions", 0)) for other in each.contenders if other.weights
        )
        assert [other.elo.value for other in each.contenders] == sorted(
            (other.elo.value for other in each.contenders), reverse=True
        )
    assert min(results.rounds[0].contenders, key=lambda each: each.loss).name != results.rounds[0].chosen.name
    player = load_player(tmp_path / "run" / PLAYER_FILE)
    assert (player.kind, player.width, player.mulligan, player.knowledge) == ("beam", 4, "keep cheap", "fair")
    assert player.weights == results.weights == results.rounds[-1].chosen.weights
    assert {
        "decks": "random:2",
        "start": "random",
        "games": 60,
        "seed": 1,
        "rounds": 2,
    }.items() <= player.origin.items()
    assert [each.name for each in results.opponents] == ["start: random", "fair-control"]
    assert results.opponents[0].win_rate.low > 0.5


def test_a_player_that_is_better_than_all_fits_stays(tmp_path: Path) -> None:
    results = TUNE.start(tmp_path / "run", TuneSettings(**SMALL, rounds=1), PlantedRunner(best_is_small=False))
    assert results.rounds[0].chosen.name == INCUMBENT
    assert load_player(tmp_path / "run" / PLAYER_FILE).kind == "random"


def test_all_but_the_weights_is_that_of_the_player_to_begin_with(tmp_path: Path) -> None:
    text = 'based_on = "fair-aggro"\nwidth = 2\nreplies = 3\nmulligan = "keep all"\n[weights]\nmy_minions = 99999\n'
    (tmp_path / "wide.toml").write_text(text, encoding="utf-8")
    settings = TuneSettings(**SMALL, rounds=1, start=str(tmp_path / "wide.toml"))
    TUNE.start(tmp_path / "run", settings, PlantedRunner())
    player = load_player(tmp_path / "run" / PLAYER_FILE)
    assert (player.width, player.replies, player.mulligan) == (2, 3, "keep all")
    assert player.weights["my_minions"] != 99999
    assert player.origin["start"] == "wide"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"games": 1}, "games: the number 1 is out of range; allowed: an even number from 2 to 50000"),
        ({"games": 7}, "games: found 7; allowed: an even number"),
        ({"games": 10**9}, "games: the number 1000000000 is out of range"),
        ({"compare_games": 0}, "compare_games: the number 0 is out of range"),
        ({"rounds": 0}, "rounds: the number 0 is out of range; allowed: a whole number from 1"),
    ],
)
def test_impossible_settings_are_refused(fields: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TuneSettings(**fields)  # type: ignore[arg-type]


MOON = 'name = "Moon"\nclass = "mage"\ncards = ["2x Moon Rabbit"]\n'
FILES = {
    "wrong.toml": 'based_on = "fair-control"\n[weights]\nmy_minoins = 1\n',
    "hasty.toml": 'kind = "random"\nreplies = 4\n',
    "moon.toml": MOON,
    "apart.toml": 'players = "random"\n[[deck]]\ndeck = "Starter Mage"\n[[deck]]\ndeck = "moon.toml"\n',
    "twice.toml": 'players = "random"\n[[deck]]\ndeck = "Starter Mage"\n[[deck]]\ndeck = "Starter Mage"\n',
    "empty.toml": 'players = "random"\n',
}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--decks", "nowhere"), "there is no metagame file and no built-in metagame 'nowhere'"),
        (("--decks", "random:0"), "found '0' as the number of random decks"),
        (("--decks", "apart.toml"), "Moon Rabbit"),
        (("--decks", "twice.toml"), "there is another deck 'Starter Mage'"),
        (("--decks", "empty.toml"), "there is no deck in it"),
        (("--games", "1"), "Invalid value for '--games'"),
        (("--start", "nobody"), "no preset 'nobody'"),
        (("--start", "wrong.toml"), "unknown weight 'my_minoins'; did you mean 'my_minions'"),
        (("--start", "hasty.toml"), "a player that looks at replies needs a weight other than 0"),
    ],
)
def test_bad_input_is_one_message_and_no_run(
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["tune", *words])
    assert stop.value.code == 2
    said = " ".join(capsys.readouterr().err.split())
    assert message in said
    assert "Traceback" not in said
    assert not (tmp_path / "runs").exists()


def test_games_in_which_nothing_differs_are_told(tmp_path: Path) -> None:
    @dataclass
    class Empty(PlantedRunner):
        def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
            for chunk in chunks:
                collect(chunk, Outcome(np.zeros(len(chunk.cells), Sums), None, 0.0, None))

    with pytest.raises(InputError, match="round 1: no feature says who wins, in 60 games with 0 ends of turns"):
        TUNE.start(tmp_path / "run", TuneSettings(**SMALL), Empty())
