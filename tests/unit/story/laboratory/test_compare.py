"""A simulation beside what people have played: which match-ups differ, in every voice and for programs."""

from __future__ import annotations

from itertools import combinations, islice
from pathlib import Path

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up import make_decks
from tests.unit.story.voices import charts_of, headline_of, joined, on_page, on_terminal

from evometa.metagame.changes.comparison import Comparison
from evometa.metagame.changes.observed import read_observed
from evometa.metagame.playing import play
from evometa.show.frames import columns_of
from evometa.story.laboratory.compare import tell_comparison
from evometa.story.laboratory.told import Told

NAMES = ("Hunter", "Mage", "Paladin", "Warlock")
RATES = np.clip(0.5 + 0.1 * (np.arange(4)[None, :] - np.arange(4)[:, None]), 0, 1)
GAMES = 4000
PLANTED = (0, 3)  # the match-up in which people win otherwise


def compare(folder: Path, off: float, pairs: int = 6) -> Told:
    """As many observed games as the planted win rates say, but for one match-up."""
    result = play(make_decks(*NAMES), games=GAMES, seed=1, runner=PlantedRunner(RATES))
    lines = ["deck,opponent,games,wins"]
    for i, j in islice(combinations(range(4), 2), pairs):
        rate = RATES[i, j] - (off if (i, j) == PLANTED else 0)
        lines.append(f"{NAMES[i]},{NAMES[j]},{GAMES},{round(GAMES * rate)}")
    file = folder / "seen.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return tell_comparison(Comparison(result, read_observed(file, result.metagame)))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return compare(tmp_path_factory.mktemp("seen"), 0.12)


def test_the_planted_difference_is_named_first_and_alone(told: Told) -> None:
    assert headline_of(told.story) == (
        "There are observations of 6 match-ups, of which 1 differs more than chance allows."
    )
    for say in (on_terminal, on_page):
        assert "In the simulation, Hunter wins more against Warlock." in joined(say(told.story))
    first = next(line for line in on_terminal(told.story).splitlines() if line.startswith("Hunter "))
    assert first.split()[1] == "Warlock"
    assert first.endswith("differs")


def test_where_all_is_alike_nothing_is_called_different(tmp_path: Path) -> None:
    story = compare(tmp_path, 0.0).story
    assert headline_of(story).endswith("of which none differs more than chance allows.")
    assert "In the simulation" not in on_terminal(story)


def test_decks_that_nobody_has_observed_have_a_question_mark(tmp_path: Path) -> None:
    told = compare(tmp_path, 0.12, pairs=1)
    bias = on_terminal(told.story).partition("\nDecks\n")[2]
    assert any(line.split() == ["Warlock", "?"] for line in bias.splitlines())
    assert "nan" not in on_terminal(told.story)
    assert "nan" not in on_page(told.story)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_it_fits_on_narrow_terminals(told: Told, width: int) -> None:
    assert "difference" in on_terminal(told.story, width)


def test_the_page_has_the_chart(told: Told) -> None:
    assert list(charts_of(told.story)) == ["comparison"]
    assert "Correlation" in on_page(told.story)


def test_programs_get_all_numbers(told: Told) -> None:
    data = told.data
    assert data["games_observed"] == 6 * GAMES
    assert np.argwhere(np.triu(np.array(data["differs"]))).tolist() == [list(PLANTED)]
    assert data["difference"][PLANTED] == pytest.approx(0.12, abs=0.03)
    assert list(told.tables) == ["match_ups", "decks"]
    pairs, decks = map(columns_of, told.tables.values())
    assert (pairs["deck"][0], pairs["opponent"][0], pairs["differs"][0]) == ("Hunter", "Warlock", True)
    assert list(pairs)[-3:] == ["difference_high", "p_value", "differs"]
    assert decks["deck"] == list(NAMES)
