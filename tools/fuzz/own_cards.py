"""Cards that nobody has printed: written at random from the tables of the card language, every word of it.

What is written may be nonsense, and then the reader refuses it; what it accepts must be playable to the end.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.compiling.lowering import lower_card
from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.filters import ADJECTIVES
from evometa.games.hearthstone.cards.language.grammar import Value, Verb
from evometa.games.hearthstone.cards.language.phrases import list_events
from evometa.games.hearthstone.cards.language.verbs import VERBS
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.input.errors import InputError

Tree = dict[str, Any]

HELD = 6  # cards of a set that go into decks; sets of one size have decks in common
OTHERS = ("hero_power", "hero", "spell", "spell")  # types of those that only other cards make
TRIES = 60  # to write a card that the reader accepts
DEEPEST = 4  # effects inside effects
TRIBE = "gnome"  # one that is not the game's own
PRINTED = {  # by type, those that own cards may mention and meet
    "minion": ("Wisp", "Bloodfen Raptor", "Leper Gnome"),
    "weapon": ("Fiery War Axe",),
    "spell": ("Arcane Missiles", "The Coin", "Counterspell"),
    "hero_power": ("Fireblast", "Steady Shot", "Life Tap"),
    "hero": ("Jaina Proudmoore", "Rexxar", "Gul'dan"),
}
CLASSES = ("mage", "hunter", "warlock")  # of these heroes
OF_TYPE = {
    **{"summon": "minion", "transform": "minion", "summon_from_deck": "minion", "equip": "weapon"},
    **{"set_power": "hero_power", "set_hero": "hero"},
}
HELD_TYPES = ("minion", "spell", "weapon")
FOR_PEOPLE = (Value.TEXT, Value.INTEGER, Value.SET, Value.TYPE, Value.YES_OR_NO)  # values that do nothing in a game
RARE = 0.15
TOLD_BY = {  # by words: the verbs of events that know what is meant
    ("'resummon'",): ("dies",),
    ("damage dealt",): ("takes damage", "is healed"),
    ("'attacked'", "both parties", "'counter'", "'redirect_to'"): ("attacks", "is attacked"),
}
NUMBERS = {  # of a card, so that most can be played and stay in play for a while
    "cost": (0, 0, 0, 1, 1, 2, 3, 7, 99),
    "attack": (0, 1, 1, 2, 3, 5, 99),
    "health": (0, 1, 2, 3, 4, 5, 8, 20, 99),
    "durability": (0, 1, 2, 2, 3, 99),
    "overload": (0, 1, 2, 99),
}
SUBJECT_VERBS = tuple(verb.removesuffix(" ...") for verb in v.SUBJECT_EVENTS)
DEEP = tuple(verb for verb in VERBS if verb.name in ("attach", "repeat"))
ABOUT_TARGET = ("target", "minions next to the target")  # words that mean something beside an `any`
ABOUT_EVENT = ("it", "attacked", "counter", "redirect_to", "add_copy_of_played", "resummon")  # ... at an event


class Writer:
    """Writes the cards of one set."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        types = source.choices(HELD_TYPES, (3, 2, 1), k=HELD)
        self.types = {f"FZ_{i}": type_ for i, type_ in enumerate((*types, *OTHERS))}
        self.kinds = [
            tuple(source.choice(list(words)) for words in (HEARTHSTONE.lexicon.classes, v.RARITIES)) for _ in self.types
        ]
        self.here = "minion"  # the type of the card at hand
        self.asks = self.waits = self.brings = False  # whether its effect may choose, has an event, has summoned

    # --- cards ---

    def card(self, name: str) -> Tree:
        """A card of this name; nobody has asked yet whether it is one."""
        self.here = self.types[name]
        tree = self.begin(name)
        fields = [field for field in g.CARD_FIELDS if self.here in field.types and field.value not in FOR_PEOPLE]
        for field in fields:
            if self.here in field.required and field.name not in tree:
                tree[field.name] = self._field(field)
        for field in self.source.sample(fields, len(fields)):
            if field.name not in self._excluded(tree) and self._is_likely(field):
                tree[field.name] = self._field(field)
        return tree

    def begin(self, name: str) -> Tree:
        """What every card has that says nothing of what it does."""
        n = int(name.partition("_")[2])
        klass, rarity = self.kinds[n]
        tree = {"id": name, "name": name, "class": klass, "set": "custom", "type": self.types[name], "rarity": rarity}
        return tree if n < HELD else {**tree, "collectible": False}

    def plain(self, name: str) -> Tree:
        """A card that does nothing, in whose place another one is written."""
        numbers = {"minion": ("cost", "attack", "health"), "weapon": ("cost", "attack", "durability"), "hero": ()}
        tribe = {"race": TRIBE} if name == "FZ_0" and self.types[name] == "minion" else {}
        return {**self.begin(name), **tribe, **dict.fromkeys(numbers.get(self.types[name], ("cost",)), 1)}

    def _excluded(self, tree: Tree) -> set[str]:
        """The fields that a card has already, and those that cannot stand beside them."""
        beside = {
            "spell": {"secret", "choose_one"},
            "secret": {"spell", "choose_one", "combo"},
            "choose_one": {"spell", "secret", "battlecry", "combo"},
            "battlecry": {"choose_one"},
        }
        return {"id", "name", *tree}.union(*(beside.get(name, ()) for name in tree))

    def _is_likely(self, field: g.CardField) -> bool:
        is_deed = field.value in (Value.EFFECT, Value.TRIGGER, Value.TRIGGERS, Value.AURAS, Value.ENRAGE)
        is_main = field.name in ("spell", "power")
        return self.source.random() < (0.8 if is_main else 0.4 if is_deed else RARE)

    def _field(self, field: g.CardField) -> Any:
        self.waits = field.name in ("whenever", "secret", "deathrattle")
        if field.name == "keywords":
            return self._some(v.KEYWORDS_OF[self.here])
        if field.name in NUMBERS:
            return self.source.choice(NUMBERS[field.name])
        self._begin_effect()
        return self._value(field.value, 0)

    def _begin_effect(self) -> None:
        self.asks = self.brings = False

    # --- effects ---

    def _effect(self, depth: int) -> Any:
        n = self.source.choice((1, 1, 1, 2, 3))
        steps = [self._item(depth + 1) for _ in range(n)]
        if self.brings and self.source.random() < 0.3:
            steps.append({self.source.choice(("freeze", "silence", "swap_stats", "destroy")): "summoned minion"})
        return steps[0] if len(steps) == 1 and self.source.random() < 0.9 else steps

    def _item(self, depth: int) -> Tree:
        if depth < DEEPEST and self.source.random() < 0.15:
            condition = self._condition()
            group: Tree = {"if": condition, **self._numbers_of(condition), "do": self._effect(depth)}
            return {**group, "else": self._effect(depth)} if self.source.random() < 0.5 else group
        verb = self._verb()
        step = self._step(verb, depth)
        if self.source.random() < RARE:
            step["if"] = self._condition()
            step |= self._numbers_of(step["if"])
            if depth < DEEPEST and self.source.random() < 0.3:
                step["else"] = self._effect(depth)
        if self.source.random() < (0.3 if verb.has_numbers else 0.01):
            step["for_each"] = self._quantity()
        selects = any(field.slot == "selection" for field in (*verb.heads, *verb.fields))
        return step | self._limits(0.1 if selects else 0.01)

    def _limits(self, chance: float) -> Tree:
        """The attack that a selector asks for, or a trigger; often nothing."""
        limits = ("attack_at_most", "attack_at_least") if self.source.random() < chance else ()
        return {name: self._number() for name in limits if self.source.random() < 0.7}

    def _verb(self) -> Verb:
        """Any verb, but seldom one that is about an event where there is none; those with verbs inside more often."""
        verb = self.source.choice((*VERBS, *DEEP, *DEEP))
        is_unfit = not self.waits and verb.name in ABOUT_EVENT
        return self.source.choice(VERBS) if is_unfit and self.source.random() < 0.8 else verb

    def _numbers_of(self, condition: str) -> Tree:
        if condition == "chance":
            return {"percent": self.source.choice((0, 50, 100))}
        if condition == "your hero has little health":
            return {"at_most": self.source.choice((0, 12, 99))}
        counts = condition.startswith(("you control a", "your opponent has", "there are"))
        return {"at_least": self._number()} if counts and self.source.random() < 0.3 else {}

    def _step(self, verb: Verb, depth: int) -> Tree:
        fields = [field for field in verb.fields if field.required or self.source.random() < 0.3]
        values = {field.name: self._value(field.value, depth) for field in (*self._heads(verb), *fields)}
        for name, value in values.items():
            if isinstance(value, str) and value in self.types and self.source.random() < 0.9:
                values[name] = self._name(OF_TYPE.get(verb.name, ""))
        if self.source.random() < 0.8:  # what these verbs need
            values |= {"to": f"all {self._plural()}"} if verb.name == "missiles" else {}
            values |= {"resummon": "it"} if verb.name == "resummon" else {}
        if values.get("until") == "your next turn" and self.source.random() < 0.5:  # which only stealth can
            values = {"give": "stealth", "to": self._selector(), "until": values["until"]}
        self.brings |= verb.name == "summon"
        return values

    def _heads(self, verb: Verb) -> list[g.Field]:
        """Mostly one of the fields that name a verb; some verbs have several, which may stand together."""
        n = self.source.choice((1, 1, len(verb.heads)))
        return self.source.sample(verb.heads, min(n, len(verb.heads)))

    def _ability(self, depth: int) -> Tree:
        before = self.waits, self.asks, self.brings
        self.waits = True
        self._begin_effect()
        name = self.source.choice(("deathrattle", "whenever"))
        ability = {name: self._effect(depth) if name == "deathrattle" else self._trigger(depth)}
        if name == "whenever" and self.source.random() < 0.8:
            ability[name]["event"] = self.source.choice(("your turn starts", "your turn ends", "this attacks"))
        self.waits, self.asks, self.brings = before
        return ability

    def _trigger(self, depth: int) -> Tree:
        self._begin_effect()
        effect = self._effect(depth)
        trigger = {"event": self._fit_event(repr(effect)), "do": effect}
        return trigger | self._limits(0.1 if any(verb in trigger["event"] for verb in SUBJECT_VERBS) else 0.01)

    def _fit_event(self, effect: str) -> str:
        """An event; mostly one that has what the effect speaks of."""
        verbs = next((verbs for words, verbs in TOLD_BY.items() if any(word in effect for word in words)), ())
        return (
            f"{self._subject()} {self.source.choice(verbs)}" if verbs and self.source.random() < 0.8 else self._event()
        )

    def _aura(self, kinds: Sequence[Verb] = g.AURAS) -> Tree:
        kind = self.source.choice(kinds)
        fields = [field for field in kind.fields if field.required or self.source.random() < 0.3]
        aura = {field.name: self._value(field.value, 0) for field in (*self._heads(kind), *fields)}
        if "while" in aura and self.source.random() < 0.9:
            aura["while"] = self.source.choice(v.AURA_CONDITIONS)
        if "to" in aura and self.source.random() < 0.9:
            aura["to"] = self.source.choice(("this", "adjacent minions", *[f"all {self._plural()}"] * 3))
        return aura

    def _enrage(self) -> Tree:
        """What an enraged minion has: an aura on itself or on the weapon, or another one, which is refused."""
        kinds = [kind for kind in g.AURAS if kind.name in ("attack", "weapon_attack")]
        aura = self._aura(kinds if self.source.random() < 0.9 else g.AURAS)
        return {name: value for name, value in aura.items() if name not in ("to", "while")}

    # --- phrases ---

    def _filter(self) -> str:
        words = ["other"] if self.source.random() < 0.2 else []
        if self.source.random() < 0.4:
            words.append(self.source.choice(list(v.SIDES)))
        if self.source.random() < 0.2:
            words += self.source.sample((*v.STATES, *ADJECTIVES), self.source.choice((1, 1, 2)))
        nouns = ("minion",) * 6 + ("character",) * 3 + ("hero", "enemy")
        return " ".join((*words, self.source.choice((*nouns, self._tribe(), self._tribe()))))

    def _tribe(self) -> str:
        return self.source.choice((*HEARTHSTONE.lexicon.tribes, TRIBE, TRIBE))

    def _selector(self) -> str:
        if self.source.random() < 0.45:
            return self.source.choice(self._fixed_selectors())
        quantifier = self.source.choice(list(v.QUANTIFIERS))
        if (self.waits or self.asks) and self.source.random() < 0.8:
            quantifier = self.source.choice([word for word in v.QUANTIFIERS if word != "any"])
        elif not self.waits and self.source.random() < 0.25:
            quantifier = "any"
        self.asks |= quantifier == "any"
        phrase = f"{quantifier} {self._plural() if quantifier.startswith('all') else self._filter()}"
        if self.source.random() < RARE:
            phrase += f" except {self.source.choice((*v.EXCEPTIONS, self._name('minion')))}"
        return phrase

    def _minions(self) -> str:
        """A selector of minions, or any other, which is mostly refused where this is asked for."""
        if self.source.random() < 0.4:
            return self._selector()
        which = self.source.choice(("", "friendly ", "enemy ", "damaged ", "other "))
        one = "random" if self.waits or self.asks else "any"
        self.asks |= one == "any"
        return self.source.choice((f"all {which}minions", f"{one} {which}minion", "adjacent minions", "this"))

    def _fixed_selectors(self) -> list[str]:
        """Those of which something may come here, and now and then any."""
        unfit = (
            *(() if self.asks else ABOUT_TARGET),
            *(() if self.waits else ABOUT_EVENT),
            *(() if self.brings else ("summoned minion",)),
        )
        fit = [word for word in v.FIXED_SELECTORS if word not in unfit or self.source.random() < 0.1]
        return [*fit, *(word for word in (*ABOUT_TARGET, "summoned minion") if word not in unfit)]

    def _plural(self) -> str:
        *words, noun = self._filter().split()
        return " ".join((*words, HEARTHSTONE.lexicon.plurals.get(noun, f"{noun}s")))

    def _subject(self) -> str:
        if self.source.random() < 0.4:
            return self.source.choice(("this", "this minion", "your hero", "the enemy hero"))
        text = self._filter().removeprefix("other ")
        return f"{self.source.choice(('another', 'an' if text[0] in 'aeiou' else 'a'))} {text}"

    def _event(self) -> str:
        """Any event: one of those that are fixed phrases, or one with subjects."""
        kind = self.source.random()
        if kind < 0.5:
            return self.source.choice(_fixed_events())
        if kind < 0.6:
            return f"{self._subject()} attacks {self._subject()}"
        if kind < 0.7:
            return f"after {self._subject()} {self.source.choice(list(v.AFTER_SUBJECT_EVENTS))}"
        return f"{self._subject()} {self.source.choice([verb for verb in v.SUBJECT_EVENTS if '...' not in verb])}"

    def _condition(self) -> str:
        if self.asks and self.source.random() < 0.3:
            return self.source.choice(("the target died", "the target survived"))
        kind = self.source.randrange(8)
        if kind == 0:
            return f"you control a {self._filter().removeprefix('other ')}"
        if kind == 1:
            return f"{self.source.choice(('there are', 'your opponent has'))} {self._plural()}"
        if kind == 2 and self.asks:
            state = self.source.choice((*v.STATES, *ADJECTIVES))
            return f"the target is {self.source.choice((state, f'a {self._filter()}', 'a minion'))}"
        if kind == 3:
            return f"your hero power is {self._name('hero_power')}"
        fixed = [word for word in v.CONDITIONS if self.asks or "target" not in word or self.source.random() < 0.1]
        return self.source.choice(fixed)

    def _quantity(self) -> str:
        kind = self.source.random()
        if self.asks and kind < 0.3:
            return f"{self.source.choice(('attack', 'health'))} of the target"
        if kind < 0.25:
            return self._filter()
        if kind < 0.4:
            other = self.source.choice(("", "other "))
            return f"{other}{self.source.choice((*v.CARD_KINDS, self._tribe()))} in your hand"
        unfit = (*(() if self.asks else ("the target",)), *(() if self.waits else ("damage dealt",)))
        fixed = [word for word in v.QUANTITIES if not word.endswith(unfit) or self.source.random() < 0.1]
        return self.source.choice(fixed)

    # --- values ---

    def _number(self) -> int:
        return self.source.choice((0, 1, 1, 2, 3, 7, 99))

    def _change(self) -> int:
        return self.source.choice((-99, -2, -1, 0, 1, 1, 2, 99))

    def _some(self, words: Iterable[str]) -> list[str] | str:
        """One word, or two of them in a list."""
        found = self.source.sample(list(words), self.source.choice((1, 1, 2)) if len(list(words)) > 1 else 1)
        return found[0] if len(found) == 1 and self.source.random() < 0.5 else found

    def _name(self, type_: str = "") -> str:
        own = [name for name, found in self.types.items() if type_ in ("", found)]
        printed = [name for found, names in PRINTED.items() for name in names if type_ in ("", found)]
        return self.source.choice((*own, *own, *printed))

    def _any_card(self) -> Any:
        return self.source.choice((self._name(), self._name(), [self._name(), self._name()], f"random {self._pool()}"))

    def _pool(self) -> str:
        """Words for a kind of cards, the last of them what they are."""
        if self.source.random() < 0.1:
            return "card of another class"
        words = [word for word in self.source.choice(self.kinds) if self.source.random() < RARE]
        return " ".join((*words, self.source.choice(("minion", "minion", "spell", "weapon", "card", self._tribe()))))

    def _discovery(self) -> Any:
        return self.source.choice((self._pool(), [self._name(), self._name(), self._name()]))

    def _needs(self) -> Any:
        if self.source.random() < 0.5:
            return self.source.choice(list(v.NEEDS))
        return {"count": self._number(), "of": self._filter()}

    def _several(self, write: Callable[[], Tree]) -> Any:
        """One of them, or a list of two."""
        return write() if self.source.random() < 0.7 else [write(), write()]

    def _value(self, value: Value, depth: int) -> Any:
        return VALUES[value](self, depth)


