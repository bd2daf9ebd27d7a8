"""The same decks with a better pilot: what of an answer is a better deck, and what could be had by better play?

Each deck of the metagame before the answers is played once by the rung above, against all of its decks as they are
played, its own mirror too; that is what an answer has to beat as well.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from evometa.experiments.pilots import change_between
from evometa.experiments.respond.results import BetterPilot, BetterPiloted, Round
from evometa.matches.runners import Runner
from evometa.metagame.evidence import Estimated, Floats
from evometa.metagame.metagames import Metagame
from evometa.metagame.pilots import hand_over
from evometa.metagame.playing import play

EVEN = 0.5  # what a deck wins in its mirror


def play_better(metagame: Metagame, pilot: str, found: Round, games: int, seed: int, runner: Runner) -> BetterPilot:
    """Let a pilot play every deck of a metagame against all of them as they are, a number of games per match-up."""
    n_decks, both = len(metagame.decks), double_metagame(metagame, pilot)
    pairs = [(n_decks + better, other) for better, other in product(range(n_decks), repeat=2)]
    result = play(both, seed=seed, games=games, pairs=pairs, runner=runner)
    after = np.stack(result.evidence.strengths, axis=-1)[n_decks:].tolist()
    before = np.stack(found.before.against_meta, axis=-1)
    decks = [
        describe_deck(deck.name, with_mirror(row, share), Estimated(*better))
        for deck, row, share, better in zip(metagame.decks, before, metagame.shares, after, strict=True)
    ]
    return BetterPilot(found.round, pilot, tuple(decks), result.games)


def double_metagame(metagame: Metagame, pilot: str) -> Metagame:
    """The metagame, and behind its decks the same in the hands of a pilot, which nobody meets."""
    better = tuple(replace(deck, name=f"{deck.name}, {pilot}") for deck in metagame.decks)
    return replace(
        metagame,
        decks=(*metagame.decks, *better),
        players=(*metagame.players, *hand_over(metagame, pilot).players),
        shares=(*metagame.shares, *(0.0 for _ in better)),
    )


def with_mirror(rates: Floats, share: float) -> Estimated:
    """A win rate [3] against the other decks, with that against the deck itself, which is even."""
    return Estimated(*((1 - share) * rates + share * EVEN).tolist())


def describe_deck(name: str, before: Estimated, after: Estimated) -> BetterPiloted:
    """A deck without the better pilot and with it."""
    return BetterPiloted(name, before, after, change_between(before, after))
