"""A ladder of players: every two of them meet in mirrors, with every deck, from both seats; and how far they are apart.

A game depends on the seed, the deck, the two players and its number: another player more or less leaves the games of
the others as they are, and the result is the same on any number of threads. Only the time that games take is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.players import Player
from evometa.input.short_repr import Short
from evometa.matches.counting import Batch, Tally
from evometa.matches.inference import Estimate, Estimates, wilson
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.runners import Games, Runner, ThreadRunner
from evometa.matches.schedule import Match, deal_rounds, pack_matches, seed_for
from evometa.metagame.evidence import Counts
from evometa.metagame.model import Metagame
from evometa.metagame.playing import Progress, check_games, watch
from evometa.metagame.skill.ladder_setup import Ladder
from evometa.metagame.skill.ratings import LEAST_PARTS, rate_players

_SELF_GAMES = 400  # of each player against itself, or a few more, for its nodes and its speed
COLUMNS = ("games", "wins", "nodes")


@dataclass(frozen=True)
class _SelfPlay:
    """A player against itself."""

    games: int = 0
    nodes: int = 0
    cpu_seconds: float = 0.0

    @property
    def nodes_per_game(self) -> float:
        """Positions that both sides looked at in a game."""
        return self.nodes / self.games if self.games else nan

    @property
    def games_per_second(self) -> float:
        """On one core; other than all else, it differs from run to run."""
        return self.games / self.cpu_seconds if self.cpu_seconds else nan


@dataclass(frozen=True, eq=False)
class LadderResult(Short):
    """The games of a ladder with n players and d decks."""

    ladder: Ladder
    outcomes: Counts  # [d, n, n, 3]: how many games the player of the row won, lost and drew, whoever started
    alone: tuple[_SelfPlay, ...]
    seed: int
    is_partial: bool = False  # it was interrupted: these are the games that were finished

    @property
    def metagame(self) -> Metagame:
        """All decks that the players met with."""
        return self.ladder.metagame

    @property
    def rules_version(self) -> int | str:
        """That of the game."""
        return self.metagame.game.rules_version

    @property
    def games(self) -> int:
        """Games of two different players."""
        return int(self.outcomes.sum()) // 2

    @property
    def elo(self) -> Estimates:
        """[n]: the ratings; their mean is 1500."""
        return rate_players(self.outcomes, self.ladder.is_sample)

    def win_rate(self, one: int, other: int) -> Estimate:
        """How often a player beats another, draws left out."""
        return rate_pair(self.outcomes[:, one, other], self.ladder.is_sample)

    def win_rates_by_deck(self, one: int, other: int) -> list[Estimate]:
        """The same for each deck by itself."""
        return [rate_pair(outcomes[None]) for outcomes in self.outcomes[:, one, other]]

    def lowest_deck(self, one: int, other: int) -> int:
        """The place of the deck with which a player does worst against another; the first of all if none is known."""
        rates = [each.value for each in self.win_rates_by_deck(one, other)]
        return 0 if np.isnan(rates).all() else int(np.nanargmin(rates))

    def order(self) -> list[int]:
        """The players, from the highest rating to the lowest."""
        return [int(i) for i in np.argsort(-self.elo.value, kind="stable")]


def rate_pair(outcomes: Counts, is_sample: bool = False) -> Estimate:
    """The win rate of decided games, with Wilson's interval, from outcomes [d, 3] by deck.

    If the decks are a sample, it is Wilson's for as many games as have the error that the spread between decks shows.
    """
    wins, decided = outcomes[:, 0], outcomes[:, :2].sum(axis=1)
    total = float(decided.sum())
    if not total:
        return Estimate(nan, 0.0, 1.0)
    rate = float(wins.sum()) / total
    size = min(total, _effective_games(wins, decided, rate)) if is_sample and len(wins) >= LEAST_PARTS else total
    return Estimate(rate, *wilson(rate * size, size))


def _effective_games(wins: Counts, decided: Counts, rate: float) -> float:
    """As many independent games as tell the rate as well as these do, which differ by deck."""
    spread = float(np.sum((wins - decided * rate) ** 2)) * len(wins) / (len(wins) - 1)
    return rate * (1 - rate) * float(decided.sum()) ** 2 / spread if spread else float(decided.sum())


# --- playing --------------------------------------------------------------------------------------


def play_ladder(
    ladder: Ladder, *, games: int, seed: int, runner: Runner | None = None, progress: Progress | None = None
) -> LadderResult:
    """Play `games` between every two players, spread evenly over decks and seats: so many, or a few more.

    Every deck has as many as any other, an even number. Ctrl-C raises `Interrupted` with what is finished.
    """
    played = _LadderGames(ladder, check_games(games), seed)
    watched = watch(runner or ThreadRunner(), progress, lambda: played.planned)
    with keep_on_interrupt(lambda: played.result(is_partial=True)):
        played.play(watched)
    return played.result()


class _LadderGames:
    """The games of a ladder while they are played."""

    def __init__(self, ladder: Ladder, games: int, seed: int) -> None:
        self.ladder, self.seed = ladder, seed
        self.n_players, self.n_decks = len(ladder.names), len(ladder.metagame.decks)
        self.per_seat = share_games(games, self.n_decks)
        self.alone_per_seat = share_games(min(games, _SELF_GAMES), self.n_decks)
        self.tally = Tally(self.n_players**2 * self.n_decks, COLUMNS)
        self.alone = [_SelfPlay()] * self.n_players

    @property
    def planned(self) -> int:
        """All games, those of players against themselves, too."""
        n_pairs = self.n_players * (self.n_players - 1)
        return (n_pairs * self.per_seat + 2 * self.n_players * self.alone_per_seat) * self.n_decks

    def play(self, runner: Runner) -> None:
        """Play all games: first everybody against everybody, in rounds, and then each player alone."""
        self.pack().play(runner, tally=self.tally)
        for player in range(self.n_players):
            self.alone[player] = self._play_alone(player, runner)

    def pack(self) -> Batch:
        """The games of all pairs."""
        pairs = permutations(range(self.n_players), 2)
        matches = [self.match(pair, deck, self.per_seat) for pair in pairs for deck in range(self.n_decks)]
        players = [player for of_rung in self.ladder.players for player in of_rung]
        return Batch(self._games(players), deal_rounds(pack_matches(matches)), len(self.tally.sums))

    def match(self, pair: tuple[int, int], deck: int, games: int) -> Match:
        """A mirror of one deck; the first player starts. Players are packed one after the other, each for all decks."""
        names, decks = self.ladder.names, self.ladder.metagame.decks
        seed = seed_for(self.seed, "ladder", decks[deck].name, names[pair[0]], names[pair[1]])
        first, second = (player * self.n_decks + deck for player in pair)
        cell = (pair[0] * self.n_players + pair[1]) * self.n_decks + deck
        return Match((deck, deck), (first, second), games, seed, cell=cell)

    def _play_alone(self, player: int, runner: Runner) -> _SelfPlay:
        """A player against itself, with every deck."""
        matches = [
            replace(self.match((player, player), deck, 2 * self.alone_per_seat), players=(deck, deck), cell=0)
            for deck in range(self.n_decks)
        ]
        games = self._games(self.ladder.players[player])
        played = Batch(games, pack_matches(matches), columns=COLUMNS).play(runner)
        return _SelfPlay(played.n_games, played.n_nodes, played.cpu_seconds)

    def _games(self, players: Sequence[Player]) -> Games:
        return Games.pack([self.ladder.metagame.table()], self.ladder.metagame.decks, players)

    def result(self, is_partial: bool = False) -> LadderResult:
        """All games that are finished."""
        shape = (self.n_players, self.n_players, self.n_decks, 3)
        outcomes = _join_seats(self.tally.sums["wins"].reshape(shape))
        return LadderResult(self.ladder, outcomes, tuple(self.alone), self.seed, is_partial)


def share_games(games: int, n_decks: int) -> int:
    """The games for each deck and seat, rounded up."""
    return -(-games // (2 * n_decks))


def _join_seats(wins: NDArray[Any]) -> Counts:
    """[d, n, n, 3]: as the player of the row sees it, from wins [n, n, d, 3] of games in which that player starts."""
    starting = np.moveaxis(wins, 2, 0)
    second = starting.transpose(0, 2, 1, 3)[..., [1, 0, 2]]
    return np.asarray(starting + second)
