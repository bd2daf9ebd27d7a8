"""From a card's data, as its file has it, to its definition; every mistake becomes an error that names its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

Tree = Mapping[str, Any]
_FIELDS = {field.name: field for field in g.CARD_FIELDS}


def parse_card(where: Where, tree: Tree) -> Definition:
    """The definition of a card. All of it is checked, except whether the cards that it mentions exist."""
    card_type = _read_type(where, tree)
    _check_fields(where, tree, card_type)
    read = {name: _read_plain(where, name, value) for name, value in tree.items() if name in _PLAIN}
    return Definition(
        type=v.TYPES[card_type].code,
        klass=read["class"],
        rarity=read["rarity"],
        race=read.get("race", c.NO_RACE),
        collectible=read.get("collectible", True),
        cost=read.get("cost", 0),
        attack=read.get("attack", 0),
        health=read.get("durability", read.get("health")),
        keywords=read_keywords(where / "keywords", tree["keywords"], v.KEYWORDS) if "keywords" in tree else 0,
        spell_damage=read.get("spell_damage", 0),
        overload=read.get("overload", 0),
        play=_read_effect(where, tree, PLAYED, "battlecry", "spell", "power"),
        combo=_read_effect(where, tree, PLAYED, "combo"),
        deathrattle=_read_effect(where, tree, REACTION, "deathrattle"),
        triggers=_read_triggers(where, tree),
        secret=parse_trigger(where / "secret", tree["secret"]) if "secret" in tree else None,
        auras=_read_auras(where, tree),
        own_cost=_read_own_cost(where / "own_cost", tree["own_cost"]) if "own_cost" in tree else None,
        options=_read_options(where / "choose_one", tree["choose_one"]) if "choose_one" in tree else (),
        needs=_read_needs(where / "needs", tree["needs"]) if "needs" in tree else Needs(),
        hero_power=read.get("hero_power"),
    )


_STRUCTURED = {
    g.Value.EFFECT, g.Value.TRIGGER, g.Value.TRIGGERS, g.Value.AURAS, g.Value.ENRAGE, g.Value.OWN_COST, g.Value.NEEDS,
    g.Value.CARD_NAMES, g.Value.KEYWORDS, g.Value.SET,
}  # fmt: skip
_PLAIN = {field.name: field.value for field in g.CARD_FIELDS if field.value not in _STRUCTURED}


def _read_plain(where: Where, name: str, value: object) -> Any:
    """A field that is one value. Numbers in range, which are common, take a short cut: a search parses many cards."""
    kind = _PLAIN[name]
    if kind is g.Value.NUMBER and type(value) is int and 0 <= value <= 99:
        return value
    return READERS[kind](where / name, value)


# Both say what happens when the card is played, so one of them would be ignored.
_EXCLUSIVE = (("spell", "secret"), ("choose_one", "spell"), ("choose_one", "secret"), ("choose_one", "battlecry"))


def _read_type(where: Where, tree: Tree) -> str:
    if "type" not in tree:
        raise where.error(f"the field 'type' is missing; allowed: {', '.join(v.TYPES)}")
    read_word(where / "type", tree["type"], "type", v.TYPES)
    return str(tree["type"])


def _check_fields(where: Where, tree: Tree, card_type: str) -> None:
    """Check that no field is unknown, belongs to another card type, or is missing."""
    for name in tree:
        if name not in _FIELDS:
            raise where.unknown("field", name, _FIELDS)
        if card_type not in _FIELDS[name].types:
            allowed = [field.name for field in g.CARD_FIELDS if card_type in field.types]
            raise where.error(f"a {card_type} has no field '{name}'; allowed: {', '.join(allowed)}")
    for field in g.CARD_FIELDS:
        if card_type in field.required and field.name not in tree:
            raise where.error(f"the field '{field.name}' is missing: {field.meaning} ({field.value.value})")
    for pair in _EXCLUSIVE:
        if all(name in tree for name in pair):
            raise where.error(f"a card cannot have both '{pair[0]}' and '{pair[1]}'")
    if "." in str(tree["id"]) or " " in str(tree["id"]):
        raise (where / "id").error(
            f"found '{tree['id']}'; allowed: a text without dots and spaces, because addresses use them"
        )
    if tree["set"] not in v.SETS:
        raise (where / "set").unknown("set", tree["set"], v.SETS)


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
    triggers = tuple(parse_trigger(here if i is None else here / i, item) for i, item in _as_list(tree["whenever"]))
    if len(triggers) > MAX_TRIGGERS:
        raise here.error(f"found {len(triggers)} triggers; allowed: at most {MAX_TRIGGERS}")
    return triggers


def _read_auras(where: Where, tree: Tree) -> tuple[Aura, ...]:
    if "aura" not in tree and "enrage" not in tree:
        return ()
    here = where / "aura"
    auras = [_read_aura(here if i is None else here / i, item) for i, item in _as_list(tree.get("aura", []))]
    if "enrage" in tree:
        auras.append(_read_enrage(where / "enrage", tree["enrage"]))
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
    heads = {head.name for head in kind.heads}
    allowed = [*heads, *(field.name for field in kind.fields)]
    for name in table:
        if name not in allowed:
            raise where.unknown("field", name, allowed)
    for field in kind.fields:
        if field.required and field.name not in table:
            raise where.error(f"the field '{field.name}' is missing: {field.meaning} ({field.value.value})")
    read = {
        f.name: READERS[f.value](where / f.name, table[f.name])
        for f in (*kind.heads, *kind.fields)
        if f.name in table and f.name != "while"
    }
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
        condition=read_condition(where / "while", table.get("while"), v.AURA_CONDITIONS),
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


def _check_aura_selection(where: Where, selection: Selection) -> Selection:
    if selection.pick not in (c.PICK_THIS, c.PICK_ADJACENT, c.PICK_ALL):
        raise where.error("an aura works on 'this', 'adjacent minions', a hero or 'all ...'")
    return selection


def _read_own_cost(where: Where, value: Any) -> tuple[int, Quantity]:
    table = read_table(where, value, "a table, as in { cost = -1, for_each = 'card in your hand' }")
    for name in table:
        if name not in ("cost", "for_each"):
            raise where.unknown("field", name, ("cost", "for_each"))
    for name in ("cost", "for_each"):
        if name not in table:
            raise where.error(f"the field '{name}' is missing")
    return read_number(where / "cost", table["cost"], g.Value.CHANGE), read_quantity(
        where / "for_each", table["for_each"]
    )


def _read_options(where: Where, value: Any) -> tuple[CardRef, ...]:
    if not isinstance(value, list) or len(value) != MAX_OPTIONS:
        raise wrong_type(where, value, g.Value.CARD_NAMES.value)
    return tuple(read_card_name(where / i, item) for i, item in enumerate(value))


def _read_needs(where: Where, value: Any) -> Needs:
    if not isinstance(value, dict):
        return Needs(read_word(where, value, "need", v.NEEDS))
    for name in value:
        if name not in ("count", "of"):
            raise where.unknown("field", name, ("count", "of"))
    if "of" not in value:
        raise where.error("the field 'of' is missing: which characters must be there")
    count = read_number(where / "count", value.get("count", 1))
    return Needs(c.NEEDS_COUNT, count, read_filter(where / "of", value["of"]))
