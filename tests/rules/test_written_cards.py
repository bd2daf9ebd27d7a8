"""Cards that people write: what they may not do to the rules, and what the reader refuses."""

import random
from collections import Counter
from typing import Any

import pytest
from tools.fuzz.batches import make_card_batch
from tools.fuzz.own_cards import read_set, write_set

from evometa.games.hearthstone.cards import CardSet, Rules, compile_table
from evometa.games.hearthstone.engine.state.stack import is_stopped
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.play.batch import CHECKED
from evometa.games.hearthstone.watching.playthrough import record_any_game
from evometa.input.errors import InputError

ME, ENEMY = 0, 1


def card(type_: str, number: int = 0, **fields: Any) -> dict[str, Any]:
    """A card of a user's own."""
    numbers = {"minion": ("attack", "health"), "weapon": ("attack", "durability")}.get(type_, ())
    name = f"OWN_{number}"
    plain = {"id": name, "name": name, "class": "neutral", "set": "custom", "type": type_, "rarity": "common"}
    return {**plain, "cost": 0, **dict.fromkeys(numbers, 1), **fields}


def start(*cards: dict[str, Any]) -> Position:
    """A position with these cards, in which the first player is to act."""
    return Position.empty(compile_table(read_set(cards), Rules()))


@pytest.mark.parametrize(
    "cards",
    [
        [card("minion", health=0, deathrattle={"summon": "OWN_0"})],
        [card("weapon", durability=0, deathrattle={"equip": "OWN_0"})],
        [
            card("minion", 0, health=99, whenever={"event": "a minion takes damage", "do": {"heal": 1, "to": "it"}}),
            card("minion", 1, health=99, whenever={"event": "a minion is healed", "do": {"damage": 1, "to": "it"}}),
            card("spell", 2, spell={"damage": 1, "to": "all minions"}),
        ],
    ],
    ids=["a minion that dies", "a weapon that breaks", "two that set each other off"],
)
def test_an_action_that_goes_on_and_on_ends_the_game_as_a_draw(cards: list[dict[str, Any]]) -> None:
    position = start(*cards)
    for each in cards:
        position.give(ME, each["id"])
        position.play(each["id"])
    assert position.over
    assert position.winner == 2
    assert is_stopped(position.game, Rules().turn_limit)


def test_a_minion_is_not_swapped_with_the_hand_of_the_other_player() -> None:
    attached = {"whenever": {"event": "your turn ends", "do": {"swap_with_hand": True}}}
    position = start(card("spell", spell={"attach": attached, "to": "all minions"}))
    position.add_minion(ENEMY, "Wisp")
    position.give(ME, "OWN_0").give(ME, "Bloodfen Raptor")
    position.play("OWN_0")
    position.end_turn()
    assert [each.name for each in position.side(ENEMY).board] == ["Wisp"]
    assert not position.side(ME).board


@pytest.mark.parametrize("whom", ["your hero", "the enemy hero", "any character"])
@pytest.mark.parametrize(
    "step",
    [
        {"transform": "", "into": "Wisp"},
        {"summon_copy_of": ""},
        {"take_control": ""},
        {"return": ""},
        {"become_copy_of": ""},
        {"attach": {"deathrattle": {"draw": 1}}, "to": ""},
    ],
    ids=lambda step: next(iter(step)),
)
def test_verbs_for_minions_are_refused_where_they_could_meet_a_hero(step: dict[str, Any], whom: str) -> None:
    spell = {name: whom if value == "" else value for name, value in step.items()}
    with pytest.raises(InputError, match="is for minions, and could meet a hero here; allowed: a selector of minions"):
        _read(card("spell", spell=spell))


def test_a_target_that_is_asked_first_is_a_minion() -> None:
    choice = [{"damage": 1, "to": "any character"}]
    asked = {"if": "the target is a minion", "do": {"return": "target"}}
    _read(card("spell", spell=[*choice, asked]))
    with pytest.raises(InputError, match="'return' is for minions"):
        _read(card("spell", spell=[*choice, {"return": "target"}]))


def _read(tree: dict[str, Any]) -> CardSet:
    cards = read_set([tree])
    assert cards[tree["id"]].definition.play
    return cards


def test_sets_of_cards_written_at_random_keep_every_invariant() -> None:
    refused: Counter[str] = Counter()
    batch = make_card_batch(1, 0, 12, refused)
    errors = [record_any_game(batch.game(int(job["seed"])), CHECKED)[1] for job in batch.jobs]
    assert not any(errors)
    assert 0 < sum(refused.values()) - refused["written"] < refused["written"]


def test_written_cards_follow_from_the_seed() -> None:
    assert write_set(random.Random(7), Counter()) == write_set(random.Random(7), Counter())
