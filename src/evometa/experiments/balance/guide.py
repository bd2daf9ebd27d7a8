"""Which cards a search should rather change: weights for its genes from what the games tell about the cards.

A card counts by its place in its own deck: the one with the highest WRD or WRP, or the lowest win rate after a nerf,
first. Places can be compared between strong and weak decks, win rates cannot. A card of several decks counts by the
best of its places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, isnan

import numpy as np

from evometa.balance.space import BalanceSpace
from evometa.experiments.balance.results import BalanceResults, DeckCards, Guide
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.nerfs.results import ScannedCard
from evometa.experiments.nerfs.work import change_card, count_scan_games, list_cards, scan_card
from evometa.experiments.progress import Stage, Tracker
from evometa.matches.inference import Floats
from evometa.matches.schedule import seed_for
from evometa.metagame.cards.card_statistics import card_statistics
from evometa.metagame.decks.deck_games import DeckGames
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.store.results import Ledger

GUIDING = Stage("guide: {step} of {steps}")

# --- what is known about the cards ----------------------------------------------------------------


def list_decks(result: MetagameResult) -> tuple[DeckCards, ...]:
    """The statistics of all decks and their cards, from the games of a metagame."""
    decks = []
    for place, deck in enumerate(result.metagame.decks):
        statistics = card_statistics(result.sums, place, result.cards[place], result.evidence.shares)
        cards = list_cards(result.metagame, statistics)
        decks.append(DeckCards(deck.name, float(statistics.win_rate.value), cards))
    return tuple(decks)


def make_guide(
    ledger: Ledger[BalanceResults], metagame: Metagame, settings: BalanceSettings, tracker: Tracker, games_left: int
) -> Guide:
    """The guide of a balance run: from its baseline, or by a nerf of every card. A deck is stored when it is done."""
    if settings.guide is not None and settings.guide != "wrn":
        guide = Guide(settings.guide, 0, ledger.results.cards)
        ledger.keep(replace(ledger.results, guide=guide))
        return guide
    guide, n_decks = ledger.results.guide or Guide("wrn", 0, ()), len(metagame.decks)
    for place in range(len(guide.decks), n_decks):
        own_games = sum(count_scan_games(metagame, each, settings.guide_games) for each in range(place, n_decks))
        tracker.expect(GUIDING, place, n_decks, games_left + own_games)
        seed = seed_for(settings.seed, "guide")
        deck, games = _scan_deck(DeckGames(metagame, place, settings.guide_games, seed), tracker)
        guide = Guide(guide.by, guide.games + games, (*guide.decks, deck))
        ledger.keep(replace(ledger.results, guide=guide))
    return guide


def _scan_deck(games: DeckGames, tracker: Tracker) -> tuple[DeckCards, int]:
    """A nerf of each card of a deck: what it does, and how many games that took."""
    before, cards = games.play(tracker), []
    for card in list_cards(games.metagame, before.statistics()):
        patch = change_card(games.metagame, card.id)
        cards.append(card if patch is None else scan_card(games, before.winners, card, patch, tracker)[1])
    name = games.metagame.decks[games.place].name
    n_games = before.n_games + sum(card.games for card in cards)
    return DeckCards(name, float(before.win_rate.value), tuple(cards)), n_games


# --- what follows for the genes -------------------------------------------------------------------


def weigh_genes(guide: Guide, space: BalanceSpace, top: int | None = None) -> Floats:
    """[n]: how much the search should prefer each gene: 1 for the first card of a deck, less for those behind it.

    With `top`, only the genes of that number of cards have a weight, and all of these the same. Of cards with the same
    place, those of the deck farthest from even come first.
    """
    ranks = rank_cards(guide.decks, guide.by)
    if top is not None:
        known = [card for card in ranks if card in space.cards]
        ranks = dict.fromkeys(known[:top], 1.0)
    return np.array([ranks.get(gene.card_id, 0.0) for gene in space.genes])


def rank_cards(decks: Sequence[DeckCards], by: str) -> dict[str, float]:
    """Card ids with their weights, the highest first."""
    found: list[tuple[float, float, str]] = []
    for deck in decks:
        cards = sorted(deck.cards, key=lambda card: _order(card, by))
        distance = abs(deck.win_rate - 0.5) if isfinite(deck.win_rate) else 0.0
        found += [(1 - i / len(cards), distance, card.id) for i, card in enumerate(cards)]
    ranks: dict[str, float] = {}
    for weight, _, card_id in sorted(found, key=lambda each: (-each[0], -each[1])):
        ranks.setdefault(card_id, weight)
    return ranks


def _order(card: ScannedCard, by: str) -> tuple[bool, float]:
    """What comes first: the highest, but the lowest win rate after a nerf; what is not known comes last."""
    value = float(getattr(card, by).value)
    return (True, 0.0) if isnan(value) else (False, value if by == "wrn" else -value)
