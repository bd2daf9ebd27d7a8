"""`evometa meta`: who beats whom in a metagame, how balanced it is, and how sure that is."""

from __future__ import annotations

from typing import Annotated

import typer

from evometa.app.laboratory.options import (
    MOST_GAMES,
    CsvOption,
    JsonOption,
    MetagameArgument,
    OutOption,
    PlayersOption,
    SeedOption,
    ThreadsOption,
)
from evometa.app.terminal.outputs import Output, Report
from evometa.app.terminal.progress import game_meter
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.matches.runners import ThreadRunner
from evometa.metagame.cross_players import cross_players
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games, check_precision, play

DEFAULT_GAMES = 1_000
CROSSED_GAMES = 200  # with every player there are several times as many match-ups


def show_meta(
    metagame: MetagameArgument,
    games: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=MOST_GAMES,
            show_default=f"{DEFAULT_GAMES}; with --cross-players {CROSSED_GAMES}",
            help="Games per match-up: an even number, half of them from each seat.",
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            metavar="HALF-WIDTH",
            help="Instead of --games: play until each 95% interval reaches at most so far to either side, as in 0.01.",
        ),
    ] = None,
    players: PlayersOption = None,
    crossed: Annotated[
        bool, typer.Option("--cross-players", help="Play every deck with every style: what is deck, what is player?")
    ] = False,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    out: OutOption = None,
) -> None:
    """Play all decks of a metagame against each other: win rates, balance, equilibrium."""
    output = Output(as_json, as_csv, out)
    _check_wishes(games, precision, crossed)
    loaded = load_played(metagame, players)
    output.check()
    if crossed:
        report = play_crossed(loaded, games or CROSSED_GAMES, seed, threads)
    else:
        report = play_metagame(loaded, games, precision, seed, threads)
    output.publish(report)


def _check_wishes(games: int | None, precision: float | None, crossed: bool) -> None:
    if games is not None and precision is not None:
        raise InputError("--games and --precision cannot stand together: choose one")
    if precision is not None and crossed:
        raise InputError("--cross-players plays a number of games per match-up: give --games instead of --precision")
    if games is not None:
        check_games(games)
    if precision is not None:
        check_precision(precision)


def play_metagame(
    metagame: Metagame, games: int | None, precision: float | None, seed: int, threads: int | None
) -> Report:
    """All decks against each other, each with its player."""
    from evometa.app.laboratory.meta_view import report_metagame

    wanted = DEFAULT_GAMES if games is None and precision is None else games
    with game_meter(metagame.name) as progress:
        result = play(
            metagame, games=wanted, precision=precision, seed=seed, runner=ThreadRunner(threads), progress=progress
        )
    return report_metagame(result)


def play_crossed(metagame: Metagame, games: int, seed: int, threads: int | None) -> Report:
    """All decks against each other, each with every player."""
    from evometa.app.laboratory.crossed_view import report_crossed

    with game_meter(f"{metagame.name}, every player") as progress:
        result = cross_players(metagame, games=games, seed=seed, runner=ThreadRunner(threads), progress=progress)
    return report_crossed(result)
