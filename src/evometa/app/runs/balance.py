"""`evometa balance`: search for the smallest patch that evens a metagame out; and `evometa demo`, a small such run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evometa.app.runs.options import MetagameRunOptions, NewRunOptions
from evometa.app.terminal.options import SeedOption, takes
from evometa.app.terminal.program import program
from evometa.experiments.balance.settings import BalanceSettings, BalanceStart, find_preset

DEMO = "demo"  # the preset
NEXT = (
    "list",
    "meta paper-six",
    'what-if paper-six --change "Consecration cost +1"',
    "balance paper-small --quick --seed 2",
    "play exp1_hunter_aggro exp1_warlock_control",
)


@takes(MetagameRunOptions, BalanceStart, BalanceSettings)
def run_balance(options: MetagameRunOptions) -> None:
    """Search for patches that even a metagame out with little change, play the best again, and report."""
    from evometa.experiments.balance.work import BALANCE, choose_balance  # they need numba, which takes long to import

    options.start(BALANCE, *choose_balance(options.asked))


@dataclass(frozen=True, kw_only=True)
class _DemoOptions(NewRunOptions):
    """What the demo is asked with."""

    seed: SeedOption = 1


@takes(_DemoOptions)
def run_demo(options: _DemoOptions) -> None:
    """Balance three of the paper's decks: search for patches, play the best again, show and report what came out."""
    from evometa.experiments.balance.work import BALANCE  # it needs numba, which takes long to import

    settings = replace(find_preset(DEMO), seed=options.seed)
    options.start(BALANCE, settings, settings.metagame, DEMO)
    tell_next()


def tell_next() -> None:
    """Say what to type next, as it can be copied."""
    from evometa.app.terminal.progress import say

    say("\n".join(["\nTo go on from here:", *(f"  {program()} {command}" for command in NEXT)]))
