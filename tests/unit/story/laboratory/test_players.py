"""Players: who is stronger, what is the deck and what is the player, and what skill changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up import make_decks, starting_rates
from tests.unit.story.voices import charts_of, headline_of, joined, on_page, on_terminal

from evometa.experiments.runs import load_played
from evometa.metagame.skill.cross_players import cross_players
from evometa.metagame.skill.ladder import LadderResult, play_ladder
from evometa.metagame.skill.ladder_setup import make_ladder
from evometa.metagame.skill.skills import SkillsResult, play_skills
from evometa.show.frames import columns_of
from evometa.story.laboratory.crossed import tell_crossed
from evometa.story.laboratory.ladder import tell_ladder
from evometa.story.laboratory.skills import tell_rungs
from evometa.story.laboratory.told import Told

DECKS = ("Hunter", "Paladin", "Warlock")
PLAYERS = ["random", "fair-control", "fair-aggro"]


def climb(*players: str, games: int = 120) -> LadderResult:
    ladder = make_ladder(players, "paper-six", 1)
    return play_ladder(ladder, games=games, seed=1, runner=PlantedRunner(np.full((6, 6), 0.6)))


@pytest.fixture(scope="module")
def result() -> LadderResult:
    return climb(*PLAYERS)


@pytest.fixture(scope="module")
def ladder(result: LadderResult) -> Told:
    return tell_ladder(result)


# --- a ladder -------------------------------------------------------------------------------------


def test_the_strongest_player_is_named_and_how_sure_that_is(ladder: Told, result: LadderResult) -> None:
    strongest, second = (PLAYERS[place] for place in result.order()[:2])
    said = headline_of(ladder.story)
    assert said.startswith(f"{strongest} is the strongest: it wins ")
    assert f"of its games against {second}" in said
    for say in (on_terminal, on_page):
        assert said in joined(say(ladder.story))


def test_people_see_the_rungs_and_who_beats_whom(ladder: Told, result: LadderResult) -> None:
    text = on_terminal(ladder.story)
    rungs = [line.split()[0] for line in text.partition("The ladder")[2].splitlines() if line.split()[:1]]
    assert rungs[2:5] == [PLAYERS[place] for place in result.order()]
    assert "against the next" in text
    assert "Who beats whom: win rate of the row's player, %" in text
    assert list(charts_of(ladder.story)) == ["ladder", "pairs"]


def test_two_players_need_no_matrix() -> None:
    story = tell_ladder(climb("random", "greedy", games=24)).story
    assert list(charts_of(story)) == ["ladder"]
    on_page(story)


def test_an_interrupted_ladder_says_so(result: LadderResult) -> None:
    nothing = replace(result, outcomes=np.zeros_like(result.outcomes), is_partial=True)
    story = tell_ladder(nothing).story
    assert "PARTIAL" in on_terminal(story)
    assert "nan" not in on_terminal(story)
    on_page(story)


def test_programs_get_players_pairs_and_decks(ladder: Told) -> None:
    data = ladder.data
    assert [player["name"] for player in data["players"]] == PLAYERS
    assert sum(player["elo"] for player in data["players"]) == pytest.approx(3 * 1500)
    assert [(pair["a"], pair["b"], pair["games"]) for pair in data["pairs"]] == [
        ("random", "fair-control", 120),
        ("random", "fair-aggro", 120),
        ("fair-control", "fair-aggro", 120),
    ]
    assert len(data["by_deck"]) == 3 * 6
    assert list(ladder.tables) == ["players", "pairs", "decks"]
    players = columns_of(ladder.tables["players"])
    assert list(players) == list(data["players"][0])
    assert players["name"] == PLAYERS


# --- every deck with every player -----------------------------------------------------------------


@pytest.fixture(scope="module")
def crossed() -> Told:
    """Whatever the deck, the first player wins."""
    runner = PlantedRunner(np.tile([[0.9], [0.1]], (6, 12)))
    return tell_crossed(cross_players(load_played("paper-six", "fair"), games=40, seed=1, runner=runner))


def test_what_is_the_player_is_said_first(crossed: Told) -> None:
    assert headline_of(crossed.story).startswith(
        "What makes win rates differ is, more than anything else, who plays, whatever the deck: "
    )
    for say in (on_terminal, on_page):
        assert "fair-aggro, %" in say(crossed.story)
        assert "of the variance, %" in say(crossed.story)


def test_the_page_has_the_crossed_metagame_too(crossed: Told) -> None:
    assert list(charts_of(crossed.story)) == ["strength", "matrix", "seats"]
    assert "What starting is worth" not in on_terminal(crossed.story)


def test_programs_get_every_deck_with_every_player(crossed: Told) -> None:
    assert crossed.data["players"] == ("fair-aggro", "fair-control")
    assert crossed.data["parts"]["player"]["value"] > 0.9
    assert crossed.data["is_viable"].tolist() == [[True, False]] * 6
    rows = columns_of(crossed.tables["decks_and_players"])
    assert len(rows["deck"]) == 12
    assert list(rows)[-1] == "is_viable"


# --- on every rung of skill -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def skills() -> SkillsResult:
    runner = PlantedRunner(starting_rates(3))
    return play_skills(make_decks(*DECKS), games=200, seed=1, rungs=("novice", "fair", "master"), runner=runner)


def test_games_that_do_not_know_who_plays_show_no_gain(skills: SkillsResult) -> None:
    story = tell_rungs(skills).story
    assert headline_of(story) == "No deck clearly gains or loses with skill."
    for say in (on_terminal, on_page):
        said = joined(say(story))
        assert "a beginner's win rate no deck clearly does" in said
        assert "typical match-up" in said
        assert "How alike the match-ups of two rungs are" in said
    assert list(charts_of(story)) == ["skills"]


def test_who_gains_and_whose_win_rate_is_a_beginners_is_said_first(skills: SkillsResult) -> None:
    strong = play_skills(
        make_decks(*DECKS), games=200, seed=1, rungs=("master",), runner=PlantedRunner(starting_rates(3)[::-1, ::-1])
    )
    turned = replace(skills, results=(*skills.results[:2], strong.results[0]))
    said = headline_of(tell_rungs(turned).story)
    assert said.startswith("Hunter gains ")
    assert " points with skill and Warlock loses " in said


@pytest.mark.parametrize("width", [60, 80, 100])
def test_rates_stand_above_how_sure_they_are(skills: SkillsResult, width: int) -> None:
    text = on_terminal(tell_rungs(skills).story, width)
    assert "Under each number: how far its 95% interval reaches." in joined(text)
    assert "±" in text


def test_programs_get_decks_and_rungs(skills: SkillsResult) -> None:
    told = tell_rungs(skills)
    found = told.data["skills"]
    assert found["rungs"] == ("novice", "fair", "master")
    assert found["correlation"][0][1] == pytest.approx(1)  # the planted games do not know who plays
    assert list(told.data["standings"]) == ["novice", "fair", "master"]
    decks, rungs = map(columns_of, told.tables.values())
    assert len(decks["deck"]) == 9
    assert {"deck", "rung", "player", "win_rate", "low", "high", "gain"} <= decks.keys()
    assert list(rungs) == [
        *("rung", "games", "f", "f_low", "f_high", "f_noise_floor"),
        *("correlation_novice", "correlation_fair", "correlation_master"),
    ]
