"""What every kind of run can do: start, stop, go on, be told, reported, exported and done again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from tests.unit.app.sample_runs import SAMPLES, CoinRunner, open_folder
from tests.unit.story.voices import in_notebook, on_page, on_terminal

from evometa.app.main import main
from evometa.app.runs.export import read_export
from evometa.app.runs.options import NewRunOptions
from evometa.app.terminal.options import CHOICE, takes
from evometa.balance.objectives import OBJECTIVES, Candidate, Chance, Objective
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Progress, Stage, Tracker
from evometa.experiments.settings import RunSettings
from evometa.input.errors import InputError
from evometa.input.settings import Setting, gather
from evometa.matches.known_runners import RUNNERS
from evometa.show.frames import frame_of
from evometa.show.page.writing import write_report
from evometa.store import open_run
from evometa.store.results import Ledger, Results
from evometa.story.blocks import Column, Level, Table, Words
from evometa.story.kind import KINDS, Kind, find_kind, register_kind
from evometa.story.runs import RunStory

every_kind = pytest.mark.parametrize("name", list(KINDS))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, in which there is the metagame of the samples."""
    open_folder(tmp_path, monkeypatch)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def start(name: str, path: Path, batches: int | None = None) -> CoinRunner:
    """Start the sample of a kind; a Ctrl-C comes after a number of batches, if that is given."""
    runner = CoinRunner(batches)
    try:
        KINDS[name].experiment.start(path, SAMPLES[name], runner)
    except KeyboardInterrupt:
        assert batches is not None
    return runner


def found_by(path: Path) -> dict[str, Any]:
    """All results of a run."""
    return dict(find_kind(path).read(path).results.to_json())


def test_every_kind_has_a_sample() -> None:
    assert SAMPLES.keys() == KINDS.keys()
    assert all(kind.experiment.name == name for name, kind in KINDS.items())


