"""Runs that are started in Python: the same as the commands start, kept and gone on with."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.app.sample_runs import FILE, HUNTER, PALADIN, SAMPLES, CoinRunner, open_folder

import evometa
from evometa.experiments import experiment
from evometa.experiments.balance.settings import find_preset
from evometa.experiments.decks.settings import QUICK, QUICK_MAP, QUICK_OF_MAP
from evometa.experiments.runs import find_name
from evometa.input.errors import InputError
from evometa.notebook.run import Run
from evometa.store import RunError
from evometa.story.kind import KINDS

TINY: dict[str, Any] = {
    "algorithm": "nsga2",
    "population": 4,
    "generations": 2,
    "games": 4,
    "again_games": 4,
    "again_size": 3,
    "audit_games": 20,
    "audit_size": 3,
    "explain_games": 20,
    "pilot_games": 20,
    "progress": False,
}
SPACE = 'only = ["Wisp", "Consecration", "cost"]\n'
WISP = "Wisp cost +1"

Start = Callable[..., Run[Any, Any]]


@pytest.fixture(scope="module", autouse=True)
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder, in which there is the metagame of the samples."""
    folder = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        open_folder(folder, patch)
        (folder / "space.toml").write_text(SPACE)
        yield folder


def balance(**more: Any) -> evometa.BalanceRun:
    return evometa.balance(**{"metagame": FILE, "space": "space.toml", "runner": CoinRunner(), **TINY, **more})


def nerfs(**more: Any) -> evometa.NerfsRun:
    wanted = {"metagame": FILE, "games": 4, "pilot_games": 4, "runner": CoinRunner(), "progress": False}
    return evometa.nerfs(HUNTER, **{**wanted, **more})


def decks(**more: Any) -> evometa.DecksRun:
    sizes = {"evaluations": 8, "first": 4, "batch": 4, "smallest": 1, "largest": 2, "remap_every": 4, "finalists": 2}
    games = dict.fromkeys(("games", "again_games", "audit_games", "pilot_games"), 4)
    others = {
        "metagame": FILE,
        "player": "random",
        "algorithm": "map-elites",
        "runner": CoinRunner(),
        "progress": False,
    }
    return evometa.decks("Hunter", **{**sizes, **games, **others, **more})


def respond(**more: Any) -> evometa.RespondRun:
    games = {"max_games": 400, **dict.fromkeys(("audit_games", "table_games", "pilot_games"), 4)}
    others = {"classes": ["Hunter"], "styles": ["random"], "runner": CoinRunner(), "progress": False}
    return evometa.respond(FILE, WISP, **{**games, **others, **more})


def evolve(**more: Any) -> evometa.EvolveRun:
    few = {"max_games": 1000, "check_games": 200, "audit_games": 20, "pool": "basic", "players": "random"}
    others = {"metagame": FILE, "classes": ["Hunter"], "runner": CoinRunner(), "progress": False}
    return evometa.evolve(**{**few, **others, **more})


STARTS: dict[str, Start] = {"balance": balance, "nerfs": nerfs, "decks": decks, "respond": respond, "evolve": evolve}
every_start = pytest.mark.parametrize("kind", list(STARTS))


def found_by(run: Run[Any, Any]) -> dict[str, Any]:
    """All results."""
    return dict(run.results.to_json())


def whole(kind: str) -> Run[Any, Any]:
    """A run that was not interrupted, which is made once."""
    return STARTS[kind](folder=f"whole-{kind}")


# --- from what was observed -----------------------------------------------------------------------

LEARNING = """[learning]
budgets = [2]
explore_rounds = 1
explore_size = 2
exploit_rounds = 1
exploit_scales = [0.5]
races = [[1, 20]]
least_games = 20
kicks = 0
"""


@pytest.fixture
def seen(place: Path) -> Iterator[Path]:
    """A file of games by which the hunter wins 30%; settings for a small search are beside it."""
    file = place / "seen.csv"
    file.write_text(f"deck,opponent,games,wins\n{HUNTER},{PALADIN},2000,600\n", encoding="utf-8")
    (place / "learning.toml").write_text(LEARNING, encoding="utf-8")
    yield file
    file.unlink(missing_ok=True)


def test_a_balance_run_starts_from_what_was_observed_and_keeps_it(seen: Path) -> None:
    asked: dict[str, Any] = dict.fromkeys(("algorithm", "population", "generations", "games"))
    run = balance(**asked, settings="learning.toml", observed=seen, folder="observed")
    seen.unlink()
    assert run.baseline.win_rate.value[0, 1] == pytest.approx(0.3, abs=0.001)
    assert run.results.observed is not None
    assert "Levels are observed: 2,000 games of people" in run._repr_html_()
    assert run.reload().resume(runner=CoinRunner(), progress=False).games == run.games


