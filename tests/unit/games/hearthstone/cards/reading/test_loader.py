"""Loading: files, overlays and rules; and one clear message for every mistake."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from evometa.games.cards import copy_tree
from evometa.games.hearthstone.cards import Card, CardSet, load_cards, load_rules
from evometa.games.hearthstone.cards.compiling.lowering import lower_card
from evometa.games.hearthstone.cards.reading.loader import add_cards, game_cards
from evometa.games.hearthstone.cards.rules import Rules, format_rules
from evometa.input import InputError

MINION = """
[[card]]
id = "T_{0}"
name = "Card {0}"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
cost = 2
attack = 2
health = 3
"""
SPELL = """
[[card]]
id = "T_S"
name = "Trick"
class = "mage"
set = "custom"
type = "spell"
rarity = "common"
cost = 1
"""


def minion(number: int = 1, extra: str = "") -> str:
    return MINION.format(number) + extra + "\n"


def spell(effect: str) -> str:
    return SPELL + effect + "\n"


@pytest.fixture
def load(tmp_path: Path):
    def load_text(text: str, overlay: str | None = None):
        file = tmp_path / "mine.toml"
        file.write_text(text, encoding="utf-8")
        if overlay is None:
            return load_cards([file])
        (tmp_path / "changes.toml").write_text(overlay, encoding="utf-8")
        return load_cards([file], overlays=[tmp_path / "changes.toml"])

    return load_text


def error(load, *texts: str) -> str:
    with pytest.raises(InputError) as caught:
        load(*texts)
    return str(caught.value)


# --- what is right -----------------------------------------------------------------------------------------------
def test_the_game_itself_loads_in_the_order_of_its_files() -> None:
    cards = load_cards()
    files = [card.file for card in cards]
    assert len(cards) > 160
    assert files == sorted(files)


def test_cards_are_found_by_id_and_by_name(load) -> None:
    cards = load(minion(1) + minion(2))
    assert cards["T_2"] is cards["Card 2"]
    assert cards.index_of("Card 1") == 1
    assert "Card 2" in cards
    assert "Card 3" not in cards


def test_a_folder_is_its_files(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(minion(1), encoding="utf-8")
    (tmp_path / "a.toml").write_text(minion(2), encoding="utf-8")
    assert [card.id for card in load_cards([tmp_path])] == ["T_2", "T_1"]


def test_every_number_has_an_address(load) -> None:
    effect = 'spell = [{ damage = 3, to = "any minion" }, { draw = 1, if = "you control a beast", at_least = 2 }]'
    numbers = load(spell("dbf_id = 77\n" + effect))["Trick"].numbers()
    assert numbers == {
        "T_S.cost": 1,
        "T_S.spell.0.damage": 3,
        "T_S.spell.1.draw": 1,
        "T_S.spell.1.at_least": 2,
    }


def test_replacing_a_card_leaves_the_old_set_alone(load) -> None:
    old = load(minion(1) + minion(2))
    tree = old["T_1"].dict_copy()
    tree["cost"] = 9
    new = old.replace("T_1", tree)
    assert (old["T_1"].tree["cost"], new["T_1"].tree["cost"]) == (2, 9)
    assert new["T_2"] is old["T_2"]
    assert new != old
    assert new.replace("T_1", old["T_1"].tree) == old


def test_a_replaced_card_keeps_its_id(load) -> None:
    cards = load(minion(1) + minion(2))
    with pytest.raises(InputError, match="card T_1, field 'id': found 'T_2'; allowed: 'T_1'"):
        cards.replace("T_1", cards["T_2"].tree)


def test_an_overlay_changes_and_removes_fields(load) -> None:
    overlay = """
