"""Which cards to touch: what a small change of each card does to its deck, beside what the card statistics say.

For every card of a deck: WRP and WRD against the whole metagame, and WRN, the deck's win rate after a nerf of that
card (it costs one more, unless told otherwise). All of it is played on the same seeds, so that the change from before
to after is known better than either. Then how well WRP and WRD tell WRN in advance.
"""

from __future__ import annotations

import base64
import warnings
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import atanh, nan, sqrt, tanh
from typing import Any

import numpy as np
from scipy import stats

from evometa.experiments.experiment import Experiment
from evometa.experiments.nerfs.results import (
    Band,
    Correlation,
    Correlations,
    DeckWinRate,
    Line,
    NerfsResults,
    PilotedCard,
    ScannedCard,
    ScanState,
)
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.pilots import does_hold, play_by_others
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import load_played, read_checkpoint_trees
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.settings import gather
from evometa.matches.inference import Floats, margin
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.cards.card_statistics import CardStatistics
from evometa.metagame.changes.paired_games import Winners
from evometa.metagame.decks.deck_games import DeckGames, PlayedGames
from evometa.metagame.limits import MOST_PILOTS
from evometa.metagame.metagames import Metagame
from evometa.metagame.skill.pilots import hand_over, rungs_beside
from evometa.store import Evaluations, Run, to_json
from evometa.store.results import Ledger

SCANNING = Stage("card {step} of {steps}")
MOST_CARDS = 3  # that others play again


def choose_nerfs(asked: Mapping[str, Any]) -> tuple[NerfsSettings, str]:
    """The settings that somebody asks for, by the names of options, and the name of their metagame."""
    wanted = gather(NerfsSettings, asked)
    metagame = load_played(wanted.get("metagame", NerfsSettings.metagame), wanted.get("players"))
    deck = metagame.decks[metagame.index_of(wanted["deck"])].name
    return NerfsSettings(**{**wanted, "deck": deck}), metagame.name


# --- one card -------------------------------------------------------------------------------------


def change_card(
    metagame: Metagame, card: str, attribute: str = "cost", amount: int = 1, allow_zero: bool = False
) -> Patch | None:
    """What a change does to a card; None if that is nothing, or if the card has no such number."""
    address = f"{card}.{attribute}"
    if address not in metagame.patched_cards[card].numbers():
        return None
    return Patch(changes={address: amount}, allow_zero=allow_zero).effective(metagame.patched_cards) or None


def list_cards(metagame: Metagame, statistics: CardStatistics) -> tuple[ScannedCard, ...]:
    """What the games as they are tell about each card of a deck."""
    return tuple(
        ScannedCard(
            metagame.patched_cards[card].name,
            card,
            int(statistics.drawn[i]),
            int(statistics.played[i]),
            wrd=statistics.wrd.at(i),
            wrp=statistics.wrp.at(i),
        )
        for i, card in enumerate(statistics.cards)
    )


def scan_card(
    games: DeckGames, before: Winners, card: ScannedCard, patch: Patch, runner: Runner
) -> tuple[PlayedGames, ScannedCard]:
    """Play a deck after a patch, and tell what that changed."""
    after = games.play_after(patch, before, runner)
    found = replace(card, wrn=after.win_rate.at(()), change=after.change.at(()), games=after.n_games)
    return after, found


def count_scan_games(metagame: Metagame, place: int, games: int) -> int:
    """About how many games it takes to scan a deck; `games` is the number per opponent and card."""
    return (len(set(metagame.decks[place].cards)) + 1) * (len(metagame.decks) - 1) * games


# --- all cards ------------------------------------------------------------------------------------


