"""A game as a file: what it was made of, every action, and the hash of every position."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.engine import RULES_VERSION
from evometa.games.hearthstone.players.player import FIELDS as PLAYER_FIELDS
from evometa.games.hearthstone.players.player import UNWRITTEN, SearchPlayer
from evometa.games.registry import DEFAULT, find_game
from evometa.games.sizes import MAX_DECK
from evometa.input import fields as f
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.reading import read_json
from evometa.input.short_repr import Short

FORMAT = "evometa game log"
PLAYED = "plays"  # the field that says which game, if it is not the usual one
_MOST_ACTION = (1 << 31) - 1
_MOST_VERSION = 1_000_000


@dataclass(frozen=True)
class Step:
    """An action, in words too, and the hash of the position after it."""

    action: int
    text: str
    hash: int


@dataclass(frozen=True)
class GameLog(Short):
    """Everything that is needed to play a game again."""

    decks: tuple[Deck, Deck]
    players: tuple[SearchPlayer, SearchPlayer]
    seed: int
    game: int  # its number in the match with that seed
    start: int  # hash of the position when the first turn has begun
    steps: tuple[Step, ...]
    rules_version: int | str = RULES_VERSION
    problem: str = ""  # why the game had to stop after its last step, if it had to


# --- writing ----------------------------------------------------------------------------------------------------------


def format_log(log: GameLog) -> str:
    """The text of a log file: JSON, a step per line."""
    tree = log_tree(log)
    steps = ",\n".join(f"  {json.dumps(step)}" for step in tree.pop("steps"))
    fields = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in tree.items()]
    return "{\n" + ",\n".join([*fields, f' "steps": [\n{steps}\n ]']) + "\n}\n"


def log_tree(log: GameLog) -> dict[str, Any]:
    """A log as a tree of names, numbers and texts."""
    game = log.players[0].game
    return {
        "format": FORMAT,
        "rules_version": log.rules_version,
        **({PLAYED: game.reference} if game.reference != DEFAULT else {}),
        **({"problem": log.problem} if log.problem else {}),
        "seed": log.seed,
        "game": log.game,
        "decks": [{"name": d.name, "class": d.klass, "style": d.style, "cards": list(d.cards)} for d in log.decks],
        "players": [
            {name: value for name, value in asdict(player).items() if name not in ("about", *UNWRITTEN)}
            for player in log.players
        ],
        "start": f"{log.start:016x}",
        "steps": [[step.action, f"{step.hash:016x}", step.text] for step in log.steps],
    }


# --- reading ----------------------------------------------------------------------------------------------------------


def read_log(path: Path) -> GameLog:
    """Read the log of a file; raises `InputError` if it is none."""
    tree = read_json(path, Where(str(path)))
    if not isinstance(tree, dict) or tree.get("format") != FORMAT:
        raise InputError(f"{path}: this is not a game log; allowed: a file that 'evometa play --save' wrote")
    return parse_log(tree, str(path))


def parse_log(tree: Mapping[str, Any], source: str) -> GameLog:
    """The log of a tree as `log_tree` makes it; `source` names it in messages."""
    where = Where(source)
    with errors_at(where / PLAYED):
        game = find_game(f.read_text(where / PLAYED, tree.get(PLAYED, DEFAULT)))
    found = {"problem": "", **f.read_fields(where, tree, FIELDS, (PLAYED,))}
    _check_all(where, found, FIELDS)
    del found["format"]
    for place, deck in enumerate(found["decks"]):
        f.word(game.classes)(where / f"decks.{place}.class", deck.klass)
    return GameLog(**{**found, "players": tuple(replace(player, game=game) for player in found["players"])})


def _check_all(where: Where, found: Mapping[str, Any], readers: f.Readers) -> None:
    for name in readers:
        if name not in found:
            raise where.error(f"the field '{name}' is missing, so this game log is damaged")


def _read_deck(where: Where, value: object) -> Deck:
    found = f.read_fields(where, value, DECK_FIELDS)
    _check_all(where, found, DECK_FIELDS)
    return Deck(found["name"], found["class"], found["style"], found["cards"], where.file)


def _read_player(where: Where, value: object) -> SearchPlayer:
    found = f.read_fields(where, value, PLAYER_FIELDS)
    _check_all(where, found, {"name": f.read_text})
    return SearchPlayer(**found, source=where.file)


def _read_hash(where: Where, value: object) -> int:
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{1,16}", value):
        raise f.wrong_type(where, value, "a hash: up to 16 of the signs 0 to 9 and a to f")
    return int(value, 16)


def _read_step(where: Where, value: object) -> Step:
    if not isinstance(value, list) or len(value) != 3:
        raise f.wrong_type(where, value, "an action, a hash and a text")
    return Step(
        _read_action(where / 0, value[0]), f.read_any_text(where / 2, value[2]), _read_hash(where / 1, value[1])
    )


def _pair_of(reader: f.Reader) -> f.Reader:
    """Reads two values, one for each side."""
    return f.list_of(reader, "a list of two", least=2, most=2)


def _read_version(where: Where, value: object) -> int | str:
    return f.read_name(where, value) if isinstance(value, str) else f.whole_number(0, _MOST_VERSION)(where, value)


_read_action = f.whole_number(0, _MOST_ACTION)
DECK_FIELDS: f.Readers = {
    "name": f.read_any_text,
    "class": f.read_any_text,
    "style": f.read_any_text,
    "cards": f.list_of(f.read_text, "a list of cards", most=MAX_DECK),
}
FIELDS: f.Readers = {
    "format": f.word([FORMAT]),
    "rules_version": _read_version,
    "problem": f.read_any_text,
    "seed": f.read_seed,
    "game": f.whole_number(0, f.MOST_INTEGER),
    "decks": _pair_of(_read_deck),
    "players": _pair_of(_read_player),
    "start": _read_hash,
    "steps": f.list_of(_read_step, "a list of steps"),
}
