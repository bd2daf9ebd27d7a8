"""Who plays a balance run, and who else plays its patch: F before and after it, in all these hands.

One player has all decks, or several play at once, each with the whole metagame. Several are named as in
`skilled,expert`, or with how much each counts, as in `skilled:2,expert:1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np

from evometa.balance.objectives import Objective
from evometa.experiments.balance.audit import Auditor
from evometa.experiments.balance.results import Audit, BalanceResults, PilotedPatch
from evometa.experiments.balance.settings import BalanceSettings, split_players
from evometa.experiments.pilots import change_between, does_hold, play_by_others
from evometa.experiments.progress import Tracker
from evometa.experiments.runs import load_played
from evometa.games.patches.files import parse_patch
from evometa.games.patches.patch import Patch
from evometa.input.short_repr import Short
from evometa.matches.inference import Estimate, Mask
from evometa.matches.schedule import seed_for
from evometa.metagame.changes.levels import Levels
from evometa.metagame.changes.observed import Observed
from evometa.metagame.changes.what_if import affected_pairs
from evometa.metagame.evidence import Evidence
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import play
from evometa.metagame.skill.pilots import hand_over, rung_below, rungs_beside
from evometa.store.results import Ledger


@dataclass(frozen=True, eq=False)
class RunPlayer(Short):
    """One of those who play a run, and the metagame with all decks in their hands."""

    name: str
    share: float
    metagame: Metagame


def load_players(reference: str, players: str | None) -> tuple[RunPlayer, ...]:
    """The metagame of this name or file, once for each of those who play it."""
    asked: list[tuple[str | None, float]] = [(None, 1.0)] if players is None else list(split_players(players).items())
    metagames = [(load_played(reference, player), share) for player, share in asked]
    names = [", ".join(dict.fromkeys(player.name for player in metagame.players)) for metagame, _ in metagames]
    return tuple(RunPlayer(name, share, metagame) for name, (metagame, share) in zip(names, metagames, strict=True))


def add_weaker(players: tuple[RunPlayer, ...], share: float) -> tuple[RunPlayer, ...]:
    """The same with who plays a rung below, whose games count by a share, if one rung of the ladder plays alone."""
    below = rung_below(players[0].metagame) if len(players) == 1 and share else None
    if below is None:
        return players
    return (*players, RunPlayer(below, share * players[0].share, hand_over(players[0].metagame, below)))


# --- the patch in other hands ---------------------------------------------------------------------


LOWER = -1  # what a patch is to do to F


@dataclass(frozen=True, eq=False)
class PatchPilots:
    """Plays a metagame without a patch and with it, by others than those of the run."""

    metagame: Metagame
    settings: BalanceSettings
    tracker: Tracker
    observed: Observed | None  # where the match-ups stand, if others have said so
    goal: Objective  # what the patch is to lower
    auditor: Auditor

    def play(
        self, ledger: Ledger[BalanceResults], chosen: Audit, players: Sequence[str], others: Sequence[str]
    ) -> None:
        """Let each pilot play; each is stored when it has. What several who play the run say is stored first.

        The audits tell of the players; others play beside the rungs beside.
        """
        patch = parse_patch(chosen.patch, self.metagame.patched_cards, chosen.label)
        claims = [self._describe_claim(name, ledger.results.audits[0], chosen) for name in players]
        if len(claims) > 1 and not ledger.results.pilots:
            ledger.keep(replace(ledger.results, pilots=tuple(claims)))
        beside = dict.fromkeys((*others, *rungs_beside(self.metagame)))
        names = [name for name in beside if name not in players] if self.settings.pilot_games else []
        games = 2 * self.settings.pilot_games * comb(len(self.metagame.decks), 2)
        play_by_others(
            ledger, self.tracker, claims, names, games, lambda name: [self._play(name, patch, claims[0].change)]
        )

    def _play(self, pilot: str, patch: Patch, claim: Estimate) -> PilotedPatch:
        handed = hand_over(self.metagame, pilot)
        sides = handed, handed.with_patch(patch)
        # Before and after have the same seeds.
        seed, games = seed_for(self.settings.seed, "pilot", pilot), self.settings.pilot_games
        pairs = list(combinations(range(len(handed.decks)), 2))
        played = [play(each, seed=seed, games=games, pairs=pairs, runner=self.tracker).evidence for each in sides]
        stands = self._stand(played, affected_pairs(*sides))
        patches, own = (Patch(), patch), seed_for(seed, "interval")
        before, after = (self.auditor.estimate(self.goal, *each, own) for each in zip(patches, stands, strict=True))
        change, n_games = change_between(before, after), sum(int(each.games.sum()) for each in played)
        return PilotedPatch(pilot, before, after, change, does_hold(claim, change, LOWER), n_games, self.goal.name)

    def _stand(self, played: Sequence[Evidence], moved: Mask) -> Sequence[Evidence]:
        """What games say before and after; from where it was observed, a pilot says how far it moves.

        Errors of both are added as if independent, though they share seeds, which errs on the safe side.
        """
        if self.observed is None:
            return played
        before, after = played
        levels = Levels(self.observed, before)
        return levels.weigh(before, np.zeros_like(moved)), levels.weigh(after, moved)

    def _describe_claim(self, player: str, unchanged: Audit, chosen: Audit) -> PilotedPatch:
        """What the audits say, with one of the players of the run."""
        before, after = (audit.value_of(self.goal.name, player) for audit in (unchanged, chosen))
        change = change_between(before, after)
        return PilotedPatch(player, before, after, change, does_hold(change, change, LOWER), 0, self.goal.name)
