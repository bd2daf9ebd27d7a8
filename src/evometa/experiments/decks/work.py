"""A deck search as a run: a search plays decks against a metagame, and the best few are audited.

The audit plays what the search calls best with many fresh games, the same for all, and beside it the decks known
already. Then the best deck in other hands: does it still beat the best known deck of its class? With another rung
everybody plays by it: the metagame, the deck that was found, and the known ones. With the other style of a preset, only
the deck's own player changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from evometa.experiments.decks.map_search import MapSearch
from evometa.experiments.decks.model_map_search import ModelMapSearch
from evometa.experiments.decks.model_search import ModelSearch, make_learner
from evometa.experiments.decks.results import DeckAudit, DecksResults, MatchUp, PilotedDeck
from evometa.experiments.decks.settings import MAP_ELITES, MODEL, MODEL_MAP, DecksSettings
from evometa.experiments.decks.trials import Finalist, MeasuredDecks, Trials
from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.pilots import PILOTING, change_between, does_hold, play_by_others
from evometa.experiments.progress import Stage, Tracker
from evometa.games.decks.deck import Deck, parse_deck
from evometa.games.decks.formats import format_toml, name_cards
from evometa.games.decks.summary import summarise_deck
from evometa.games.players import Player, load_player_for_any
from evometa.input.writing import make_folder, write_file
from evometa.matches.inference import Estimate
from evometa.metagame.limits import MOST_PILOTS
from evometa.metagame.metagames import Metagame
from evometa.metagame.skill.pilots import hand_over, other_style_of, rungs_beside
from evometa.store.results import Ledger

AUDITING = Stage("audit: {step} of {steps}", is_best_highest=True)
PILOTING_DECKS = replace(PILOTING, is_best_highest=True)
HIGHER = 1  # what the win rate is to be
EVEN = Estimate.exactly(0.5)  # what a deck is to beat if none of its class is known


class DeckSearch(Protocol):
    """A search of either kind, from where the run has left it."""

    def search(self) -> None:
        """Do all that is still to do."""

    def list_finalists(self) -> list[Finalist]:
        """What it calls best, the best first."""

    def conclude(self, results: DecksResults) -> DecksResults:
        """The results with what the search itself shows in the end."""


def audit_decks(trials: Trials, tracker: Tracker, ledger: Ledger[DecksResults], search: DeckSearch) -> None:
    """Audit the finalists, then the landmarks; each audit is stored as it is finished."""
    finalists, known = search.list_finalists(), trials.landmarks
    n_decks = len(finalists) + len(known)
    for place in range(len(ledger.results.audits), n_decks):
        left = trials.count_audit_games(n_decks - place) + MOST_PILOTS * trials.count_pilot_games()
        tracker.expect(AUDITING, place, n_decks, left)
        if place < len(finalists):
            audit = _audit_finalist(trials, finalists[place], f"{trials.settings.deck_name} {place + 1}")
        else:
            deck = known[place - len(finalists)]
            audit = _describe(trials, deck, trials.audit_known(deck))
        ledger.keep(replace(ledger.results, audits=(*ledger.results.audits, audit)))


def _audit_finalist(trials: Trials, found: Finalist, name: str) -> DeckAudit:
    """What many games say about a deck that was found, beside what was seen of it before."""
    deck = trials.space.decode(found.counts, name, trials.style)
    audit = _describe(trials, deck, trials.audit_found(found.counts))
    return replace(
        audit, is_known=False, number=found.number, searched=found.searched, again=found.again, is_other=found.is_other
    )


def _describe(trials: Trials, deck: Deck, found: MeasuredDecks) -> DeckAudit:
    """A deck that was known before, with its games."""
    cards = trials.metagame.patched_cards
    summary, result = summarise_deck(deck, cards), found.played.result
    match_ups = np.stack(result.estimate_match_ups(), axis=-1)[0].tolist()
    return DeckAudit(
        name=deck.name,
        klass=deck.klass,
        style=deck.style,
        is_known=True,
        number=None,
        searched=nan,
        again=nan,
        objective=float(found.objective[0]),
        measures=tuple(found.measures[0].tolist()),
        win_rate=result.estimate_win_rate().at(0),
        opponents=tuple(
            MatchUp(opponent.name, Estimate(*rates))
            for opponent, rates in zip(trials.opponents, match_ups, strict=True)
        ),
        games=int(result.games.sum()),
        cards=tuple(name_cards(deck, cards).counts().items()),
        curve=summary.curve,
        types=summary.types,
        dust=summary.dust,
        toml=format_toml(deck, cards),
    )


# --- other hands ----------------------------------------------------------------------------------


class Hands(NamedTuple):
    """Who plays a found deck, and the metagame around it."""

    name: str
    player: Player
    metagame: Metagame


def hand_over_best(trials: Trials, tracker: Tracker, ledger: Ledger[DecksResults]) -> None:
    """Let others than who it was found with play the best deck beside the known ones; each is stored when it has."""
    best = ledger.results.best
    if best is None or not trials.settings.pilot_games:
        return
    deck = parse_deck(best.toml, game=trials.metagame.game)
    claim = _describe_claim(trials.player, best, ledger.results.strongest_known)
    hands, games = list(_list_hands(trials, deck)), trials.count_pilot_games()
    play_by_others(
        ledger, tracker, [claim], hands, games, lambda each: [_play(trials, each, deck, claim.change)], PILOTING_DECKS
    )


def _list_hands(trials: Trials, deck: Deck) -> Iterator[Hands]:
    if (other := other_style_of(trials.player)) is not None:
        yield Hands(other.name, other, trials.metagame)
    for rung in rungs_beside(trials.metagame):
        yield Hands(rung, load_player_for_any(rung, deck, trials.metagame.game), hand_over(trials.metagame, rung))


def _describe_claim(player: Player, best: DeckAudit, known: DeckAudit | None) -> PilotedDeck:
    """What the audits say, with the player of the search."""
    before, name = (EVEN, "") if known is None else (known.win_rate, known.name)
    change = change_between(before, best.win_rate)
    holds = does_hold(change, change, HIGHER)
    return PilotedDeck(player.name, before, best.win_rate, change, holds, games=0, known=name)


def _play(trials: Trials, hands: Hands, deck: Deck, claim: Estimate) -> PilotedDeck:
    """What the games in other hands say, beside the known deck that wins most in them."""
    known = trials.landmarks
    result = trials.play_by(hands.player, hands.metagame, [deck, *known], hands.name)
    after, *rates = (result.estimate_win_rate().at(i) for i in range(len(known) + 1))
    decided = [(rate, each.name) for rate, each in zip(rates, known, strict=True) if rate.is_known]
    before, name = max(decided, key=lambda each: each[0].value, default=(EVEN, ""))
    change = change_between(before, after)
    holds = does_hold(claim, change, HIGHER, share=0.0)
    return PilotedDeck(hands.name, before, after, change, holds, int(result.games.sum()), name)


# --- the run --------------------------------------------------------------------------------------


SEARCHES: dict[str, Callable[[Trials, Tracker, Ledger[DecksResults]], DeckSearch]] = {
    MODEL: ModelSearch,
    MODEL_MAP: ModelMapSearch,
    MAP_ELITES: MapSearch,
}
DECK_FILE = "deck.toml"  # in the folder of the run: the best deck
DECKS_FOLDER = "decks"  # in the folder of the run: all audited decks that were found


class _DecksWork:
    """A deck search: the search itself, the audit, and the best deck."""

    def __init__(self, settings: DecksSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.trials = Trials(settings, tracker)
        self.metagame = self.trials.metagame
        if settings.learns:
            make_learner(self.trials)  # refused before there is a folder

    def carry_out(self, ledger: Ledger[DecksResults]) -> None:
        """Do all that is still to do."""
        search: DeckSearch = SEARCHES[self.settings.algorithm](self.trials, self.tracker, ledger)
        search.search()
        audit_decks(self.trials, self.tracker, ledger, search)
        hand_over_best(self.trials, self.tracker, ledger)
        self._write_decks(ledger.run.folder, ledger.results)
        ledger.keep(search.conclude(ledger.results))

    def _write_decks(self, folder: Path, results: DecksResults) -> None:
        """Write all decks that were found and audited, and the best of them once more, under its own name."""
        best = results.best
        assert best is not None
        make_folder(folder / DECKS_FOLDER)
        for number, audit in enumerate(results.found, start=1):
            write_file(folder / DECKS_FOLDER / f"{number}.toml", audit.toml)
        chosen = replace(parse_deck(best.toml, game=self.metagame.game), name=self.settings.deck_name)
        write_file(folder / DECK_FILE, format_toml(chosen, self.metagame.patched_cards))


DecksRun = StoredRun[DecksSettings, DecksResults]
DECKS = Experiment("decks", DecksSettings, DecksResults, _DecksWork)  # it ends with the file `deck.toml`
