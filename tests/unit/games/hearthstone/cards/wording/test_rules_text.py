"""The rules text: good card English, made from the data, true after a change."""

import tomllib

import pytest

from evometa.games.hearthstone.cards import Card, CardSet, load_cards
from evometa.games.hearthstone.cards.wording.rules_text import rules_text

BASE = {"class": "mage", "set": "custom", "rarity": "common"}
NUMBERS = {
    "minion": {"cost": 2, "attack": 2, "health": 2},
    "spell": {"cost": 1},
    "weapon": {"cost": 1, "attack": 1, "durability": 2},
    "hero_power": {"cost": 2},
    "hero": {},
}


def card(kind: str, name: str, text: str = "") -> Card:
    tree = {"id": name.replace(" ", ""), "name": name, **BASE, "type": kind, **NUMBERS[kind], **tomllib.loads(text)}
    return Card.from_tree(tree)


OTHERS = (
    card("minion", "Hyena"),
    card("minion", "Wolf", 'keywords = ["taunt"]'),
    card("minion", "Ogre", "attack = 8\nhealth = 7"),
    card("weapon", "Knife"),
    card("spell", "Fireball"),
    card("hero_power", "Mind Spike", 'power = { damage = 2, to = "any character" }'),
    card("hero_power", "Fury"),
    card("hero", "Big Hero", 'health = 15\nhero_power = "Mind Spike"'),
    card("spell", "Left", "spell = { draw = 1 }"),
    card("spell", "Right", 'spell = [{ damage = 1, to = "any minion" }, { draw = 1 }]'),
)


def text_of(kind: str, fields: str) -> str:
    own = card(kind, "Mine", fields)
    return rules_text(own, CardSet.from_cards([own, *OTHERS]))


