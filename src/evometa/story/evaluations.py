"""Every evaluation of a run, for other programs; its columns have names while the metagame is still there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np

from evometa.balance.space_files import make_space as balance_space
from evometa.experiments.balance.players import add_weaker, load_players
from evometa.experiments.balance.work import BalanceRun
from evometa.experiments.decks.map_search import read_states
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.trials import make_space as deck_space
from evometa.experiments.decks.work import DecksRun
from evometa.experiments.runs import load_played
from evometa.games.cards import reference_to
from evometa.input.errors import InputError
from evometa.metagame.limits import SEATS
from evometa.search.contract import Ints
from evometa.store import Evaluations, evaluation_columns, open_run
from evometa.story.blocks import Table

OUTCOMES = ("wins", "losses", "draws")
_SEAT_NAMES = ("first", "second")  # in which a deck starts, and in which its opponent does


@dataclass(frozen=True)
class _Names:
    """What columns stand for: genes, decks and players; None: not known, so that they are numbered."""

    genes: Sequence[str] | None = None
    decks: Sequence[str] | None = None
    players: Sequence[str] | None = None
    note: str = ""  # why they are not known

    @classmethod
    def find(cls, what: str, read: Callable[[], _Names]) -> _Names:
        """What `read` finds in the metagame, if that is still there; `what` they are is for the note."""
        try:
            return read()
        except InputError as error:
            why = f"because their names are not known any more: {error}"
            return cls(note=f"The columns of {what} are numbered, {why}")


def _name_or_number(names: Sequence[str] | None, n_columns: int, what: str) -> Sequence[str]:
    """The names, if there is one for each column, or else numbers."""
    if names is not None and len(names) == n_columns:
        return names
    return [f"{what} {i + 1}" for i in range(n_columns)]


# --- of patches ------------------------------------------------------------------------------------


def patch_evaluations(run: BalanceRun) -> Table:
    """A row for each evaluation: its genes, its objectives, and the games behind them."""
    evaluations = run.evaluations
    names = _Names.find("genes and decks", lambda: _names_of_patches(run))
    nothing = np.zeros((len(evaluations), 0), np.int64)
    n_genes = evaluations.genomes.shape[-1]
    genes = names.genes if names.genes is not None and len(names.genes) == n_genes else None
    values = replace(evaluations, wins=nothing, games=nothing)
    columns = evaluation_columns(values, genes, run.settings.objectives if len(evaluations) else None)
    bulk = columns | _outcome_columns(evaluations, names)
    return Table("evaluations", (), (), note=names.note, bulk=bulk)


def _names_of_patches(run: BalanceRun) -> _Names:
    """The names in the metagame of a run, if it still has the decks that were played."""
    settings, baseline = run.settings, run.results.baseline
    players = add_weaker(load_players(settings.metagame, settings.players), settings.weaker_share)
    metagame = players[0].metagame
    decks = tuple(deck.name for deck in metagame.decks)
    if baseline is not None and decks != baseline.decks:
        raise InputError(f"{settings.metagame}: the metagame has other decks than when the run began")
    space = balance_space(metagame, settings.space)
    genes = [f"{card}.{attribute}" for card, attribute in space.labels]
    are_different = len(set(genes)) == len(genes)
    return _Names(genes if are_different else space.addresses, decks, [each.name for each in players])


def _outcome_columns(evaluations: Evaluations, names: _Names) -> dict[str, Any]:
    """The outcomes of each pair of decks, for the deck that starts; where several have played, with each of them."""
    counts = evaluations.wins  # [k, n, n, 3], or [k, players, n, n, 3]
    if counts.ndim < 4:
        return {}  # there is no evaluation yet
    n_decks = counts.shape[-2]
    decks = _name_or_number(names.decks, n_decks, "deck")
    played = {"": counts}
    if counts.ndim == 5:
        players = _name_or_number(names.players, counts.shape[1], "player")
        played = {f", played by {name}": counts[:, k] for k, name in enumerate(players)}
    return {
        f"{outcome} {decks[i]} starts against {decks[j]}{by}": part[:, i, j, place]
        for by, part in played.items()
        for i, j in permutations(range(n_decks), 2)
        for place, outcome in enumerate(OUTCOMES)
    }


# --- of decks --------------------------------------------------------------------------------------


def deck_evaluations(run: DecksRun) -> Table:
    """A row for each time that a deck was measured: its values, the games behind them, and the copies of its cards."""
    evaluations, settings = run.evaluations, run.settings
    values = [f"objective {settings.objective}", *(f"measure {name}" for name in settings.measures)]
    if not len(evaluations):
        nothing: dict[str, Any] = {name: [] for name in ("number", "deck", "batch", "is_again", "is_elite", *values)}
        return Table("evaluations", (), (), bulk=nothing)
    names, decks = _Names.find("cards and opponents", lambda: _names_of_decks(settings)), _number_decks(run)
    columns = {
        "number": evaluations.numbers,
        "deck": decks,
        "batch": evaluations.generations,
        "is_again": decks != evaluations.numbers,
        "is_elite": _find_elites(run.results, decks),
        **{name: evaluations.objectives[:, place] for place, name in enumerate(values)},
        **_win_columns(evaluations, names.decks, SEATS[settings.seats]),
        **_copies_columns(evaluations, names.genes),
    }
    return Table("evaluations", (), (), note=names.note, bulk=columns)


def _names_of_decks(settings: DecksSettings) -> _Names:
    """The names of the cards and of the opponents in the metagame of a run."""
    metagame = load_played(settings.metagame, settings.players)
    space = deck_space(settings, metagame)
    met = [deck.name for deck, share in zip(metagame.decks, metagame.shares, strict=True) if share > 0]
    return _Names([reference_to(space.card_set, card) for card in space.cards], met)


def _number_decks(run: DecksRun) -> Ints:
    """[k]: the number of the evaluation in which each deck was first seen; another one if it was measured again."""
    if run.settings.learns:
        _, first, which = np.unique(run.evaluations.genomes, axis=0, return_index=True, return_inverse=True)
        return np.asarray(run.evaluations.numbers[first[which.ravel()]])
    with open_run(run.folder) as opened:
        states = read_states(opened)  # of a later moment perhaps: the run may have gone on
    decks = run.evaluations.numbers.copy()
    again = np.flatnonzero(run.evaluations.generations >= len(states.searched))
    decks[again] = states.measured_again[: len(again)]
    return decks


def _find_elites(results: DecksResults, decks: Ints) -> Any:
    """[k]: whether each deck is on the final map; not known before the run is finished."""
    import pandas as pd  # which takes half a second, and alone has truth values that are not known

    if results.map is None:
        return pd.array([None] * len(decks), dtype="boolean")
    numbers = {elite.number for elite in results.map.elites}
    return pd.array([number in numbers for number in decks.tolist()], dtype="boolean")


def _win_columns(evaluations: Evaluations, opponents: Sequence[str] | None, seats: Sequence[int]) -> dict[str, Any]:
    """The wins and the games of a deck against each opponent, for each seat that it had."""
    counts = {"wins": evaluations.wins, "games": evaluations.games}  # [k, n, 2]
    names = _name_or_number(opponents, evaluations.wins.shape[1], "opponent")
    return {
        f"{what} {_SEAT_NAMES[seat]} against {name}": array[:, i, seat]
        for i, name in enumerate(names)
        for seat in seats
        for what, array in counts.items()
    }


def _copies_columns(evaluations: Evaluations, cards: Sequence[str] | None) -> dict[str, Any]:
    """How many copies of each card a deck has."""
    names = _name_or_number(cards, evaluations.genomes.shape[1], "card")
    return {f"copies {name}": evaluations.genomes[:, i] for i, name in enumerate(names)}
