"""Tribes of one's own: any word that is no other word of the language. A card has one, and phrases mean it.

Its code is made from its name, so that it is the same in every process, whoever read which card first. That a card of
the set really has the tribe is checked when the set is compiled.
"""

from __future__ import annotations

import difflib
import re
from zlib import crc32

from evometa.cards.language import vocabulary as v
from evometa.input.errors import PhraseError

FIRST_OWN = 100  # code of a tribe that is not the game's own
_MOST_OWN = 32_000
_NAME = re.compile(r"[a-z][a-z0-9-]{1,29}")
_NEAR = 0.75  # as alike as that are a word and its misspelling
_NOUNS = (*v.RACES, *v.KINDS, *v.CARD_KINDS, *v.PLURALS.values(), "enemy")
_TAKEN = {
    word
    for words in (
        v.KEYWORDS,
        v.STATUSES,
        v.SIDES,
        v.STATES,
        v.TYPES,
        v.CLASSES,
        v.RARITIES,
        v.QUANTIFIERS,
        v.CONDITIONS,
    )
    for phrase in words
    for word in phrase.split()
} | {"other", "another", "this", "target", "armor", "attack", "health", "damage", "hand", "deck", "board", "card"}
_names: dict[int, str] = {}  # by code: what people call it


def find_tribe(word: str) -> int | None:
    """The code of a tribe, by its name or plural; None if the word can be no tribe, or is rather a misspelt word."""
    known = v.RACES.get(word) or v.RACES.get(word.removesuffix("s"))
    if known:
        return known.code
    if not _NAME.fullmatch(word) or word in _TAKEN or word in _NOUNS or _is_misspelt(word):
        return None
    key = word.removesuffix("s")
    code = FIRST_OWN + crc32(key.encode()) % _MOST_OWN
    taken = _names.setdefault(code, key)
    if taken.removesuffix("s") != key:
        raise PhraseError(f"the tribes '{taken}' and '{word}' cannot be told apart by their codes: rename one of them")
    return code


def name_tribe(word: str) -> int | None:
    """The same for the word that a card has as its tribe, which is what people call it."""
    code = find_tribe(word)
    if code is not None and code >= FIRST_OWN:
        _names[code] = word
    return code


def tribe_name(code: int) -> str:
    """What a tribe of somebody's own is called."""
    return _names.get(code, "tribe")


def _is_misspelt(word: str) -> bool:
    """Whether a word looks like another noun, or like a part of one."""
    if any(len(word) > 2 and noun.startswith(word) for noun in _NOUNS):
        return True
    return bool(difflib.get_close_matches(word, _NOUNS, n=1, cutoff=_NEAR))
