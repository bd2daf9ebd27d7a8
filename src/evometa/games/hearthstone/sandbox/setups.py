"""The commands of the console that set up a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evometa.games.cards import CardSet, find_card
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.input.errors import InputError, describe_words
from evometa.input.short_repr import Short

PLAYERS = ("me", "enemy", "1", "2")


Change = Callable[[Position, int, str, CardSet], Any]  # of a player, told the words behind the player


@dataclass(frozen=True)
class Setup(Short):
    """A command that changes something of a player."""

    change: Change
    arguments: str
    about: str


def _add_minion(position: Position, player: int, words: str, cards: CardSet) -> None:
    match = re.fullmatch(r"(.+?)\s+at\s+(\S+)", words)
    n = int(position.game.players[player].n_minions)
    place = read_number(match[2], 1, n + 1, "a place on the board") if match else None
    position.add_minion(player, _read_card(match[1] if match else words, cards), place)


def _with_cards(change: Callable[[Position, int, list[str]], Any]) -> Change:
    return lambda position, player, words, cards: change(position, player, _read_cards(words, cards))


def _with_card(change: Callable[[Position, int, str], Any]) -> Change:
    return lambda position, player, words, cards: change(position, player, _read_card(words, cards))


def _set_mana(position: Position, player: int, words: str, cards: CardSet) -> None:
    most = int(position.stepper.table.record.rules.mana_limit)
    position.set_mana(player, read_number(words, 0, most, "mana"))


def _set_health(position: Position, player: int, words: str, cards: CardSet) -> None:
    position.set_health(player, read_number(words, 1, MAX_STAT, "health"))


SETUPS: dict[str, Setup] = {
    "add": Setup(_add_minion, "PLAYER MINION [at PLACE]", "put a minion on the board, without its effects"),
    "give": Setup(
        _with_cards(lambda position, player, names: position.give(player, *names)),
        "PLAYER CARD, ...",
        "put cards into a hand",
    ),
    "deck": Setup(_with_cards(Position.set_deck), "PLAYER CARD, ...", "replace a deck; the first card is on top"),
    "equip": Setup(_with_card(Position.equip), "PLAYER WEAPON", "give a hero a weapon"),
    "secret": Setup(_with_card(Position.add_secret), "PLAYER SECRET", "put a secret into play"),
    "mana": Setup(_set_mana, "PLAYER N", "set the mana of a player"),
    "health": Setup(_set_health, "PLAYER N", "set the health of a hero"),
    "turn": Setup(
        lambda position, player, *_: position.set_turn(player, position.turn), "PLAYER", "set whose turn it is"
    ),
}


# --- reading words ----------------------------------------------------------------------------------------------------


def read_player(words: str, current: int) -> tuple[int, str]:
    """The player of the first word, and the words behind it."""
    word, _, rest = words.partition(" ")
    if word.lower() not in PLAYERS:
        raise InputError(f"whose? found {word!r}; {describe_words(word, PLAYERS)}")
    return {"me": current, "enemy": 1 - current, "1": 0, "2": 1}[word.lower()], rest.strip()


def _read_card(name: str, cards: CardSet) -> str:
    """A card by name or id in any case; as its name where that is enough."""
    if not name:
        raise InputError("which card? Give its name or id")
    found = find_card(cards, name)
    return found.name if [card.name for card in cards].count(found.name) == 1 else found.id


def _read_cards(names: str, cards: CardSet) -> list[str]:
    """Cards with commas between them."""
    return [_read_card(name.strip(), cards) for name in names.split(",")]


def read_number(words: str, low: int, high: int, what: str) -> int:
    """A number in its range."""
    if not re.fullmatch(r"[0-9]+", words) or not low <= int(words) <= high:
        raise InputError(f"found {words!r} for {what}; allowed: a number from {low} to {high}")
    return int(words)
