"""A card as typed values: what the parser makes of a card's data, and what the compiler and the text read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.filters import NOBODY, Filter
from evometa.games.hearthstone.cards.language.grammar import Verb
from evometa.games.hearthstone.cards.language.phrases import (
    ALWAYS,
    ONCE,
    Condition,
    Event,
    PoolQuery,
    Quantity,
    Selection,
)
from evometa.input.errors import Where
from evometa.input.short_repr import Short


@dataclass(frozen=True, slots=True)
class CardRef(Short):
    """A card that another one mentions: one name or id, several (one at random), or a random card of a kind."""

    names: tuple[str, ...] = ()
    pool: PoolQuery | None = None
    where: Where = field(default=Where(""), compare=False)


@dataclass(frozen=True, slots=True)
class Step(Short):
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
    ability: Trigger | None = None  # what it gives a minion
    by: int = c.PICK_NONE  # PICK_TARGET: the damage counts as dealt by the target
    body: Effect = ()  # of a repeat: what happens several times

    @property
    def op(self) -> int:
        """The operation of its verb."""
        return self.verb.op


@dataclass(frozen=True, slots=True)
class Branch(Short):
    """Steps that happen only if a condition holds, and those that happen otherwise."""

    condition: Condition
    then: Effect
    otherwise: Effect = ()
    where: Where = field(default=Where(""), compare=False)


Effect: TypeAlias = "tuple[Step | Branch, ...]"


@dataclass(frozen=True, slots=True)
class Trigger(Short):
    """An effect that waits for an event."""

    event: Event
    effect: Effect


DEATHRATTLE = Event(c.ON_DEATH)  # of what a minion is given: that it dies itself


@dataclass(frozen=True, slots=True)
class Aura(Short):
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


@dataclass(frozen=True, slots=True)
class Needs(Short):
    """What a card asks for before it can be played."""

    code: int = c.NEEDS_NOTHING
    count: int = 0
    each: Filter = NOBODY


@dataclass(frozen=True, slots=True)
class Definition(Short):
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


def walk_nodes(effect: Effect) -> Iterator[Step | Branch]:
    """Everything in an effect, what is inside branches and repeats too, but not what attached abilities do."""
    for node in effect:
        yield node
        for part in (node.then, node.otherwise) if isinstance(node, Branch) else (node.body,):
            yield from walk_nodes(part)


def walk_steps(effect: Effect) -> Iterator[Step]:
    """The steps among these."""
    return (node for node in walk_nodes(effect) if isinstance(node, Step))


def chosen_target(effect: Effect) -> Filter | None:
    """The filter of the character that the player chooses for an effect, if there is one to choose."""
    chosen = (step.selection.who for step in walk_steps(effect) if step.selection and step.selection.is_chosen)
    return next(chosen, None)


# What speaks of the character that a player chose.
TARGET_PICKS = {c.PICK_TARGET, c.PICK_NEXT_TO_TARGET}
TARGET_QUANTITIES = {c.PER_TARGET_ATTACK, c.PER_TARGET_HEALTH}
TARGET_CONDITIONS = {c.IF_TARGET, c.IF_TARGET_DIED, c.IF_TARGET_SURVIVED}

_SUMMONING = (c.OP_SUMMON, c.OP_SUMMON_COPY, c.OP_RESUMMON, c.OP_SUMMON_FROM_DECK, c.OP_SUMMON_DEAD)


def summons_for_you(step: Step) -> bool:
    """Whether a step puts a minion on the board of the player whose effect it is."""
    return step.op in _SUMMONING and (step.op != c.OP_SUMMON or bool(step.whose & c.YOU))


class Part(Enum):
    """What an event may be about, and the words that mean something only then. All other verbs fit every event."""

    IT = "the selector `it`"
    DEAD = '`resummon = "it"`'
    ATTACKED = "the selectors `attacked` and `... except both parties`"
    AMOUNT = "the quantity `damage dealt`"
    CARD = "`add_copy_of_played`"
    COUNTER = "`counter`"
    REDIRECT = "`redirect_to`"


PLAYED, DYING = -1, -2  # in place of an event: the card is played, or its minion or weapon has gone

# What the rules know of each event, by its code.
PARTS: Mapping[int, frozenset[Part]] = {
    PLAYED: frozenset(),
    DYING: frozenset({Part.DEAD}),
    c.ON_TURN_START: frozenset(),
    c.ON_TURN_END: frozenset(),
    c.ON_SUMMON: frozenset({Part.IT, Part.CARD}),
    c.ON_AFTER_SUMMON: frozenset({Part.IT, Part.CARD}),
    c.ON_PLAY_CARD: frozenset({Part.IT, Part.CARD, Part.COUNTER}),
    c.ON_CAST: frozenset({Part.CARD, Part.COUNTER}),
    c.ON_AFTER_CAST: frozenset({Part.CARD}),
    c.ON_AFTER_PLAY: frozenset({Part.IT, Part.CARD}),
    c.ON_ATTACK: frozenset({Part.IT, Part.ATTACKED, Part.COUNTER, Part.REDIRECT}),
    c.ON_AFTER_ATTACK: frozenset({Part.IT, Part.ATTACKED}),
    c.ON_DAMAGE: frozenset({Part.IT, Part.AMOUNT}),
    c.ON_HEAL: frozenset({Part.IT, Part.AMOUNT}),
    c.ON_DEATH: frozenset({Part.DEAD, Part.CARD}),
    c.ON_REVEAL: frozenset({Part.CARD}),
    c.ON_SPELL_TARGET: frozenset({Part.ATTACKED, Part.CARD, Part.COUNTER, Part.REDIRECT}),
    c.ON_FATAL: frozenset(),
    c.ON_AFTER_POWER: frozenset(),
}
_BY_OP = {c.OP_COUNTER: Part.COUNTER, c.OP_REDIRECT: Part.REDIRECT, c.OP_ADD_PLAYED: Part.CARD}
_BY_PICK = {c.PICK_IT: Part.IT, c.PICK_OTHER: Part.ATTACKED}


def find_misfits(effect: Effect, event: int) -> list[str]:
    """The words of an effect that mean nothing at an event."""
    asked = {part for step in walk_steps(effect) for part in _parts_of(step)}
    return [part.value for part in Part if part in asked - PARTS[event]]


def _parts_of(step: Step) -> Iterator[Part]:
    """What a step wants to know of its event."""
    if step.op in _BY_OP:
        yield _BY_OP[step.op]
    if step.quantity.code == c.PER_EVENT_AMOUNT:
        yield Part.AMOUNT
    if step.op == c.OP_RESUMMON:
        yield Part.DEAD
    elif step.selection is not None:
        if step.selection.pick in _BY_PICK:
            yield _BY_PICK[step.selection.pick]
        if step.selection.leaves_out == c.LEAVES_OUT_PARTIES:
            yield Part.ATTACKED