SPELLS = [
    ('{ damage = 6, to = "any character" }', "Deal 6 damage."),
    ('{ damage = 2, up_to = 3, to = "all enemy minions" }', "Deal 2-3 damage to all enemy minions."),
    ('{ damage = 3, to = "two random enemy minions" }', "Deal 3 damage to two random enemy minions."),
    ('{ missiles = 3, to = "all enemies" }', "Deal 3 damage randomly split among all enemies."),
    ('[{ damage = 3, to = "any character" }, { freeze = "target" }]', "Deal 3 damage to a character. Freeze it."),
    ('{ damage = 1, for_each = "armor", to = "any minion" }', "Deal damage equal to your Armor to a minion."),
    ('{ heal = 1, for_each = "damage on it", to = "any minion" }', "Restore a minion to full Health."),
    ('{ attack = 2, to = "your hero", until = "end of turn" }', "Give your hero +2 Attack this turn."),
    ('{ attack = -2, to = "any minion" }', "Give a minion -2 Attack."),
    (
        '{ attack = 2, health = 2, give = ["taunt", "divine shield"], to = "any friendly beast" }',
        "Give a friendly Beast +2/+2, Taunt and Divine Shield.",
    ),
    (
        '{ give = "stays alive", to = "all friendly minions", until = "end of turn" }',
        "Your minions can't fall below 1 Health this turn.",
    ),
    (
        '{ give = "stealth", to = "all friendly minions", until = "your next turn" }',
        "Give your minions Stealth until your next turn.",
    ),
    ('{ set_health = 15, to = "any hero" }', "Set the remaining Health of a hero to 15."),
    ('{ set_attack = 1, for_each = "its health", to = "any minion" }', "Set the Attack of a minion to its Health."),
    ('{ destroy = "any minion", attack_at_least = 5 }', "Destroy a minion with 5 or more Attack."),
    ('{ destroy = "any enemy taunt minion" }', "Destroy an enemy minion with Taunt."),
    ('{ destroy = "all but one minion" }', "Destroy all minions but one at random."),
    ('{ return = "any enemy minion" }', "Return an enemy minion to your opponent's hand."),
    (
        '{ return = "any friendly minion", cost = -2 }',
        "Return a friendly minion to your hand, where it costs (2) less.",
    ),
    ('{ transform = "any minion", into = "Wolf" }', "Transform a minion into a 2/2 Wolf with Taunt."),
    ('{ summon = "Wolf", count = 3 }', "Summon three 2/2 Wolves with Taunt."),
    ('{ summon = "Ogre" }', "Summon an 8/7 Ogre."),
    ('{ summon = ["Hyena", "Ogre"] }', "Summon a 2/2 Hyena or an 8/7 Ogre (at random)."),
    ('{ summon = "Hyena", for_each = "enemy minion" }', "Summon a 2/2 Hyena for each enemy minion."),
    ('{ add = "random legendary minion" }', "Add a random legendary minion to your hand."),
    ('{ equip = "Knife" }', "Equip a 1/2 Knife."),
    ('{ draw = 2, whose = "each player" }', "Each player draws two cards."),
    ('{ discard = "all" }', "Discard your hand."),
    ("{ gain_crystals = -1 }", "Destroy one of your Mana Crystals."),
    ('{ next_cost = "free", of = "secret" }', "The next Secret you play this turn costs (0)."),
    (
        '[{ damage = 1, to = "any minion" }, { draw = 1, if = "the target died" }]',
        "Deal 1 damage to a minion. If that kills it, draw a card.",
    ),
    (
        '{ if = "you control a beast", do = { damage = 5, to = "any character" }, '
        'else = { damage = 3, to = "target" } }',
        "If you control a Beast, deal 5 damage. Otherwise, deal 3 damage.",
    ),
    (
        '{ if = "the target is a friendly demon", do = { attack = 2, health = 2, to = "any minion" }, '
        'else = { damage = 2, to = "target" } }',
        "Choose a minion. If it is a friendly Demon, give it +2/+2. Otherwise, deal 2 damage to it.",
    ),
    (
        '{ attach = { deathrattle = { summon = "Hyena" } }, to = "all friendly minions" }',
        'Give your minions "Deathrattle: Summon a 2/2 Hyena."',
    ),
    ('{ set_power = "Mind Spike" }', "Replace your Hero Power with Mind Spike (Deal 2 damage)."),
    (
        '{ if = "your hero power is Mind Spike", do = { draw = 2 }, '
        'else = [{ if = "your hero power is Fury", do = { draw = 2 }, else = [{ draw = 1 }] }] }',
        "If your Hero Power is Mind Spike or Fury, draw two cards. Otherwise, draw a card.",
    ),
    ('{ set_hero = "Big Hero" }', "Replace your hero with Big Hero (15 Health; Hero Power: Mind Spike)."),
    (
        '{ attach = { deathrattle = { resummon = "it" } }, to = "any minion" }',
        'Give a minion "Deathrattle: Return this minion to life."',
    ),
    (
        '{ attach = { whenever = { event = "this minion attacks", do = { draw = 1 } } }, to = "any minion" }',
        "Choose a minion: whenever it attacks, draw a card.",
    ),
    (
        '[{ damage = 1, to = "any minion" }, { damage = 1, to = "minions next to the target" }]',
        "Deal 1 damage to a minion and the minions next to it.",
    ),
    (
        '[{ damage = 2, to = "all enemy minions" }, { freeze = "all enemy minions" }]',
        "Deal 2 damage to all enemy minions. Freeze them.",
    ),
    (
        '[{ damage = 2, to = "random enemy" }, { freeze = "random enemy" }]',
        "Deal 2 damage to a random enemy. Freeze a random enemy.",
    ),
    (
        '[{ destroy = "any murloc" }, { draw = 1, if = "the target is a murloc" }]',
        "Destroy a Murloc. If you do, draw a card.",
    ),
    ('{ health = 1, for_each = "its health", to = "any minion" }', "Double the Health of a minion."),
    (
        '{ attack = 1, for_each = "attack of your hero", to = "any minion" }',
        "Give a minion Attack equal to your hero's Attack.",
    ),
    ('{ draw = 1, for_each = "card your opponent holds more" }', "Draw cards until you hold as many as your opponent."),
    (
        '{ gain_crystals = 1, excess = "Fireball" }',
        "Gain an empty Mana Crystal, or, at the Mana limit, add a Fireball to your hand.",
    ),
]


@pytest.mark.parametrize(("effect", "text"), SPELLS)
def test_spell(effect: str, text: str) -> None:
    assert text_of("spell", f"spell = {effect}") == text