def _one_of(words: Iterable[str]) -> Callable[[Writer, int], Any]:
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
    Value.MINIONS: lambda writer, depth: writer._minions(),
    Value.FILTER: lambda writer, depth: writer._filter(),
    Value.CARD: lambda writer, depth: writer._any_card(),
    Value.CARD_NAME: lambda writer, depth: writer._name(OF_TYPE["set_power"] if writer.here == "hero" else ""),
    Value.CARD_NAMES: lambda writer, depth: [writer._name("spell"), writer._name("spell")],
    Value.DISCOVERY: lambda writer, depth: writer._discovery(),
    Value.PLAYER: _one_of((*v.PLAYERS, *("you", "opponent", "each player") * 3)),
    Value.ONE_PLAYER: _one_of((*v.PLAYERS, *("you", "opponent") * 3)),
    Value.HOLDER: _one_of((*v.PLAYERS, *("you", "other player") * 3)),
    Value.RACE: lambda writer, depth: writer._tribe(),
    Value.CLASS: _one_of(("neutral", *CLASSES)),
    Value.RARITY: _one_of(v.RARITIES),
    Value.KEYWORDS: lambda writer, depth: writer._some(v.GIVEN),
    Value.UNTIL: _one_of(v.UNTIL),
    Value.DEALER: _one_of(("target",)),
    Value.CARD_KIND: _one_of(v.CARD_KINDS),
    Value.HAND_CARDS: _one_of([f"{owner} {kind}s" for owner in v.CARD_OWNERS for kind in v.CARD_KINDS]),
    Value.ABILITY: lambda writer, depth: writer._ability(depth),
    Value.MINION: _one_of(("minion",)),
    Value.CONDITION: lambda writer, depth: writer._condition(),
    Value.QUANTITY: lambda writer, depth: writer._quantity(),
    Value.EVENT: lambda writer, depth: writer._event(),
    Value.RULE: _one_of(v.AURA_RULES),
    Value.EFFECT: _effect_or_step,
    Value.TRIGGER: lambda writer, depth: writer._trigger(depth),
    Value.TRIGGERS: lambda writer, depth: writer._several(lambda: writer._trigger(depth)),
    Value.AURAS: lambda writer, depth: writer._several(writer._aura),
    Value.ENRAGE: lambda writer, depth: writer._enrage(),
    Value.OWN_COST: lambda writer, depth: {"cost": writer._change(), "for_each": writer._quantity()},
    Value.NEEDS: lambda writer, depth: writer._needs(),
}


