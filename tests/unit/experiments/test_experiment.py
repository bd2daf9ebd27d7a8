"""A kind of run of the simplest sort: how it is started, resumed and carried on, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from tests.unit.balance.planted_cards import META, WOLF

from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Progress, Stage, Tracker
from evometa.experiments.settings import METAGAME, PLAYERS, RunSettings, locate_player
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.settings import Setting
from evometa.matches.runners import Collect, Games, ThreadRunner
from evometa.matches.schedule import Chunk
from evometa.metagame.metagames import Metagame
from evometa.store import Evaluations, RunError, create_run, open_run
from evometa.store.results import Ledger, Results

COUNTING = Stage("step {step} of {steps}")


@dataclass(frozen=True)
class Wishes(RunSettings):
    """Settings with all that settings may have."""

    n_steps: int = 3
    metagame: Annotated[str, METAGAME] = "planted"
    words: tuple[str, ...] = ("one", "two")
    players: Annotated[str | None, PLAYERS] = None

    def check(self) -> None:
        if self.n_steps < 1:
            raise InputError(f"n_steps: found {self.n_steps}; allowed: 1 or more")


class Steps(Results):
    """The steps that are taken."""

    steps: tuple[int, ...] = ()

    @property
    def games_beside(self) -> int:
        """Ten for each step."""
        return 10 * len(self.steps)


@dataclass
class Counting:
    """Work that counts its steps; it skips those that are stored."""

    settings: Wishes
    tracker: Tracker
    metagame: Metagame | None = META
    stop_after: int | None = None

    def carry_out(self, ledger: Ledger[Steps]) -> None:
        """Take all steps that are left."""
        for step in range(len(ledger.results.steps), self.settings.n_steps):
            if step == self.stop_after:
                raise KeyboardInterrupt
            self.tracker.expect(COUNTING, step, self.settings.n_steps, 0)
            ledger.keep(replace(ledger.results, steps=(*ledger.results.steps, step)))


@dataclass
class Kind:
    """An experiment that remembers what it prepared, and can be told what to prepare."""

    name: str = "count"
    metagame: Metagame | None = field(default_factory=lambda: META)
    stop_after: int | None = None
    prepared: list[Counting] = field(default_factory=list)

    @property
    def experiment(self) -> Experiment[Wishes, Steps]:
        """As users have it."""
        return Experiment(self.name, Wishes, Steps, self.prepare)

    def prepare(self, settings: Wishes, tracker: Tracker) -> Counting:
        """The work, unless the settings cannot be played."""
        if "impossible" in settings.words:
            raise InputError("words: found 'impossible'")
        self.prepared.append(Counting(settings, tracker, self.metagame, self.stop_after))
        return self.prepared[-1]


def interrupt(folder: Path, settings: Wishes | None = None) -> None:
    """A run that ends after its first step."""
    with pytest.raises(KeyboardInterrupt):
        Kind(stop_after=1).experiment.start(folder, settings or Wishes())


class NoGames:
    """A runner."""

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        raise AssertionError("nothing is to be played")


# --- start, resume, carry on ----------------------------------------------------------------------


def test_a_run_is_made_carried_out_and_closed(tmp_path: Path) -> None:
    assert Kind().experiment.start(tmp_path / "run", Wishes()).steps == (0, 1, 2)
    with open_run(tmp_path / "run", write=True) as run:  # which nobody holds any more
        assert (run.kind, run.status) == ("count", "finished")
        assert run.settings["words"] == ["one", "two"]


def test_an_interrupted_run_goes_on_with_its_own_settings(tmp_path: Path) -> None:
    interrupt(tmp_path / "run", Wishes(n_steps=4, words=("mine",)))
    with open_run(tmp_path / "run") as run:
        assert (run.status, run.results()["steps"]) == ("interrupted", [0])
    kind = Kind()
    assert kind.experiment.resume(tmp_path / "run").steps == (0, 1, 2, 3)
    assert [work.settings for work in kind.prepared] == [Wishes(n_steps=4, words=("mine",))]


def test_a_finished_run_only_gives_its_results(tmp_path: Path) -> None:
    Kind().experiment.start(tmp_path / "run", Wishes())
    kind = Kind()
    assert kind.experiment.resume(tmp_path / "run", Wishes()).steps == (0, 1, 2)
    assert kind.experiment.carry_on(tmp_path / "run", Wishes()).steps == (0, 1, 2)
    assert not kind.prepared


def test_to_carry_on_is_to_start_or_to_resume(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Kind(stop_after=2).experiment.carry_on(tmp_path / "run", Wishes())
    told: list[Progress] = []
    assert Kind().experiment.carry_on(tmp_path / "run", Wishes(), progress=told.append).steps == (0, 1, 2)
    assert [(each.stage, each.step) for each in told] == [(COUNTING, 2)]


def test_games_go_to_the_runner_or_to_all_cores(tmp_path: Path) -> None:
    runner, kind = NoGames(), Kind()
    kind.experiment.start(tmp_path / "mine", Wishes(), runner)
    kind.experiment.start(tmp_path / "any", Wishes())
    mine, other = (work.tracker.runner for work in kind.prepared)
    assert mine is runner
    assert other == ThreadRunner()


def test_what_fails_leaves_a_run_that_can_go_on(tmp_path: Path) -> None:
    class Failing(Counting):
        def carry_out(self, ledger: Ledger[Steps]) -> None:
            raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        Experiment("count", Wishes, Steps, Failing).start(tmp_path / "run", Wishes())
    assert Kind().experiment.resume(tmp_path / "run").steps == (0, 1, 2)


# --- what is read ---------------------------------------------------------------------------------


def test_a_run_is_read_as_a_typed_whole(tmp_path: Path) -> None:
    interrupt(tmp_path / "run", Wishes(words=("mine",)))
    run = Kind().experiment.read(tmp_path / "run")
    assert (run.name, run.kind, run.status, run.is_finished) == ("run", "count", "interrupted", False)
    assert (run.settings, run.results.steps) == (Wishes(words=("mine",)), (0,))
    assert Kind().experiment.resume(tmp_path / "run").to_json() == {"steps": [0, 1, 2]}
    assert Kind().experiment.read(tmp_path / "run").is_finished


def test_all_games_are_counted_those_of_no_evaluation_too(tmp_path: Path) -> None:
    class Evaluating(Counting):
        def carry_out(self, ledger: Ledger[Steps]) -> None:
            games = [[[0, 3], [4, 0]]]
            found = Evaluations.of_generation(0, 0, [[1]], [[0.5]], [[[[0] * 3] * 2] * 2], games)
            ledger.run.save_checkpoint(0, b"state", found)
            super().carry_out(ledger)

    experiment = Experiment("count", Wishes, Steps, Evaluating)
    experiment.start(tmp_path / "run", Wishes())
    assert experiment.read(tmp_path / "run").games == 7 + 30
    with open_run(tmp_path / "run") as run:
        assert (run.n_games, run.games_beside) == (7, 30)


def make_run(folder: Path, kind: str, **results: Any) -> None:
    """A run with results that it has not found itself."""
    with create_run(folder, kind, Wishes().to_json()) as run:
        run.save_results(results)


def test_results_of_a_later_version_are_refused(tmp_path: Path) -> None:
    make_run(tmp_path / "run", "count", version=3)
    with pytest.raises(RunError, match="have version 3, and this evometa reads version 2; use the evometa that made"):
        Kind().experiment.read(tmp_path / "run")


def test_damaged_results_are_named_with_their_place(tmp_path: Path) -> None:
    make_run(tmp_path / "run", "count", version=2, steps=[0, "one"])
    with pytest.raises(InputError, match=r"run: its results, field 'steps\.1': found 'one'; allowed: a whole number"):
        Kind().experiment.read(tmp_path / "run")


def test_only_what_has_changed_is_stored(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "count", Wishes().to_json()) as run:
        ledger = Ledger(run, Steps)
        assert run.results() == {"steps": [], "version": 2, "games_beside": 0}
        ledger.keep(replace(ledger.results, steps=(0,)))
        assert run.results() == {"steps": [0], "version": 2, "games_beside": 10}
        run.save_results({"steps": "from elsewhere"})
        ledger.keep(replace(ledger.results))
        assert run.results()["steps"] == "from elsewhere"


# --- refused --------------------------------------------------------------------------------------


def test_what_cannot_be_played_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found 'impossible'"):
        Kind().experiment.start(tmp_path / "run", Wishes(words=("impossible",)))
    assert not (tmp_path / "run").exists()


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    Kind().experiment.start(tmp_path / "run", Wishes())
    with pytest.raises(RunError, match="there is a run already; resume it"):
        Kind().experiment.start(tmp_path / "run", Wishes())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_steps": 9}, "began with n_steps = 3, and now n_steps is 9"),
        ({"words": ("two", "one")}, 'began with words = ["one","two"], and now words is ["two","one"]'),
        ({"players": "fair"}, 'began with players = null, and now players is "fair"'),
    ],
)
@pytest.mark.parametrize("way", ["resume", "carry_on"])
def test_a_run_does_not_go_on_with_other_settings(tmp_path: Path, change: Any, message: str, way: str) -> None:
    interrupt(tmp_path / "run")
    kind = Kind()
    with pytest.raises(RunError) as error:
        getattr(kind.experiment, way)(tmp_path / "run", replace(Wishes(), **change))
    assert message in str(error.value)
    assert not kind.prepared
    assert kind.experiment.resume(tmp_path / "run", Wishes()).steps == (0, 1, 2), "the run was let go"


def test_a_run_does_not_go_on_with_a_changed_metagame(tmp_path: Path) -> None:
    interrupt(tmp_path / "run")
    changed = META.with_patch(Patch(changes={f"{WOLF}.cost": 1}))
    with pytest.raises(RunError, match="'test' has changed since the run began"):
        Kind(metagame=changed).experiment.resume(tmp_path / "run")
    Kind().experiment.resume(tmp_path / "run")


def test_work_without_a_metagame_has_none_to_check(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Kind(metagame=None, stop_after=1).experiment.start(tmp_path / "run", Wishes())
    assert Kind(metagame=None).experiment.resume(tmp_path / "run", Wishes()).steps == (0, 1, 2)


def test_a_run_of_another_kind_is_refused(tmp_path: Path) -> None:
    interrupt(tmp_path / "run")
    with pytest.raises(RunError, match="a run of the kind 'count', not 'sum'"):
        Kind("sum").experiment.resume(tmp_path / "run")
    with pytest.raises(RunError, match="is not a run: there is no such folder"):
        Kind().experiment.resume(tmp_path / "other")


# --- settings -------------------------------------------------------------------------------------


def test_settings_survive_json() -> None:
    wishes = Wishes(4, "mine", ("x",), "fair")
    assert Wishes.from_json(wishes.to_json()) == wishes
    assert Wishes.from_json({"words": ["x"]}) == Wishes(words=("x",))
    assert wishes.to_json() == {"n_steps": 4, "metagame": "mine", "words": ["x"], "players": "fair"}


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match=r"my\.toml: unknown field 'wrods'; did you mean 'words'"):
        Wishes.from_json({"wrods": []}, "my.toml")
    with pytest.raises(InputError, match="settings: n_steps: found 0"):
        Wishes.from_json({"n_steps": 0})
    with pytest.raises(InputError, match=r"my\.toml, field 'words': found 7; allowed: a list"):
        Wishes().change({"words": 7}, "my.toml")


def test_files_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.toml", "careful.toml", "fair", "aggro"):
        (tmp_path / name).touch()
    located = Wishes(metagame="mine.toml", players="careful.toml").located()
    assert located == Wishes(metagame=str(tmp_path / "mine.toml"), players=str(tmp_path / "careful.toml"))
    assert located.located() == located
    assert Wishes().located() == Wishes()
    assert Wishes(players="fair").located() == Wishes(players="fair"), "a preset comes before a file of its name"
    assert locate_player("aggro") == "aggro"


def test_a_run_that_began_with_files_goes_on_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "mine.toml").touch()
    monkeypatch.chdir(tmp_path / "here")
    interrupt(tmp_path / "run", Wishes(metagame="mine.toml"))
    monkeypatch.chdir(tmp_path)
    kind = Kind()
    kind.experiment.resume(tmp_path / "run", Wishes(metagame="here/mine.toml"))
    assert kind.prepared[0].settings.metagame == str(tmp_path / "here" / "mine.toml")


def test_settings_may_have_no_players_and_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Other(RunSettings):
        deck: Annotated[str, Setting("A deck.", names="file")]

    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.txt").touch()
    assert Other("deck.txt").located() == Other(str(tmp_path / "deck.txt"))
