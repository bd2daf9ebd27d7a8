"""Where the match-ups of a run stand, if games of people say so and not the simulation."""

from __future__ import annotations

from math import comb

from evometa.metagame.changes.levels import LEAST_GAMES, Levels
from evometa.metagame.changes.observed import Observed
from evometa.story.words.numbers import count

ANCHORED_NOTE = (
    "The level is what was observed, the change of the log odds is the simulation's; intervals carry both. Match-ups "
    "that were not observed, or cannot change, are left out."
)
ANSWERS_NOTE = "Nobody has observed the answers: their match-ups have the level of the simulation."


def tell_levels(observed: Observed | None) -> str:
    """What was observed and what was simulated; nothing if all was simulated."""
    if observed is None:
        return ""
    levels = Levels(observed)
    n_all, n_known = comb(len(observed.decks), 2), levels.n_match_ups
    if not n_known:
        return f"No match-up was observed in {LEAST_GAMES} games or more: all levels are those of the simulation."
    seen = "all match-ups" if n_known == n_all else f"{n_known} of {n_all} match-ups"
    told = (
        f"Levels are observed: {count(levels.n_games, 'game')} of people say where {seen} stand. The simulation says "
        "how far a patch moves their log odds. Intervals carry both."
    )
    others = "The others keep" if n_all - n_known > 1 else "The other one keeps"
    return told if n_known == n_all else f"{told} {others} the level of the simulation."
