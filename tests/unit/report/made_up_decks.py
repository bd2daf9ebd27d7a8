"""Deck searches without games: folders as the experiment leaves them, with planted numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from evometa.cards.decks.deck import load_deck
from evometa.cards.decks.formats import format_toml
from evometa.cards.decks.summary import summarise_deck
from evometa.cards.model import CardSet
from evometa.cards.reading.loader import load_cards
from evometa.experiments.decks.settings import DeckSearchSettings
from evometa.metagame.deck_measures import MEASURES
from evometa.search.map_settings import MapSettings
from evometa.store import Evaluations, create_run

OPPONENTS = ("Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)", "Exp1 Warlock (Control)")
KNOWN = "Exp1 Paladin (Control)"
SETTINGS = DeckSearchSettings(
    "paladin",
    players="paper",
    games=60,
    again_games=80,
    audit_games=500,
    finalists=3,
    map=MapSettings(evaluations=600, smallest=2, largest=4),
)
BOUNDARIES = {"cost": (80, 95, 104, 112, 160), "cost_variance": (2.0, 3.5, 4.5, 8.0, 30.0), "weapons": (0, 0, 1, 2, 4)}
PLACES = {"cost": (90, 100, 108, 130), "cost_variance": (3.0, 4.0, 6.0, 20.0), "weapons": (0, 1, 2, 3)}
EMPTY_CELL = (3, 0)  # along the first measures
SEARCHED, AGAIN, AUDITED = 6.0, 5.0, 4.0  # the objective of the first finalist


@cache
def game_cards() -> CardSet:
    """All cards as they are."""
    return load_cards()


def make_rates(win_rate: float) -> dict[str, Any]:
    """The win rate of a deck, in all and against each opponent."""
    return {
        **_around(win_rate),
        "opponents": [{"deck": name, **_around(win_rate + 0.1 - 0.1 * i)} for i, name in enumerate(OPPONENTS)],
    }


def _around(value: float) -> dict[str, float]:
    return {"win_rate": value, "low": value - 0.01, "high": value + 0.01}


def make_audit(
    name: str, deck: str, number: int | None, win_rate: float, settings: DeckSearchSettings = SETTINGS
) -> dict[str, Any]:
    """An audited deck with the cards of a built-in one; known if it has no number."""
    cards, found = game_cards(), load_deck(deck)
    summary = summarise_deck(found, cards)
    is_known, place = number is None, (number or 0) % 3
    return {
        "name": name,
        "class": found.klass,
        "style": found.style,
        "is_known": is_known,
        "number": number,
        "searched": None if is_known else SEARCHED - 0.5 * place,
        "again": None if is_known else AGAIN - 0.5 * place,
        "objective": AUDITED - 0.5 * place,
        "measures": [float(PLACES[each][place]) for each in settings.measures],
        **make_rates(win_rate),
        "games": 1500,
        "cards": [[name, n] for name, n in found.counts().items()],
        "curve": list(summary.curve),
        "types": summary.types,
        "dust": summary.dust,
        "toml": format_toml(found, cards),
    }


def make_audits(settings: DeckSearchSettings = SETTINGS) -> list[dict[str, Any]]:
    """Three finalists, of which the second wins most, and a known deck."""
    found = [
        make_audit(f"Paladin (Control) {i + 1}", deck, 300 + i, win_rate, settings)
        for i, (deck, win_rate) in enumerate(
            [("exp1_paladin_aggro", 0.60), ("starter_paladin", 0.66), ("exp1_paladin_aggro", 0.58)]
        )
    ]
    return [*found, make_audit(KNOWN, "exp1_paladin_control", None, 0.63, settings)]


def make_map(settings: DeckSearchSettings = SETTINGS) -> dict[str, Any]:
    """A map with an elite in all cells but those of `EMPTY_CELL`; the finalists lie on its diagonal."""
    n_measures = len(settings.measures)
    elites = []
    for cell in np.ndindex((4,) * n_measures):
        if cell[:2] == EMPTY_CELL[:n_measures]:
            continue
        is_diagonal = len(set(cell)) == 1
        elites.append(
            {
                "cell": list(cell),
                "number": 300 + cell[0] if is_diagonal and cell[0] < 3 else 10 + len(elites),
                "searched": SEARCHED - sum(cell),
                "again": AGAIN - sum(cell),
                "measures": [float(PLACES[name][i]) for name, i in zip(settings.measures, cell, strict=True)],
            }
        )
    return {
        "objective": {"name": settings.objective, "title": MEASURES[settings.objective].title},
        "measures": [{"name": name, "title": MEASURES[name].title} for name in settings.measures],
        "boundaries": [list(map(float, BOUNDARIES[name])) for name in settings.measures],
        "elites": elites,
    }


def make_batch(generation: int, settings: DeckSearchSettings) -> dict[str, Any]:
    """A batch in the history of a search that gets better."""
    evaluations = 100 * (generation + 1)
    size = settings.map.size_after(evaluations)
    values = {"best": 6.0 - 10 / evaluations, "mean": 2.0 - 100 / evaluations}
    n_cells = size ** len(settings.measures)
    return {"generation": generation, "evaluations": evaluations, "size": size, "elites": n_cells - 1, **values}


def make_evaluations(generation: int, first: int, n_decks: int, n_measures: int) -> Evaluations:
    """A batch of decks, as the store has them."""
    rng = np.random.default_rng(generation)
    games = np.full((n_decks, len(OPPONENTS), 2), 10)
    values = rng.normal(size=(n_decks, 1 + n_measures))
    return Evaluations.of_generation(generation, first, rng.integers(0, 3, (n_decks, 20)), values, games // 2, games)


def make_deck_run(
    folder: Path,
    settings: DeckSearchSettings = SETTINGS,
    results: Mapping[str, Any] | None = None,
    finished: bool = True,
) -> Path:
    """A deck search; some of its results may be others, or None for those that it does not have yet."""
    audits, deck_map, n_measures = make_audits(settings), make_map(settings), len(settings.measures)
    final = {"run": "made-up", "deck": "deck.toml", "name": settings.deck_name, "number": 301, "games": 123_456}
    final |= {"elites": len(deck_map["elites"]), "evaluations": 600}
    told = {"audits": audits, "map": deck_map, "final": final, **(results or {})}
    with create_run(folder, "decks", {**settings.to_json(), "metagame_fingerprint": "abc"}) as run:
        for generation in range(6):
            run.save_checkpoint(generation, b"state", make_evaluations(generation, 100 * generation, 100, n_measures))
        run.save_result("history", [make_batch(generation, settings) for generation in range(6)])
        if told["map"] is not None:
            run.save_checkpoint(6, b"state", make_evaluations(6, 600, 40, n_measures))
        for name, value in told.items():
            if value is not None:
                run.save_result(name, value)
        if finished:
            run.finish()
    return folder
