"""Patches as people write them: TOML files, and changes of one line such as `Fiery War Axe cost +1`.

    name = "A slower axe"
    ban = ["King Krush"]
    one_copy = ["Knife Juggler"]

    [change]
    "Fiery War Axe" = { cost = 1 }
    "Shattered Sun Cleric" = { battlecry.attack = -1 }

    [give]
    "River Crocolisk" = ["taunt"]

    [take]
    "Stonetusk Boar" = ["charge"]

Cards are given by name or id. `allow_zero = true` lets health and durability fall to 0; `exact = true` clamps nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from evometa.games.cards import Card, CardSet, find_card, lookup_card, reference_to
from evometa.games.patches.patch import Patch, check_keywords, find_address, path_in_words, split_address
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.fields import describe_value, read_name, read_text, read_texts, whole_number
from evometa.input.reading import parse_toml, read_file
from evometa.input.shown_text import show_name
from evometa.input.toml_text import format_field, format_value, quote_text
from evometa.input.writing import write_file

FIELDS = ("name", "allow_zero", "exact", "ban", "one_copy", "change", "give", "take")
LINE_FORMS = (
    "CARD NUMBER +1",
    "CARD NUMBER = 4",
    "CARD gains KEYWORD",
    "CARD loses KEYWORD",
    "CARD banned",
    "CARD limited to one copy",
    "ban CARD",
    "limit CARD",
)

MOST_CHANGE = 1000  # in either direction, of a number of a card
_read_change = whole_number(-MOST_CHANGE, MOST_CHANGE)

T = TypeVar("T")

# --- reading ------------------------------------------------------------------------------------


def read_patch(path: Path | str, card_set: CardSet) -> Patch:
    """The patch in a TOML file."""
    return parse_patch(read_file(Path(path), Where(str(path))), card_set, str(path))


def parse_patch(text: str, card_set: CardSet, source: str = "patch") -> Patch:
    """The patch in a TOML text; `source` names the text in error messages."""
    where = Where(source)
    tree = parse_toml(text, where)
    for name in tree:
        if name not in FIELDS:
            raise where.unknown("field", name, FIELDS)
    title = _value(tree, "name", str, where)
    parts: dict[str, Any] = {
        "name": read_name(where / "name", title) if title.strip() else title,
        "allow_zero": _value(tree, "allow_zero", bool, where),
        "exact": _value(tree, "exact", bool, where),
        "changes": _read_changes(_value(tree, "change", dict, where), card_set, where / "change"),
        "given": _read_keywords(_value(tree, "give", dict, where), card_set, where / "give"),
        "taken": _read_keywords(_value(tree, "take", dict, where), card_set, where / "take"),
        "banned": frozenset(_read_cards(_value(tree, "ban", list, where), card_set, where / "ban")),
        "limited": frozenset(_read_cards(_value(tree, "one_copy", list, where), card_set, where / "one_copy")),
    }
    with errors_at(where):
        return Patch(**parts)


def _value(tree: Mapping[str, Any], name: str, kind: type[T], where: Where) -> T:
    """A field of the file, or the empty value of its kind."""
    value = tree.get(name, kind())
    if not isinstance(value, kind):
        words = {str: "a text", bool: "true or false", dict: "a table", list: "a list"}
        raise (where / name).error(f"found {describe_value(value)}, but it must be {words[kind]}")
    return value


def _read_changes(tree: Mapping[str, Any], card_set: CardSet, where: Where) -> dict[str, int]:
    changes: dict[str, int] = {}
    for reference, numbers in tree.items():
        here = where / reference
        if not isinstance(numbers, dict):
            raise here.error(f"found {describe_value(numbers)}, but the changes of a card look like {{ cost = 1 }}")
        for path, delta in _flatten(numbers):
            with errors_at(here / path):
                address = find_address(find_card(card_set, reference), path)
            if type(delta) is not int:
                raise (here / path).error(
                    f"found {describe_value(delta)}, but a change is a whole number such as 1 or -2"
                )
            if address in changes:
                raise (here / path).error(f"the number {address} is changed twice")
            changes[address] = _read_change(here / path, delta)
    return changes


def _flatten(tree: Mapping[str, Any], parents: str = "") -> Iterator[tuple[str, Any]]:
    """Path and value of every leaf: `battlecry.attack = 1` is a table in a table."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{parents}{key}.")
        else:
            yield f"{parents}{key}", value


def _read_keywords(tree: Mapping[str, Any], card_set: CardSet, where: Where) -> dict[str, frozenset[str]]:
    keywords: dict[str, frozenset[str]] = {}
    for reference, words in tree.items():
        if not isinstance(words, list):
            raise (where / reference).error(f'found {describe_value(words)}, but keywords are a list such as ["taunt"]')
        found = read_texts(where / reference, words)
        with errors_at(where / reference):
            card = find_card(card_set, reference)
            check_keywords(card, found)
        keywords[card.id] = keywords.get(card.id, frozenset()) | frozenset(found)
    return keywords


def _read_cards(references: Iterable[Any], card_set: CardSet, where: Where) -> Iterator[str]:
    for index, reference in enumerate(references):
        name = read_text(where / index, reference, "the name or id of a card")
        with errors_at(where / index):
            card = find_card(card_set, name)
        yield card.id


