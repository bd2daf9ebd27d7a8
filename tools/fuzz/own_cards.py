"""Cards that nobody has printed: written at random from the tables of the card language, every word of it.

What is written may be nonsense, and then the reader refuses it; what it accepts must be playable to the end.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.compiling.lowering import lower_card
from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.filters import ADJECTIVES
from evometa.games.hearthstone.cards.language.grammar import Value, Verb
from evometa.games.hearthstone.cards.language.verbs import VERBS
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.input.errors import InputError

Tree = dict[str, Any]

HELD = 6  # cards of a set that go into decks; sets of one size have decks in common
POWER, HERO = f"FZ_{HELD}", f"FZ_{HELD + 1}"
TRIES = 40  # to write a card that the reader accepts
DEEPEST = 3  # effects inside effects
PRINTED = {  # by type, those that own cards may mention and meet
    "minion": ("Wisp", "Bloodfen Raptor", "Leper Gnome"),
    "weapon": ("Fiery War Axe",),
    "spell": ("Arcane Missiles", "The Coin", "Counterspell"),
    "hero_power": ("Fireblast", "Steady Shot", "Life Tap"),
    "hero": ("Jaina Proudmoore", "Rexxar", "Gul'dan"),
}
CLASSES = ("mage", "hunter", "warlock")  # of these heroes
OF_TYPE = {"summon": "minion", "transform": "minion", "equip": "weapon", "set_power": "hero_power", "set_hero": "hero"}


class Writer:
    """Writes the cards of one set."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        types = source.choices(("minion", "spell", "weapon"), (3, 2, 1), k=HELD)
        self.types = {f"FZ_{i}": type_ for i, type_ in enumerate((*types, "hero_power", "hero"))}

    # --- cards ---

    def card(self, name: str) -> Tree:
        """A card of this name; nobody has asked yet whether it is one."""
        type_ = self.types[name]
        tree: Tree = {"id": name, "name": name, "class": "neutral", "set": "custom", "type": type_, "rarity": "common"}
        if type_ in ("hero", "hero_power"):
            tree["collectible"] = False
        for field in g.CARD_FIELDS:
            if field.name in tree or type_ not in field.types or field.value in (Value.TEXT, Value.INTEGER):
                continue
            if field.value in (Value.CLASS, Value.SET, Value.TYPE, Value.RARITY, Value.YES_OR_NO, Value.CARD_NAMES):
                continue
            if type_ in field.required or self._is_likely(field):
                tree[field.name] = self._value(field.value, 0)
        if "choose_one" in tree or ("spell" in tree and "secret" in tree):
            tree.pop("secret", None)
        return tree

    def _is_likely(self, field: g.CardField) -> bool:
        is_deed = field.value in (Value.EFFECT, Value.TRIGGER, Value.TRIGGERS, Value.AURAS, Value.ENRAGE)
        return self.source.random() < (0.45 if is_deed else 0.12)

    # --- effects ---

    def _effect(self, depth: int) -> Any:
        n = self.source.choice((1, 1, 1, 2, 3))
        steps = [self._item(depth + 1) for _ in range(n)]
        return steps[0] if n == 1 else steps

    def _item(self, depth: int) -> Tree:
        if depth < DEEPEST and self.source.random() < 0.1:
            group: Tree = {"if": self._condition(), "do": self._effect(depth)}
            return {**group, "else": self._effect(depth)} if self.source.random() < 0.3 else group
        step = self._step(self.source.choice(VERBS), depth)
        if self.source.random() < 0.12:
            step["if"] = self._condition()
            step |= self._numbers_of(step["if"])
        if self.source.random() < 0.12:
            step["for_each"] = self._quantity()
        return step

    def _numbers_of(self, condition: str) -> Tree:
        if condition == "chance":
            return {"percent": self.source.choice((0, 50, 100))}
        if condition == "your hero has little health":
            return {"at_most": self.source.choice((0, 12, 99))}
        return {}

    def _step(self, verb: Verb, depth: int) -> Tree:
        head = self.source.choice(verb.heads)
        step: Tree = {head.name: self._value(head.value, depth)}
        for field in verb.fields:
            if field.required or self.source.random() < 0.3:
                step[field.name] = self._value(field.value, depth)
        for name, value in step.items():
            if isinstance(value, str) and value in self.types and self.source.random() < 0.9:
                step[name] = self._name(OF_TYPE.get(verb.name, ""))
        return step

    def _ability(self, depth: int) -> Tree:
        if self.source.random() < 0.5:
            return {"deathrattle": self._effect(depth)}
        return {"whenever": self._trigger(depth)}

    def _trigger(self, depth: int) -> Tree:
        return {"event": self._event(), "do": self._effect(depth)}

    def _aura(self) -> Tree:
        kind = self.source.choice(g.AURAS)
        aura: Tree = {}
        for field in (self.source.choice(kind.heads), *kind.fields):
            if field in kind.heads or field.required or self.source.random() < 0.3:
                is_while = field.name == "while"
                aura[field.name] = self.source.choice(v.AURA_CONDITIONS) if is_while else self._value(field.value, 0)
        return aura

    # --- phrases ---

    def _filter(self) -> str:
        words = []
        if self.source.random() < 0.2:
            words.append("other")
        if self.source.random() < 0.5:
            words.append(self.source.choice(list(v.SIDES)))
        if self.source.random() < 0.15:
            words.append(self.source.choice((*v.STATES, *ADJECTIVES)))
        words.append(self.source.choice(("minion", "minion", "minion", "character", "character", "hero", "beast")))
        return " ".join(words)

    def _selector(self) -> str:
        if self.source.random() < 0.45:
            return self.source.choice(list(v.FIXED_SELECTORS))
        quantifier = self.source.choice(list(v.QUANTIFIERS))
        phrase = f"{quantifier} {self._plural() if quantifier.startswith('all') else self._filter()}"
        if self.source.random() < 0.1:
            phrase += f" except {self.source.choice((*v.EXCEPTIONS, 'Wisp'))}"
        return phrase

    def _plural(self) -> str:
        *words, noun = self._filter().split()
        return " ".join((*words, v.PLURALS.get(noun, noun)))

    def _subject(self) -> str:
        if self.source.random() < 0.4:
            return self.source.choice(("this", "your hero", "the enemy hero"))
        article = self.source.choice(("a", "another"))
        return f"{article} {self._filter().removeprefix('other ')}"

    def _event(self) -> str:
        source = self.source
        kind = source.randrange(7)
        if kind == 0:
            return f"{source.choice(list(v.TURN_OWNERS))} {source.choice(list(v.TURN_EVENTS))}"
        if kind == 1:
            return source.choice(list(v.OTHER_EVENTS))
        if kind == 2:
            return f"you {source.choice(list(v.PLAYER_EVENTS))}"
        if kind == 3:
            return f"after you {source.choice(list(v.AFTER_PLAYER_EVENTS))}"
        if kind == 4:
            return f"{self._subject()} attacks {self._subject()}"
        if kind == 5:
            return f"after {self._subject()} {source.choice(list(v.AFTER_SUBJECT_EVENTS))}"
        return f"{self._subject()} {source.choice([verb for verb in v.SUBJECT_EVENTS if '...' not in verb])}"

    def _condition(self) -> str:
        kind = self.source.randrange(6)
        if kind == 0:
            return f"you control a {self._filter()}"
        if kind == 1:
            return f"there are {self._plural()}"
        if kind == 2:
            return f"the target is a {self._filter()}"
        return self.source.choice(list(v.CONDITIONS))

    def _quantity(self) -> str:
        if self.source.random() < 0.2:
            return self._filter()
        if self.source.random() < 0.1:
            return f"{self.source.choice(list(v.CARD_KINDS))} in your hand"
        return self.source.choice(list(v.QUANTITIES))

    # --- values ---

    def _number(self) -> int:
        return self.source.choice((0, 1, 1, 2, 3, 7, 99))

    def _change(self) -> int:
        return self.source.choice((-99, -2, -1, 1, 1, 2, 99))

    def _name(self, type_: str = "") -> str:
        own = [name for name, found in self.types.items() if type_ in ("", found)]
        printed = [name for found, names in PRINTED.items() for name in names if type_ in ("", found)]
        return self.source.choice((*own, *own, *printed))

    def _any_card(self) -> Any:
        return self.source.choice(
            (self._name(), self._name(), [self._name(), self._name()], "random minion", "random card")
        )

    def _value(self, value: Value, depth: int) -> Any:
        return VALUES[value](self, depth)


