"""`evometa what-if`: a metagame before and after a few changes to cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.laboratory.what_if_view import report_what_if
from evometa.app.terminal.changes import read_changes
from evometa.app.terminal.metagames import MetagameArgument
from evometa.app.terminal.options import OBSERVED_HELP, ChangeOption, GamesOption, takes
from evometa.app.terminal.progress import game_meter
from evometa.experiments.runs import load_played
from evometa.matches.interrupts import until_interrupted
from evometa.metagame.observed import read_observed
from evometa.metagame.playing import check_games
from evometa.metagame.what_if import what_if

DEFAULT_GAMES = 500


@dataclass(frozen=True, kw_only=True)
class WhatIfOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    change: ChangeOption = None
    patch: Annotated[Path | None, typer.Option(metavar="FILE", help="Instead of --change: a patch file.")] = None
    observed: Annotated[
        Path | None,
        typer.Option("--observed", metavar="FILE", help=f"Start from what was observed. {OBSERVED_HELP}"),
    ] = None
    games: GamesOption = DEFAULT_GAMES


@takes(WhatIfOptions)
def show_what_if(options: WhatIfOptions) -> None:
    """Show what changes to cards would do to a metagame: the same games before and after."""
    games = check_games(options.games)
    loaded = load_played(options.metagame, options.players)
    asked = read_changes(options.change or [], options.patch, loaded.patched_cards)
    observed = None if options.observed is None else read_observed(options.observed, loaded)
    options.output.check()
    runner = options.make_runner()
    with game_meter(loaded.name) as progress:
        result = until_interrupted(
            lambda: what_if(loaded, asked, games=games, seed=options.seed, runner=runner, progress=progress)
        )
    options.output.publish(report_what_if(result, observed))
