"""`python -m tools.fuzz`: random games over the whole card pool, every position checked, until Ctrl-C."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from numba import config
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from tests.science.random_decks import all_cards
from tools.fuzz.batches import GAMES_OF_SET, MOST_SEED, make_card_batch, make_mixed_batch
from tools.fuzz.decks import deck_cards
from tools.fuzz.fixtures import FOLDER, replay_fixture
from tools.fuzz.run import SAMPLE_EVERY, Failure, Fuzzing
from tools.fuzz_command import FAILED, choose_seed, run_command, stop_on_interrupt

from evometa.app.terminal.progress import explain_wait, say
from evometa.games.compiled.compiling import JIT

SETS_OF_BATCH = 50  # of which the first game of the first is compared with uncompiled play
FEW = 10  # cards that nobody played are named if they are not more


def fuzz(
    games: Annotated[
        int | None, typer.Option(help="Stop after this number of games (default: at Ctrl-C).", min=1)
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after this number of seconds.", min=0)] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same games.", min=0, max=MOST_SEED)] = None,
    sample: Annotated[
        int, typer.Option(help="Compare one of this number of games with uncompiled play; 0 compares none.", min=0)
    ] = SAMPLE_EVERY,
    threads: Annotated[int | None, typer.Option(help="Default: the number of cores.", min=1)] = None,
    fixtures: Annotated[Path, typer.Option(help="Where a failed game is written.", metavar="DIR")] = FOLDER,
    replay: Annotated[Path | None, typer.Option(help="Play a failed game again instead.", metavar="FIXTURE")] = None,
    bounds: Annotated[bool, typer.Option("--bounds", help="Check the bounds of every array; this is slower.")] = False,
    cards: Annotated[
        int | None, typer.Option(help="Play only cards that are written at random: this number of sets.", min=1)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Play random games with the game's cards, and with cards written at random, and check every position."""
    if replay is not None:
        show_replay(replay)
        return
    if bounds and not config.BOUNDSCHECK:
        run_again(sys.argv[1:], NUMBA_BOUNDSCHECK="1")
    fuzzing = Fuzzing(choose_seed(seed), threads, sample, fixtures)
    fuzzing.make = partial(make_mixed_batch, refused=fuzzing.refused)
    if cards is not None:
        games = cards * GAMES_OF_SET
        fuzzing.batch_games = SETS_OF_BATCH * GAMES_OF_SET
        fuzzing.sample_every = fuzzing.batch_games if sample else 0
        fuzzing.make = partial(make_card_batch, refused=fuzzing.refused)
    with explain_wait():
        fuzzing.prepare()
    say(f"The seed is {fuzzing.seed}. Ctrl-C ends the run and shows what came out.")
    started = time.monotonic()
    with stop_on_interrupt(fuzzing.stop), show_progress(fuzzing, games):
        fuzzing.run(games, seconds)
    if as_json:
        print(json.dumps(summary_tree(fuzzing), indent=1))
    else:
        print("\n".join(describe(fuzzing, time.monotonic() - started)))
    if fuzzing.failures:
        raise typer.Exit(FAILED)


# --- progress -----------------------------------------------------------------------------------


