"""The names of cards that evometa does not have: the package `hearthstone_data` knows all of the game's.

It is an extra (`pip install 'evometa[names]'`), because its file is a hundred megabytes large. It is read only to name
the cards of a deck code that are missing, which takes about two seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from importlib.util import find_spec
from xml.etree.ElementTree import Element, iterparse

PACKAGE = "hearthstone_data"
NAME = "Tag[@name='CARDNAME']/enUS"


def can_name() -> bool:
    """Whether the package is installed."""
    return find_spec(PACKAGE) is not None


def find_names(numbers: Collection[int]) -> dict[int, str]:
    """The English names of cards by their numbers (`dbf_id`), as far as the package is there and knows them."""
    wanted = {str(number) for number in numbers}
    found: dict[int, str] = {}
    if not can_name():
        return found
    for _, element in iterparse(str(import_module(PACKAGE).get_carddefs_path())):
        if element.tag != "Entity":
            continue
        if element.get("ID") in wanted:
            found[int(element.attrib["ID"])] = _name_of(element)
            if len(found) == len(wanted):
                break
        element.clear()  # so that the whole file is never in memory
    return found


def _name_of(card: Element) -> str:
    return card.findtext(NAME, default="") or card.get("CardID", "")
