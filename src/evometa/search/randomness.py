"""Python's global random numbers, lent to code that draws from nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lend_global_random(generator: random.Random) -> Iterator[None]:
    """Let the functions of `random` draw from a generator, and leave them afterwards as they were.

    DEAP's operators draw from these functions. Other threads must not use them in the meantime.
    """
    outside = random.getstate()
    random.setstate(generator.getstate())
    try:
        yield
    finally:
        generator.setstate(random.getstate())
        random.setstate(outside)
