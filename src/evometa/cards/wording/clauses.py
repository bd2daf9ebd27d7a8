"""English for the steps of effects: one clause for each verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evometa.cards.language import codes as c
from evometa.cards.language.definition import Ability, CardRef, Effect, Step
from evometa.cards.language.filters import Filter
from evometa.cards.language.verbs import OP_NOTHING
from evometa.cards.model import CardSet
from evometa.cards.wording import words as w
from evometa.input.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Telling:
    """What a clause must know beyond its step."""

    card_set: CardSet
    tell_ability: Callable[[Ability], str]  # the text of what a step attaches
    tell_card: Callable[[CardRef], str]  # what there is to know of a hero or a hero power, in brackets
    tell_rest: Callable[[Effect], str]  # an effect as the rest of a sentence
    names_target: bool = False  # later words mean the target, so that even "a character" must be named
    chosen: Filter | None = None  # among whom the target is chosen

    __repr__ = short_repr


def clause(step: Step, telling: Telling) -> str:
    """A step as a clause that begins with a small letter and has no full stop."""
    return _CLAUSES[step.op](step, telling)


def _whom(step: Step) -> str:
    assert step.selection is not None
    return w.selected(step.selection)


def _at(step: Step, telling: Telling) -> str:
    """To whom; a choice among all characters goes without saying."""
    if (
        step.selection is not None
        and step.selection.is_chosen
        and not telling.names_target
        and _whom(step) == "a character"
    ):
        return ""
    return f" to {_whom(step)}"


def _this_turn(step: Step) -> str:
    return " this turn" if step.until else ""


def _is_value(step: Step) -> bool:
    """Whether the number of a step is some value as it is, so that the text can say 'equal to'."""
    return step.amount == 1 and step.quantity.code in w.VALUES


def _damage(step: Step, telling: Telling) -> str:
    if step.amount == 1 and step.quantity.code == c.PER_EVENT_AMOUNT:
        return f"deal that much damage{_at(step, telling)}"
    if _is_value(step):
        deal = "have it deal" if step.by == c.PICK_TARGET else "deal"
        return f"{deal} damage equal to {w.VALUES[step.quantity.code]}{_at(step, telling)}"
    amount = f"{step.amount}-{step.amount2}" if step.amount2 else str(step.amount)
    return f"deal {amount} damage{_at(step, telling)}{w.for_each(step.quantity)}"


def _missiles(step: Step, telling: Telling) -> str:
    return f"deal {step.amount} damage randomly split among {_whom(step)}{w.for_each(step.quantity)}"


def _heal(step: Step, telling: Telling) -> str:
    if step.quantity.code == c.PER_ITS_DAMAGE and step.amount >= 1:
        return f"restore {_whom(step)} to full Health"
    if _is_value(step):
        return f"restore Health equal to {w.VALUES[step.quantity.code]}{_at(step, telling)}"
    return f"restore {step.amount} Health{_at(step, telling)}{w.for_each(step.quantity)}"


_DOUBLES = {
    (1, 0, c.PER_ITS_ATTACK): "Attack",
    (0, 1, c.PER_ITS_HEALTH): "Health",
}


def _change(step: Step, telling: Telling) -> str:
    assert step.selection is not None
    doubled = _DOUBLES.get((step.amount, step.amount2, step.quantity.code))
    if doubled and not step.keywords:
        return f"double the {doubled} of {_whom(step)}{_this_turn(step)}"
    is_own, many = step.selection.pick == c.PICK_THIS, w.is_many(step.selection)
    predicates = w.keyword_predicates(step.keywords, many=many)
    end = " until your next turn" if step.keywords & c.STEALTH_ENDS else _this_turn(step)
    gains = [*_stat_gains(step), *w.keyword_nouns(step.keywords)]
    if not gains and predicates:
        return f"{_whom(step)} {w.listed(predicates)}{end}"
    start = "gain" if is_own else f"give {_whom(step)}"
    also = f", and {'they' if many else 'it'} {w.listed(predicates)}" if predicates else ""
    each = "" if _gains_value(step) else w.for_each(step.quantity)
    return f"{start} {w.listed(gains or ['+0/+0'])}{end}{each}{also}"


def _gains_value(step: Step) -> bool:
    """Whether a step gives either attack or health, as much of it as some value says."""
    return sorted((step.amount, step.amount2)) == [0, 1] and step.quantity.code in w.VALUES


def _stat_gains(step: Step) -> list[str]:
    if _gains_value(step):
        return [f"{'Attack' if step.amount else 'Health'} equal to {w.VALUES[step.quantity.code]}"]
    return w.stats(step.amount, step.amount2)


def _take(step: Step, telling: Telling) -> str:
    keywords = w.keyword_nouns(step.keywords) + [f'"{text}"' for text in w.keyword_sentences(step.keywords)]
    return f"remove {w.listed(keywords)} from {_whom(step)}"


def _set(stat: str) -> Callable[[Step, Telling], str]:
    def text(step: Step, telling: Telling) -> str:
        assert step.selection is not None
        remaining = "remaining " if step.selection.who.kinds == c.HEROES else ""
        whom = _whom(step)
        what = f"its {stat}" if whom == "it" else f"the {remaining}{stat} of {whom}"
        if _is_value(step):
            return f"set {what} to {w.VALUES[step.quantity.code]}"
        return f"set {what} to {step.amount}{w.for_each(step.quantity)}"

    return text


def _simple(template: str) -> Callable[[Step, Telling], str]:
    """A clause that needs nothing but the characters that it is about."""
    return lambda step, telling: template.format(_whom(step))


def _return(step: Step, telling: Telling) -> str:
    assert step.selection is not None
    many = w.is_many(step.selection)
    hands = {c.FRIENDLY: "your hand", c.ENEMY: "your opponent's hand"}
    owner = "their owners' hands" if many else "its owner's hand"
    text = f"return {_whom(step)} to {hands.get(step.selection.who.sides, owner)}"
    return text + (f", where {'they cost' if many else 'it costs'} {w.cost_change(step.amount)}" if step.amount else "")


def _take_control(step: Step, telling: Telling) -> str:
    return f"take control of {_whom(step)}" + (" until the end of the turn" if step.until else "")


def _transform(step: Step, telling: Telling) -> str:
    assert step.card is not None
    assert step.selection is not None
    whom = "" if step.selection.pick == c.PICK_THIS else f" {_whom(step)}"
    return f"transform{whom} into {w.mentioned(step.card, telling.card_set)}"


def _summon(step: Step, telling: Telling) -> str:
    assert step.card is not None
    if step.amount2:
        card = f"{w.number_word(step.amount)} to {w.mentioned(step.card, telling.card_set, step.amount2)}"
    else:
        card = w.mentioned(step.card, telling.card_set, step.amount)
    start = "one that is not on your board yet: " if step.argument else ""
    return f"summon {start}{card}{_for_whom(step)}{w.for_each(step.quantity)}"


def _for_whom(step: Step) -> str:
    return {c.OPPONENT: " for your opponent", c.BOTH: " for each player"}.get(step.whose, "")


def _resummon(step: Step, telling: Telling) -> str:
    return f"return {_whom(step)} to life" + ("" if step.amount == c.ALL_OF_IT else f" with {step.amount} Health")


def _equip(step: Step, telling: Telling) -> str:
    assert step.card is not None
    return f"equip {w.mentioned(step.card, telling.card_set)}{_for_whom(step)}"


_OWNERS = {c.YOU: "your", c.OPPONENT: "your opponent's", c.BOTH: "each player's", c.OTHER_PLAYER: "the other player's"}
_ACTORS = {c.OPPONENT: "your opponent", c.BOTH: "each player", c.OTHER_PLAYER: "the other player"}


def _change_weapon(step: Step, telling: Telling) -> str:
    weapon = f"{_OWNERS[step.whose]} weapon"
    if not step.amount and step.amount2 < 0:
        return f"remove {-step.amount2} Durability from {weapon}{w.for_each(step.quantity)}"
    change = w.stats(step.amount, step.amount2, "Durability") or ["+0/+0"]
    return f"give {weapon} {change[0]}{w.for_each(step.quantity)}"


def _destroy_weapon(step: Step, telling: Telling) -> str:
    return f"destroy {_OWNERS[step.whose]} weapon"


def _acts(step: Step, verb: str, rest: str) -> str:
    """Who does something: you, which goes without saying, or another."""
    actor = _ACTORS.get(step.whose)
    return f"{actor} {verb}s {rest}" if actor else f"{verb} {rest}"


def _draw(step: Step, telling: Telling) -> str:
    cost = f", which {'costs' if step.amount == 1 else 'cost'} {w.cost_change(step.amount2)}" if step.amount2 else ""
    if step.amount == 1 and step.quantity.code == c.PER_CARD_BEHIND and step.whose == c.YOU:
        return f"draw cards until you hold as many as your opponent{cost}"
    if _is_value(step):
        return _acts(step, "draw", f"cards equal to {w.VALUES[step.quantity.code]}{cost}")
    return _acts(step, "draw", f"{w.counted(step.amount, 'card')}{w.for_each(step.quantity)}{cost}")


def _draw_race(step: Step, telling: Telling) -> str:
    instead = (
        f", or get {w.mentioned(step.card, telling.card_set, with_stats=False)} for each one that is missing"
        if step.card
        else ""
    )
    return _acts(
        step, "draw", f"{w.counted(step.amount, w.race_name(step.race))} from {_OWNERS[step.whose]} deck{instead}"
    )


def _discard(step: Step, telling: Telling) -> str:
    if step.amount == c.ALL_OF_IT:
        return _acts(step, "discard", f"{_OWNERS[step.whose]} hand")
    return _acts(step, "discard", f"{w.counted(step.amount, 'random card')}{w.for_each(step.quantity)}")


def _add(step: Step, telling: Telling) -> str:
    assert step.card is not None
    card = w.mentioned(step.card, telling.card_set, step.amount, with_stats=False)
    return f"add {card} to {_OWNERS[step.whose]} hand{w.for_each(step.quantity)}"


def _shuffle(step: Step, telling: Telling) -> str:
    assert step.card is not None
    card = w.mentioned(step.card, telling.card_set, step.amount, with_stats=False)
    return f"shuffle {card} into {_OWNERS[step.whose]} deck{w.for_each(step.quantity)}"


def _discover(step: Step, telling: Telling) -> str:
    assert step.card is not None
    if step.card.pool is None:
        names = [w.card_name(CardRef((name,)), telling.card_set) for name in step.card.names]
        return f"discover {w.listed(names, 'or')}"
    if step.card.pool.another_class:
        return "discover a card of another class"
    return f"discover {w.with_article(w.kind_of_card(step.card.pool))}"


_TIMES = {1: "once", 2: "twice"}


def _repeat(step: Step, telling: Telling) -> str:
    times = _TIMES.get(step.amount, f"{w.number_word(step.amount)} times")
    each = w.for_each(step.quantity).strip()
    body = telling.tell_rest(step.body).removesuffix(".")
    if not each:
        return f"do this {times}: {body}"
    return f"{each}, {body}" if step.amount == 1 else f"{each}, do this {times}: {body}"


def _add_played(step: Step, telling: Telling) -> str:
    return f"add a copy of that card to {_OWNERS[step.whose]} hand"


def _copy(place: str) -> Callable[[Step, Telling], str]:
    def text(step: Step, telling: Telling) -> str:
        cards = "a copy of a random card"
        if step.amount != 1:
            cards = f"copies of {w.number_word(step.amount)} random cards"
        return f"add {cards} in {_OWNERS[step.whose]} {place} to your hand"

    return text


def _summon_from_deck(step: Step, telling: Telling) -> str:
    instead = f", or {w.mentioned(step.card, telling.card_set)} if there is none" if step.card else ""
    return f"summon a copy of a random minion in {_OWNERS[step.whose]} deck{instead}"


def _gain_mana(step: Step, telling: Telling) -> str:
    return _acts(step, "gain", f"{step.amount} Mana this turn only{w.for_each(step.quantity)}")


def _gain_crystals(step: Step, telling: Telling) -> str:
    if step.amount < 0:
        return f"destroy {w.number_word(-step.amount)} of {_OWNERS[step.whose]} Mana Crystals"
    crystals = w.counted(step.amount, "Mana Crystal" if step.amount2 else "empty Mana Crystal")
    return _acts(step, "gain", f"{crystals}{_excess(step, telling)}")


def _excess(step: Step, telling: Telling) -> str:
    """What comes instead of crystals that would be too many."""
    if step.card is None:
        return ""
    card = w.mentioned(step.card, telling.card_set, with_stats=False)
    return f", or, at the Mana limit, add {card} to your hand"


def _armor(step: Step, telling: Telling) -> str:
    return _acts(step, "gain", f"{step.amount} Armor{w.for_each(step.quantity)}")


def _replace(what: str) -> Callable[[Step, Telling], str]:
    def text(step: Step, telling: Telling) -> str:
        assert step.card is not None
        card = w.card_name(step.card, telling.card_set)
        return f"replace {_OWNERS[step.whose]} {what} with {card}{telling.tell_card(step.card)}"

    return text


def _destroy_secrets(step: Step, telling: Telling) -> str:
    owner = {c.YOU: "friendly ", c.OPPONENT: "enemy "}.get(step.whose, "")
    if step.amount == c.ALL_OF_IT:
        return f"destroy all {owner}Secrets"
    return f"destroy {w.counted(step.amount, f'random {owner}Secret')}"


def _look(step: Step, telling: Telling) -> str:
    return f"look at the top {w.number_word(step.amount)} cards of your deck, draw one and discard the others"


def _next_cost(step: Step, telling: Telling) -> str:
    cost = "(0)" if step.amount2 else w.cost_change(step.amount)
    kind = w.card_kind(step.cards)
    if step.whose == c.YOU:
        play = "cast" if step.cards == c.CARD_SPELL else "play"
        return f"the next {kind} you {play} this turn costs {cost}"
    return f"{_OWNERS[step.whose]} {w.plural(kind)} cost {cost} next turn"


def _attach(step: Step, telling: Telling) -> str:
    assert step.ability is not None
    assert step.selection is not None
    if not step.ability.is_deathrattle and not w.is_many(step.selection):
        # Whoever plays the card is "you" in it, so that it cannot be told as words of the minion.
        told = telling.tell_ability(step.ability).replace("this minion", "it").removesuffix(".")
        choice = "" if _whom(step) == "it" else f"choose {_whom(step)}: "
        return f"{choice}{told[:1].lower()}{told[1:]}"
    return f'give {_whom(step)} "{telling.tell_ability(step.ability)}"'


def _spell_damage(step: Step, telling: Telling) -> str:
    return f"give {_whom(step)} Spell Damage {w.signed(step.amount)}"


def _fixed(text: str) -> Callable[[Step, Telling], str]:
    return lambda step, telling: text


_CLAUSES: dict[int, Callable[[Step, Telling], str]] = {
    c.OP_DAMAGE: _damage,
    c.OP_MISSILES: _missiles,
    c.OP_HEAL: _heal,
    c.OP_CHANGE: _change,
    c.OP_TAKE: _take,
    c.OP_SET_ATTACK: _set("Attack"),
    c.OP_SET_HEALTH: _set("Health"),
    c.OP_SWAP_STATS: _simple("swap the Attack and Health of {}"),
    c.OP_FREEZE: _simple("freeze {}"),
    c.OP_SILENCE: _simple("silence {}"),
    c.OP_DESTROY: _simple("destroy {}"),
    c.OP_RETURN: _return,
    c.OP_TAKE_CONTROL: _take_control,
    c.OP_TRANSFORM: _transform,
    c.OP_BECOME_COPY: _simple("become a copy of {}"),
    c.OP_SUMMON: _summon,
    c.OP_SUMMON_COPY: _simple("summon a copy of {}"),
    c.OP_RESUMMON: _resummon,
    c.OP_EQUIP: _equip,
    c.OP_CHANGE_WEAPON: _change_weapon,
    c.OP_DESTROY_WEAPON: _destroy_weapon,
    c.OP_DRAW: _draw,
    c.OP_DRAW_RACE: _draw_race,
    c.OP_DISCARD: _discard,
    c.OP_ADD: _add,
    c.OP_ADD_PLAYED: _add_played,
    c.OP_SHUFFLE: _shuffle,
    c.OP_DISCOVER: _discover,
    c.OP_REPEAT: _repeat,
    c.OP_COPY_FROM_HAND: _copy("hand"),
    c.OP_COPY_FROM_DECK: _copy("deck"),
    c.OP_SUMMON_FROM_DECK: _summon_from_deck,
    c.OP_GAIN_MANA: _gain_mana,
    c.OP_GAIN_CRYSTALS: _gain_crystals,
    c.OP_ARMOR: _armor,
    c.OP_SET_POWER: _replace("Hero Power"),
    c.OP_SET_HERO: _replace("hero"),
    c.OP_COUNTER: _fixed("counter it"),
    c.OP_REDIRECT: _simple("{} becomes the new target"),
    c.OP_DESTROY_SECRETS: _destroy_secrets,
    c.OP_LOOK: _look,
    c.OP_NEXT_COST: _next_cost,
    c.OP_ATTACH: _attach,
    c.OP_SWAP_WITH_HAND: _fixed("swap this minion with a random minion in your hand"),
    c.OP_RETURN_LATER: _fixed("this card returns to your hand next turn"),
    c.OP_SPELL_DAMAGE: _spell_damage,
    c.OP_SUMMON_DEAD: _fixed("summon all friendly minions that died this turn"),
    OP_NOTHING: _simple("choose {}"),
}
