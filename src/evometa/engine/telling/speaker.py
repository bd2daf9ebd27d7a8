"""How to call players, cards and characters when a game is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from evometa.cards.compiling.compiler import CardTable
from evometa.engine.state.references import player_of, slot_of
from evometa.input.short_repr import short_repr

HARD_SPACE = "\u00a0"  # stands within names, and becomes a plain space when the line is laid out


class Event(NamedTuple):
    """A journal entry; see journal.py."""

    kind: int
    player: int
    ref: int
    card: int
    other: int
    amount: int
    by: int  # the card whose effect did it; 0: the action itself
    by_player: int


Group = Sequence[Event]


@dataclass(frozen=True)
class Speaker:
    """Knows how to call players, cards and characters in a turn."""

    table: CardTable
    labels: tuple[str, str]
    player: int  # whose turn it is
    board: Mapping[int, int]  # card by reference, before the action
    shared: Collection[int]  # cards that both players have on the board

    __repr__ = short_repr

    def card(self, index: int) -> str:
        """The name of a card, in one piece: a line breaks before or after it."""
        return self.table.names[index].replace(" ", HARD_SPACE)

    def who(self, ref: int, card: int) -> str:
        """How to call a character; an enemy minion is called so where its name is not enough."""
        if slot_of(ref) == 0:
            return self.labels[player_of(ref)]
        is_enemy = player_of(ref) != self.player
        return f"the enemy {self.card(card)}" if is_enemy and card in self.shared else self.card(card)

    def whom(self, e: Event) -> str:
        """The character of an entry as the object of the card that did it."""
        return "itself" if (e.card, e.player) == (e.by, e.by_player) else self.who(e.ref, e.card)

    def subject(self, player: int) -> str:
        """The start of a sentence about a player; the one whose turn it is need not be named."""
        return "" if player == self.player else f"{self.labels[player]} "

    def target(self, ref: int) -> str:
        """How to call the character that was aimed at, before the action."""
        return self.who(ref, self.board.get(ref, 0))

    def all_of(self, group: Group) -> str:
        """The characters of several entries."""
        return join_words(count_words(self.who(e.ref, e.card) for e in group))


def join_words(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def count_words(words: Iterable[str]) -> list[str]:
    """Equal words become one with their number: `2x Hound`."""
    return [word if n == 1 else f"{n}x {word}" for word, n in Counter(words).items()]