def test_answers_start_from_what_was_observed(seen: Path) -> None:
    run = respond(observed=seen, table_games=2000, folder="answered")
    assert run.rounds[0].before.win_rate.value[0, 1] == pytest.approx(0.3, abs=0.05)
    assert "Nobody has observed the answers" in run._repr_html_()


def test_a_file_of_games_with_a_mistake_is_refused(seen: Path) -> None:
    seen.write_text("deck,opponent,games,wins\nNobody,Nobody,2,1\n", encoding="utf-8")
    for start in (balance, respond):
        with pytest.raises(InputError, match=r"seen\.csv, line 2: .* has no deck 'Nobody'"):
            start(observed=seen)


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"algorithm": "model", "population": None, "generations": None, "objectives": ["nash_evenness", "m"]},
        {"algorithm": "model", "population": None, "generations": None, "objectives": ["f", "f_meta"]},
        {"objectives": ["target", "m"]},
        {"objectives": ["ff"]},
        {"games": 3},
        {"audit_games": 1},
        {"quick": True, "preset": "demo"},
        {"observed": "seen.csv"},
    ],
)
def test_messages_speak_of_what_was_given_and_not_of_options(wrong: dict[str, Any], seen: Path) -> None:
    with pytest.raises(InputError) as refused:
        balance(**wrong)
    assert "--" not in str(refused.value)


# --- the same work --------------------------------------------------------------------------------


@every_start
def test_python_starts_the_run_that_the_command_starts(kind: str, tmp_path: Path) -> None:
    run, sample = whole(kind), SAMPLES[kind]
    if kind == "respond":
        sample = replace(sample, patch=run.settings.patch)  # the sample's has a name
    assert run.settings == sample.located()
    KINDS[kind].experiment.start(tmp_path / "command", sample, CoinRunner())
    assert found_by(run) == found_by(evometa.open_run(tmp_path / "command"))


def test_without_a_folder_runs_go_where_those_of_commands_go() -> None:
    first, second = nerfs(runner=CoinRunner(0)), nerfs(runner=CoinRunner(0))
    assert [first.folder, second.folder] == [Path("runs/nerfs-two-decks-1"), Path("runs/nerfs-two-decks-2")]


def test_quick_is_that_of_the_commands(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"quick": True, "runner": CoinRunner(0), "progress": False}
    run = evometa.balance(FILE, **asked, folder=tmp_path / "balance")
    assert run.settings == replace(find_preset("quick"), metagame=FILE).located()
    search = evometa.decks("hunter", FILE, **asked, folder=tmp_path / "decks")
    assert {name: getattr(search.settings, name) for name in QUICK} == QUICK
    search = evometa.decks("hunter", FILE, algorithm="map-elites", **asked, folder=tmp_path / "map")
    assert {name: getattr(search.settings, name) for name in QUICK_OF_MAP} == QUICK_OF_MAP
    assert {name: getattr(search.settings.map, name) for name in QUICK_MAP} == QUICK_MAP


# --- folders --------------------------------------------------------------------------------------


@every_start
def test_a_finished_run_of_the_same_settings_is_given_back_at_once(kind: str) -> None:
    first, again = whole(kind), CoinRunner()
    assert found_by(STARTS[kind](folder=first.folder, runner=again)) == found_by(first)
    assert again.n_batches == 0


@every_start
def test_ctrl_c_returns_the_run_so_far_which_goes_on_to_the_same_end(kind: str, tmp_path: Path) -> None:
    stopped = STARTS[kind](folder=tmp_path / "run", runner=CoinRunner(2))
    assert stopped.status == "interrupted"
    assert not stopped.is_finished
    assert found_by(STARTS[kind](folder=tmp_path / "run")) == found_by(whole(kind))


