"""`evometa respond`, with planted games: what it is asked for, what it shows and reports, and what it refuses."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.unit.app.run_laboratory import RunLaboratory, printed
from tests.unit.experiments.planted_ogres import FREE_OGRE, OGRE, PlantedOgres, Stopping
from tests.unit.report.html_check import PageCheck

from evometa.app.runs import respond as respond_command
from evometa.app.runs import resume as resume_command
from evometa.app.views.respond import show_response
from evometa.experiments.respond.settings import ResponseSettings
from evometa.report.pages.reproduction import command_of, needed_files
from evometa.report.pages.writing import write_report
from evometa.report.run_record import read_run
from evometa.store import create_run, open_run

SMALL = (
    *("respond", "two.toml", "--patch", "free ogres.toml", "--class", "Hunter", "--style", "aggro"),
    *("--evaluations", "12", "--batch", "6", "--map-size", "2", "--games", "20", "--again-games", "20"),
    *("--finalists", "1", "--audit-games", "200", "--table-games", "100"),
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
    for module in (respond_command, resume_command):
        monkeypatch.setattr(module, "ThreadRunner", lambda threads: runner)


def text_of(page: Path) -> str:
    """What a reader of a page sees."""
    html = page.read_text(encoding="utf-8")
    assert PageCheck(html).mistakes == []
    content = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())
    assert not re.search(r"\bnan\b|\bNone\b|\bTrue\b|\{'", said)
    return said


def test_it_shows_the_answers_and_what_they_do(lab: RunLaboratory) -> None:
    said = " ".join(lab.run(*SMALL).split())
    assert f"{OGRE}: cost 6 -> 0" in said
    assert f"{OGRE} yes {ANSWER}" in said
    assert "F before the answers: 0.0" in said
    assert re.search(r"equilibrium 100% answers", said)
    assert "Report: runs/respond-two-decks-1/report.html" in lab.said


def test_the_report_tells_the_same_and_how_to_do_it_again(lab: RunLaboratory, tmp_path: Path) -> None:
    data = lab.data(*SMALL)
    folder = tmp_path / "runs" / "respond-two-decks-1"
    said = text_of(folder / "report.html")
    assert f"1 answer of 1 entered the metagame. The best, {ANSWER}, wins" in said
    assert f"Cards that the patch has brought into play: {OGRE}." in said
    assert f"F goes from {data['final']['f_before']:.3f} to {data['final']['f_after']:.3f}." in said
    assert str(tmp_path) not in said
    record = read_run(folder)
    assert dict(needed_files(record)) == {"free-ogres.toml": FREE_OGRE}
    (tmp_path / "free-ogres.toml").write_text(FREE_OGRE, encoding="utf-8")
    command = command_of(record)
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
    with open_run(Path("mine")) as run:
        assert run.kind == "response"
        settings = {name: value for name, value in run.settings.items() if name != "metagame_fingerprint"}
    assert ResponseSettings.from_json(settings) == ResponseSettings(
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
    "budget": (["--evaluations", "0"], "Invalid value for '--evaluations'"),
    "games": (["--games", "3"], "games: found 3; allowed: 4 or more"),
    "players": (["--players", "papper"], "did you mean 'paper'?"),
    "metagame": (["--out", "two.toml"], "this is a file"),
}


@pytest.mark.parametrize(("options", "problem"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused(lab: RunLaboratory, options: list[str], problem: str) -> None:
    assert problem in lab.refuse("respond", "two.toml", *options)


def test_without_a_patch_or_an_answer(lab: RunLaboratory, tmp_path: Path) -> None:
    data = lab.data(*SMALL[:2], *SMALL[4:], "--no-report")
    (found,) = data["rounds"]
    answer = {**found["answers"][0], "enters": False, "win_rate": 0.4}
    quiet = {**found, "answers": [answer], "after": found["before"], "newly_played": []}
    loud = {**quiet, "round": 2, "patch": {"notes": ["Wisp: cost 0 -> 1"], "toml": "[change]\nWisp = { cost = 1 }\n"}}
    shown = printed(lambda console: show_response(console, {"rounds": [quiet, loud]}))
    assert "There is no patch: the metagame is answered as it is." in shown
    assert "Round 2" in shown
    assert "Wisp: cost 0 -> 1" in shown
    with create_run(tmp_path / "quiet", "response", ResponseSettings().to_json()) as run:
        run.save_result("rounds", [quiet, loud])
    said = text_of(write_report(tmp_path / "quiet"))
    assert "No search found a deck that wins more than half of its games" in said
    assert "All cards of the answers were played before." in said
    assert "evometa respond paper-small" in said
    assert printed(lambda console: show_response(console, {})).startswith("No round of patch and answer is finished")
