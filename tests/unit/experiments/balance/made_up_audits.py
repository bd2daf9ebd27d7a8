"""Audits without games: planted win rates, and the numbers that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import numpy as np

from evometa.experiments.balance.results import UNCHANGED, Audit, AuditedObjective
from evometa.matches.inference import Estimate, Estimates
from evometa.metagame.evidence import Floats
from evometa.metagame.measures import imbalance
from evometa.metagame.standing import Standing

DECKS = ("Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)", "Exp1 Warlock (Control)")
CARDS = (
    *("Truesilver Champion", "Consecration", "Power Word: Shield", "Tirion Fordring", "Ironbeak Owl"),
    *("Boulderfist Ogre", "Leper Gnome", "Arcane Golem", "Sea Giant", "Wolfrider", "Defender of Argus", "Hellfire"),
    *("Voidwalker", "Wisp"),
)
BEFORE = 0.36  # how far a strong deck's match-ups are from even, before any change
SEARCH_FLOOR = 0.092  # of F, with the search's games


def rates(distance: float, n_decks: int = 3) -> Floats:
    """[n, n]: win rates where each deck beats the ones before it by that distance."""
    places = np.arange(n_decks)
    return np.asarray(0.5 + distance * np.sign(places[:, None] - places))


def make_standing(distance: float, decks: Sequence[str] = DECKS, games: int = 30_000) -> Standing:
    """What an audit tells about such a metagame."""
    win_rate = rates(distance, len(decks))
    strength, f = win_rate.mean(axis=1), imbalance(win_rate)
    return Standing(
        tuple(decks),
        games,
        Estimates(win_rate, win_rate - 0.01, win_rate + 0.01),
        Estimates(strength, strength - 0.01, strength + 0.01),
        f=f + 0.002,
        f_noise_floor=0.009,
        f_corrected=Estimate(f, max(0.0, f - 0.012), f + 0.012),
    )


def make_audit(
    label: str, number: int, distance: float, magnitude: int, decks: Sequence[str] = DECKS, **others: Estimate
) -> Audit:
    """An audited patch of some size, for the objectives F, M and others; as searched, its F is lower."""
    standing = make_standing(distance, decks)
    f, again = standing.f_corrected, nan if label == UNCHANGED else 0.9 * standing.f_corrected.value
    objectives = {
        "f": AuditedObjective(0.8 * f.value, SEARCH_FLOOR, again, f, standing.f_noise_floor),
        "m": AuditedObjective(magnitude, nan, magnitude, Estimate.exactly(magnitude), nan),
    }
    objectives |= {name: AuditedObjective(found.low, nan, nan, found, nan) for name, found in others.items()}
    return Audit(
        number=number,
        label=label,
        objectives=objectives,
        standing=standing,
        searched_f=0.8 * f.value,
        search_noise_floor=SEARCH_FLOOR,
        again_f=again,
        magnitude=magnitude,
        magnitude_unweighted=magnitude // 2,
        cards_changed=min(len(CARDS), magnitude // 2),
        notes=tuple(make_note(place) for place in range(magnitude // 2)),
        patch=f'name = "{label}"\n\n[changes]\n"CS2_029.cost" = 1\n',
        games=30_000,
        jolt=2 * magnitude,
    )


def make_note(place: int) -> str:
    """A change of a card, in words."""
    attribute, before = ("cost", "attack")[place // len(CARDS) % 2], place % 5 + 1
    return f"{CARDS[place % len(CARDS)]}: {attribute} {before} -> {before + 1}"


def make_audits(decks: Sequence[str] = DECKS) -> tuple[Audit, ...]:
    """The metagame as it is, and a front of six: more change buys less and less."""
    sizes = (6, 14, 30, 60, 110, 180)
    front = [make_audit(f"front {i + 1}", 40 + i, BEFORE * np.exp(-m / 40), m, decks) for i, m in enumerate(sizes)]
    return make_audit(UNCHANGED, 0, BEFORE, 0, decks), *front
