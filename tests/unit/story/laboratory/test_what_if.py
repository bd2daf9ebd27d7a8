"""A metagame before and after a patch: what it does, in every voice and for programs, and what was observed."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up import make_decks, make_what_if, starting_rates
from tests.unit.story.voices import (
    headline_of,
    in_notebook,
    joined,
    on_page,
    on_terminal,
)

from evometa.games.patches.files import parse_changes
from evometa.matches.inference import Estimate
from evometa.metagame.changes.observed import Observed, read_observed
from evometa.metagame.changes.what_if import WhatIfResult, what_if
from evometa.metagame.standing import Standing
from evometa.show.frames import columns_of, frame_of
from evometa.show.notebook import format_story
from evometa.story.laboratory.told import Told
from evometa.story.laboratory.what_if import Changed, brief_what_if, change_table, observed_table, tell_what_if
from evometa.story.words.numbers import typical_match_up

DECKS = ("Hunter", "Paladin", "Warlock")  # Life Tap is in the last one alone


@pytest.fixture(scope="module")
def result() -> WhatIfResult:
    return make_what_if(*DECKS)


@pytest.fixture(scope="module")
def told(result: WhatIfResult) -> Told:
    return tell_what_if(Changed(result))


@pytest.fixture
def seen(result: WhatIfResult, tmp_path: Path) -> Observed:
    file = tmp_path / "seen.csv"
    file.write_text("deck,opponent,games,wins\nHunter,Warlock,1000,250\nHunter,Paladin,500,300\n", encoding="utf-8")
    return read_observed(file, result.before.metagame)


def patched(change: str, games: int = 20, draws: float = 0.0) -> Told:
    metagame = make_decks(*DECKS)
    patch = parse_changes([change], metagame.patched_cards)
    runner = PlantedRunner(starting_rates(3), draws=draws)
    return tell_what_if(Changed(what_if(metagame, patch, games=games, seed=3, runner=runner)))


# --- in words -------------------------------------------------------------------------------------


def test_every_voice_says_first_what_it_does(told: Told, result: WhatIfResult) -> None:
    before, after = (Standing.of(side.evidence).f_corrected.value for side in (result.before, result.after))
    said = f"A typical match-up goes from {typical_match_up(before)} to {typical_match_up(after)}."
    moved = f"Warlock (\N{MINUS SIGN}{abs(100 * result.change_against_meta.value[2]):.1f} points)"
    assert headline_of(told.story) == said
    for say in (on_terminal, on_page, in_notebook):
        assert said in joined(say(told.story))
        assert moved in joined(say(told.story))


def test_the_patch_is_told_with_its_cards_before_and_after(told: Told) -> None:
    page = on_page(told.story)
    assert "Life Tap cost 2 → 3" in page
    assert "before Life Tap (2 mana)" in page
    assert "after Life Tap (3 mana)" in page
    assert "Patch notes\n  Life Tap: cost 2 -> 3\n" in on_terminal(told.story)
    assert "Life Tap cost 2 -> 3" in in_notebook(told.story)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_terminal_says_why_some_match_ups_were_spared(told: Told, width: int) -> None:
    text = on_terminal(told.story, width)
    assert "Changed cards can turn up only with Warlock. The other 3 of 6 match-ups" in joined(text)
    changes = text.partition("What changes in each match-up")[2].partition("Balance")[0]
    assert "\N{MINUS SIGN}" in changes
    assert not re.search(r"-\d", changes)
    paladin = next(line for line in changes.splitlines() if line.startswith("Paladin"))
    assert paladin.split()[2:] == ["·", "="]  # its mirror, and the Hunter, who has no changed card
    assert "=: cannot change." in joined(changes)


def test_the_balance_shows_f_without_the_share_of_chance_and_as_measured_beside_it(told: Told) -> None:
    balance = on_terminal(told.story).partition("\nBalance\n")[2]
    lines = {line.split("  ")[0]: line for line in balance.splitlines()}
    for side in (told.data["before"], told.data["after"]):
        assert f"{side['f_corrected']:.3f} ({side['f_low']:.3f} to {side['f_high']:.3f})" in lines["F"]
        assert f"{side['f']:.3f}, of which chance would show" in lines["as measured"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("Fireball cost +1", "No changed card can turn up with any of these decks: none of the 6 match-ups"),
        ("The Coin cost +1", "Changed cards can turn up in all 6 match-ups, so all of them were played again."),
    ],
)
def test_a_change_may_touch_all_decks_or_none(change: str, said: str) -> None:
    story = patched(change).story
    assert said in joined(on_terminal(story))
    assert said in on_page(story)


def test_decks_play_other_cards_for_a_banned_one_and_every_voice_says_so() -> None:
    banned = "Timber Wolf"
    told = patched(f"ban {banned}")
    assert told.data["notes"] == [f"{banned}: banned"]
    for each in told.data["replaced"]:
        sentence = f"{banned} is banned: {each['deck']} plays {each['copies']}x {each['by']} instead."
        for say in (on_terminal, on_page, in_notebook):
            assert sentence in joined(say(told.story))
    assert told.data["replaced"]
    assert "Changed cards and their replacements can turn up" in joined(on_terminal(told.story))


@pytest.mark.parametrize(("draws", "games"), [(0.0, 2), (0.5, 4), (1.0, 2)])
def test_what_is_not_known_is_a_question_mark(draws: float, games: int) -> None:
    story = patched("The Coin cost +1", games, draws).story
    text = on_terminal(story)
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)
    assert not draws or re.search(r"F +\? \(0\.000 to ", text)
    on_page(story)


def test_a_notebook_shows_the_changes_without_waiting_for_the_equilibrium(result: WhatIfResult, told: Told) -> None:
    page = format_story(brief_what_if(Changed(result)))
    assert page == format_story(told.story)
    assert "What changes in each match-up" in page


def test_charts_have_the_names_of_their_files(told: Told) -> None:
    assert [figure.name for figure in told.story.figures()] == [
        "strength_change",
        "matrix_change",
        "matrix",
        "matrix-1",
    ]


# --- what was observed ----------------------------------------------------------------------------


def test_it_starts_from_what_was_observed(result: WhatIfResult, seen: Observed) -> None:
    changed = Changed(result, seen)
    told = tell_what_if(changed)
    assert headline_of(told.story).startswith("In the simulation, a typical match-up goes from ")
    for say in (on_terminal, on_page):
        assert "From what was observed" in say(told.story)
    table = told.story.table("observed")
    assert table is not None
    assert len(table.rows) == 1, "the match-up that was observed and cannot change is left out"
    assert np.array(told.data["observed"]["before"])[0, 2] == pytest.approx(0.25, abs=0.001)


def test_the_frame_has_every_match_up_that_was_observed(result: WhatIfResult, seen: Observed) -> None:
    changed = Changed(result, seen)
    assert changed.anchored is not None
    table = frame_of(observed_table(result, changed.anchored))
    assert table.index.tolist() == [("Hunter", "Paladin"), ("Hunter", "Warlock")]
    row = table.loc[("Hunter", "Warlock")]
    assert row["observed"] == pytest.approx(0.25, abs=0.001)
    assert row["after_low"] < row["after"] < row["after_high"]
    assert row["after"] - row["observed"] == pytest.approx(row["change"], abs=0.002)


def test_nothing_is_called_simulated_where_nothing_was_observed(told: Told) -> None:
    assert "In the simulation" not in on_terminal(told.story)
    assert "observed" not in told.data


# --- for programs ---------------------------------------------------------------------------------


def test_the_data_has_both_sides_and_the_difference(told: Told, result: WhatIfResult) -> None:
    data = told.data
    change = np.array(data["change"])
    assert change == pytest.approx(np.array(data["after"]["win_rate"]) - np.array(data["before"]["win_rate"]))
    assert (data["change_low"] <= change).all()
    assert data["not_played_again"] == [["Hunter", "Hunter"], ["Hunter", "Paladin"], ["Paladin", "Paladin"]]
    assert data["games_played"] == told.n_games == result.games


def test_tables_have_a_row_for_each_pair_and_for_each_deck(told: Told) -> None:
    assert list(told.tables) == ["match_ups", "decks"]
    pairs, decks = map(columns_of, told.tables.values())
    assert len(pairs["deck"]) == 9
    spared = [
        change for change, is_affected in zip(pairs["change"], pairs["is_affected"], strict=True) if not is_affected
    ]
    assert set(spared) == {0.0}
    assert list(decks)[:4] == ["deck", "share", "against_meta_before", "against_meta_low_before"]


def test_changes_of_decks_have_no_negative_zeros(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = np.full(2, -0.0)
    monkeypatch.setattr(WhatIfResult, "change_against_meta", Estimate(nothing, nothing, nothing))
    found = frame_of(change_table(make_what_if("one", "other")))
    assert found["change"].tolist() == [0, 0]
    assert not np.signbit(found["change"].to_numpy()).any()
    assert found.index.name == "deck"
