"""Every deck with every player: how much of a win rate is the deck, how much the player, and who suits which deck.

Each deck stands in the crossed metagame once with every player, and meets all the others, so that no deck is judged by
the player that somebody chose for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from evometa.games.game import Game
from evometa.games.players import Player, load_player, preset_of
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate, Estimates, Mask, middle
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import Floats
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult, Progress, play

PARTS = ("deck", "player", "interaction")
SAMPLES = 400  # matrices that the games leave possible, for the intervals
VIABLE_LOSS = 0.05  # of win rate against a deck's best player, with which another one is still viable


@dataclass(frozen=True, eq=False)
class CrossedResult:
    """The games of every deck with every player. Arrays are [n, m], with n decks and m players.

    A rate is against the crossed metagame: all decks by their shares, each as often with every player.
    """

    decks: tuple[str, ...]
    players: tuple[str, ...]
    shares: Floats  # [n]: of the decks
    result: MetagameResult  # of the crossed metagame: deck by deck, and for each of them player by player

    def __repr__(self) -> str:
        decks, players = len(self.decks), len(self.players)
        return f"CrossedResult({decks} decks with each of {players} players, {self.result.games:,} games)"

    @property
    def win_rate(self) -> Estimates:
        """How often each deck wins in the hands of each player."""
        return self.result.evidence.strengths.each(lambda part: part.reshape(self._shape))

    @cached_property
    def loss(self) -> Estimates:
        """How much lower each win rate is than that of the deck's best player; 0 for the best itself."""
        rates = self._draws
        best = self.win_rate.value.argmax(axis=1)
        of_best = np.take_along_axis(rates, best[None, :, None], axis=2)
        value = self.win_rate.value.max(axis=1, keepdims=True) - self.win_rate.value
        return Estimates(value, *middle(of_best - rates))

    @property
    def is_viable(self) -> Mask:
        """Whether a player comes near enough to the deck's best one."""
        return np.asarray(self.loss.value <= VIABLE_LOSS)

    @cached_property
    def parts(self) -> dict[str, Estimate]:
        """How much of the variance of the win rates is the deck, how much the player, how much that some suit others.

        They sum to one; what the number of games alone explains is taken off before.
        """
        found = split_variance(self.win_rate.value, self.shares)
        drawn = split_variance(self._draws, self.shares)
        noise = drawn.mean(axis=0) - found  # drawing a matrix adds as much noise as playing it did
        value = _share_out(found - noise)
        shares = Estimates(value, *middle(_share_out(drawn - 2 * noise)))
        return {name: shares.at(k) for k, name in enumerate(PARTS)}

    @cached_property
    def _draws(self) -> Floats:
        """[samples, n, m]: win rates that the games leave possible."""
        evidence = self.result.evidence
        matrices = evidence.draw_win_rates(SAMPLES, seed_for(self.result.seed, "cross players"))
        return np.asarray(matrices @ evidence.shares).reshape(SAMPLES, *self._shape)

    @property
    def _shape(self) -> tuple[int, int]:
        return len(self.decks), len(self.players)


def cross_players(
    metagame: Metagame,
    *,
    games: int,
    seed: int,
    players: Sequence[Player] = (),
    runner: Runner | None = None,
    progress: Progress | None = None,
) -> CrossedResult:
    """Play every deck with every player against every other such pair: a number of games for each match-up.

    The `players` are by default those of the metagame, and of their presets every style. Ctrl-C raises `Interrupted`
    with what is finished, marked as partial.
    """
    chosen = tuple(players) or styles_of(metagame)
    if len(chosen) < 2:
        raise InputError(f"the metagame '{metagame.name}' has one player only; name two or more to compare")
    crossed = cross_metagame(metagame, chosen)
    names = tuple(deck.name for deck in metagame.decks), tuple(player.name for player in chosen)
    shares = np.array(metagame.shares)
    try:
        result = play(crossed, games=games, seed=seed, runner=runner, progress=progress)
    except Interrupted as stop:
        raise Interrupted(CrossedResult(*names, shares, stop.known)) from stop
    return CrossedResult(*names, shares, result)


def styles_of(metagame: Metagame) -> tuple[Player, ...]:
    """The players of a metagame, each of them once, and all styles of a preset where one of its players is there.

    Beside one player of all decks, there are those of the last preset that has a player for every style.
    """
    players, game = dict[str, Player](), metagame.game
    for player in metagame.players:
        if (preset := preset_of(player)) in game.presets:
            players |= _load_styles(preset, game)
        else:
            players[player.name] = player
    if len(players) == 1 and game.presets:
        players |= _load_styles(game.presets[-1], game)
    return tuple(players.values())


def _load_styles(preset: str, game: Game) -> dict[str, Player]:
    """The players of a preset, by name."""
    return {name: load_player(name, game) for name in (f"{preset}-{style}" for style in game.styles)}


def cross_metagame(metagame: Metagame, players: Sequence[Player]) -> Metagame:
    """The metagame in which every deck is there once with every player, its share spread evenly over them."""
    return replace(
        metagame,
        name=f"{metagame.name}, every player",
        decks=tuple(replace(d, name=f"{d.name}, {player.name}") for d in metagame.decks for player in players),
        players=tuple(players) * len(metagame.decks),
        shares=tuple(share / len(players) for share in metagame.shares for _ in players),
    )


def split_variance(rates: Floats, shares: Floats) -> Floats:
    """[..., 3]: what decks, players and their interaction each add to the variance of rates of shape [..., n, m].

    Decks count by their shares, players all the same; the three sum to the variance.
    """
    weights = shares / shares.sum()
    of_deck = rates.mean(axis=-1, keepdims=True)
    of_player = np.einsum("...nm,n->...m", rates, weights)[..., None, :]
    mean = of_player.mean(axis=-1, keepdims=True)
    effects = (of_deck - mean, of_player - mean, rates - of_deck - of_player + mean)
    squares = [np.broadcast_to(effect**2, rates.shape) for effect in effects]
    return np.stack([np.einsum("...nm,n->...", square, weights) / rates.shape[-1] for square in squares], axis=-1)


def _share_out(parts: Floats) -> Floats:
    """[..., 3]: parts as shares of their sum, those below 0 as 0; all 0 if nothing is left."""
    positive = np.maximum(parts, 0)
    total = positive.sum(axis=-1, keepdims=True)
    return np.asarray(positive / np.where(total == 0, 1, total))
