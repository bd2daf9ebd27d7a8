"""`evometa tune`: weights for a player, from games of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer

from evometa.app.runs.session import MetagameRunOptions
from evometa.app.terminal.options import SeedOption, takes
from evometa.experiments.tune.settings import MOST_GAMES, MOST_ROUNDS, MOST_SELF_GAMES, TuneSettings
from evometa.experiments.tune.work import TUNE


@dataclass(frozen=True, kw_only=True)
class TuneOptions(MetagameRunOptions):
    """What the command is asked with."""

    metagame_field: ClassVar[str] = "decks"

    decks: Annotated[
        str,
        typer.Option(
            metavar="METAGAME|builtin|random:N|themed:N",
            help="With which decks it plays, each of them against itself: those of a metagame, all that come with "
            "evometa, or N random legal decks of all classes, drawn by the seed; some of the themed ones have many "
            "weapons, overload or secrets.",
        ),
    ] = TuneSettings.decks
    beginner: Annotated[
        str,
        typer.Option(
            "--start",
            metavar="PLAYER",
            help="The player to begin with: a player, a preset or a file. All but its weights stays as it is.",
        ),
    ] = TuneSettings.start
    games: Annotated[
        int,
        typer.Option(max=MOST_SELF_GAMES, help="Games of the player against itself in each round: an even number."),
    ] = TuneSettings.games
    rounds: Annotated[int, typer.Option(min=1, max=MOST_ROUNDS, help="How often to play, fit and choose.")] = (
        TuneSettings.rounds
    )
    compare_games: Annotated[
        int, typer.Option(max=MOST_GAMES, help="Games between every two candidates of a round: an even number.")
    ] = TuneSettings.compare_games
    audit_games: Annotated[
        int,
        typer.Option(max=MOST_GAMES, help="Games between every two players with new decks at the end: an even number."),
    ] = TuneSettings.audit_games
    seed: SeedOption = TuneSettings.seed


@takes(TuneOptions)
def run_tune(options: TuneOptions) -> None:
    """Fit the weights of a player to the results of its own games, and choose among several fits by games."""
    settings = TuneSettings(
        decks=options.decks,
        start=options.beginner,
        games=options.games,
        rounds=options.rounds,
        compare_games=options.compare_games,
        audit_games=options.audit_games,
        seed=options.seed,
    )
    options.start(TUNE, settings)
