"""`evometa respond`, with planted games: what it is asked for, what it shows and reports, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.app.runs.run_laboratory import HUNTER, PALADIN, RunLaboratory
from tests.unit.experiments.planted_ogres import FREE_OGRE, OGRE, PlantedOgres, Stopping
from tests.unit.show.html_check import words_of

from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.respond.work import RESPOND
from evometa.matches.known_runners import DEFAULT, RUNNERS
from evometa.show.page.writing import write_report
from evometa.story.reproduction import reproduce_respond
from evometa.story.words.levels import ANSWERS_NOTE

SMALL = (
    *("respond", "two.toml", "--patch", "free ogres.toml", "--class", "Hunter", "--style", "aggro"),
    *("--max-games", "1200", "--finalists", "1", "--audit-games", "200", "--table-games", "100"),
)
ANSWER = "Answer 1 Hunter (Aggro)"


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    """A laboratory with the metagame `two.toml` and a patch, in which free ogres win."""
    (tmp_path / "free ogres.toml").write_text(FREE_OGRE, encoding="utf-8")
    laboratory = RunLaboratory.open(tmp_path, monkeypatch, capsys)
    play_with(PlantedOgres(), laboratory, monkeypatch)
    return laboratory


def play_with(runner: Any, lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands play with this runner."""
    lab.runner = runner
    monkeypatch.setitem(RUNNERS, DEFAULT, lambda threads: runner)


def text_of(page: Path) -> str:
    """What a reader of a page sees."""
    return words_of(page.read_text(encoding="utf-8"))


def test_it_shows_the_answers_and_what_they_do(lab: RunLaboratory) -> None:
    said = " ".join(lab.run(*SMALL).split())
    assert f"{OGRE}: cost 6 -> 0" in said
    assert f"{OGRE} yes {ANSWER}" in said
    assert said.startswith("With the answers a typical match-up goes from ")
    assert "Answers in the equilibrium 100%; their shares together" in said
    assert "Report: runs/respond-two-decks-1/report.html" in lab.said


def test_the_report_tells_the_same_and_how_to_do_it_again(lab: RunLaboratory, tmp_path: Path) -> None:
    data = lab.data(*SMALL)
    folder = tmp_path / "runs" / "respond-two-decks-1"
    said = text_of(folder / "report.html")
    assert f"1 answer of 1 entered the metagame. The best, {ANSWER}, wins" in said
    assert f"Cards that the patch has brought into play: {OGRE}." in said
    assert f"F goes from {data['final']['f_before']:.3f} to {data['final']['f_after']:.3f}." in said
    assert str(tmp_path) not in said
    reproduction = reproduce_respond(RESPOND.read(folder))
    assert dict(reproduction.files) == {"free-ogres.toml": FREE_OGRE}
    (tmp_path / "free-ogres.toml").write_text(FREE_OGRE, encoding="utf-8")
    command = reproduction.command
    assert command.startswith("evometa respond two.toml --patch free-ogres.toml --class hunter --style aggro")
    again = lab.data(*command.split()[1:], "--no-report")
    assert again["rounds"] == data["rounds"]


