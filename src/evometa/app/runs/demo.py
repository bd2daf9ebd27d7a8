"""`evometa demo`: balance a small metagame, from the first game to the report, in about two minutes."""

from __future__ import annotations

from evometa.app.laboratory.options import SeedOption, ThreadsOption
from evometa.app.runs.balance_options import Wishes
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.runs.session import ReportOption, Session
from evometa.app.terminal.progress import say
from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import ThreadRunner

PRESET = "demo"
NEXT = (
    "evometa meta paper-six --players paper",
    'evometa what-if paper-six --players paper --change "Consecration cost +1"',
    "evometa balance paper-small --quick --seed 2",
    "evometa play exp1_hunter_aggro exp1_warlock_control",
)


def run_demo(
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
) -> None:
    """Balance three of the paper's decks: search for patches, play the best again, show and report what came out."""
    settings, metagame = Wishes(preset=PRESET, fields={"seed": seed}).settings()
    session = Session(choose_folder(out, PRESET, metagame.name), with_report=with_report)
    session.work(metagame.name, lambda tell: BALANCE.start(session.folder, settings, ThreadRunner(threads), tell))
    say("\n".join(["\nTo go on from here:", *(f"  {command}" for command in NEXT)]))
