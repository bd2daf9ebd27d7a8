"""What a measurement of all cards needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Any

from evometa.experiments.settings import GAME, PLAYERS, SEED, RunSettings
from evometa.games.registry import DEFAULT, default_game, find_game
from evometa.input.errors import InputError
from evometa.input.settings import Setting, gather
from evometa.metagame.limits import MOST_GAMES

_DECK_GAMES = 10  # of each deck, by default: few, because another deck tells more than another game of the same
_FEWEST_DECKS = 18
STAGE_GAMES = 20_000  # after which they are stored


@dataclass(frozen=True)
class TiersSettings(RunSettings):
    """What every card is worth. The same settings give the same run, on any number of threads."""

    players: Annotated[
        str,
        PLAYERS.says(
            "Who plays all decks: a player, a preset or a file. A preset means its player for control decks, as random "
            "decks have no style.",
            always=True,
        ),
    ] = default_game().default_player
    games: Annotated[
        int,
        Setting(
            "Games in all: four times as many halve the intervals.", range=(_FEWEST_DECKS, MOST_GAMES), always=True
        ),
    ] = 600_000  # with `skilled`, intervals then reach 0.018 to either side on average
    decks: Annotated[
        int | None,
        Setting(
            "Random decks in all. The more different they are, the better cards are told apart.",
            range=(_FEWEST_DECKS, MOST_GAMES),
            usual=f"so many that each plays {_DECK_GAMES} games",
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...],
        Setting(
            "A file of your own cards, which are measured among the others and drawn more often; may be repeated.",
            metavar="FILE",
            names="file",
        ),
    ] = ()
    overlays: Annotated[
        tuple[str, ...],
        Setting(
            "A built-in variant of the cards, or a file; may be repeated.",
            flag="--overlay",
            metavar="NAME",
            names="file",
        ),
    ] = ()
    seed: Annotated[int, replace(SEED, always=True)] = 1
    game: Annotated[str, GAME] = DEFAULT

    def check(self) -> None:
        """Refuse more decks than games."""
        if self.decks is not None and self.decks > self.games:
            raise InputError(
                f"decks: found {self.decks:,} for {self.games:,} games; allowed: {_FEWEST_DECKS}, two of each class, "
                "to as many as there are games, so that each of them plays"
            )

    @property
    def n_decks(self) -> int:
        """Decks in all."""
        return self.decks or max(_FEWEST_DECKS, 2 * self.games // _DECK_GAMES)

    @property
    def stages(self) -> list[tuple[int, int]]:
        """The decks and games of each stage; the last one has what is left."""
        n_stages = -(-self.games // STAGE_GAMES)
        ends = [self.games * i // n_stages for i in range(n_stages + 1)]
        games = [end - start for start, end in pairwise(ends)]
        return [(max(_FEWEST_DECKS, -(-self.n_decks * each // self.games)), each) for each in games]


def choose_tiers(asked: Mapping[str, Any]) -> TiersSettings:
    """The settings that somebody asks for, by the names of options."""
    wanted = gather(TiersSettings, asked)
    game = find_game(wanted.get("game", DEFAULT))
    if wanted.get("players", TiersSettings.players) == TiersSettings.players:  # nobody was named
        wanted["players"] = game.default_player
    return TiersSettings(**wanted)
