"""From a value as a file has it to a value as the language means it, or an error that says what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.codes import ALL_OF_IT
from evometa.games.hearthstone.cards.language.definition import CardRef
from evometa.games.hearthstone.cards.language.filters import name_tribe, parse_filter
from evometa.games.hearthstone.cards.language.grammar import Value
from evometa.games.hearthstone.cards.language.lexicon import FIRST_FREE, spoken
from evometa.games.hearthstone.cards.language.phrases import (
    parse_card_kind,
    parse_pool,
    parse_quantity,
    parse_selection,
)
from evometa.input.errors import Mistakes, Where, errors_at, nearest_word
from evometa.input.fields import read_name, read_text, read_yes_or_no, wrong_type

T = TypeVar("T")
RANGES = {Value.NUMBER: (0, 99), Value.CHANGE: (-99, 99), Value.PERCENT: (0, 100)}
MOST_ID = (1 << 31) - 1  # of a card in a deck code


def read_number(where: Where, value: object, kind: Value = Value.NUMBER) -> int:
    """A whole number in the range of its kind."""
    lowest, highest = RANGES[kind]
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong_type(where, value, kind.value)
    if not lowest <= value <= highest:
        raise where.error(f"the number {value} is out of range; allowed: {kind.value}")
    return value


def _read_integer(where: Where, value: object) -> int:
    """A whole number from 0 on, which has room in a deck code."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_ID:
        raise wrong_type(where, value, f"{Value.INTEGER.value}, up to {MOST_ID}")
    return value


def _read_flag(where: Where, value: object) -> int:
    """The value true and nothing else: whoever means false leaves the field out."""
    if value is not True:
        raise wrong_type(where, value, "true (or leave the field out)")
    return 1


def read_word(where: Where, value: object, what: str, words: v.Words) -> int:
    """The code of one of the words."""
    if not isinstance(value, str):
        raise wrong_type(where, value, f"a {what}: {', '.join(words)}")
    if value not in words:
        raise where.unknown(what, value, words)
    return words[value].code


def read_keywords(where: Where, value: object, words: v.Words = v.GIVEN) -> int:
    """The bits of a keyword or a list of them."""
    words = spoken().known(words)
    if not isinstance(value, list):
        return read_word(where, value, "keyword", words)
    bits = 0
    with Mistakes() as attempt:
        for i, item in enumerate(value):
            bit = attempt(read_word, where / i, item, "keyword", words) or 0
            if bits & bit:
                attempt.note((where / i).error(f"the keyword '{item}' is there twice"))
            bits |= bit
    return bits


def _read_some_keywords(where: Where, value: object) -> int:
    """At least one keyword: giving or taking none would mean nothing."""
    if value == []:
        raise wrong_type(where, value, "a keyword or a list of them, not an empty one")
    return read_keywords(where, value)


def read_phrase(where: Where, value: object, expected: str, parse: Callable[[str], T]) -> T:
    """A phrase, parsed; a mistake in it becomes an error about its place."""
    text = read_text(where, value, expected)
    with errors_at(where):
        return parse(text)


def _phrase_reader(expected: str, parse: Callable[[str], T]) -> Callable[[Where, object], T]:
    return lambda where, value: read_phrase(where, value, expected, parse)


read_filter = _phrase_reader("a filter, as in 'enemy minions'", parse_filter)
_read_selection = _phrase_reader("a selector, as in 'all enemy minions'", parse_selection)
read_quantity = _phrase_reader("a quantity, as in 'card in your hand'", parse_quantity)


def read_card_name(where: Where, value: object) -> CardRef:
    """A card by name or id."""
    return CardRef((read_text(where, value, Value.CARD_NAME.value),), None, where)


def _read_pool(where: Where, value: object, expected: Value) -> CardRef:
    """A random card of a kind."""
    return CardRef((), read_phrase(where, value, expected.value, parse_pool), where)


