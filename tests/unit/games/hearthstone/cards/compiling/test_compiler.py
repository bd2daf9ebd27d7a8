"""Compiling: what the engine finds in the table for what a card says."""

import tomllib
from dataclasses import replace

import numpy as np
import pytest

from evometa.games.cards import Card
from evometa.games.hearthstone.cards import CardSet, Rules, compile_table, load_cards
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.compiling.lowering import lower_card
from evometa.games.hearthstone.cards.compiling.sizes import MAX_CARDS, MAX_MARKS
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.state.records import Game
from evometa.input import InputError

BASE = {"class": "mage", "set": "custom", "rarity": "common"}
NUMBERS = {
    "minion": {"cost": 2, "attack": 2, "health": 3},
    "spell": {"cost": 1},
    "weapon": {"cost": 3, "attack": 3, "durability": 2},
    "hero_power": {"cost": 2},
    "hero": {},
}
NO_COIN = Rules(second_gets="")


def card(kind: str, name: str, text: str = "", **fields) -> Card:
    """A card whose id is its name without spaces; `text` holds its other fields as TOML."""
    tree = {"id": name.replace(" ", ""), "name": name, **BASE, "type": kind, **NUMBERS[kind], **tomllib.loads(text)}
    return Card.from_tree({**tree, **fields})


def compile_cards(*cards: Card, rules: Rules = NO_COIN):
    return compile_table(CardSet.from_cards(cards), rules)


def program(table, pc: int) -> list:
    """The instructions of a program, without its end."""
    assert pc > 0
    code = table.record.code
    end = pc
    while code[end].op != c.OP_END:
        end += 1
    return [code[i] for i in range(pc, end)]


def spell_program(effect: str, *others: Card) -> list:
    table = compile_cards(card("spell", "Trick", f"spell = {effect}"), *others)
    return program(table, table.record.cards[1].play)


def filter_of(record) -> dict[str, int]:
    return {name: int(record[name]) for name in t.Filter.names if name != "pad" and record[name]}


def test_the_first_card_and_the_first_instruction_are_blank() -> None:
    table = compile_cards(card("minion", "Yeti"))
    record = table.record
    assert (record.n_cards, record.cards[0].type, record.code[0].op) == (2, 0, c.OP_END)
    assert (table.names, table.ids, table.roster.find("Yeti")) == (("(unknown card)", "Yeti"), ("", "Yeti"), 1)
    assert table.array.shape == (1,)
    assert table.array.dtype == t.Table


def test_a_minion() -> None:
    text = 'keywords = ["taunt", "charge"]\nrace = "beast"\nspell_damage = 2\noverload = 1'
    yeti = compile_cards(card("minion", "Yeti", text)).record.cards[1]
    assert (yeti.type, yeti.cost, yeti.attack, yeti.health) == (c.MINION, 2, 2, 3)
    assert (yeti.keywords, yeti.race, yeti.klass, yeti.rarity) == (c.TAUNT | c.CHARGE, c.BEAST, c.MAGE, 2)
    assert (yeti.spell_damage, yeti.overload) == (2, 1)
    assert (yeti.play, yeti.combo, yeti.deathrattle, yeti.listens) == (0, 0, 0, 0)


def test_a_weapon_has_durability_where_a_minion_has_health() -> None:
    assert compile_cards(card("weapon", "Axe")).record.cards[1].health == 2


def test_a_hero_has_the_health_of_the_rules_unless_it_says_so() -> None:
    cards = [
        card("hero", "Rexxar", hero_power="Shot"),
        card("hero", "Demon Lord", health=15),
        card("hero_power", "Shot"),
    ]
    table = compile_cards(*cards, rules=replace(NO_COIN, hero_health=40))
    rexxar, lord = table.record.cards[1], table.record.cards[2]
    assert (rexxar.health, lord.health) == (40, 15)
    assert rexxar.power == table.roster.find("Shot")


def test_a_choice_is_the_target_of_the_card() -> None:
    table = compile_cards(card("spell", "Trick", 'spell = { destroy = "any enemy minion", attack_at_most = 3 }'))
    trick = table.record.cards[1]
    (destroy,) = program(table, trick.play)
    expected = {"sides": c.ENEMY, "kinds": c.MINIONS, "min_attack": c.NO_LIMIT, "max_attack": 3}
    assert trick.target_rule == c.TARGET_REQUIRED
    assert filter_of(trick.target) == filter_of(destroy.who) == expected
    assert destroy.pick == c.PICK_TARGET


