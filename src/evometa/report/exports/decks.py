"""A deck search as a table: every time that a deck was measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from evometa.cards.lookup import reference_to
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.states import read_states
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DecksRun
from evometa.experiments.runs import load_played
from evometa.metagame.gauntlet import SEATS
from evometa.report.exports import NOTE
from evometa.report.exports.names import ColumnNames, name_or_number
from evometa.search.problem import Ints
from evometa.store import Evaluations, open_run

if TYPE_CHECKING:
    import pandas as pd

SEAT_NAMES = ("first", "second")  # in which a deck starts, and in which its opponent does


def decks_frame(run: DecksRun) -> pd.DataFrame:
    """A row for each time that a deck was measured: its values, the games behind them, and the copies of its cards."""
    import pandas as pd  # takes half a second, which only an export is worth

    evaluations, settings = run.evaluations, run.settings
    values = {f"objective {settings.objective}": 0}
    values |= {f"measure {name}": 1 + i for i, name in enumerate(settings.measures)}
    if not len(evaluations):
        return pd.DataFrame(columns=["number", "deck", "batch", "is_again", "is_elite", *values])
    names, decks = ColumnNames.find("cards and opponents", lambda: read_names(settings)), number_decks(run)
    columns = {
        "number": evaluations.numbers,
        "deck": decks,
        "batch": evaluations.generations,
        "is_again": decks != evaluations.numbers,
        "is_elite": find_elites(run.results, decks),
        **{name: evaluations.objectives[:, i] for name, i in values.items()},
        **match_up_columns(evaluations, names.decks, SEATS[settings.seats]),
        **copies_columns(evaluations, names.genes),
    }
    frame = pd.DataFrame(columns)
    frame.attrs |= {NOTE: names.note} if names.note else {}
    return frame


def read_names(settings: DecksSettings) -> ColumnNames:
    """The names of the cards and of the opponents in the metagame of a run."""
    metagame = load_played(settings.metagame, settings.players)
    space = make_space(settings, metagame)
    met = [deck.name for deck, share in zip(metagame.decks, metagame.shares, strict=True) if share > 0]
    return ColumnNames([reference_to(space.card_set, card) for card in space.cards], met)


def number_decks(run: DecksRun) -> Ints:
    """[k]: the number of the evaluation in which each deck was first seen; another one if it was measured again."""
    with open_run(run.folder) as opened:
        states = read_states(opened)  # of a later moment perhaps: the run may have gone on
    decks = run.evaluations.numbers.copy()
    again = np.flatnonzero(run.evaluations.generations >= len(states.searched))
    decks[again] = states.measured_again[: len(again)]
    return decks


def find_elites(results: DecksResults, decks: Ints) -> Any:
    """[k]: whether each deck is on the final map; not known before the run is finished."""
    import pandas as pd

    if results.map is None:
        return pd.array([None] * len(decks), dtype="boolean")
    numbers = {elite.number for elite in results.map.elites}
    return pd.array([number in numbers for number in decks.tolist()], dtype="boolean")


def match_up_columns(evaluations: Evaluations, opponents: Sequence[str] | None, seats: Sequence[int]) -> dict[str, Any]:
    """The wins and the games of a deck against each opponent, for each seat that it had."""
    counts = {"wins": evaluations.wins, "games": evaluations.games}  # [k, n, 2]
    names = name_or_number(opponents, evaluations.wins.shape[1], "opponent")
    return {
        f"{what} {SEAT_NAMES[seat]} against {name}": array[:, i, seat]
        for i, name in enumerate(names)
        for seat in seats
        for what, array in counts.items()
    }


def copies_columns(evaluations: Evaluations, cards: Sequence[str] | None) -> dict[str, Any]:
    """How many copies of each card a deck has."""
    names = name_or_number(cards, evaluations.genomes.shape[1], "card")
    return {f"copies {name}": evaluations.genomes[:, i] for i, name in enumerate(names)}
