"""A game as a file: what it was made of, every action, and the hash of every position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evometa.cards.decks.deck import Deck
from evometa.engine import RULES_VERSION
from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.input.writing import write_file
from evometa.players.styles import Player

FORMAT = "evometa game log"


@dataclass(frozen=True)
class Step:
    """An action, in words too, and the hash of the position after it."""

    action: int
    text: str
    hash: int


@dataclass(frozen=True)
class GameLog:
    """Everything that is needed to play a game again."""

    decks: tuple[Deck, Deck]
    players: tuple[Player, Player]
    seed: int
    game: int  # its number in the match with that seed
    start: int  # hash of the position when the first turn has begun
    steps: tuple[Step, ...]
    rules_version: int = RULES_VERSION
    problem: str = ""  # why the game had to stop after its last step, if it had to

    __repr__ = short_repr


# --- writing ----------------------------------------------------------------------------------------------------------


def write_log(log: GameLog, path: Path) -> None:
    """Write a log as JSON, a step per line."""
    write_file(path, format_log(log))


def format_log(log: GameLog) -> str:
    """The text of a log file."""
    tree = log_tree(log)
    steps = ",\n".join(f"  {json.dumps(step)}" for step in tree.pop("steps"))
    fields = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in tree.items()]
    return "{\n" + ",\n".join([*fields, f' "steps": [\n{steps}\n ]']) + "\n}\n"


def log_tree(log: GameLog) -> dict[str, Any]:
    """A log as a tree of names, numbers and texts."""
    return {
        "format": FORMAT,
        "rules_version": log.rules_version,
        **({"problem": log.problem} if log.problem else {}),
        "seed": log.seed,
        "game": log.game,
        "decks": [_deck_tree(deck) for deck in log.decks],
        "players": [_player_tree(player) for player in log.players],
        "start": f"{log.start:016x}",
        "steps": [[step.action, f"{step.hash:016x}", step.text] for step in log.steps],
    }


def _deck_tree(deck: Deck) -> dict[str, Any]:
    return {"name": deck.name, "class": deck.klass, "style": deck.style, "cards": list(deck.cards)}


def _player_tree(player: Player) -> dict[str, Any]:
    return {name: value for name, value in asdict(player).items() if name not in ("about", "source")}


# --- reading ----------------------------------------------------------------------------------------------------------


def read_log(path: Path) -> GameLog:
    """Read the log of a file; raises `InputError` if it is none."""
    try:
        tree = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(tree, dict) or tree.get("format") != FORMAT:
            raise InputError(f"{path}: this is not a game log")
        return parse_log(tree, str(path))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise InputError(f"{path}: this game log is damaged ({type(error).__name__}: {error})") from None


def parse_log(tree: Mapping[str, Any], source: str) -> GameLog:
    """The log of a tree as `log_tree` makes it; `source` names it in messages."""
    deck_a, deck_b = (Deck(d["name"], d["class"], d["style"], tuple(d["cards"]), source) for d in tree["decks"])
    player_a, player_b = (Player(**player, source=source) for player in tree["players"])
    return GameLog(
        decks=(deck_a, deck_b),
        players=(player_a, player_b),
        seed=int(tree["seed"]),
        game=int(tree["game"]),
        start=int(tree["start"], 16),
        steps=tuple(Step(int(action), str(text), int(digits, 16)) for action, digits, text in tree["steps"]),
        rules_version=int(tree["rules_version"]),
        problem=str(tree.get("problem", "")),
    )
