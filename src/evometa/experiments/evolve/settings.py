"""All that the evolution of a metagame needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from evometa.experiments.settings import METAGAME, PLAYERS, SEED, RunSettings, describe_metagames
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.input.settings import Setting, gather

STARTERS = "starters"
MOST_IN_ALL = 1_000_000_000  # games
FEWEST_SEARCHED = 200  # games of a search for an answer, which learns nothing from fewer
MOST_EDGE = 50.0


def _describe_start() -> str:
    return f"The decks with which it begins. {describe_metagames()}"


def _describe_classes() -> str:
    return f"A class that looks for answers: {', '.join(default_game().classes)}; may be repeated."


def _describe_pools() -> str:
    return f"The cards of answers: {', '.join(default_game().pools)}, all, or card sets, as in basic,classic."


@dataclass(frozen=True)
class EvolveSettings(RunSettings):
    """The evolution of a metagame: match-ups, equilibrium, the best answers of all classes, and again."""

    metagame: Annotated[str, METAGAME.says(_describe_start, is_argument=True)] = STARTERS
    from_nothing: Annotated[
        bool, Setting("Begin with random decks instead of those of the metagame, which then gives cards and rules.")
    ] = False
    classes: Annotated[
        tuple[str, ...], Setting(_describe_classes, flag="--class", metavar="CLASS", usual="all classes")
    ] = ()
    pool: Annotated[str | None, Setting(_describe_pools, metavar="POOL", usual="the first pool of the game")] = None
    max_games: Annotated[
        int,
        Setting(
            "Games in all, of searches and match-ups; the check at the end comes on top.", range=(1_000, MOST_IN_ALL)
        ),
    ] = 1_000_000
    edge: Annotated[
        float,
        Setting(
            "It ends before that when no answer wins more than so many points above 50%.",
            metavar="POINTS",
            range=(0, MOST_EDGE),
        ),
    ] = 1.0
    check_games: Annotated[
        int,
        Setting(
            "Games of the search that looks for an answer of each class at the end, independent of all before; 0 to "
            "skip it.",
            range=(0, MOST_IN_ALL),
        ),
    ] = 20_000
    audit_games: Annotated[
        int, Setting("Fresh games of each answer of that search, against the metagame.", range=(2, MOST_IN_ALL))
    ] = 2_000
    players: Annotated[str | None, PLAYERS.says("Who plays all decks, such as expert, instead of who plays them.")] = (
        None
    )
    seed: Annotated[int, SEED.says("Another seed gives another evolution.")] = 1

    def check(self) -> None:
        """Refuse a check of which nobody learns anything."""
        if 0 < self.check_games < FEWEST_SEARCHED:
            raise InputError(
                f"check_games: found {self.check_games}; allowed: 0, for no check, or {FEWEST_SEARCHED:,} or more: "
                "a search learns nothing from fewer"
            )


def choose_evolve(asked: Mapping[str, Any]) -> tuple[EvolveSettings, str]:
    """The settings that somebody asks for, by the names of options, and the name of their metagame."""
    from evometa.experiments.runs import load_played  # it needs NumPy, which help can do without

    settings = EvolveSettings(**gather(EvolveSettings, asked))
    settings = replace(settings, classes=tuple(klass.lower() for klass in settings.classes))
    return settings, load_played(settings.metagame, settings.players).name
