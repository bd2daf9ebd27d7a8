"""The first cards of a scan in other hands: would their change do the same to the deck if others played?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evometa.cards.patches.patch import Patch
from evometa.experiments.nerfs.results import DeckWinRate, NerfsResults, PilotedCard, ScannedCard, number_at
from evometa.experiments.pilots import PILOTING, does_hold
from evometa.experiments.progress import Tracker
from evometa.matches.schedule import seed_for
from evometa.metagame.deck_games import DeckGames
from evometa.metagame.pilots import hand_over, rungs_beside
from evometa.store.results import Ledger

MOST_CARDS = 3  # that others play again


@dataclass(frozen=True, eq=False)
class CardPilots:
    """Plays the first cards of a scan again, by others than those of the scan."""

    scanned: DeckGames
    patches: Mapping[str, Patch | None]  # by the id of a card
    sign: int  # -1: the change is meant to lower the deck's win rate
    games: int  # per opponent
    seed: int
    tracker: Tracker

    def fly(self, ledger: Ledger[NerfsResults]) -> None:
        """Let each pilot play; each is stored when it has."""
        baseline, cards = ledger.results.baseline, self._choose(ledger.results.cards)
        assert baseline is not None
        names, pilots = rungs_beside(self.scanned.metagame), ledger.results.pilots
        if not self.games or not cards:
            return
        if not pilots:
            pilots = tuple(self._describe_claim(baseline, card) for card in cards)
        n_done = len(pilots) // len(cards) - 1
        for place in range(n_done, len(names)):
            self.tracker.expect(PILOTING, place, len(names), (len(names) - place) * self._count_games(len(cards)))
            pilots = (*pilots, *self._play(names[place], cards))
            ledger.keep(replace(ledger.results, pilots=pilots))

    def _choose(self, cards: Sequence[ScannedCard]) -> list[ScannedCard]:
        """The cards whose change surely does what it is meant to, those first where it does most."""
        sure = [card for card in cards if does_hold(card.change, card.change, self.sign)]
        return sorted(sure, key=lambda card: -self.sign * card.change.value)[:MOST_CARDS]

    def _describe_claim(self, baseline: DeckWinRate, card: ScannedCard) -> PilotedCard:
        """What the scan says, with its own players."""
        player = self.scanned.metagame.players[self.scanned.place].name
        return PilotedCard(player, baseline.win_rate, card.wrn, card.change, holds=True, games=0, card=card.name)

    def _play(self, pilot: str, cards: Sequence[ScannedCard]) -> list[PilotedCard]:
        metagame, seed = hand_over(self.scanned.metagame, pilot), seed_for(self.seed, "pilot", pilot)
        deck_games = DeckGames(metagame, self.scanned.place, self.games, seed)
        before, found = deck_games.play(self.tracker), []
        for number, card in enumerate(cards):
            patch = self.patches[card.id]
            assert patch is not None  # the card would have no change
            after = deck_games.play_after(patch, before.winners, self.tracker)
            change = number_at(after.change)
            holds = does_hold(card.change, change, self.sign)
            games = after.n_games + (0 if number else before.n_games)
            rates = number_at(before.win_rate), number_at(after.win_rate)
            found.append(PilotedCard(pilot, *rates, change, holds, games, card.name))
        return found

    def _count_games(self, n_cards: int) -> int:
        return (n_cards + 1) * self.games * int((self.scanned.opponents > 0).sum())
