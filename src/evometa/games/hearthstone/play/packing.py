"""Batches as the compiled loop takes them, and what comes back from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck
from evometa.games.game import Game, GameError, Played
from evometa.games.hearthstone.cards.compiling.table import Table
from evometa.games.hearthstone.cards.language.codes import HERO
from evometa.games.hearthstone.cards.language.vocabulary import CLASSES
from evometa.games.hearthstone.play.batch import CHECKED, play_jobs
from evometa.games.hearthstone.play.reasons import describe_error
from evometa.games.hearthstone.players.records import PackedPlayer, Weights
from evometa.games.records import MAX_SAMPLES, UNDECIDED, DeckList, Job, Result, Sample, Sums
from evometa.games.tables import CardTable
from evometa.input.errors import InputError


def find_hero(deck: Deck, cards: CardTable | CardSet) -> int:
    """The index of the first hero of the deck's class; later ones are what cards turn a hero into."""
    for i, card in enumerate(cards.roster.definitions, start=1):
        if card.type == HERO and card.klass == CLASSES[deck.klass].code:
            return i
    raise InputError(f"{deck.place()}: the card set has no hero of the class {deck.klass}")


def compile_rules(game: Game) -> None:
    """Have the rules compiled, by a batch that has no games."""
    nothing = SimpleNamespace(
        tables=np.zeros(0, Table),
        decks=np.zeros(0, DeckList),
        players=np.zeros(0, PackedPlayer),
        per_game=False,
        check=False,
        probes=None,
    )
    play_batch(nothing, np.zeros(0, Job), 0, game.new_workspace(game.workspace_size(nothing.players)))


def play_batch(games: Any, jobs: NDArray[Any], n_cells: int, workspace: Any) -> Played:
    """Play all games of some jobs, as `Game.play` says."""
    n_games, probes = int(jobs["games"].sum()), games.probes
    rows = np.zeros(n_games if games.per_game else 1, Result)
    sums = np.zeros(n_cells, Sums)
    samples = np.zeros(0 if probes is None else n_games * MAX_SAMPLES, Sample)
    log = np.zeros(1, np.uint64)  # no room, so nothing is logged
    measuring = np.zeros(0, Weights) if probes is None else probes
    options = CHECKED if games.check else 0
    with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
        found = play_jobs(
            games.tables, games.decks, games.players, jobs, workspace, rows, sums, log, options, measuring, samples
        )
    job, game = (int(number) for number in found)
    if job >= 0:
        row = int(jobs["games"][:job].sum()) + game if games.per_game else 0
        raise GameError.of_job(jobs[job], game, describe_error(int(rows[row].error)), games.names)
    measured = None if probes is None else samples[samples["outcome"] != UNDECIDED]
    return Played(sums, rows if games.per_game else None, measured)
