"""English for the steps of effects: one clause for each verb.

A clause is a template with places for words, `{whom}` or `{owner}`, or a function that gives the template for a step.
What cards are called goes into such a place only, because a name may have any signs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evometa.games.cards import CardSet
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.definition import DEATHRATTLE, CardRef, Effect, Step, Trigger
from evometa.games.hearthstone.cards.language.filters import Filter
from evometa.games.hearthstone.cards.language.verbs import OP_NOTHING
from evometa.games.hearthstone.cards.wording import words as w
from evometa.input.short_repr import Short


@dataclass(frozen=True, slots=True)
class Telling(Short):
    """What a clause must know beyond its step."""

    card_set: CardSet
    tell_ability: Callable[[Trigger], str]  # the text of what a step attaches
    tell_card: Callable[[CardRef], str]  # what there is to know of a hero or a hero power, in brackets
    tell_rest: Callable[[Effect], str]  # an effect as the rest of a sentence
    names_target: bool = False  # later words mean the target, so that even "a character" must be named
    chosen: Filter | None = None  # among whom the target is chosen


def clause(step: Step, telling: Telling) -> str:
    """A step as a clause that begins with a small letter and has no full stop."""
    said = _CLAUSES[step.op]
    template = said if isinstance(said, str) else said(step)
    return template.format_map(_Words(step, telling))


# --- words for the places of templates ---------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Words:
    """The words for a step; each is made when a template asks for it."""

    step: Step
    telling: Telling

    def __getitem__(self, name: str) -> str:
        return _WORDS[name](self.step, self.telling)


def _whom(step: Step) -> str:
    assert step.selection is not None
    return w.selected(step.selection)


def _to(step: Step, telling: Telling) -> str:
    """To whom; a choice among all characters goes without saying."""
    is_chosen = step.selection is not None and step.selection.is_chosen
    goes_without = is_chosen and not telling.names_target and _whom(step) == "a character"
    return "" if goes_without else f" to {_whom(step)}"


def _card(step: Step, telling: Telling, count: int = 1, *, with_stats: bool = True) -> str:
    assert step.card is not None
    return w.mentioned(step.card, telling.card_set, count, with_stats=with_stats)


def _options(step: Step, telling: Telling) -> str:
    """The cards from which one is discovered."""
    assert step.card is not None
    return w.listed([w.card_name(CardRef((name,)), telling.card_set) for name in step.card.names], "or")


def _new(step: Step, telling: Telling) -> str:
    """A new hero or hero power, and what there is to know of it."""
    assert step.card is not None
    return w.card_name(step.card, telling.card_set) + telling.tell_card(step.card)


def _ability(step: Step, telling: Telling) -> str:
    assert step.ability is not None
    return telling.tell_ability(step.ability)


def _ability_of_it(step: Step, telling: Telling) -> str:
    """What one minion gains. Whoever plays the card is "you" in it, so that it cannot be told as the minion's words."""
    told = _ability(step, telling).replace("this minion", "it").removesuffix(".")
    return told[:1].lower() + told[1:]


_OWNERS = {c.YOU: "your", c.OPPONENT: "your opponent's", c.BOTH: "each player's", c.OTHER_PLAYER: "the other player's"}
_ACTORS = {c.OPPONENT: "your opponent", c.BOTH: "each player", c.OTHER_PLAYER: "the other player"}
_FOR_WHOM = {c.OPPONENT: " for your opponent", c.BOTH: " for each player"}


def _act(verb: str) -> Callable[[Step, Telling], str]:
    """Who does something: you, which goes without saying, or another."""
    return lambda step, _: f"{_ACTORS[step.whose]} {verb}s" if step.whose in _ACTORS else verb


