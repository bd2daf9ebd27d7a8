"""`game.toml`: what a Hearthstone-like is, which makes a folder of data a game.

name = "garden"                     # as commands and files say it
title = "Garden Wars"               # as people write it
about = "A small game about weeds"
version = "1"                       # for people; results are kept apart by the content of the folder
classes = ["oak", "thorn"]          # whose decks there are; each needs a hero card, which names its hero power
other_classes = []                  # of cards that only other cards make
tribes = ["beetle", "bird"]
keywords = ["taunt", "rush"]        # those that cards may have; default: all that there are
sets = ["seeds"]                    # of cards, besides `custom`; default: base
default_player = "skilled"          # who plays where nothing is said
deck_codes = false                  # whether decks are shared as codes of Hearthstone

[pools]                             # of cards that decks are made of, each some sets
starters = ["seeds"]

[crafting]                          # what copies cost, if anything
word = "compost"
rare = 10

[rules]                             # what is not said is as in Hearthstone

Beside it lie the folders `cards`, `decks`, `players`, `metagames` and `overlays`, as far as there are such files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from evometa.games.game import EVERY_SET
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.lexicon import CUSTOM, NEUTRAL, Lexicon
from evometa.games.hearthstone.cards.rules import Rules, read_rules
from evometa.games.registry import GAME_FILE
from evometa.input.errors import InputError, Mistakes, Where
from evometa.input.extensions import NAME
from evometa.input.fields import (
    Reader,
    Readers,
    list_of,
    read_any_text,
    read_name,
    read_table,
    read_texts,
    read_yes_or_no,
    whole_number,
    word,
    wrong_type,
)
from evometa.input.reading import read_toml
from evometa.input.short_repr import Short

_FOLDERS = ("cards", "decks", "players", "metagames", "overlays")
MOST_NAMES = 90  # classes, tribes or sets
MOST_COST = 1_000_000
_PLAIN_RULES = replace(Rules(), second_gets="")  # nobody gets a card for moving second, unless a game says which


@dataclass(frozen=True)
class _GameFile(Short):
    """What the file says."""

    name: str
    title: str
    classes: tuple[str, ...]
    about: str = ""
    version: str = ""
    other_classes: tuple[str, ...] = ()
    tribes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = tuple(v.PRINTED_KEYWORDS)
    sets: tuple[str, ...] = ("base",)
    default_player: str = "skilled"
    deck_codes: bool = False
    pools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    crafting: Mapping[str, Any] = field(default_factory=dict)
    rules: Rules = _PLAIN_RULES

    @property
    def lexicon(self) -> Lexicon:
        """The words that its cards are read with."""
        return Lexicon((*self.classes, *self.other_classes), self.tribes, self.sets, frozenset(self.keywords))


def read_game(folder: Path) -> _GameFile:
    """What the game of a folder is. An error names all that is wrong with its file."""
    where = Where(str(folder / GAME_FILE))
    if not (folder / GAME_FILE).is_file():
        raise InputError(f"{folder}: there is no game in it; allowed: a folder with the file {GAME_FILE}")
    tree = read_toml(folder / GAME_FILE, where)
    with Mistakes() as attempt:
        for name in tree:
            if name not in READERS:
                attempt.note(where.unknown("field", name, READERS))
        for name in ("name", "classes"):
            if name not in tree:
                attempt.note(where.error(f"the field '{name}' is missing"))
        found = {name: attempt(READERS[name], where / name, tree[name]) for name in tree if name in READERS}
    found.setdefault("title", found["name"].capitalize())
    game = _GameFile(**found)
    _check_words(where, game)
    return game


def _check_words(where: Where, game: _GameFile) -> None:
    """Refuse words that would mean two things, and pools of sets that are not there."""
    with Mistakes() as attempt:
        seen: dict[str, str] = {
            NEUTRAL: "classes",
            **dict.fromkeys((*v.KINDS, *v.CARD_KINDS, *v.RARITIES, *v.TYPES), "language"),
        }
        for name in ("classes", "other_classes", "tribes"):
            for word in getattr(game, name):
                if word in seen:
                    attempt.note((where / name).error(f"the word '{word}' has a meaning already; choose another one"))
                seen[word] = name
        for pool, sets in game.pools.items():
            for each in sets:
                if each not in (*game.sets, CUSTOM):
                    attempt.note((where / "pools" / pool).unknown("set", each, (*game.sets, CUSTOM)))
        if EVERY_SET in game.pools:
            attempt.note((where / "pools").error(f"'{EVERY_SET}' is the pool of all sets; choose another name"))


def hash_folder(folder: Path) -> str:
    """A short text that differs if anything does that the data of a game says."""
    files = [folder / GAME_FILE, *(file for name in _FOLDERS for file in sorted((folder / name).rglob("*.toml")))]
    digest = hashlib.blake2b(digest_size=6)
    for file in (file for file in files if file.is_file()):
        for part in (file.relative_to(folder).as_posix().encode(), file.read_bytes()):
            digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


# --- fields -----------------------------------------------------------------------------------------------------------


def _read_own_name(where: Where, value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise wrong_type(where, value, "small letters, digits, _ and -, a letter first")
    return value


def _list(reader: Reader, expected: str, least: int = 0) -> Reader:
    """Reads a list without repetitions."""
    read_all = list_of(reader, expected, least, MOST_NAMES)

    def read(where: Where, value: object) -> tuple[str, ...]:
        found: tuple[str, ...] = read_all(where, value)
        if twice := [each for i, each in enumerate(found) if each in found[:i]]:
            raise where.error(f"'{twice[0]}' is there twice")
        return found

    return read


def _read_pools(where: Where, value: object) -> dict[str, tuple[str, ...]]:
    return {name: read_texts(where / name, sets) for name, sets in read_table(where, value).items()}


def _read_crafting(where: Where, value: object) -> dict[str, Any]:
    table, costs = read_table(where, value), whole_number(0, MOST_COST)
    with Mistakes() as attempt:
        for name in table:
            if name != "word" and name not in v.RARITIES:
                attempt.note((where / name).unknown("rarity", name, (*v.RARITIES, "word")))
        found = {name: attempt(read_name if name == "word" else costs, where / name, table[name]) for name in table}
    return {"word": "crafting", **found}


def _read_rules(where: Where, value: object) -> Rules:
    return read_rules(where, read_table(where, value), _PLAIN_RULES)


READERS: Readers = {
    "name": _read_own_name,
    "title": read_name,
    "about": read_any_text,
    "version": read_any_text,
    "classes": _list(_read_own_name, "a list of classes", least=1),
    "other_classes": _list(_read_own_name, "a list of classes"),
    "tribes": _list(_read_own_name, "a list of tribes"),
    "keywords": _list(word(tuple(v.PRINTED_KEYWORDS)), "a list of keywords"),
    "sets": _list(read_name, "a list of sets", least=1),
    "default_player": read_name,
    "deck_codes": read_yes_or_no,
    "pools": _read_pools,
    "crafting": _read_crafting,
    "rules": _read_rules,
}
