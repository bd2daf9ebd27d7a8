"""`evometa paper`: the paper's experiments and tables, each number beside the published one."""

from __future__ import annotations

from typing import Annotated

import typer

from evometa.app.laboratory.options import SeedOption, ThreadsOption
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.runs.session import FinalOption, ReportOption, Session
from evometa.experiments.paper.work import PAPER, PaperSettings
from evometa.matches.runners import ThreadRunner

DEFAULTS = PaperSettings()


def run_paper(
    scale: Annotated[
        float, typer.Option(metavar="S", help="Multiplies the games per match-up, at least 20, and nothing else.")
    ] = 1.0,
    seed: SeedOption = 1,
    players: Annotated[str, typer.Option(metavar="PLAYERS", help="Who plays all decks.")] = DEFAULTS.players,
    metagame: Annotated[
        str, typer.Option(metavar="METAGAME", help="The metagame of the table and of experiment 3.")
    ] = DEFAULTS.metagame,
    small: Annotated[str, typer.Option(metavar="METAGAME", help="That of experiments 1 and 2.")] = DEFAULTS.small,
    deck: Annotated[str, typer.Option(metavar="DECK", help="The deck of experiment 3.")] = DEFAULTS.deck,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Run the paper's three experiments and its table, and show the published values beside ours."""
    settings = PaperSettings(scale, seed, players, metagame, small, deck)
    session = Session(choose_folder(out, "paper"), as_json, with_report)
    runner = ThreadRunner(threads)
    session.work("paper", lambda tell: PAPER.carry_on(session.folder, settings, runner, tell))
