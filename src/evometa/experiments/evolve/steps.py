"""The steps of an evolution, as they are stored: all that is known follows from them, one after the other."""

from __future__ import annotations

import json
import zlib

from evometa.input.errors import Where
from evometa.input.stored import Record
from evometa.metagame.evidence import Counts
from evometa.store import to_json

MOST_BYTES = 1 << 28  # of a step


class Met(Record):
    """What the match-ups of all decks had come to after a step."""

    wins: Counts  # [n, n]
    games: Counts  # [n, n]
    is_last: bool = False  # whether the evolution ended with it


class Searched(Record):
    """The search of a class for the best answer: all decks that it played, and the best of them."""

    klass: str
    opponents: tuple[int, ...]  # the places of the decks that were met
    decks: Counts  # [k, cards of the class], each once
    wins: Counts  # [k, opponents]
    games: Counts  # [k, opponents]
    best: int  # the place of the best of them
    expected: float  # its win rate, as the search sees it


class Step(Record):
    """One thing that was done, whole or not at all."""

    met: Met | None = None
    searched: Searched | None = None


def write_step(step: Step) -> bytes:
    """As a checkpoint holds it."""
    return zlib.compress(to_json(step.to_json()).encode(), 6)


def read_step(state: bytes, where: Where) -> Step:
    """What `write_step` gives; refused if it is damaged."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(state, MOST_BYTES)
        if not unpacker.eof:
            raise where.error("this is a part of a step of an evolution; begin the run again")
        return Step.from_json(json.loads(text), where)
    except (zlib.error, json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise where.error(f"this is no step of an evolution ({error}); begin the run again") from None
