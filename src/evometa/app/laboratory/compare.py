"""`evometa compare`: the simulation of a metagame beside games that people have played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.metagames import MetagameArgument
from evometa.app.terminal.options import OBSERVED_HELP, GamesOption, takes
from evometa.app.terminal.progress import game_meter
from evometa.experiments.runs import load_played
from evometa.matches.interrupts import until_interrupted
from evometa.metagame.observed import read_observed
from evometa.metagame.playing import check_games, play

DEFAULT_GAMES = 1_000


@dataclass(frozen=True, kw_only=True)
class CompareOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    observed: Annotated[Path, typer.Option("--observed", metavar="FILE", help=OBSERVED_HELP)]
    games: GamesOption = DEFAULT_GAMES


@takes(CompareOptions)
def show_comparison(options: CompareOptions) -> None:
    """Lay the simulation of a metagame beside games that people have played, and show where they differ."""
    from evometa.app.laboratory.compare_view import report_comparison
    from evometa.metagame.comparison import Comparison

    games = check_games(options.games)
    loaded = load_played(options.metagame, options.players)
    observed = read_observed(options.observed, loaded)
    options.output.check()
    seed, runner = options.seed, options.make_runner()
    with game_meter(loaded.name) as progress:
        result = until_interrupted(lambda: play(loaded, games=games, seed=seed, runner=runner, progress=progress))
    options.output.publish(report_comparison(Comparison(result, observed)))
