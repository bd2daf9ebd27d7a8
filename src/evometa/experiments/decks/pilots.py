"""The best deck of a search in other hands: does it still beat the best known deck of its class?

With another rung everybody plays by it: the metagame, the deck that was found, and the known ones. With the other style
of a preset, only the deck's own player changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from evometa.cards.decks.deck import Deck, parse_deck
from evometa.experiments.decks.results import DeckAudit, DecksResults, PilotedDeck
from evometa.experiments.decks.trials import Trials
from evometa.experiments.pilots import PILOTING, change_between, does_hold
from evometa.experiments.progress import Tracker
from evometa.metagame.evidence import Estimated
from evometa.metagame.metagames import Metagame
from evometa.metagame.pilots import hand_over, other_style_of, rungs_beside
from evometa.players.styles import Player, load_pilot
from evometa.store.results import Ledger

PILOTING_DECKS = replace(PILOTING, is_best_highest=True)
HIGHER = 1  # what the win rate is to be
EVEN = Estimated.exactly(0.5)  # what a deck is to beat if none of its class is known


@dataclass(frozen=True, eq=False)
class Hands:
    """Who plays a found deck, and the metagame around it."""

    name: str
    player: Player
    metagame: Metagame


class DeckPilots:
    """Plays the best deck beside the known ones, by others than who it was found with."""

    def __init__(self, trials: Trials, tracker: Tracker) -> None:
        self.trials, self.tracker, self.games = trials, tracker, trials.settings.pilot_games

    def fly(self, ledger: Ledger[DecksResults]) -> None:
        """Let each pilot play; each is stored when it has."""
        best = ledger.results.best
        if best is None or not self.games:
            return
        deck = parse_deck(best.toml)
        hands = list(self._list_hands(deck))
        pilots = ledger.results.pilots or (self._describe_claim(best, ledger.results.strongest_known),)
        for each in hands[len(pilots) - 1 :]:
            n_left = len(hands) + 1 - len(pilots)
            self.tracker.expect(PILOTING_DECKS, len(pilots) - 1, len(hands), n_left * self.trials.count_pilot_games())
            pilots = (*pilots, self._play(each, deck, pilots[0].change))
            ledger.keep(replace(ledger.results, pilots=pilots))

    def _list_hands(self, deck: Deck) -> Iterator[Hands]:
        metagame = self.trials.metagame
        if (other := other_style_of(self.trials.player)) is not None:
            yield Hands(other.name, other, metagame)
        for rung in rungs_beside(metagame):
            yield Hands(rung, load_pilot(rung, deck), hand_over(metagame, rung))

    def _describe_claim(self, best: DeckAudit, known: DeckAudit | None) -> PilotedDeck:
        """What the audits say, with the player of the search."""
        before = EVEN if known is None else known.win_rate
        change = change_between(before, best.win_rate)
        holds = does_hold(change, change, HIGHER)
        name = "" if known is None else known.name
        return PilotedDeck(self.trials.player.name, before, best.win_rate, change, holds, games=0, known=name)

    def _play(self, hands: Hands, deck: Deck, claim: Estimated) -> PilotedDeck:
        known = self.trials.landmarks
        result = self.trials.play_by(hands.player, hands.metagame, [deck, *known], hands.name)
        rates = [Estimated(*(float(part[i]) for part in result.estimate_win_rate())) for i in range(len(known) + 1)]
        strongest = int(np.nanargmax([rate.value for rate in rates[1:]])) + 1 if _is_any_known(rates[1:]) else 0
        before = rates[strongest] if strongest else EVEN
        change = change_between(before, rates[0])
        return PilotedDeck(
            pilot=hands.name,
            before=before,
            after=rates[0],
            change=change,
            holds=does_hold(claim, change, HIGHER, share=0.0),
            games=int(result.games.sum()),
            known=known[strongest - 1].name if strongest else "",
        )


def _is_any_known(rates: list[Estimated]) -> bool:
    return any(rate.is_known for rate in rates)
