"""The vocabulary: closed, complete, and printed as it is."""

import tomllib
from pathlib import Path

import pytest
from tools.docs.language_page import PAGE, card_language_page

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.verbs import VERBS
from evometa.games.hearthstone.cards.reading.parser import parse_card
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.input.errors import Where

ROOT = Path(__file__).parents[6]
BASE = {"id": "T_1", "name": "Test", "class": "mage", "set": "custom", "rarity": "common"}
MINION = {**BASE, "type": "minion", "cost": 1, "attack": 1, "health": 1}
SPELL = {**BASE, "type": "spell", "cost": 1}
# What the examples of the vocabulary mention.
MENTIONED = {
    "minion": ["Sheep", "Hyena", "Treant", "Shadow of Nothing"],
    "weapon": ["Wicked Knife"],
    "spell": ["Bananas"],
    "hero_power": ["Mind Spike"],
    "hero": ["EX1_323h"],
}
NUMBERS = {
    "minion": {"cost": 1, "attack": 1, "health": 1},
    "weapon": {"cost": 1, "attack": 1, "durability": 1},
    "spell": {"cost": 1},
    "hero_power": {"cost": 2},
    "hero": {},
}


def mentioned_cards() -> list[Card]:
    return [
        Card.from_tree({**BASE, "id": name.replace(" ", "_"), "name": name, "type": kind, **NUMBERS[kind]})
        for kind, names in MENTIONED.items()
        for name in names
    ]


def with_step(step: str) -> Card:
    """A card that can hold the step: one with an event if it speaks of one, a spell otherwise."""
    words = {"resummon": "dies", "counter": "attacks", "redirect": "attacks", '"it"': "attacks", "played": "dies"}
    happens = next((verb for word, verb in words.items() if word in step), None)
    if happens:
        effect = tomllib.loads(f'x = {{ event = "another friendly minion {happens}", do = {{ {step} }} }}')["x"]
        return Card.from_tree({**MINION, "whenever": effect})
    return Card.from_tree({**SPELL, "spell": tomllib.loads(f"x = {{ {step} }}")["x"]})


def codes_of(prefix: str) -> dict[str, int]:
    return {name: code for name, code in vars(c).items() if name.startswith(prefix)}


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_the_example_of_every_verb_is_a_card_with_a_text(verb) -> None:
    card = with_step(verb.example)
    assert rules_text(card, CardSet.from_cards([card, *mentioned_cards()]))


@pytest.mark.parametrize("aura", g.AURAS, ids=lambda aura: aura.heads[0].name)
def test_the_example_of_every_aura_is_a_card_with_a_text(aura) -> None:
    card = Card.from_tree({**MINION, "aura": tomllib.loads(f"x = {{ {aura.example} }}")["x"]})
    assert rules_text(card, CardSet.from_cards([card]))


def test_every_operation_but_the_jumps_has_a_verb() -> None:
    control = {c.OP_END, c.OP_IF, c.OP_JUMP}
    assert {verb.op for verb in VERBS} >= set(codes_of("OP_").values()) - control


def test_every_condition_and_quantity_has_a_word() -> None:
    conditions = {word.code for word in (*v.CONDITIONS.values(), *v.CONDITION_PATTERNS.values())}
    assert conditions == set(codes_of("IF_").values()) - {c.IF_ALWAYS}
    quantities = {word.code for word in (*v.QUANTITIES.values(), *v.QUANTITY_PATTERNS.values())}
    assert quantities == set(codes_of("PER_").values()) - {c.PER_ONE, c.PER_CHARACTER}


def test_every_event_has_a_word() -> None:
    tables = (v.TURN_EVENTS, v.SUBJECT_EVENTS, v.AFTER_SUBJECT_EVENTS, v.PLAYER_EVENTS, v.AFTER_PLAYER_EVENTS)
    words = {word.code for table in (*tables, v.OTHER_EVENTS) for word in table.values()}
    assert words == set(codes_of("ON_").values())


def test_every_card_type_has_its_fields() -> None:
    for field in g.CARD_FIELDS:
        assert set(field.required) <= set(field.types) <= set(v.TYPES)


def test_the_example_of_the_page_is_a_card() -> None:
    example = card_language_page().split("```toml\n")[1].split("```")[0]
    (tree,) = tomllib.loads(example)["card"]
    assert parse_card(Where("page"), tree).keywords == c.TAUNT


def test_the_committed_page_is_current() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == card_language_page(), "run `make docs`"
