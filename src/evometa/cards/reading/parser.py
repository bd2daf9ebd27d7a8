"""From a card's data, as its file has it, to its definition; every mistake becomes an error that names its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from evometa.cards.compiling.sizes import MAX_AURAS, MAX_OPTIONS, MAX_TRIGGERS
from evometa.cards.language import codes as c
from evometa.cards.language import grammar as g
from evometa.cards.language import vocabulary as v
from evometa.cards.language.definition import Aura, CardRef, Definition, Needs, Trigger
from evometa.cards.language.phrases import Quantity, Selection
from evometa.cards.reading.effects import (
    PLAYED,
    REACTION,
    Role,
    check_names,
    name_required,
    parse_effect,
    parse_trigger,
    read_condition,
    read_table,
)
from evometa.cards.reading.values import (
    READERS,
    read_card_name,
    read_filter,
    read_keywords,
    read_number,
    read_quantity,
    read_word,
)
from evometa.input.errors import Where
from evometa.input.fields import wrong_type
from evometa.input.mistakes import Mistakes

Tree = Mapping[str, Any]
_FIELDS = {field.name: field for field in g.CARD_FIELDS}
_REQUIRED = {
    card_type: {f.name: f": {f.meaning} ({f.value.value})" for f in g.CARD_FIELDS if card_type in f.required}
    for card_type in v.TYPES
}


def parse_card(where: Where, tree: Tree) -> Definition:
    """The definition of a card. All of it is checked, except whether the cards that it mentions exist.

    An error names every mistake of the card.
    """
    with Mistakes() as attempt:
        card_type = attempt(_read_type, where, tree)
        attempt(_check_fields, where, tree, card_type)
        read = {name: attempt(_read_plain, where, name, value) for name, value in tree.items() if name in _PLAIN}
        done = {name: attempt(reader, where, tree) for name, reader in _PARTS.items()}
    return Definition(
        type=v.TYPES[card_type].code,
        klass=read["class"],
        rarity=read["rarity"],
        race=read.get("race", c.NO_RACE),
        collectible=read.get("collectible", True),
        cost=read.get("cost", 0),
        attack=read.get("attack", 0),
        health=read.get("durability", read.get("health")),
        spell_damage=read.get("spell_damage", 0),
        overload=read.get("overload", 0),
        **done,
        hero_power=read.get("hero_power"),
    )


_STRUCTURED = {
    g.Value.EFFECT, g.Value.TRIGGER, g.Value.TRIGGERS, g.Value.AURAS, g.Value.ENRAGE, g.Value.OWN_COST, g.Value.NEEDS,
    g.Value.CARD_NAMES, g.Value.KEYWORDS, g.Value.TYPE,
}  # fmt: skip
_PLAIN = {field.name: field.value for field in g.CARD_FIELDS if field.value not in _STRUCTURED}


def _read_plain(where: Where, name: str, value: object) -> Any:
    """A field that is one value. Numbers in range, which are common, take a short cut: a search parses many cards."""
    kind = _PLAIN[name]
    if kind is g.Value.NUMBER and type(value) is int and 0 <= value <= 99:
        return value
    return READERS[kind](where / name, value)


def _read_keywords(where: Where, tree: Tree) -> int:
    words = v.KEYWORDS_OF.get(str(tree.get("type")), v.PRINTED_KEYWORDS)
    return read_keywords(where / "keywords", tree["keywords"], words) if "keywords" in tree else 0


# Both say what happens when the card is played, so one of them would be ignored.
_EXCLUSIVE = (("spell", "secret"), ("choose_one", "spell"), ("choose_one", "secret"), ("choose_one", "battlecry"))


def _read_type(where: Where, tree: Tree) -> str:
    if "type" not in tree:
        raise where.error(f"the field 'type' is missing; allowed: {', '.join(v.TYPES)}")
    read_word(where / "type", tree["type"], "type", v.TYPES)
    return str(tree["type"])


def _check_fields(where: Where, tree: Tree, card_type: str) -> None:
    """Check that no field is unknown, belongs to another card type, or is missing."""
    with Mistakes() as attempt:
        attempt(check_names, where, tree, _FIELDS, _REQUIRED.get(card_type, {}))
        for name in tree:
            if card_type and name in _FIELDS and card_type not in _FIELDS[name].types:
                allowed = [field.name for field in g.CARD_FIELDS if card_type in field.types]
                problem = f"a {card_type} has no field '{name}'; allowed: {', '.join(allowed)}"
                attempt.note((where / name).error(problem))
        for pair in _EXCLUSIVE:
            if all(name in tree for name in pair):
                attempt.note((where / pair[1]).error(f"a card cannot have both '{pair[0]}' and '{pair[1]}'"))
        attempt(_check_id, where / "id", tree.get("id"))


def _check_id(where: Where, value: object) -> None:
    if isinstance(value, str) and ("." in value or " " in value):
        raise where.error(f"found '{value}'; allowed: a text without dots and spaces, because addresses use them")


def _read_effect(where: Where, tree: Tree, role: Role, *names: str) -> Any:
    for name in names:
        if name in tree:
            return parse_effect(where / name, tree[name], role)
    return ()


def _as_list(value: Any) -> Iterable[tuple[int | None, Any]]:
    """The elements with their indices; a value that stands alone has the index None."""
    return enumerate(value) if isinstance(value, list) else ((None, value),)


def _read_triggers(where: Where, tree: Tree) -> tuple[Trigger, ...]:
    if "whenever" not in tree:
        return ()
    here = where / "whenever"
    with Mistakes() as attempt:
        items = _as_list(tree["whenever"])
        triggers = tuple(attempt(parse_trigger, here if i is None else here / i, item) for i, item in items)
    if len(triggers) > MAX_TRIGGERS:
        raise here.error(f"found {len(triggers)} triggers; allowed: at most {MAX_TRIGGERS}")
    return triggers


def _read_auras(where: Where, tree: Tree) -> tuple[Aura, ...]:
    if "aura" not in tree and "enrage" not in tree:
        return ()
    here = where / "aura"
    with Mistakes() as attempt:
        items = _as_list(tree.get("aura", []))
        auras = [attempt(_read_aura, here if i is None else here / i, item) for i, item in items]
        if "enrage" in tree:
            auras.append(attempt(_read_enrage, where / "enrage", tree["enrage"]))
    if len(auras) > MAX_AURAS:
        raise here.error(f"found {len(auras)} auras, enrage included; allowed: at most {MAX_AURAS}")
    return tuple(auras)


def _read_enrage(where: Where, value: Any) -> Aura:
    """An aura on the minion itself, or on its player's weapon, while it is damaged."""
    table = read_table(where, value, "a table, as in { attack = 3 }")
    for name in ("to", "while"):
        if name in table:
            raise where.error(f"an enrage has no field '{name}': it works on itself while it is damaged")
    on_itself = {} if "weapon_attack" in table else {"to": "this"}
    return _read_aura(where, {**table, **on_itself, "while": "this is damaged"})


