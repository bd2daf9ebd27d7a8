"""The search of a class for the deck that wins most against some decks with their shares, in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evometa.experiments.evolve.steps import Searched
from evometa.matches.inference import Counts
from evometa.matches.schedule import seed_for
from evometa.metagame.decks.gauntlet import Gauntlet
from evometa.search.contract import Told
from evometa.search.decks.learner import DeckLearner, Known
from evometa.search.decks.settings import DeckSearchSettings
from evometa.search.decks.task import DeckTask

N_FINALISTS = 3
UNIT = 2  # games of a deck are even, for both seats
DIGITS = 6  # of what is stored: beyond them numbers may depend on the machine


class Found(NamedTuple):
    """What a search has come to."""

    searched: Searched
    finalists: Counts  # [m, cards]: its best decks, the best one first


def search_answer(
    gauntlet: Gauntlet,
    opponents: Sequence[int],  # the places of those whom the gauntlet has
    settings: DeckSearchSettings,
    seed: int,
    given: Sequence[Counts] = (),
    columns: Sequence[int] = (),  # the opponents of now, and then those of games that are known
    known: Known | None = None,
) -> Found:
    """The best decks of the gauntlet's space; each game depends on the seed and the number of its deck alone."""
    columns = columns or opponents
    first = np.array(given) if given else None
    task, begin = make_task(gauntlet, len(columns)), seed_for(seed, "search")
    learner = DeckLearner(task, settings, begin, first, UNIT, known=known)
    rounds = list[Told]()
    while not learner.is_done:
        rounds.append(_play_round(gauntlet, learner, seed, len(columns)))
        learner.tell(rounds[-1])
    posterior, best = learner.posterior, learner.rank()[:N_FINALISTS]
    rate = float(posterior.rate(posterior.strengths)[best[0]])
    searched = _sum_up(gauntlet.space.klass, opponents, rounds, posterior.decks[best[0]], rate)
    return Found(searched, posterior.decks[best])


def make_task(gauntlet: Gauntlet, n_columns: int) -> DeckTask:
    """What the search is about; opponents that are met no more have no share."""
    space = gauntlet.space
    shares = np.zeros(n_columns)
    shares[: len(gauntlet.shares)] = gauntlet.shares / gauntlet.shares.sum()
    costs = np.array([card.cost for card in space.cards])
    return DeckTask(space.low, space.high, space.rules.deck_size, costs, shares)


def _play_round(gauntlet: Gauntlet, learner: DeckLearner, seed: int, n_columns: int) -> Told:
    """What the games say of the decks that the search asks for; opponents are met as often as they are played."""
    asked = learner.ask()
    assert asked.games is not None
    numbers = range(learner.n_evaluations, learner.n_evaluations + len(asked.genomes))
    seeds = [seed_for(seed, "deck", number) for number in numbers]
    outcomes = gauntlet.play_by_shares(asked.genomes, int(asked.games[0]), seeds).outcomes.sum(axis=2)
    wins, games = (
        np.pad(each, ((0, 0), (0, n_columns - each.shape[1]))) for each in (outcomes[..., 0], outcomes.sum(axis=-1))
    )
    return Told(asked.genomes, np.zeros((len(wins), 1)), wins=wins, games=games)


def _sum_up(klass: str, opponents: Sequence[int], rounds: Sequence[Told], best: Counts, rate: float) -> Searched:
    """All decks once, also the best, which this search need not have played if games with it were known."""
    played = np.concatenate([best[None], *(each.genomes for each in rounds)])
    decks, place = np.unique(played, axis=0, return_inverse=True)
    sums = np.zeros((2, len(decks), len(opponents)), np.int64)
    for total, name in zip(sums, ("wins", "games"), strict=True):
        counts = np.concatenate([getattr(each, name)[:, : len(opponents)] for each in rounds])
        np.add.at(total, place.ravel()[1:], counts)
    return Searched(klass, tuple(opponents), decks, sums[0], sums[1], int(place.ravel()[0]), round(rate, DIGITS))
