"""A card as typed values: what the parser makes of a card's data, and what the compiler and the text read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from evometa.cards.language import codes as c
from evometa.cards.language.filters import NOBODY, Filter
from evometa.cards.language.phrases import ALWAYS, ONCE, Condition, Event, PoolQuery, Quantity, Selection
from evometa.cards.language.verbs import Verb
from evometa.input.errors import Where
from evometa.input.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card that another one mentions: one name or id, several (one at random), or a random card of a kind."""

    names: tuple[str, ...] = ()
    pool: PoolQuery | None = None
    where: Where = field(default=Where(""), compare=False)

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card attaches to a minion: an effect at its death, or at an event."""

    event: Event
    effect: Effect
    is_deathrattle: bool

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Step:
    """One verb with its values. Which of them mean something depends on the verb."""

    verb: Verb
    amount: int = 0
    amount2: int = 0
    selection: Selection | None = None
    keywords: int = 0
    whose: int = c.YOU
    until: int = 0
    card: CardRef | None = None
    cards: int = 0
    race: int = 0
    argument: int = 0
    quantity: Quantity = ONCE
    ability: Ability | None = None
    by: int = c.PICK_NONE  # PICK_TARGET: the damage counts as dealt by the target
    body: Effect = ()  # of a repeat: what happens several times

    __repr__ = short_repr

    @property
    def op(self) -> int:
        """The operation of its verb."""
        return self.verb.op


@dataclass(frozen=True, slots=True)
class Branch:
    """Steps that happen only if a condition holds, and those that happen otherwise."""

    condition: Condition
    then: Effect
    otherwise: Effect = ()
    where: Where = field(default=Where(""), compare=False)

    __repr__ = short_repr


Effect: TypeAlias = "tuple[Step | Branch, ...]"


@dataclass(frozen=True, slots=True)
class Trigger:
    """An effect that waits for an event."""

    event: Event
    effect: Effect

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Aura:
    """What holds as long as its minion or weapon is in play."""

    kind: int
    selection: Selection | None = None
    amount: int = 0
    amount2: int = 0
    keywords: int = 0
    quantity: Quantity = ONCE
    whose: int = c.YOU
    cards: int = 0
    floor: int = 0
    condition: Condition = ALWAYS

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Needs:
    """What a card asks for before it can be played."""

    code: int = c.NEEDS_NOTHING
    count: int = 0
    each: Filter = NOBODY

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Definition:
    """All that a card is and does."""

    type: int
    klass: int
    rarity: int
    race: int = c.NO_RACE
    collectible: bool = True
    cost: int = 0
    attack: int = 0
    health: int | None = None  # or durability; None: a hero with the health that the rules give
    keywords: int = 0
    spell_damage: int = 0
    overload: int = 0
    play: Effect = ()
    combo: Effect = ()
    deathrattle: Effect = ()
    triggers: tuple[Trigger, ...] = ()
    secret: Trigger | None = None
    auras: tuple[Aura, ...] = ()
    own_cost: tuple[int, Quantity] | None = None
    options: tuple[CardRef, ...] = ()
    needs: Needs = Needs()
    hero_power: CardRef | None = None

    __repr__ = short_repr


def walk_steps(effect: Effect) -> Iterator[Step]:
    """Every step of an effect, those in branches and repeats too, but not those of attached abilities."""
    for node in effect:
        if isinstance(node, Branch):
            yield from walk_steps(node.then)
            yield from walk_steps(node.otherwise)
        else:
            yield node
            yield from walk_steps(node.body)


def walk_branches(effect: Effect) -> Iterator[Branch]:
    """Every branch of an effect, those inside others too."""
    for node in effect:
        if isinstance(node, Branch):
            yield node
            yield from walk_branches(node.then)
            yield from walk_branches(node.otherwise)
        else:
            yield from walk_branches(node.body)


def chosen_target(effect: Effect) -> Filter | None:
    """The filter of the character that the player chooses for an effect, if there is one to choose."""
    for step in walk_steps(effect):
        if step.selection is not None and step.selection.is_chosen:
            return step.selection.who
    return None


# What speaks of the character that a player chose.
TARGET_PICKS = {c.PICK_TARGET, c.PICK_NEXT_TO_TARGET}
TARGET_QUANTITIES = {c.PER_TARGET_ATTACK, c.PER_TARGET_HEALTH}
TARGET_CONDITIONS = {c.IF_TARGET, c.IF_TARGET_DIED, c.IF_TARGET_SURVIVED}

SUMMONING = (c.OP_SUMMON, c.OP_SUMMON_COPY, c.OP_RESUMMON, c.OP_SUMMON_FROM_DECK, c.OP_SUMMON_DEAD)


def summons_for_you(step: Step) -> bool:
    """Whether a step puts a minion on the board of the player whose effect it is."""
    return step.op in SUMMONING and (step.op != c.OP_SUMMON or bool(step.whose & c.YOU))
