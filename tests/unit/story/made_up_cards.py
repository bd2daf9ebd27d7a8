"""Measurements of all cards, and tuned players, without games: planted numbers."""

from __future__ import annotations

from math import nan
from pathlib import Path

import numpy as np
from tests.unit.story.made_up_runs import around, store_run

from evometa.experiments.tiers.results import CardWorth, ClassWorth, TiersResults, WorthInClass
from evometa.experiments.tiers.settings import TiersSettings
from evometa.experiments.tiers.work import TIERS
from evometa.experiments.tune.results import INCUMBENT, Contender, Opponent, Round, Rung, TuneResults
from evometa.experiments.tune.settings import TuneSettings
from evometa.experiments.tune.work import TUNE
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.matches.inference import Estimate

CLASSES, TYPES = ("druid", "hunter", "mage"), ("minion", "spell", "weapon")


def make_tiers_run(folder: Path) -> Path:
    """The worth of the cards of three classes and of neutral ones; the first one is the user's own."""
    rng = np.random.default_rng(4)
    pool = [card for card in load_cards() if card.tree.get("collectible", True) and card.tree["type"] in TYPES]
    cards = [card for card in pool if card.tree["class"] in (*CLASSES, "neutral")][:120]
    worths = sorted(
        (
            CardWorth(
                card.id,
                card.name,
                card.tree["class"],
                around(float(rng.normal(0, 0.08)), 0.03),
                card.cost,
                card.tree["type"],
                card.tree.get("rarity", ""),
                copies=0.1,
                is_own=place == 0,
            )
            for place, card in enumerate(cards)
        ),
        key=lambda card: -card.worth.value,
    )
    by_class = tuple(
        WorthInClass(card.id, card.name, klass, card.worth)
        for card in worths
        if card.klass == "neutral"
        for klass in CLASSES
    )
    classes = tuple(ClassWorth(klass, around(0.1 * place, 0.02)) for place, klass in enumerate(CLASSES))
    results = TiersResults("skilled", 50_000, 100_000, 10, tuple(worths), by_class, classes, around(0.2, 0.01))
    return store_run(TIERS, folder, TiersSettings(), results)


def make_tune_run(folder: Path) -> Path:
    """A player that has become better in two rounds."""
    start = Contender(INCUMBENT, around(900.0, 20.0), Estimate(nan, nan, nan), 1000.0)
    weights = {"my_minion_health": 12, "enemy_minion_health": -12}
    better = Contender("strong ridge", around(1100.0, 20.0), around(0.7, 0.02), 1200.0, 1.0, 0.55, weights)
    rungs = [Rung(name, around(elo, 15.0), 1000.0) for name, elo in (("start", 900.0), ("round 1", 1100.0))]
    results = TuneResults(
        start="random",
        games_played=12_000,
        rounds=(Round(5000, (better, start)),),
        ladder=tuple(rungs),
        opponents=(Opponent("fair-control", 400, around(0.75, 0.02), "Starter Mage", around(0.6, 0.05)),),
        weights=weights,
    )
    return store_run(TUNE, folder, TuneSettings(), results)
