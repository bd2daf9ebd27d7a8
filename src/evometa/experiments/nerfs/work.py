"""Which cards to touch: what a small change of each card does to its deck, beside what the card statistics say.

For every card of a deck: WRP and WRD against the whole metagame, and WRN, the deck's win rate after a nerf of that
card (one more mana, unless told otherwise). All of it is played on the same seeds, so that the change from before to
after is known better than either. Then how well WRP and WRD tell WRN in advance.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass

import numpy as np

from evometa.cards.patches.patch import Patch
from evometa.experiments.balance.audit import Facts, to_number
from evometa.experiments.experiment import Experiment, RunSettings
from evometa.experiments.nerfs.correlations import correlate
from evometa.experiments.nerfs.deck_games import DeckGames, PlayedGames, Winners, change_of_win_rate
from evometa.experiments.progress import Tracker
from evometa.experiments.runs import load_played, read_checkpoints
from evometa.input.errors import InputError
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.card_statistics import CardStatistics
from evometa.metagame.evidence import Estimate
from evometa.metagame.metagames import Metagame
from evometa.store import Evaluations, Run, to_json


@dataclass(frozen=True)
class CardScanSettings(RunSettings):
    """A scan of a deck's cards. The same settings give the same run, on any number of threads."""

    deck: str  # of the metagame
    metagame: str = "paper-six"  # a built-in one, or a file
    players: str | None = None  # who plays all decks; None: the metagame's own players
    games: int = 10_000  # per opponent, for the metagame as it is and for every card
    attribute: str = "cost"  # what changes, also a path such as spell.damage
    amount: int = 1  # by which it does; of a cost below 0, and of all else above, it is a buff
    allow_zero: bool = False  # whether health and durability may fall to 0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.amount == 0:
            raise InputError("amount: found 0, which changes no card; allowed: any other whole number")


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


def describe_statistics(metagame: Metagame, statistics: CardStatistics) -> list[Facts]:
    """What the games as they are tell about each card of a deck."""
    columns = statistics.columns()
    kept = ("drawn", "played", *(f"{name}{end}" for name in ("wrd", "wrp") for end in ("", "_low", "_high")))
    return [
        {"name": metagame.patched_cards[card].name, "id": card} | {name: _plain(columns[name][i]) for name in kept}
        for i, card in enumerate(statistics.cards)
    ]


def describe_change(win_rate: Estimate, change: Estimate, games: int) -> Facts:
    """What the games after a change tell about a card."""
    return {**describe_estimate("wrn", win_rate), **describe_estimate("change", change), "games": games}


def describe_estimate(name: str, estimate: Estimate) -> Facts:
    """A number with its interval."""
    ends = (name, f"{name}_low", f"{name}_high")
    return {key: to_number(float(part)) for key, part in zip(ends, estimate, strict=True)}


def scan_card(games: DeckGames, before: Winners, patch: Patch, runner: Runner) -> tuple[PlayedGames, Facts]:
    """Play a deck after a patch, and tell what that changed."""
    after = games.play(runner, patch)
    change = change_of_win_rate(games, before, after.winners)
    return after, describe_change(after.win_rate, change, after.n_games)


def count_scan_games(metagame: Metagame, place: int, games: int) -> int:
    """About how many games it takes to scan a deck, with so many per opponent and card."""
    return (len(set(metagame.decks[place].cards)) + 1) * (len(metagame.decks) - 1) * games


NO_CHANGE: Facts = {
    **dict.fromkeys(f"{part}{end}" for part in ("wrn", "change") for end in ("", "_low", "_high")),
    "games": 0,
}


def _plain(value: float) -> float | int | None:
    return value if isinstance(value, int) else to_number(value)


# --- all cards ------------------------------------------------------------------------------------


class _Work:
    """A scan, card by card. Checkpoint 0 holds the games as they are, and each further one a card."""

    def __init__(self, settings: CardScanSettings, tracker: Tracker) -> None:
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

    def carry_out(self, run: Run) -> None:
        """Do all that is still to do."""
        states = [json.loads(each.state) for each in read_checkpoints(run)]
        baseline = states[0] if states else self.play_baseline(run)
        winners = unpack_winners(baseline["winners"], self.settings.games // 2)
        rows = states[1:]
        for number in range(len(rows) + 1, len(baseline["cards"]) + 1):
            rows.append(self.scan(run, number, baseline["cards"], winners))
        self.conclude(run, baseline, rows)

    def play_baseline(self, run: Run) -> Facts:
        """The games with the cards as they are."""
        self._expect(0)
        played = self.games.play(self.tracker)
        state = {
            "baseline": {**describe_estimate("win_rate", played.win_rate), "games": played.n_games},
            "cards": describe_statistics(self.metagame, played.statistics()),
            "winners": pack_winners(played.winners),
        }
        run.save_checkpoint(0, to_json(state).encode(), self._evaluation(0, played))
        return state

    def scan(self, run: Run, number: int, cards: list[Facts], winners: Winners) -> Facts:
        """One card: what changes if it does."""
        self._expect(number)
        card, evaluation, found = cards[number - 1], None, NO_CHANGE
        patch = self.patches[card["id"]]
        if patch is not None:
            played, found = scan_card(self.games, winners, patch, self.tracker)
            evaluation = self._evaluation(number, played)
        row = {**card, **found}
        run.save_checkpoint(number, to_json(row).encode(), evaluation)
        return row

    def conclude(self, run: Run, baseline: Facts, rows: list[Facts]) -> None:
        """Store what has come of it."""
        known = {"win_rate": "win_rate", "win_rate_low": "low", "win_rate_high": "high", "games": "games"}
        results = {
            "deck": self.metagame.decks[self.games.place].name,
            "baseline": {known[name]: value for name, value in baseline["baseline"].items()},
            "cards": rows,
            "correlations": {name: correlate(rows, name, "wrn") for name in ("wrp", "wrd")},
        }
        for name, value in results.items():
            run.save_result(name, value)
        run.finish()

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
        per_card = self.settings.games * int(np.count_nonzero(self.games.opponents))
        self.tracker.expect("scan", max(0, number - 1), total, (total + 1 - number) * per_card)


CARD_SCAN = Experiment("nerfs", CardScanSettings, _Work)


def pack_winners(winners: Winners) -> str:
    """Who won each game, as a short text."""
    return base64.b64encode(zlib.compress(winners.tobytes(), 9)).decode()


def unpack_winners(text: str, games: int) -> Winners:
    """What `pack_winners` made a text of; so many games for each pair and seat."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), np.int8).reshape(-1, games)
