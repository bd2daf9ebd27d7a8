"""Which cards to touch: what a small change of each card does to its deck, beside what the card statistics say.

For every card of a deck: WRP and WRD against the whole metagame, and WRN, the deck's win rate after a nerf of that
card (one more mana, unless told otherwise). All of it is played on the same seeds, so that the change from before to
after is known better than either. Then how well WRP and WRD tell WRN in advance.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from evometa.cards.patches.files import MOST_CHANGE
from evometa.cards.patches.patch import Patch
from evometa.experiments.experiment import Experiment
from evometa.experiments.nerfs.correlations import correlate
from evometa.experiments.nerfs.pilots import MOST_CARDS, CardPilots
from evometa.experiments.nerfs.results import DeckWinRate, NerfsResults, ScannedCard, ScanState, number_at
from evometa.experiments.pilots import check_pilot_games
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import load_played, read_checkpoint_trees
from evometa.experiments.settings import RunSettings
from evometa.input.errors import InputError
from evometa.input.fields import Readers, maybe, read_seed, read_text, read_yes_or_no, whole_number
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.card_statistics import CardStatistics
from evometa.metagame.deck_games import DeckGames, PlayedGames
from evometa.metagame.metagames import Metagame
from evometa.metagame.paired_games import Winners
from evometa.metagame.pilots import MOST_PILOTS
from evometa.metagame.playing import check_games, read_games
from evometa.store import Evaluations, Run, to_json
from evometa.store.results import Ledger

SCANNING = Stage("card {step} of {steps}")


@dataclass(frozen=True)
class NerfsSettings(RunSettings):
    """A scan of a deck's cards. The same settings give the same run, on any number of threads."""

    readers: ClassVar[Readers] = {
        **dict.fromkeys(("deck", "metagame", "attribute"), read_text),
        "players": maybe(read_text),
        **dict.fromkeys(("games", "pilot_games"), read_games),
        "amount": whole_number(-MOST_CHANGE, MOST_CHANGE),
        "allow_zero": read_yes_or_no,
        "seed": read_seed,
    }

    deck: str  # of the metagame
    metagame: str = "paper-six"  # a built-in one, or a file
    players: str | None = None  # who plays all decks; None: the metagame's own players
    games: int = 10_000  # per opponent, for the metagame as it is and for every card
    attribute: str = "cost"  # what changes, also a path such as spell.damage
    amount: int = 1  # by which it does; of a cost below 0, and of all else above, it is a buff
    allow_zero: bool = False  # whether health and durability may fall to 0
    seed: int = 1
    pilot_games: int = 2000  # per opponent, when others play the first cards again; 0: nobody else does

    def __post_init__(self) -> None:
        check_games(self.games)
        check_pilot_games(self.pilot_games)
        if self.amount == 0:
            raise InputError("amount: found 0, which changes no card; allowed: any other whole number")

    @property
    def is_buff(self) -> bool:
        """Whether the cards are changed for the better: less cost, or more of anything else."""
        return (self.amount < 0) == (self.attribute == "cost")


# --- one card -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardChange:
    """The same change, for any card that has the number."""

    attribute: str = "cost"
    amount: int = 1
    allow_zero: bool = False

    def patch_for(self, metagame: Metagame, card: str) -> Patch | None:
        """What the change does to a card; None if that is nothing."""
        address = f"{card}.{self.attribute}"
        if address not in metagame.patched_cards[card].numbers():
            return None
        patch = Patch(changes={address: self.amount}, allow_zero=self.allow_zero)
        return patch.effective(metagame.patched_cards) or None


def list_cards(metagame: Metagame, statistics: CardStatistics) -> tuple[ScannedCard, ...]:
    """What the games as they are tell about each card of a deck."""
    return tuple(
        ScannedCard(
            metagame.patched_cards[card].name,
            card,
            int(statistics.drawn[i]),
            int(statistics.played[i]),
            wrd=number_at(statistics.wrd, i),
            wrp=number_at(statistics.wrp, i),
        )
        for i, card in enumerate(statistics.cards)
    )


def scan_card(
    games: DeckGames, before: Winners, card: ScannedCard, patch: Patch, runner: Runner
) -> tuple[PlayedGames, ScannedCard]:
    """Play a deck after a patch, and tell what that changed."""
    after = games.play_after(patch, before, runner)
    found = replace(card, wrn=number_at(after.win_rate), change=number_at(after.change), games=after.n_games)
    return after, found


def count_scan_games(metagame: Metagame, place: int, games: int) -> int:
    """About how many games it takes to scan a deck; `games` is the number per opponent and card."""
    return (len(set(metagame.decks[place].cards)) + 1) * (len(metagame.decks) - 1) * games


# --- all cards ------------------------------------------------------------------------------------


