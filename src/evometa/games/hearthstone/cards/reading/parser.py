"""From a card's data, as its file has it, to its definition; every mistake becomes an error that names its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from evometa.games.hearthstone.cards.compiling.sizes import MAX_AURAS, MAX_OPTIONS, MAX_TRIGGERS
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import definition as meant
from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.phrases import Event, Quantity
from evometa.games.hearthstone.cards.reading.effects import (
    check_names,
    name_required,
    parse_effect,
    parse_trigger,
    read_condition,
    read_table,
)
from evometa.games.hearthstone.cards.reading.values import (
    READERS,
    read_card_name,
    read_filter,
    read_keywords,
    read_number,
    read_quantity,
    read_word,
)
from evometa.input.errors import Mistakes, Where
from evometa.input.fields import wrong_type

Tree = Mapping[str, Any]
_FIELDS = {field.name: field for field in g.CARD_FIELDS}
_REQUIRED = {kind: name_required(field for field in g.CARD_FIELDS if kind in field.required) for kind in v.TYPES}
_PLAIN = {f.name: f.value for f in g.CARD_FIELDS if f.value in READERS and f.name not in ("type", "keywords")}
_ABOUT = ("id", "dbf_id", "name", "set", "note")  # fields for people, of which a definition knows nothing
_NO_EVENT = Event(c.ON_TURN_START)  # or one that is about nobody
_MINIONS_ONLY = dict.fromkeys((c.PICK_ADJACENT, c.PICK_NEXT_TO_TARGET, c.PICK_SUMMONED), c.MINIONS)
_SLOTS = {"class": "klass", "durability": "health"}  # where a definition has another name for a field


def parse_card(where: Where, tree: Tree) -> meant.Definition:
    """The definition of a card. All of it is checked, except whether the cards that it mentions exist.

    An error names every mistake of the card.
    """
    with Mistakes() as attempt:
        card_type = attempt(_read_type, where, tree)
        attempt(_check_fields, where, tree, card_type)
        read = {name: attempt(_read_plain, where, name, value) for name, value in tree.items() if name in _PLAIN}
        done = {name: attempt(reader, where, tree) for name, reader in _PARTS.items()}
    plain = {_SLOTS.get(name, name): value for name, value in read.items() if name not in _ABOUT}
    definition = meant.Definition(type=v.TYPES[card_type].code, **plain, **done)
    _check_kinds(where, tree, definition)
    return definition


def _check_kinds(where: Where, tree: Tree, card: meant.Definition) -> None:
    """Refuse verbs for minions where they could meet a hero, or a weapon."""
    this = c.HEROES if card.type in (c.WEAPON, c.POWER) or card.secret else c.MINIONS  # a minion can offer a spell
    played = next((name for name in ("battlecry", "spell", "power") if name in tree), "")
    effects = ((played, card.play), ("combo", card.combo), ("deathrattle", card.deathrattle))
    parts = [(name, effect, _NO_EVENT) for name, effect in effects]
    parts += [("whenever", each.effect, each.event) for each in card.triggers]
    parts += [("secret", each.effect, each.event) for each in (card.secret,) if each]
    with Mistakes() as attempt:
        if card.type == c.POWER and any(step.op == c.OP_RETURN_LATER for step in meant.walk_steps(card.play)):
            attempt.note((where / played).error("a hero power cannot come to a hand: 'return_later' is for cards"))
        for name, effect, event in parts:
            for verb in _heroes_met(effect, this, event):
                attempt.note(
                    (where / name).error(
                        f"'{verb}' is for minions, and could meet a hero or a weapon here; allowed: a selector of "
                        "minions, as in 'any minion', or a target of which 'the target is a minion' is asked first"
                    )
                )


def _heroes_met(effect: meant.Effect, this: int, event: Event, target: int | None = None) -> Iterator[str]:
    """The verbs of an effect that are for minions and could meet a hero; `this` is what the effect's own card is."""
    look, chosen = partial(_heroes_met, this=this, event=event), meant.chosen_target(effect)
    target = (chosen.kinds if chosen else 0) if target is None else target
    for node in effect:
        if isinstance(node, meant.Branch):
            is_minion = node.condition.code == c.IF_TARGET and node.condition.each.kinds == c.MINIONS
            yield from look(node.then, target=c.MINIONS if is_minion else target)
            yield from look(node.otherwise, target=target)
        else:
            of_this = this if node.op in (c.OP_BECOME_COPY, c.OP_SWAP_WITH_HAND) else 0
            met = _kinds_of(node, this, event, target) if node.verb.is_for_minions else 0
            if (met | of_this) & c.HEROES:
                yield node.verb.name
            yield from look(node.body, target=target)
            if node.ability:
                yield from _heroes_met(node.ability.effect, c.MINIONS, node.ability.event)


