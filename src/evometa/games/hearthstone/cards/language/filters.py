"""Filters: which characters a phrase means, as in "other friendly beasts"; and the tribes of one's own among them.

Any word that is no other word of the language can be a tribe: a card has it, and phrases mean it. Its code is made from
its name, so that it is the same in every process, whoever read which card first. That a card of the set really has the
tribe is checked when the set is compiled.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from zlib import crc32

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.lexicon import FIRST_FREE, cached_phrases, spoken
from evometa.input.errors import PhraseError, describe_words

_MOST_OWN = 32_000
_TRIBE_NAME = re.compile(r"[a-z][a-z0-9-]{1,29}")
_NEAR = 0.75  # as alike as that are a word and its misspelling
_tribe_names: dict[int, str] = {}  # by code: what people call it


def find_tribe(word: str) -> int | None:
    """The code of a tribe, by its name or plural; None if the word can be no tribe, or is rather a misspelt word."""
    lexicon = spoken()
    if known := lexicon.tribes.get(word) or lexicon.tribes.get(word.removesuffix("s")):
        return known.code
    if not _TRIBE_NAME.fullmatch(word) or word in lexicon.taken or word in lexicon.nouns or _is_misspelt(word):
        return None
    key = word.removesuffix("s")
    code = FIRST_FREE + crc32(key.encode()) % _MOST_OWN
    taken = _tribe_names.setdefault(code, key)
    if taken.removesuffix("s") != key:
        raise PhraseError(f"the tribes '{taken}' and '{word}' cannot be told apart by their codes: rename one of them")
    return code


def name_tribe(word: str) -> int | None:
    """The same for the word that a card has as its tribe, which is what people call it."""
    code = find_tribe(word)
    if code is not None and code >= FIRST_FREE:
        _tribe_names[code] = word
    return code


def tribe_name(code: int) -> str:
    """What a tribe is called."""
    return _tribe_names.get(code, "tribe") if code >= FIRST_FREE else spoken().tribe_names[code - 1]


def _is_misspelt(word: str) -> bool:
    """Whether a word looks like another noun, or like a part of one."""
    nouns = spoken().nouns
    if any(len(word) > 2 and noun.startswith(word) for noun in nouns):
        return True
    return bool(difflib.get_close_matches(word, nouns, n=1, cutoff=_NEAR))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which characters: all that match every part."""

    sides: int = 0
    kinds: int = 0
    other: int = 0  # 1 leaves out the source of the effect, 2 everybody else
    race: int = 0
    state: int = 0
    keywords: int = 0
    min_attack: int = c.NO_LIMIT
    max_attack: int = c.NO_LIMIT


NOBODY = Filter()
ANYBODY = Filter(sides=c.EITHER, kinds=c.CHARACTERS)
ANY_MINION = Filter(sides=c.EITHER, kinds=c.MINIONS)
YOUR_HERO = Filter(sides=c.FRIENDLY, kinds=c.HEROES)
ENEMY_HERO = Filter(sides=c.ENEMY, kinds=c.HEROES)
ITSELF = 2  # of `other`: only the source of the effect
THIS_MINION = Filter(sides=c.EITHER, kinds=c.MINIONS, other=ITSELF)


ADJECTIVES = {**v.KEYWORDS, "frozen": v.STATUSES["frozen"]}


def _nouns() -> tuple[str, ...]:
    return (*v.KINDS, *spoken().tribes, "enemy")


def _filter_words() -> tuple[str, ...]:
    return ("other", *v.SIDES, *v.STATES, *ADJECTIVES, *_nouns(), *spoken().plurals.values())


@cached_phrases
def parse_filter(phrase: str) -> Filter:
    """Which characters, without a quantifier: "other friendly beasts", "damaged enemy minion", "enemies"."""
    words = phrase.split()
    if not words:
        raise PhraseError(f"a filter needs a noun; {describe_words('', _nouns())}")
    noun = spoken().singulars.get(words[-1], words[-1])
    if noun in v.KINDS:
        base = Filter(sides=c.EITHER, kinds=v.KINDS[noun].code)
    elif noun == "enemy":
        base = Filter(sides=c.ENEMY, kinds=c.CHARACTERS)
    elif tribe := find_tribe(noun):
        base = Filter(sides=c.EITHER, kinds=c.MINIONS, race=tribe)
    else:
        raise PhraseError(f"unknown word '{words[-1]}' in '{phrase}'; {describe_words(words[-1], _filter_words())}")
    return _describe(base, words[:-1], phrase)


def _describe(base: Filter, words: list[str], phrase: str) -> Filter:
    """The filter narrowed by the words before its noun, each kind of word at most once."""
    result = base
    while words:
        starts = (" ".join(words[:length]) for length in (3, 2))  # several words may be one keyword: "divine shield"
        word = next((start for start in starts if start in ADJECTIVES), words[0])
        words = words[word.count(" ") + 1 :]
        narrowed = _narrow(result, word)
        if narrowed is None:
            raise PhraseError(f"unknown word '{word}' in '{phrase}'; {describe_words(word, _filter_words())}")
        is_contrary = result.sides not in (c.EITHER, narrowed.sides) or result.state not in (0, narrowed.state)
        if narrowed == result or is_contrary:
            raise PhraseError(f"'{word}' repeats or contradicts another word in '{phrase}'")
        result = narrowed
    return result


def _narrow(base: Filter, word: str) -> Filter | None:
    if word == "other":
        return replace(base, other=1)
    if word in v.SIDES:
        return replace(base, sides=v.SIDES[word].code)
    if word in v.STATES:
        return replace(base, state=v.STATES[word].code)
    if word in spoken().tribes and not base.race:
        return replace(base, race=spoken().tribes[word].code)
    if word in ADJECTIVES:
        return replace(base, keywords=base.keywords | ADJECTIVES[word].code)
    return None
