"""The page `docs/card-pool.md`: every card of the game with its numbers and rules text, written from the card data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

from tools.docs.markdown import section, table

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.definition import CardRef
from evometa.games.hearthstone.cards.wording.rules_text import rules_text

PAGE = Path("docs") / "card-pool.md"

_START = """\
This page is written by `make docs` from the card data. Do not edit it by hand.

It lists every card of the game by class and set: first the cards that decks may hold, then those that other cards
bring into the game. The rules text is generated from the card's data, so it says what the engine does. Stats are attack
and health, or attack and durability of a weapon; a hero without any has the health that the rules give. `evometa card
NAME` shows one card, `evometa card --all` lists them with filters, and [the card language](card-language.md) says how a
card is written.
"""
_NOTES = """\
As far as we know, the cards do what the printed cards do, with these exceptions. Each is a field of its card (`note`).
"""

Makers = Mapping[str, list[str]]


def card_pool_page(card_set: CardSet) -> str:
    """The page as Markdown."""
    makers = _find_makers(card_set)
    classes = [(klass, [card for card in card_set if card.tree["class"] == klass]) for klass in v.CLASSES]
    return "\n".join(
        [
            section("The card pool", _START, level=1),
            section("How many", _count_table(card_set)),
            section("Known differences from the printed cards", _NOTES, _note_table(card_set)),
            *(_class_section(klass, cards, card_set, makers) for klass, cards in classes if cards),
        ]
    )


def _is_collectible(card: Card) -> bool:
    return card.is_collectible


def _title(word: str) -> str:
    return word[:1].upper() + word[1:].replace("-", " ")


# --- at the top --------------------------------------------------------------------------------------------------
def _count_table(card_set: CardSet) -> str:
    """The number of cards that decks may hold, by class and set."""
    counts = Counter((card.tree["class"], card.tree["set"]) for card in card_set if _is_collectible(card))
    sets = [name for name in v.SETS if any(found == name for _, found in counts)]
    classes = [klass for klass in v.CLASSES if any(found == klass for found, _ in counts)]
    rows = [(f"[{_title(klass)}](#{klass})", [counts[klass, name] for name in sets]) for klass in classes]
    rows.append(("**all**", [sum(counts[klass, name] for klass in classes) for name in sets]))
    return table(["class", *sets, "all"], ([title, *map(str, numbers), str(sum(numbers))] for title, numbers in rows))


def _note_table(card_set: CardSet) -> str:
    rows = ([card.name, card.id, card.tree["note"]] for card in card_set if "note" in card.tree)
    return table(["card", "id", "how it differs"], rows)


# --- a class -----------------------------------------------------------------------------------------------------
def _class_section(klass: str, cards: list[Card], card_set: CardSet, makers: Makers) -> str:
    parts = []
    for name in v.SETS:
        found = sorted((card for card in cards if card.tree["set"] == name), key=_order)
        if found:
            parts.append(_set_section(f"{_title(klass)}, {name.replace('-', ' ')}", found, card_set, makers))
    return section(_title(klass), *parts)


def _order(card: Card) -> tuple[int, str]:
    return card.definition.cost, card.name


def _set_section(title: str, cards: list[Card], card_set: CardSet, makers: Makers) -> str:
    parts = []
    if own := [_cells(card, card_set) for card in cards if _is_collectible(card)]:
        parts.append(table(_HEADER, own))
    if brought := [[*_cells(card, card_set), _origin(card, makers)] for card in cards if not _is_collectible(card)]:
        parts += ["What other cards bring, heroes and hero powers:", table([*_HEADER, "comes from"], brought)]
    return section(title, *parts, level=3)


_HEADER = ("card", "cost", "stats", "type", "race", "rarity", "rules text", "id")


def _cells(card: Card, card_set: CardSet) -> list[str]:
    tree = card.tree
    rarity = "" if tree["rarity"] == "invalid" else tree["rarity"]
    stats = "/".join(str(tree[name]) for name in ("attack", "health", "durability") if name in tree)
    kind = tree["type"].replace("_", " ")
    text = rules_text(card, card_set)
    return [card.name, str(tree.get("cost", "")), stats, kind, tree.get("race", ""), rarity, text, card.id]


# --- where tokens come from --------------------------------------------------------------------------------------
def _origin(card: Card, makers: Makers) -> str:
    """The cards that bring a card; heroes and the coin are there from the start."""
    return ", ".join(makers.get(card.id, ["the start of the game"]))


def _find_makers(card_set: CardSet) -> Makers:
    """By the id of a card, the names of the cards that mention it."""
    makers: dict[str, list[str]] = defaultdict(list)
    for maker in card_set:
        for ref in _references(maker.definition):
            for name in ref.names:
                names = makers[card_set[name].id]
                if maker.name not in names:
                    names.append(maker.name)
    return makers


def _references(value: object) -> Iterator[CardRef]:
    """Every mention of a card inside a definition."""
    if isinstance(value, CardRef):
        yield value
    elif isinstance(value, tuple):
        yield from _all_references(value)
    elif is_dataclass(value):
        yield from _all_references(getattr(value, field.name) for field in fields(value))


def _all_references(values: Iterable[object]) -> Iterator[CardRef]:
    for value in values:
        yield from _references(value)
