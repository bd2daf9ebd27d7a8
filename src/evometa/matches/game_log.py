"""A game as a file: what it was made of, every action, and the hash of every position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.decks import Deck
from evometa.cards.errors import InputError
from evometa.engine import RULES_VERSION
from evometa.players.records import Style, Weights

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

    decks: tuple[Deck, Deck]  # with the ids of their cards
    players: tuple[str, str]  # names
    styles: NDArray[Any]  # shape (2,), of dtype Style
    overlays: tuple[str, ...]
    seed: int
    start: int  # hash of the position when the first turn has begun
    steps: tuple[Step, ...]
    rules_version: int = RULES_VERSION


def write_log(log: GameLog, path: Path) -> None:
    """Write a log as JSON, a step per line."""
    try:
        path.write_text(format_log(log), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None


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
        "overlays": list(log.overlays),
        "seed": log.seed,
        "decks": [{"name": d.name, "class": d.klass, "style": d.style, "cards": list(d.cards)} for d in log.decks],
        "players": [{"name": log.players[p], **style_tree(log.styles[p])} for p in range(2)],
        "start": f"{log.start:016x}",
        "steps": [[step.action, f"{step.hash:016x}", step.text] for step in log.steps],
    }


def style_tree(style: Any) -> dict[str, Any]:
    """A style's numbers by name; weights of 0 are left out."""
    numbers = {name: int(style[name]) for name in Style.names or () if name != "weights"}
    weights = {name: int(style.weights[name]) for name in Weights.names or () if style.weights[name]}
    return {**numbers, "weights": weights}


def _read_style(style: Any, tree: Mapping[str, Any]) -> None:
    for name in Style.names or ():
        if name != "weights":
            style[name] = int(tree[name])
    for name, weight in tree["weights"].items():
        style.weights[name] = int(weight)


def read_log(path: Path) -> GameLog:
    """The log of a file; an `InputError` if it is none."""
    try:
        tree = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(tree, dict) or tree.get("format") != FORMAT:
            raise InputError(f"{path}: this is not a game log")
        return _parse_log(tree)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise InputError(f"{path}: this game log is damaged ({type(error).__name__}: {error})") from None


def _parse_log(tree: Mapping[str, Any]) -> GameLog:
    styles = np.zeros(2, Style)
    for style, player in zip(styles, tree["players"], strict=True):
        _read_style(style, player)
    first, second = (Deck(d["name"], d["class"], d["style"], tuple(d["cards"])) for d in tree["decks"])
    return GameLog(
        decks=(first, second),
        players=(tree["players"][0]["name"], tree["players"][1]["name"]),
        styles=styles,
        overlays=tuple(tree["overlays"]),
        seed=int(tree["seed"]),
        start=int(tree["start"], 16),
        steps=tuple(Step(int(action), str(text), int(h, 16)) for action, h, text in tree["steps"]),
        rules_version=int(tree["rules_version"]),
    )
