"""`evometa balance` and `evometa resume`: from options to a stored run, its final object, and back after a Ctrl-C."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.app.runs.run_laboratory import HUNTER, PALADIN, TINY, RunLaboratory

from evometa.app.main import main
from evometa.experiments.balance.settings import PRESETS
from evometa.store import open_run

BALANCE = ("balance", "two.toml", "--no-report")
FINAL = {
    *("run", "baseline_f", "searched_f", "audited_f", "audited_low", "audited_high"),
    *(
        "magnitude",
        "magnitude_unweighted",
        "jolt",
        "cards_changed",
        "search_games",
        "games",
        "patch",
        "objectives",
        "pilots",
        "front",
    ),
    "players",
    *("explanation", "dropped", "target", "observed", "goals", "worth", "parts"),
}


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    return RunLaboratory.open(tmp_path, monkeypatch, capsys)


def settings_of(folder: str) -> dict[str, Any]:
    with open_run(Path(folder)) as run:
        return run.settings


# --- what comes out -------------------------------------------------------------------------------


def test_json_is_the_final_object_alone(lab: RunLaboratory) -> None:
    final = lab.data(*BALANCE, *TINY)
    assert set(final) == FINAL
    assert final["run"] == "runs/balance-two-decks-1"
    assert final["baseline_f"] == pytest.approx(0.5, abs=0.1)  # the hunter wins 25%
    assert final["audited_low"] <= final["audited_f"] <= final["audited_high"]
    assert Path(final["patch"]).is_file()


def test_the_terminal_tells_the_story(lab: RunLaboratory) -> None:
    text = lab.run(*BALANCE, *TINY)
    assert max(map(len, text.splitlines())) <= 100
    assert text.startswith("\nNo patch does better on fresh games: the decks win ")
    assert "Before: F 0." in text
    assert "The audited patches" in text
    assert HUNTER in text
    assert PALADIN in text
    assert "unchanged" in text
    assert "Played by random." in text
    assert "Patch: runs/balance-two-decks-1/patch.toml" in lab.said


def test_every_run_gets_a_folder_of_its_own(lab: RunLaboratory) -> None:
    folders = [lab.data(*BALANCE, *TINY)["run"] for _ in range(2)]
    assert folders == ["runs/balance-two-decks-1", "runs/balance-two-decks-2"]
    assert lab.data(*BALANCE, *TINY, "--out", "deep/mine")["run"] == "deep/mine"


def test_progress_goes_to_standard_error(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evometa.app.terminal.progress.LINE_SECONDS", 0.0)
    json.loads(lab.run(*BALANCE, *TINY, "--json"))
    assert "Two decks: generation 2 of 3; lowest f meta 0." in lab.said
    assert "games/s" in lab.said
    assert "best patches measured again: 0 of " in lab.said
    assert "audit: 0 of " in lab.said


def test_the_report_is_written_at_the_end(lab: RunLaboratory) -> None:
    lab.run("balance", "two.toml", *TINY)
    assert "Report: runs/balance-two-decks-1/report.html" in lab.said
    assert Path("runs/balance-two-decks-1/report.html").is_file()


def test_every_objective_is_in_the_final_object_and_on_the_terminal(lab: RunLaboratory) -> None:
    own = ("--objectives", "unviable,m,f_meta")
    final = lab.data(*BALANCE, *TINY, *own)
    assert final["objectives"].keys() == {"unviable", "m", "f_meta"}
    for name, found in final["objectives"].items():
        assert found["audited_low"] <= found["audited"] <= found["audited_high"]
        assert (found["noise_floor"] is None) == (found["search_noise_floor"] is None) == (name == "m")
    text = lab.run("resume", final["run"], "--no-report")
    assert max(map(len, text.splitlines())) <= 100
    assert "unviable as audited" in text
    assert "f meta as audited" in text
    assert f"{final['objectives']['f_meta']['audited']:.3f} ±" in text


# --- settings -------------------------------------------------------------------------------------

SETTINGS = """
preset = "quick"
algorithm = "nsga2"
games = 40
audit_games = 300
include = ["slower.toml"]