@contextmanager
def show_progress(fuzzing: Fuzzing, games: int | None) -> Iterator[None]:
    """A line on standard error that counts games, and says how fast they are played and how long it will take."""
    left = (BarColumn(), TimeRemainingColumn()) if games else ()
    columns = (TextColumn("{task.description}"), *left, TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, meter = bar.add_task("starting ...", total=games), Meter()

        def show(fuzzing: Fuzzing, n: int) -> None:
            bar.update(task, description=meter.read(fuzzing, n), completed=fuzzing.n_games + meter.n_in_batch)

        fuzzing.show = show
        yield


class Meter:
    """How fast games are played, from the first one on."""

    def __init__(self) -> None:
        self.started = 0.0
        self.n_in_batch = 0

    def read(self, fuzzing: Fuzzing, n: int) -> str:
        """A line about the run, when n more games of its current batch are finished; 0: the batch is."""
        self.started = self.started or time.monotonic()
        self.n_in_batch = self.n_in_batch + n if n else 0
        seconds = max(time.monotonic() - self.started, 1e-6)
        n_games = fuzzing.n_games + self.n_in_batch
        parts = (
            f"{n_games:,} games",
            f"{n_games / seconds:,.0f} games/s",
            f"{fuzzing.n_actions / seconds:,.0f} actions/s",
            f"{fuzzing.n_compared} compared",
            f"{len(fuzzing.failures)} failed",
        )
        return ", ".join(parts)


# --- what came out ------------------------------------------------------------------------------


def describe(fuzzing: Fuzzing, seconds: float) -> list[str]:
    """The summary in lines."""
    never = [all_cards()[card].name for card in fuzzing.never_played()]
    names = f"; never: {', '.join(never)}" if 0 < len(never) <= FEW else ""
    return [
        f"games                {fuzzing.n_games:,} (seed {fuzzing.seed})",
        f"actions              {fuzzing.n_actions:,}, each position checked",
        f"cards played         {len(deck_cards()) - len(never)} of {len(deck_cards())}{names}",
        f"variants             {fuzzing.n_variants:,}: {fuzzing.n_patches:,} with a patch ({fuzzing.n_zero:,} may "
        f"leave cards without health), {fuzzing.n_rules:,} with other rules",
        *describe_refused(fuzzing.refused),
        f"bounds of arrays     {'checked' if config.BOUNDSCHECK else 'not checked (--bounds does it)'}",
        f"invariants broken    {len(fuzzing.broken)}",
        f"compared uncompiled  {fuzzing.n_compared}, {len(fuzzing.different)} different",
        f"seconds              {seconds:,.0f}",
        *(line for failure in fuzzing.failures for line in describe_failure(failure)),
    ]


def describe_refused(refused: Counter[str]) -> list[str]:
    """How many written cards the reader refused, and why; nothing where none were written."""
    written = refused["written"]
    if not written:
        return []
    reasons = [(n, why) for why, n in refused.most_common() if why != "written"]
    total = sum(n for n, _ in reasons)
    rows = [f"  {n / written:6.2%}  {why}" for n, why in reasons]
    return [f"cards written        {written:,}, of which {total / written:.1%} were refused:", *rows]


def describe_failure(failure: Failure) -> list[str]:
    """What failed, and how to see it again."""
    path = os.path.relpath(failure.path)
    return [f"seed {failure.seed}, action {failure.action}: {failure.problem}", f"  make fuzz REPLAY={path}"]


def summary_tree(fuzzing: Fuzzing) -> dict[str, Any]:
    """The summary for programs."""
    return {
        "seed": fuzzing.seed,
        "games": fuzzing.n_games,
        "actions": fuzzing.n_actions,
        "variants": fuzzing.n_variants,
        "patches": fuzzing.n_patches,
        "patches_allowing_zero": fuzzing.n_zero,
        "rules": fuzzing.n_rules,
        "refused": dict(fuzzing.refused),
        "bounds_checked": bool(config.BOUNDSCHECK),
        "cards": len(deck_cards()),
        "never_played": fuzzing.never_played(),
        "broken": [failure_tree(failure) for failure in fuzzing.broken],
        "compared": fuzzing.n_compared,
        "different": [failure_tree(failure) for failure in fuzzing.different],
    }


def failure_tree(failure: Failure) -> dict[str, Any]:
    """A failed game for programs; its fixture is named by the seed."""
    return {"seed": failure.seed, "action": failure.action, "problem": failure.problem}


def show_replay(path: Path) -> None:
    """Play a failed game again, uncompiled, and say whether it still fails."""
    if JIT:
        run_again(["--replay", str(path)], NUMBA_DISABLE_JIT="1")
    replay = replay_fixture(path)
    print("\n".join(replay.describe()))
    if replay.problem:
        raise typer.Exit(FAILED)


def run_again(arguments: Sequence[str], **settings: str) -> NoReturn:
    """Start this program once more in this process, with other settings of numba."""
    os.execve(sys.executable, [sys.executable, "-m", "tools.fuzz", *arguments], {**os.environ, **settings})


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; a mistake in the input becomes one message."""
    run_command("fuzz", fuzz, arguments)


if __name__ == "__main__":
    main()
