"""The parser of phrases: selectors, events, conditions and quantities, as in "all other friendly beasts".

Every function takes a phrase and returns a frozen value, or raises a `PhraseError` that says which word is wrong. All
are cached, because a balance search compiles the same phrases thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.filters import (
    ADJECTIVES,
    ANY_MINION,
    ANYBODY,
    ENEMY_HERO,
    NOBODY,
    THIS_MINION,
    YOUR_HERO,
    Filter,
    find_tribe,
    parse_filter,
)
from evometa.games.hearthstone.cards.language.lexicon import cached_phrases, spoken
from evometa.input.errors import PhraseError, describe_words
from evometa.input.short_repr import Short


@dataclass(frozen=True, slots=True)
class Selection(Short):
    """Whom a step is about: how they are found, among whom, and how many."""

    pick: int
    who: Filter
    count: int = 1
    is_chosen: bool = False  # the player chooses it: the target of the effect
    leaves_out: int = c.LEAVES_OUT_NOBODY
    not_card: str = ""  # the card that it leaves out, by name


@dataclass(frozen=True, slots=True)
class Event(Short):
    """What a trigger listens to."""

    code: int
    who: Filter = NOBODY
    whose: int = c.BOTH
    cards: int = 0
    whom: Filter = ANYBODY  # of an attack: what is attacked


@dataclass(frozen=True, slots=True)
class Condition(Short):
    """What must hold. Its number stands in a field of its own, so that a patch can change it."""

    code: int
    each: Filter = NOBODY
    card: str = ""  # the card whose index is the argument
    argument: int = 0


@dataclass(frozen=True, slots=True)
class Quantity(Short):
    """What the numbers of a step are multiplied by."""

    code: int = c.PER_ONE
    each: Filter = NOBODY


@dataclass(frozen=True, slots=True)
class PoolQuery:
    """A random card: the collectible cards that match."""

    klass: int | None = None
    rarity: int | None = None
    race: int | None = None
    type: int | None = None
    another_class: bool = False


ONCE = Quantity()
ALWAYS = Condition(c.IF_ALWAYS)
_FIXED_FILTERS = {
    "your hero": YOUR_HERO,
    "the enemy hero": ENEMY_HERO,
    "adjacent minions": ANY_MINION,
    "minions next to the target": ANY_MINION,
}


@cached_phrases
def parse_selection(phrase: str) -> Selection:
    """Whom a step is about: a fixed phrase, or a quantifier and a filter ("two random enemy minions").

    Behind a quantifier and filter may stand whom it leaves out: "all characters except the target".
    """
    everyone, _, exception = phrase.partition(" except ")
    if exception:
        return _leave_out(parse_selection(everyone), exception, phrase)
    if phrase in v.FIXED_SELECTORS:
        return Selection(v.FIXED_SELECTORS[phrase].code, _FIXED_FILTERS.get(phrase, ANYBODY))
    for quantifier in sorted(v.QUANTIFIERS, key=len, reverse=True):
        if phrase.startswith(quantifier + " "):
            who = parse_filter(phrase[len(quantifier) + 1 :])
            pick = v.QUANTIFIERS[quantifier].code
            return Selection(pick, who, v.RANDOM_COUNTS.get(quantifier, 1), is_chosen=quantifier == "any")
    starts = (*v.FIXED_SELECTORS, *v.QUANTIFIERS)
    first = phrase.split(" ", 1)[0]
    raise PhraseError(
        f"unknown selector '{phrase}': it starts with none of the words that it may; "
        f"{describe_words(phrase if phrase.count(' ') < 1 else first, starts)}"
    )


def _leave_out(selection: Selection, exception: str, phrase: str) -> Selection:
    if selection.pick not in (c.PICK_ALL, c.PICK_RANDOM):
        raise PhraseError(f"'except' in '{phrase}' belongs behind 'all ...' or 'random ...'")
    if exception in v.EXCEPTIONS:
        return replace(selection, leaves_out=v.EXCEPTIONS[exception].code)
    return replace(selection, not_card=exception)


@cached_phrases
def _parse_subject(phrase: str) -> Filter:
    """The subject of an event: "this", "your hero", "another friendly minion"."""
    fixed = {"this": THIS_MINION, "this minion": THIS_MINION, "your hero": YOUR_HERO, "the enemy hero": ENEMY_HERO}
    if phrase in fixed:
        return fixed[phrase]
    article, _, rest = phrase.partition(" ")
    if article not in ("a", "an", "another"):
        allowed = (*fixed, "a ...", "an ...", "another ...")
        raise PhraseError(f"unknown subject '{phrase}'; {describe_words(phrase, allowed)}")
    who = parse_filter(rest)
    return replace(who, other=1) if article == "another" else who


@cached_phrases
def parse_event(phrase: str) -> Event:
    """What a trigger listens to: "your turn ends", "another friendly beast dies", "after you cast a spell"."""
    event = _EVENTS.get(phrase) or _parse_subject_event(phrase)
    if event is None:
        subjects = [f"{who} {verb}" for who in ("this minion", "a minion", "your hero") for verb in v.SUBJECT_EVENTS]
        known = (*_EVENTS, *subjects)
        raise PhraseError(f"unknown event '{phrase}'; {describe_words(phrase, known, event_patterns())}")
    return event


def event_patterns() -> tuple[str, ...]:
    """Events as they may be written, with dots where a subject goes."""
    turns = [f"{owner} {verb}" for owner in v.TURN_OWNERS for verb in v.TURN_EVENTS]
    subjects = [f"... {verb}" for verb in v.SUBJECT_EVENTS] + [f"after ... {verb}" for verb in v.AFTER_SUBJECT_EVENTS]
    players = [f"you {verb}" for verb in v.PLAYER_EVENTS] + [f"after you {verb}" for verb in v.AFTER_PLAYER_EVENTS]
    return (*turns, *subjects, *players, "the same of 'your opponent' and 'a player'", *v.OTHER_EVENTS)


def list_events() -> Iterator[tuple[str, Event]]:
    """The events without a subject of their own, as they are written."""
    for owner, turn in v.TURN_OWNERS.items():
        for verb, word in v.TURN_EVENTS.items():
            yield f"{owner} {verb}", Event(word.code, whose=turn.code)
    for start, verbs in (("", v.PLAYER_EVENTS), ("after ", v.AFTER_PLAYER_EVENTS)):
        for verb, word in verbs.items():
            cards = v.PLAYER_EVENT_CARDS.get(verb, 0)
            for player, who in v.EVENT_PLAYERS.items():
                event = Event(word.code, _played_minion(verb, who.code), who.code, cards)
                yield f"{start}{_conjugate(player, verb)}", event
    for phrase, word in v.OTHER_EVENTS.items():
        whose = c.YOU if "friendly" in phrase else c.OPPONENT if "enemy" in phrase else c.BOTH
        is_fatal = word.code == c.ON_FATAL
        yield (
            phrase,
            Event(word.code, YOUR_HERO, c.YOU) if is_fatal else Event(word.code, whose=whose, cards=c.CARD_SECRET),
        )


def _conjugate(player: str, verb: str) -> str:
    first, _, rest = verb.partition(" ")
    return f"you {verb}" if player == "you" else f"{player} {first}s {rest.replace('your', 'their')}"


def _played_minion(verb: str, whose: int) -> Filter:
    """The minion that an event about a player is about; a minion does not hear of itself."""
    if verb == "summon a minion":
        return Filter(sides=whose, kinds=c.MINIONS, other=1)
    if verb == "play a minion":
        return Filter(sides=whose, kinds=c.MINIONS)
    return ANY_MINION if verb.endswith("on a minion") else NOBODY


_EVENTS = dict(list_events())


def _parse_subject_event(phrase: str) -> Event | None:
    text = phrase.removeprefix("after ")
    is_after = text != phrase
    attacker, attacks, attacked = text.partition(" attacks ")
    if attacks and not is_after:
        return Event(c.ON_ATTACK, _parse_subject(attacker), whom=_parse_subject(attacked))
    for verb, word in (v.AFTER_SUBJECT_EVENTS if is_after else v.SUBJECT_EVENTS).items():
        if text.endswith(" " + verb):
            who = _parse_subject(text[: -len(verb) - 1])
            return Event(c.ON_ATTACK, ANYBODY, whom=who) if verb == "is attacked" else Event(word.code, who)
    return None


@cached_phrases
def parse_condition(phrase: str) -> Condition:
    """What must hold: "combo", "you control a beast", "the target is frozen", "your hero power is Mind Spike"."""
    if phrase in v.CONDITIONS:
        return Condition(v.CONDITIONS[phrase].code)
    for start, side in (("you control ", c.FRIENDLY), ("your opponent has ", c.ENEMY), ("there are ", c.EITHER)):
        if phrase.startswith(start):
            return Condition(c.IF_COUNT, _count_filter(phrase[len(start) :], side))
    if phrase.startswith("the target is "):
        return Condition(c.IF_TARGET, _target_filter(phrase.removeprefix("the target is ")))
    if phrase.startswith("your hero power is "):
        return Condition(c.IF_POWER_IS, card=phrase.removeprefix("your hero power is "))
    allowed = (*v.CONDITIONS, *v.CONDITION_PATTERNS)
    raise PhraseError(f"unknown condition '{phrase}'; {describe_words(phrase, allowed)}")


def _count_filter(text: str, side: int) -> Filter:
    article, _, rest = text.partition(" ")
    who = _parse_subject(text) if article in ("a", "an", "another") and rest else parse_filter(text)
    return who if side == c.EITHER else replace(who, sides=side)


def _target_filter(text: str) -> Filter:
    """What the target is: a state alone ("frozen", "damaged"), or a filter with its article."""
    if text in v.STATES or text in ADJECTIVES:
        return parse_filter(f"{text} character")
    return parse_filter(text.removeprefix("a ").removeprefix("an "))


@cached_phrases
def parse_quantity(phrase: str) -> Quantity:
    """What to multiply by: a value ("damage on your hero"), or characters to count ("other friendly minion")."""
    if phrase in v.QUANTITIES:
        each = Filter(other=1) if phrase.startswith("other ") else NOBODY
        return Quantity(v.QUANTITIES[phrase].code, each)
    if phrase.endswith(_IN_HAND):
        return Quantity(c.PER_HAND_KIND, _parse_held(phrase))
    try:
        return Quantity(c.PER_CHARACTER, parse_filter(phrase))
    except PhraseError:
        allowed = (*v.QUANTITIES, *v.QUANTITY_PATTERNS, "or characters to count, as in 'other friendly minion'")
        raise PhraseError(f"unknown quantity '{phrase}'; {describe_words(phrase, allowed)}") from None


_IN_HAND = " in your hand"


def _parse_held(phrase: str) -> Filter:
    """Which cards of a hand: "spell in your hand", "other beast in your hand". The kinds are those of cards."""
    text = phrase.removesuffix(_IN_HAND)
    noun = text.removeprefix("other ")
    other = int(noun != text)
    if noun in v.CARD_KINDS:
        return Filter(kinds=v.CARD_KINDS[noun].code, other=other)
    if tribe := find_tribe(noun):
        return Filter(kinds=c.CARD_MINION, other=other, race=tribe)
    raise PhraseError(f"unknown card '{noun}' in '{phrase}'; {describe_words(noun, (*v.CARD_KINDS, *spoken().tribes))}")


@cached_phrases
def parse_pool(phrase: str) -> PoolQuery:
    """A random card: "random demon", "random mage spell", "random legendary minion", "random card of another class"."""
    words = phrase.removeprefix("random ").split()
    if words == ["card", "of", "another", "class"]:
        return PoolQuery(another_class=True)
    query = PoolQuery()
    for word in words:
        query = _narrow_pool(query, spoken().singulars.get(word, word), phrase)
    return query


def _narrow_pool(query: PoolQuery, word: str, phrase: str) -> PoolQuery:
    """The query with one more word; each kind of word at most once."""
    lexicon = spoken()
    kinds = {"klass": lexicon.classes, "rarity": v.RARITIES, "race": lexicon.tribes, "type": v.TYPES}
    for slot, words in kinds.items():
        if word in words and getattr(query, slot) is None:
            change: dict[str, Any] = {slot: words[word].code}
            return replace(query, **change)
        if word in words:
            raise PhraseError(f"'{word}' contradicts another word in '{phrase}'")
    if word == "card":
        return query
    if (tribe := find_tribe(word)) and query.race is None:
        return replace(query, race=tribe)
    allowed = ("card", *v.TYPES, *lexicon.tribes, *lexicon.classes, *v.RARITIES)
    raise PhraseError(f"unknown word '{word}' in '{phrase}'; {describe_words(word, allowed)}")


_HAND_CARDS = {
    f"{owner} {kind}s": (who.code, cards.code)
    for owner, who in v.CARD_OWNERS.items()
    for kind, cards in v.CARD_KINDS.items()
}


def parse_card_kind(phrase: str) -> tuple[int, int]:
    """Whose cards of which kind, as CARD_... bits: "your spells", "all minions", "your opponent's cards"."""
    if phrase in _HAND_CARDS:
        return _HAND_CARDS[phrase]
    raise PhraseError(f"unknown cards '{phrase}'; {describe_words(phrase, _HAND_CARDS)}")