def _kinds_of(step: meant.Step, this: int, event: Event, target: int) -> int:
    """Whom the selector of a step can find."""
    selection = step.selection
    assert selection is not None
    if selection.pick == c.PICK_TARGET and not selection.is_chosen:
        return target
    other = event.who if event.code == c.ON_SPELL_TARGET else event.whom
    found = {c.PICK_THIS: this, c.PICK_IT: event.who.kinds, c.PICK_OTHER: other.kinds, **_MINIONS_ONLY}
    return found.get(selection.pick, selection.who.kinds)


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
        card_id = tree.get("id")
        if isinstance(card_id, str) and ("." in card_id or " " in card_id):
            problem = f"found '{card_id}'; allowed: a text without dots and spaces, because addresses use them"
            attempt.note((where / "id").error(problem))


def _items(where: Where, value: Any) -> list[tuple[Where, Any]]:
    """The elements of a list, each with its place; a value that stands alone is one."""
    return [(where / i, item) for i, item in enumerate(value)] if isinstance(value, list) else [(where, value)]


def _read_triggers(where: Where, value: Any) -> tuple[meant.Trigger, ...]:
    with Mistakes() as attempt:
        triggers = tuple(attempt(parse_trigger, *item) for item in _items(where, value))
    if len(triggers) > MAX_TRIGGERS:
        raise where.error(f"found {len(triggers)} triggers; allowed: at most {MAX_TRIGGERS}")
    return triggers


def _read_auras(where: Where, tree: Tree) -> tuple[meant.Aura, ...]:
    here = where / "aura"
    with Mistakes() as attempt:
        auras = [attempt(_read_aura, *item) for item in _items(here, tree.get("aura", []))]
        if "enrage" in tree:
            auras.append(attempt(_read_enrage, where / "enrage", tree["enrage"]))
    if len(auras) > MAX_AURAS:
        raise here.error(f"found {len(auras)} auras, enrage included; allowed: at most {MAX_AURAS}")
    return tuple(auras)


def _read_enrage(where: Where, value: Any) -> meant.Aura:
    """An aura on the minion itself, or on its player's weapon, while it is damaged."""
    table = read_table(where, value, "a table, as in { attack = 3 }")
    for name in ("to", "while"):
        if name in table:
            raise where.error(f"an enrage has no field '{name}': it works on itself while it is damaged")
    on_itself = {} if "weapon_attack" in table else {"to": "this"}
    return _read_aura(where, {**table, **on_itself, "while": "this is damaged"})


