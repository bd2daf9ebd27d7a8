"""Match-ups as somebody wants them, one in a line: `Hunter against Paladin 55:45`."""

from __future__ import annotations

import re

from evometa.input.errors import InputError
from evometa.input.shown_text import show_name

WISH = re.compile(r"(.+?)\s+against\s+(.+?)\s+(\d+(?:\.\d+)?\s*:\s*\d+(?:\.\d+)?)")
EXAMPLE = "Hunter against Paladin 55:45"


def read_wishes(text: str) -> list[dict[str, str]]:
    """The wishes of a text, as `balance.targets` takes them."""
    wishes = []
    for line in filter(None, map(str.strip, text.splitlines())):
        found = WISH.fullmatch(line)
        if found is None:
            raise InputError(
                f"found '{show_name(line)}' for a match-up; allowed: two decks and a rate, such as {EXAMPLE}"
            )
        wishes.append({"deck": found[1], "against": found[2], "rate": found[3]})
    return wishes