def test_ctrl_c_before_anything_is_stored_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*asked: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(experiment, "begin_run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        nerfs(folder=tmp_path / "run")


@every_start
def test_other_settings_are_refused_in_a_folder_with_a_run(kind: str) -> None:
    with pytest.raises(RunError, match="the run began with seed = 1, and now seed is 2"):
        STARTS[kind](folder=whole(kind).folder, seed=2)


def test_a_folder_with_other_files_is_refused(place: Path) -> None:
    with pytest.raises(RunError, match="a run needs an empty or new folder"):
        nerfs(folder=place)


# --- metagames that no file has -------------------------------------------------------------------


def test_a_metagame_as_it_was_loaded_is_named_by_its_file_or_word(place: Path) -> None:
    assert find_name(evometa.load(FILE)) == FILE
    assert find_name(evometa.load("paper-small")) == "paper-small"
    assert find_name(evometa.load("paper-small", players="random")) == ""
    run = nerfs(metagame=evometa.load(FILE), runner=CoinRunner(0))
    assert run.settings.metagame == str(place / FILE)


def test_a_metagame_that_was_changed_stays_with_its_run(tmp_path: Path) -> None:
    loaded = evometa.load(FILE)
    patched = loaded.with_patch(evometa.what_if(loaded, WISP, games=2, runner=CoinRunner()).played.patch)
    stopped = nerfs(metagame=patched, folder=tmp_path / "run", runner=CoinRunner(1))
    assert stopped.settings.metagame == str(tmp_path / "run" / "metagame.toml")
    assert stopped.metagame.patched_cards["Wisp"].cost == 1
    assert stopped.subject == "Two decks"
    assert nerfs(metagame=patched, folder=tmp_path / "run").is_finished
    with pytest.raises(RunError, match="the run began with another metagame than 'Two decks' as it is now"):
        nerfs(metagame=evometa.load(FILE, players="fair"), folder=tmp_path / "run")


# --- what is given --------------------------------------------------------------------------------


def test_what_if_takes_a_patch_a_path_or_texts(tmp_path: Path) -> None:
    path = tmp_path / "wisp.toml"
    path.write_text("[change]\nWisp = { cost = 1 }\n")
    patch = evometa.Patch(changes={"CS2_231.cost": 1})
    for changes in (patch, path, str(path), WISP, [WISP]):
        found = evometa.what_if(FILE, changes, games=2, runner=CoinRunner())
        assert found.notes == ["Wisp: cost 0 -> 1"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ("nowhere.toml", "nowhere.toml"),
        ("Wsip cost +1", "did you mean 'Wisp'"),
        (evometa.Patch(), "nothing would change"),
        ([], "nothing would change"),
    ],
)
def test_changes_that_cannot_be_are_refused(changes: Any, message: str) -> None:
    for ask in (
        lambda: evometa.what_if(FILE, changes, games=2, runner=CoinRunner()),
        lambda: evometa.explain(FILE, changes, games=2, runner=CoinRunner()),
        lambda: respond_to(changes),
    ):
        with pytest.raises(InputError, match=message):
            ask()


def respond_to(changes: Any) -> None:
    evometa.respond(FILE, changes, runner=CoinRunner(), progress=False)


def test_patches_can_be_included_as_objects_and_as_files(tmp_path: Path) -> None:
    (tmp_path / "wisp.toml").write_text("[change]\nWisp = { cost = 1 }\n")
    patch = evometa.Patch(changes={"CS2_231.cost": 1}, name="A slower wisp")
    run = balance(include=[patch, tmp_path / "wisp.toml"], space="free")
    assert [label for label, _ in run.settings.patches] == ["A slower wisp", "wisp"]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: evometa.balance(FILE, quick=True, preset="demo"), "quick and the preset demo cannot stand together"),
        (lambda: evometa.decks(metagame=FILE), "the class of the decks is missing"),
        (lambda: evometa.nerfs("Exp9", FILE), "has no deck 'Exp9'"),
        (lambda: evometa.balance("paper-smal"), "did you mean 'paper-small'"),
        (lambda: evometa.explain(FILE, WISP, objective="m"), "no games are needed to know what that is"),
    ],
)
def test_mistakes_are_told(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask()


# --- explain --------------------------------------------------------------------------------------


def test_what_each_change_buys() -> None:
    found = evometa.explain(FILE, [WISP, "Consecration cost +1"], games=20, runner=CoinRunner())
    assert found.notes == ["Consecration: cost 4 -> 5", "Wisp: cost 0 -> 1"]
    table = found.changes
    assert table.index.tolist() == ["Consecration", "Wisp"]
    assert ((table["buys_low"] <= table["buys"]) & (table["buys"] <= table["buys_high"])).all()
    assert set(table["verdict"]) <= {"buys", "undecided", "harms"}
    assert "Consecration" in found._repr_html_()
    assert repr(found) == f"<evometa explained: Two decks, 2 changes, {found.games:,} games>"
    assert found.plot().png.startswith(b"\x89PNG")


def test_an_interrupted_explanation_has_what_is_finished() -> None:
    found = evometa.explain(FILE, [WISP, "Consecration cost +1"], games=20, runner=CoinRunner(2))
    assert found.is_partial
    assert found.changes.index.tolist() == ["Consecration"]
    assert "partial" in repr(found)


# --- a real Ctrl-C --------------------------------------------------------------------------------

SCRIPT = """
    import os, signal, sys
    from tests.unit.app.sample_runs import FILE, CoinRunner
    import evometa

    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background does not have

    class Interrupting(CoinRunner):
        def run(self, games, chunks, collect):
            super().run(games, chunks, collect)
            if self.n_batches == 4:
                os.kill(os.getpid(), signal.SIGINT)

    wanted = dict(algorithm="nsga2", population=4, generations=2, games=4, space="space.toml")
    run = evometa.balance(FILE, **wanted, folder="run", runner=Interrupting())
    print(run.status, len(run.evaluations) > 0)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for a process")
def test_a_real_ctrl_c_keeps_what_is_finished(place: Path) -> None:
    root = Path(__file__).parents[3]
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT)],
        env={**os.environ, "PYTHONPATH": str(root)},
        cwd=place,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert found.stdout.split() == ["interrupted", "True"], found.stderr
