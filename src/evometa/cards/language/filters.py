"""Filters: which characters a phrase means, as in "other friendly beasts"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from evometa.cards.language import codes as c
from evometa.cards.language import vocabulary as v
from evometa.cards.language.tribes import find_tribe
from evometa.input.errors import PhraseError, describe_words


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


SINGULARS = {plural: singular for singular, plural in v.PLURALS.items()}
ADJECTIVES = {**v.KEYWORDS, "frozen": v.STATUSES["frozen"]}
_NOUNS = (*v.KINDS, *v.RACES, "enemy")
_FILTER_WORDS = ("other", *v.SIDES, *v.STATES, *ADJECTIVES, *_NOUNS, *v.PLURALS.values())


@cache
def parse_filter(phrase: str) -> Filter:
    """Which characters, without a quantifier: "other friendly beasts", "damaged enemy minion", "enemies"."""
    words = phrase.split()
    if not words:
        raise PhraseError(f"a filter needs a noun; {describe_words('', _NOUNS)}")
    noun = SINGULARS.get(words[-1], words[-1])
    if noun in v.KINDS:
        base = Filter(sides=c.EITHER, kinds=v.KINDS[noun].code)
    elif noun in v.RACES:
        base = Filter(sides=c.EITHER, kinds=c.MINIONS, race=v.RACES[noun].code)
    elif noun == "enemy":
        base = Filter(sides=c.ENEMY, kinds=c.CHARACTERS)
    elif tribe := find_tribe(noun):
        base = Filter(sides=c.EITHER, kinds=c.MINIONS, race=tribe)
    else:
        raise PhraseError(f"unknown word '{words[-1]}' in '{phrase}'; {describe_words(words[-1], _FILTER_WORDS)}")
    return _describe(base, words[:-1], phrase)


def _describe(base: Filter, words: list[str], phrase: str) -> Filter:
    """The filter narrowed by the words before its noun, each kind of word at most once."""
    result, position = base, 0
    while position < len(words):
        length = _keyword_length(words, position)
        word = " ".join(words[position : position + max(length, 1)])
        narrowed = _narrow(result, word)
        if narrowed is None:
            raise PhraseError(f"unknown word '{word}' in '{phrase}'; {describe_words(word, _FILTER_WORDS)}")
        if narrowed == result or _contradicts(result, narrowed):
            raise PhraseError(f"'{word}' repeats or contradicts another word in '{phrase}'")
        result, position = narrowed, position + max(length, 1)
    return result


def _contradicts(before: Filter, after: Filter) -> bool:
    """Whether a word changed a side or a state that another one had set already."""
    return (before.sides not in (c.EITHER, after.sides)) or (before.state not in (0, after.state))


def _keyword_length(words: list[str], position: int) -> int:
    """The number of words from here on that are one keyword ("divine shield" has two); 0 if they are none."""
    for length in (3, 2, 1):
        if " ".join(words[position : position + length]) in ADJECTIVES:
            return length
    return 0


def _narrow(base: Filter, word: str) -> Filter | None:
    if word == "other":
        return replace(base, other=1)
    if word in v.SIDES:
        return replace(base, sides=v.SIDES[word].code)
    if word in v.STATES:
        return replace(base, state=v.STATES[word].code)
    if word in v.RACES and not base.race:
        return replace(base, race=v.RACES[word].code)
    if word in ADJECTIVES:
        return replace(base, keywords=base.keywords | ADJECTIVES[word].code)
    return None
