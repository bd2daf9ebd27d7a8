"""Streams of 64-bit random numbers, each seeded by mixing its key."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, inlined

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = (np.uint64(n) for n in (27, 30, 31, 32))


@inlined
def mix(z: np.uint64) -> np.uint64:
    """Scramble 64 bits (the finaliser of splitmix64)."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@inlined
def stream(seed: np.uint64, key: int) -> np.uint64:
    """The start of the stream `key` under a seed; neighbouring keys and seeds have nothing in common."""
    return mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(key) * MIX_2 + GOLDEN))


@compiled
def next_below(rng: np.uint64, n: int) -> tuple[np.uint64, Any]:
    """One step of a stream: its new state and a number from 0 to n - 1."""
    rng = rng + GOLDEN
    return rng, np.int64(((mix(rng) >> S32) * np.uint64(n)) >> S32)


@compiled
def shuffle(cards: NDArray[Any], n: int, rng: np.uint64) -> np.uint64:
    """Shuffle the first n entries; returns the stream's new state."""
    for i in range(n - 1, 0, -1):
        rng, j = next_below(rng, i + 1)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept
    return rng