def _read_aura(where: Where, value: Any) -> Aura:
    table = read_table(where, value, "a table, as in { attack = 1, to = 'all other friendly minions' }")
    kind = _find_aura_kind(where, table)
    with Mistakes() as attempt:
        allowed = [field.name for field in (*kind.heads, *kind.fields)]
        attempt(check_names, where, table, allowed, name_required(kind.fields))
        read = {
            f.name: attempt(READERS[f.value], where / f.name, table[f.name])
            for f in (*kind.heads, *kind.fields)
            if f.name in table and f.name != "while"
        }
        attempt(_check_aura_quantity, where / "for_each", read.get("for_each"))
        condition = attempt(read_condition, where / "while", table.get("while"), v.AURA_CONDITIONS)
    whose, cards = read.get("of", (c.YOU, 0))
    return Aura(
        kind=read.get("rule", kind.kind),
        selection=_check_aura_selection(where / "to", read["to"]) if "to" in read else None,
        amount=read.get("attack", read.get("cost", read.get("weapon_attack", 0))),
        amount2=read.get("health", int("cost_free" in read)),
        keywords=read.get("give", 0),
        quantity=read.get("for_each", Quantity()),
        whose=whose,
        cards=cards,
        floor=read.get("floor", 0),
        condition=condition,
    )


