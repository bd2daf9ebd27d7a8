"""What a scan of a deck's cards needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from evometa.experiments.settings import GAMES, METAGAME, PILOT_GAMES, PLAYERS, SEED, RunSettings
from evometa.games.patches.files import MOST_CHANGE
from evometa.input.errors import InputError
from evometa.input.settings import Setting


@dataclass(frozen=True)
class NerfsSettings(RunSettings):
    """A scan of a deck's cards. The same settings give the same run, on any number of threads."""

    deck: Annotated[str, Setting("A deck of the metagame.", metavar="DECK", is_argument=True)]
    metagame: Annotated[str, replace(METAGAME, flag="--in", always=True)] = "paper-six"
    players: Annotated[str | None, PLAYERS] = None
    games: Annotated[int, replace(GAMES, always=True)] = 10_000  # for the metagame as it is and for every card
    attribute: Annotated[str, Setting("What changes: cost, attack, health, durability, or a path.", metavar="NAME")] = (
        "cost"
    )
    amount: Annotated[
        int,
        Setting(
            "By how much; to buff instead, a cost below 0 or another above.",
            metavar="NUMBER",
            range=(-MOST_CHANGE, MOST_CHANGE),
        ),
    ] = 1
    allow_zero: Annotated[bool, Setting("Let health and durability fall to 0.")] = False
    seed: Annotated[int, replace(SEED, always=True)] = 1
    pilot_games: Annotated[int, PILOT_GAMES] = 2000

    def check(self) -> None:
        """Refuse a change that is none."""
        if self.amount == 0:
            raise InputError("amount: found 0, which changes no card; allowed: any other whole number")

    @property
    def is_buff(self) -> bool:
        """Whether the cards are changed for the better: less cost, or more of anything else."""
        return (self.amount < 0) == (self.attribute == "cost")
