"""What the commands of the laboratory (`meta`, `cards`, `what-if`) are asked with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evometa.metagame.metagames import builtin_metagames

MOST_GAMES = 1_000_000_000
MOST_SEED = (1 << 64) - 1
MOST_THREADS = 1024

METAGAME_HELP = f"A metagame file, or one of: {', '.join(builtin_metagames())}."

MetagameArgument = Annotated[str, typer.Argument(metavar="METAGAME", help=METAGAME_HELP)]
PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="paper|fair|PLAYER", help="Who plays all decks, instead of the metagame's players."
    ),
]
GamesOption = Annotated[
    int, typer.Option(min=2, max=MOST_GAMES, help="Games per match-up: an even number, half of them from each seat.")
]
SeedOption = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Another seed gives other games.")]
ThreadsOption = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_THREADS, help="Threads to play on; without: one per core. The result is the same."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead, with all numbers.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV instead.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="Also write tables (CSV, Parquet), JSON and pictures into a new folder."
    ),
]
