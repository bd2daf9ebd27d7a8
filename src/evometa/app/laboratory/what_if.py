"""`evometa what-if`: a metagame before and after a few changes to cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.laboratory.options import (
    CsvOption,
    GamesOption,
    JsonOption,
    MetagameArgument,
    OutOption,
    PlayersOption,
    SeedOption,
    ThreadsOption,
)
from evometa.app.laboratory.what_if_view import report_what_if
from evometa.app.terminal.outputs import Output
from evometa.app.terminal.progress import game_meter
from evometa.cards.model import CardSet
from evometa.cards.patches.files import parse_changes, read_patch
from evometa.cards.patches.patch import Patch
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.matches.runners import ThreadRunner
from evometa.metagame.playing import check_games
from evometa.metagame.what_if import what_if

DEFAULT_GAMES = 500


def show_what_if(
    metagame: MetagameArgument,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--change",
            metavar="CHANGE",
            help='A change, such as "Fiery War Axe cost +1"; may be repeated.',
        ),
    ] = None,
    patch: Annotated[Path | None, typer.Option(metavar="FILE", help="Instead of --change: a patch file.")] = None,
    games: GamesOption = DEFAULT_GAMES,
    players: PlayersOption = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    out: OutOption = None,
) -> None:
    """Show what changes to cards would do to a metagame: the same games before and after."""
    output = Output(as_json, as_csv, out)
    check_games(games)
    loaded = load_played(metagame, players)
    asked = read_changes(change or [], patch, loaded.patched_cards)
    output.check()
    with game_meter(loaded.name) as progress:
        result = what_if(loaded, asked, games=games, seed=seed, runner=ThreadRunner(threads), progress=progress)
    output.publish(report_what_if(result))


def read_changes(changes: Sequence[str], path: Path | None, card_set: CardSet) -> Patch:
    """The patch that the options ask for; refused if it would change nothing."""
    if bool(changes) == bool(path):
        raise InputError("what should change? Give either --change (once or more) or --patch FILE")
    patch = read_patch(path, card_set) if path else parse_changes(changes, card_set)
    if not patch.notes(card_set):
        asked = ", ".join(f"'{change}'" for change in changes) or str(path)
        raise InputError(
            f"{asked}: nothing would change; the cards are like that already, or their numbers may go no further"
        )
    return patch
