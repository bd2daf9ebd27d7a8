"""Who plays a balance run: one pilot for all decks, or several at once, each with the whole metagame.

Several are named as in `skilled,expert`, or with how much each counts, as in `skilled:2,expert:1`.
"""

from __future__ import annotations

from dataclasses import dataclass

from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.metagame.metagames import Metagame
from evometa.metagame.pilots import hand_over, rung_below

MOST_CREW = 8


@dataclass(frozen=True, eq=False)
class Member:
    """One of those who play, with the metagame in their hands."""

    name: str
    share: float
    metagame: Metagame

    __repr__ = short_repr


def load_crew(reference: str, players: str | None) -> tuple[Member, ...]:
    """The metagame of this name or file, once for each of those who play it."""
    asked: list[tuple[str | None, float]] = [(None, 1.0)] if players is None else list(split_players(players).items())
    crew = []
    for player, share in asked:
        metagame = load_played(reference, player)
        crew.append(Member(name_players(metagame), share, metagame))
    return tuple(crew)


def add_weaker(crew: tuple[Member, ...], share: float) -> tuple[Member, ...]:
    """The same with who plays a rung below, whose games count by a share, if one rung of the ladder plays alone."""
    below = rung_below(crew[0].metagame) if len(crew) == 1 and share else None
    if below is None:
        return crew
    return (*crew, Member(below, share * crew[0].share, hand_over(crew[0].metagame, below)))


def split_players(players: str) -> dict[str, float]:
    """Who plays, and how much each counts."""
    found: dict[str, float] = {}
    for part in players.split(","):
        name, share = _read_share(part.strip())
        if not name or name in found:
            raise InputError(f"players: found {players!r}; allowed: players such as skilled,expert, each once")
        found[name] = share
    if len(found) > MOST_CREW:
        raise InputError(f"players: found {len(found)} of them; allowed: at most {MOST_CREW} at once")
    return found


def _read_share(part: str) -> tuple[str, float]:
    name, colon, number = part.rpartition(":")
    try:
        share = float(number) if colon else 1.0
    except ValueError:
        return part, 1.0  # a file may have a colon in its name
    if not colon:
        return part, share
    if not 0 < share <= 1000:
        raise InputError(f"players: {name} counts {number}; allowed: above 0, up to 1000")
    return name, share


def name_players(metagame: Metagame) -> str:
    """The names of those who play the decks of a metagame, each once."""
    return ", ".join(dict.fromkeys(player.name for player in metagame.players))
