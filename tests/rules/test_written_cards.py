"""Cards that people write: what they may not do to the rules, and what the reader refuses."""

import random
from collections import Counter
from typing import Any

import pytest
from tools.fuzz.batches import PLAYERS, make_card_batch
from tools.fuzz.fixtures import find_problem
from tools.fuzz.own_cards import read_set, write_set

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.cards import CardSet, Rules, compile_table
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.games.hearthstone.engine.state.stack import is_stopped
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.play.batch import CHECKED
from evometa.games.hearthstone.watching.playthrough import record_any_game
from evometa.games.setting import Setting
from evometa.input.errors import InputError

ME, ENEMY = 0, 1
BUSY = PLAYERS[1]


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


@pytest.mark.parametrize(
    "deed",
    [
        {"destroy": "all friendly minions"},
        {"give": "dies at end of turn", "to": "all friendly minions"},
        {"attach": {"whenever": {"event": "your turn ends", "do": {"destroy": "this"}}}, "to": "all friendly minions"},
        {
            "attach": {"whenever": {"event": "your turn starts", "do": {"destroy": "this"}}},
            "to": "all friendly minions",
        },
    ],
    ids=["in the turn", "as it ends", "by what happens at its end", "as the next one starts"],
)
@pytest.mark.parametrize("turns", [0, 1], ids=["own turn", "turn of the enemy"])
def test_control_until_the_end_of_the_turn_ends_with_it_wherever_it_begins(deed: dict[str, Any], turns: int) -> None:
    taker = card("minion", deathrattle={"take_control": "random enemy minion", "until": "end of turn"})
    position = start(taker, card("spell", 1, spell=deed))
    for side, others in ((ME, "Bloodfen Raptor"), (ENEMY, "Wisp")):
        position.add_minion(side, "OWN_0")
        position.add_minion(side, others)
    position.seed(1)
    for _ in range(turns):
        position.end_turn()
    position.give(turns, "OWN_1").set_mana(turns, 10)
    position.play("OWN_1")
    assert find_problem(position) == ""
    for turn in range(turns + 1, turns + 6):
        position.end_turn()
        assert find_problem(position) == ""
        assert position.current == turn % 2
    assert not {each.name for each in position.side(ME).board} & {"Wisp"}
    assert not {each.name for each in position.side(ENEMY).board} & {"Bloodfen Raptor"}


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
    with pytest.raises(InputError, match="is for minions, and could meet a hero or a weapon here"):
        _read(card("spell", spell=spell))


def test_a_target_that_is_asked_first_is_a_minion() -> None:
    choice = [{"damage": 1, "to": "any character"}]
    asked = {"if": "the target is a minion", "do": {"return": "target"}}
    _read(card("spell", spell=[*choice, asked]))
    with pytest.raises(InputError, match="'return' is for minions"):
        _read(card("spell", spell=[*choice, {"return": "target"}]))


