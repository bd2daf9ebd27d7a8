"""Short labels for the decks of a metagame, for tables in which their names would not fit."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST = 5  # letters of a label


def label_decks(names: Sequence[str]) -> list[str]:
    """A label for each deck, all of them different: `HA` for `Exp1 Hunter (Aggro)`, if all are `Exp1`.

    Labels are the first letters of the words that not all names have, as few letters as it takes to tell the decks
    apart, or their digits: `1HA` and `2HA` if some are `Exp2`. They are numbers, if that takes too many letters.
    """
    words = [re.findall(r"\w+", name) for name in names]
    shared = set.intersection(*map(set, words)) if len(words) > 1 else set()
    told_apart = [[word for word in deck if word not in shared] or deck for deck in words]
    for letters in range(1, LONGEST + 1):
        labels = ["".join(_shorten(word, letters) for word in deck) for deck in told_apart]
        if all(labels) and len(set(labels)) == len(labels) and max(map(len, labels)) <= LONGEST:
            return labels
    return [str(number) for number in range(1, len(names) + 1)]


def _shorten(word: str, letters: int) -> str:
    """The digits of a word that has some, or else its first letters."""
    return re.sub(r"\D", "", word) or word[:letters].capitalize()
