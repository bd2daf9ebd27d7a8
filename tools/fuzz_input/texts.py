"""Changes of bytes and lines, which know nothing of what a file means."""

from __future__ import annotations

import random
from collections.abc import Callable

from tools.fuzz_input.odd_values import BYTES, NAMES, TEXTS


def change_bytes(content: bytes, source: random.Random) -> bytes:
    """The bytes with a random change."""
    return source.choice(BYTE_CHANGES)(content, source)


def _flip_bits(content: bytes, source: random.Random) -> bytes:
    changed = bytearray(content or b"\0")
    for _ in range(source.choice((1, 1, 2, 8, 64))):
        changed[source.randrange(len(changed))] ^= 1 << source.randrange(8)
    return bytes(changed)


def _cut(content: bytes, source: random.Random) -> bytes:
    return content[: source.randrange(len(content) + 1)]


def _take_out(content: bytes, source: random.Random) -> bytes:
    first = source.randrange(len(content) + 1)
    return content[:first] + content[first + source.choice((1, 2, 5, 20, 200)) :]


def _put_in(content: bytes, source: random.Random) -> bytes:
    place = source.choice((0, len(content), source.randrange(len(content) + 1)))
    return content[:place] + source.choice(BYTES) + content[place:]


def _copy_part(content: bytes, source: random.Random) -> bytes:
    first, place = (source.randrange(len(content) + 1) for _ in range(2))
    return content[:place] + content[first : first + source.choice((1, 10, 100, 4096))] + content[place:]


BYTE_CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (_flip_bits, _cut, _take_out, _put_in, _copy_part)


def change_lines(content: bytes, source: random.Random) -> bytes:
    """A list with a random change of one line: another text, another number, gone, twice, elsewhere."""
    lines = content.decode("utf-8", "replace").split("\n")
    place = source.randrange(len(lines))
    text = source.choice((*TEXTS, *NAMES))
    lines[place : place + 1] = source.choice(
        (
            [],
            [text],
            [lines[place]] * source.choice((2, 40)),
            [f"{source.choice((0, 3, 99, 10**30))}x {lines[place]}"],
            [f"{lines[place]} {text}"],
            [source.choice(lines)],
            [f"{source.choice(('name', 'class', 'style', 'cards'))}: {text}"],
        )
    )
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def splice(one: bytes, other: bytes, source: random.Random) -> bytes:
    """The start of one file and the end of another, cut at a line where there are lines."""
    parts = (one.split(b"\n"), other.split(b"\n")) if b"\n" in one and b"\n" in other else None
    if parts is None:
        return one[: source.randrange(len(one) + 1)] + other[source.randrange(len(other) + 1) :]
    first, second = parts
    return b"\n".join((*first[: source.randrange(len(first) + 1)], *second[source.randrange(len(second) + 1) :]))