# --- writing ------------------------------------------------------------------------------------


def write_patch(patch: Patch, path: Path | str, card_set: CardSet | None = None) -> None:
    """Write the patch as a TOML file."""
    write_file(Path(path), format_patch(patch, card_set))


def format_patch(patch: Patch, card_set: CardSet | None = None) -> str:
    """The patch as TOML, with the names of the cards if a card set is given, and their ids otherwise."""
    lines = [format_field("name", patch.name)] if patch.name else []
    lines += [f"{name} = true" for name in ("allow_zero", "exact") if getattr(patch, name)]
    for name, cards in (("ban", patch.banned), ("one_copy", patch.limited)):
        if cards:
            lines.append(f"{name} = {_quote_all(_reference(card, card_set) for card in cards)}")
    lines += _table("change", _format_changes(patch.changes), card_set)
    lines += _table("give", {card: _quote_all(words) for card, words in patch.given.items()}, card_set)
    lines += _table("take", {card: _quote_all(words) for card, words in patch.taken.items()}, card_set)
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(name: str, values: Mapping[str, str], card_set: CardSet | None) -> list[str]:
    lines = [f"{quote_text(_reference(card, card_set))} = {value}" for card, value in values.items()]
    return ["", f"[{name}]", *lines] if lines else []


def _format_changes(changes: Mapping[str, int]) -> dict[str, str]:
    by_card: dict[str, list[str]] = {}
    for address, delta in changes.items():
        card_id, path = split_address(address)
        by_card.setdefault(card_id, []).append(f"{path} = {delta}")
    return {card_id: f"{{ {', '.join(numbers)} }}" for card_id, numbers in by_card.items()}


def _reference(card_id: str, card_set: CardSet | None) -> str:
    """The name of the card if that is enough to find it, otherwise its id."""
    return card_id if card_set is None else reference_to(card_set, card_set[card_id])


def _quote_all(texts: Iterable[str]) -> str:
    return format_value(sorted(texts))


# --- one line -----------------------------------------------------------------------------------


def parse_change(line: str, card_set: CardSet) -> Patch:
    """The patch that one line says, in one of `LINE_FORMS`; a number is given by its address or its path in words."""
    text = " ".join(line.split())
    if match := re.fullmatch(r"(.+?) ?([+-]) ?(\d+)", text):
        _, address = _find_number(match[1], card_set)
        return Patch(changes={address: _read_digits(match[2] + match[3])})
    if match := re.fullmatch(r"(.+?) ?= ?(-?\d+)", text):
        card, address = _find_number(match[1], card_set)
        return Patch(changes={address: _read_digits(match[2]) - card.numbers()[address]})
    if match := re.fullmatch(r"(.+) (gains|loses) (.+)", text):
        card, words = find_card(card_set, match[1]), match[3].split(", ")
        check_keywords(card, words)
        keywords = {card.id: frozenset(words)}
        return Patch(given=keywords) if match[2] == "gains" else Patch(taken=keywords)
    if match := re.fullmatch(r"(ban|limit) (.+?)(?: to one copy)?", text, re.IGNORECASE):
        cards = frozenset([find_card(card_set, match[2]).id])
        return Patch(banned=cards) if match[1].lower() == "ban" else Patch(limited=cards)
    if match := re.fullmatch(r"(.+?) (banned|(?:limited to )?one copy)", text):
        cards = frozenset([find_card(card_set, match[1]).id])
        return Patch(banned=cards) if match[2] == "banned" else Patch(limited=cards)
    raise InputError(f"cannot read the change {line!r}; write one of: {', '.join(LINE_FORMS)}")


def parse_changes(lines: Iterable[str], card_set: CardSet) -> Patch:
    """One patch of many lines."""
    patch = Patch()
    for line in lines:
        change = parse_change(line, card_set)
        if "=" in line and (twice := change.changes.keys() & patch.changes.keys()):
            raise InputError(f"the change {line!r} sets {min(twice)}, which a change before it changed; give only one")
        patch = patch.compose(change)
    return patch


def _read_digits(text: str) -> int:
    """A number of a change; one that is far too long to be read is out of range, too."""
    if len(text) > len(str(-MOST_CHANGE)) + 1:
        raise InputError(f"the number {show_name(text)} is out of range; allowed: from -{MOST_CHANGE} to {MOST_CHANGE}")
    return int(_read_change(Where(""), int(text)))


def _find_number(text: str, card_set: CardSet) -> tuple[Card, str]:
    """The card and the address of `Fireball spell damage`, `Fireball spell.damage` or `CS2_029.spell.damage`."""
    card_id, path = split_address(text)
    words = [card_id, path] if path and lookup_card(card_set, card_id) else text.split(" ")
    for n in range(len(words), 0, -1):
        if card := lookup_card(card_set, " ".join(words[:n])):
            return card, _find_path(card, " ".join(words[n:]))
    card = find_card(card_set, " ".join(words[:-1]) or text)  # this raises an error, which names the nearest card
    return card, find_address(card, words[-1])


def _find_path(card: Card, words: str) -> str:
    for address in card.numbers():
        if path_in_words(split_address(address)[1]).lower() == path_in_words(words).lower():
            return address
    return find_address(card, words)
