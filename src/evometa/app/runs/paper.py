"""`evometa paper`: the paper's experiments and tables, each number beside the published one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from evometa.app.runs.session import NewRunOptions
from evometa.app.terminal.options import SeedOption, takes
from evometa.experiments.paper.work import PAPER, PaperSettings


@dataclass(frozen=True, kw_only=True)
class PaperOptions(NewRunOptions):
    """What the command is asked with."""

    scale: Annotated[
        float, typer.Option(metavar="S", help="Multiplies the games per match-up, at least 20, and nothing else.")
    ] = PaperSettings.scale
    seed: SeedOption = PaperSettings.seed
    players: Annotated[str, typer.Option(metavar="PLAYERS", help="Who plays all decks.")] = PaperSettings.players
    metagame: Annotated[
        str, typer.Option(metavar="METAGAME", help="The metagame of the table and of experiment 3.")
    ] = PaperSettings.metagame
    small: Annotated[str, typer.Option(metavar="METAGAME", help="That of experiments 1 and 2.")] = PaperSettings.small
    deck: Annotated[str, typer.Option(metavar="DECK", help="The deck of experiment 3.")] = PaperSettings.deck


@takes(PaperOptions)
def run_paper(options: PaperOptions) -> None:
    """Run the paper's three experiments and its table, and show the published values beside ours."""
    options.start(PAPER, PaperSettings(**{name: getattr(options, name) for name in PaperSettings.readers}))