@every_kind
def test_stopped_anywhere_a_run_goes_on_to_the_same_end(name: str, folder: Path) -> None:
    n_batches = start(name, folder / "whole").n_batches
    expected = found_by(folder / "whole")
    for batches in {0, 1, n_batches // 2, n_batches - 1}:
        path = folder / f"stopped-{batches}"
        start(name, path, batches)
        with open_run(path) as run:
            assert (run.kind, run.status) == (name, "interrupted")
        told: list[Progress] = []
        find_kind(path).experiment.resume(path, None, CoinRunner(), told.append)
        assert told
        assert found_by(path) == expected
        with open_run(path) as run:
            assert run.status == "finished"


@every_kind
def test_runs_are_told_in_every_voice_and_printed_as_json_at_any_time(name: str, folder: Path) -> None:
    n_batches = start(name, folder / "whole").n_batches
    for batches in (*sorted({0, 1, n_batches // 2}), None):
        path = folder / ("run" if batches is None else f"run-{batches}")
        start(name, path, batches)
        kind = find_kind(path)
        run = kind.read(path)
        story = kind.tell(run)
        for said in (on_terminal(story, 120), on_page(story), in_notebook(story)):
            assert ("The run was interrupted" in said) == (batches is not None)
        assert kind.story.final(run)["run"] == str(path)


@every_kind
def test_a_run_is_a_table_or_says_which_of_its_parts_are(name: str, folder: Path) -> None:
    start(name, folder / "run")
    parts = [path.parent for path in (folder / "run").rglob("run.sqlite") if path.parent != folder / "run"]
    if not parts:
        assert len(frame_of(read_export(folder / "run"))) > 0
        return
    with pytest.raises(InputError, match="export one of its parts") as refused:
        read_export(folder / "run")
    assert all(str(path) in str(refused.value) for path in parts)


@every_kind
def test_the_command_that_reproduces_a_run_gives_the_same_numbers(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(name, folder / "run")
    run = KINDS[name].read(folder / "run")
    reproduction = KINDS[name].story.reproduce(run)
    for file, text in reproduction.files.items():
        (folder / file).write_text(text, encoding="utf-8")
    monkeypatch.setitem(RUNNERS, "coin", lambda threads: CoinRunner())
    monkeypatch.setenv(CHOICE, "coin")
    words = shlex.split(reproduction.command)[1:]
    with pytest.raises(SystemExit) as stop:
        main([*words, "--out", str(folder / "again"), "--json"])
    assert not stop.value.code
    if name == "table":
        return  # it is done again by the laboratory, whose numbers are not those of a run; see the next test
    assert found_by(folder / "again") == found_by(folder / "run")


def test_the_laboratory_plays_the_games_of_a_table_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start("table", folder / "run")
    run = KINDS["table"].read(folder / "run")
    monkeypatch.setitem(RUNNERS, "coin", lambda threads: CoinRunner())
    monkeypatch.setenv(CHOICE, "coin")
    with pytest.raises(SystemExit):
        main([*KINDS["table"].story.reproduce(run).words, "--json"])
    found = json.loads(capsys.readouterr().out)
    table = run.results.table
    assert found["win_rate"] == table.win_rate.value.tolist()
    assert found["f_corrected"] == pytest.approx(table.f_corrected.value, abs=1e-6)
    assert sum(map(sum, found["games"])) == table.games_played


def test_an_unknown_kind_of_run_is_refused(folder: Path) -> None:
    from evometa.store import create_run

    create_run(folder / "run", "balanse", {}).close()
    with pytest.raises(InputError, match="unknown kind of run 'balanse'; did you mean 'balance'"):
        find_kind(folder / "run")


def test_only_runs_that_can_be_compared_stand_beside_each_other(folder: Path) -> None:
    start("balance", folder / "one")
    start("balance", folder / "other")
    start("table", folder / "table")
    page = write_report(folder / "one", beside=[folder / "other"])
    assert "Beside other runs" in page.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="a run of the kind 'table' cannot stand beside one of the kind 'balance'"):
        write_report(folder / "one", beside=[folder / "table"])
    with pytest.raises(InputError, match="cannot stand beside one of the kind 'table'"):
        write_report(folder / "table", beside=[folder / "table"])


# --- one registration each ------------------------------------------------------------------------


@dataclass(frozen=True)
class CountSettings(RunSettings):
    """A run that counts."""

    steps: Annotated[int, Setting("How far to count.", range=(1, 100))] = 3


class CountResults(Results):
    """How far it has counted."""

    counted: tuple[int, ...] = ()

    @property
    def games_beside(self) -> int:
        return 10 * len(self.counted)


@dataclass
class CountWork:
    """Counts on from where it is."""

    settings: CountSettings
    tracker: Tracker
    metagame: None = None

    def carry_out(self, ledger: Ledger[CountResults]) -> None:
        for step in range(len(ledger.results.counted), self.settings.steps):
            self.tracker.expect(Stage("number {step} of {steps}"), step, self.settings.steps, 0)
            ledger.keep(replace(ledger.results, counted=(*ledger.results.counted, step)))


def count_table(run: Any) -> Table:
    columns = (Column("number", lambda row: row, key="number"),)
    return Table("numbers", columns, run.results.counted, level=Level.DATA)


@takes(NewRunOptions, CountSettings)
def run_count(options: NewRunOptions) -> None:
    """Count."""
    options.start(EXPERIMENT, CountSettings(**gather(CountSettings, options.asked)))


EXPERIMENT = Experiment("count", CountSettings, CountResults, CountWork)
STORY = RunStory(
    title=lambda run: "A count",
    tell=lambda run, teller, others: teller.tell("count", "The count", Words(f"Counted {len(run.results.counted)}.")),
    best=lambda run: str(len(run.results.counted)),
    tables={"numbers": count_table},
    exported="numbers",
)
COUNT = Kind("count", "a count", "Count.", *(f"{__name__}:{name}" for name in ("EXPERIMENT", "STORY", "run_count")))


@pytest.fixture
def counting() -> Iterator[None]:
    """The kind of run that counts is known."""
    register_kind(COUNT)
    yield
    del KINDS["count"]


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(words)
    captured = capsys.readouterr()
    assert not stop.value.code, captured.err
    return captured.out


@pytest.mark.usefixtures("counting")
def test_a_new_kind_of_run_is_one_registration_that_every_command_knows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Counted 4." in run_command(capsys, "count", "--steps", "4", "--out", "run", "--no-report")
    assert "Counted 4." in run_command(capsys, "resume", "run")
    assert " 40" in next(line for line in run_command(capsys, "runs", ".").splitlines() if "count" in line)
    page = Path(run_command(capsys, "report", "run").strip()).read_text(encoding="utf-8")
    assert "A count" in page
    assert "evometa count --steps 4" in page
    run_command(capsys, "export", "run", "--to", "run.csv")
    assert (folder / "run.csv").read_text(encoding="utf-8") == "number\n0\n1\n2\n3\n"
    assert "Count." in run_command(capsys, "--help")


def test_a_kind_cannot_take_the_name_of_another() -> None:
    with pytest.raises(InputError, match="there is a kind of run 'balance' already; choose another name"):
        register_kind(replace(COUNT, name="balance"))
    register_kind(KINDS["balance"])  # again is no harm


def worst_match_up(candidate: Candidate) -> float:
    return float(abs(candidate.win_rates - 0.5).max())


def chance_of_worst(chance: Chance) -> float:
    return sum(map(worst_match_up, chance.candidates)) / len(chance.candidates)


def test_a_new_objective_is_one_entry_that_search_audit_and_pages_know(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worst = Objective("worst", "how far the worst match-up is from even", worst_match_up, chance_of_worst, "worst one")
    monkeypatch.setitem(OBJECTIVES, "worst", worst)
    settings = replace(SAMPLES["balance"], objectives=("worst", "m"), audit_games=200)
    results = BALANCE.start(folder / "run", settings, CoinRunner())
    assert results.chosen_audit is not None
    audited = results.chosen_audit.objectives["worst"]
    assert audited.audited.low <= audited.audited.value <= audited.audited.high
    assert audited.noise_floor > 0
    run = BALANCE.read(folder / "run")
    story = KINDS["balance"].tell(run)
    assert "worst one as audited" in on_terminal(story, 160)
    assert "worst one as searched" in on_page(story)
    assert KINDS["balance"].story.final(run)["objectives"]["worst"]["audited"] == audited.audited.value


def test_a_new_runner_is_one_entry_that_every_command_plays_with(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[CoinRunner] = []

    def make(threads: int | None) -> CoinRunner:
        made.append(CoinRunner())
        return made[-1]

    monkeypatch.setitem(RUNNERS, "coin", make)
    monkeypatch.setenv(CHOICE, "coin")
    for words in (
        ("meta", "two.toml", "--games", "4"),
        ("cards", "Exp1 Hunter (Aggro)", "--in", "two.toml", "--games", "4"),
        ("what-if", "two.toml", "--change", "Wisp cost +1", "--games", "4"),
        ("nerfs", "Exp1 Hunter (Aggro)", "--in", "two.toml", "--games", "4", "--no-report"),
    ):
        run_command(capsys, *words)
    assert [runner.n_batches > 0 for runner in made] == [True] * 4
    monkeypatch.setenv(CHOICE, "coins")
    with pytest.raises(SystemExit):
        main(["meta", "two.toml"])
    assert "EVOMETA_RUNNER: unknown runner 'coins'; did you mean 'coin'" in capsys.readouterr().err
