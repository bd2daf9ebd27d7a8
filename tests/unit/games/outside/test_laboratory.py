"""The laboratory with simulators of one's own: paired games, balance, reports and resuming; and no file loads one."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.unit.games.made_up_game import MadeUpGame
from tests.unit.games.outside.conftest import Run, tell
from tests.unit.matches.dask_processes import DaskProcesses

from evometa.games.registry import GAMES
from evometa.store import create_run, open_run

SMALL = (
    *("--algorithm", "nsga2", "--population", "8", "--generations", "6", "--games", "40"),
    *("--again-games", "40", "--again-size", "4", "--audit-games", "200", "--audit-size", "3"),
    *("--explain-games", "100", "--pilot-games", "40"),
)
FEW = ("--games", "12", "--again-games", "12", "--audit-games", "20", "--pilot-games", "20")
PYTHON = ("--game", "duel.py")
FOREIGN = re.compile(
    r"hearthstone|\bmana\b|minion|hero power|\bsecrets?\b|weapon|\bdust\b|skilled|taunt", re.IGNORECASE
)


def balance(*options: str) -> list[str]:
    """The command of a small balance run."""
    return ["balance", "lines.toml", *SMALL, *options]


def play_in(language: str, request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The options that play the example in a language."""
    return PYTHON if language == "python" else ("--game-command", request.getfixturevalue("program"))


@pytest.mark.parametrize("language", ["python", "c"])
def test_the_same_games_are_played_before_and_after_a_change(
    language: str, folder: Path, run: Run, request: pytest.FixtureRequest
) -> None:
    asked = ("what-if", "lines.toml", *play_in(language, request), "--games", "200", "--json")
    code, printed, said = run(*asked, "--change", "Ox life +1")
    assert code == 0, said
    told = json.loads(printed)
    assert told["rules_version"].startswith("1.0 sha256:")
    assert told["notes"] == ["Ox: life 7 -> 8"]
    assert told["not_played_again"] == [["Pack", "Pack"]]
    change = np.array(told["change_high"]) - told["change_low"]
    before = np.array(told["before"]["high"]) - told["before"]["low"]
    assert change.sum() < before.sum()  # with other games intervals would be at least sqrt(2) times as wide


@pytest.mark.usefixtures("folder")
def test_a_number_that_a_card_has_not_is_refused(run: Run) -> None:
    asked = ("what-if", "lines.toml", *PYTHON, "--games", "40", "--json")
    code, _, said = run(*asked, "--change", "Ox attack -6")
    assert code == 2
    assert "card Ox (Ox) has no number 'attack'; allowed: cost, power, life" in said


def start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """A command as a process of its own."""
    out = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", "evometa.app.main", *words], stdout=out, stderr=out)


