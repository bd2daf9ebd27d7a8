"""Which fields a card, a step, a trigger and an aura may have, and what each of them holds.

The parser works from these tables, and the reference page prints them, so that neither can know a field that the other
does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from evometa.games.hearthstone.cards.language import codes as c
from evometa.input.short_repr import Short


class Value(Enum):
    """What a field holds, in words for people."""

    NUMBER = "a whole number from 0 to 99"
    CHANGE = "a whole number from -99 to 99"
    PERCENT = "a whole number from 0 to 100"
    NUMBER_OR_ALL = "a whole number from 0 to 99, or 'all'"
    CHANGE_OR_FREE = "a whole number from -99 to 99, or 'free'"
    FLAG = "true"
    YES_OR_NO = "true or false"
    INTEGER = "a whole number"
    TEXT = "a text"
    SELECTOR = "a selector"
    MINIONS = "a selector of minions"
    FILTER = "a filter"
    CARD = "a card's name or id, a list of them (one at random), or 'random ...'"
    CARD_NAME = "a card's name or id"
    DISCOVERY = "a kind of cards, as in 'spell' or 'mage minion', or a list of cards"
    CARD_NAMES = "a list of two cards, by name or id"
    PLAYER = "'you', 'opponent' or 'each player'"
    ONE_PLAYER = "'you' or 'opponent'"
    HOLDER = "'you' or 'other player'"
    RACE = "a race, or a tribe of your own"
    CLASS = "a class"
    SET = "a set, or one of your own"
    TYPE = "a card type"
    RARITY = "a rarity"
    KEYWORDS = "a keyword or a list of them"
    UNTIL = "when it ends"
    DEALER = "'target'"
    CARD_KIND = "a kind of cards"
    HAND_CARDS = "whose cards of which kind, as in 'your spells'"
    ABILITY = "a table with a deathrattle or a whenever"
    MINION = "'minion'"
    CONDITION = "a condition"
    QUANTITY = "a quantity"
    EVENT = "an event"
    RULE = "a rule"
    EFFECT = "an effect: a step or a list of steps"
    TRIGGER = "a trigger"
    TRIGGERS = "a trigger or a list of them"
    AURAS = "an aura or a list of them"
    ENRAGE = "an aura without `to`"
    OWN_COST = "a table with cost and for_each"
    NEEDS = "a need"


@dataclass(frozen=True, slots=True)
class Field(Short):
    """A field: its name, what it holds, where the value goes, and what it means."""

    name: str
    value: Value
    slot: str
    meaning: str = ""  # nothing where a field names a verb, which says it
    required: bool = False


def to_field(meaning: str = "whom", value: Value = Value.SELECTOR) -> Field:
    """The field that says whom something is about."""
    return Field("to", value, "selection", meaning, required=True)


MODIFIERS: tuple[Field, ...] = (
    Field("for_each", Value.QUANTITY, "quantity", "multiplies the numbers of the step"),
    Field("if", Value.CONDITION, "", "the step is skipped unless this holds"),
    Field("else", Value.EFFECT, "", "what happens instead when `if` does not hold"),
    Field("at_least", Value.NUMBER, "", "the number of a condition that counts (default: 1)"),
    Field("at_most", Value.NUMBER, "", "the number of 'your hero has little health'"),
    Field("percent", Value.PERCENT, "", "the number of 'chance'"),
    Field("attack_at_most", Value.NUMBER, "", "the selector finds only those with at most this attack"),
    Field("attack_at_least", Value.NUMBER, "", "the selector finds only those with at least this attack"),
)
GROUP_FIELDS = ("if", "do", "else", "at_least", "at_most", "percent")

TRIGGER_FIELDS: tuple[Field, ...] = (
    Field("event", Value.EVENT, "", "what it waits for", required=True),
    Field("do", Value.EFFECT, "", "what happens then", required=True),
    Field("attack_at_most", Value.NUMBER, "max_attack", "only if the event's subject has at most this attack"),
    Field("attack_at_least", Value.NUMBER, "min_attack", "only if the event's subject has at least this attack"),
)

_OF = Field("of", Value.HAND_CARDS, "of", "which cards", required=True)
_FLOOR = Field("floor", Value.NUMBER, "floor", "it does not lower a cost below this (default: 0)")
_WHILE = Field("while", Value.CONDITION, "condition", "it works only as long as this holds")
_FOR_EACH = Field("for_each", Value.QUANTITY, "quantity", "multiplies its numbers")
STAT_CHANGES = (  # of what is in play, of an aura too
    Field("attack", Value.CHANGE, "amount", "more attack"),
    Field("health", Value.CHANGE, "amount2", "more health"),
)


_NUMBERS = (Value.NUMBER, Value.CHANGE, Value.NUMBER_OR_ALL, Value.CHANGE_OR_FREE)
_ONCE = (  # whose numbers the rules do not multiply
    *(c.OP_RETURN, c.OP_RESUMMON, c.OP_COPY_FROM_HAND, c.OP_COPY_FROM_DECK, c.OP_GAIN_MANA, c.OP_GAIN_CRYSTALS),
    *(c.OP_LOOK, c.OP_DESTROY_SECRETS),
)


@dataclass(frozen=True, slots=True)
class Verb(Short):
    """What a step does, or an aura. Its heads are the fields that name it; one of them must be there."""

    op: int  # OP_..., of an aura AURA_...
    heads: tuple[Field, ...]
    meaning: str
    example: str
    fields: tuple[Field, ...] = ()
    defaults: Mapping[str, int] = field(default_factory=dict)  # where they are not those of a step

    @property
    def name(self) -> str:
        """Its first head."""
        return self.heads[0].name

    @property
    def is_for_minions(self) -> bool:
        """Whether a hero can have no part in it."""
        return any(field.value is Value.MINIONS for field in (*self.heads, *self.fields))

    @property
    def has_numbers(self) -> bool:
        """Whether there is anything for `for_each` to multiply."""
        return self.op not in _ONCE and any(field.value in _NUMBERS for field in (*self.heads, *self.fields))


AURAS: tuple[Verb, ...] = (
    Verb(
        c.AURA_STATS,
        (
            *STAT_CHANGES,
            Field("give", Value.KEYWORDS, "keywords", "keywords"),
        ),
        "changes characters as long as this is in play; the three may stand together",
        'attack = 1, to = "all other friendly beasts"',
        (to_field("this, adjacent minions, or all ..."), _WHILE, _FOR_EACH),
    ),
    Verb(
        c.AURA_COST,
        (Field("cost", Value.CHANGE, "amount", "how much more"),),
        "changes what cards cost",
        'cost = -2, of = "your minions", floor = 1',
        (_OF, _FLOOR, _WHILE),
    ),
    Verb(
        c.AURA_COST,
        (Field("cost_free", Value.FLAG, "amount2", "always true"),),
        "makes cards cost nothing",
        'cost_free = true, of = "your opponent\'s spells"',
        (_OF, _WHILE),
    ),
    Verb(
        c.AURA_WEAPON,
        (Field("weapon_attack", Value.CHANGE, "amount", "more attack"),),
        "changes your weapon's attack",
        "weapon_attack = 2",
        (_WHILE,),
    ),
    Verb(0, (Field("rule", Value.RULE, "kind", "which rule"),), "changes a rule", 'rule = "healing hurts"', (_WHILE,)),
)

_ALL = ("minion", "spell", "weapon", "hero", "hero_power")
_PLAYED = ("minion", "spell", "weapon", "hero_power")


@dataclass(frozen=True, slots=True)
class CardField(Short):
    """A field of a card: which types may have it and which must."""

    name: str
    value: Value
    meaning: str
    types: tuple[str, ...] = _ALL
    required: tuple[str, ...] = ()


CARD_FIELDS: tuple[CardField, ...] = (
    CardField("id", Value.TEXT, "the card's public id", _ALL, _ALL),
    CardField("dbf_id", Value.INTEGER, "the number that deck codes use"),
    CardField("name", Value.TEXT, "the card's name", _ALL, _ALL),
    CardField("class", Value.CLASS, "whose decks it may go into", _ALL, _ALL),
    CardField("set", Value.SET, "where it comes from", _ALL, _ALL),
    CardField("type", Value.TYPE, "what it is", _ALL, _ALL),
    CardField("rarity", Value.RARITY, "how rare it is", _ALL, _ALL),
    CardField("race", Value.RACE, "its tribe", ("minion", "hero")),
    CardField("collectible", Value.YES_OR_NO, "whether decks may hold it (default: true)"),
    CardField("note", Value.TEXT, "how it differs from the printed card, if it does: a sentence for people"),
    CardField("cost", Value.NUMBER, "mana to play it", _PLAYED, _PLAYED),
    CardField("attack", Value.NUMBER, "damage that it deals in combat", ("minion", "weapon"), ("minion", "weapon")),
    CardField(
        "health",
        Value.NUMBER,
        "damage that kills it; of a hero: if it is not the rules' own",
        ("minion", "hero"),
        ("minion",),
    ),
    CardField("durability", Value.NUMBER, "attacks before it breaks", ("weapon",), ("weapon",)),
    CardField("keywords", Value.KEYWORDS, "its printed keywords", ("minion", "weapon", "spell", "hero_power")),
    CardField("spell_damage", Value.NUMBER, "more damage for your spells", ("minion",)),
    CardField("overload", Value.NUMBER, "crystals locked in your next turn", ("minion", "spell", "weapon")),
    CardField("battlecry", Value.EFFECT, "happens when it is played from hand", ("minion", "weapon")),
    CardField("spell", Value.EFFECT, "happens when it is cast", ("spell",)),
    CardField("power", Value.EFFECT, "happens when it is used", ("hero_power",)),
    CardField(
        "combo",
        Value.EFFECT,
        "happens instead, if another card was played before this turn",
        ("minion", "spell", "weapon"),
    ),
    CardField("deathrattle", Value.EFFECT, "happens when it dies", ("minion", "weapon")),
    CardField("whenever", Value.TRIGGERS, "happens at an event, as long as it is in play", ("minion", "weapon")),
    CardField("secret", Value.TRIGGER, "happens at an event in the opponent's turn, once", ("spell",)),
    CardField("aura", Value.AURAS, "holds as long as it is in play", ("minion",)),
    CardField("enrage", Value.ENRAGE, "holds for itself as long as it is damaged", ("minion",)),
    CardField("own_cost", Value.OWN_COST, "changes its own cost in hand", ("minion", "spell", "weapon")),
    CardField("choose_one", Value.CARD_NAMES, "the player picks one of these cards as its effect", ("minion", "spell")),
    CardField("needs", Value.NEEDS, "it cannot be played otherwise", ("minion", "spell", "weapon", "hero_power")),
    CardField("hero_power", Value.CARD_NAME, "the hero's power", ("hero",)),
)

# A card of one's own, to begin with: what the documentation and the studio show first.
EXAMPLE = """[[card]]
id = "MY_001"
name = "Careful Cook"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
cost = 3
attack = 2
health = 4
keywords = ["taunt"]
battlecry = [{ heal = 2, to = "all friendly characters" }, { draw = 1, if = "you control a beast" }]
whenever = { event = "another friendly minion dies", do = { attack = 1, health = 1, to = "this" } }
"""
