"""The patch of a balance run in other hands: F before and after it, with those of the run and the players beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from evometa.cards.patches.patch import Patch
from evometa.experiments.balance.results import Audit, BalanceResults
from evometa.experiments.pilots import PILOTING, Piloted, change_between, does_hold
from evometa.experiments.progress import Tracker
from evometa.matches.schedule import seed_for
from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Estimated, Evidence
from evometa.metagame.levels import Levels
from evometa.metagame.metagames import Metagame
from evometa.metagame.observed import Observed
from evometa.metagame.pilots import hand_over, rungs_beside
from evometa.metagame.playing import play
from evometa.metagame.standing import Standing
from evometa.metagame.what_if import affected_pairs
from evometa.store.results import Ledger

LOWER = -1  # what a patch is to do to F


@dataclass(frozen=True, eq=False)
class PatchPilots:
    """Plays a metagame without a patch and with it, by others than those of the run."""

    metagame: Metagame
    players: tuple[str, ...]  # those of the run, whom the audits tell of
    games: int  # per match-up, before and after; 0: nobody else plays
    seed: int
    tracker: Tracker
    others: tuple[str, ...] = ()  # who plays it too, beside the rungs beside
    observed: Observed | None = None  # where the match-ups stand, if others have said so

    def fly(self, ledger: Ledger[BalanceResults], unchanged: Audit, chosen: Audit, patch: Patch) -> None:
        """Let each pilot play; each is stored when it has. What several who play the run say is stored first."""
        claims, names = self._describe_claims(unchanged, chosen), self._list_others()
        pilots = ledger.results.pilots or claims
        if len(claims) > 1:
            ledger.keep(replace(ledger.results, pilots=pilots))
        for name in names[len(pilots) - len(claims) :]:
            n_left = len(names) + len(claims) - len(pilots)
            self.tracker.expect(PILOTING, len(names) - n_left, len(names), n_left * 2 * self.games * self._n_match_ups)
            pilots = (*pilots, self._play(name, patch, pilots[0].change))
            ledger.keep(replace(ledger.results, pilots=pilots))

    def _list_others(self) -> list[str]:
        """Who else is to play."""
        beside = dict.fromkeys((*self.others, *rungs_beside(self.metagame)))
        return [name for name in beside if name not in self.players] if self.games else []

    def _describe_claims(self, unchanged: Audit, chosen: Audit) -> tuple[Piloted, ...]:
        """What the audit says, with each of the players of the run."""
        found = []
        for name in self.players:
            before, after = (audit.by_player.get(name, audit.standing).f_corrected for audit in (unchanged, chosen))
            change = change_between(before, after)
            found.append(Piloted(name, before, after, change, does_hold(change, change, LOWER), games=0))
        return tuple(found)

    def _play(self, pilot: str, patch: Patch, claim: Estimated) -> Piloted:
        handed = hand_over(self.metagame, pilot)
        sides = handed, handed.with_patch(patch)
        played = [self._measure(each, pilot) for each in sides]
        before, after = self._stand(played, affected_pairs(*sides))
        change = change_between(before.f_corrected, after.f_corrected)
        games = before.games_played + after.games_played
        return Piloted(
            pilot, before.f_corrected, after.f_corrected, change, does_hold(claim, change, LOWER), games=games
        )

    def _measure(self, metagame: Metagame, pilot: str) -> Evidence:
        """The games of a metagame; before and after have the same seeds."""
        pairs, seed = combinations(range(len(metagame.decks)), 2), seed_for(self.seed, "pilot", pilot)
        return play(metagame, seed=seed, games=self.games, pairs=pairs, runner=self.tracker).evidence

    def _stand(self, played: Sequence[Evidence], moved: Mask) -> tuple[Standing, Standing]:
        """How a metagame stands before and after; from where it was observed, a pilot says how far it moves.

        Errors of both are added as if independent, though they share seeds, which errs on the safe side.
        """
        before, after = played
        if self.observed is None:
            return Standing.of(before), Standing.of(after)
        levels = Levels(self.observed, before)
        return levels.stand(before, np.zeros_like(moved)), levels.stand(after, moved)

    @property
    def _n_match_ups(self) -> int:
        return len(list(combinations(self.metagame.decks, 2)))
