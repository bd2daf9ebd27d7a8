"""Deck searches without games: folders as the experiment leaves them, with planted numbers."""

from __future__ import annotations

from functools import cache
from math import nan
from pathlib import Path

import numpy as np

from evometa.experiments.decks.map_search import title_measure
from evometa.experiments.decks.results import DeckAudit, DeckMap, DecksResults, Elite, MapBatch, MatchUp
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.games.cards import CardSet
from evometa.games.decks.deck import load_deck
from evometa.games.decks.formats import format_toml
from evometa.games.decks.summary import summarise_deck
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.games.registry import default_game
from evometa.matches.inference import Estimate
from evometa.search.settings import MapSettings
from evometa.store import Evaluations, create_run
from evometa.store.results import Ledger

OPPONENTS = ("Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)", "Exp1 Warlock (Control)")
KNOWN = "Exp1 Paladin (Control)"
SETTINGS = DecksSettings(
    "paladin",
    players="paper",
    algorithm="map-elites",
    objective="health",
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
N_GAMES = 640 * 60 + 4 * 1500  # of all decks that are evaluated, and of all that are audited


@cache
def game_cards() -> CardSet:
    """All cards as they are."""
    return load_cards()


def around(value: float) -> Estimate:
    """A win rate with its interval."""
    return Estimate(value, value - 0.01, value + 0.01)


def make_audit(
    name: str, deck: str, number: int | None, win_rate: float, settings: DecksSettings = SETTINGS
) -> DeckAudit:
    """An audited deck with the cards of a built-in one; known if it has no number."""
    cards, found = game_cards(), load_deck(deck)
    summary = summarise_deck(found, cards)
    is_known, place = number is None, (number or 0) % 3
    return DeckAudit(
        name=name,
        klass=found.klass,
        style=found.style,
        is_known=is_known,
        number=number,
        searched=nan if is_known else SEARCHED - 0.5 * place,
        again=nan if is_known else AGAIN - 0.5 * place,
        objective=AUDITED - 0.5 * place,
        measures=tuple(float(PLACES[each][place]) for each in settings.measures),
        win_rate=around(win_rate),
        opponents=tuple(MatchUp(each, around(win_rate + 0.1 - 0.1 * i)) for i, each in enumerate(OPPONENTS)),
        games=1500,
        cards=tuple(found.counts().items()),
        curve=summary.curve,
        types=summary.types,
        dust=summary.dust,
        toml=format_toml(found, cards),
    )


def make_audits(settings: DecksSettings = SETTINGS) -> tuple[DeckAudit, ...]:
    """Three finalists, of which the second wins most, and a known deck."""
    found = [
        make_audit(f"Paladin (Control) {i + 1}", deck, 300 + i, win_rate, settings)
        for i, (deck, win_rate) in enumerate(
            [("exp1_paladin_aggro", 0.60), ("starter_paladin", 0.66), ("exp1_paladin_aggro", 0.58)]
        )
    ]
    return *found, make_audit(KNOWN, "exp1_paladin_control", None, 0.63, settings)


def make_map(settings: DecksSettings = SETTINGS) -> DeckMap:
    """A map with an elite in all cells but those of `EMPTY_CELL`; the finalists lie on its diagonal."""
    n_measures = len(settings.measures)
    elites: list[Elite] = []
    for cell in np.ndindex((4,) * n_measures):
        if cell[:2] == EMPTY_CELL[:n_measures]:
            continue
        is_diagonal = len(set(cell)) == 1
        elites.append(
            Elite(
                cell=cell,
                number=300 + cell[0] if is_diagonal and cell[0] < 3 else 10 + len(elites),
                searched=SEARCHED - sum(cell),
                again=AGAIN - sum(cell),
                measures=tuple(float(PLACES[name][i]) for name, i in zip(settings.measures, cell, strict=True)),
            )
        )
    return DeckMap(
        objective=title_measure(settings.objective, default_game()),
        measures=tuple(title_measure(name, default_game()) for name in settings.measures),
        boundaries=np.array([BOUNDARIES[name] for name in settings.measures], dtype=float),
        elites=tuple(elites),
    )


def make_batch(generation: int, settings: DecksSettings) -> MapBatch:
    """A batch in the history of a search that gets better."""
    evaluations = 100 * (generation + 1)
    size = settings.map.size_after(evaluations)
    n_elites = size ** len(settings.measures) - 1
    return MapBatch(generation, evaluations, size, n_elites, best=6 - 10 / evaluations, mean=2 - 100 / evaluations)


def make_results(settings: DecksSettings = SETTINGS) -> DecksResults:
    """All that a finished search has found."""
    audits, deck_map = make_audits(settings), make_map(settings)
    history = tuple(make_batch(generation, settings) for generation in range(6))
    return DecksResults(history, audits, deck_map)


def make_evaluations(generation: int, first: int, n_decks: int, n_measures: int) -> Evaluations:
    """A batch of decks, as the store has them."""
    rng = np.random.default_rng(generation)
    games = np.full((n_decks, len(OPPONENTS), 2), 10)
    values = rng.normal(size=(n_decks, 1 + n_measures))
    return Evaluations.of_generation(generation, first, rng.integers(0, 3, (n_decks, 20)), values, games // 2, games)


def make_deck_run(
    folder: Path, settings: DecksSettings = SETTINGS, results: DecksResults | None = None, finished: bool = True
) -> Path:
    """A deck search with its usual results, or others."""
    told, n_measures = make_results(settings) if results is None else results, len(settings.measures)
    with create_run(folder, DECKS.name, {**settings.to_json(), "metagame_fingerprint": "abc"}) as run:
        for generation in range(6):
            run.save_checkpoint(generation, b"state", make_evaluations(generation, 100 * generation, 100, n_measures))
        if told.map is not None:
            run.save_checkpoint(6, b"state", make_evaluations(6, 600, 40, n_measures))
        Ledger(run, DecksResults).keep(told)
        if finished:
            run.finish()
    return folder
