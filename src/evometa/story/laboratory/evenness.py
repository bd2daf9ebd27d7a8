"""How even and how diverse a metagame is: the numbers that it comes to, each with what it means."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.metagame.diversity import Diversity, PoolUse, Viable, Worth
from evometa.metagame.evidence import Evidence
from evometa.metagame.standing import FullStanding, Standing
from evometa.story.blocks import Block, Fact, Facts, Level, Words
from evometa.story.words.numbers import (
    CYCLES_PART,
    F_MEANS,
    PART_MEANS,
    STRENGTH_PART,
    UNKNOWN,
    WORTH_MEANS,
    interval,
    number,
    rate,
    typical_match_up,
)

_MOST_CYCLES = 5  # that are listed
_NO_CYCLE = "No three decks clearly beat each other in a circle."


def tell_typical(standing: Standing) -> str:
    """How the games of a typical match-up are shared, if these games can tell."""
    if not standing.f_corrected.low > 0:
        return "All match-ups may be even, and more games would tell"
    return f"A typical match-up is {typical_match_up(standing.f_corrected.value)}"


def evenness_facts(standing: Standing, evidence: Evidence) -> Iterator[Fact]:
    """F as measured, and whether chance explains it; what starting is worth; turns and draws of all games."""
    if standing.is_known and len(standing.decks) > 1:
        chance = f"chance alone would show {number(standing.f_noise_floor)} at this number of games: the noise floor"
        yield Fact("F as measured", number(standing.f), f"{chance}. {F_MEANS}")
    if standing.is_known and len(standing.decks) > 2:
        for title, found in ((STRENGTH_PART, standing.f_strength), (CYCLES_PART, standing.f_cycles)):
            yield Fact(title, number(found.value), f"{PART_MEANS[title]}; {INTERVAL} {interval(found.low, found.high)}")
    seats = evidence.seats.value
    known = seats[np.isfinite(seats)]
    if len(known):
        mean, least, most = (f"{rate(0.5 + float(part) / 2)}%" for part in (known.mean(), known.min(), known.max()))
        yield Fact("Who starts wins", mean, f"the mean of all match-ups, which go from {least} to {most}")
    if games := int(evidence.games.sum()):
        draws = f"both players' counted; {rate(evidence.draws.sum() / games, 2)}% of all games are draws"
        yield Fact("A game takes", f"{number(float(evidence.turns.sum()) / games, 1)} turns", draws)


# --- diversity ------------------------------------------------------------------------------------


def tell_diversity(standing: FullStanding) -> tuple[Block, ...]:
    """What several decks have to offer together."""
    facts = Facts((*_diversity_facts(standing.diversity), *_ranking_facts(standing)))
    return facts, Words(_tell_ranking(standing), level=Level.MAIN)


def _diversity_facts(diversity: Diversity) -> Iterator[Fact]:
    """How many decks can be played, how different they are, and how many cards see play."""
    within, least = rate(diversity.within, 0), rate(diversity.least_share, 0)
    near = f"within {within} points of 50% against the metagame"
    yield Fact("Decks near even", *_count(diversity.viable, near))
    shared = f"with a share of {least}% or more in the Nash equilibrium"
    yield Fact("Decks in the equilibrium", *_count(diversity.viable_in_nash, shared))
    yield from worth_facts(diversity.worth)
    yield _tell_distance(diversity.distance, diversity.distance_in_nash)
    yield _tell_pool(diversity.cards, diversity.cards_in_nash)


def worth_facts(worth: Worth) -> Iterator[Fact]:
    """How many decks and classes are worth playing, if that is known."""
    for what, found in (("Decks", worth.decks), ("Classes", worth.classes)):
        if found.is_known:
            ends = interval(found.low, found.high, 1)
            yield Fact(f"{what} worth playing", number(found.value, 1), f"{WORTH_MEANS}; {INTERVAL} {ends}")


def _count(viable: Viable, remark: str) -> tuple[str, str]:
    """`3 of 6`, and what that means; if it is not sure, how few and how many it may be."""
    measured = f"{UNKNOWN if viable.decks is None else viable.decks} of {len(viable.is_viable)}"
    is_sure = viable.low == viable.high
    return measured, remark if is_sure else f"{remark}; surely {viable.low}, at most {viable.high}"


def _tell_distance(distance: float, in_nash: float) -> Fact:
    told = "on average between two decks that meet, mirrors included"
    return Fact("Cards that differ", f"{distance:.1f}", _add_nash(told, "" if np.isnan(in_nash) else f"{in_nash:.1f}"))


def _tell_pool(pool: PoolUse, in_nash: PoolUse | None) -> Fact:
    told = f"{rate(pool.part_of_pool, 0)}% of all {pool.pool}"
    if pool.playable != pool.pool:
        told = f"{rate(pool.part_of_playable, 0)}% of the {pool.playable} that these classes can play, {told}"
    return Fact("Cards in decks", str(pool.played), _add_nash(told, str(in_nash.played) if in_nash else ""))


def _add_nash(told: str, in_nash: str) -> str:
    return f"{told}; in the equilibrium {in_nash}" if in_nash else told


# --- ranking --------------------------------------------------------------------------------------


def _ranking_facts(standing: FullStanding) -> Iterator[Fact]:
    """How much of the match-ups the strength of decks explains, which takes three of them."""
    if len(standing.decks) > 2:
        cyclic, by_chance = standing.intransitivity, standing.intransitivity_noise_floor
        rest = f"the other {rate(cyclic, 0)}% of how match-ups differ is who meets whom"
        chance = f"chance would leave about {rate(by_chance, 0)}%"
        yield Fact("Strength alone explains", f"{rate(1 - cyclic, 0)}%", f"{rest}; {chance}")


def _tell_ranking(standing: FullStanding) -> str:
    """The decks in the order of their ratings, and those that beat each other in a circle, which takes three."""
    if len(standing.decks) < 3:
        return ""
    return f"By strength alone: {' > '.join(map(show_name, standing.ranking))}. {_tell_cycles(standing)}"


def _tell_cycles(standing: FullStanding) -> str:
    told = [" beats ".join(map(show_name, (*cycle, cycle[0]))) for cycle in standing.cycles[:_MOST_CYCLES]]
    more = f", and {len(standing.cycles) - _MOST_CYCLES} more" if len(standing.cycles) > _MOST_CYCLES else ""
    return f"Surely in a circle: {'; '.join(told)}{more}." if told else _NO_CYCLE


# --- what a patch does ----------------------------------------------------------------------------


def tell_change(before: Standing, after: Standing, *, is_beside_observed: bool = False) -> str:
    """What a patch does, as a designer would say it; beside observed levels, that it does so in the simulation."""
    was, becomes = before.f_corrected, after.f_corrected
    if not (was.is_known and becomes.is_known):
        return "What it does to a typical match-up is not known yet: some match-ups have too few games."
    subject = "In the simulation, a typical match-up" if is_beside_observed else "A typical match-up"
    sides = [typical_match_up(f.value) for f in (was, becomes)]
    if sides[0] == sides[1]:
        return f"{subject} stays at {sides[0]}."
    doubt = "" if becomes.high < was.low or was.high < becomes.low else " The intervals overlap: this may be chance."
    return f"{subject} goes from {' to '.join(sides)}.{doubt}"
