"""Which cards a search should rather change: weights for its genes from what the games tell about the cards.

A card counts by its place in its own deck: the one with the highest WRD or WRP, or the lowest win rate after a nerf,
first. Places can be compared between strong and weak decks, win rates cannot. A card of several decks counts by the
best of its places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from evometa.balance.space import BalanceSpace
from evometa.experiments.balance.audit import Facts, to_number
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.nerfs.deck_games import DeckGames
from evometa.experiments.nerfs.work import NO_CHANGE, CardChange, count_scan_games, describe_statistics, scan_card
from evometa.experiments.progress import Tracker
from evometa.matches.schedule import seed_for
from evometa.metagame.card_statistics import card_statistics
from evometa.metagame.evidence import Floats
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.store import Run

Guide = dict[str, Any]  # `by`: the statistic; `decks`: the cards of each deck; `games` that were played for it


# --- what is known about the cards ----------------------------------------------------------------


def describe_decks(result: MetagameResult) -> list[Facts]:
    """The statistics of all decks and their cards, from the games of a metagame."""
    decks = []
    for place, deck in enumerate(result.metagame.decks):
        statistics = card_statistics(result.sums, place, result.cards[place], result.evidence.shares)
        win_rate = to_number(float(statistics.win_rate.value))
        cards = describe_statistics(result.metagame, statistics)
        decks.append({"deck": deck.name, "win_rate": win_rate, "cards": cards})
    return decks


def make_guide(run: Run, metagame: Metagame, settings: BalanceSettings, tracker: Tracker, games_left: int) -> Guide:
    """The guide of a balance run: from its baseline, or by a nerf of every card. A deck is stored when it is done."""
    results = run.results()
    if settings.guide != "wrn":
        guide = {"by": settings.guide, "games": 0, "decks": results["cards"]}
        run.save_result("guide", guide)
        return guide
    guide = results.get("guide", {"by": "wrn", "games": 0, "decks": []})
    n_decks = len(metagame.decks)
    for place in range(len(guide["decks"]), n_decks):
        own_games = sum(count_scan_games(metagame, each, settings.guide_games) for each in range(place, n_decks))
        tracker.expect("guide", place, n_decks, games_left + own_games)
        seed = seed_for(settings.seed, "guide")
        deck, games = scan_deck(DeckGames(metagame, place, settings.guide_games, seed), tracker)
        guide = {**guide, "games": guide["games"] + games, "decks": [*guide["decks"], deck]}
        run.save_result("guide", guide)
    return guide


def scan_deck(games: DeckGames, tracker: Tracker) -> tuple[Facts, int]:
    """A nerf of each card of a deck: what it does, and how many games that took."""
    before = games.play(tracker)
    cards, n_games = describe_statistics(games.metagame, before.statistics()), before.n_games
    for card in cards:
        patch = CardChange().patch_for(games.metagame, card["id"])
        card.update(NO_CHANGE if patch is None else scan_card(games, before.winners, patch, tracker)[1])
        n_games += card["games"]
    name = games.metagame.decks[games.place].name
    return {"deck": name, "win_rate": to_number(float(before.win_rate.value)), "cards": cards}, n_games


# --- what follows for the genes -------------------------------------------------------------------


def weigh_genes(guide: Guide, space: BalanceSpace, top: int | None = None) -> Floats:
    """[n]: how much the search should prefer each gene: 1 for the first card of a deck, less for those behind it.

    With `top`, only the genes of so many cards have a weight, and all of these the same. Of cards with the same place,
    those of the deck farthest from even come first.
    """
    ranks = rank_cards(guide["decks"], guide["by"])
    if top is not None:
        known = [card for card in ranks if card in space.cards]
        ranks = dict.fromkeys(known[:top], 1.0)
    return np.array([ranks.get(gene.card_id, 0.0) for gene in space.genes])


def rank_cards(decks: Sequence[Facts], by: str) -> dict[str, float]:
    """Card ids with their weights, the highest first."""
    found: list[tuple[float, float, str]] = []
    for deck in decks:
        cards = sorted(deck["cards"], key=lambda card: _order(card[by], by))
        distance = 0.0 if deck["win_rate"] is None else abs(deck["win_rate"] - 0.5)
        found += [(1 - i / len(cards), distance, card["id"]) for i, card in enumerate(cards)]
    ranks: dict[str, float] = {}
    for weight, _, card in sorted(found, key=lambda each: (-each[0], -each[1])):
        ranks.setdefault(card, weight)
    return ranks


def _order(value: float | None, by: str) -> tuple[bool, float]:
    """What comes first: the highest, but the lowest win rate after a nerf; what is not known comes last."""
    if value is None:
        return True, 0.0
    return False, value if by == "wrn" else -value
