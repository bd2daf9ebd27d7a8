"""Written cards have the whole grammar: what the reader accepts of them is compared with the language's own tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import pytest
from tools.fuzz.own_cards import FOR_PEOPLE, find_reason, read_set, write_set

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import definition as meant
from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.filters import ADJECTIVES
from evometa.games.hearthstone.cards.language.phrases import list_events
from evometa.games.hearthstone.cards.language.verbs import VERBS
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.input.errors import InputError

N_SETS = 400
WORDS = (
    *(
        HEARTHSTONE.lexicon.classes,
        v.RARITIES,
        HEARTHSTONE.lexicon.tribes,
        v.SIDES,
        v.STATES,
        ADJECTIVES,
        v.FIXED_SELECTORS,
        v.EXCEPTIONS,
        v.QUANTIFIERS,
    ),
    *(v.PLAYERS, v.UNTIL, v.CARD_KINDS, v.CARD_OWNERS, v.CONDITIONS, v.QUANTITIES, v.NEEDS, v.AURA_RULES, v.GIVEN),
    *(v.KINDS, v.AFTER_SUBJECT_EVENTS, v.PRINTED_KEYWORDS, ("enemy", "enemies", "gnome", "gnomes", "all but one")),
)
PLACES = ("battlecry", "spell", "power", "combo", "deathrattle", "whenever", "secret", "attached")


@lru_cache(maxsize=1)
def written() -> tuple[list[dict[str, Any]], Counter[str]]:
    """Many cards that the reader accepted, and what it refused."""
    source, refused = random.Random(1), Counter[str]()
    return [tree for _ in range(N_SETS) for tree in write_set(source, refused)], refused


def nodes_of(value: Any) -> Iterator[tuple[str, Any]]:
    """All fields in a card, deep inside others too, with what they hold."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        yield name, inner
        yield from nodes_of(inner)
    for inner in value if isinstance(value, list) else ():
        yield from nodes_of(inner)


def texts_of(name: str, value: Any) -> Iterator[str]:
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and name not in ("id", "name"):
            yield text


def test_every_field_is_written() -> None:
    found = {name for tree in written()[0] for name, _ in nodes_of(tree)}
    fields = [field.name for field in g.CARD_FIELDS if field.value not in FOR_PEOPLE]
    fields += [field.name for field in (*g.MODIFIERS, *g.TRIGGER_FIELDS)] + list(g.GROUP_FIELDS)
    fields += [field.name for verb in (*VERBS, *g.AURAS) for field in (*verb.heads, *verb.fields)]
    assert set(fields) <= found


def test_every_word_and_every_event_is_written() -> None:
    texts = {text for tree in written()[0] for name, value in nodes_of(tree) for text in texts_of(name, value)}
    words = " | ".join(sorted(texts))
    assert [word for table in WORDS for word in table if word not in words] == []
    assert [phrase for phrase, _ in list_events() if phrase not in texts] == []
    for verb in v.SUBJECT_EVENTS:
        assert verb.removesuffix(" ...") + " " in words, verb


@lru_cache(maxsize=1)
def definitions() -> list[meant.Definition]:
    trees, n = written()[0], len(written()[0]) // N_SETS
    return [card.definition for k in range(N_SETS) for card in read_set(trees[k * n : (k + 1) * n])]


def effects_of(card: meant.Definition) -> Iterator[tuple[str, meant.Effect]]:
    """The effects of a card, by their places."""
    played = {c.MINION: "battlecry", c.WEAPON: "battlecry", c.SPELL: "spell", c.POWER: "power"}.get(card.type, "")
    yield from ((played, card.play), ("combo", card.combo), ("deathrattle", card.deathrattle))
    yield from (("whenever", trigger.effect) for trigger in card.triggers)
    if card.secret:
        yield "secret", card.secret.effect


def steps_of(place: str, effect: meant.Effect) -> Iterator[tuple[str, meant.Step]]:
    for step in meant.walk_steps(effect):
        yield place, step
        if step.ability:
            yield from steps_of("attached", step.ability.effect)


