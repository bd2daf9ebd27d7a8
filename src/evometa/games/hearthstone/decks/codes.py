"""Hearthstone deck codes: the line of letters with which people share a deck.

A code holds the numbers (`dbf_id`) of a hero and of the cards, and how many copies of each: no name and no style. How
they are packed is the business of the `hearthstone` package, which is imported only when there is a code to read or
write, because it takes a tenth of a second.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from xml.etree.ElementTree import iterparse

from evometa.games.cards import Card, CardSet, reference_to
from evometa.games.decks.deck import MOST_COPIES
from evometa.input.errors import InputError, Where
from evometa.input.shown_text import show_name

MOST_LETTERS = 1000  # of a code: several times what the largest deck takes
MOST_ID = (1 << 31) - 1
_FORMAT_VERSION = 1
CARD_NAMES = "hearthstone_data"  # an extra, 'evometa[names]', because its file is a hundred megabytes large
_CUT_OFF = "the deck code is cut off; copy all of it, with the '=' at its end if there are any"


def is_deck_code(text: str) -> bool:
    """Whether a text can only be meant as a deck code; it may still be a wrong one."""
    return re.fullmatch(r"AA[A-Za-z0-9+/]{6,}={0,2}", text) is not None  # every version up to 15 starts with AA


def read_code(code: str, card_set: CardSet, where: Where) -> tuple[str, tuple[str, ...]]:
    """The class and the cards of a deck code, in the order of the code, one entry for each copy.

    Cards are given by name, or by id where a name is not enough.
    """
    hero, numbers = _unpack(code, where)
    by_number = {card.tree["dbf_id"]: card for card in card_set if "dbf_id" in card.tree}
    if missing := [number for number, _ in numbers if number not in by_number]:
        raise where.error(
            f"the card set does not have {len(missing)} of the {len(numbers)} different cards of the deck code: "
            f"{_describe_missing(missing)}"
        )
    copies = [(by_number[number], n) for number, n in numbers]
    klass = _find_class(by_number.get(hero), (card for card, _ in copies))
    if klass is None:
        raise where.error(f"the card set has no hero with the dbf_id {hero}, and no card tells the class")
    return klass, tuple(reference for card, n in copies for reference in [reference_to(card_set, card)] * n)


def _describe_missing(numbers: Sequence[int]) -> str:
    """The cards that are missing, by name where that is known, and what to do."""
    names = _find_names(numbers)
    known = [show_name(names[number]) for number in numbers if number in names]
    others = [str(number) for number in numbers if number not in names]
    told = [", ".join(known)] if known else []
    told += [f"those with the dbf_id {', '.join(others)}"] if others else []
    way_out = "allowed: the cards that 'evometa card --all' lists, and your own"
    if others and find_spec(CARD_NAMES) is None:
        way_out += "; pip install 'evometa[names]' names cards that are missing"
    return f"{', and '.join(told)}; {way_out}"


def _find_names(numbers: Sequence[int]) -> dict[int, str]:
    """The English names of cards by their numbers, as far as the package is there and knows them.

    It reads all of the game's cards, which takes about two seconds.
    """
    wanted = {str(number) for number in numbers}
    found: dict[int, str] = {}
    if find_spec(CARD_NAMES) is None:
        return found
    for _, element in iterparse(str(import_module(CARD_NAMES).get_carddefs_path())):
        if element.tag != "Entity":
            continue
        if element.get("ID") in wanted:
            name = element.findtext("Tag[@name='CARDNAME']/enUS", default="")
            found[int(element.attrib["ID"])] = name or element.get("CardID", "")
            if len(found) == len(wanted):
                break
        element.clear()  # so that the whole file is never in memory
    return found


def write_code(klass: str, copies: Mapping[str, int], card_set: CardSet) -> str:
    """The deck code of a class and the copies of each card, by id; for the game's format that allows every card."""
    from hearthstone.deckstrings import write_deckstring
    from hearthstone.enums import FormatType

    hero = next((card for card in card_set if card.tree["type"] == "hero" and card.tree["class"] == klass), None)
    if hero is None:
        raise InputError(f"the card set has no hero of the class {klass}, which a deck code needs")
    numbers = [(_number_of(card_set[card_id]), n) for card_id, n in copies.items()]
    return str(write_deckstring(numbers, [_number_of(hero)], FormatType.FT_WILD))


def _number_of(card: Card) -> int:
    if "dbf_id" not in card.tree:
        raise InputError(
            f"card {card.name} ({card.id}) cannot be in a deck code: it has no dbf_id; "
            "give it one in its card file, or write the deck as TOML or as a list"
        )
    return int(card.tree["dbf_id"])


def _find_class(hero: Card | None, cards: Iterable[Card]) -> str | None:
    """The class of the hero. Heroes come in many looks; for one that is not known, the class of the deck's cards."""
    if hero is not None and hero.tree["type"] == "hero":
        return str(hero.tree["class"])
    classes = {str(card.tree["class"]) for card in cards} - {"neutral"}
    return classes.pop() if len(classes) == 1 else None


# --- unpacking ----------------------------------------------------------------------------------


def _unpack(code: str, where: Where) -> tuple[int, list[tuple[int, int]]]:
    """The number of the hero, and of each card its number and how many copies of it there are."""
    from hearthstone.deckstrings import parse_deckstring

    _check_start(code, where)
    try:
        copies, heroes, _, sideboards = parse_deckstring(code)
    except (EOFError, TypeError):  # the package meets the end of the data with either, depending on its version
        raise where.error(_CUT_OFF) from None
    except ValueError as error:
        raise where.error(f"the deck code is not for a format of the game ({error}); copy it again") from None
    if len(heroes) != 1:
        raise where.error(f"the deck code has {len(heroes)} heroes; allowed: 1")
    if sideboards:
        raise where.error(f"the deck code has a sideboard of {len(sideboards)} cards; allowed: codes without one")
    for number, n in copies:
        if not 1 <= n <= MOST_COPIES:
            raise where.error(
                f"the deck code has {show_name(str(n))} copies of the card with the dbf_id "
                f"{show_name(str(number))}; allowed: 1 to {MOST_COPIES}"
            )
    if max(heroes[0], *(number for number, _ in copies), 0) > MOST_ID:
        raise where.error("the deck code has a card number that is out of range; copy it again")
    return heroes[0], copies


def _check_start(code: str, where: Where) -> None:
    """Tell apart what the package does not: no deck code at all, one that is cut off, and one of another version."""
    if len(code) > MOST_LETTERS:
        raise where.error(f"the deck code has {len(code)} letters; allowed: at most {MOST_LETTERS}")
    if not is_deck_code(code):
        raise where.error(f"{code!r} is not a deck code; allowed: a code such as those that the game copies, AAE...")
    try:
        _, version, *_ = base64.b64decode(code, validate=True)
    except binascii.Error:
        raise where.error(_CUT_OFF) from None
    if version != _FORMAT_VERSION:
        raise where.error(f"the deck code is of format version {version}; allowed: version {_FORMAT_VERSION}")
