"""The parser of effects: steps, branches, triggers and attached abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from evometa.cards.language import codes as c
from evometa.cards.language import grammar as g
from evometa.cards.language import vocabulary as v
from evometa.cards.language.definition import (
    TARGET_CONDITIONS,
    TARGET_PICKS,
    TARGET_QUANTITIES,
    Ability,
    Branch,
    Effect,
    Step,
    Trigger,
    walk_branches,
    walk_steps,
)
from evometa.cards.language.event_parts import find_misfits
from evometa.cards.language.phrases import ALWAYS, Condition, Event, Quantity, parse_condition, parse_event
from evometa.cards.language.verbs import VERBS, Verb
from evometa.cards.reading.values import READERS, read_number, read_phrase, read_quantity
from evometa.input.errors import Where, nearest_word
from evometa.input.fields import wrong_type
from evometa.input.mistakes import Mistakes


@dataclass(frozen=True, slots=True)
class Role:
    """Where an effect stands, and so which selectors mean something in it."""

    may_choose: bool
    has_event: bool


PLAYED = Role(may_choose=True, has_event=False)
REACTION = Role(may_choose=False, has_event=True)

_VERBS_BY_HEAD = {head.name: verb for verb in VERBS for head in verb.heads}
_MODIFIERS = {field.name: field for field in g.MODIFIERS}
_OTHER_FIELDS = {field.name for verb in VERBS for field in verb.fields} | set(_MODIFIERS)
_CONDITION_NUMBERS = {c.IF_COUNT: "at_least", c.IF_HERO_HEALTH: "at_most", c.IF_CHANCE: "percent"}
_EVENT_PICKS = {c.PICK_IT, c.PICK_OTHER}
_CONDITION_FIELDS = ("at_least", "at_most", "percent")


def read_table(where: Where, value: object, expected: str) -> Mapping[str, Any]:
    """A table that is not empty."""
    if not isinstance(value, dict) or not value:
        raise wrong_type(where, value, expected)
    return value


def check_names(
    where: Where, table: Mapping[str, Any], allowed: Iterable[str], required: Mapping[str, str], what: str = "field"
) -> None:
    """Check that a table has no unknown field, and each required one. A misspelt field is one mistake, not two."""
    names = list(allowed)
    unknown = [name for name in table if name not in names]
    misspelt = {nearest_word(name, names) for name in unknown}
    with Mistakes() as attempt:
        for name in unknown:
            attempt.note((where / name).unknown(what, name, names))
        for name, meaning in required.items():
            if name not in table and name not in misspelt:
                attempt.note(where.error(f"the field '{name}' is missing{meaning}"))


def name_required(fields: Iterable[g.Field]) -> dict[str, str]:
    """The fields that must be there, each with what it means."""
    return {field.name: f": {field.meaning} ({field.value.value})" for field in fields if field.required}


def parse_effect(where: Where, value: object, role: Role) -> Effect:
    """An effect: one step, or a list of them that are done in order."""
    effect = _parse_steps(where, value)
    _check_effect(where, effect, role)
    return effect


def _parse_steps(where: Where, value: object) -> Effect:
    if isinstance(value, list) and value:
        with Mistakes() as attempt:
            steps = tuple(attempt(_parse_item, where / i, item) for i, item in enumerate(value))
        return steps
    return (_parse_item(where, value),)


def _parse_item(where: Where, value: object) -> Step | Branch:
    table = read_table(where, value, "a step, as in { damage = 2, to = 'any character' }, or a list of steps")
    if "do" in table and "repeat" not in table:
        return _parse_group(where, table)
    if "if" in table:
        return _parse_branch(where, table, lambda: (_parse_step(where, table),))
    with Mistakes() as attempt:
        for name in ("else", *_CONDITION_FIELDS):
            if name in table:
                attempt.note((where / name).error(f"the field '{name}' needs an 'if' beside it"))
        step = attempt(_parse_step, where, table)
    return step


def _parse_group(where: Where, table: Mapping[str, Any]) -> Branch:
    with Mistakes() as attempt:
        required = {"if": ": a group with 'do' happens only if a condition holds"}
        attempt(check_names, where, table, g.GROUP_FIELDS, required)
        branch = attempt(_parse_branch, where, table, lambda: _parse_steps(where / "do", table["do"]))
    return branch


def _parse_branch(where: Where, table: Mapping[str, Any], parse_then: Callable[[], Effect]) -> Branch:
    with Mistakes() as attempt:
        condition = attempt(read_condition, where / "if", table.get("if"), None, table)
        then = attempt(parse_then)
        otherwise = attempt(_parse_steps, where / "else", table["else"]) if "else" in table else ()
    return Branch(condition, then, otherwise, where / "if")


def read_condition(
    where: Where, value: object, allowed: tuple[str, ...] | None, table: Mapping[str, Any] | None = None
) -> Condition:
    """A condition, with its number from the fields beside it. If there is no value, the condition always holds."""
    if value is None:
        return ALWAYS
    if allowed is not None and value not in allowed:
        raise where.unknown("condition", value, allowed)
    condition = read_phrase(where, value, "a condition, as in 'you control a beast'", parse_condition)
    wanted = _CONDITION_NUMBERS.get(condition.code)
    beside = Where(where.file, where.card, where.path.rpartition(".")[0])
    for name in _CONDITION_FIELDS:
        if table is not None and name in table and name != wanted:
            raise beside.error(f"the field '{name}' does not belong to the condition '{value}'")
    if wanted is None:
        return condition
    return replace(condition, argument=_read_condition_number(beside, table or {}, wanted, str(value)))


def _read_condition_number(where: Where, table: Mapping[str, Any], name: str, phrase: str) -> int:
    if name not in table:
        if name == "at_least":
            return 1
        raise where.error(f"the condition '{phrase}' needs a number in the field '{name}'")
    return read_number(where / name, table[name], _MODIFIERS[name].value)


def _parse_step(where: Where, table: Mapping[str, Any]) -> Step:
    verb = _find_verb(where, table)
    values: dict[str, Any] = dict(verb.defaults)
    with Mistakes() as attempt:
        attempt(_check_step_fields, where, table, verb)
        for field in (*verb.heads, *verb.fields):
            if field.name in table:
                values[field.slot] = attempt(_read_field, where / field.name, field, table[field.name])
        if "for_each" in table:
            values["quantity"] = attempt(_read_multiplier, where, table["for_each"], verb)
    values.pop("", None)
    if values.get("amount") == "free":
        values["amount"], values["amount2"] = 0, 1
    values["argument"] = int(values.get("argument", 0))
    values["amount2"] = int(values.get("amount2", 0))
    step = Step(verb, **values)
    return _check_until(where, _limit_attack(where, table, step))


def _read_multiplier(where: Where, value: object, verb: Verb) -> Quantity:
    if not verb.has_numbers:
        raise where.error(f"'{verb.name}' has no number that 'for_each' could multiply")
    return read_quantity(where / "for_each", value)


def _read_field(where: Where, field: g.Field, value: object) -> Any:
    if field.value is g.Value.ABILITY:
        return _parse_ability(where, value)
    if field.value is g.Value.EFFECT:
        return _parse_body(where, value)
    return READERS[field.value](where, value)


def _parse_body(where: Where, value: object) -> Effect:
    """What a repeat does each time."""
    body = _parse_steps(where, value)
    if any(step.op == c.OP_REPEAT for step in walk_steps(body)):
        raise where.error("a repeat cannot stand inside another one; multiply with 'for_each', or write two steps")
    return body


def _find_verb(where: Where, table: Mapping[str, Any]) -> Verb:
    """The verb of a step."""
    named = list({verb.name: verb for name in table if (verb := _VERBS_BY_HEAD.get(name))}.values())
    verbs = [verb for verb in named if not _is_field_of_another(verb, named, table)] if len(named) > 1 else named
    if not verbs:
        unknown = [name for name in table if name not in _OTHER_FIELDS]
        if not unknown:
            raise where.error(f"the step has no verb; allowed: {', '.join(verb_names())}")
        raise where.unknown("verb", unknown[0], verb_names())
    if len(verbs) > 1:
        found = " and ".join(f"'{verb.name}'" for verb in verbs)
        raise where.error(f"two verbs in one step: {found}; write a list of two steps")
    return verbs[0]


def _is_field_of_another(verb: Verb, named: list[Verb], table: Mapping[str, Any]) -> bool:
    """Whether the heads of a verb are only there as fields of another verb (`health` beside `resummon`)."""
    present = {head.name for head in verb.heads if head.name in table}
    return any(present <= {field.name for field in other.fields} for other in named if other is not verb)


def _check_step_fields(where: Where, table: Mapping[str, Any], verb: Verb) -> None:
    own = [field.name for field in (*verb.heads, *verb.fields)]
    check_names(where, table, (*own, *_MODIFIERS), name_required(verb.fields), f"field beside '{verb.name}':")


def verb_names() -> list[str]:
    """Every word that can name a step."""
    return sorted(_VERBS_BY_HEAD)


def _limit_attack(where: Where, table: Mapping[str, Any], step: Step) -> Step:
    limits = {"attack_at_least": "min_attack", "attack_at_most": "max_attack"}
    found = {slot: read_number(where / name, table[name]) for name, slot in limits.items() if name in table}
    if not found:
        return step
    if step.selection is None:
        raise where.error(f"'{step.verb.name}' selects nobody, so that an attack limit means nothing")
    who = replace(step.selection.who, **found)
    return replace(step, selection=replace(step.selection, who=who))


def _check_until(where: Where, step: Step) -> Step:
    """Only stealth can last until the next turn, and then it is a keyword of its own."""
    if step.until != v.UNTIL["your next turn"].code:
        return step
    if step.keywords != c.STEALTH or step.amount or step.amount2:
        raise (where / "until").error("only stealth, given alone, can last until 'your next turn'")
    return replace(step, keywords=c.STEALTH | c.STEALTH_ENDS, until=0)


def _parse_ability(where: Where, value: object) -> Ability:
    table = read_table(where, value, g.Value.ABILITY.value)
    if len(table) != 1 or next(iter(table)) not in ("deathrattle", "whenever"):
        unknown = [name for name in table if name not in ("deathrattle", "whenever")]
        if unknown:
            raise where.unknown("ability", unknown[0], ("deathrattle", "whenever"))
        raise where.error("found two abilities; allowed: a deathrattle or a whenever")
    if "deathrattle" in table:
        effect = parse_effect(where / "deathrattle", table["deathrattle"], REACTION)
        return Ability(Event(c.ON_DEATH), effect, is_deathrattle=True)
    trigger = parse_trigger(where / "whenever", table["whenever"])
    return Ability(trigger.event, trigger.effect, is_deathrattle=False)


def parse_trigger(where: Where, value: object) -> Trigger:
    """An effect that waits for an event."""
    table = read_table(where, value, "a trigger, as in { event = 'your turn ends', do = { draw = 1 } }")
    with Mistakes() as attempt:
        names = [field.name for field in g.TRIGGER_FIELDS]
        attempt(check_names, where, table, names, name_required(g.TRIGGER_FIELDS))
        event = attempt(_read_event, where / "event", table["event"]) if "event" in table else None
        effect = attempt(parse_effect, where / "do", table["do"], REACTION) if "do" in table else ()
    assert event is not None
    if misfits := find_misfits(effect, event.code):
        words = ", ".join(misfits).replace("`", "'")
        raise (where / "do").error(
            f"{words} mean nothing at the event '{table['event']}'; see the page \"The card language\" of the "
            "documentation"
        )
    return Trigger(event, effect)


def _read_event(where: Where, value: object) -> Event:
    return read_phrase(where, value, "an event, as in 'your turn ends'", parse_event)


def _check_effect(where: Where, effect: Effect, role: Role) -> None:
    """Check that there is at most one choice, and that target and event are mentioned only where there are any."""
    steps = list(walk_steps(effect))
    chosen = sum(step.selection.is_chosen for step in steps if step.selection)
    if chosen > 1:
        raise where.error("two steps choose with 'any'; allowed: one, and 'target' in the other steps")
    if chosen and not role.may_choose:
        raise where.error("'any' needs a player who chooses: it belongs into a battlecry, spell, power or combo")
    picks = {step.selection.pick for step in steps if step.selection} | {step.by for step in steps}
    left_out = {step.selection.leaves_out for step in steps if step.selection}
    quantities = {step.quantity.code for step in steps}
    conditions = {branch.condition.code for branch in walk_branches(effect)}
    about_target = picks & TARGET_PICKS or quantities & TARGET_QUANTITIES or conditions & TARGET_CONDITIONS
    if not chosen and (about_target or c.LEAVES_OUT_TARGET in left_out):
        raise where.error("the target is the character that 'any' chose, but no step of this effect says 'any'")
    about_event = picks & _EVENT_PICKS or c.PER_EVENT_AMOUNT in quantities
    if not role.has_event and (about_event or c.LEAVES_OUT_PARTIES in left_out):
        raise where.error(
            "'it', 'attacked', 'both parties' and 'damage dealt' are about an event, and this effect has none"
        )
    if c.PICK_SUMMONED in picks and not any(step.op == c.OP_SUMMON for step in steps):
        raise where.error("the summoned minion is what a 'summon' of the same effect brought, but there is none")
