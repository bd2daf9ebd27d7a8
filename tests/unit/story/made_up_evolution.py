"""A metagame that evolved, without games: planted numbers."""

from __future__ import annotations

from pathlib import Path

from tests.unit.story.made_up_runs import around, store_run

from evometa.experiments.evolve.results import (
    DeckShare,
    EvolvedDeck,
    EvolvedRound,
    EvolveResults,
    FoundAnswer,
    LastAnswer,
)
from evometa.experiments.evolve.settings import EvolveSettings
from evometa.experiments.evolve.work import EVOLVE

HUNTER_CARDS = (("Leper Gnome", 2), ("Savannah Highmane", 2))
PALADIN_CARDS = (("Leper Gnome", 2), ("Consecration", 1))
TOML = 'name = "A deck"\n'
SHARES = (
    (("Starter Priest", "priest", 0.7), ("Starter Mage", "mage", 0.3)),
    (("Aggro Paladin", "paladin", 1.0),),
    (("Aggro Hunter (beasts)", "hunter", 0.6), ("Aggro Paladin", "paladin", 0.4)),
)
ANSWERS = (
    (),
    (("paladin", "Aggro Paladin", 0.93, True), ("hunter", "", 0.61, False)),
    (("hunter", "Aggro Hunter (beasts)", 0.59, True), ("paladin", "Aggro Paladin", 0.5, False)),
)


def make_rounds(has_classes: bool = True) -> tuple[EvolvedRound, ...]:
    """The start and two rounds."""
    return tuple(
        EvolvedRound(
            number,
            tuple(FoundAnswer(klass if has_classes else "", *rest) for klass, *rest in ANSWERS[number]),  # type: ignore[arg-type]
            tuple(DeckShare(deck, klass if has_classes else "", share) for deck, klass, share in SHARES[number]),
            decks=9 + number,
            living=9,
            games=1000 * number,
        )
        for number in range(3)
    )


def make_results(best: float = 0.57, reach: float = 0.01, has_classes: bool = True) -> EvolveResults:
    """Two decks, and the best answers of two classes."""
    hunter, paladin = ("hunter", "paladin") if has_classes else ("", "")
    decks = (
        EvolvedDeck("Aggro Hunter (beasts)", hunter, 0.6, around(0.5, 0.01), 2, HUNTER_CARDS, (), TOML),
        EvolvedDeck("Aggro Paladin", paladin, 0.4, around(0.5, 0.01), 1, PALADIN_CARDS, (), TOML),
    )
    answers = (
        LastAnswer(hunter, "Aggro Hunter", around(best, reach), HUNTER_CARDS, TOML, "Aggro Paladin", 2, 20_000, 6_000),
        LastAnswer(
            paladin, "Midrange Paladin", around(0.44, 0.01), PALADIN_CARDS, TOML, "Aggro Paladin", 3, 20_000, 6_000
        ),
    )
    return EvolveResults("skilled", make_rounds(has_classes), decks, answers, 100_000)


def make_evolve_run(folder: Path, results: EvolveResults | None = None, *, finished: bool = True) -> Path:
    """The run as it is stored."""
    settings = EvolveSettings(metagame="paper-starters")
    return store_run(EVOLVE, folder, settings, make_results() if results is None else results, finished=finished)
