"""What the programme of the paper needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from evometa.experiments.settings import LEAST_GAMES, METAGAME, PLAYERS, SEED, RunSettings, scale_games
from evometa.input.errors import InputError
from evometa.input.settings import Setting


@dataclass(frozen=True)
class PaperSettings(RunSettings):
    """The programme. `scale` multiplies the games per match-up, and nothing else."""

    scale: Annotated[
        float,
        Setting(
            f"Multiplies the games per match-up, at least {LEAST_GAMES}, and nothing else.",
            metavar="S",
            range=(0, 1000),
            always=True,
        ),
    ] = 1.0
    seed: Annotated[int, replace(SEED, always=True)] = 1
    players: Annotated[str, PLAYERS.says("Who plays all decks.", metavar="PLAYERS")] = "paper"
    metagame: Annotated[str, METAGAME.says("The metagame of the table and of experiment 3.")] = "paper-twelve"
    small: Annotated[str, METAGAME.says("That of experiments 1 and 2.")] = "paper-small"
    deck: Annotated[str, Setting("The deck of experiment 3.", metavar="DECK")] = "Exp2 Paladin (Control)"

    def check(self) -> None:
        """Refuse a programme of no games."""
        if self.scale == 0:
            raise InputError("scale: found 0; allowed: above 0, up to 1000")

    def games(self, full: int) -> int:
        """What a number of games per match-up is at this scale: an even number."""
        return scale_games(full, self.scale)
