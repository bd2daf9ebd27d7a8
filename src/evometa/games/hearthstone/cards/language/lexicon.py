"""The words that each game has of its own: classes, tribes and sets, and which of the keywords it knows.

Phrases are read in the lexicon that is spoken: that of the game whose card is being read, or else of the usual game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property, wraps
from typing import Any, TypeVar

from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.registry import default_game
from evometa.input.short_repr import Short

T = TypeVar("T")
NEUTRAL, CUSTOM = "neutral", "custom"  # the class and the set that every game has
FIRST_FREE = 100  # code of a tribe that no game has named
_NOT_TRIBES = (v.KEYWORDS, v.STATUSES, v.SIDES, v.STATES, v.TYPES, v.RARITIES, v.QUANTIFIERS, v.CONDITIONS)
_COMMON = ("other", "another", "this", "target", "armor", "attack", "health", "damage", "hand", "deck", "board", "card")


@dataclass(frozen=True, eq=False)
class Lexicon(Short):
    """The words of a game. Their codes are their places, so they are the same in every process."""

    class_names: tuple[str, ...]  # the neutral one is not named, and the first
    tribe_names: tuple[str, ...]
    set_names: tuple[str, ...] = ()
    keywords: frozenset[str] = frozenset(v.PRINTED_KEYWORDS)

    @cached_property
    def classes(self) -> v.Words:
        """The classes of cards."""
        return {NEUTRAL: v.Word(NEUTRAL, 0, "goes into any deck"), **v.number_words("a class", self.class_names)}

    @cached_property
    def tribes(self) -> v.Words:
        """The tribes of minions."""
        return v.number_words("a tribe of minions", self.tribe_names)

    @property
    def sets(self) -> tuple[str, ...]:
        """The card sets."""
        return (*self.set_names, CUSTOM)

    def class_name(self, code: int) -> str:
        """The class of a code."""
        return (NEUTRAL, *self.class_names)[code]

    def known(self, words: v.Words) -> v.Words:
        """The keywords among some that the game has, and what is no printed keyword."""
        return {name: word for name, word in words.items() if name in self.keywords or name not in v.PRINTED_KEYWORDS}

    @cached_property
    def plurals(self) -> Mapping[str, str]:
        """Those of nouns."""
        return {**v.PLURALS, **{tribe: f"{tribe}s" for tribe in self.tribe_names}}

    @cached_property
    def singulars(self) -> Mapping[str, str]:
        """The other way round."""
        return {plural: singular for singular, plural in self.plurals.items()}

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """Words that stand for characters or cards."""
        return (*self.tribes, *v.KINDS, *v.CARD_KINDS, *self.plurals.values(), "enemy")

    @cached_property
    def taken(self) -> frozenset[str]:
        """Words that no tribe can have, because they mean something else."""
        return frozenset(
            [*_COMMON, *(w for words in (*_NOT_TRIBES, self.classes) for name in words for w in name.split())]
        )


_SPOKEN: ContextVar[Lexicon | None] = ContextVar("spoken", default=None)


def spoken() -> Lexicon:
    """The lexicon in which phrases are read now."""
    return _SPOKEN.get() or lexicon_of(default_game())


def lexicon_of(game: Any) -> Lexicon:
    """That of a game."""
    found: Lexicon = game.lexicon
    return found


@contextmanager
def speaking(lexicon: Lexicon) -> Iterator[None]:
    """For `with`: phrases are read in this lexicon meanwhile."""
    token = _SPOKEN.set(lexicon)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def cached_phrases(parse: Callable[[str], T]) -> Callable[[str], T]:
    """A parser that knows what it has read before: what a phrase means depends on the lexicon and nothing else."""
    found = cache(lambda phrase, lexicon: parse(phrase))
    return wraps(parse)(lambda phrase: found(phrase, spoken()))