name = "variant"
about = "a try"
[[card]]
id = "T_1"
cost = 5
battlecry = false
[[card]]
id = "T_2"
remove = ["keywords"]
collectible = false
"""
    cards = load(minion(1, "battlecry = { draw = 1 }") + minion(2, 'keywords = ["taunt"]'), overlay)
    assert cards["T_1"].tree["cost"] == 5
    assert "battlecry" not in cards["T_1"].tree
    assert "keywords" not in cards["T_2"].tree
    assert cards["T_2"].definition.collectible is False


def test_overlays_of_the_package_have_names() -> None:
    assert load_cards(overlays=["paper_engine"]) != load_cards()


# --- mistakes in a card ------------------------------------------------------------------------------------------
STEP_MISTAKES = {
    "unknown verb": ("{ damge = 2 }", ["field 'spell'", "unknown verb 'damge'", "did you mean 'damage'"]),
    "no verb": ('{ to = "any minion" }', ["the step has no verb", "damage"]),
    "two verbs": ('{ damage = 2, heal = 2, to = "any minion" }', ["two verbs", "'damage'", "'heal'"]),
    "unknown field": ('{ draw = 1, hwose = "you" }', ["'hwose'", "beside 'draw'", "did you mean 'whose'"]),
    "missing field": ("{ damage = 2 }", ["field 'spell'", "the field 'to' is missing", "a selector"]),
    "negative number": ('{ damage = -1, to = "any minion" }', ["'spell.damage'", "-1", "0 to 99"]),
    "number too large": ('{ damage = 100, to = "any minion" }', ["'spell.damage'", "100", "0 to 99"]),
    "text for a number": ('{ damage = "two", to = "any minion" }', ["'spell.damage'", "'two'", "a whole number"]),
    "number for a text": ("{ freeze = 3 }", ["'spell.freeze'", "found 3", "a selector"]),
    "true for a number": ("{ draw = true }", ["'spell.draw'", "found true", "a whole number"]),
    "false for a flag": ("{ counter = false }", ["'spell.counter'", "found false", "true"]),
    "selector word": (
        '{ damage = 1, to = "any frendly minion" }',
        ["'spell.to'", "'frendly'", "did you mean 'friendly'"],
    ),
    "keyword": ('{ give = "tuant", to = "all minions" }', ["unknown keyword 'tuant'", "did you mean 'taunt'"]),
    "keyword twice": ('{ give = ["taunt", "taunt"], to = "all minions" }', ["'spell.give.1'", "twice"]),
    "race": ('{ draw_race = "deamon" }', ["unknown race 'deamon'", "did you mean 'demon'"]),
    "player": ('{ draw = 1, whose = "oponent" }', ["unknown player 'oponent'", "did you mean 'opponent'"]),
    "condition": ('{ draw = 1, if = "you have weapon" }', ["'spell.if'", "unknown condition", "'you have a weapon'"]),
    "number of a condition": ('{ draw = 1, if = "chance" }', ["'chance'", "'percent'"]),
    "number without use": ('{ draw = 1, if = "combo", at_least = 2 }', ["'at_least'", "'combo'"]),
    "else without if": ("{ draw = 1, else = { draw = 2 } }", ["'else'", "'if'"]),
    "quantity": ('{ draw = 1, for_each = "cards in hand" }', ["'spell.for_each'", "unknown quantity"]),
    "quantity without use": ('{ freeze = "all minions", for_each = "armor" }', ["'freeze'", "'for_each'"]),
    "two choices": (
        '[{ damage = 1, to = "any minion" }, { freeze = "any minion" }]',
        ["field 'spell'", "'any'", "'target'"],
    ),
    "target without choice": ('{ freeze = "target" }', ["'any'", "no step"]),
    "event without event": ('{ freeze = "it" }', ["'it'", "event"]),
    "no such card": ('{ summon = "Card One" }', ["'spell.summon'", "no card 'Card One'", "did you mean 'Card 1'"]),
    "card of another type": ('{ equip = "Card 1" }', ["'spell.equip'", "'T_1' is a minion", "a weapon"]),
    "empty pool": ('{ summon = "random demon" }', ["'spell.summon'", "no collectible card"]),
    "limit without selector": ("{ draw = 1, attack_at_most = 3 }", ["'draw'", "attack limit"]),
    "until": ('{ attack = 1, to = "all minions", until = "your next turn" }', ["'spell.until'", "stealth"]),
    "unknown field of a group": (
        '{ if = "combo", do = { draw = 1 }, otherwise = { draw = 2 } }',
        ["'otherwise'", "else"],
    ),
    "group without if": ("{ do = { draw = 1 } }", ["'if' is missing"]),
    "two abilities": ('{ attach = {}, to = "all minions" }', ["'spell.attach'", "a deathrattle or a whenever"]),
    "text for an effect": ('"draw a card"', ["field 'spell'", "'draw a card'", "a step"]),
    "empty effect": ("[]", ["field 'spell'", "a list", "a step"]),
}


@pytest.mark.parametrize(("effect", "parts"), STEP_MISTAKES.values(), ids=STEP_MISTAKES)
def test_a_mistake_in_a_step(load, effect: str, parts: list[str]) -> None:
    message = error(load, minion(1) + spell(f"spell = {effect}"))
    for part in ("mine.toml", "card T_S", *parts):
        assert part in message
    assert "\n" not in message


CARD_MISTAKES = {
    "unknown field": ("atack = 3", ["unknown field 'atack'", "did you mean 'attack'"]),
    "field of another type": ("durability = 3", ["a minion has no field 'durability'"]),
    "race": ('race = "deamon"', ["field 'race'", "unknown race 'deamon'", "did you mean 'demon'"]),
    "keyword": ('keywords = ["tuant"]', ["'keywords.0'", "unknown keyword 'tuant'", "did you mean 'taunt'"]),
    "event": (
        'whenever = { event = "your turn end", do = { draw = 1 } }',
        ["'whenever.event'", "unknown event", "did you mean 'your turn ends'"],
    ),
    "limit without subject": (
        'whenever = { event = "you cast a spell", attack_at_most = 3, do = { draw = 1 } }',
        ["field 'whenever'", "'you cast a spell' has no subject", "attack limit"],
    ),
    "limit out of range": (
        'whenever = { event = "a minion dies", attack_at_least = 100, do = { draw = 1 } }',
        ["'whenever.attack_at_least'", "100", "0 to 99"],
    ),
    "event missing": ("whenever = { do = { draw = 1 } }", ["field 'whenever'", "'event' is missing"]),
    "choice in a trigger": (
        'whenever = { event = "your turn ends", do = { damage = 1, to = "any minion" } }',
        ["'whenever.do'", "'any'", "battlecry"],
    ),
    "three triggers": (
        "whenever = [" + 3 * '{ event = "your turn ends", do = { draw = 1 } }, ' + "]",
        ["3 triggers", "at most 2"],
    ),
    "unknown aura": ('aura = { atack = 1, to = "this" }', ["unknown aura 'atack'", "did you mean 'attack'"]),
    "aura of two kinds": ('aura = { attack = 1, cost = 1, to = "this" }', ["two things", "'attack'", "'cost'"]),
    "aura without to": ("aura = { attack = 1 }", ["field 'aura'", "'to' is missing"]),
    "aura on one": ('aura = { attack = 1, to = "random enemy minion" }', ["'aura.to'", "'all ...'"]),
    "aura condition": (
        'aura = { attack = 1, to = "this", while = "you have weapon" }',
        ["'aura.while'", "did you mean 'you have a weapon'"],
    ),
    "cost aura": ('aura = { cost = 1, of = "your spell" }', ["'aura.of'", "did you mean 'your spells'"]),
    "enrage": ('enrage = { attack = 1, to = "this" }', ["field 'enrage'", "'to'"]),
    "own cost": ("own_cost = { cost = -1 }", ["field 'own_cost'", "'for_each' is missing"]),
    "needs": ('needs = "weapon"', ["field 'needs'", "unknown need 'weapon'", "did you mean 'a weapon'"]),
    "options": ('choose_one = ["Card 1"]', ["field 'choose_one'", "a list of two cards"]),
    "two plays": ('battlecry = { draw = 1 }\nchoose_one = ["a", "b"]', ["both 'choose_one' and 'battlecry'"]),
    "collectible": ('collectible = "no"', ["field 'collectible'", "'no'", "true or false"]),
}


@pytest.mark.parametrize(("line", "parts"), CARD_MISTAKES.values(), ids=CARD_MISTAKES)
def test_a_mistake_in_a_field(load, line: str, parts: list[str]) -> None:
    message = error(load, minion(1, line))
    for part in ("mine.toml", "card T_1", *parts):
        assert part in message


VALUE_MISTAKES = {
    "missing number": ("health = 3\n", "", ["'health' is missing", "0 to 99"]),
    "negative number": ("health = 3", "health = -3", ["field 'health'", "-3", "0 to 99"]),
    "number too large": ("cost = 2", "cost = 1000", ["field 'cost'", "1000", "0 to 99"]),
    "class": ('"neutral"', '"nuetral"', ["field 'class'", "unknown class 'nuetral'", "did you mean 'neutral'"]),
    "set": ('"custom"', '"clasic"', ["field 'set'", "unknown set 'clasic'", "did you mean 'classic'"]),
    "type": ('"minion"', '"creature"', ["field 'type'", "unknown type 'creature'", "minion"]),
    "rarity": ('"common"', '"comon"', ["field 'rarity'", "unknown rarity 'comon'", "did you mean 'common'"]),
    "id": ('"T_1"', '"T.1"', ["field 'id'", "'T.1'", "without dots"]),
}


@pytest.mark.parametrize(("old", "new", "parts"), VALUE_MISTAKES.values(), ids=VALUE_MISTAKES)
def test_a_wrong_value(load, old: str, new: str, parts: list[str]) -> None:
    message = error(load, minion(1).replace(old, new))
    for part in ("mine.toml", *parts):
        assert part in message


JUNK = (True, False, -1, 1000, 1.5, "", "nonsense", [], ["nonsense"], [[1]], {}, {"nonsense": 1}, date(2019, 6, 1))


def paths_of(value, path: tuple = ()):
    """The place of every value in a tree."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths_of(item, (*path, key))


