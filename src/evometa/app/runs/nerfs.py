"""`evometa nerfs`: what a small change of each card does to its deck."""

from __future__ import annotations

from typing import Annotated

import typer

from evometa.app.laboratory.options import METAGAME_HELP, GamesOption, PlayersOption, SeedOption, ThreadsOption
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.runs.session import FinalOption, ReportOption, Session
from evometa.experiments.nerfs.work import CARD_SCAN, CardScanSettings
from evometa.experiments.runs import load_played
from evometa.matches.runners import ThreadRunner
from evometa.metagame.playing import check_games

DEFAULT_GAMES = 10_000


def run_nerfs(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck of the metagame.")],
    metagame: Annotated[str, typer.Option("--in", metavar="METAGAME", help=METAGAME_HELP)] = "paper-six",
    attribute: Annotated[
        str, typer.Option(metavar="NAME", help="What changes: cost, attack, health, durability, or a path.")
    ] = "cost",
    amount: Annotated[
        int, typer.Option(metavar="NUMBER", help="By how much; to buff instead, a cost below 0 or another above.")
    ] = 1,
    allow_zero: Annotated[bool, typer.Option("--allow-zero", help="Let health and durability fall to 0.")] = False,
    games: GamesOption = DEFAULT_GAMES,
    players: PlayersOption = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Find the cards that a deck relies on: change each in turn, and see what the deck wins without it."""
    loaded = load_played(metagame, players)
    name = loaded.decks[loaded.index_of(deck)].name
    settings = CardScanSettings(name, metagame, players, check_games(games), attribute, amount, allow_zero, seed)
    session = Session(choose_folder(out, "nerfs", loaded.name), as_json, with_report)
    runner = ThreadRunner(threads)
    session.work(name, lambda tell: CARD_SCAN.start(session.folder, settings, runner, tell))