def _one_of(words: Mapping[str, object] | Sequence[str]) -> Callable[[Writer, int], Any]:
    choices = list(words)
    return lambda writer, depth: writer.source.choice(choices)


def _effect_or_step(writer: Writer, depth: int) -> Any:
    """An effect; deep inside others a small one, or writing would not come to an end."""
    return writer._effect(depth) if depth < DEEPEST else {"draw": 1}


VALUES: Mapping[Value, Callable[[Writer, int], Any]] = {
    Value.NUMBER: lambda writer, depth: writer._number(),
    Value.CHANGE: lambda writer, depth: writer._change(),
    Value.PERCENT: lambda writer, depth: writer.source.choice((0, 50, 100)),
    Value.NUMBER_OR_ALL: lambda writer, depth: writer.source.choice((writer._number(), "all")),
    Value.CHANGE_OR_FREE: lambda writer, depth: writer.source.choice((writer._change(), "free")),
    Value.FLAG: lambda writer, depth: True,
    Value.SELECTOR: lambda writer, depth: writer._selector(),
    Value.MINIONS: lambda writer, depth: writer._selector(),
    Value.FILTER: lambda writer, depth: writer._filter(),
    Value.CARD: lambda writer, depth: writer._any_card(),
    Value.CARD_NAME: lambda writer, depth: writer._name(),
    Value.DISCOVERY: lambda writer, depth: writer.source.choice(("spell", "card", [writer._name(), writer._name()])),
    Value.PLAYER: _one_of(v.PLAYERS),
    Value.RACE: _one_of(v.RACES),
    Value.KEYWORDS: lambda writer, depth: writer.source.sample(list(v.KEYWORDS), writer.source.choice((1, 1, 2))),
    Value.UNTIL: _one_of(v.UNTIL),
    Value.DEALER: _one_of(("target",)),
    Value.CARD_KIND: _one_of(v.CARD_KINDS),
    Value.HAND_CARDS: lambda writer, depth: writer.source.choice(
        [f"{owner} {kind}s" for owner in v.CARD_OWNERS for kind in v.CARD_KINDS]
    ),
    Value.ABILITY: lambda writer, depth: writer._ability(depth + 1),
    Value.MINION: _one_of(("minion",)),
    Value.CONDITION: lambda writer, depth: writer._condition(),
    Value.QUANTITY: lambda writer, depth: writer._quantity(),
    Value.EVENT: lambda writer, depth: writer._event(),
    Value.RULE: _one_of(v.AURA_RULES),
    Value.EFFECT: _effect_or_step,
    Value.TRIGGER: lambda writer, depth: writer._trigger(depth),
    Value.TRIGGERS: lambda writer, depth: writer._trigger(depth),
    Value.AURAS: lambda writer, depth: writer._aura(),
    Value.ENRAGE: lambda writer, depth: {"attack": writer._change()},
    Value.OWN_COST: lambda writer, depth: {"cost": writer._change(), "for_each": writer._quantity()},
    Value.NEEDS: _one_of(v.NEEDS),
}