def test_an_interrupted_run_is_resumed_to_the_same_end(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = lab.data(*SMALL, "--no-report", "--out", "whole")
    play_with(Stopping(9), lab, monkeypatch)
    assert lab.run(*SMALL, "--no-report", "--out", "cut/whole", code=130) == ""
    assert "evometa resume cut/whole" in lab.said
    assert "No round of patch and answer is finished yet." in text_of(write_report(Path("cut/whole")))
    play_with(PlantedOgres(), lab, monkeypatch)
    assert lab.data("resume", "cut/whole", "--no-report") == {**expected, "run": "cut/whole"}


def test_options_become_settings(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    play_with(Stopping(0), lab, monkeypatch)
    options = ("--change", "Wisp attack +1", "--style", "aggro", "--style", "random", "--depth", "3", "--seed", "7")
    more = ("--pool", "paper", "--balance-scale", "0.5", "--players", "random", "--out", "mine")
    lab.run("respond", "two.toml", *options, *more, code=130)
    assert RESPOND.read(Path("mine")).settings == RespondSettings(
        metagame=str(Path("two.toml").resolve()),
        players="random",
        patch='[change]\n"Wisp" = { attack = 1 }\n',
        styles=("aggro", "random"),
        pool="paper",
        depth=3,
        balance_scale=0.5,
        seed=7,
    )


REFUSED = {
    "no such file": (["--patch", "no.toml"], "no.toml: cannot be read"),
    "not a patch": (["--patch", "two.toml"], "two.toml: unknown field 'players'"),
    "no effect": (["--change", "Wisp cost -1"], "'Wisp cost -1': nothing would change"),
    "patch and change": (["--change", "Wisp cost +1", "--patch", "free ogres.toml"], "Give either --change"),
    "unknown class": (["--class", "hunte"], "class: found 'hunte'; did you mean 'hunter'?"),
    "no legal deck": (["--pool", "hall-of-fame"], "allow a deck of"),
    "depth": (["--depth", "0"], "Invalid value for '--depth'"),
    "budget": (["--max-games", "0"], "Invalid value for '--max-games'"),
    "games": (["--max-games", "30"], "max_games, of which each of 2 searches has its part: found 15 games, of which"),
    "players": (["--players", "papper"], "did you mean 'paper'?"),
    "metagame": (["--out", "two.toml"], "this is a file"),
}


@pytest.mark.parametrize(("options", "problem"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused(lab: RunLaboratory, options: list[str], problem: str) -> None:
    assert problem in lab.refuse("respond", "two.toml", *options)


# --- from what was observed -----------------------------------------------------------------------


def test_terminal_page_json_and_reproduction_say_that_levels_are_observed(lab: RunLaboratory, tmp_path: Path) -> None:
    (tmp_path / "seen.csv").write_text(f"deck,opponent,games,wins\n{HUNTER},{PALADIN},2000,900\n", encoding="utf-8")
    said = " ".join(lab.run(*SMALL, "--observed", "seen.csv").split())
    told = "Levels are observed: 2,000 games of people say where all match-ups stand."
    assert told in said
    assert ANSWERS_NOTE in said
    folder = tmp_path / "runs" / "respond-two-decks-1"
    page = text_of(folder / "report.html")
    assert told in page
    assert ANSWERS_NOTE in page
    (tmp_path / "seen.csv").unlink()
    reproduction = reproduce_respond(RESPOND.read(folder))
    for name, text in reproduction.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert "--observed seen.csv" in reproduction.command
    again = lab.data(*reproduction.command.split()[1:], "--no-report")
    assert again["final"]["observed"]["wins"] == [[0, 900], [1100, 0]]
    (first,) = RESPOND.read(folder).results.rounds
    assert [answer["toml"] for answer in again["rounds"][0]["answers"]] == [each.toml for each in first.answers]
    assert np.array(again["rounds"][0]["after"]["win_rate"]) == pytest.approx(first.after.win_rate.value, abs=1e-5)
    assert again["rounds"][0]["before"]["win_rate"][0][1] == pytest.approx(0.45, abs=0.001)


def test_observed_levels_that_cannot_be_are_refused(lab: RunLaboratory, tmp_path: Path) -> None:
    (tmp_path / "seen.csv").write_text(f"deck,opponent,games,wins\n{HUNTER},Nobody,20,9\n", encoding="utf-8")
    assert "seen.csv, line 2: the metagame 'Two decks' has no deck 'Nobody'" in lab.refuse(
        *SMALL, "--observed", "seen.csv"
    )
    (tmp_path / "seen.csv").write_text(f"deck,opponent,games,wins\n{HUNTER},{PALADIN},20,9\n", encoding="utf-8")
    assert "before the first patch" in lab.refuse(*SMALL, "--observed", "seen.csv", "--depth", "2")