def with_value(tree: dict, path: tuple, value) -> dict:
    changed = copy_tree(tree)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def messages_about(card: Card, cards: CardSet):
    """What is said about a card with junk in one place, for every place; anything but an `InputError` escapes."""
    for path in paths_of(card.tree):
        for junk in JUNK:
            try:
                lower_card(Card.from_tree(with_value(card.tree, path, junk), "mine.toml"), cards.roster)
            except InputError as mistake:
                yield str(mistake)


def test_junk_anywhere_in_any_card_is_never_a_traceback() -> None:
    cards = load_cards()
    messages = [message for card in cards for message in messages_about(card, cards)]
    assert len(messages) > 10_000
    assert all(line.startswith("mine.toml, ") for message in messages for line in message.split("\n"))


# --- mistakes in files -------------------------------------------------------------------------------------------
def test_two_cards_with_one_id(load) -> None:
    message = error(load, minion(1) + minion(1).replace("Card 1", "Other"))
    assert message == (
        "mine.toml, line 15, card T_1, field 'id': "
        "the id 'T_1' is there twice; the first is 'Card 1' in mine.toml, line 3"
    )


def test_an_ambiguous_name(load) -> None:
    twins = minion(1) + minion(2).replace("Card 2", "Card 1")
    message = error(load, twins + spell('spell = { summon = "Card 1" }'))
    assert "field 'spell.summon': the name 'Card 1' is ambiguous" in message
    assert "T_1, T_2" in message