[evolution]
population = 8
generations = 5

[space]
lock = ["health"]
"""


def test_options_count_more_than_the_file_and_that_more_than_the_preset(lab: RunLaboratory) -> None:
    (lab.folder / "sub").mkdir()
    (lab.folder / "sub" / "mine.toml").write_text(SETTINGS)
    (lab.folder / "sub" / "slower.toml").write_text("[change]\nConsecration = { cost = 1 }\n")
    run = lab.data(*BALANCE, "--settings", "sub/mine.toml", "--generations", "2", "--audit-games", "200")["run"]
    found = settings_of(run)
    assert (found["games"], found["audit_games"], found["audit_size"]) == (40, 200, PRESETS["quick"]["audit_size"])
    assert (found["evolution"]["population"], found["evolution"]["generations"]) == (8, 2)
    assert found["space"] == {"lock": ["health"]}
    assert found["patches"] == [["slower", "[change]\nConsecration = { cost = 1 }\n"]]


def test_the_metagame_may_be_in_the_file(lab: RunLaboratory) -> None:
    (lab.folder / "mine.toml").write_text('metagame = "two.toml"\n')
    run = lab.data("balance", "--no-report", "--settings", "mine.toml", *TINY)["run"]
    assert settings_of(run)["metagame"] == str(lab.folder / "two.toml")


def test_the_genetic_algorithm_has_one_objective_unless_told_otherwise(lab: RunLaboratory) -> None:
    assert settings_of(lab.data(*BALANCE, *TINY, "--algorithm", "ga")["run"])["objectives"] == ["f_meta"]
    own = lab.data(*BALANCE, *TINY, "--algorithm", "ga", "--objectives", "f")["run"]
    assert settings_of(own)["objectives"] == ["f"]


def test_a_space_file_and_included_patches(lab: RunLaboratory) -> None:
    (lab.folder / "space.toml").write_text('only = ["cost"]\n')
    (lab.folder / "mine.toml").write_text("[change]\nConsecration = { cost = 2 }\n")
    run = lab.data(*BALANCE, *TINY, "--space", "space.toml", "--include", "mine.toml", "--seed", "7")["run"]
    found = settings_of(run)
    assert (found["space"], found["seed"]) == ({"only": ["cost"]}, 7)
    assert [label for label, _ in found["patches"]] == ["mine"]


# --- interrupts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [1, 4, 6])
def test_a_resumed_run_ends_as_one_that_was_not_interrupted(lab: RunLaboratory, calls: int) -> None:
    whole = lab.data(*BALANCE, *TINY, "--out", "whole/run")
    lab.runner.calls.clear()
    lab.runner.calls_left = calls
    assert lab.run(*BALANCE, *TINY, "--out", "cut/run", "--json", code=130) == ""
    assert "To go on: evometa resume cut/run\n" in lab.said
    lab.runner.calls_left = None
    resumed = lab.data("resume", "cut/run", "--no-report")
    places = ("run", "patch")
    assert {k: v for k, v in resumed.items() if k not in places} == {k: v for k, v in whole.items() if k not in places}
    assert Path("cut/run/patch.toml").read_bytes() == Path("whole/run/patch.toml").read_bytes()


def test_an_interrupt_before_the_run_began(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("evometa.experiments.balance.work.BALANCE", SimpleNamespace(start=interrupt, name="balance"))
    lab.run(*BALANCE, *TINY, code=130)
    assert "Interrupted before the run began; nothing was stored." in lab.said


def test_a_finished_run_is_shown_again(lab: RunLaboratory) -> None:
    final = lab.data(*BALANCE, *TINY)
    n_calls = len(lab.runner.calls)
    assert lab.data("resume", final["run"], "--no-report") == final
    assert "is finished already" in lab.said
    assert len(lab.runner.calls) == n_calls


def test_a_second_process_is_told_who_holds_the_run(lab: RunLaboratory) -> None:
    lab.runner.calls_left = 3
    lab.run(*BALANCE, *TINY, "--out", "mine", code=130)
    lab.runner.calls.clear()
    with open_run(Path("mine"), write=True):
        assert "mine: the run is in use by process" in lab.refuse("resume", "mine")


# --- mistakes -------------------------------------------------------------------------------------

REFUSED = {
    "unknown metagame": (["balance", "paper-smal"], "did you mean 'paper-small'?"),
    "no such file": (["balance", "none.toml"], "there is no metagame file none.toml"),
    "unknown preset": ([*BALANCE, "--preset", "quik"], "unknown preset 'quik'; did you mean 'quick'?"),
    "two presets": ([*BALANCE, "--quick", "--preset", "demo"], "quick and the preset demo cannot stand together"),
    "unknown algorithm": ([*BALANCE, "--algorithm", "nsga"], "did you mean 'nsga2'?"),
    "unknown objective": ([*BALANCE, "--objectives", "f,q"], "unknown objective 'q'; allowed: f, f_meta"),
    "no objective": ([*BALANCE, "--objectives", ""], "unknown objective ''; allowed: f, f_meta"),
    "two objectives": ([*BALANCE, "--algorithm", "ga", "--objectives", "f,m"], "objective"),
    "a budget of no generations": ([*BALANCE, "--generations", "0"], "should be greater than or equal to 1"),
    "a budget of no games": ([*BALANCE, "--games", "0"], "should be greater than or equal to 2"),
    "odd games": ([*BALANCE, "--games", "3"], "3"),
    "no population": ([*BALANCE, "--population", "0"], "should be greater than or equal to 2"),
    "unknown guide": ([*BALANCE, "--guide", "wrx"], "guide: found 'wrx'; did you mean 'wr"),
    "top of no guide": ([*BALANCE, "--top", "3"], "guide_top: found 3 without a guide"),
    "no settings": ([*BALANCE, "--settings", "none.toml"], "none.toml: cannot be read (No such file or directory)"),
    "no space": ([*BALANCE, "--space", "none.toml"], "none.toml: cannot be read"),
    "no patch": ([*BALANCE, "--include", "none.toml"], "none.toml: cannot be read"),
    "a full folder": ([*BALANCE, "--out", "."], "--out .: there are files in it already"),
    "a file as folder": ([*BALANCE, "--out", "two.toml"], "--out two.toml: this is a file"),
    "no run": (["resume", "none"], "none is not a run: there is no such folder"),
    "a folder that is no run": (["resume", "."], ". is not a run: it has no file run.sqlite"),
    "unknown players": ([*BALANCE, "--players", "papper"], "did you mean 'paper'?"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: RunLaboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)


BAD_SETTINGS = {
    "no toml": ("games", "mine.toml: this is not TOML"),
    "unknown field": ("gammes = 3", "mine.toml: unknown field 'gammes'; did you mean 'games'?"),
    "a field of runs": ("patches = []", "mine.toml: unknown field 'patches'"),
    "a text for a number": ('games = "many"', "mine.toml, field 'games'"),
    "unknown evolution": ("[evolution]\npop = 3", "mine.toml, field 'evolution': unknown field 'pop'"),
    "a number as preset": ("preset = 3", "mine.toml, field 'preset'"),
    "one include": ('include = "a.toml"', "mine.toml, field 'include'"),
    "a missing include": ('include = ["a.toml"]', "a.toml: cannot be read"),
    "an unknown locked card": ('[space]\nlock = ["Wispp"]', "mine.toml, [space], field 'lock.0'"),
    "no genes": ('[space]\nonly = ["durability"]\nlock = ["durability"]', "nothing may change: the space has no genes"),
    "min over max": ("[space]\nrange = [3, -3]", "mine.toml, [space], field 'range'"),
    "unknown field of the space": ("[space]\nlok = []", "unknown field 'lok'; did you mean 'lock'?"),
}


@pytest.mark.parametrize(("text", "problem"), BAD_SETTINGS.values(), ids=BAD_SETTINGS)
def test_mistakes_in_a_settings_file_are_named_with_their_place(lab: RunLaboratory, text: str, problem: str) -> None:
    (lab.folder / "mine.toml").write_text(text)
    assert problem in lab.refuse(*BALANCE, "--settings", "mine.toml")


def test_a_damaged_run_says_what_can_be_saved(lab: RunLaboratory) -> None:
    final = lab.data(*BALANCE, *TINY)
    lab.runner.calls.clear()
    path = Path(final["run"]) / "run.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert "can be saved" in lab.refuse("resume", final["run"])
    assert "there are files in it already" in lab.refuse("salvage", final["run"], "--to", final["run"])
    lab.run("salvage", final["run"], "--to", "saved")
    assert "Run saved. To go on:" in lab.said
    saved = lab.data("resume", "saved", "--no-report")
    assert {**saved, "run": "", "patch": ""} == {**final, "run": "", "patch": ""}


def test_a_disk_that_fills_up_leaves_what_was_finished(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    from evometa.store.database import Database

    opened = Database.__init__

    def open_on_a_small_disk(self: Database, folder: Path, write: bool) -> None:
        opened(self, folder, write)
        if write:
            self.query(f"PRAGMA max_page_count = {self.number('PRAGMA page_count') + 4}")

    with monkeypatch.context() as small_disk:
        small_disk.setattr(Database, "__init__", open_on_a_small_disk)
        lab.run(*BALANCE, *TINY, "--out", "mine", code=2)
    assert "mine: the disk is full; what was stored before is safe" in lab.said
    assert "Traceback" not in lab.said
    assert lab.data("resume", "mine", "--no-report")["run"] == "mine"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    for name in ("balance", "nerfs", "paper", "runs", "resume", "report", "export", "apply"):
        assert re.search(rf"^│ {name} ", text, re.MULTILINE)


# --- the algorithm that learns --------------------------------------------------------------------

LEARNING = """
audit_games = 200
pilot_games = 0

