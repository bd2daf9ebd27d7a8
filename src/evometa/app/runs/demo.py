"""`evometa demo`: balance a small metagame, from the first game to the report, in about two minutes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evometa.app.runs.session import NewRunOptions
from evometa.app.terminal.options import SeedOption, takes
from evometa.app.terminal.program import program
from evometa.app.terminal.progress import say
from evometa.experiments.balance.settings import find_preset
from evometa.experiments.balance.work import BALANCE

PRESET = "demo"
NEXT = (
    "list",
    "meta paper-six",
    'what-if paper-six --change "Consecration cost +1"',
    "balance paper-small --quick --seed 2",
    "play exp1_hunter_aggro exp1_warlock_control",
)


@dataclass(frozen=True, kw_only=True)
class DemoOptions(NewRunOptions):
    """What the command is asked with."""

    seed: SeedOption = 1


@takes(DemoOptions)
def run_demo(options: DemoOptions) -> None:
    """Balance three of the paper's decks: search for patches, play the best again, show and report what came out."""
    settings = replace(find_preset(PRESET), seed=options.seed)
    options.start(BALANCE, settings, settings.metagame, PRESET)
    tell_next()


def tell_next() -> None:
    """Say what to type next, as it can be copied."""
    say("\n".join(["\nTo go on from here:", *(f"  {program()} {command}" for command in NEXT)]))
