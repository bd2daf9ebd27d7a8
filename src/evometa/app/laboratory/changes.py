"""Changes to cards: `evometa what-if` shows what they do to a metagame, `evometa explain` what each of them buys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.options import ChangeOption, GamesOption, MetagameArgument, read_changes, takes
from evometa.balance.explaining import explain_patch
from evometa.balance.objectives import OBJECTIVES, choose_measured
from evometa.experiments.runs import load_played
from evometa.experiments.settings import OBSERVED_HELP
from evometa.input.errors import InputError
from evometa.metagame.changes.observed import read_observed
from evometa.metagame.changes.what_if import what_if
from evometa.metagame.playing import check_games
from evometa.story.laboratory.explain import Explained, tell_explained
from evometa.story.laboratory.what_if import Changed, tell_what_if

_WHAT_IF_GAMES = 500
EXPLAIN_GAMES = 2000
MEASURED = [name for name, objective in OBJECTIVES.items() if not objective.is_exact]


@dataclass(frozen=True, kw_only=True)
class _WhatIfOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    change: ChangeOption = None
    patch: Annotated[Path | None, typer.Option(metavar="FILE", help="Instead of --change: a patch file.")] = None
    observed: Annotated[
        Path | None, typer.Option("--observed", metavar="FILE", help=f"Start from what was observed. {OBSERVED_HELP}")
    ] = None
    games: GamesOption = _WHAT_IF_GAMES


@takes(_WhatIfOptions)
def show_what_if(options: _WhatIfOptions) -> None:
    """Show what changes to cards would do to a metagame: the same games before and after."""
    games = check_games(options.games)
    loaded = load_played(options.metagame, options.players)
    asked = read_changes(options.change or [], options.patch, loaded.patched_cards)
    observed = None if options.observed is None else read_observed(options.observed, loaded)
    result = options.play(loaded.name, partial(what_if, loaded, asked, games=games))
    options.publish(tell_what_if(Changed(result, observed)))


@dataclass(frozen=True, kw_only=True)
class ExplainOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    patch: Annotated[Path | None, typer.Option(metavar="FILE", help="The patch file.")] = None
    change: ChangeOption = None
    objective: Annotated[
        str, typer.Option(metavar="NAME", help=f"What the changes are to lower: {', '.join(MEASURED)}.")
    ] = "f"
    games: GamesOption = EXPLAIN_GAMES


@takes(ExplainOptions)
def show_explanation(options: ExplainOptions) -> None:
    """Show what each change of a patch buys: the same games with the patch and with that change put back."""
    games = check_games(options.games)
    objective = choose_measured(options.objective)
    loaded = load_played(options.metagame, options.players)
    if len(loaded.decks) < 2:
        raise InputError(f"the metagame '{loaded.name}' has one deck only; allowed: two or more")
    asked = read_changes(options.change or [], options.patch, loaded.patched_cards)
    found = options.play(loaded.name, partial(explain_patch, loaded, asked, objective, games))
    options.publish(tell_explained(Explained(loaded, asked, found, options.seed)))