def test_not_toml(load) -> None:
    assert "mine.toml, line 3: this is not TOML" in error(load, '[[card]]\nid = "A"\nname Wisp')


def test_a_file_that_is_wrong_only_as_a_whole(load) -> None:
    assert "mine.toml, line 1: 'card' is no list" in error(load, "card = 3\n" + minion(1))
    twice = "[extra]\na = 1\n"
    assert error(load, minion(1) + twice + minion(2) + twice).count("unknown table or field 'extra'") == 2


def test_a_file_without_cards(load) -> None:
    assert "mine.toml: there is no card in it" in error(load, "")
    assert "unknown table or field 'cards'; did you mean 'card'?" in error(load, '[[cards]]\nid = "A"')


def test_a_card_without_id(load) -> None:
    message = error(load, minion(1).replace('id = "T_1"\n', ""))
    assert "mine.toml, line 2, field 'card.0': the field 'id' is missing" in message
    assert "'Card 1'" in message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.toml: cannot be read"):
        load_cards([tmp_path / "nothing.toml"])


OVERLAY_MISTAKES = {
    "id": ('id = "T_2"\ncost = 1', ["there is no card with the id 'T_2'", "did you mean 'T_1'"]),
    "field": ('id = "T_1"\ncots = 1', ["card T_1", "unknown field 'cots'", "did you mean 'cost'"]),
    "removed field": ('id = "T_1"\nbattlecry = false', ["unknown field to remove 'battlecry'"]),
    "remove": ('id = "T_1"\nremove = "cost"', ["field 'remove'", "a list of fields"]),
    "required field": ('id = "T_1"\nremove = ["cost"]', ["the field 'cost' is missing"]),
}