def test_a_battlecry_asks_for_a_target_only_if_there_is_one() -> None:
    table = compile_cards(card("minion", "Archer", 'battlecry = { damage = 1, to = "any character" }'))
    assert table.record.cards[1].target_rule == c.TARGET_IF_ANY


def test_a_combo_has_its_own_program_and_target() -> None:
    table = compile_cards(card("minion", "Agent", 'combo = { damage = 2, to = "any character" }'))
    agent = table.record.cards[1]
    assert (agent.target_rule, agent.combo_target_rule) == (c.NO_TARGET_RULE, c.TARGET_IF_ANY)
    assert agent.play == 0
    assert program(table, agent.combo)[0].amount == 2


def test_steps_follow_each_other() -> None:
    damage, draw = spell_program('[{ damage = 2, up_to = 3, to = "two random enemy minions" }, { draw = 1 }]')
    assert (damage.op, damage.pick, damage.amount, damage.amount2) == (c.OP_DAMAGE, c.PICK_RANDOM, 2, 3)
    assert damage.count == 2
    assert (draw.op, draw.amount, draw.whose, draw.card) == (c.OP_DRAW, 1, c.YOU, -1)


def test_a_change_holds_attack_health_keywords_and_its_end() -> None:
    (change,) = spell_program(
        '{ attack = 2, health = -1, give = ["taunt", "immune"], to = "this", until = "end of turn" }'
    )
    assert (change.op, change.amount, change.amount2) == (c.OP_CHANGE, 2, -1)
    assert (change.keywords, change.until, change.pick) == (c.TAUNT | c.IMMUNE, 1, c.PICK_THIS)


def test_a_quantity_multiplies() -> None:
    (change,) = spell_program('{ attack = 1, to = "all friendly beasts", for_each = "other friendly minion" }')
    assert change.quantity == c.PER_CHARACTER
    assert filter_of(change.each)["other"] == 1
    assert filter_of(change.who)["race"] == c.BEAST


SPECIAL_STEPS = [
    ('{ discard = "all" }', {"op": c.OP_DISCARD, "amount": -1}),
    (
        '{ next_cost = "free", of = "secret" }',
        {"op": c.OP_NEXT_COST, "amount": 0, "amount2": 1, "cards": c.CARD_SECRET},
    ),
    ('{ next_cost = -3, of = "spell" }', {"amount": -3, "amount2": 0, "cards": c.CARD_SPELL}),
    ("{ gain_crystals = 2, filled = true }", {"op": c.OP_GAIN_CRYSTALS, "amount": 2, "amount2": 1, "card": -1}),
    ('{ gain_crystals = 1, excess = "Yeti" }', {"amount2": 0, "card": 2}),
    ("{ durability = -1 }", {"op": c.OP_CHANGE_WEAPON, "amount": 0, "amount2": -1, "whose": c.YOU}),
    ('{ destroy_weapon = "opponent" }', {"op": c.OP_DESTROY_WEAPON, "whose": c.OPPONENT}),
    ('{ draw = 2, whose = "each player" }', {"op": c.OP_DRAW, "amount": 2, "whose": c.BOTH}),
    ('{ summon = "Yeti", count = 3, whose = "opponent" }', {"amount": 3, "count": 1, "card": 2, "whose": c.OPPONENT}),
    ('{ summon = "Yeti" }', {"op": c.OP_SUMMON, "amount": 1, "card": 2}),
    ('{ return = "all minions", cost = 2 }', {"op": c.OP_RETURN, "amount": 2}),
    ("{ copy_from_hand = 1 }", {"op": c.OP_COPY_FROM_HAND, "amount": 1, "whose": c.OPPONENT}),
    (
        '{ give = "stealth", to = "this", until = "your next turn" }',
        {"keywords": c.STEALTH | c.STEALTH_ENDS, "until": 0},
    ),
    ('{ transform = "all minions", into = "Yeti" }', {"op": c.OP_TRANSFORM, "card": 2}),
    ("{ counter = true }", {"op": c.OP_COUNTER}),
    ("{ look_at = 3 }", {"op": c.OP_LOOK, "amount": 3}),
]