_WORDS: dict[str, Callable[[Step, Telling], str]] = {
    "whom": lambda step, _: _whom(step),
    "to": _to,
    "for": lambda step, _: _FOR_WHOM.get(step.whose, ""),
    "owner": lambda step, _: _OWNERS[step.whose],
    "draw": _act("draw"),
    "discard": _act("discard"),
    "gain": _act("gain"),
    "n": lambda step, _: str(step.amount),
    "number": lambda step, _: w.number_word(step.amount),
    "signed": lambda step, _: f"{step.amount:+d}",
    "value": lambda step, _: w.VALUES[step.quantity.code],
    "each": lambda step, _: w.for_each(step.quantity),
    "turn": lambda step, _: " this turn" if step.until else "",
    "card": _card,
    "cards": lambda step, telling: _card(step, telling, step.amount),
    "most": lambda step, telling: _card(step, telling, step.amount2),
    "name": lambda step, telling: _card(step, telling, with_stats=False),
    "names": lambda step, telling: _card(step, telling, step.amount, with_stats=False),
    "options": _options,
    "new": _new,
    "ability": _ability,
    "ability of it": _ability_of_it,
    "body": lambda step, telling: telling.tell_rest(step.body).removesuffix("."),
}


# --- templates ---------------------------------------------------------------------------------------------------
def _is_value(step: Step) -> bool:
    """Whether the number of a step is some value as it is, so that the text can say 'equal to'."""
    return step.amount == 1 and step.quantity.code in w.VALUES


def _damage(step: Step) -> str:
    if step.amount == 1 and step.quantity.code == c.PER_EVENT_AMOUNT:
        return "deal that much damage{to}"
    if _is_value(step):
        return f"{'have it deal' if step.by == c.PICK_TARGET else 'deal'} damage equal to {{value}}{{to}}"
    amount = f"{step.amount}-{step.amount2}" if step.amount2 else str(step.amount)
    return f"deal {amount} damage{{to}}{{each}}"


def _heal(step: Step) -> str:
    if step.quantity.code == c.PER_ITS_DAMAGE and step.amount >= 1:
        return "restore {whom} to full Health"
    return "restore Health equal to {value}{to}" if _is_value(step) else "restore {n} Health{to}{each}"


_DOUBLES = {(1, 0, c.PER_ITS_ATTACK): "Attack", (0, 1, c.PER_ITS_HEALTH): "Health"}


def _change(step: Step) -> str:
    assert step.selection is not None
    doubled = _DOUBLES.get((step.amount, step.amount2, step.quantity.code))
    if doubled and not step.keywords:
        return f"double the {doubled} of {{whom}}{{turn}}"
    many = w.is_many(step.selection)
    predicates = w.keyword_predicates(step.keywords, many=many)
    end = " until your next turn" if step.keywords & c.STEALTH_ENDS else "{turn}"
    gains = [*_stat_gains(step), *w.keyword_nouns(step.keywords)]
    if not gains and predicates:
        return f"{{whom}} {w.listed(predicates)}{end}"
    start = "gain" if step.selection.pick == c.PICK_THIS else "give {whom}"
    also = f", and {'they' if many else 'it'} {w.listed(predicates)}" if predicates else ""
    each = "" if _gains_value(step) else "{each}"
    return f"{start} {w.listed(gains or ['+0/+0'])}{end}{each}{also}"


def _gains_value(step: Step) -> bool:
    """Whether a step gives either attack or health, as much of it as some value says."""
    return sorted((step.amount, step.amount2)) == [0, 1] and step.quantity.code in w.VALUES


def _stat_gains(step: Step) -> list[str]:
    if _gains_value(step):
        return [f"{'Attack' if step.amount else 'Health'} equal to {{value}}"]
    return w.stats(step.amount, step.amount2)


def _take(step: Step) -> str:
    keywords = w.keyword_nouns(step.keywords) + [f'"{text}"' for text in w.keyword_sentences(step.keywords)]
    return f"remove {w.listed(keywords)} from {{whom}}"


def _set(stat: str) -> Callable[[Step], str]:
    def template(step: Step) -> str:
        assert step.selection is not None
        remaining = "remaining " if step.selection.who.kinds == c.HEROES else ""
        what = f"its {stat}" if _whom(step) == "it" else f"the {remaining}{stat} of {{whom}}"
        return f"set {what} to {'{value}' if _is_value(step) else '{n}{each}'}"

    return template


