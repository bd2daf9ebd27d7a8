"""`evometa balance`: search for the smallest patch that evens a metagame out."""

from __future__ import annotations

from evometa.app.laboratory.options import PlayersOption, ThreadsOption
from evometa.app.runs import balance_options as options
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.runs.session import FinalOption, ReportOption, Session
from evometa.experiments.balance.work import BALANCE
from evometa.input.errors import InputError
from evometa.matches.runners import ThreadRunner

QUICK = "quick"


def run_balance(
    metagame: options.MetagameArgument = None,
    quick: options.QuickOption = False,
    preset: options.PresetOption = None,
    settings: options.SettingsOption = None,
    algorithm: options.AlgorithmOption = None,
    objectives: options.ObjectivesOption = None,
    population: options.PopulationOption = None,
    generations: options.GenerationsOption = None,
    games: options.GamesOption = None,
    players: PlayersOption = None,
    space: options.SpaceOption = None,
    include: options.IncludeOption = None,
    guide: options.GuideOption = None,
    top: options.TopOption = None,
    again_games: options.AgainGamesOption = None,
    again_size: options.AgainSizeOption = None,
    audit_games: options.AuditGamesOption = None,
    audit_size: options.AuditSizeOption = None,
    seed: options.SeedOption = None,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Search for patches that even a metagame out with little change, play the best again, and report."""
    wishes = options.Wishes(
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
            "again_games": again_games,
            "again_size": again_size,
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