@pytest.mark.parametrize(("effect", "expected"), SPECIAL_STEPS)
def test_a_step(effect: str, expected: dict[str, int]) -> None:
    (instruction,) = spell_program(effect, card("minion", "Yeti"))
    assert {name: int(instruction[name]) for name in expected} == expected


def test_drawing_a_race_puts_it_into_the_filter() -> None:
    (draw,) = spell_program('{ draw_race = "demon", count = 2 }')
    assert (draw.op, draw.amount, draw.who.race) == (c.OP_DRAW_RACE, 2, c.DEMON)


def test_a_condition_jumps_over_its_step() -> None:
    table = compile_cards(
        card("spell", "First", "spell = { draw = 1 }"),
        card("spell", "Trick", 'spell = [{ draw = 1, if = "you control a beast", at_least = 2 }, { armor = 3 }]'),
    )
    start = table.record.cards[2].play
    test, draw, armor = program(table, start)
    assert (test.op, test.condition, test.argument) == (c.OP_IF, c.IF_COUNT, 2)
    assert filter_of(test.each)["race"] == c.BEAST
    assert test.jump == start + 2
    assert (draw.op, armor.op) == (c.OP_DRAW, c.OP_ARMOR)


def test_an_else_is_jumped_over() -> None:
    effect = '{ if = "you have a weapon", do = [{ draw = 1 }, { armor = 1 }], else = { gain_mana = 1 } }'
    table = compile_cards(card("spell", "Trick", f"spell = [{effect}, {{ draw = 2 }}]"))
    start = table.record.cards[1].play
    ops = [i.op for i in program(table, start)]
    assert ops == [c.OP_IF, c.OP_DRAW, c.OP_ARMOR, c.OP_JUMP, c.OP_GAIN_MANA, c.OP_DRAW]
    assert table.record.code[start].jump == start + 4
    assert table.record.code[start + 3].jump == start + 5


def test_a_condition_can_name_a_card() -> None:
    (test, _) = spell_program('{ draw = 1, if = "your hero power is Shot" }', card("hero_power", "Shot"))
    assert (test.condition, test.argument) == (c.IF_POWER_IS, 2)


def test_a_choice_alone_is_no_instruction() -> None:
    effect = '[{ choose = "any enemy minion" }, { damage = 1, to = "minions next to the target" }]'
    table = compile_cards(card("spell", "Trick", f"spell = {effect}"))
    (damage,) = program(table, table.record.cards[1].play)
    assert damage.pick == c.PICK_NEXT_TO_TARGET
    assert filter_of(table.record.cards[1].target)["sides"] == c.ENEMY


# --- triggers and auras ------------------------------------------------------------------------------------------
def test_a_trigger() -> None:
    text = 'whenever = { event = "another friendly minion dies", do = { attack = 1, to = "this" } }'
    table = compile_cards(card("spell", "First", "spell = { draw = 1 }"), card("minion", "Ghoul", text))
    ghoul = table.record.cards[2]
    trigger = ghoul.triggers[0]
    assert (ghoul.n_triggers, ghoul.listens) == (1, 1 << c.ON_DEATH)
    assert (trigger.event, trigger.secret, trigger.who.other) == (c.ON_DEATH, 0, 1)
    assert program(table, trigger.pc)[0].op == c.OP_CHANGE


def test_a_secret_waits_and_may_need_space() -> None:
    text = 'secret = { event = "a friendly minion is attacked", do = { summon = "Snake", count = 3 } }'
    trap = compile_cards(card("spell", "Trap", text), card("minion", "Snake")).record.cards[1]
    assert (trap.secret, trap.play, trap.n_triggers) == (1, 0, 1)
    assert (trap.triggers[0].secret, trap.triggers[0].needs, trap.triggers[0].whom.sides) == (
        1,
        c.NEEDS_SPACE,
        c.FRIENDLY,
    )


def test_auras_and_enrage() -> None:
    text = 'aura = { cost = -2, of = "your minions", floor = 1 }\nenrage = { attack = 3, give = "windfury" }'
    portal = compile_cards(card("minion", "Portal", text)).record.cards[1]
    cost, enrage = portal.auras[0], portal.auras[1]
    assert portal.n_auras == 2
    assert portal.listens == 1 << c.HAS_AURA | 1 << c.HAS_KEYWORD_AURA | 1 << c.HAS_DAMAGE_AURA
    assert (cost.kind, cost.amount, cost.cards, cost.whose, cost.floor) == (c.AURA_COST, -2, c.CARD_MINION, c.YOU, 1)
    assert (enrage.kind, enrage.pick, enrage.condition) == (c.AURA_STATS, c.PICK_THIS, c.IF_DAMAGED)
    assert (enrage.amount, enrage.keywords) == (3, c.WINDFURY)