def _return(step: Step) -> str:
    assert step.selection is not None
    many = w.is_many(step.selection)
    hands = {c.FRIENDLY: "your hand", c.ENEMY: "your opponent's hand"}
    hand = hands.get(step.selection.who.sides, "their owners' hands" if many else "its owner's hand")
    cost = f", where {'they cost' if many else 'it costs'} {w.cost_change(step.amount)}" if step.amount else ""
    return f"return {{whom}} to {hand}{cost}"


def _transform(step: Step) -> str:
    is_own = step.selection is not None and step.selection.pick == c.PICK_THIS
    return "transform into {card}" if is_own else "transform {whom} into {card}"


def _summon(step: Step) -> str:
    start = "one that is not on your board yet: " if step.argument else ""
    return f"summon {start}{'{number} to {most}' if step.amount2 else '{cards}'}{{for}}{{each}}"


def _change_weapon(step: Step) -> str:
    if not step.amount and step.amount2 < 0:
        return f"remove {-step.amount2} Durability from {{owner}} weapon{{each}}"
    change = w.stats(step.amount, step.amount2, "Durability") or ["+0/+0"]
    return f"give {{owner}} weapon {change[0]}{{each}}"


def _draw(step: Step) -> str:
    cost = f", which {'costs' if step.amount == 1 else 'cost'} {w.cost_change(step.amount2)}" if step.amount2 else ""
    if step.amount == 1 and step.quantity.code == c.PER_CARD_BEHIND and step.whose == c.YOU:
        return f"draw cards until you hold as many as your opponent{cost}"
    cards = "cards equal to {value}" if _is_value(step) else f"{w.counted(step.amount, 'card')}{{each}}"
    return f"{{draw}} {cards}{cost}"


def _draw_race(step: Step) -> str:
    instead = ", or get {name} for each one that is missing" if step.card else ""
    return f"{{draw}} {w.counted(step.amount, w.race_name(step.race))} from {{owner}} deck{instead}"


def _discard(step: Step) -> str:
    cards = "{owner} hand" if step.amount == c.ALL_OF_IT else f"{w.counted(step.amount, 'random card')}{{each}}"
    return f"{{discard}} {cards}"


def _discover(step: Step) -> str:
    assert step.card is not None
    if step.card.pool is None:
        return "discover {options}"
    if step.card.pool.another_class:
        return "discover a card of another class"
    return f"discover {w.with_article(w.kind_of_card(step.card.pool))}"


_TIMES = {1: "once", 2: "twice"}


def _repeat(step: Step) -> str:
    times = _TIMES.get(step.amount, f"{w.number_word(step.amount)} times")
    each = w.for_each(step.quantity).strip()
    if not each:
        return f"do this {times}: {{body}}"
    return f"{each}, {{body}}" if step.amount == 1 else f"{each}, do this {times}: {{body}}"


def _copy(place: str) -> Callable[[Step], str]:
    start, end = "add ", f" in {{owner}} {place} to your hand"
    one, several = "a copy of a random card", "copies of {number} random cards"
    return lambda step: start + (one if step.amount == 1 else several) + end


def _gain_crystals(step: Step) -> str:
    if step.amount < 0:
        return f"destroy {w.number_word(-step.amount)} of {{owner}} Mana Crystals"
    crystals = w.counted(step.amount, "Mana Crystal" if step.amount2 else "empty Mana Crystal")
    return f"{{gain}} {crystals}{', or, at the Mana limit, add {name} to your hand' if step.card else ''}"


def _destroy_secrets(step: Step) -> str:
    owner = {c.YOU: "friendly ", c.OPPONENT: "enemy "}.get(step.whose, "")
    if step.amount == c.ALL_OF_IT:
        return f"destroy all {owner}Secrets"
    return f"destroy {w.counted(step.amount, f'random {owner}Secret')}"


