"""`evometa explain`: what each change of a patch buys in a metagame."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.laboratory.explain_view import Explained, report_explanation
from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.changes import read_changes
from evometa.app.terminal.metagames import MetagameArgument
from evometa.app.terminal.options import ChangeOption, GamesOption, takes
from evometa.app.terminal.progress import game_meter
from evometa.balance.explaining import Explainer
from evometa.balance.objectives import OBJECTIVES, choose_measured
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.matches.interrupts import until_interrupted
from evometa.metagame.playing import check_games

DEFAULT_GAMES = 2000
MEASURED = [name for name, objective in OBJECTIVES.items() if not objective.is_exact]


@dataclass(frozen=True, kw_only=True)
class ExplainOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    patch: Annotated[Path | None, typer.Option(metavar="FILE", help="The patch file.")] = None
    change: ChangeOption = None
    objective: Annotated[
        str, typer.Option(metavar="NAME", help=f"What the changes are to lower: {', '.join(MEASURED)}.")
    ] = "f"
    games: GamesOption = DEFAULT_GAMES


@takes(ExplainOptions)
def show_explanation(options: ExplainOptions) -> None:
    """Show what each change of a patch buys: the same games with the patch and with that change put back."""
    games = check_games(options.games)
    objective = choose_measured(options.objective)
    loaded = load_played(options.metagame, options.players)
    if len(loaded.decks) < 2:
        raise InputError(f"the metagame '{loaded.name}' has one deck only; allowed: two or more")
    asked = read_changes(options.change or [], options.patch, loaded.patched_cards)
    options.output.check()
    runner, explainer = options.make_runner(), Explainer.of(loaded, objective, games, options.seed)
    with game_meter(loaded.name) as progress:
        found = until_interrupted(lambda: explainer.explain(asked, runner, progress))
    options.output.publish(report_explanation(Explained(loaded, asked, found, options.seed)))
