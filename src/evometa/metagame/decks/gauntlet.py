"""The gauntlet: decks of a deck space, very many of them, each against all decks of a metagame.

Decks stay vectors of counts all the way into compiled games, so that a deck costs next to nothing besides its games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.space import DeckSpace
from evometa.games.players import Player, load_player, overlays_of, style_of
from evometa.input.errors import InputError, describe_words
from evometa.input.short_repr import Short
from evometa.matches.counting import Batch
from evometa.matches.inference import Estimates, estimate_mean
from evometa.matches.runners import Games, Runner
from evometa.matches.schedule import Match, pack_matches, seed_for
from evometa.metagame.evidence import Counts, Floats
from evometa.metagame.limits import ANY_STYLE, SEATS
from evometa.metagame.metagames import Metagame

SPREAD = 2**32  # parts of seeds, which are as good as random
COLUMNS = ("wins", "turns", "health", "drawn", "spent")  # of the sums; those of the cards would take too much room


@dataclass(frozen=True, eq=False)
class GauntletResult(Short):
    """The games of k decks against n opponents, summed by opponent and seat of the deck: it starts in seat 0."""

    outcomes: Counts  # [k, n, 2, 3]: games that the deck won, lost and drew
    health: Counts  # [k, n, 2]: of the deck's player less that of the opponent, at the end
    turns: Counts  # [k, n, 2]: of both players
    drawn: Counts  # [k, n, 2]: cards that the deck drew
    spent: Counts  # [k, n, 2]: what the deck paid for its cards
    shares: Floats  # [n]: of the opponents

    @property
    def games(self) -> Counts:
        """[k, n, 2]: games that were played."""
        return np.asarray(self.outcomes.sum(axis=-1))

    @property
    def _seat_weights(self) -> Floats:
        """[k, n, 2]: how much each seat counts against an opponent: all that were played alike."""
        is_played = self.games > 0
        return np.asarray(is_played / np.maximum(is_played.sum(axis=-1, keepdims=True), 1))

    @property
    def weights(self) -> Floats:
        """[k, n, 2]: how much an opponent in a seat counts for a deck: by its share, and all seats played alike."""
        return np.asarray(self._seat_weights * self.shares[:, None])

    def mean(self, sums: Counts) -> Floats:
        """[k]: a sum per game, opponents counting by their shares."""
        return np.asarray((self.weights * sums / np.maximum(self.games, 1)).sum(axis=(1, 2)))

    @property
    def win_rate(self) -> Floats:
        """[k]: how often each deck wins, draws left out; without decided games it is even."""
        wins, losses = self.outcomes[..., 0], self.outcomes[..., 1]
        decided = wins + losses
        rates = np.where(decided > 0, wins / np.maximum(decided, 1), 0.5)
        return np.asarray((self.weights * rates).sum(axis=(1, 2)))

    def estimate_win_rate(self) -> Estimates:
        """[k]: the same with its interval, by which it is unknown without decided games."""
        flat = (len(self.outcomes), -1)
        wins, decided = self.outcomes[..., 0], self.outcomes[..., :2].sum(axis=-1)
        return estimate_mean(wins.reshape(flat), decided.reshape(flat), self.weights.reshape(flat))

    def estimate_match_ups(self) -> Estimates:
        """[k, n]: how often each deck beats each opponent."""
        wins, decided = self.outcomes[..., 0], self.outcomes[..., :2].sum(axis=-1)
        return estimate_mean(wins, decided, self._seat_weights)


class Gauntlet:
    """A metagame that decks of a space are played against, all of them by the same player.

    Cards and rules are those of the metagame, its patch included. Opponents without a share are not met.
    """

    def __init__(
        self, metagame: Metagame, space: DeckSpace, player: Player, runner: Runner, seats: str = "both"
    ) -> None:
        if seats not in SEATS:
            raise InputError(f"seats: found {seats!r}; {describe_words(seats, SEATS)}")
        if overlays_of([player]) != overlays_of(metagame.players):
            raise InputError(
                f"the player '{player.name}' is meant for other cards ({_name_overlays([player])}) than the players of "
                f"the metagame '{metagame.name}' ({_name_overlays(metagame.players)}); choose one like them, or other "
                "players for the metagame"
            )
        met = [i for i, share in enumerate(metagame.shares) if share > 0]
        self.metagame, self.space, self.runner = metagame, space, runner
        self.opponents = tuple(metagame.decks[i] for i in met)
        self.shares = np.array([metagame.shares[i] for i in met])
        self.seats = SEATS[seats]
        players = [player, *(metagame.players[i] for i in met)]
        self._packed = Games.pack([metagame.table()], self.opponents, players)

    def play(self, decks: Counts, games: int, seeds: Sequence[int]) -> GauntletResult:
        """Play decks [k, n], a number of games each, spread evenly over opponents and seats, with a seed for each."""
        each = self.check_games(games)
        ends = each * np.arange(1, len(self._pairs) + 1) // len(self._pairs)
        return self._play(decks, np.tile(np.diff(ends, prepend=0), (len(decks), 1)), seeds)

    def play_by_shares(self, decks: Counts, games: int, seeds: Sequence[int]) -> GauntletResult:
        """The same, but opponents are met as often as their shares say: rare ones by some of the decks alone."""
        ends = np.repeat(self.shares / self.shares.sum() / len(self.seats), len(self.seats)).cumsum()
        starts = np.array([seed % SPREAD / SPREAD for seed in seeds])  # which decks meet rare ones is left to chance
        steps = np.floor(games * np.append(ends[:-1], 1.0) + starts[:, None]).astype(np.int64)
        return self._play(decks, np.diff(steps, prepend=0), seeds)

    def _play(self, decks: Counts, wanted: Counts, seeds: Sequence[int]) -> GauntletResult:
        """Play the games [k, pairs] of decks [k, n], with a seed for each deck."""
        if len(seeds) != len(decks):
            raise ValueError(f"found {len(seeds)} seeds for {len(decks)} decks, but each deck needs its own")
        lists = self.metagame.game.pack_counts(decks, self.space, self.metagame.table())
        names = tuple(f"deck {i + 1}" for i in range(len(lists)))
        packed = replace(
            self._packed,
            decks=np.concatenate([self._packed.decks, lists]),
            names=self._packed.names + names,
            cards=(),  # of no use without their statistics
        )
        jobs = self._make_jobs(wanted, seeds)
        shape = (len(lists), len(self.opponents), 2)
        played = Batch(packed, jobs, prod(shape), COLUMNS).play(self.runner)
        return self._result(played.sums.reshape(shape))

    def check_games(self, games: int) -> int:
        """The number of games per deck; refused if they are too few to meet everybody."""
        fewest = len(self.opponents) * len(self.seats)
        if games < fewest:
            raise InputError(
                f"found {games} games per deck; allowed: {fewest} or more, so that each of {len(self.opponents)} "
                f"opponents is met in every seat"
            )
        return games

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        """Opponents and seats of the deck, in the order in which they are played."""
        return [(opponent, seat) for opponent in range(len(self.opponents)) for seat in self.seats]

    def _make_jobs(self, wanted: Counts, seeds: Sequence[int]) -> NDArray[Any]:
        """Every deck against every opponent in every seat. The decks come after the opponents, and play as player 0."""
        pairs = self._pairs
        matches = [
            Match((0, 0), (1 + opponent, 0) if seat else (0, 1 + opponent), 0, 0, cell=2 * opponent + seat)
            for opponent, seat in pairs
        ]
        jobs = np.tile(pack_matches(matches), len(seeds))
        decks = np.repeat(np.arange(len(seeds)), len(pairs))
        own = np.tile([seat for _, seat in pairs], len(seeds))
        every = np.arange(len(jobs))
        jobs["games"] = wanted.ravel()
        jobs["decks"][every, own] = len(self.opponents) + decks
        jobs["decks"][every, 1 - own] = np.tile([opponent for opponent, _ in pairs], len(seeds))
        jobs["cell"] += decks * 2 * len(self.opponents)
        names = self._packed.names
        jobs["seed"] = np.array(
            [seed_for(seed, "match", names[opponent], seat) for seed in seeds for opponent, seat in pairs], np.uint64
        )
        return jobs[jobs["games"] > 0]

    def _result(self, sums: NDArray[Any]) -> GauntletResult:
        """The sums [k, n, 2] as the deck sees them, whose seat is the last axis."""
        outcomes = sums["wins"].copy()
        outcomes[:, :, 1, :2] = outcomes[:, :, 1, 1::-1]  # the wins of the other seat are losses
        health, drawn, spent = (_of_deck(sums[name]) for name in ("health", "drawn", "spent"))
        health -= _of_deck(sums["health"][..., ::-1])
        return GauntletResult(outcomes, health, sums["turns"].copy(), drawn, spent, self.shares)


def _of_deck(sums: Counts) -> Counts:
    """[k, n, 2]: from the sums [k, n, 2, 2] of both players by seat of the deck, those of the deck."""
    return np.diagonal(sums, axis1=2, axis2=3).copy()


def find_player(reference: str, metagame: Metagame, players: str | None = None) -> Player:
    """The player of a searched deck: any player, a style (`aggro`, `control`), or `any` for one that plays all styles.

    A style means the player of that style of the preset `players`, or else the one who plays the metagame's decks of
    that style. `any` is who plays all decks of the metagame; where every style has its own, who plays control decks.
    """
    style, game = reference.strip().lower(), metagame.game
    if style not in (*game.styles, ANY_STYLE):
        try:
            return load_player(reference, game)
        except InputError as error:
            raise InputError(f"player: {error}; or a style: {', '.join((*game.styles, ANY_STYLE))}") from None
    if (general := find_general_player(metagame)) is not None:
        return general
    style = game.plain_style if style == ANY_STYLE else style
    if players is not None:
        return load_player(f"{players}-{style}" if players.lower() in game.presets else players, game)
    for deck, player in zip(metagame.decks, metagame.players, strict=True):
        if deck.style == style:
            return player
    raise InputError(
        f"player: the metagame '{metagame.name}' has no {style} deck, so nobody who plays one; name the player, as in "
        f"{' or '.join(f'{preset}-{style}' for preset in game.presets) or game.default_player}"
    )


def find_general_player(metagame: Metagame) -> Player | None:
    """Who plays all decks of a metagame, whatever their style; None if several do, or if others play other styles."""
    player, *others = dict.fromkeys(metagame.players)
    return None if others or style_of(player) else player


def _name_overlays(players: Sequence[Player]) -> str:
    return ", ".join(overlays_of(players)) or "no overlays"
