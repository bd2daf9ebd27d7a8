"""A balance run as a table for other programs."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from evometa.balance.space_files import make_space
from evometa.experiments.balance.crew import add_weaker, load_crew
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.experiment import StoredRun
from evometa.input.errors import InputError
from evometa.report.exports import NOTE
from evometa.report.exports.names import ColumnNames, name_or_number
from evometa.store import Evaluations, to_frame

if TYPE_CHECKING:
    import pandas as pd

OUTCOMES = ("wins", "losses", "draws")


BalanceRun = StoredRun[BalanceSettings, BalanceResults]


def read_names(run: BalanceRun) -> ColumnNames:
    """The names in the metagame of a run, if it still has the decks that were played."""
    settings, baseline = run.settings, run.results.baseline
    company = add_weaker(load_crew(settings.metagame, settings.players), settings.weaker_share)
    metagame = company[0].metagame
    decks = tuple(deck.name for deck in metagame.decks)
    if baseline is not None and decks != baseline.decks:
        raise InputError(f"{settings.metagame}: the metagame has other decks than when the run began")
    space = make_space(metagame, settings.space)
    genes = [f"{card}.{attribute}" for card, attribute in space.labels]
    are_different = len(set(genes)) == len(genes)
    return ColumnNames(genes if are_different else space.addresses, decks, [each.name for each in company])


def balance_frame(run: BalanceRun) -> pd.DataFrame:
    """A row for each evaluation: its genes, its objectives, and the games behind them."""
    import pandas as pd

    evaluations = run.evaluations
    names = ColumnNames.find("genes and decks", lambda: read_names(run))
    nothing = np.zeros((len(evaluations), 0), np.int64)
    values = replace(evaluations, wins=nothing, games=nothing)
    n_genes = evaluations.genomes.shape[-1]
    genes = names.genes if names.genes is not None and len(names.genes) == n_genes else None
    frame = to_frame(values, genes, run.settings.objectives if len(evaluations) else None)
    frame = pd.concat([frame, pd.DataFrame(match_up_columns(evaluations, names))], axis="columns")
    frame.attrs |= {NOTE: names.note} if names.note else {}
    return frame


def match_up_columns(evaluations: Evaluations, names: ColumnNames) -> dict[str, Any]:
    """The outcomes of each pair of decks, for the deck that starts; where several have played, with each of them."""
    counts = evaluations.wins  # [k, n, n, 3], or [k, players, n, n, 3]
    if counts.ndim < 4:
        return {}  # there is no evaluation yet
    n_decks = counts.shape[-2]
    decks = name_or_number(names.decks, n_decks, "deck")
    played = {"": counts}
    if counts.ndim == 5:
        players = name_or_number(names.players, counts.shape[1], "player")
        played = {f", played by {name}": counts[:, k] for k, name in enumerate(players)}
    return {
        f"{outcome} {decks[i]} starts against {decks[j]}{by}": part[:, i, j, place]
        for by, part in played.items()
        for i, j in permutations(range(n_decks), 2)
        for place, outcome in enumerate(OUTCOMES)
    }
