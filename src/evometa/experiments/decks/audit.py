"""The audit: the best few elites with many fresh games, the same for all, and beside them the decks known already."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np

from evometa.cards.decks.deck import Deck
from evometa.cards.decks.formats import format_toml, name_cards
from evometa.cards.decks.summary import summarise_deck
from evometa.experiments.decks.map_search import MapSearch
from evometa.experiments.decks.results import DeckAudit, DecksResults, Elite, MatchUp
from evometa.experiments.decks.trials import MeasuredDecks, Trials
from evometa.experiments.progress import Stage, Tracker
from evometa.metagame.evidence import Counts, Estimated
from evometa.metagame.pilots import MOST_PILOTS
from evometa.store.results import Ledger

AUDITING = Stage("audit: {step} of {steps}", is_best_highest=True)


class DeckAuditor:
    """Plays elites and known decks again, and says what comes of it."""

    def __init__(self, trials: Trials, tracker: Tracker) -> None:
        self.trials, self.tracker, self.settings = trials, tracker, trials.settings

    def audit(self, ledger: Ledger[DecksResults], search: MapSearch) -> None:
        """Audit the best elites, then the landmarks; each audit is stored as it is finished."""
        elites = sorted(search.describe_map().elites, key=lambda elite: (-elite.again, elite.number))
        chosen, known = elites[: self.settings.finalists], self.trials.landmarks
        found, n_decks = search.find_decks([elite.number for elite in chosen]), len(chosen) + len(known)
        for place in range(len(ledger.results.audits), n_decks):
            left = self.trials.count_audit_games(n_decks - place) + MOST_PILOTS * self.trials.count_pilot_games()
            self.tracker.expect(AUDITING, place, n_decks, left)
            if place < len(chosen):
                audit = self._audit_elite(chosen[place], found[place], f"{self.settings.deck_name} {place + 1}")
            else:
                audit = self._audit_known(known[place - len(chosen)])
            ledger.keep(replace(ledger.results, audits=(*ledger.results.audits, audit)))

    def _audit_elite(self, elite: Elite, counts: Counts, name: str) -> DeckAudit:
        """What many games say about an elite, beside what was seen of it before."""
        deck = self.trials.space.decode(counts, name, self.trials.style)
        audit = self._describe(deck, self.trials.audit_found(counts))
        return replace(audit, is_known=False, number=elite.number, searched=elite.searched, again=elite.again)

    def _audit_known(self, deck: Deck) -> DeckAudit:
        """What many games say about a landmark."""
        return self._describe(deck, self.trials.audit_known(deck))

    def _describe(self, deck: Deck, found: MeasuredDecks) -> DeckAudit:
        """A deck that was known before, with its games."""
        cards = self.trials.metagame.patched_cards
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
            win_rate=Estimated(*(float(part[0]) for part in result.estimate_win_rate())),
            opponents=tuple(
                MatchUp(opponent.name, Estimated(*rates))
                for opponent, rates in zip(self.trials.opponents, match_ups, strict=True)
            ),
            games=int(result.games.sum()),
            cards=tuple(name_cards(deck, cards).counts().items()),
            curve=summary.curve,
            types=summary.types,
            dust=summary.dust,
            toml=format_toml(deck, cards),
        )