def nestings_of(effect: meant.Effect, outer: str) -> Iterator[tuple[str, str]]:
    """What stands inside what."""
    for node in effect:
        if isinstance(node, meant.Branch):
            parts = [("if", node.then), ("else", node.otherwise)]
        else:
            parts = [("repeat", node.body), ("attach", node.ability.effect if node.ability else ())]
        for name, part in parts:
            if part:
                yield outer, name
                yield from nestings_of(part, name)


def everything(attribute: str) -> set[int]:
    """The codes of a kind that the language has."""
    return {code for name, code in vars(c).items() if name.startswith(attribute)}


def test_every_code_of_the_language_is_reached() -> None:
    cards = definitions()
    steps = [step for card in cards for place, effect in effects_of(card) for _, step in steps_of(place, effect)]
    nodes = [node for card in cards for _, effect in effects_of(card) for node in meant.walk_nodes(effect)]
    events = {trigger.event.code for card in cards for trigger in (*card.triggers, *filter(None, [card.secret]))}
    auras = [aura for card in cards for aura in card.auras]
    no_step = {c.OP_END, c.OP_IF, c.OP_JUMP}
    assert {step.op for step in steps} == everything("OP_") - no_step | {verb.op for verb in VERBS}
    assert {step.selection.pick for step in steps if step.selection} == everything("PICK_") - {c.PICK_NONE}
    assert {step.quantity.code for step in steps} == everything("PER_")
    assert {n.condition.code for n in nodes if isinstance(n, meant.Branch)} == everything("IF_") - {c.IF_ALWAYS}
    assert events == {code for code in meant.PARTS if code >= 0}
    assert {aura.kind for aura in auras} == everything("AURA_")
    assert {card.needs.code for card in cards} == everything("NEEDS_") - {c.NEEDS_NEW_TARGET}
    assert {card.type for card in cards} == {word.code for word in v.TYPES.values()}


def test_every_verb_is_written_in_every_place_that_takes_it() -> None:
    found = {
        (place, step.verb.name)
        for card in definitions()
        for outer, effect in effects_of(card)
        for place, step in steps_of(outer, effect)
    }
    taken = [pair for pair in product(PLACES, (verb.name for verb in VERBS)) if not is_refused(*pair)]
    assert found <= set(taken)
    missing = [pair for pair in taken if pair not in found]
    assert len(missing) <= len(taken) // 50, missing  # a few by chance: more sets have them


def is_refused(place: str, verb: str) -> bool:
    """Whether a verb means nothing in a place, at whatever event."""
    played = place in PLACES[:4]
    return (
        (verb in ("counter", "redirect_to", "add_copy_of_played") and (played or place == "deathrattle"))
        or (verb == "resummon" and played)
        or (verb, place) == ("return_later", "power")
        or (verb in ("become_copy_of", "swap_with_hand") and place in ("power", "secret"))
        or (verb, place) == ("add_copy_of_played", "attached")
    )


def test_effects_stand_inside_effects_of_every_kind() -> None:
    found = {
        pair for card in definitions() for _, effect in effects_of(card) for pair in nestings_of(effect, "the card")
    }
    wanted = set(product(("the card", "if", "else", "repeat", "attach"), ("if", "else", "repeat", "attach")))
    assert wanted - found == {("repeat", "repeat")}


def test_every_written_card_has_a_text() -> None:
    trees, n = written()[0], len(written()[0]) // N_SETS
    for k in range(0, N_SETS, 10):
        cards = read_set(trees[k * n : (k + 1) * n])
        assert all("{" not in rules_text(card, cards) for card in cards)


def test_most_cards_that_are_refused_are_so_for_a_known_reason() -> None:
    counts = written()[1].copy()
    n_written = counts.pop("written")
    assert 0.2 < sum(counts.values()) / n_written < 0.8
    assert len(counts) < 80


def test_a_reason_names_nothing_of_the_card() -> None:
    with pytest.raises(InputError) as caught:
        read_set([{"id": "FZ_0", "name": "FZ_0", "type": "minion", "cots": 3}])
    assert "cots" not in find_reason(caught.value)
