"""The names of decks and of players: short labels for tables in which they would not fit, and who played, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evometa.input.shown_text import show_name
from evometa.story.words.numbers import listed

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


def describe_labels(labels: Sequence[str], decks: Sequence[str]) -> str:
    """Which label is which deck."""
    return ", ".join(f"{label} is {show_name(name)}" for label, name in zip(labels, decks, strict=True))


def _shorten(word: str, letters: int) -> str:
    """The digits of a word that has some, or else its first letters."""
    return re.sub(r"\D", "", word) or word[:letters].capitalize()


# --- who played -------------------------------------------------------------------------------------


def tell_players(names: Sequence[str]) -> list[str]:
    """A sentence that says who played; none if that is not known."""
    return [f"Played by {listed([show_name(name) for name in names])}."] if names else []


def add_player(title: str, player: str) -> str:
    """A title that says whose games these are, where several play; `player` is empty where one does."""
    return f"{title}, played by {show_name(player)}" if player else title


def tell_worst(players: Sequence[str]) -> str:
    """Whose F is told, where several play; nothing where one does."""
    names = listed([show_name(name) for name in players])
    return f"Played by {names}: where nobody is named, F is the highest of theirs." if len(players) > 1 else ""