def _find_aura_kind(where: Where, table: Tree) -> g.AuraKind:
    found = [kind for kind in g.AURAS if any(head.name in table for head in kind.heads)]
    names = [head.name for kind in g.AURAS for head in kind.heads]
    if not found:
        others = [name for name in table if name not in ("to", "while", "of", "floor", "for_each")]
        raise where.unknown("aura", others[0] if others else "", names)
    if len(found) > 1:
        both = " and ".join(f"'{kind.heads[0].name}'" for kind in found)
        raise where.error(f"one aura cannot be two things: {both}; write two auras")
    return found[0]


def _check_aura_quantity(where: Where, quantity: Quantity | None) -> None:
    if quantity is not None and quantity.code != c.PER_CHARACTER:
        raise where.error("an aura can count characters only, as in 'other friendly minion'")


def _check_aura_selection(where: Where, selection: Selection) -> Selection:
    if selection.pick not in (c.PICK_THIS, c.PICK_ADJACENT, c.PICK_ALL):
        raise where.error("an aura works on 'this', 'adjacent minions', a hero or 'all ...'")
    return selection


def _read_own_cost(where: Where, tree: Tree) -> tuple[int, Quantity] | None:
    if "own_cost" not in tree:
        return None
    where, value = where / "own_cost", tree["own_cost"]
    table = read_table(where, value, "a table, as in { cost = -1, for_each = 'card in your hand' }")
    with Mistakes() as attempt:
        attempt(check_names, where, table, ("cost", "for_each"), {"cost": "", "for_each": ""})
        cost = attempt(read_number, where / "cost", table.get("cost", 0), g.Value.CHANGE)
        quantity = attempt(_read_cost_quantity, where / "for_each", table.get("for_each", "card in your hand"))
    return cost, quantity


_COST_QUANTITIES = (c.PER_CHARACTER, c.PER_HAND_CARD, c.PER_HAND_KIND, c.PER_HERO_DAMAGE, c.PER_WEAPON_ATTACK)


def _read_cost_quantity(where: Where, value: Any) -> Quantity:
    quantity = read_quantity(where, value)
    if quantity.code not in _COST_QUANTITIES:
        raise where.error(
            f"a card's own cost cannot depend on '{value}'; allowed: characters, 'card in your hand' and the like, "
            "'damage on your hero', 'attack of your weapon'"
        )
    return quantity


def _read_options(where: Where, tree: Tree) -> tuple[CardRef, ...]:
    if "choose_one" not in tree:
        return ()
    where, value = where / "choose_one", tree["choose_one"]
    if not isinstance(value, list) or len(value) != MAX_OPTIONS:
        raise wrong_type(where, value, g.Value.CARD_NAMES.value)
    return tuple(read_card_name(where / i, item) for i, item in enumerate(value))


def _read_needs(where: Where, tree: Tree) -> Needs:
    if "needs" not in tree:
        return Needs()
    where, value = where / "needs", tree["needs"]
    if not isinstance(value, dict):
        return Needs(read_word(where, value, "need", v.NEEDS))
    with Mistakes() as attempt:
        attempt(check_names, where, value, ("count", "of"), {"of": ": which characters must be there"})
        count = attempt(read_number, where / "count", value.get("count", 1))
        who = attempt(read_filter, where / "of", value.get("of", "minions"))
    return Needs(c.NEEDS_COUNT, count, who)


# What a card does: each part is read by itself, so that a mistake in one does not hide those in the others.
_PARTS: Mapping[str, Callable[[Where, Tree], Any]] = {
    "keywords": _read_keywords,
    "play": lambda where, tree: _read_effect(where, tree, PLAYED, "battlecry", "spell", "power"),
    "combo": lambda where, tree: _read_effect(where, tree, PLAYED, "combo"),
    "deathrattle": lambda where, tree: _read_effect(where, tree, REACTION, "deathrattle"),
    "triggers": _read_triggers,
    "secret": lambda where, tree: parse_trigger(where / "secret", tree["secret"]) if "secret" in tree else None,
    "auras": _read_auras,
    "own_cost": _read_own_cost,
    "options": _read_options,
    "needs": _read_needs,
}
