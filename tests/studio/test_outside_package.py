"""A package that is not evometa's, installed with pip: what it registers runs, is stored, goes on and is shown."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

OUTSIDE = Path(__file__).parents[1] / "fixtures" / "outside"
PLAYER = 'about = "Does the last thing that it can do."\nkind = "last"\n'
METAGAME = """name = "Two decks"
players = "last.toml"
[[deck]]
deck = "Exp1 Hunter (Aggro)"
[[deck]]
deck = "Exp1 Paladin (Control)"
"""
ASKED = (
    *("balance", "two.toml", "--algorithm", "chance", "--objectives", "worst_one,m", "--population", "4"),
    *("--generations", "3", "--games", "2", "--again-size", "2", "--again-games", "2", "--audit-size", "2"),
    *("--audit-games", "4", "--explain-games", "0", "--pilot-games", "0", "--seed", "3"),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a user who has installed the package."""
    folder = tmp_path_factory.mktemp("outside")
    install = [*("install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"), "--target"]
    copy = folder / "source"
    copy.mkdir()
    for file in ("pyproject.toml", "evometa_outside.py"):
        (copy / file).write_bytes((OUTSIDE / file).read_bytes())
    subprocess.run([sys.executable, "-m", "pip", *install, str(folder / "site"), str(copy)], check=True)
    (folder / "last.toml").write_text(PLAYER, encoding="utf-8")
    (folder / "two.toml").write_text(METAGAME, encoding="utf-8")
    return folder


def environment(place: Path) -> dict[str, str]:
    paths = [str(place / "site"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "COLUMNS": "200",
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }


def command(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-m", "evometa.app.main", *words]
    return subprocess.run(run, cwd=place, env=environment(place), capture_output=True, text=True, check=False)


def count_evaluations(file: Path) -> int:
    """How many evaluations a run has stored by now, which another process is writing."""
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM evaluations").fetchone()[0])
    except sqlite3.OperationalError:
        return 0  # it is being made


def test_all_of_it_is_known_to_the_command_line(place: Path) -> None:
    shown = command(place, "balance", "--help").stdout
    assert "chance" in shown
    assert "worst_one" in shown


def test_a_run_that_is_killed_goes_on_to_the_same_end_and_is_reported(place: Path) -> None:
    whole = command(place, *ASKED, "--out", "runs/whole", "--json")
    assert whole.returncode == 0, whole.stderr
    words = [sys.executable, "-m", "evometa.app.main", *ASKED, "--out", "runs/cut"]
    killed = subprocess.Popen(words, cwd=place, env=environment(place), stderr=subprocess.DEVNULL)
    while not count_evaluations(place / "runs" / "cut" / "run.sqlite"):
        assert killed.poll() is None, "it ended before it could be killed"
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    (cut,) = json.loads(command(place, "runs", "runs/cut", "--json").stdout)["runs"]
    assert cut["status"] == "interrupted"
    assert 0 < cut["evaluations"] < 16  # some of them are kept, and some are still to come
    resumed = command(place, "resume", "runs/cut", "--json")
    assert resumed.returncode == 0, resumed.stderr
    first, again = (json.loads(each.stdout) for each in (whole, resumed))
    for each in (first, again):
        del each["run"], each["patch"]
    assert first == again
    assert first["players"] == ["last"]
    assert "worst_one" in first["objectives"]
    assert command(place, "report", "runs/cut", "--to", "told.html").returncode == 0
    report = (place / "told.html").read_text(encoding="utf-8")
    assert "Random search made 16 evaluations" in report
    assert "Played by last." in report


STUDIO = """
from pathlib import Path
from tests.studio.reading import choose, press, words
from tests.studio.simulation import simulate, wait_until
from evometa.input.extensions import load_extensions

async def scenario(user, studio):
    await user.open("/runs?run=whole")
    await wait_until(lambda: "search: chance" in words(user), seconds=300)
    assert "This run is finished." in words(user), words(user)
    await user.open("/balance")
    await wait_until(lambda: "About" in words(user), seconds=300)
    choose(user, "Search", "chance")
    await press(user, "Start the run")
    await wait_until(lambda: studio.runs.carrying("balance-paper-small-1").job is not None, seconds=300)
    studio.runs.stop("balance-paper-small-1")

load_extensions()
simulate(Path.cwd(), scenario)
print("walked through")
"""


def test_the_studio_shows_its_runs_and_starts_others(place: Path) -> None:
    root = str(Path(__file__).parents[2])
    paths = {"PYTHONPATH": os.pathsep.join((environment(place)["PYTHONPATH"], root))}
    run = [sys.executable, "-c", STUDIO]
    ended = subprocess.run(
        run, cwd=place, env={**environment(place), **paths}, capture_output=True, text=True, check=False
    )
    assert "walked through" in ended.stdout, ended.stderr


def test_an_extension_that_cannot_be_loaded_is_left_out_with_a_line(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    info = site / "broken-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[evometa]\nbroken = no_such_module:register\n", encoding="utf-8")
    run = [sys.executable, "-m", "evometa.app.main", "list"]
    paths = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH", ""))))
    ended = subprocess.run(
        run, cwd=place, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0
    assert "the extension 'broken' of the package broken cannot be used, and is left out" in ended.stderr
