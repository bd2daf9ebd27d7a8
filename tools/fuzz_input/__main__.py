"""`python -m tools.fuzz_input`: changed files of every kind, each given to a command that reads it, until Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from tools.fuzz_command import FAILED, choose_seed, run_command, stop_on_interrupt
from tools.fuzz_input.kept import FOLDER
from tools.fuzz_input.run import Failure, InputFuzzing, replay
from tools.fuzz_input.targets import TARGETS

from evometa.app.terminal.progress import say
from evometa.games.compiled.compiling import JIT

MOST_SEED = (1 << 64) - 1
ENDINGS = {0: "accepted", 2: "refused", 1: "replays that differ", 130: "stopped at the first games", None: "failed"}


def fuzz_input(
    inputs: Annotated[
        int | None, typer.Option(help="Stop after this number of inputs (default: at Ctrl-C).", min=1)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same inputs.", min=0, max=MOST_SEED)] = None,
    processes: Annotated[int | None, typer.Option(help="Default: the number of cores.", min=1)] = None,
    kept: Annotated[Path, typer.Option(help="Where inputs that fail are kept.", metavar="DIR")] = FOLDER,
    replayed: Annotated[
        Path | None, typer.Option("--replay", help="Try a kept input again instead.", metavar="FILE")
    ] = None,
) -> None:
    """Change files of every kind that evometa reads, and see that a command takes or refuses each of them."""
    if replayed is not None:
        show_replay(replayed)
        return
    fuzzing = InputFuzzing(choose_seed(seed), processes or os.cpu_count() or 1, kept)
    say(f"The seed is {fuzzing.seed}. Ctrl-C ends the run and shows what came out.")
    started = time.monotonic()
    with stop_on_interrupt(fuzzing.stop), show_progress(fuzzing, inputs):
        fuzzing.run(inputs)
    print("\n".join(describe(fuzzing, time.monotonic() - started)))
    if fuzzing.failures:
        raise typer.Exit(FAILED)


@contextmanager
def show_progress(fuzzing: InputFuzzing, inputs: int | None) -> Iterator[None]:
    """A line on standard error that counts inputs."""
    columns = (TextColumn("{task.description}"), *((BarColumn(),) if inputs else ()), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting ...", total=inputs)

        def show(fuzzing: InputFuzzing) -> None:
            words = f"{fuzzing.n_inputs:,} inputs, {len(fuzzing.failures)} different failures"
            bar.update(task, description=words, completed=fuzzing.n_inputs)

        fuzzing.show = show
        yield


def describe(fuzzing: InputFuzzing, seconds: float) -> list[str]:
    """The summary in lines."""
    endings = (f"{n:,} {ENDINGS[code]}" for code, n in fuzzing.endings.most_common())
    slowest, item = fuzzing.slowest
    return [
        f"inputs     {fuzzing.n_inputs:,} (seed {fuzzing.seed}) for {len(fuzzing.by_target)} of {len(TARGETS)} targets",
        f"outcomes   {', '.join(endings)}",
        f"failures   {sum(fuzzing.repeated.values()):,}, {len(fuzzing.failures)} of them different",
        f"slowest    {slowest:.1f} s of CPU time (input {item})",
        f"memory     {fuzzing.peak >> 20:,} MB at most",
        f"seconds    {seconds:,.0f}",
        *(
            line
            for failure in fuzzing.failures
            for line in describe_failure(failure, fuzzing.repeated[failure.problem])
        ),
    ]


def describe_failure(failure: Failure, times: int) -> list[str]:
    """What failed, and how to see it again."""
    path = os.path.relpath(failure.path)
    return [f"{failure.target}: {failure.problem} ({times} times)", f"  make fuzz-input REPLAY={path}"]


def show_replay(path: Path) -> None:
    """Try a kept input again, and say what comes of it."""
    (outcome,) = replay([path])
    print(outcome.details.encode("ascii", "backslashreplace").decode())
    if outcome.problem:
        print(f"{path}: {outcome.problem}")
        raise typer.Exit(FAILED)
    print(f"{path}: nothing is wrong; the command ends with exit code {outcome.code}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command, where nothing is compiled."""
    if JIT:
        command = [sys.executable, "-m", "tools.fuzz_input", *(sys.argv[1:] if arguments is None else arguments)]
        os.execve(sys.executable, command, {**os.environ, "NUMBA_DISABLE_JIT": "1"})
    run_command("fuzz-input", fuzz_input, arguments)


if __name__ == "__main__":
    main()
