"""A process that writes a run, generation after generation, until it is killed.

Run as a script with the run's folder. It says "ready" before it touches the folder, and each generation once stored.
"""

import sys
from pathlib import Path

from tests.unit.store.made_up import SETTINGS, make_evaluations, make_state

from evometa.store import create_run, open_run
from evometa.store.schema import FILE


def write_on(folder: Path) -> None:
    """Create the run or go on with it."""
    run = open_run(folder, write=True) if (folder / FILE).exists() else create_run(folder, "test", SETTINGS)
    last = run.last_checkpoint()
    generation = 0 if last is None else last.generation + 1
    while True:
        run.save_checkpoint(generation, make_state(generation), make_evaluations(generation))
        print(generation, flush=True)
        generation += 1


if __name__ == "__main__":
    print("ready", flush=True)
    write_on(Path(sys.argv[1]))