def _read_list(where: Where, value: list[object]) -> CardRef:
    """One of several cards."""
    if not value:
        raise where.error("the list of cards is empty")
    names = tuple(read_text(where / i, name, Value.CARD_NAME.value) for i, name in enumerate(value))
    return CardRef(names, None, where)


def _read_card(where: Where, value: object) -> CardRef:
    if isinstance(value, list):
        return _read_list(where, value)
    is_random = isinstance(value, str) and value.startswith("random ")
    return _read_pool(where, value, Value.CARD) if is_random else read_card_name(where, value)


def _read_discovery(where: Where, value: object) -> CardRef:
    return _read_list(where, value) if isinstance(value, list) else _read_pool(where, value, Value.DISCOVERY)


def _read_race(where: Where, value: object) -> int:
    """A race, or a tribe of somebody's own."""
    tribes = spoken().tribes
    if not isinstance(value, str):
        raise wrong_type(where, value, f"a race: {', '.join(tribes)}, or a tribe of your own in small letters")
    with errors_at(where):
        code = name_tribe(value)
    if code is None or (value not in tribes and code < FIRST_FREE):
        raise where.unknown("race", value, (*tribes, "or a new word in small letters for a tribe of your own"))
    return code


def _read_set(where: Where, value: object) -> str:
    """A set, or one of somebody's own: any name that does not look like a misspelt one."""
    name = read_name(where, value)
    sets = spoken().sets
    if name not in sets and nearest_word(name, sets):
        raise where.unknown("set", name, sets)
    return name


def _word_reader(what: str, words: v.Words) -> Callable[[Where, object], int]:
    return lambda where, value: read_word(where, value, what, words)


def _players(*words: str) -> v.Words:
    return {word: v.PLAYERS[word] for word in words}


def _read_minion_word(where: Where, value: object) -> str:
    if value != "minion":
        raise where.unknown("kind of card", value, ("minion",))
    return "minion"


READERS: Mapping[Value, Callable[[Where, object], Any]] = {
    Value.NUMBER: read_number,
    Value.CHANGE: lambda where, value: read_number(where, value, Value.CHANGE),
    Value.PERCENT: lambda where, value: read_number(where, value, Value.PERCENT),
    Value.NUMBER_OR_ALL: lambda where, value: ALL_OF_IT if value == "all" else read_number(where, value),
    Value.CHANGE_OR_FREE: lambda where, value: value if value == "free" else read_number(where, value, Value.CHANGE),
    Value.FLAG: _read_flag,
    Value.YES_OR_NO: read_yes_or_no,
    Value.INTEGER: _read_integer,
    Value.TEXT: read_name,
    Value.SELECTOR: _read_selection,
    Value.MINIONS: _read_selection,
    Value.FILTER: read_filter,
    Value.QUANTITY: read_quantity,
    Value.CARD: _read_card,
    Value.CARD_NAME: read_card_name,
    Value.PLAYER: _word_reader("player", _players("you", "opponent", "each player")),
    Value.ONE_PLAYER: _word_reader("player", _players("you", "opponent")),
    Value.HOLDER: _word_reader("player", _players("you", "other player")),
    Value.RACE: _read_race,
    Value.SET: _read_set,
    Value.DISCOVERY: _read_discovery,
    Value.CLASS: lambda where, value: read_word(where, value, "class", spoken().classes),
    Value.TYPE: _word_reader("type", v.TYPES),
    Value.RARITY: _word_reader("rarity", v.RARITIES),
    Value.KEYWORDS: _read_some_keywords,
    Value.UNTIL: _word_reader("end", v.UNTIL),
    Value.DEALER: _word_reader("dealer", {"target": v.FIXED_SELECTORS["target"]}),
    Value.CARD_KIND: _word_reader("kind of card", v.CARD_KINDS),
    Value.HAND_CARDS: _phrase_reader("cards, as in 'your spells'", parse_card_kind),
    Value.MINION: _read_minion_word,
    Value.RULE: _word_reader("rule", v.AURA_RULES),
}