[learning]
budgets = [2, 4]
explore_rounds = 1
explore_size = 3
exploit_rounds = 1
exploit_scales = [0.5]
races = [[1, 100]]
least_games = 100
kicks = 0

[space]
only = ["cost"]
"""


@pytest.fixture
def few(lab: RunLaboratory) -> list[str]:
    """The words of a short run that learns."""
    (lab.folder / "few.toml").write_text(LEARNING)
    return [*BALANCE, "--settings", "few.toml", "--max-cards", "2"]


def test_it_learns_unless_another_algorithm_is_asked_for(lab: RunLaboratory, few: list[str]) -> None:
    final = lab.data(*few)
    assert settings_of(final["run"])["algorithm"] == "model"
    front = final["front"]
    assert [each["magnitude"] for each in front] == sorted(each["magnitude"] for each in front)
    assert front[0]["cards_changed"] == 0
    assert max(each["cards_changed"] for each in front) <= 2
    assert {"magnitude", "cards_changed", "audited_f", "audited_low", "audited_high", "games"} <= set(front[0])


def test_the_terminal_begins_with_what_a_designer_understands(lab: RunLaboratory, few: list[str]) -> None:
    text = lab.run(*few)
    assert text.startswith(("\nA typical match-up goes from 75:25 to ", "\nNo patch does better on fresh games"))
    assert "The audited patches" in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_best_patch_within_a_magnitude_can_be_asked_for(lab: RunLaboratory, few: list[str]) -> None:
    final = lab.data(*few, "--max-m", "3")
    assert max(each["magnitude"] for each in final["front"]) <= 3


def test_a_run_can_start_with_the_games_of_another(lab: RunLaboratory, few: list[str]) -> None:
    first = lab.data(*few)
    second = lab.data(*few, "--from", first["run"])
    assert second["games"] < first["games"]
    assert second["baseline_f"] == first["baseline_f"]


def test_an_earlier_run_that_is_not_there_is_refused(lab: RunLaboratory, few: list[str]) -> None:
    assert "runs/none is not a run" in lab.refuse(*few, "--from", "runs/none")


def test_what_the_model_cannot_do_names_who_can(lab: RunLaboratory, few: list[str]) -> None:
    assert "Take the algorithm nsga2" in lab.refuse(*few, "--objectives", "nash_evenness,m")


# --- from what was observed -----------------------------------------------------------------------

QUICK = (
    *("--audit-games", "200", "--audit-size", "2", "--explain-games", "0", "--pilot-games", "0"),
    *("--settings", "tiny.toml"),
)
TINY_MODEL = """[learning]
budgets = [2]
explore_rounds = 1
explore_size = 2
exploit_rounds = 1
exploit_scales = [0.5]
races = [[1, 100]]
least_games = 100
kicks = 0
[space]
base = "gentle"
only = ["cost"]
max_cards = 1
"""


@pytest.fixture
def seen(lab: RunLaboratory) -> RunLaboratory:
    """With the file `seen.csv`, by which the hunter wins 45%, and settings for few games."""
    Path("seen.csv").write_text(f"deck,opponent,games,wins\n{HUNTER},{PALADIN},2000,900\n", encoding="utf-8")
    Path("tiny.toml").write_text(TINY_MODEL, encoding="utf-8")
    return lab


def test_terminal_page_and_json_say_that_levels_are_observed(seen: RunLaboratory) -> None:
    text = seen.run("balance", "two.toml", "--observed", "seen.csv", *QUICK)
    assert "Levels are observed: 2,000 games of people say where all match-ups stand." in " ".join(text.split())
    assert re.search(r"F before +0.0\d\d", text), "a tenth, and not the fifth of the simulation"
    page = Path("runs/balance-two-decks-1/report.html").read_text(encoding="utf-8")
    assert page.count("Levels are observed") >= 1
    assert "observed = [{ deck = " in page
    final = seen.data("balance", "two.toml", "--no-report", "--observed", "seen.csv", *QUICK)
    assert final["observed"]["games"] == [[0, 2000], [2000, 0]]
    assert final["baseline_f"] == pytest.approx(0.1, abs=0.03)


def test_the_games_may_stand_in_the_settings(seen: RunLaboratory) -> None:
    rows = f'[[observed]]\ndeck = "{HUNTER}"\nopponent = "{PALADIN}"\ngames = 2000\nwins = 900\n'
    Path("tiny.toml").write_text(TINY_MODEL + rows, encoding="utf-8")
    assert seen.data("balance", "two.toml", "--no-report", *QUICK)["observed"]["wins"] == [[0, 900], [1100, 0]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--algorithm", "nsga2"), "only the algorithm 'model' can start from what was observed"),
        (("--players", "skilled,expert"), "'skilled,expert' are several; give one player"),
        (("--observed", "gone.csv"), "gone.csv"),
    ],
)
def test_what_cannot_be_observed_is_refused(seen: RunLaboratory, options: tuple[str, ...], message: str) -> None:
    assert message in seen.refuse("balance", "two.toml", "--observed", "seen.csv", *options)


def test_a_row_of_the_settings_that_is_wrong_is_named(seen: RunLaboratory) -> None:
    rows = f'[[observed]]\ndeck = "{HUNTER}"\nopponent = "Nobody"\ngames = 2000\nwins = 900\n'
    Path("tiny.toml").write_text(TINY_MODEL + rows, encoding="utf-8")
    assert "tiny.toml, [[observed]]" in seen.refuse("balance", "two.toml", *QUICK)
