"""The same decks with a better pilot: what of an answer is a better deck, and what could be had by better play?

Each deck of the metagame before the answers is played once by the rung above, against all of its decks as they are
played, its own mirror too; that is what an answer has to beat as well.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from evometa.experiments.pilots import change_between
from evometa.experiments.respond.results import BetterPiloted
from evometa.matches.runners import Runner
from evometa.metagame.evidence import Estimate, Estimated
from evometa.metagame.metagames import Metagame
from evometa.metagame.pilots import hand_over
from evometa.metagame.playing import MetagameResult, play
from evometa.metagame.standing import Standing


def play_better(metagame: Metagame, pilot: str, games: int, seed: int, runner: Runner) -> MetagameResult:
    """Let a pilot play every deck of a metagame against all of them as they are, a number of games per match-up."""
    n_decks, both = len(metagame.decks), double_metagame(metagame, pilot)
    pairs = [(n_decks + better, other) for better, other in product(range(n_decks), repeat=2)]
    return play(both, seed=seed, games=games, pairs=pairs, runner=runner)


def compare_decks(table: Standing, better: MetagameResult) -> tuple[BetterPiloted, ...]:
    """The decks of a table without the better pilot and with it; the table is of simulated games, as those are."""
    before, after = _list(table.against_meta), _list(better.evidence.strengths)[len(table.decks) :]
    return tuple(describe_deck(*deck) for deck in zip(table.decks, before, after, strict=True))


def double_metagame(metagame: Metagame, pilot: str) -> Metagame:
    """The metagame, and behind its decks the same in the hands of a pilot, which nobody meets."""
    better = tuple(replace(deck, name=f"{deck.name}, {pilot}") for deck in metagame.decks)
    return replace(
        metagame,
        decks=(*metagame.decks, *better),
        players=(*metagame.players, *hand_over(metagame, pilot).players),
        shares=(*metagame.shares, *(0.0 for _ in better)),
    )


def describe_deck(name: str, before: Estimated, after: Estimated) -> BetterPiloted:
    """A deck without the better pilot and with it."""
    return BetterPiloted(name, before, after, change_between(before, after))


def _list(rates: Estimate) -> list[Estimated]:
    """The win rate of each deck."""
    return [Estimated(*row) for row in np.stack(rates, axis=-1).tolist()]
