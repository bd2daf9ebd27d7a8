"""What is asked of the answers of workers before they count: a worker may have a fault, or not be honest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.records import LOST, MAX_SAMPLES, WON, Result, Sample
from evometa.input.errors import InputError
from evometa.matches.runners import Games, Outcome, sums_type
from evometa.matches.schedule import Chunk

_CARD_BOUNDS = (("drawn", "drawn_won"), ("drawn", "drawn_played"), ("played", "played_won"))  # never less, never more


class ClusterError(InputError):
    """Workers that are gone, or that cannot be believed: somebody else has to play these games."""


def find_wrong(games: Games, chunk: Chunk, answer: object) -> str:
    """What is wrong with the answer for a chunk, as far as can be known without playing it; an empty text if nothing.

    Whole arrays are compared, once for each chunk, so that it takes next to no time.
    """
    if not isinstance(answer, Outcome):
        return f"found {type(answer).__name__}; allowed: an outcome"
    if type(answer.cpu_seconds) is not float or not 0 <= answer.cpu_seconds < np.inf:
        return f"found seconds of the type {type(answer.cpu_seconds).__name__} or out of bounds; allowed: 0.0 or more"
    n_cells, most = len(chunk.cells), chunk.games * MAX_SAMPLES
    return (
        _find_misshapen("sums", answer.sums, sums_type(games.columns), n_cells, n_cells)
        or _find_misshapen("rows", answer.rows, Result if games.per_game else None, chunk.games, chunk.games)
        or _find_misshapen("samples", answer.samples, None if games.probes is None else Sample, 0, most)
        or next(_find_impossible(chunk, answer), "")
    )


def _find_misshapen(name: str, found: Any, kind: np.dtype[Any] | None, least: int, most: int) -> str:
    """What is wrong with the type and the shape of an array; without a kind, there is to be none."""
    if kind is None or not isinstance(found, np.ndarray):
        return "" if kind is found is None else f"found {name} of type {type(found).__name__}, which were not asked for"
    if found.dtype != kind or found.ndim != 1:
        return f"found {name} with other fields or axes than were asked for"
    if not least <= len(found) <= most:
        return f"found {len(found)} {name}; allowed: {most}" + (" at most" if least < most else "")
    return ""


def _find_impossible(chunk: Chunk, answer: Outcome) -> Iterator[str]:
    """Numbers that no games can have brought."""
    sums, rows, samples = answer.sums, answer.rows, answer.samples
    names = sums.dtype.names or ()
    n_games = np.zeros(len(sums), np.int64)
    np.add.at(n_games, chunk.jobs["cell"], chunk.jobs["games"])
    if "games" in names and (sums["games"] != n_games).any():
        yield f"found {sums['games'].sum()} games"
    if "wins" in names and ((sums["wins"] < 0).any() or (sums["wins"].sum(axis=1) != n_games).any()):
        yield "found wins, losses and draws that are not as many as the games"
    for name in ("turns", "nodes", "drawn", "spent"):
        if name in names and (sums[name] < 0).any():
            yield f"found {name} below 0"
    if "cards" in names and _has_impossible_cards(sums["cards"], n_games):
        yield "found cards that were drawn or played more often than there were games"
    if rows is not None and not _fit(rows, sums, chunk):
        yield "found single games that do not add up to their sums"
    if (
        samples is not None
        and not (np.isin(samples["outcome"], (LOST, WON)) & np.isin(samples["player"], (0, 1))).all()
    ):
        yield "found positions of no player, or without an outcome"


def _has_impossible_cards(cards: NDArray[Any], n_games: NDArray[np.int64]) -> bool:
    bounds = [(n_games[:, None, None], cards["drawn"]), (n_games[:, None, None], cards["played"])]
    bounds += [(cards[upper], cards[lower]) for upper, lower in _CARD_BOUNDS]
    return any(((lower < 0) | (lower > upper)).any() for upper, lower in bounds)


def _fit(rows: NDArray[Any], sums: NDArray[Any], chunk: Chunk) -> bool:
    """Whether single games are possible, and are those of the sums."""
    if rows["error"].any() or not np.isin(rows["winner"], (0, 1, 2)).all():
        return False
    wins = np.zeros((len(sums), 3), np.int64)
    np.add.at(wins, (np.repeat(chunk.jobs["cell"], chunk.jobs["games"]), rows["winner"]), 1)
    return "wins" not in (sums.dtype.names or ()) or np.array_equal(wins, sums["wins"])


def is_same(one: Outcome, other: Outcome) -> bool:
    """Whether two answers are the same but for the time that they took."""
    first, second = (
        [part is not None and part.tobytes() for part in (a.sums, a.rows, a.samples)] for a in (one, other)
    )
    return first == second
