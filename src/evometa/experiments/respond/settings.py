"""All that answering a patch needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from evometa.experiments.balance.settings import OBSERVED, BalanceSettings, find_preset
from evometa.experiments.decks.settings import MAP_ELITES, MOST_FINALISTS, OF_MAP, DecksSettings
from evometa.experiments.settings import (
    GAMES,
    METAGAME,
    OBSERVED_HELP,
    PILOT_GAMES,
    PLAYERS,
    SEED,
    RunSettings,
    scale_games,
)
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.input.fields import read_any_text
from evometa.input.settings import Setting
from evometa.metagame.limits import MOST_GAMES
from evometa.search.settings import MOST_BATCH, MOST_CELLS, MOST_EVALUATIONS, MapSettings

MOST_DEPTH = 1_000
MOST_LETTERS = 60  # of the name of a player in that of a folder
SMALLEST_MAP = 2  # cells per measure at the start of a search

_GAMES = Setting(range=(1, MOST_GAMES))


def _describe_classes() -> str:
    return f"A class that answers: {', '.join(default_game().classes)}; may be repeated."


@dataclass(frozen=True)
class RespondSettings(RunSettings):
    """How players answer a patch: for each class and style, a short search for decks that beat the patched metagame."""

    metagame: Annotated[str, replace(METAGAME, is_argument=True)]
    patch: Annotated[str, Setting(reader=read_any_text)] = ""  # as TOML; empty: the metagame is answered as it is
    patch_label: str = "patch"  # what messages call it
    classes: Annotated[
        tuple[str, ...],
        Setting(
            _describe_classes,
            flag="--class",
            metavar="CLASS",
            usual="those of the metagame's decks",
        ),
    ] = ()
    styles: Annotated[  # none: see work
        tuple[str, ...],
        PLAYERS.says(
            "How answers are played: each class is searched once for each style; may be repeated.",
            flag="--style",
            metavar="any|aggro|control|PLAYER",
            usual="any: by who plays the metagame; aggro and control if each has its player",
        ),
    ] = ()
    pool: Annotated[
        str, Setting("The cards of answers: all, a pool of the game, or sets with commas.", metavar="POOL")
    ] = "all"
    depth: Annotated[
        int,
        Setting("Rounds of patch and answer; a balance run makes each patch after the first.", range=(1, MOST_DEPTH)),
    ] = 1
    evaluations: Annotated[int, Setting("Decks that each search tries.", range=(1, MOST_EVALUATIONS))] = 1000
    batch: Annotated[int, Setting("Decks that are played at once.", range=(1, MOST_BATCH))] = 100
    map_size: Annotated[int, Setting("Cells along each axis of a search's map, at its end.", range=(1, MOST_CELLS))] = 4
    games: Annotated[int, _GAMES.says("Games per deck, over all opponents and seats.")] = 60
    again_games: Annotated[int, _GAMES.says("Games per deck, when a search measures its best again.")] = 120
    finalists: Annotated[int, Setting("Decks of each search that are audited.", range=(1, MOST_FINALISTS))] = 2
    audit_games: Annotated[
        int, Setting("Games per match-up, when the best of a search are audited.", range=(2, MOST_GAMES))
    ] = 2000
    table_games: Annotated[int, GAMES.says("Games per match-up of the metagame, before and after.")] = 2000
    pilot_games: Annotated[int, PILOT_GAMES] = 400
    balance_scale: Annotated[
        float, Setting("With --depth: multiplies the games of the balance runs.", metavar="S", range=(0, 1000))
    ] = 1.0
    observed: Annotated[
        tuple[Mapping[str, Any], ...],
        OBSERVED.says(f"Where known match-ups stand before the patch; new decks are simulated. {OBSERVED_HELP}"),
    ] = ()
    players: Annotated[str | None, PLAYERS] = None
    seed: Annotated[int, SEED] = 1

    def check(self) -> None:
        """Refuse settings that do not go together."""
        if len(set(map(label_style, self.styles))) < len(self.styles):
            raise InputError(f"styles: found {', '.join(self.styles)}; allowed: styles or players, each once")
        if self.balance_scale == 0:
            raise InputError("balance_scale: found 0; allowed: above 0, up to 1000")
        if self.observed and self.depth > 1:
            raise InputError(
                f"observed: it says where the metagame stands before the first patch; found a depth of {self.depth}; "
                "allowed: 1, or nothing observed"
            )
        self.search("", n_first=1).check_search()

    def search(self, klass: str, n_first: int) -> DecksSettings:
        """The budgets of a search for the answer of a class; `n_first` is the number of decks that it starts with."""
        smallest = min(SMALLEST_MAP, self.map_size)
        same = ("pool", "games", "again_games", "audit_games", "finalists", "pilot_games")
        budgets: dict[str, Any] = {name: getattr(self, name) for name in same}
        deck_map = MapSettings(self.evaluations, n_first, self.batch, smallest, self.map_size)
        return DecksSettings(klass, algorithm=MAP_ELITES, map=deck_map, **{**OF_MAP, **budgets})

    def balance(self) -> BalanceSettings:
        """The budgets of a balance run."""
        preset, scale = find_preset("quick"), self.balance_scale
        scaled = ("games", "again_games", "audit_games", *(("pilot_games",) if self.pilot_games else ()))
        budgets: dict[str, Any] = {
            "explain_games": 0,  # a round is one of several, and nobody reads its patch change by change
            "pilot_games": 0,
            **{name: scale_games(getattr(preset, name), scale) for name in scaled},
        }
        return replace(preset, learning=preset.learning.scale(scale), **budgets)


def label_style(style: str) -> str:
    """What a style or player is called in the names of decks and folders."""
    return Path(style).stem.lower()[:MOST_LETTERS]
