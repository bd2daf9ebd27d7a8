"""What a studio is started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evometa.games.game import Game

HERE = "127.0.0.1"
PORT = 8400


@dataclass(frozen=True, kw_only=True)
class StudioSettings:
    """What a studio is started with."""

    folder: Path
    host: str = HERE
    port: int = PORT
    token: str | None = None  # what a browser has to know; None: nothing, so that all who use this machine can
    read_only: bool = False  # whether nothing may be written into the folder
    threads: int | None = None  # default: one per core
    seed: int = 1
    game: Game | None = None  # that somebody asked for
