"""`evometa balance`: search for the smallest patch that evens a metagame out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evometa.app.balance_options import Wishes
from evometa.app.laboratory_options import METAGAME_HELP, MOST_GAMES, MOST_SEED, PlayersOption, ThreadsOption
from evometa.app.run_folders import FolderOption, choose_folder
from evometa.app.run_session import FinalOption, ReportOption, Session
from evometa.cards.errors import InputError
from evometa.experiments.balance_run import BALANCE
from evometa.experiments.balance_settings import PRESETS
from evometa.matches.runners import ThreadRunner

QUICK = "quick"


def run_balance(
    metagame: Annotated[
        str | None,
        typer.Argument(
            metavar="METAGAME",
            help=METAGAME_HELP,
            show_default="paper-small, or as --settings says",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="About a minute's worth; the same as --preset quick.")] = False,
    preset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"Start from these settings: {', '.join(PRESETS)}."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A TOML file of settings; options count more.")
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(metavar="ga|nsga2", help="Genetic algorithm (one objective), or NSGA-II (several).")
    ] = None,
    objectives: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="What to make low, as in f,m. There are f, f_meta, nash_evenness, m, m_unweighted, cards.",
        ),
    ] = None,
    population: Annotated[int | None, typer.Option(min=2, help="Patches in a generation.")] = None,
    generations: Annotated[int | None, typer.Option(min=1, help="Generations after the initial one.")] = None,
    games: Annotated[
        int | None, typer.Option(min=2, max=MOST_GAMES, help="Games per match-up for each patch: an even number.")
    ] = None,
    players: PlayersOption = None,
    space: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A TOML file that says what may change; without: all cards.")
    ] = None,
    include: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATCH", help="A patch file for the initial population; may be repeated."),
    ] = None,
    guide: Annotated[
        str | None, typer.Option(metavar="wrd|wrp|wrn", help="Prefer cards that this statistic points at.")
    ] = None,
    top: Annotated[int | None, typer.Option(min=1, help="With --guide: only so many cards may change.")] = None,
    audit_games: Annotated[
        int | None, typer.Option(min=2, max=MOST_GAMES, help="Games per match-up when the best are played again.")
    ] = None,
    audit_size: Annotated[int | None, typer.Option(min=2, help="How many patches are played again at the end.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=MOST_SEED, help="Another seed gives another run.")] = None,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Search for patches that even a metagame out with little change, play the best again, and report."""
    wishes = Wishes(
        preset=choose_preset(quick, preset),
        settings_file=settings,
        space_file=space,
        include=include or (),
        fields={
            "metagame": metagame,
            "players": players,
            "algorithm": algorithm,
            "objectives": None if objectives is None else [name.strip() for name in objectives.split(",")],
            "games": games,
            "guide": guide,
            "guide_top": top,
            "audit_games": audit_games,
            "audit_size": audit_size,
            "seed": seed,
        },
        evolution={"population": population, "generations": generations},
    )
    chosen, loaded = wishes.settings()
    session = Session(choose_folder(out, "balance", loaded.name), as_json, with_report)
    runner = ThreadRunner(threads)
    session.work(loaded.name, lambda tell: BALANCE.start(session.folder, chosen, runner, tell))


def choose_preset(quick: bool, preset: str | None) -> str | None:
    """The name of the settings to start from, if there are any."""
    if quick and preset not in (None, QUICK):
        raise InputError(f"--quick and --preset {preset} cannot stand together: choose one")
    return QUICK if quick else preset