MINIONS = [
    ("", ""),
    ('keywords = ["charge", "divine shield"]', "Charge. Divine Shield."),
    ('keywords = ["cannot attack"]', "Can't attack."),
    ("spell_damage = 1\nbattlecry = { draw = 1 }", "Spell Damage +1. Battlecry: Draw a card."),
    ('combo = { damage = 2, to = "any character" }', "Combo: Deal 2 damage."),
    ('deathrattle = { summon = "Hyena", count = 2 }', "Deathrattle: Summon two 2/2 Hyenas."),
    ('aura = { attack = 1, to = "all other friendly minions" }', "Your other minions have +1 Attack."),
    ('aura = { give = "charge", to = "this", while = "you have a weapon" }', "Has Charge while you have a weapon."),
    ('aura = { attack = 1, to = "this", for_each = "other murloc" }', "Has +1 Attack for each other Murloc in play."),
    ('aura = { cost = -2, of = "your minions", floor = 1 }', "Your minions cost (2) less, but not less than (1)."),
    ('aura = { cost = 1, of = "all minions" }', "All minions cost (1) more."),
    ('enrage = { attack = 1, give = "windfury" }', "Enrage: +1 Attack and Windfury."),
    ("enrage = { weapon_attack = 2 }", "Enrage: Your weapon has +2 Attack."),
    (
        'own_cost = { cost = -1, for_each = "other card in your hand" }',
        "Costs (1) less for each other card in your hand.",
    ),
    ('choose_one = ["Left", "Right"]', "Choose One: Draw a card; or deal 1 damage to a minion and draw a card."),
    ("overload = 2", "Overload: (2)."),
]
TRIGGERS = [
    (
        "your turn ends",
        '{ damage = 2, to = "all other characters" }',
        "At the end of your turn, deal 2 damage to all other characters.",
    ),
    ("a turn ends", '{ attack = 1, health = 1, to = "this" }', "At the end of each turn, gain +1/+1."),
    ("this minion takes damage", "{ draw = 1 }", "Whenever this minion takes damage, draw a card."),
    (
        "another friendly beast dies",
        '{ attack = 2, to = "this" }',
        "Whenever another friendly Beast dies, gain +2 Attack.",
    ),
    ("another friendly murloc is summoned", "{ draw = 1 }", "Whenever you summon another Murloc, draw a card."),
    ("you cast a spell", '{ add = "Fireball" }', "Whenever you cast a spell, add a Fireball to your hand."),
    (
        "after you cast a spell",
        '{ damage = 1, to = "all minions" }',
        "After you cast a spell, deal 1 damage to all minions.",
    ),
    (
        "your turn ends",
        '[{ damage = 1, to = "this" }, { summon = "Hyena" }]',
        "At the end of your turn, deal 1 damage to this minion and summon a 2/2 Hyena.",
    ),
    (
        "your turn ends",
        '{ attack = 2, to = "this", if = "you control a secret" }',
        "At the end of your turn, if you control a Secret, gain +2 Attack.",
    ),
]


@pytest.mark.parametrize(("fields", "text"), MINIONS)
def test_minion(fields: str, text: str) -> None:
    assert text_of("minion", fields) == text


LIMITED_TRIGGERS = [
    (
        "another friendly minion is summoned",
        "attack_at_most = 3",
        "Whenever you summon another minion with 3 or less Attack",
    ),
    ("after a minion attacks", "attack_at_least = 7", "After a minion with 7 or more Attack attacks"),
    ("a minion attacks your hero", "attack_at_most = 1", "Whenever a minion with 1 or less Attack attacks your hero"),
]


@pytest.mark.parametrize(("event", "limit", "text"), LIMITED_TRIGGERS)
def test_trigger_with_an_attack_limit(event: str, limit: str, text: str) -> None:
    fields = f'whenever = {{ event = "{event}", {limit}, do = {{ draw = 1 }} }}'
    assert text_of("minion", fields) == f"{text}, draw a card."


@pytest.mark.parametrize(("event", "effect", "text"), TRIGGERS)
def test_trigger(event: str, effect: str, text: str) -> None:
    assert text_of("minion", f'whenever = {{ event = "{event}", do = {effect} }}') == text


def test_secret() -> None:
    secret = 'secret = { event = "an enemy minion attacks", do = { return = "it", cost = 2 } }'
    text = "Secret: When an enemy minion attacks, return it to its owner's hand, where it costs (2) more."
    assert text_of("spell", secret) == text


def test_a_spell_says_that_its_combo_comes_instead() -> None:
    both = 'spell = { damage = 2, to = "any character" }\ncombo = { damage = 4, to = "any character" }'
    assert text_of("spell", both) == "Deal 2 damage. Combo: Deal 4 damage instead."


def test_a_combo_that_does_more_says_only_what_it_adds() -> None:
    both = (
        'spell = { damage = 2, to = "the enemy hero" }\ncombo = [{ damage = 2, to = "the enemy hero" }, { draw = 1 }]'
    )
    assert text_of("spell", both) == "Deal 2 damage to the enemy hero. Combo: Draw a card."


def test_to_a_weapon_no_minion_is_another_one() -> None:
    trigger = 'whenever = { event = "after you summon a minion", do = { attack = 1, to = "it" } }'
    assert text_of("weapon", trigger) == "After you summon a minion, give it +1 Attack."
    assert text_of("minion", trigger) == "After you summon another minion, give it +1 Attack."


def test_the_text_follows_a_patch() -> None:
    cards = load_cards()
    tree = cards["Fireball"].dict_copy()
    tree["spell"]["damage"] = 5
    patched = cards.replace("CS2_029", tree)
    assert rules_text(cards["Fireball"], cards) == "Deal 6 damage."
    assert rules_text(patched["Fireball"], patched) == "Deal 5 damage."


def test_the_text_of_a_summoner_follows_a_patch_of_its_token() -> None:
    cards = load_cards()
    patched = cards.replace("CS2_boar", {**cards["Boar"].tree, "attack": 8})
    assert rules_text(patched["Razorfen Hunter"], patched) == "Battlecry: Summon an 8/1 Boar."


def test_every_card_of_the_game_has_a_tidy_text() -> None:
    cards = load_cards()
    for each in cards:
        text = rules_text(each, cards)
        assert "  " not in text
        assert ".." not in text.replace("...", "")
        assert not text or text.endswith((".", '."'))
        assert not text or text[0].isupper()
