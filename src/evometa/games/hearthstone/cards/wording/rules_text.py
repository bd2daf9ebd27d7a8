"""The rules text of a card, made from its data, so that it is true after any patch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from evometa.games.cards import Card, CardSet, lookup_card
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import definition as meant
from evometa.games.hearthstone.cards.language.phrases import Event, Selection, parse_selection
from evometa.games.hearthstone.cards.wording import words as w
from evometa.games.hearthstone.cards.wording.clauses import Telling, clause
from evometa.games.hearthstone.cards.wording.occasions import condition_clause, event_clause


def rules_text(card: Card, card_set: CardSet) -> str:
    """What a card does, in a few sentences; empty if it does nothing but fight."""
    d = card.definition
    keywords = w.keyword_nouns(d.keywords, d.type) + w.keyword_sentences(d.keywords, d.type)
    parts = [f"{keyword}." for keyword in keywords]
    parts += [_if(d.spell_damage, f"Spell Damage {d.spell_damage:+d}."), _options(d, card_set)]
    parts.append(_effect("Battlecry: " if d.type in (c.MINION, c.WEAPON) else "", d.play, card_set))
    parts.append(_combo(d, card_set))
    parts.append(_effect("Deathrattle: ", d.deathrattle, card_set))
    parts += [_trigger(_heard_by(d, trigger.event), trigger.effect, card_set) for trigger in d.triggers]
    if d.secret:
        parts.append(f"Secret: {_trigger(d.secret.event, d.secret.effect, card_set, 'When')}")
    parts += [_aura(aura) for aura in d.auras]
    if d.own_cost:
        change, quantity = d.own_cost
        parts.append(f"Costs {w.cost_change(change)}{w.for_each(quantity)}.")
    parts.append(_if(d.overload, f"Overload: ({d.overload})."))
    return " ".join(part for part in parts if part)


def _if(wanted: object, text: str) -> str:
    return text if wanted else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _stop(text: str) -> str:
    """A sentence with its full stop, which may stand inside quotes already."""
    return text if text.endswith('."') else f"{text}."


def _options(d: meant.Definition, card_set: CardSet) -> str:
    texts = [_option(card_set[ref.names[0]], card_set).rstrip(".") for ref in d.options]
    return _if(texts, f"Choose One: {'; or '.join([*texts[:1], *map(_small, texts[1:])])}.")


def _option(card: Card, card_set: CardSet) -> str:
    """One of two options: a single sentence where possible, so that nobody takes its end for a part of both."""
    if not card.definition.play:
        return rules_text(card, card_set)
    start, told = _introduce_target(card.definition.play)
    return f"{start}{_capital(_rest(told, _telling(told, card_set)))}"


# --- effects -----------------------------------------------------------------------------------------------------
def _effect(label: str, effect: meant.Effect, card_set: CardSet) -> str:
    if not effect:
        return ""
    start, told = _introduce_target(effect)
    return f"{label}{start}{_sentences(told, _telling(told, card_set))}"


def _combo(d: meant.Definition, card_set: CardSet) -> str:
    """What a combo does: more than the card without it, or something else."""
    count = len(d.play)
    if d.play and d.combo[:count] == d.play and "mention" not in _target_words(d.combo[count:]):
        return _effect("Combo: ", d.combo[count:], card_set)
    if d.play and len(d.combo) == 1 and isinstance(d.combo[0], meant.Step):
        return _effect("Combo: ", d.combo, card_set).removesuffix(".") + " instead."
    return _effect("Combo, instead: " if d.play else "Combo: ", d.combo, card_set)


def _telling(effect: meant.Effect, card_set: CardSet) -> Telling:
    def tell_ability(ability: meant.Trigger) -> str:
        if ability.event == meant.DEATHRATTLE:
            return _effect("Deathrattle: ", _replace_selection(ability.effect, _SUBJECT, _THIS), card_set)
        return _trigger(ability.event, ability.effect, card_set)

    def tell_card(ref: meant.CardRef) -> str:
        return _in_brackets(lookup_card(card_set, ref.names[0]), card_set)

    def tell_rest(body: meant.Effect) -> str:
        return _rest(body, telling)

    names_target = "mention" in _target_words(effect)
    telling = Telling(card_set, tell_ability, tell_card, tell_rest, names_target, meant.chosen_target(effect))
    return telling


def _in_brackets(card: Card | None, card_set: CardSet) -> str:
    """What a player gets with a new hero or hero power."""
    if card is None:
        return ""
    health, power = card.definition.health, card.definition.hero_power
    facts = [
        _if(health, f"{health} Health"),
        f"Hero Power: {w.card_name(power, card_set)}" if power else "",
        rules_text(card, card_set).rstrip("."),
    ]
    told = "; ".join(fact for fact in facts if fact)
    return _if(told, f" ({told})")


def _sentences(effect: meant.Effect, telling: Telling) -> str:
    """An effect as sentences, one for each step or branch."""
    told: list[str] = []
    for is_branch, nodes in groupby(effect, lambda node: isinstance(node, meant.Branch)):
        if is_branch:
            told += [_branch(_join_alternatives(node), telling) for node in nodes if isinstance(node, meant.Branch)]
        else:
            told += [_stop(_capital(text)) for text in _clauses(tuple(nodes), telling)]
    return " ".join(told)


def _clauses(effect: meant.Effect, telling: Telling) -> list[str]:
    """Steps in a row as clauses. One that only goes on with the last clause has no clause of its own."""
    told: list[str] = []
    previous: meant.Step | None = None
    for step in (node for node in effect if isinstance(node, meant.Step)):
        longer = _longer_clause(told[-1], previous, step) if previous is not None else None
        if longer is not None:
            told[-1] = longer
        else:
            text = clause(step, telling)
            told.append(_say_them(text, step) if previous and previous.selection == step.selection else text)
        previous = step
    return told


def _longer_clause(text: str, previous: meant.Step, step: meant.Step) -> str | None:
    """The last clause with this step in it: a minion was summoned to be the target, or others suffer the same."""
    if step.op == c.OP_REDIRECT and step.selection and step.selection.pick == c.PICK_SUMMONED:
        return f"{text}, which becomes the new target"
    if previous.selection and step.selection and replace(step, selection=previous.selection) == previous != step:
        before = w.selected(previous.selection)
        if before in text:
            return text.replace(before, f"{before} and {w.selected(step.selection)}")
    return None


def _say_them(text: str, step: meant.Step) -> str:
    """A clause about those whom the last clause named; not of a random selection, which would be another one now."""
    same = step.selection
    if same is None or not w.is_many(same) or same.pick in (c.PICK_RANDOM, c.PICK_ALL_BUT_ONE):
        return text
    return text.replace(w.selected(same), "them")


def _branch(branch: meant.Branch, telling: Telling) -> str:
    start = condition_clause(branch.condition)
    if branch.condition.code == c.IF_TARGET and branch.condition.each == telling.chosen:
        start = "if you do"  # the target always fits, if there is one
    text = f"{_capital(start)}, {_rest(branch.then, telling)}"
    return text + (f" Otherwise, {_rest(branch.otherwise, telling)}" if branch.otherwise else "")


def _join_alternatives(branch: meant.Branch) -> meant.Branch:
    """One branch for several hero powers with the same effect."""
    match branch.otherwise:
        case (meant.Branch(condition=other, then=branch.then, otherwise=otherwise),) if (
            branch.condition.code == other.code == c.IF_POWER_IS
        ):
            condition = replace(branch.condition, card=f"{branch.condition.card} or {other.card}")
            return _join_alternatives(replace(branch, condition=condition, otherwise=otherwise))
    return branch


def _rest(effect: meant.Effect, telling: Telling) -> str:
    """An effect as the rest of a sentence that has begun. Two steps fit into it; more become sentences of their own."""
    if all(isinstance(node, meant.Step) for node in effect):
        clauses = _clauses(effect, telling)
        if len(clauses) == 2:
            return _stop(" and ".join(clauses))
    return _small(_sentences(effect, telling))


def _trigger(event: Event, effect: meant.Effect, card_set: CardSet, often: str = "Whenever") -> str:
    prevented = "prevent it and " if event.code == c.ON_FATAL else ""
    return f"{event_clause(event, often)}, {prevented}{_rest(effect, _telling(effect, card_set))}"


def _heard_by(d: meant.Definition, event: Event) -> Event:
    """An event as its card sees it: to a weapon, no minion is another one."""
    is_other = d.type != c.MINION and event.who.other == 1
    return replace(event, who=replace(event.who, other=0)) if is_other else event


# --- the target: named once, and 'it' from then on ---------------------------------------------------------------
_IT = parse_selection("target")
_SUBJECT = parse_selection("it")
_THIS = parse_selection("this")


def _introduce_target(effect: meant.Effect) -> tuple[str, meant.Effect]:
    """The effect in the order of its words: if they mean the target before a step chooses it, the choice is first."""
    chosen = next((s.selection for s in meant.walk_steps(effect) if s.selection and s.selection.is_chosen), None)
    if chosen is None:
        return "", effect
    if next(_target_words(effect)) == "mention":
        return f"Choose {w.selected(chosen)}. ", _replace_selection(effect, chosen, _IT)
    return "", tuple(_share_choice(node, chosen) if isinstance(node, meant.Branch) else node for node in effect)


def _target_words(effect: meant.Effect) -> Iterator[str]:
    """In the order of the text: 'choice' where a step chooses the target, 'mention' where words mean it."""
    for node in effect:
        if isinstance(node, meant.Branch):
            if node.condition.code in meant.TARGET_CONDITIONS:
                yield "mention"
            yield from _target_words(node.then)
            yield from _target_words(node.otherwise)
        elif node.body:
            yield from _target_words(node.body)
        elif node.selection is not None and node.selection.is_chosen:
            yield "choice"
        elif node.quantity.code in meant.TARGET_QUANTITIES or (
            node.selection and node.selection.pick in meant.TARGET_PICKS
        ):
            yield "mention"


def _share_choice(branch: meant.Branch, chosen: Selection) -> meant.Branch:
    """A branch that names the target in both its parts, if the first part chooses it."""
    if "choice" not in _target_words(branch.then) or not branch.otherwise:
        return branch
    first, *others = branch.otherwise
    named = _replace_selection((first,), _IT, chosen)
    return replace(branch, otherwise=(*named, *others))


def _replace_selection(effect: meant.Effect, old: Selection, new: Selection) -> meant.Effect:
    nodes: list[meant.Step | meant.Branch] = []
    for node in effect:
        if isinstance(node, meant.Branch):
            then, otherwise = (_replace_selection(part, old, new) for part in (node.then, node.otherwise))
            nodes.append(replace(node, then=then, otherwise=otherwise))
        elif node.body:
            nodes.append(replace(node, body=_replace_selection(node.body, old, new)))
        else:
            nodes.append(replace(node, selection=new) if node.selection == old else node)
    return tuple(nodes)


# --- auras -------------------------------------------------------------------------------------------------------
_WHILE = {
    c.IF_WEAPON: " while you have a weapon",
    c.IF_DAMAGED: " while this minion is damaged",
    c.IF_SECRET: " while you control a Secret",
    c.IF_NEW: " until your next turn",
}


def _aura(aura: meant.Aura) -> str:
    sentence = _aura_sentence(aura)
    if aura.condition.code == c.IF_NO_MINION_PLAYED:
        return f"Each turn until you play a minion, {_small(sentence)}."
    is_own = aura.kind == c.AURA_WEAPON or (aura.selection is not None and aura.selection.pick == c.PICK_THIS)
    if aura.condition.code == c.IF_DAMAGED and is_own:
        return f"Enrage: {sentence.removeprefix('Has ')}."
    return f"{sentence}{_WHILE.get(aura.condition.code, '')}."


_RULES = {
    c.AURA_HEALING_HURTS: "Your healing deals damage instead",
    c.AURA_DOUBLE: "Your spells and Hero Power do double damage and healing",
}


def _aura_sentence(aura: meant.Aura) -> str:
    if aura.kind == c.AURA_COST:
        return _cost_aura(aura)
    if aura.kind == c.AURA_WEAPON:
        return f"Your weapon has {aura.amount:+d} Attack"
    return _RULES[aura.kind] if aura.kind in _RULES else _stats_aura(aura)


def _stats_aura(aura: meant.Aura) -> str:
    assert aura.selection is not None
    many = w.is_many(aura.selection)
    gains = [*w.stats(aura.amount, aura.amount2), *w.keyword_nouns(aura.keywords)]
    predicates = w.keyword_predicates(aura.keywords, many=many)
    if gains or not predicates:
        has = f"{'have' if many else 'has'} {w.listed(gains or ['+0/+0'])}{w.for_each(aura.quantity)}"
        predicates = [has, *predicates]
    who = "" if aura.selection.pick == c.PICK_THIS else f"{w.selected(aura.selection)} "
    return _capital(f"{who}{w.listed(predicates)}")


def _cost_aura(aura: meant.Aura) -> str:
    owners = {c.YOU: "Your", c.OPPONENT: "Your opponent's", c.BOTH: "All"}
    cost = "(0)" if aura.amount2 else w.cost_change(aura.amount)
    floor = f", but not less than ({aura.floor})" if aura.floor else ""
    return f"{owners[aura.whose]} {w.plural(w.CARD_KINDS[aura.cards])} cost {cost}{floor}"