def test_other_auras() -> None:
    text = 'aura = [{ cost_free = true, of = "your opponent\'s spells" }, { rule = "healing hurts" }]'
    free, rule = compile_cards(card("minion", "Odd", text)).record.cards[1].auras
    assert (free.kind, free.amount2, free.whose, free.cards) == (c.AURA_COST, 1, c.OPPONENT, c.CARD_SPELL)
    assert rule.kind == c.AURA_HEALING_HURTS
    smith = compile_cards(card("minion", "Smith", "enrage = { weapon_attack = 2 }")).record.cards[1].auras[0]
    assert (smith.kind, smith.amount, smith.condition) == (c.AURA_WEAPON, 2, c.IF_DAMAGED)


def test_a_cost_of_its_own() -> None:
    text = 'own_cost = { cost = -1, for_each = "other card in your hand" }'
    giant = compile_cards(card("minion", "Giant", text)).record.cards[1]
    assert (giant.cost_step, giant.cost_quantity, giant.cost_each.other) == (-1, c.PER_HAND_CARD, 1)


# --- what a card needs -------------------------------------------------------------------------------------------
NEEDS = [
    ('spell = { summon = "Yeti" }', (c.NEEDS_SPACE, 0)),
    ('spell = { summon = "Yeti", whose = "opponent" }', (c.NEEDS_NOTHING, 0)),
    ('spell = [{ draw = 1 }, { summon = "Yeti" }]', (c.NEEDS_NOTHING, 0)),
    ('spell = { summon = ["Yeti", "Ogre"], missing = true }', (c.NEEDS_NEW_TOTEM, 0)),
    ('needs = "a weapon"\nspell = { weapon_attack = 2 }', (c.NEEDS_WEAPON, 0)),
    ('needs = { count = 2, of = "enemy minions" }\nspell = { draw = 1 }', (c.NEEDS_COUNT, 2)),
    ('needs = { count = 1, of = "enemy minions" }\nspell = { summon = "Yeti" }', (c.NEEDS_SPACE, 1)),
]


@pytest.mark.parametrize(("text", "expected"), NEEDS)
def test_needs(text: str, expected: tuple[int, int]) -> None:
    table = compile_cards(card("spell", "Trick", text), card("minion", "Yeti"), card("minion", "Ogre"))
    trick = table.record.cards[1]
    assert (trick.needs, trick.needs_n) == expected


def test_a_battlecry_that_summons_needs_nothing() -> None:
    table = compile_cards(card("minion", "Hunter", 'battlecry = { summon = "Boar" }'), card("minion", "Boar"))
    assert table.record.cards[1].needs == c.NEEDS_NOTHING


# --- other cards -------------------------------------------------------------------------------------------------
def test_options() -> None:
    wrath = card("spell", "Wrath", 'choose_one = ["A", "B"]')
    table = compile_cards(wrath, card("spell", "A"), card("spell", "B"))
    record = table.record.cards[1]
    assert (record.n_options, list(record.options)) == (2, [2, 3])


def test_equal_pools_share_their_place() -> None:
    cards = [card("spell", f"Trick {i}", 'spell = { summon = ["Yeti", "Ogre"] }') for i in (1, 2)]
    cards.append(card("spell", "Call", 'spell = { add = "random minion" }'))
    table = compile_cards(
        *cards, card("minion", "Yeti"), card("minion", "Ogre"), card("minion", "Token", collectible=False)
    )
    record = table.record
    first, second, call = (program(table, record.cards[i].play)[0] for i in (1, 2, 3))
    assert [(i.pool, i.pool_n, i.card) for i in (first, second, call)] == [(0, 2, -1)] * 3
    assert list(record.pool[: record.n_pool]) == [4, 5]


def test_a_random_card_of_another_class() -> None:
    other = card("spell", "Other", **{"class": "priest"})
    neutral = card("minion", "Neutral", **{"class": "neutral"})
    table = compile_cards(card("spell", "Pilfer", 'spell = { add = "random card of another class" }'), other, neutral)
    assert list(table.record.pool[: table.record.n_pool]) == [2]


