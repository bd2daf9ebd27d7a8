"""What the simulation says about each card: its worth in random decks, or how a deck search uses it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DECKS, DecksRun
from evometa.experiments.runs import load_played
from evometa.experiments.tiers.work import TIERS
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.input.errors import InputError
from evometa.matches.inference import Floats

BEST = 20  # decks of each class, of those that a search found
RIDGES = 2.0 ** np.arange(-4, 15)  # among which cross-validation chooses


@dataclass(frozen=True)
class CardScores:
    """A number for each card, by its name."""

    title: str
    scores: Mapping[str, float]
    classes: Mapping[str, str]  # of each card; `neutral` for those that all have

    def of(self, cards: Sequence[str]) -> Floats:
        """[n]: the numbers of some cards."""
        return np.array([self.scores[card] for card in cards])

    def groups(self, cards: Sequence[str]) -> list[str]:
        """The classes of some cards."""
        return [self.classes[card] for card in cards]


def read_worths(folder: Path) -> CardScores:
    """What `evometa tiers` has found."""
    results = TIERS.read(folder).results
    if not results.cards:
        raise InputError(f"{folder}: it is not finished yet; 'evometa resume {folder}' goes on with it")
    return CardScores(
        f"worth in random decks, {results.player}, {results.games_played:,} games",
        {card.name: card.worth.value for card in results.cards},
        {card.name: card.klass for card in results.cards},
    )


@dataclass(frozen=True, eq=False)
class FoundDecks:
    """The decks of one class that a search tried, the best of its map among them."""

    klass: str
    cards: tuple[str, ...]
    classes: tuple[str, ...]  # of the cards
    tried: Floats  # [k, cards]: copies
    objective: Floats  # [k]
    best: Floats  # [m, cards]: copies in the best decks of the final map, as fresh games showed it


def read_found(folders: Sequence[Path]) -> list[FoundDecks]:
    """The decks of nine searches, one for each class."""
    found = [describe_search(DECKS.read(folder)) for folder in folders]
    missing = set(HEARTHSTONE.classes) - {each.klass for each in found}
    if missing or len(found) != len(HEARTHSTONE.classes):
        raise InputError(
            f"found {len(found)} deck searches; allowed: one for each class"
            + (f", but there is none for {', '.join(sorted(missing))}" if missing else "")
        )
    return found


def describe_search(run: DecksRun) -> FoundDecks:
    """What a finished search has tried and found."""
    if run.results.map is None:
        raise InputError(f"{run.folder}: it is not finished yet; 'evometa resume {run.folder}' goes on with it")
    space = make_space(run.settings, load_played(run.settings.metagame, run.settings.players))
    elites = sorted(run.results.map.elites, key=lambda each: -each.again)[:BEST]
    evaluations, n = run.evaluations, run.settings.map.evaluations
    return FoundDecks(
        run.settings.klass,
        tuple(card.name for card in space.cards),
        tuple(str(card.tree["class"]) for card in space.cards),
        evaluations.genomes[:n].astype(float),
        evaluations.objectives[:n, 0],
        evaluations.genomes[[each.number for each in elites]].astype(float),
    )


def count_copies(found: Sequence[FoundDecks]) -> CardScores:
    """The copies of each card in the best decks that were found; of a neutral card the mean over classes."""
    return _join(f"copies in the {BEST} best decks of a class", found, [each.best.mean(axis=0) for each in found])


def regress_objective(found: Sequence[FoundDecks]) -> CardScores:
    """What a copy of each card adds to the objective, over all decks that were tried."""
    return _join("worth in the decks that were tried", found, [fit_ridge(each.tried, each.objective) for each in found])


def fit_ridge(copies: Floats, objective: Floats) -> Floats:
    """[n]: the coefficients of a ridge regression, as strong as generalized cross-validation has it."""
    centred, target = copies - copies.mean(axis=0), objective - objective.mean()
    left, sizes, right = np.linalg.svd(centred, full_matrices=False)
    seen = left.T @ target
    losses = []
    for ridge in RIDGES:
        kept = sizes**2 / (sizes**2 + ridge)
        left_over = float(target @ target - np.sum((2 * kept - kept**2) * seen**2))
        losses.append(left_over / (len(target) - 1 - kept.sum()) ** 2)
    ridge = RIDGES[int(np.argmin(losses))]
    return np.asarray(right.T @ (sizes / (sizes**2 + ridge) * seen))


def _join(title: str, found: Sequence[FoundDecks], values: Sequence[Floats]) -> CardScores:
    """The numbers of all classes together."""
    numbers: dict[str, list[float]] = defaultdict(list)
    for each, of_class in zip(found, values, strict=True):
        for card, value in zip(each.cards, of_class, strict=True):
            numbers[card].append(float(value))
    classes = {card: klass for each in found for card, klass in zip(each.cards, each.classes, strict=True)}
    return CardScores(title, {card: float(np.mean(each)) for card, each in numbers.items()}, classes)
