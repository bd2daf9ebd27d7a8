"""What an event is about, and so which words mean something in the effect of its trigger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evometa.cards.language import codes as c
from evometa.cards.language.definition import Effect, Step, walk_steps

IT, DEAD, ATTACKED, AMOUNT, CARD, COUNTER, REDIRECT = (
    "it",
    "the dead",
    "attacked",
    "amount",
    "card",
    "counter",
    "redirect",
)

# What the rules know of each event, by its code.
PARTS: Mapping[int, frozenset[str]] = {
    c.ON_TURN_START: frozenset(),
    c.ON_TURN_END: frozenset(),
    c.ON_SUMMON: frozenset({IT, CARD}),
    c.ON_AFTER_SUMMON: frozenset({IT, CARD}),
    c.ON_PLAY_CARD: frozenset({IT, CARD, COUNTER}),
    c.ON_CAST: frozenset({CARD, COUNTER}),
    c.ON_AFTER_CAST: frozenset({CARD}),
    c.ON_AFTER_PLAY: frozenset({IT, CARD}),
    c.ON_ATTACK: frozenset({IT, ATTACKED, COUNTER, REDIRECT}),
    c.ON_AFTER_ATTACK: frozenset({IT, ATTACKED}),
    c.ON_DAMAGE: frozenset({IT, AMOUNT}),
    c.ON_HEAL: frozenset({IT, AMOUNT}),
    c.ON_DEATH: frozenset({DEAD, CARD}),
    c.ON_REVEAL: frozenset({CARD}),
    c.ON_SPELL_TARGET: frozenset({ATTACKED, CARD, COUNTER, REDIRECT}),
    c.ON_FATAL: frozenset(),
    c.ON_AFTER_POWER: frozenset(),
}
# The words that mean something only where the event has a part. All other verbs fit every event.
WORDS: Mapping[str, str] = {
    IT: "the selector `it`",
    DEAD: '`resummon = "it"`',
    ATTACKED: "the selectors `attacked` and `... except both parties`",
    AMOUNT: "the quantity `damage dealt`",
    CARD: "`add_copy_of_played`",
    COUNTER: "`counter`",
    REDIRECT: "`redirect_to`",
}
_BY_OP = {c.OP_COUNTER: COUNTER, c.OP_REDIRECT: REDIRECT, c.OP_ADD_PLAYED: CARD}
_BY_PICK = {c.PICK_IT: IT, c.PICK_OTHER: ATTACKED}


def find_misfits(effect: Effect, event: int) -> list[str]:
    """The words of an effect that mean nothing at an event."""
    asked = {part for step in walk_steps(effect) for part in _parts_of(step)}
    return [WORDS[part] for part in WORDS if part in asked - PARTS[event]]


def _parts_of(step: Step) -> Iterator[str]:
    """What a step wants to know of its event."""
    if step.op in _BY_OP:
        yield _BY_OP[step.op]
    if step.quantity.code == c.PER_EVENT_AMOUNT:
        yield AMOUNT
    if step.op == c.OP_RESUMMON:
        yield DEAD
    elif step.selection is not None:
        if step.selection.pick in _BY_PICK:
            yield _BY_PICK[step.selection.pick]
        if step.selection.leaves_out == c.LEAVES_OUT_PARTIES:
            yield ATTACKED
