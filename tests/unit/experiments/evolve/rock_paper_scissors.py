"""A made-up game whose equilibrium is known: three classes in a circle, and a card that every good deck has.

Hunters beat mages, mages beat paladins, paladins beat hunters, by so much that half of all decks are hunters in the
equilibrium, a third are paladins and a sixth are mages. Besides, each ogre makes a deck win more, against everybody.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.experiments.planted_ogres import CARDS, OGRE, PlantedOgres

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.play.packing import find_hero
from evometa.matches.runners import Games

EDGES = {("hunter", "mage"): 0.2, ("mage", "paladin"): 0.3, ("paladin", "hunter"): 0.1}
EQUILIBRIUM = {"hunter": 1 / 2, "paladin": 1 / 3, "mage": 1 / 6}
OF_OGRE = 0.06
HEROES = {find_hero(Deck("", klass, "", ()), CARDS): klass for klass in EQUILIBRIUM}
METAGAME = """name = "A pair"
players = "random"
[[deck]]
deck = "Starter Hunter"
[[deck]]
deck = "Starter Paladin"
"""


def write_metagame(folder: Path) -> str:
    """A metagame without mages, and without ogres."""
    (folder / "pair.toml").write_text(METAGAME, encoding="utf-8")
    return str(folder / "pair.toml")


class RockPaperScissors(PlantedOgres):
    """Classes and ogres alone decide how often the deck that starts wins."""

    def rate(self, games: Games, job: Any) -> float:
        ogre = CARDS.index_of(OGRE)
        decks = [games.decks[deck] for deck in job.decks]
        mine, theirs = (int((deck["cards"] == ogre).sum()) for deck in decks)
        one, other = (HEROES[int(deck["of"])] for deck in decks)
        edge = EDGES.get((one, other), 0.0) - EDGES.get((other, one), 0.0)
        return 0.5 + edge + OF_OGRE * (mine - theirs)