class _NerfsWork:
    """A scan, card by card. Checkpoint 0 holds the games as they are, and each further one a card."""

    def __init__(self, settings: NerfsSettings, tracker: Tracker) -> None:
        metagame = load_played(settings.metagame, settings.players)
        self.metagame, self.settings, self.tracker = metagame, settings, tracker
        place = metagame.index_of(settings.deck)
        self.games = DeckGames(metagame, place, settings.games, seed_for(settings.seed, "scan"))
        change = settings.attribute, settings.amount, settings.allow_zero
        cards = dict.fromkeys(metagame.decks[place].card_ids(metagame.patched_cards))
        self.patches = {card: change_card(metagame, card, *change) for card in cards}
        if not any(self.patches.values()):
            raise InputError(
                f"no card of {metagame.decks[place].name} has a number {settings.attribute!r} that can change by "
                f"{settings.amount:+d}; allowed: {', '.join(metagame.game.attributes)}, or a path inside a card"
            )

    def carry_out(self, ledger: Ledger[NerfsResults]) -> None:
        """Do all that is still to do."""
        stored = read_checkpoint_trees(ledger.run)
        start = ScanState.from_json(stored[0]) if stored else self.play_baseline(ledger.run)
        packed = np.frombuffer(zlib.decompress(base64.b64decode(start.winners)), np.int8)
        winners = packed.reshape(-1, self.settings.games // 2)  # for each pair and seat
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
            win_rate=played.win_rate.at(()),
            games=played.n_games,
            cards=list_cards(self.metagame, played.statistics()),
            winners=base64.b64encode(zlib.compress(played.winners.tobytes(), 9)).decode(),
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
        """Store what the scan has found."""
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

    def _evaluation(self, number: int, played: PlayedGames) -> Evaluations:
        """The games as a run stores them; a gene is the change of a card."""
        genome = [self.settings.amount if i == number - 1 else 0 for i in range(len(played.cards))]
        sums, rate = played.sums, float(played.win_rate.value)
        objective = rate if np.isfinite(rate) else 0.5
        return Evaluations.of_generation(
            number, number, [genome], [[objective]], sums["wins"][None], sums["games"][None]
        )

    def _expect(self, number: int) -> None:
        total, pilots = len(self.patches), MOST_PILOTS * (MOST_CARDS + 1)
        left = (total + 1 - number) * self.settings.games + pilots * self.settings.pilot_games
        self.tracker.expect(SCANNING, max(0, number - 1), total, left * self._n_opponents)

    @property
    def _n_opponents(self) -> int:
        return int(np.count_nonzero(self.games.opponents))

    # --- other hands: would the change of the first cards do the same if others played? ---

    def hand_over(self, ledger: Ledger[NerfsResults]) -> None:
        """Let other pilots play the first cards again; each is stored when it has."""
        games, sign = self.settings.pilot_games, 1 if self.settings.is_buff else -1
        sure = [card for card in ledger.results.cards if does_hold(card.change, card.change, sign)]
        cards = sorted(sure, key=lambda card: -sign * card.change.value)[:MOST_CARDS]
        if not games or not cards:
            return
        baseline, player = ledger.results.baseline, self.metagame.players[self.games.place].name
        assert baseline is not None
        claims = [
            PilotedCard(player, baseline.win_rate, card.wrn, card.change, holds=True, games=0, card=card.name)
            for card in cards
        ]
        names, n_games = rungs_beside(self.metagame), (len(cards) + 1) * games * self._n_opponents
        play_by_others(ledger, self.tracker, claims, names, n_games, lambda name: self._play_by(name, cards, sign))

    def _play_by(self, pilot: str, cards: Sequence[ScannedCard], sign: int) -> list[PilotedCard]:
        """What a pilot says of the change of some cards."""
        metagame, seed = hand_over(self.metagame, pilot), seed_for(self.settings.seed, "pilot", pilot)
        deck_games = DeckGames(metagame, self.games.place, self.settings.pilot_games, seed)
        before, found = deck_games.play(self.tracker), []
        for number, card in enumerate(cards):
            patch = self.patches[card.id]
            assert patch is not None  # the card would have no change
            after = deck_games.play_after(patch, before.winners, self.tracker)
            change = after.change.at(())
            holds = does_hold(card.change, change, sign)
            games = after.n_games + (0 if number else before.n_games)
            rates = before.win_rate.at(()), after.win_rate.at(())
            found.append(PilotedCard(pilot, *rates, change, holds, games, card.name))
        return found


NERFS = Experiment("nerfs", NerfsSettings, NerfsResults, _NerfsWork)


# --- how well one number of the cards tells another --------------------------------------------------

_LEAST_POINTS = 4  # with fewer, an interval holds everything
_BAND_POINTS = 41  # at which the band around the line is told
_NOT_KNOWN = Correlation(nan, -1.0, 1.0, nan)


def correlate(pairs: Sequence[tuple[float, float]]) -> Correlations:
    """Pearson's and Spearman's correlation of two numbers, and the regression line of the second with its band.

    Pairs of which one is not known (NaN) are left out.
    """
    points = np.array(pairs, dtype=float).reshape(-1, 2)
    xs, ys = points[np.isfinite(points).all(axis=1)].T
    if len(xs) < _LEAST_POINTS or not np.ptp(xs) or not np.ptp(ys):
        return Correlations(_NOT_KNOWN, _NOT_KNOWN, None, len(xs))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spearman = stats.spearmanr(xs, ys)
    # With Fisher's interval, and for ranks with Bonett and Wright's.
    return Correlations(
        pearson=_describe(stats.pearsonr(xs, ys), len(xs)),
        spearman=_describe(spearman, len(xs), 1 + float(spearman.statistic) ** 2 / 2),
        line=_fit_line(xs, ys),
        cards=len(xs),
    )


def _fit_line(xs: Floats, ys: Floats) -> Line:
    """The least-squares line, with the band that holds the true line at each point with the usual confidence."""
    fit = stats.linregress(xs, ys)
    left = ys - (fit.intercept + fit.slope * xs)
    freedom = len(xs) - 2
    spread = sqrt(float(left @ left) / freedom)
    at = np.linspace(xs.min(), xs.max(), _BAND_POINTS)
    error = spread * np.sqrt(1 / len(xs) + (at - xs.mean()) ** 2 / np.sum((xs - xs.mean()) ** 2))
    reach = margin(error, freedom)
    line = fit.intercept + fit.slope * at
    return Line(float(fit.slope), float(fit.intercept), Band(at, line - reach, line + reach))


def _describe(found: Any, n: int, variance: float = 1.0) -> Correlation:
    """A correlation with its interval."""
    value, reach = float(found.statistic), margin(sqrt(variance / (n - 3)))
    if abs(value) >= 1:
        low = high = value
    else:
        low, high = (tanh(atanh(value) + sign * reach) for sign in (-1, 1))
    return Correlation(value, low, high, float(found.pvalue))
