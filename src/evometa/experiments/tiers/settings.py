"""What a measurement of all cards needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Self

from evometa.cards.decks.deck import DECK_CLASSES
from evometa.experiments.runs import locate_file
from evometa.experiments.settings import RunSettings
from evometa.input.errors import InputError
from evometa.input.fields import Readers, maybe, read_seed, read_text, read_texts, whole_number
from evometa.players.styles import DEFAULT_PLAYERS

DECK_GAMES = 10  # of each deck, by default: few, because another deck tells more than another game of the same
FEWEST_DECKS = 2 * len(DECK_CLASSES)
STAGE_GAMES = 20_000  # after which they are stored


@dataclass(frozen=True)
class TiersSettings(RunSettings):
    """What every card is worth. The same settings give the same run, on any number of threads."""

    readers: ClassVar[Readers] = {
        "players": read_text,
        "games": whole_number(FEWEST_DECKS),
        "decks": maybe(whole_number(FEWEST_DECKS)),
        "cards": read_texts,
        "seed": read_seed,
    }
    references: ClassVar[tuple[str, ...]] = ()

    players: str = DEFAULT_PLAYERS  # who plays all decks: a player, or a preset by its player for control decks
    games: int = 600_000  # in all: with `skilled`, intervals then reach 0.018 to either side on average
    decks: int | None = None  # in all; None: so many that each plays `DECK_GAMES`
    cards: tuple[str, ...] = ()  # files of cards to add to the game's own
    seed: int = 1

    def __post_init__(self) -> None:
        if self.games < FEWEST_DECKS:
            raise InputError(f"games: found {self.games}; allowed: {FEWEST_DECKS} or more")
        if self.decks is not None and not FEWEST_DECKS <= self.decks <= self.games:
            raise InputError(
                f"decks: found {self.decks:,} for {self.games:,} games; allowed: {FEWEST_DECKS}, two of each class, to "
                "as many as there are games, so that each of them plays"
            )

    @property
    def n_decks(self) -> int:
        """Decks in all."""
        return self.decks or max(FEWEST_DECKS, 2 * self.games // DECK_GAMES)

    @property
    def stages(self) -> list[tuple[int, int]]:
        """The decks and games of each stage; the last one has what is left."""
        n_stages = -(-self.games // STAGE_GAMES)
        ends = [self.games * i // n_stages for i in range(n_stages + 1)]
        games = [end - start for start, end in pairwise(ends)]
        return [(max(FEWEST_DECKS, -(-self.n_decks * each // self.games)), each) for each in games]

    def located(self) -> Self:
        """Card files by their whole paths."""
        return replace(super().located(), cards=tuple(locate_file(each) for each in self.cards))