def _read_aura(where: Where, value: Any) -> meant.Aura:
    table = read_table(where, value, "a table, as in { attack = 1, to = 'all other friendly minions' }")
    kind = _find_aura_kind(where, table)
    fields = {field.name: field for field in (*kind.heads, *kind.fields)}
    with Mistakes() as attempt:
        attempt(check_names, where, table, fields, name_required(kind.fields))
        read = {
            field.slot: attempt(READERS[field.value], where / name, table[name])
            for name, field in fields.items()
            if name in table and name != "while"
        }
        if (quantity := read.get("quantity")) and quantity.code != c.PER_CHARACTER:
            attempt.note((where / "for_each").error("an aura can count characters only, as in 'other friendly minion'"))
        condition = attempt(read_condition, where / "while", table.get("while"), v.AURA_CONDITIONS)
    whose, cards = read.pop("of", (c.YOU, 0))
    aura = meant.Aura(**{"kind": kind.op, **read}, whose=whose, cards=cards, condition=condition)
    whom = aura.selection
    reached = ((c.PICK_THIS, c.CHARACTERS), (c.PICK_ADJACENT, c.MINIONS), (c.PICK_ALL, c.MINIONS))
    is_free = aura.kind == c.AURA_COST and aura.amount2
    problems = (
        (
            "to",
            whom and (whom.pick, whom.who.kinds) not in reached,
            "an aura works on 'this', 'adjacent minions' or 'all ...' minions",
        ),
        ("give", aura.keywords & c.DIES_AT_END, "an aura cannot give 'dies at end of turn'"),
        ("of", cards & c.CARD_SECRET, "an aura cannot tell secrets from other spells: name 'spells'"),
        ("of", is_free and cards != c.CARD_SPELL, "only spells can be free"),
        ("floor", aura.floor and cards != c.CARD_MINION, "only the costs of minions can have a floor"),
    )
    for name, is_unfit, problem in problems:
        if is_unfit:
            raise (where / name).error(problem)
    return aura


def _find_aura_kind(where: Where, table: Tree) -> g.Verb:
    found = [kind for kind in g.AURAS if any(head.name in table for head in kind.heads)]
    names = [head.name for kind in g.AURAS for head in kind.heads]
    if not found:
        others = [name for name in table if name not in ("to", "while", "of", "floor", "for_each")]
        raise where.unknown("aura", others[0] if others else "", names)
    if len(found) > 1:
        both = " and ".join(f"'{kind.heads[0].name}'" for kind in found)
        raise where.error(f"one aura cannot be two things: {both}; write two auras")
    return found[0]


def _read_own_cost(where: Where, value: Any) -> tuple[int, Quantity]:
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


def _read_options(where: Where, value: Any) -> tuple[meant.CardRef, ...]:
    if not isinstance(value, list) or len(value) != MAX_OPTIONS:
        raise wrong_type(where, value, g.Value.CARD_NAMES.value)
    return tuple(read_card_name(*item) for item in _items(where, value))


def _read_needs(where: Where, value: Any) -> meant.Needs:
    if not isinstance(value, dict):
        return meant.Needs(read_word(where, value, "need", v.NEEDS))
    with Mistakes() as attempt:
        attempt(check_names, where, value, ("count", "of"), {"of": ": which characters must be there"})
        count = attempt(read_number, where / "count", value.get("count", 1))
        who = attempt(read_filter, where / "of", value.get("of", "minions"))
    return meant.Needs(c.NEEDS_COUNT, count, who)


def _part(reader: Callable[[Where, Any], Any], *names: str, otherwise: Any = ()) -> Callable[[Where, Tree], Any]:
    """Reads the first of some fields that is there."""

    def read(where: Where, tree: Tree) -> Any:
        name = next((name for name in names if name in tree), None)
        return otherwise if name is None else reader(where / name, tree[name])

    return read


_parse_played = partial(parse_effect, event=meant.PLAYED)

# What a card does: each part is read by itself, so that a mistake in one does not hide those in the others.
_PARTS: Mapping[str, Callable[[Where, Tree], Any]] = {
    "keywords": _read_keywords,
    "play": _part(_parse_played, "battlecry", "spell", "power"),
    "combo": _part(_parse_played, "combo"),
    "deathrattle": _part(partial(parse_effect, event=meant.DYING), "deathrattle"),
    "triggers": _part(_read_triggers, "whenever"),
    "secret": _part(parse_trigger, "secret", otherwise=None),
    "auras": _read_auras,
    "own_cost": _part(_read_own_cost, "own_cost", otherwise=None),
    "options": _part(_read_options, "choose_one"),
    "needs": _part(_read_needs, "needs", otherwise=meant.Needs()),
}
