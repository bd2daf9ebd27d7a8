"""The laboratory in Python: tables with the right numbers and names, and results that show themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up import BUILTIN, make_decks, make_what_if, starting_rates

import evometa
from evometa.input.errors import InputError
from evometa.metagame.changes.observed import read_observed
from evometa.notebook.played import Result, WhatIf

DECKS = ("Weak", "<Middling> & co", "Strong")


@pytest.fixture(scope="module")
def result() -> Result:
    return evometa.play(make_decks(*DECKS), games=400, seed=3, runner=PlantedRunner(starting_rates(3), draws=0.1))


@pytest.fixture(scope="module")
def change() -> WhatIf:
    return WhatIf(make_what_if(*DECKS))


def test_importing_evometa_imports_nothing_heavy() -> None:
    heavy = ("numpy", "pandas", "resvg_py", "numba", "evometa.report")
    code = f"import sys, evometa; evometa.__version__; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_drawing_is_loaded_with_the_first_picture() -> None:
    code = "import sys, evometa; evometa.load; print('resvg_py' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_evometa_says_what_it_has() -> None:
    assert {"load", "play", "what_if"} <= set(dir(evometa))
    with pytest.raises(AttributeError, match="no attribute 'plya'"):
        evometa.plya  # noqa: B018


def test_players_can_be_chosen_when_loading() -> None:
    metagame = evometa.load("paper-small", players="random")
    assert {player.name for player in metagame.players} == {"random"}


# --- tables ---------------------------------------------------------------------------------------


def test_changes_can_start_from_what_was_observed(change: WhatIf, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing was observed"):
        change.observed  # noqa: B018
    file = tmp_path / "seen.csv"
    file.write_text(f"deck,opponent,games,wins\n{DECKS[0]},{DECKS[2]},1000,250\n", encoding="utf-8")
    table = WhatIf(change.played, read_observed(file, change.played.before.metagame)).observed
    assert table.index.tolist() == [(DECKS[0], DECKS[2])]
    (row,) = table.to_dict("records")
    assert row["observed"] == pytest.approx(0.25, abs=0.001)
    assert row["after_low"] < row["after"] < row["after_high"]
    assert row["after"] - row["observed"] == pytest.approx(row["change"], abs=0.002)


def test_matrices_carry_the_names_of_the_decks(result: Result) -> None:
    evidence = result.played.evidence
    for table, values in zip((result.matrix, result.low, result.high), evidence.rates, strict=True):
        assert table.index.tolist() == table.columns.tolist() == list(DECKS)
        assert table.to_numpy() == pytest.approx(values)
    assert result.matrix.loc["Strong", "Weak"] == evidence.win_rate[2, 0] > 0.5


def test_strengths_stand_in_order(result: Result) -> None:
    table = result.against_meta
    assert table["win_rate"].is_monotonic_decreasing
    assert table.index[0] == "Strong"
    assert table.loc["Strong", "win_rate"] == result.played.evidence.strengths.value[2]
    assert ((table["low"] < table["win_rate"]) & (table["win_rate"] < table["high"])).all()


def test_match_ups_count_the_games_of_both_seats_once(result: Result) -> None:
    assert result.match_ups["games"].tolist() == [400] * 6
    assert result.match_ups["games"].sum() == result.games
    assert result.match_ups.loc[("Weak", "Strong"), "win_rate"] == result.matrix.loc["Weak", "Strong"]
    assert result.match_ups["turns"].tolist() == [10] * 6
    assert result.match_ups["draw_rate"].mean() == pytest.approx(0.1, abs=0.03)


def test_seats_add_up(result: Result) -> None:
    seats = result.seats
    assert (seats["starting"] - seats["second"]).to_numpy() == pytest.approx(seats["advantage"].to_numpy())
    pair = seats.loc[("Weak", "Strong")]
    assert (pair["starting"] + pair["second"]) / 2 == pytest.approx(result.matrix.loc["Weak", "Strong"])
    assert ((seats["low"] < seats["advantage"]) & (seats["advantage"] < seats["high"])).all()


def test_nash_and_balance(result: Result) -> None:
    assert result.nash["share"].sum() == pytest.approx(1)
    assert result.nash.index[0] == "Strong"
    assert result.balance["f"] > result.balance["f_noise_floor"] > 0


def test_cards_of_a_deck_by_name(result: Result) -> None:
    cards = result.cards("weak")
    names = {result.metagame.card_set[card].name for card in result.metagame.decks[0].cards}
    assert set(cards.index) == names
    started = result.cards("Weak", seat="starting")
    assert started["drawn"].sum() == 2 * 200  # planted: the first card, in each game that the deck starts
    assert np.isnan(cards["wrp"]).all()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda result: result.plot("matrx"), "did you mean 'matrix'"),
        (lambda result: result.cards("Weakest"), "no deck 'Weakest'"),
        (lambda result: result.cards("Weak", seat="left"), "allowed: both, starting, second"),
    ],
)
def test_what_is_not_there_is_refused(result: Result, ask: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask(result)  # type: ignore[operator]


# --- a patch --------------------------------------------------------------------------------------


def test_changes_are_tables_too(change: WhatIf) -> None:
    difference = change.after.matrix - change.before.matrix
    assert difference.to_numpy() == pytest.approx(change.change.to_numpy())
    assert change.change.loc["Strong", "Weak"] < 0
    assert change.low.loc["Strong", "Weak"] < change.change.loc["Strong", "Weak"] < change.high.loc["Strong", "Weak"]
    table = change.against_meta
    assert (table["after"] - table["before"]).to_numpy() == pytest.approx(table["change"].to_numpy())
    assert table.index[0] == "Strong"
    assert change.notes == ["Life Tap: cost 2 -> 3"]


@pytest.mark.parametrize("changes", ["Life Tap cost +1", ["Life Tap cost +1"]])
def test_changes_are_given_as_lines(changes: str | list[str]) -> None:
    runner = PlantedRunner(starting_rates(3))
    found = evometa.what_if(make_decks(*DECKS), changes, games=2, runner=runner)
    assert found.notes == ["Life Tap: cost 2 -> 3"]
    again = evometa.what_if(make_decks(*DECKS), found.played.patch, games=2, runner=runner)
    assert again.change.equals(found.change)


# --- display --------------------------------------------------------------------------------------


def test_results_show_themselves(result: Result, change: WhatIf) -> None:
    assert repr(result) == "<evometa result: made up, 3 decks, 2,400 games>"
    assert "Life Tap: cost 2 -> 3" in repr(change)
    shown = result._repr_html_()
    assert "&lt;Middling&gt; &amp; co" in shown
    assert "<Middling>" not in shown
    assert shown.index("Strong") < shown.index("Weak")
    assert f">{100 * result.matrix.loc['Strong', 'Weak']:.0f}</text>" in shown
    assert "cost 2 -&gt; 3" in change._repr_html_()


def test_an_interrupted_result_says_so() -> None:
    runner = PlantedRunner(starting_rates(3), interrupt_after=1)
    partial = evometa.play(make_decks(*BUILTIN), games=4000, runner=runner)
    assert partial.is_partial
    assert "partial" in repr(partial)
    assert "partial" in partial._repr_html_().lower()


def test_pictures_show_themselves(result: Result, change: WhatIf) -> None:
    for picture in (result.plot(), result.plot("strength"), result.plot_cards("Weak"), change.plot("matrix")):
        assert picture.png.startswith(b"\x89PNG")
