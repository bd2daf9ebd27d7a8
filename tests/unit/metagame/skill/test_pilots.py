"""Who else plays what was found: the rungs beside, the one above, and the same cards in other hands."""

from __future__ import annotations

import pytest
from tests.unit.metagame.planted_games import make_metagame

from evometa.games.players import load_player
from evometa.metagame.metagames import load_metagame
from evometa.metagame.skill.pilots import hand_over, other_style_of, rung_above, rung_below, rungs_beside

HUNTER, PALADIN = "exp1_hunter_aggro", "exp1_paladin_control"


@pytest.mark.parametrize(
    ("player", "beside", "above"),
    [
        ("skilled", ("fair", "expert"), "expert"),
        ("expert", ("skilled", "master"), "master"),
        ("master", ("expert",), None),
        ("novice", ("greedy",), "greedy"),
        ("fair-control", ("skilled", "expert"), "skilled"),
        ("paper-control", ("skilled", "expert"), "expert"),
        ("random", ("skilled", "expert"), "expert"),
    ],
)
def test_the_rungs_beside_a_player(player: str, beside: tuple[str, ...], above: str | None) -> None:
    metagame = make_metagame(HUNTER, PALADIN, player=player)
    assert (rungs_beside(metagame), rung_above(metagame)) == (beside, above)


@pytest.mark.parametrize(
    ("player", "below"),
    [
        ("master", "expert"),
        ("expert", "skilled"),
        ("skilled", "fair-control"),
        ("greedy", "novice"),
        ("novice", None),
        ("fair-control", None),
        ("random", None),
    ],
)
def test_who_plays_less_well_by_skill_alone(player: str, below: str | None) -> None:
    assert rung_below(make_metagame(HUNTER, PALADIN, player=player)) == below


def test_other_hands_play_the_same_cards_each_deck_in_its_style() -> None:
    paper = load_metagame("paper-six").with_players("paper")
    handed = hand_over(paper, "fair")
    assert [player.name for player in handed.players] == ["fair-aggro", "fair-control"] * 3
    assert handed.card_set is paper.card_set
    assert {player.name for player in hand_over(paper, "expert").players} == {"expert"}


def test_only_players_with_a_style_have_another() -> None:
    found = other_style_of(load_player("fair-aggro"))
    assert found is not None
    assert found.name == "fair-control"
    assert other_style_of(load_player("skilled")) is None
