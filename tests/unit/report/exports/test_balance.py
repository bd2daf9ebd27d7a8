"""Balance runs as tables: every number is there under a name, as long as the metagame can still be loaded."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from tests.unit.balance.planted_cards import META, PlantedCards
from tests.unit.experiments.planted_meta import LEARNING, SMALL, write_metagame

from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import StoredRun
from evometa.report.exports import NOTE
from evometa.report.exports.balance import balance_frame
from evometa.store import create_run

DECKS = [deck.name for deck in META.decks]


def make_run(folder: Path) -> StoredRun[BalanceSettings, object]:
    """A finished run, with the file of its metagame beside it."""
    settings = replace(SMALL, metagame=str(write_metagame(folder)))
    BALANCE.start(folder / "run", settings, PlantedCards())
    return BALANCE.read(folder / "run")


def test_a_row_for_each_evaluation_with_all_its_numbers(tmp_path: Path) -> None:
    run = make_run(tmp_path)
    frame, evaluations = balance_frame(run), run.evaluations
    assert NOTE not in frame.attrs
    assert frame["number"].tolist() == evaluations.numbers.tolist()
    for place, gene in enumerate(("Timber Wolf.cost", "Tundra Rhino.cost")):
        assert frame[f"gene {gene}"].tolist() == evaluations.genomes[:, place].tolist()
    assert frame[["objective f", "objective m"]].to_numpy().tolist() == evaluations.objectives.tolist()
    for (i, one), (j, other) in permutations(enumerate(DECKS), 2):
        parts = [frame[f"{part} {one} starts against {other}"] for part in ("wins", "losses", "draws")]
        assert np.array_equal(np.stack(parts, axis=1), evaluations.wins[:, i, j])
        assert np.array_equal(sum(parts), evaluations.games[:, i, j])
    assert len(frame.columns) == 2 + 2 + 2 + 6 * 3


@pytest.mark.parametrize(
    ("players", "names"),
    [("skilled", ["skilled", "fair-control"]), ("skilled,expert", ["skilled", "expert"])],
    ids=["one and who plays a rung below", "several"],
)
def test_where_several_play_the_games_of_each_have_columns(tmp_path: Path, players: str, names: list[str]) -> None:
    settings = replace(LEARNING, metagame=str(write_metagame(tmp_path)), players=players)
    BALANCE.start(tmp_path / "run", settings, PlantedCards())
    run = BALANCE.read(tmp_path / "run")
    frame, evaluations = balance_frame(run), run.evaluations
    assert NOTE not in frame.attrs
    assert {"gene Timber Wolf.cost", "objective f"} <= set(frame.columns)
    for k, name in enumerate(names):
        for (i, one), (j, other) in permutations(enumerate(DECKS), 2):
            column = frame[f"wins {one} starts against {other}, played by {name}"]
            assert column.tolist() == evaluations.wins[:, k, i, j, 0].tolist()


@pytest.mark.parametrize("change", ["gone", "other decks"])
def test_without_its_metagame_columns_are_numbered_and_the_user_is_told(tmp_path: Path, change: str) -> None:
    run = make_run(tmp_path)
    file = Path(run.settings.metagame)
    if change == "gone":
        file.unlink()
    else:
        file.write_text(file.read_text(encoding="utf-8").replace(DECKS[0], "Exp1 Hunter (Control)"), encoding="utf-8")
    frame = balance_frame(run)
    assert len(frame) == len(run.evaluations)
    assert {"gene 1", "gene 2", "objective f", "wins deck 1 starts against deck 2"} <= set(frame.columns)
    assert frame.attrs[NOTE].startswith("The columns of genes and decks are numbered, because their names are not")


def test_a_run_that_has_only_begun_has_an_empty_table(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SMALL.to_json()):
        pass
    assert len(balance_frame(BALANCE.read(tmp_path / "run"))) == 0