@pytest.mark.parametrize(("entry", "parts"), OVERLAY_MISTAKES.values(), ids=OVERLAY_MISTAKES)
def test_a_mistake_in_an_overlay(load, entry: str, parts: list[str]) -> None:
    message = error(load, minion(1), f"[[card]]\n{entry}\n")
    for part in ("changes.toml", *parts):
        assert part in message


def test_an_overlay_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="did you mean 'paper_engine'"):
        load_cards(overlays=["paper_engin"])


# --- all mistakes at once ------------------------------------------------------------------------------------------
TEN_MISTAKES = """\
[[card]]
id = "T_1"
name = "Card 1"
class = "neutral"
set = "custm"
type = "minion"
rarity = "common"
cost = 300
attack = 1
helth = 1
keywords = ["tuant", "charge"]
battlecry = [
    { damge = 1, to = "any character" },
    { draw = 1, whose = "oponent" },
]

[[card]]
id = "T_2"
name = "Card 2"
class = "neutral"
set = "custom"
type = "spell"
rarity = "common"
cost = 1
spell = [
    { equip = "Card 1" },
    { summon = "Card 5" },
]

[[card]]
id = "T_1"
name = "Card 3"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
cost = 1
attack = 1
health = 1

[card.whenever]
event = "your turn end"
do.draw = 1
"""
TEN = {
    5: "card T_1, field 'set': unknown set 'custm'; did you mean 'custom'?",
    8: "card T_1, field 'cost': the number 300 is out of range; allowed: a whole number from 0 to 99",
    10: "card T_1, field 'helth': unknown field 'helth'; did you mean 'health'?",
    11: "card T_1, field 'keywords.0': unknown keyword 'tuant'; did you mean 'taunt'?",
    13: "card T_1, field 'battlecry.0': unknown verb 'damge'; did you mean 'damage'?",
    14: "card T_1, field 'battlecry.1.whose': unknown player 'oponent'; did you mean 'opponent'?",
    26: "card T_2, field 'spell.0.equip': the card 'T_1' is a minion; allowed: a weapon",
    27: "card T_2, field 'spell.1.summon': there is no card 'Card 5'; did you mean 'Card 2'?",
    31: "card T_1, field 'id': the id 'T_1' is there twice; the first is 'Card 1' in mine.toml, line 2",
    42: "card T_1, field 'whenever.event': unknown event 'your turn end'; did you mean 'your turn ends'?",
}


def test_a_file_with_ten_mistakes_gives_ten_messages_with_their_lines(load) -> None:
    messages = error(load, TEN_MISTAKES).split("\n")
    assert len(messages) == len(TEN) == 10
    for message, (line, part) in zip(messages, TEN.items(), strict=True):
        assert message.startswith(f"mine.toml, line {line}, {part}")


def test_what_is_no_toml_does_not_hide_the_mistakes_of_other_cards(load) -> None:
    broken = '[[card]]\nid = "T_2"\nname "Card 2"\n' + minion(3, 'race = "deamon"')
    messages = error(load, minion(1, "cots = 1") + broken + spell('spell = { summon = "Card 2" }')).split("\n")
    starts = [message.split(":")[0] for message in messages]
    assert starts == [
        "mine.toml, line 12, card T_1, field 'cots'",
        "mine.toml, line 15",
        "mine.toml, line 27, card T_3, field 'race'",
    ]  # and nothing about Card 2, which nobody could read


