"""All that answering a patch needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from evometa.experiments.balance.settings import OBSERVED, BalanceSettings, find_preset
from evometa.experiments.decks.settings import MOST_FINALISTS, MOST_IN_ALL, DecksSettings
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

MOST_DEPTH = 1_000
MOST_LETTERS = 60  # of the name of a player in that of a folder
SEARCH_GAMES = 10_000  # of each search, if nothing is said


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
    max_games: Annotated[
        int | None,
        Setting(
            "Games of all searches for answers, in all rounds together; audits, tables, other pilots and the balance "
            "runs of --depth come on top.",
            range=(1, MOST_IN_ALL),
            usual=f"{SEARCH_GAMES:,} for each class, style and round",
        ),
    ] = None
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

    def search(self, klass: str, n_searches: int) -> DecksSettings:
        """The budgets of a search for the answer of a class, which is one of so many in a round."""
        games = SEARCH_GAMES if self.max_games is None else max(1, self.max_games // (n_searches * self.depth))
        same = ("pool", "audit_games", "finalists", "pilot_games")
        budgets: dict[str, Any] = {name: getattr(self, name) for name in same}
        return DecksSettings(klass, max_games=games, others=0, **budgets)

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
