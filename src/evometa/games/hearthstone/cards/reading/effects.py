"""The parser of effects: steps, branches, triggers and attached abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import definition as meant
from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.phrases import ALWAYS, Condition, Event, parse_condition, parse_event
from evometa.games.hearthstone.cards.language.verbs import VERBS
from evometa.games.hearthstone.cards.reading.values import READERS, read_number, read_phrase, read_quantity
from evometa.input.errors import Mistakes, Where, nearest_word
from evometa.input.fields import wrong_type
from evometa.input.shown_text import join_names

_VERBS_BY_HEAD = {head.name: verb for verb in VERBS for head in verb.heads}
_VERB_NAMES = sorted(_VERBS_BY_HEAD)  # every word that can name a step
_MODIFIERS = {field.name: field for field in g.MODIFIERS}
_OTHER_FIELDS = {field.name for verb in VERBS for field in verb.fields} | set(_MODIFIERS)
_CONDITION_NUMBERS = {c.IF_COUNT: "at_least", c.IF_HERO_HEALTH: "at_most", c.IF_CHANCE: "percent"}
_ATTACHED = ("your turn starts", "your turn ends", "this attacks")
_EVENT = "an event, as in 'your turn ends'"
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


def name_required(fields: Iterable[g.Field | g.CardField]) -> dict[str, str]:
    """The fields that must be there, each with what it means."""
    return {field.name: f": {field.meaning} ({field.value.value})" for field in fields if field.required}


def parse_effect(where: Where, value: object, event: int) -> meant.Effect:
    """What happens at an event: one step, or a list of them that are done in order.

    If it happens when its card is played, the player may choose a target, and there is no event to speak of.
    """
    effect = _parse_steps(where, value)
    _check_effect(where, effect, event == meant.PLAYED)
    if misfits := meant.find_misfits(effect, event):
        words = ", ".join(misfits).replace("`", "'")
        raise where.error(f"{words} mean nothing at this event, or without one: see the page 'The card language'")
    return effect


def _parse_steps(where: Where, value: object) -> meant.Effect:
    if isinstance(value, list) and value:
        with Mistakes() as attempt:
            steps = tuple(attempt(_parse_item, where / i, item) for i, item in enumerate(value))
        return steps
    return (_parse_item(where, value),)


def _parse_item(where: Where, value: object) -> meant.Step | meant.Branch:
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


def _parse_group(where: Where, table: Mapping[str, Any]) -> meant.Branch:
    with Mistakes() as attempt:
        required = {"if": ": a group with 'do' happens only if a condition holds"}
        attempt(check_names, where, table, g.GROUP_FIELDS, required)
        branch = attempt(_parse_branch, where, table, lambda: _parse_steps(where / "do", table["do"]))
    return branch


def _parse_branch(where: Where, table: Mapping[str, Any], parse_then: Callable[[], meant.Effect]) -> meant.Branch:
    with Mistakes() as attempt:
        condition = attempt(_read_if, where, table)
        then = attempt(parse_then)
        otherwise = attempt(_parse_steps, where / "else", table["else"]) if "else" in table else ()
    return meant.Branch(condition, then, otherwise, where / "if")


def read_condition(where: Where, value: object, allowed: tuple[str, ...] | None = None) -> Condition:
    """A condition; if there is no value, it always holds."""
    if value is None:
        return ALWAYS
    if allowed is not None and value not in allowed:
        raise where.unknown("condition", value, allowed)
    return read_phrase(where, value, "a condition, as in 'you control a beast'", parse_condition)


def _read_if(where: Where, table: Mapping[str, Any]) -> Condition:
    """The condition of a branch, with its number from the fields beside it."""
    phrase = table.get("if")
    condition = read_condition(where / "if", phrase)
    if condition is ALWAYS:
        return condition
    wanted = _CONDITION_NUMBERS.get(condition.code)
    for name in _CONDITION_FIELDS:
        if name in table and name != wanted:
            raise where.error(f"the field '{name}' does not belong to the condition '{phrase}'")
    if wanted is None:
        return condition
    if wanted not in table and wanted != "at_least":
        raise where.error(f"the condition '{phrase}' needs a number in the field '{wanted}'")
    number = read_number(where / wanted, table.get(wanted, 1), _MODIFIERS[wanted].value)
    return replace(condition, argument=number)


def _parse_step(where: Where, table: Mapping[str, Any]) -> meant.Step:
    verb = _find_verb(where, table)
    values: dict[str, Any] = dict(verb.defaults)
    with Mistakes() as attempt:
        own = [field.name for field in (*verb.heads, *verb.fields)]
        required, what = name_required(verb.fields), f"field beside '{verb.name}':"
        attempt(check_names, where, table, (*own, *_MODIFIERS), required, what)
        for field in (*verb.heads, *verb.fields):
            if field.name in table:
                values[field.slot] = attempt(_READERS[field.value], where / field.name, table[field.name])
        if "for_each" in table and not verb.has_numbers:
            attempt.note(where.error(f"'{verb.name}' has no number that 'for_each' could multiply"))
        elif "for_each" in table:
            values["quantity"] = attempt(read_quantity, where / "for_each", table["for_each"])
    values.pop("", None)
    if values.get("amount") == "free":
        values["amount"], values["amount2"] = 0, 1
    step = meant.Step(verb, **values)
    return _check_step(where, _limit_attack(where, table, step))


def _parse_body(where: Where, value: object) -> meant.Effect:
    """What a repeat does each time."""
    body = _parse_steps(where, value)
    if any(step.op == c.OP_REPEAT for step in meant.walk_steps(body)):
        raise where.error("a repeat cannot stand inside another one; multiply with 'for_each', or write two steps")
    return body


def _find_verb(where: Where, table: Mapping[str, Any]) -> g.Verb:
    """The verb of a step."""
    named = list({verb.name: verb for name in table if (verb := _VERBS_BY_HEAD.get(name))}.values())
    verbs = [verb for verb in named if not _is_field_of_another(verb, named, table)] if len(named) > 1 else named
    if not verbs:
        unknown = [name for name in table if name not in _OTHER_FIELDS]
        if not unknown:
            raise where.error(f"the step has no verb; allowed: {', '.join(_VERB_NAMES)}")
        raise where.unknown("verb", unknown[0], _VERB_NAMES)
    if len(verbs) > 1:
        found = " and ".join(f"'{verb.name}'" for verb in verbs)
        raise where.error(f"two verbs in one step: {found}; write a list of two steps")
    return verbs[0]


def _is_field_of_another(verb: g.Verb, named: list[g.Verb], table: Mapping[str, Any]) -> bool:
    """Whether the heads of a verb are only there as fields of another verb (`health` beside `resummon`)."""
    present = {head.name for head in verb.heads if head.name in table}
    return any(present <= {field.name for field in other.fields} for other in named if other is not verb)


def _limit_attack(where: Where, table: Mapping[str, Any], step: meant.Step) -> meant.Step:
    found = _read_limits(where, table)
    if not found:
        return step
    if step.selection is None or not (step.selection.is_chosen or step.selection.pick in _FOUND):
        raise where.error(f"'{step.verb.name}' does not look for anybody, so that an attack limit means nothing")
    who = replace(step.selection.who, **found)
    return replace(step, selection=replace(step.selection, who=who))


_FOUND = (c.PICK_ALL, c.PICK_RANDOM, c.PICK_ALL_BUT_ONE)  # among those that a filter means


def _read_limits(where: Where, table: Mapping[str, Any]) -> dict[str, int]:
    """The attack limits of a table, by the names that a filter has for them."""
    return {slot: read_number(where / name, table[name]) for name, slot in _LIMITS.items() if name in table}


_LIMITS = {field.name: field.slot for field in g.TRIGGER_FIELDS if field.slot}


def _check_step(where: Where, step: meant.Step) -> meant.Step:
    """The step, unless it says what the rules cannot do."""
    whom, card, ends = step.selection, step.card, step.until or step.argument
    is_change, may_end = step.op == c.OP_CHANGE, step.until == v.UNTIL["your next turn"].code
    is_of_all = whom and (whom.pick, whom.leaves_out, whom.not_card) == (c.PICK_ALL, 0, "")
    is_one = card and not card.pool and len(card.names) == 1
    problems = (
        (is_change and step.until and step.amount2, "health is given for good: 'until' is for the others"),
        (is_change and step.argument and not step.keywords, "'later' is about keywords, but there are none"),
        (step.keywords & c.DIES_AT_END and ends, "'dies at end of turn' has no 'until' or 'later'"),
        (step.op == c.OP_MISSILES and not is_of_all, "missiles go to 'all ...', without exceptions"),
        (step.op == c.OP_RESUMMON and whom and whom.pick != c.PICK_IT, "only 'it' can come back to the board"),
        (step.op == c.OP_SUMMON and step.argument and is_one, "'missing' needs several cards to choose from"),
    )
    for is_unfit, problem in problems:
        if is_unfit:
            raise where.error(problem)
    if may_end and (step.keywords != c.STEALTH or step.amount or step.amount2):
        raise (where / "until").error("only stealth, given alone, can last until 'your next turn'")
    return replace(step, keywords=c.STEALTH | c.STEALTH_ENDS, until=0) if may_end else step


def _parse_ability(where: Where, value: object) -> meant.Trigger:
    table = read_table(where, value, g.Value.ABILITY.value)
    if len(table) != 1 or next(iter(table)) not in ("deathrattle", "whenever"):
        unknown = [name for name in table if name not in ("deathrattle", "whenever")]
        if unknown:
            raise where.unknown("ability", unknown[0], ("deathrattle", "whenever"))
        raise where.error("found two abilities; allowed: a deathrattle or a whenever")
    if "whenever" in table:
        trigger = parse_trigger(where / "whenever", table["whenever"])
        if trigger.event not in map(parse_event, _ATTACHED):
            raise where.error(f"what is attached cannot wait for this event; allowed: {join_names(_ATTACHED)}")
        return trigger
    return meant.Trigger(meant.DEATHRATTLE, parse_effect(where / "deathrattle", table["deathrattle"], meant.DYING))


_READERS = {**READERS, g.Value.ABILITY: _parse_ability, g.Value.EFFECT: _parse_body}


def parse_trigger(where: Where, value: object) -> meant.Trigger:
    """An effect that waits for an event."""
    table = read_table(where, value, "a trigger, as in { event = 'your turn ends', do = { draw = 1 } }")
    with Mistakes() as attempt:
        names = [field.name for field in g.TRIGGER_FIELDS]
        attempt(check_names, where, table, names, name_required(g.TRIGGER_FIELDS))
        event = attempt(_read_event, where, table) if "event" in table else None
        effect = attempt(parse_effect, where / "do", table["do"], event.code) if event and "do" in table else ()
    assert event is not None
    return meant.Trigger(event, effect)


def _read_event(where: Where, table: Mapping[str, Any]) -> Event:
    """The event of a trigger, with the attack that its subject must have."""
    event, limits = read_phrase(where / "event", table["event"], _EVENT, parse_event), _read_limits(where, table)
    if limits and event.code not in _SUBJECT_EVENTS:
        raise where.error(f"'{table['event']}' has no subject, so that an attack limit means nothing")
    return replace(event, who=replace(event.who, **limits)) if limits else event


_SUBJECT_EVENTS = {word.code for word in (*v.SUBJECT_EVENTS.values(), *v.AFTER_SUBJECT_EVENTS.values())}


def _check_effect(where: Where, effect: meant.Effect, is_played: bool) -> None:
    """Check that there is at most one choice, and that target and event are mentioned only where there are any."""
    steps = list(meant.walk_steps(effect))
    chosen = sum(step.selection.is_chosen for step in steps if step.selection)
    if chosen > 1:
        raise where.error("two steps choose with 'any'; allowed: one, and 'target' in the other steps")
    if chosen and not is_played:
        raise where.error("'any' needs a player who chooses: it belongs in a battlecry, spell, power or combo")
    picks = {step.selection.pick for step in steps if step.selection} | {step.by for step in steps}
    left_out = {step.selection.leaves_out for step in steps if step.selection}
    quantities = {step.quantity.code for step in steps}
    conditions = {node.condition.code for node in meant.walk_nodes(effect) if isinstance(node, meant.Branch)}
    about_target = (
        picks & meant.TARGET_PICKS or quantities & meant.TARGET_QUANTITIES or conditions & meant.TARGET_CONDITIONS
    )
    if not chosen and (about_target or c.LEAVES_OUT_TARGET in left_out):
        raise where.error("the target is the character that 'any' chose, but no step of this effect says 'any'")
    if c.PICK_SUMMONED in picks and not any(step.op == c.OP_SUMMON for step in steps):
        raise where.error("the summoned minion is what a 'summon' of the same effect brought, but there is none")