def _next_cost(step: Step) -> str:
    cost = "(0)" if step.amount2 else w.cost_change(step.amount)
    kind = w.CARD_KINDS[step.cards]
    if step.whose == c.YOU:
        return f"the next {kind} you {'cast' if step.cards == c.CARD_SPELL else 'play'} this turn costs {cost}"
    return f"{{owner}} {w.plural(kind)} cost {cost} next turn"


def _attach(step: Step) -> str:
    assert step.ability is not None
    assert step.selection is not None
    if step.ability.event == DEATHRATTLE or w.is_many(step.selection):
        return 'give {whom} "{ability}"'
    return "{ability of it}" if _whom(step) == "it" else "choose {whom}: {ability of it}"


_CLAUSES: dict[int, str | Callable[[Step], str]] = {
    c.OP_DAMAGE: _damage,
    c.OP_MISSILES: "deal {n} damage randomly split among {whom}{each}",
    c.OP_HEAL: _heal,
    c.OP_CHANGE: _change,
    c.OP_TAKE: _take,
    c.OP_SET_ATTACK: _set("Attack"),
    c.OP_SET_HEALTH: _set("Health"),
    c.OP_SWAP_STATS: "swap the Attack and Health of {whom}",
    c.OP_FREEZE: "freeze {whom}",
    c.OP_SILENCE: "silence {whom}",
    c.OP_DESTROY: "destroy {whom}",
    c.OP_RETURN: _return,
    c.OP_TAKE_CONTROL: lambda step: "take control of {whom}" + (" until the end of the turn" if step.until else ""),
    c.OP_TRANSFORM: _transform,
    c.OP_BECOME_COPY: "become a copy of {whom}",
    c.OP_SUMMON: _summon,
    c.OP_SUMMON_COPY: "summon a copy of {whom}",
    c.OP_RESUMMON: lambda step: "return {whom} to life" + ("" if step.amount == c.ALL_OF_IT else " with {n} Health"),
    c.OP_EQUIP: "equip {card}{for}",
    c.OP_CHANGE_WEAPON: _change_weapon,
    c.OP_DESTROY_WEAPON: "destroy {owner} weapon",
    c.OP_DRAW: _draw,
    c.OP_DRAW_RACE: _draw_race,
    c.OP_DISCARD: _discard,
    c.OP_ADD: "add {names} to {owner} hand{each}",
    c.OP_ADD_PLAYED: "add a copy of that card to {owner} hand",
    c.OP_SHUFFLE: "shuffle {names} into {owner} deck{each}",
    c.OP_DISCOVER: _discover,
    c.OP_REPEAT: _repeat,
    c.OP_COPY_FROM_HAND: _copy("hand"),
    c.OP_COPY_FROM_DECK: _copy("deck"),
    c.OP_SUMMON_FROM_DECK: lambda step: (
        "summon a copy of a random minion in {owner} deck" + (", or {card} if there is none" if step.card else "")
    ),
    c.OP_GAIN_MANA: "{gain} {n} Mana this turn only{each}",
    c.OP_GAIN_CRYSTALS: _gain_crystals,
    c.OP_ARMOR: "{gain} {n} Armor{each}",
    c.OP_SET_POWER: "replace {owner} Hero Power with {new}",
    c.OP_SET_HERO: "replace {owner} hero with {new}",
    c.OP_COUNTER: "counter it",
    c.OP_REDIRECT: "{whom} becomes the new target",
    c.OP_DESTROY_SECRETS: _destroy_secrets,
    c.OP_LOOK: "look at the top {number} cards of your deck, draw one and discard the others",
    c.OP_NEXT_COST: _next_cost,
    c.OP_ATTACH: _attach,
    c.OP_SWAP_WITH_HAND: "swap this minion with a random minion in your hand",
    c.OP_RETURN_LATER: "this card returns to your hand next turn",
    c.OP_SPELL_DAMAGE: "give {whom} Spell Damage {signed}",
    c.OP_SUMMON_DEAD: "summon all friendly minions that died this turn",
    OP_NOTHING: "choose {whom}",
}