def kill_at_work(words: Sequence[str], folder: Path) -> bool:
    """Start a run, and kill it when it has stored something; returns whether it had not ended by itself.

    That depends on who has the cores: what has ended is taken away, so that one may try again.
    """
    process = start(words)
    deadline = time.monotonic() + 300
    while process.poll() is None and not ((folder / "run.sqlite").is_file() and is_begun(folder)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    is_killed = process.wait() == -signal.SIGKILL
    if not is_killed:
        assert process.returncode == 0
        shutil.rmtree(folder)
    return is_killed


def is_begun(folder: Path) -> bool:
    with open_run(folder) as opened:
        return opened.last_checkpoint() is not None


def finish(run: Run, game: Sequence[str], folder: Path) -> tuple[str, bytes]:
    """What a run has found, as JSON without its own name, and its evaluations as CSV."""
    code, printed, said = run("resume", str(folder), *game, "--json")
    assert code == 0, said
    assert run("export", str(folder), "--to", f"{folder}.csv", *game)[0] == 0
    return printed.replace(str(folder), "RUN"), Path(f"{folder}.csv").read_bytes()


@pytest.mark.parametrize("language", ["python", "c"])
def test_a_balance_run_is_killed_and_goes_on_to_the_same_bytes(
    language: str, folder: Path, run: Run, request: pytest.FixtureRequest
) -> None:
    game = play_in(language, request)
    whole, killed = Path("whole"), Path("killed")
    assert run(*balance(*game, "--out", "whole", "--threads", "1"))[0] == 0
    assert any(kill_at_work(balance(*game, "--out", "killed", "--threads", "2"), killed) for _ in range(10))

    name = "duel" if language == "python" else "duel-c"
    del GAMES[name]
    for command in (("resume", "killed"), ("resume", "killed", "--json")):
        code, _, said = run(*command)
        assert code == 2
        assert "which is not known here. No run loads code by itself: add what it was" in said
        assert "'evometa resume killed --game FILE.py', or --game-command PROGRAM" in said
    found = finish(run, game, killed)
    assert found == finish(run, game, whole)

    told = json.loads(found[0])
    assert told["front"]
    assert told["explanation"]
    assert told["players"] == ["planner"]
    assert run("report", "killed", *game)[0] == 0
    page = (killed / "report.html").read_text(encoding="utf-8")
    text = re.sub(r"<script.*?</script>|<style.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    assert f"of the game {name}, started" in text
    assert "Played by planner." in text
    assert re.search(rf"\({name}, rules version 1\.0 sha256:[0-9a-f]{{16}}, run format", text)
    assert not FOREIGN.findall(text), FOREIGN.findall(text)


def test_results_of_another_version_do_not_mix(folder: Path, run: Run) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evometa.store.run.Run.finish", lambda run: None)  # it is never finished
        assert run(*balance(*PYTHON, "--out", "old", "--no-report"))[0] == 0
    text = (folder / "duel.py").read_text(encoding="utf-8")
    (folder / "duel.py").write_text(text.replace('"1.0"', '"1.1"'), encoding="utf-8")
    code, _, said = run("resume", "old", *PYTHON)
    assert code == 2
    assert re.search(
        r"the run is of evometa \S+ \(duel, rules version 1\.0 sha256:\w+, .* this is .* version 1\.1 sha", said
    )
    assert run("export", "old", "--to", "old.csv", *PYTHON)[0] == 0  # it can still be read


LEGS = """
def limp():
    with open("walked", "a") as file:
        file.write(".")
    if os.path.getsize("walked") > 150 and not os.path.exists("mended"):
        sys.exit(3)
    return {"winners": [seed * 7 % 3 for seed in asked["seeds"]]}


answers["limp"] = lambda n: limp()
for line"""


def test_a_run_goes_on_when_its_program_is_mended(folder: Path, run: Run) -> None:
    text = (folder / "told.py").read_text(encoding="utf-8")
    (folder / "told.py").write_text(text.replace("\nfor line", LEGS, 1), encoding="utf-8")
    (folder / "lines.toml").write_text((folder / "told.toml").read_text(encoding="utf-8"), encoding="utf-8")
    game = ("--game-command", tell("limp"))
    code, _, said = run(*balance(*game, "--out", "limping"))
    assert code == 2
    assert "it ended (exit code 3) instead of answering to 'play'" in said
    assert "what is finished is stored. To go on: evometa resume limping" in said
    (folder / "mended").touch()
    assert run(*balance(*game, "--out", "healthy"))[0] == 0
    assert finish(run, game, Path("limping")) == finish(run, game, Path("healthy"))


EVIL = "from pathlib import Path\nPath('ran').touch()\n"


@pytest.mark.parametrize("named", ["evil.py", "./evil.py", "{folder}/evil.py", "evil", "python3 evil.py", "./evil"])
def test_no_metagame_settings_or_run_loads_code(named: str, folder: Path, run: Run) -> None:
    (folder / "evil.py").write_text(EVIL, encoding="utf-8")
    (folder / "evil").write_text("#!/bin/sh\ntouch ran\n", encoding="utf-8")
    (folder / "evil").chmod(0o755)
    name = named.format(folder=folder)
    (folder / "lines.toml").write_text(f'game = "{name}"\n[[deck]]\ndeck = "Pack"\n', encoding="utf-8")
    (folder / "settings.toml").write_text('metagame = "lines.toml"\n', encoding="utf-8")
    commands = [
        ("meta", "lines.toml"),
        ("what-if", "lines.toml", "--change", "Ox life -1"),
        ("balance", "lines.toml"),
        ("balance", "--settings", "settings.toml"),
        ("decks", "--against", "lines.toml"),
    ]
    for kind, settings in (("balance", {"metagame": "lines.toml"}), ("tiers", {"game": name})):
        game = MadeUpGame()
        game.name = name
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(GAMES, name, lambda game=game: game)
            create_run(Path(kind), kind, settings, game).close()
        commands += [("resume", kind), ("report", kind), ("export", kind, "--to", "x.csv"), ("runs", ".")]
    for command in commands:
        code, _, said = run(*command)
        assert "Traceback" not in said
        can_read = command[0] in ("runs", "report", "export")  # what a run has found can be told without its game
        assert code == 2 or (can_read and code == 0), (command, said)
    assert not (folder / "ran").exists()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("cards", "Pack", "--in", "lines.toml"), 2, "evometa cards needs statistics of cards, which the game Duel"),
        (("tune",), 2, "tune needs weights to fit, which the game Duel does not offer"),
        (("nerfs", "Pack"), 2, "there is no metagame file 'paper-six', and none comes with Duel; name a file"),
        (("meta", "lines.toml", "--cards", "x.toml"), 2, "a card file needs card files, which the game Duel does not"),
        (("meta", "lines.toml", "--overlay", "x"), 2, "an overlay needs card files, which the game Duel does not"),
        (
            ("meta", "lines.toml", "--players", "x"),
            2,
            "there is no player file and no preset 'x'; allowed: random, pla",
        ),
        (("what-if", "lines.toml", "--change", "Ox gains taunt"), 2, "card Ox (Ox) is a card and cannot have keywords"),
        (("deck", "Pack", "--to", "code"), 2, "Duel has no deck codes"),
        (("deck", "Pack"), 0, ""),
        (("card", "--all"), 0, ""),
        (("card", "Ox", "--addresses"), 0, ""),
        (("list", "decks", "players", "metagames", "overlays"), 0, ""),
        (("ladder", "--games", "4"), 0, ""),
        (("tiers", "--games", "400"), 0, ""),
        (("nerfs", "Pack", "--in", "lines.toml", "--games", "20"), 0, ""),
        (("meta", "lines.toml", "--games", "20", "--skills"), 0, ""),
        (("explain", "lines.toml", "--change", "Ox life -6", "--games", "20"), 0, ""),
        (
            ("decks", "--algorithm", "map-elites", "--against", "lines.toml", "--quick", "--evaluations", "100", *FEW),
            0,
            "",
        ),
        (
            ("respond", "lines.toml", "--change", "Ox life -6", "--max-games", "2000", "--table-games", "20", *FEW[4:]),
            0,
            "",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
@pytest.mark.usefixtures("folder")
def test_every_command_works_or_says_in_one_line_why_not(
    words: Sequence[str], code: int, message: str, run: Run
) -> None:
    found, printed, said = run(*words, *PYTHON)
    assert found == code, said
    assert message in said
    assert "Traceback" not in said
    if code == 0:
        assert printed
        assert not FOREIGN.findall(printed), FOREIGN.findall(printed)


def test_it_plays_on_a_cluster_too(folder: Path, run: Run, tmp_path: Path) -> None:
    asked = ("meta", "lines.toml", *PYTHON, "--games", "20", "--json")
    here = run(*asked)
    with DaskProcesses(tmp_path) as dask:
        dask.start_worker()
        assert run(*asked, "--cluster", dask.address)[:2] == here[:2]
