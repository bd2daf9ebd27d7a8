"""What is written to a run is what is read from it."""

from pathlib import Path

import numpy as np
import pytest
from tests.unit.store.made_up import SETTINGS, SIZE, make_evaluations, make_state

from evometa import __version__
from evometa.games.hearthstone.engine import RULES_VERSION
from evometa.store import Evaluations, RunError, create_run, list_runs, open_run, to_json


def assert_equal(found: Evaluations, expected: Evaluations) -> None:
    for name in ("numbers", "generations", "genomes", "objectives", "wins", "games"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), strict=True)


def test_a_new_run_knows_what_it_was_made_with(tmp_path: Path) -> None:
    create_run(tmp_path / "deep" / "run", "balance", SETTINGS).close()
    with open_run(tmp_path / "deep" / "run") as run:
        assert (run.kind, run.settings) == ("balance", SETTINGS)
        assert (run.versions.code, run.versions.rules) == (__version__, RULES_VERSION)
        assert (run.n_evaluations, run.n_games, run.generation, run.last_checkpoint()) == (0, 0, None, None)
        assert (len(run.evaluations()), run.results()) == (0, {})


def test_a_generation_comes_back_exactly(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        for generation in (0, 1):
            run.save_checkpoint(generation, make_state(generation), make_evaluations(generation))
    with open_run(tmp_path / "run") as run:
        assert run.last_checkpoint() == (1, make_state(1))
        assert (run.generation, run.n_evaluations, run.n_games) == (1, 2 * SIZE, 2 * SIZE * 120)
        first, second = make_evaluations(0), make_evaluations(1)
        assert run.evaluations().genomes.shape == (2 * SIZE, 12)
        np.testing.assert_array_equal(run.evaluations().objectives, [*first.objectives, *second.objectives])
        np.testing.assert_array_equal(run.evaluations().numbers, np.arange(2 * SIZE))


def test_a_generation_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        run.save_checkpoint(0, b"state", make_evaluations(0))
        with pytest.raises(RunError, match="has this already, so nothing was stored"):
            run.save_checkpoint(0, b"other", make_evaluations(1))  # the evaluations are new, the checkpoint is not
        with pytest.raises(RunError, match="has this already"):
            run.save_checkpoint(1, b"other", make_evaluations(0))
        assert_equal(run.evaluations(), make_evaluations(0))
        assert run.last_checkpoint() == (0, b"state")


def test_results_are_canonical_and_can_be_replaced(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        run.save_results({"best": {"f": 1, "m": 2}})
        run.save_results({"audit": {"name": "Müller", "low": 0.1, "high": [1e-300, 0.30000000000000004]}})
        run.save_results({"best": {"m": 2, "f": 0.25}})
        assert run.results() == {
            "audit": {"high": [1e-300, 0.30000000000000004], "low": 0.1, "name": "Müller"},
            "best": {"f": 0.25, "m": 2},
        }
        with pytest.raises(ValueError, match="not JSON compliant"):
            run.save_results({"best": float("nan")})
        assert run.results()["best"] == {"f": 0.25, "m": 2}
    assert to_json({"b": 1, "a": [1, 2.5]}) == to_json({"a": [1, 2.5], "b": 1}) == '{"a":[1,2.5],"b":1}'


def test_status(tmp_path: Path) -> None:
    run = create_run(tmp_path / "run", "balance", SETTINGS)
    with open_run(tmp_path / "run") as reader:
        found = [reader.status]
        run.close()
        found.append(reader.status)
        with open_run(tmp_path / "run", write=True) as run:
            run.finish()
        found.append(reader.status)
    assert found == ["running", "interrupted", "finished"]


def test_a_snapshot_shows_one_moment(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run, open_run(tmp_path / "run") as reader:
        with reader.snapshot():
            assert reader.generation is None
            run.save_checkpoint(0, b"state", make_evaluations(0))
            assert (reader.generation, reader.n_evaluations) == (None, 0)
        assert (reader.generation, reader.n_evaluations) == (0, SIZE)


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "balance", SETTINGS).close()
    with open_run(tmp_path / "run") as run, pytest.raises(RunError, match="open for reading only"):
        run.save_results({"best": 1})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"wins": np.zeros(3)}, "the same length"),
        ({"wins": np.zeros((SIZE, 3))}, "wins of evaluations must be integers, not float64"),
        ({"objectives": np.full((SIZE, 1), np.nan)}, "finite"),
    ],
)
def test_evaluations_that_would_not_come_back_are_refused(change: dict[str, np.ndarray], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Evaluations(**{**vars(make_evaluations(0)), **change})


def test_runs_are_listed_oldest_first_with_what_is_wrong(tmp_path: Path) -> None:
    with create_run(tmp_path / "b", "balance", SETTINGS) as run:
        run.save_checkpoint(0, b"state", make_evaluations(0))
        run.finish()
    create_run(tmp_path / "paper" / "a", "nerfs", SETTINGS).close()
    create_run(tmp_path / "broken", "balance", SETTINGS).close()
    (tmp_path / "broken" / "run.sqlite").write_bytes(b"SQLite no more" * 1_000)
    (tmp_path / "other").mkdir()
    with create_run(tmp_path / "c", "balance", SETTINGS):
        infos = {info.folder.name: info for info in list_runs(tmp_path)}
        assert set(infos) == {"a", "b", "broken", "c"}
        assert {name: info.status for name, info in infos.items()} == {
            "a": "interrupted",
            "b": "finished",
            "broken": "damaged",
            "c": "running",
        }
        assert (infos["b"].generation, infos["b"].n_evaluations, infos["b"].n_games) == (0, SIZE, SIZE * 120)
        assert "process" in (infos["c"].holder or "")
        assert infos["b"].holder is None
        assert "nothing can be saved" in infos["broken"].problem
        created = [info.created for info in list_runs(tmp_path)]
        assert created == sorted(created)


def test_a_run_that_nobody_may_write_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        run.save_checkpoint(0, b"state", make_evaluations(0))
    monkeypatch.setattr("evometa.store.schema.access", lambda *_: False)
    with open_run(tmp_path / "run") as run:
        assert run.n_evaluations == SIZE
        assert not list((tmp_path / "run").glob("*-shm")), "a reader may not need to write"