def test_equal_abilities_are_one_mark() -> None:
    attach = 'spell = {{ attach = {{ deathrattle = {{ draw = {} }} }}, to = "all friendly minions" }}'
    cards = [card("spell", f"Trick {i}", attach.format(n)) for i, n in enumerate((1, 2, 1))]
    table = compile_cards(*cards)
    record = table.record
    assert [program(table, record.cards[i].play)[0].mark for i in (1, 2, 3)] == [0, 1, 0]
    assert record.n_marks == 2
    assert [record.marks[k].event for k in (0, 1)] == [c.ON_DEATH, c.ON_DEATH]
    assert [program(table, record.marks[k].pc)[0].amount for k in (0, 1)] == [1, 2]


def test_too_many_abilities() -> None:
    attach = 'spell = {{ attach = {{ deathrattle = {{ draw = {} }} }}, to = "all friendly minions" }}'
    cards = [card("spell", f"Trick {i}", attach.format(i)) for i in range(MAX_MARKS + 1)]
    with pytest.raises(InputError, match=f"more than {MAX_MARKS} different abilities"):
        compile_cards(*cards)


def test_a_choice_among_too_many_cards() -> None:
    """A game lists all that may come out, in an array with room for every card once."""
    names = ", ".join(['"Wisp"'] * (MAX_CARDS + 1))
    with pytest.raises(InputError, match=f"'spell.add': found a choice among {MAX_CARDS + 1} cards; allowed: at most"):
        compile_cards(card("minion", "Wisp"), card("spell", "Lottery", f"spell = {{ add = [{names}] }}"))
    assert len(np.zeros(1, Game)[0].offered) == MAX_CARDS


def test_too_many_cards() -> None:
    with pytest.raises(InputError, match=f"{MAX_CARDS + 1} cards; allowed: {MAX_CARDS}"):
        compile_cards(*(card("minion", f"Card {i}") for i in range(MAX_CARDS)))


# --- rules and the whole set -------------------------------------------------------------------------------------
def test_rules_are_part_of_the_table() -> None:
    table = compile_cards(card("spell", "Penny"), rules=replace(NO_COIN, second_gets="Penny", hand_limit=8))
    assert (table.record.rules.second_gets, table.record.rules.hand_limit) == (1, 8)


def test_rules_that_mention_no_card_of_the_set() -> None:
    with pytest.raises(InputError, match="'second_gets': there is no card 'The Coin'"):
        compile_cards(card("minion", "Yeti"), rules=Rules())


def test_the_second_player_gets_a_card_that_can_be_held() -> None:
    with pytest.raises(
        InputError, match="'second_gets': nobody can hold the card 'Fireblast'; allowed: a minion, spell"
    ):
        compile_table(load_cards(), replace(NO_COIN, second_gets="Fireblast"))


def test_rules_out_of_range() -> None:
    with pytest.raises(InputError, match="field 'board_limit': the number 8 is out of range; allowed: 1 to 7"):
        compile_cards(card("minion", "Yeti"), rules=replace(NO_COIN, board_limit=8))


def test_the_game_compiles_alike_each_time() -> None:
    first, second = compile_table(load_cards()), compile_table(load_cards())
    assert first.array.tobytes() == second.array.tobytes()
    assert np.all(first.record.cards["type"][1 : first.record.n_cards] > 0)


def test_a_patched_set_compiles_only_what_changed() -> None:
    cards = load_cards()
    compile_table(cards)
    before = lower_card.cache_info().misses
    patched = cards.replace("CS2_029", {**cards["CS2_029"].tree, "cost": 3})
    table = compile_table(patched)
    assert lower_card.cache_info().misses == before + 1
    assert table.record.cards[table.roster.find("CS2_029")].cost == 3


def test_a_new_name_reaches_the_cards_that_mention_it() -> None:
    call, boar = card("spell", "Call", 'spell = { summon = "Boar" }'), card("minion", "Boar", id="B_1")
    cards = CardSet.from_cards([call, boar])
    compile_table(cards, NO_COIN)
    renamed = cards.replace("B_1", {**boar.tree, "name": "Pig"})
    with pytest.raises(InputError, match=r"card Call, field 'spell\.summon': there is no card 'Boar'"):
        compile_table(renamed, NO_COIN)