# --- sets of cards ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _printed_cards() -> tuple[Card, ...]:
    """The few printed cards that every set has."""
    cards = game_cards()
    named = {cards[name].id for names in PRINTED.values() for name in names}
    return tuple(card for card in cards if card.id in named)


def read_set(trees: Sequence[Tree]) -> CardSet:
    """The set that these cards are, with a few printed ones. Raises an `InputError` for what is not allowed."""
    return CardSet.from_cards((*_printed_cards(), *(Card.from_tree(tree, "written cards") for tree in trees)))


def write_set(source: random.Random, refused: Counter[str]) -> list[Tree]:
    """Cards that the reader accepts; counts why it refused others that were written on the way."""
    writer = Writer(source)
    trees = {name: _plain(name, type_) for name, type_ in writer.types.items()}
    for name in trees:
        for _ in range(TRIES):
            tree = writer.card(name)
            refused["written"] += 1
            try:
                whole = read_set([*({**trees, name: tree}).values()])
                lower_card(whole[name], whole.roster)
            except InputError as error:
                refused[_reason(error)] += 1
            else:
                trees[name] = tree
                break
    return list(trees.values())


def _plain(name: str, type_: str) -> Tree:
    """A card that does nothing, in whose place another one is written."""
    tree: Tree = {"id": name, "name": name, "class": "neutral", "set": "custom", "type": type_, "rarity": "common"}
    numbers = {"minion": ("cost", "attack", "health"), "weapon": ("cost", "attack", "durability"), "hero": ()}
    tree |= dict.fromkeys(numbers.get(type_, ("cost",)), 1)
    return {**tree, "collectible": False} if type_ in ("hero", "hero_power") else tree


def _reason(error: InputError) -> str:
    """Why a card was refused, without the names and words that are its own."""
    first = (error.parts or (error,))[0]
    told = str(first).removeprefix(f"{first.where}: ") if first.where else str(first)
    return re.sub(r"'[^']*'", "...", told).partition("; ")[0]