class NerfsWork:
    """A scan, card by card. Checkpoint 0 holds the games as they are, and each further one a card."""

    def __init__(self, settings: NerfsSettings, tracker: Tracker) -> None:
        metagame = load_played(settings.metagame, settings.players)
        self.metagame, self.settings, self.tracker = metagame, settings, tracker
        place = metagame.index_of(settings.deck)
        self.games = DeckGames(metagame, place, settings.games, seed_for(settings.seed, "scan"))
        change = CardChange(settings.attribute, settings.amount, settings.allow_zero)
        cards = dict.fromkeys(metagame.decks[place].card_ids(metagame.patched_cards))
        self.patches = {card: change.patch_for(metagame, card) for card in cards}
        if not any(self.patches.values()):
            raise InputError(
                f"no card of {metagame.decks[place].name} has a number {settings.attribute!r} that can change by "
                f"{settings.amount:+d}; allowed: cost, attack, health, durability, or a path such as spell.damage"
            )

    def carry_out(self, ledger: Ledger[NerfsResults]) -> None:
        """Do all that is still to do."""
        stored = read_checkpoint_trees(ledger.run)
        start = ScanState.from_json(stored[0]) if stored else self.play_baseline(ledger.run)
        winners = unpack_winners(start.winners, self.settings.games // 2)
        cards = [ScannedCard.from_json(each) for each in stored[1:]]
        for number in range(len(cards) + 1, len(start.cards) + 1):
            cards.append(self.scan(ledger.run, number, start.cards[number - 1], winners))
        self.conclude(ledger, start, tuple(cards))
        self.hand_over(ledger)

    def play_baseline(self, run: Run) -> ScanState:
        """The games with the cards as they are."""
        self._expect(0)
        played = self.games.play(self.tracker)
        state = ScanState(
            win_rate=number_at(played.win_rate),
            games=played.n_games,
            cards=list_cards(self.metagame, played.statistics()),
            winners=pack_winners(played.winners),
        )
        run.save_checkpoint(0, to_json(state.to_json()).encode(), self._evaluation(0, played))
        return state

    def scan(self, run: Run, number: int, card: ScannedCard, winners: Winners) -> ScannedCard:
        """One card: what changes if it does."""
        self._expect(number)
        evaluation, found, patch = None, card, self.patches[card.id]
        if patch is not None:
            played, found = scan_card(self.games, winners, card, patch, self.tracker)
            evaluation = self._evaluation(number, played)
        run.save_checkpoint(number, to_json(found.to_json()).encode(), evaluation)
        return found

    def conclude(self, ledger: Ledger[NerfsResults], start: ScanState, cards: tuple[ScannedCard, ...]) -> None:
        """Store what has come of it."""
        ledger.keep(
            replace(
                ledger.results,
                deck=self.metagame.decks[self.games.place].name,
                baseline=DeckWinRate(start.win_rate, start.games),
                cards=cards,
                correlations={
                    "wrp": correlate([(card.wrp.value, card.wrn.value) for card in cards]),
                    "wrd": correlate([(card.wrd.value, card.wrn.value) for card in cards]),
                },
            )
        )

    def hand_over(self, ledger: Ledger[NerfsResults]) -> None:
        """Let other pilots play the first cards again."""
        settings, sign = self.settings, 1 if self.settings.is_buff else -1
        CardPilots(self.games, self.patches, sign, settings.pilot_games, settings.seed, self.tracker).fly(ledger)

    def _evaluation(self, number: int, played: PlayedGames) -> Evaluations:
        """The games as a run stores them; a gene is the change of a card."""
        genome = [self.settings.amount if i == number - 1 else 0 for i in range(len(played.cards))]
        sums, rate = played.sums, float(played.win_rate.value)
        objective = rate if np.isfinite(rate) else 0.5
        return Evaluations.of_generation(
            number, number, [genome], [[objective]], sums["wins"][None], sums["games"][None]
        )

    def _expect(self, number: int) -> None:
        total = len(self.patches)
        n_opponents, pilots = int(np.count_nonzero(self.games.opponents)), MOST_PILOTS * (MOST_CARDS + 1)
        left = (total + 1 - number) * self.settings.games + pilots * self.settings.pilot_games
        self.tracker.expect(SCANNING, max(0, number - 1), total, left * n_opponents)


NERFS = Experiment("nerfs", NerfsSettings, NerfsResults, NerfsWork)


def pack_winners(winners: Winners) -> str:
    """Who won each game, as a short text."""
    return base64.b64encode(zlib.compress(winners.tobytes(), 9)).decode()


def unpack_winners(text: str, games: int) -> Winners:
    """What `pack_winners` made a text of; `games` is the number for each pair and seat."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), np.int8).reshape(-1, games)