@pytest.mark.parametrize(
    ("type_", "part", "problem"),
    [
        ("hero_power", {"power": {"return_later": True}}, "a hero power cannot come to a hand"),
        ("weapon", {"battlecry": {"swap_with_hand": True}}, "could meet a hero or a weapon"),
        ("weapon", {"deathrattle": {"become_copy_of": "random minion"}}, "could meet a hero or a weapon"),
        ("weapon", {"battlecry": {"silence": "this"}}, "could meet a hero or a weapon"),
        ("weapon", {"aura": {"attack": 1, "to": "all minions"}}, "a weapon has no field 'aura'"),
        ("weapon", {"spell_damage": 1}, "a weapon has no field 'spell_damage'"),
        ("minion", {"aura": {"attack": 1, "to": "all characters"}}, "an aura works on"),
        ("minion", {"aura": {"give": "dies at end of turn", "to": "this"}}, "an aura cannot give"),
        ("minion", {"aura": {"cost": 1, "of": "your secrets"}}, "an aura cannot tell secrets"),
        ("minion", {"aura": {"cost_free": True, "of": "your weapons"}}, "only spells can be free"),
        ("minion", {"aura": {"cost": -1, "of": "your spells", "floor": 1}}, "only the costs of minions"),
        ("spell", {"spell": {"health": 1, "to": "all minions", "until": "end of turn"}}, "health is given for good"),
        ("spell", {"spell": {"attack": 1, "to": "all minions", "later": True}}, "'later' is about keywords"),
        (
            "spell",
            {"spell": {"give": "dies at end of turn", "to": "all minions", "until": "end of turn"}},
            "'dies at end of turn' has no",
        ),
        ("spell", {"spell": {"missiles": 3, "to": "random minion"}}, "missiles go to 'all ...'"),
        ("spell", {"spell": {"summon": "Wisp", "missing": True}}, "'missing' needs several cards"),
        ("spell", {"spell": {"summon": "Wisp", "whose": "each player"}}, "unknown player 'each player'"),
        ("spell", {"spell": {"draw": 1, "whose": "other player"}}, "unknown player 'other player'"),
        ("spell", {"spell": {"gain_mana": 1, "for_each": "minion"}}, "has no number that 'for_each' could multiply"),
        ("spell", {"spell": {"counter": True}}, "'counter' mean nothing at this event, or without one"),
        (
            "minion",
            {"deathrattle": {"redirect_to": "random minion"}},
            "'redirect_to' mean nothing at this event, or without one",
        ),
        ("minion", {"deathrattle": {"resummon": "random minion"}}, "only 'it' can come back"),
        ("minion", {"deathrattle": {"damage": 1, "to": "this", "attack_at_most": 2}}, "does not look for anybody"),
        (
            "spell",
            {"spell": {"attach": {"whenever": {"event": "a minion dies", "do": {"draw": 1}}}, "to": "all minions"}},
            "what is attached cannot wait for this event",
        ),
    ],
)
def test_what_the_rules_cannot_do_is_refused_when_it_is_read(type_: str, part: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        compile_table(read_set([card(type_, **part)]), Rules())


@pytest.mark.parametrize(
    "deed", [{"secret": {"event": "a turn starts", "do": {"draw": 1}}}, {"choose_one": ["Arcane Missiles"] * 2}]
)
def test_an_option_is_a_plain_spell(deed: dict[str, Any]) -> None:
    cards = [card("minion", choose_one=["OWN_1", "OWN_1"]), card("spell", 1, **deed)]
    with pytest.raises(InputError, match="an option of 'choose_one' is a spell that is no secret"):
        compile_table(read_set(cards), Rules())


def test_cards_that_mention_each_other_have_a_text() -> None:
    cards = read_set([card("hero_power", n, collectible=False, power={"set_power": f"OWN_{1 - n}"}) for n in range(2)])
    other = "(Replace your Hero Power with OWN_0)"
    assert rules_text(cards["OWN_0"], cards) == f"Replace your Hero Power with OWN_1 {other}."


@pytest.mark.parametrize(
    ("enraged", "deed"),
    [
        ({"enrage": {"health": -2}}, {"damage": 1, "to": "all minions"}),
        ({"enrage": {"attack": 2}}, [{"damage": 1, "to": "all minions"}, {"health": -1, "to": "all minions"}]),
        ({"aura": {"health": -1, "to": "all damaged minions"}}, {"damage": 1, "to": "all minions"}),
        ({"aura": {"attack": 1, "to": "all undamaged minions"}}, {"damage": 1, "to": "all minions"}),
        ({"enrage": {"attack": 1, "for_each": "damaged character"}}, {"damage": 1, "to": "all characters"}),
        ({"aura": {"attack": 1, "to": "this", "for_each": "damaged hero"}}, {"damage": 1, "to": "your hero"}),
        ({"aura": {"attack": 1, "to": "all frozen minions"}}, {"freeze": "all minions"}),
        (
            {"keywords": ["divine shield"], "aura": {"attack": 1, "to": "all divine shield minions"}},
            {"damage": 1, "to": "all minions"},
        ),
    ],
)
def test_auras_follow_wounds_and_lost_keywords(enraged: dict[str, Any], deed: Any) -> None:
    position = start(card("minion", health=7, **enraged), card("spell", 1, spell=deed))
    position.give(ME, "OWN_0").give(ME, "OWN_1")
    position.play("OWN_0")
    position.play("OWN_1")
    assert find_problem(position) == ""


def test_a_keyword_that_a_weapon_gives_cannot_be_taken_from_its_hero() -> None:
    weapon = card("weapon", keywords=["windfury"])
    position = start(weapon, card("spell", 1, spell={"take": "windfury", "to": "your hero"}))
    position.give(ME, "OWN_0").give(ME, "OWN_1")
    position.play("OWN_0")
    position.play("OWN_1")
    assert find_problem(position) == ""


def test_what_the_last_death_of_a_turn_says_of_costs_ends_with_the_turn() -> None:
    dying = card("minion", deathrattle={"next_cost": 1, "of": "spell"})
    position = start(dying, card("spell", 1, spell={"give": "dies at end of turn", "to": "all minions"}))
    position.give(ME, "OWN_0").give(ME, "OWN_1")
    position.play("OWN_0")
    position.play("OWN_1")
    position.end_turn()
    assert find_problem(position) == ""


def test_auras_follow_stealth_that_an_attack_ends() -> None:
    hidden = card("minion", keywords=["stealth", "charge"], aura={"attack": 1, "to": "all stealth minions"})
    position = start(hidden).give(ME, "OWN_0")
    position.play("OWN_0")
    position.attack("OWN_0", "enemy hero")
    assert find_problem(position) == ""


def test_numbers_from_many_auras_stop_at_a_limit() -> None:
    many = card("minion", health=99, aura=[{"attack": 99, "to": "all minions", "for_each": "minion"}] * 2)
    position = start(many)
    for side in (ME, ENEMY):
        for _ in range(7):
            position.add_minion(side, "OWN_0")
    position.end_turn()
    assert find_problem(position) == ""
    assert {each.attack for side in (ME, ENEMY) for each in position.side(side).board} == {1 + MAX_STAT}


def test_a_turn_comes_to_an_end_though_every_action_is_free() -> None:
    power = card("hero_power", collectible=False, power={"set_power": "OWN_0"})
    hero = card("hero", 1, hero_power="OWN_0", collectible=False)
    begin = card("spell", 2, spell={"set_hero": "OWN_1"})
    del hero["cost"]
    table = compile_table(read_set([power, hero, begin]), Rules(cards_per_turn=1, turn_limit=4))
    deck = Deck("free", "mage", "", ("OWN_2",) * 20)
    setting = Setting(table, (deck, deck), (BUSY, BUSY), seed=1)
    record, error = record_any_game(setting, CHECKED)
    assert not error
    assert 4 * 90 < len(record) <= 4 * 102


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