@lru_cache(maxsize=1)
def _fixed_events() -> list[str]:
    return [phrase for phrase, _ in list_events()]


# --- sets of cards ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _printed_cards() -> tuple[Card, ...]:
    """The few printed cards that every set has."""
    cards = game_cards()
    named = {cards[name].id for names in PRINTED.values() for name in names}
    return tuple(card for card in cards if card.id in named)


def read_card(tree: Tree) -> Card:
    """The card that a tree is. Raises an `InputError` for what is not allowed."""
    return Card.from_tree(tree, "written cards")


def read_set(trees: Sequence[Tree]) -> CardSet:
    """The set that these cards are, with a few printed ones. Raises an `InputError` for what is not allowed."""
    return CardSet.from_cards((*_printed_cards(), *map(read_card, trees)))


def write_set(source: random.Random, refused: Counter[str]) -> list[Tree]:
    """Cards that the reader accepts; counts why it refused others that were written on the way."""
    writer = Writer(source)
    cards = {name: read_card(writer.plain(name)) for name in writer.types}
    for name in cards:
        for _ in range(TRIES):
            tree = writer.card(name)
            refused["written"] += 1
            try:
                card = read_card(tree)
                _compile({**cards, name: card}, name)
            except InputError as error:
                refused[find_reason(error)] += 1
            else:
                cards[name] = card
                break
    while spoilt := [name for name in cards if not _is_sound(cards, name)]:  # by those that were written after them
        cards |= {name: read_card(writer.plain(name)) for name in spoilt}
    return [dict(card.tree) for card in cards.values()]


def _compile(cards: Mapping[str, Card], name: str) -> None:
    """Compile a card of a set, to see whether it means something there."""
    whole = CardSet.from_cards((*_printed_cards(), *cards.values()))
    lower_card(whole[name], whole.roster)


def _is_sound(cards: Mapping[str, Card], name: str) -> bool:
    try:
        _compile(cards, name)
    except InputError:
        return False
    return True


_QUOTED = re.compile(r"(?<![a-z])'.*?'(?![a-z])")


def find_reason(error: InputError) -> str:
    """Why a card was refused, without the names and words that are its own."""
    told = (error.parts or (error,))[0].problem or str(error)
    reason = re.sub(r"\d+", "N", _QUOTED.sub("...", told)).partition("; ")[0]
    return re.sub(r".*( mean nothing at this event)", r"words that\1", reason).partition(": see")[0]
