"""How even a metagame is, in the sentences that stand first: typical match-ups instead of F."""

from __future__ import annotations

from evometa.metagame.standing import Standing
from evometa.report.words.numbers import typical_match_up


def tell_change(before: Standing, after: Standing, *, is_beside_observed: bool = False) -> str:
    """What a patch does, as a designer would say it; beside observed levels, that it does so in the simulation."""
    was, becomes = before.f_corrected, after.f_corrected
    if not (was.is_known and becomes.is_known):
        return "What it does to a typical match-up is not known yet: some have no games."
    subject = "In the simulation, a typical match-up" if is_beside_observed else "A typical match-up"
    sides = [typical_match_up(f.value) for f in (was, becomes)]
    if sides[0] == sides[1]:
        return f"{subject} stays at {sides[0]}."
    doubt = "" if becomes.high < was.low or was.high < becomes.low else " The intervals overlap: this may be chance."
    return f"{subject} goes from {' to '.join(sides)}.{doubt}"
