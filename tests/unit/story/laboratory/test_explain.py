"""What each change of a patch buys: in every voice, and for programs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up import make_decks, starting_rates
from tests.unit.story.voices import charts_of, headline_of, in_notebook, joined, on_page, on_terminal

from evometa.balance.explaining import explain_patch
from evometa.balance.objectives import choose_measured
from evometa.games.patches.files import parse_changes
from evometa.show.frames import columns_of, frame_of
from evometa.story.contributions import part_table
from evometa.story.laboratory.explain import Explained, tell_explained
from evometa.story.laboratory.told import Told

DECKS = ("Hunter", "Paladin", "Warlock")


def explain(*changes: str, games: int = 400) -> Explained:
    """Whatever is put back, the Warlock wins 10% more."""
    metagame, rates = make_decks(*DECKS), starting_rates(3)
    without = rates + np.array([[0, 0, -0.1], [0, 0, -0.1], [0.1, 0.1, 0]])
    patch = parse_changes(list(changes), metagame.patched_cards)
    runner = PlantedRunner(np.clip(np.array([rates, without]), 0.01, 0.99))
    return Explained(metagame, patch, explain_patch(metagame, patch, choose_measured("f"), games, 1, runner), 1)


@pytest.fixture(scope="module")
def explained() -> Explained:
    return explain("Life Tap cost +1", "Timber Wolf attack +1", "Timber Wolf health +1")


@pytest.fixture(scope="module")
def told(explained: Explained) -> Told:
    return tell_explained(explained)


def test_every_voice_says_what_the_parts_come_to(told: Told) -> None:
    assert headline_of(told.story).startswith("With all of the patch a typical match-up is ")
    for say in (on_terminal, on_page, in_notebook):
        said = joined(say(told.story))
        assert "What each change buys: made up" in said or say is on_terminal
        assert "Of 3 changes, " in said
        assert "Life Tap cost 2 → 3" in said
        assert "What each change buys, in F" in said


def test_all_changes_of_a_card_stand_above_each_of_them(told: Told) -> None:
    lines = [line for line in on_terminal(told.story).splitlines() if line.startswith("Timber Wolf ")]
    assert [line.split("  ")[1].strip() for line in lines] == ["all of it", "attack 1 → 2", "health 1 → 2"]


def test_the_patch_is_told_with_its_cards_and_as_a_file(told: Told) -> None:
    page = on_page(told.story)
    assert "before Life Tap (2 mana)" in page
    assert "The patch as a file" in page
    assert "Patch notes\n" in on_terminal(told.story)
    assert list(charts_of(told.story)) == ["contributions"]


def test_a_ban_says_what_decks_play_instead() -> None:
    found = explain("ban Timber Wolf", "Life Tap cost +1", games=40)
    told = tell_explained(found)
    assert told.data["replaced"]
    for each in told.data["replaced"]:
        sentence = f"Timber Wolf is banned: {each['deck']} plays {each['copies']}x {each['by']} instead."
        for say in (on_terminal, on_page, in_notebook):
            assert sentence in joined(say(told.story))


def test_what_was_interrupted_has_the_parts_that_are_finished(explained: Explained) -> None:
    nothing = replace(explained, found=replace(explained.found, parts=(), is_partial=True))
    told = tell_explained(nothing)
    assert "No part of the patch has been played without yet." in joined(on_terminal(told.story))
    assert "PARTIAL" in on_page(told.story)
    assert columns_of(told.tables["parts"])["card"] == []


def test_programs_get_every_part_with_its_match_ups(told: Told, explained: Explained) -> None:
    parts = told.data["parts"]
    assert [(part["card"], part["is_single"]) for part in parts] == [
        (part.card, part.is_single) for part in explained.found.parts
    ]
    assert {part["verdict"] for part in parts} <= {"buys", "undecided", "harms"}
    assert list(told.tables) == ["parts", "match_ups"]
    rows, pairs = map(columns_of, told.tables.values())
    assert rows["change"][0] == "; ".join(explained.found.parts[0].notes)
    assert len(pairs["deck"]) == len(parts) * 6


def test_a_frame_has_a_row_for_each_part(explained: Explained) -> None:
    frame = frame_of(part_table("changes", explained.found))
    assert frame.index.tolist() == [part.card for part in explained.found.parts]
    assert {"notes", "magnitude", "is_single", "buys", "buys_low", "buys_high", "games", "verdict"} == set(frame)