def test_a_mistake_in_an_overlay_has_the_line_of_the_file_that_says_it(load) -> None:
    overlay = '[[card]]\nid = "T_1"\ncost = 100\n[[card]]\nid = "T_2"\nattack = 1\n'
    messages = error(load, minion(1) + minion(2, 'race = "deamon"'), overlay).split("\n")
    assert [message.split(", card")[0] for message in messages] == ["changes.toml, line 3", "mine.toml, line 24"]


def test_a_file_full_of_mistakes_is_told_in_part(load) -> None:
    messages = error(load, "".join(minion(n, "cots = 1") for n in range(50))).split("\n")
    assert len(messages) == 31
    assert messages[-1] == "and 20 more mistakes"


# --- rules -------------------------------------------------------------------------------------------------------
def test_the_rules_of_the_game() -> None:
    assert load_rules() == Rules()


RULES_TEXT = format_rules(Rules())
RULE_MISTAKES = {
    "hand": ("hand_limit = 10", "hand_limit = 11", ["field 'hand_limit'", "11", "1 to 10"]),
    "board": ("board_limit = 7", "board_limit = 8", ["field 'board_limit'", "8", "1 to 7"]),
    "secrets": ("secret_limit = 5", "secret_limit = 6", ["field 'secret_limit'", "0 to 5"]),
    "deck": ("deck_size = 30", "deck_size = 61", ["field 'deck_size'", "1 to 60"]),
    "unknown": ("deck_size", "decksize", ["unknown field 'decksize'", "did you mean 'deck_size'"]),
    "type": ("copies = 2", 'copies = "two"', ["field 'copies'", "'two'", "a whole number"]),
    "card": ('"The Coin"', "3", ["field 'second_gets'", "a card's name or id"]),
    "mana": ("mana = [1, 2", "mana = [2, 1", ["field 'mana'", "turn 2 has 1 crystals, fewer than the 2 before"]),
    "curve": ("mana = [1,", "mana = [100,", ["field 'mana.0'", "0 to 99"]),
    "toml": ("copies = 2", "copies 2", ["this is not TOML", "line"]),
}


@pytest.mark.parametrize(("old", "new", "parts"), RULE_MISTAKES.values(), ids=RULE_MISTAKES)
def test_a_mistake_in_the_rules(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(RULES_TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rules(file)
    for part in ("house.toml", *parts):
        assert part in str(caught.value)


def test_what_rules_do_not_say_is_as_usual_and_all_mistakes_are_told(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("copies = 3\nmana = [2, 4, 6]\n", encoding="utf-8")
    assert load_rules(file) == replace(Rules(), copies=3, mana=(2, 4, 6))
    file.write_text("copies = 0\ndeck_sise = 3\nmana = []\nhand_limit = 11\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rules(file)
    assert all(word in str(caught.value) for word in ("copies", "deck_sise", "mana", "hand_limit"))


def test_cards_of_a_text_are_added_to_others_or_all_their_mistakes_are_told() -> None:
    text = "[[card]]\nid = 'X_1'\nname = 'Small Thing'\nclass = 'neutral'\nset = 'custom'\ntype = 'minion'\n"
    text += "rarity = 'common'\ncost = 1\nattack = 1\nhealth = 1\n"
    whole, own = add_cards(game_cards(), text, "your card")
    assert [card.name for card in own] == ["Small Thing"]
    assert len(whole) == len(game_cards()) + 1
    with pytest.raises(InputError, match=r"line 3.*there is a card with the name 'Wisp' already"):
        add_cards(game_cards(), text.replace("Small Thing", "Wisp"), "your card")
    with pytest.raises(InputError) as refused:
        add_cards(game_cards(), text.replace("cost = 1", "cost = 'much'").replace("health", "helth"), "your card")
    assert "line 8" in str(refused.value)
    assert "helth" in str(refused.value)
