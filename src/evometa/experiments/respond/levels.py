"""A round of patch and answer where people stand: known match-ups from what was observed, new decks as simulated.

Nobody has observed a new deck. What the simulation gets wrong about a match-up may lie with one deck, with the other or
with the two together, and games do not tell which of it a new deck would meet. So its match-ups keep the level of the
simulation, and no offset is made up for them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Evidence
from evometa.metagame.levels import Levels, spread_seats
from evometa.metagame.observed import Observed
from evometa.metagame.standing import Standing


def stand_on_levels(
    observed: Observed, base: Standing, played: Standing, moved: Mask, games: int, shares: Sequence[float]
) -> Standing:
    """How a metagame stands whose first decks were observed before a patch; `base` is their table from then.

    Tables have so many games per match-up; `moved` [known, known] says where a changed card can turn up. `shares` [n]
    are those of the decks that were played.
    """
    n_new = len(played.decks) - len(observed.decks)
    games_seen, wins_seen = (np.pad(part, (0, n_new)) for part in (observed.games, observed.wins))
    seen = Observed(played.decks, games_seen, wins_seen, np.array(shares))
    levels = Levels(seen, recount(base, games, n_new))
    return levels.stand(recount(played, games), np.pad(moved, (0, n_new), constant_values=True))


def recount(table: Standing, games: int, n_new: int = 0) -> Evidence:
    """The games of a table from its win rates, draws taken for halves; of new decks there are none.

    A table does not tell the shares of its decks, so they are all the same here.
    """
    n_decks = len(table.decks)
    pairs = np.triu_indices(n_decks, 1)
    counts = spread_seats(np.rint(table.win_rate.value[pairs] * games).astype(np.int64), np.full(len(pairs[0]), games))
    wins, losses, draws = np.moveaxis(np.pad(counts, ((0, n_new), (0, n_new), (0, 0))), -1, 0)
    decks = (*table.decks, *(f"new {number}" for number in range(n_new)))
    shares = np.full(len(decks), 1 / len(decks))
    return Evidence(decks, shares, wins + losses + draws, wins, losses, draws, np.zeros_like(wins))
