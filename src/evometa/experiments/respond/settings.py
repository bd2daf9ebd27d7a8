"""All that answering a patch needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from evometa.cards.decks.deck import DECK_CLASSES
from evometa.cards.decks.space_setup import find_sets
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.decks.settings import MOST_FINALISTS, DecksSettings
from evometa.experiments.pilots import check_pilot_games
from evometa.experiments.settings import RunSettings, check_range, locate_player
from evometa.input.errors import InputError, describe_words
from evometa.input.fields import (
    Readers,
    maybe,
    number,
    read_any_text,
    read_seed,
    read_text,
    read_texts,
    whole_number,
)
from evometa.metagame.gauntlet import ANY_STYLE
from evometa.metagame.observed import read_rows
from evometa.metagame.playing import MOST_GAMES, check_games, read_games
from evometa.players.styles import STYLES
from evometa.search.map_settings import MOST, MapSettings

BUDGETS = {  # the most of each
    "depth": 1_000,
    "evaluations": MOST["evaluations"],
    "batch": MOST["batch"],
    "map_size": MOST["largest"],
    **dict.fromkeys(("games", "again_games", "audit_games"), MOST_GAMES),
    "finalists": MOST_FINALISTS,
}
MOST_LETTERS = 60  # of the name of a player in that of a folder
SMALLEST_MAP = 2  # cells per measure at the start of a search
LEAST_GAMES = 20  # per match-up, when a metagame is balanced at any scale


@dataclass(frozen=True)
class RespondSettings(RunSettings):
    """How players answer a patch: for each class and style, a short search for decks that beat the patched metagame."""

    former: ClassVar[Mapping[str, Any]] = {**RunSettings.former, "observed": []}
    readers: ClassVar[Readers] = {
        **dict.fromkeys(("metagame", "pool"), read_text),
        "patch_label": read_text,
        "players": maybe(read_text),
        "patch": read_any_text,
        **dict.fromkeys(("classes", "styles"), read_texts),
        **{name: whole_number(highest=most) for name, most in BUDGETS.items()},
        **dict.fromkeys(("table_games", "pilot_games"), read_games),
        "balance_scale": number(),
        "observed": read_rows,
        "seed": read_seed,
    }

    metagame: str = "paper-small"
    players: str | None = None  # who plays the metagame's decks; None: its own players
    patch: str = ""  # as TOML; empty: the metagame is answered as it is
    patch_label: str = "patch"  # what messages call it
    classes: tuple[str, ...] = ()  # that answer; none: those of the metagame's decks
    styles: tuple[str, ...] = ()  # a style, `any`, or any player; one search for each class and style; none: see work
    pool: str = "all"  # of cards
    depth: int = 1  # rounds of patch and answer; from the second on, a balance run makes the patch
    evaluations: int = 1000  # decks per search
    batch: int = 100  # decks that are played at once
    map_size: int = 4  # cells per measure at the end of a search
    games: int = 60  # per deck
    again_games: int = 120  # per elite that is measured again
    finalists: int = 2  # per search, that are audited
    audit_games: int = 2000  # per match-up of these
    table_games: int = 2000  # per match-up of the metagame before and after the answers
    pilot_games: int = 400  # per match-up, when others play the answers and the known decks again; 0: nobody else does
    balance_scale: float = 1.0  # multiplies the games per match-up of the balance runs, and nothing else
    observed: tuple[Mapping[str, Any], ...] = ()  # games of people, as `metagame.observed` reads them
    seed: int = 1

    def __post_init__(self) -> None:
        for klass in self.classes:
            if klass not in DECK_CLASSES:
                raise InputError(f"class: found {klass!r}; {describe_words(klass, DECK_CLASSES)}")
        if len(set(map(label_style, self.styles))) < len(self.styles):
            raise InputError(
                f"styles: found {', '.join(self.styles)}; allowed: some of {', '.join((*STYLES, ANY_STYLE))} or "
                "players, each once"
            )
        find_sets(self.pool)
        for name, most in BUDGETS.items():
            check_range(name, getattr(self, name), 1, most)
        check_games(self.table_games)
        check_pilot_games(self.pilot_games)
        if not 0 < self.balance_scale <= 1000:
            raise InputError(f"balance_scale: found {self.balance_scale:g}; allowed: above 0, up to 1000")
        if self.observed and self.depth > 1:
            raise InputError(
                f"observed: it says where the metagame stands before the first patch; found a depth of {self.depth}; "
                "allowed: 1, or nothing observed"
            )
        self.search(DECK_CLASSES[0], n_first=1).check_map()

    def located(self) -> Self:
        """Styles that are files by their whole paths, too."""
        return replace(super().located(), styles=tuple(locate_player(style) or style for style in self.styles))

    def search(self, klass: str, n_first: int) -> DecksSettings:
        """The budgets of a search for the answer of a class; `n_first` is the number of decks that it starts with."""
        smallest = min(SMALLEST_MAP, self.map_size)
        return DecksSettings(
            klass,
            pool=self.pool,
            games=self.games,
            again_games=self.again_games,
            audit_games=self.audit_games,
            finalists=self.finalists,
            pilot_games=self.pilot_games,
            map=MapSettings(self.evaluations, n_first, self.batch, smallest, self.map_size),
        )

    def balance(self) -> BalanceSettings:
        """The budgets of a balance run."""
        preset = find_preset("quick")
        return replace(
            preset,
            learning=preset.learning.scale(self.balance_scale),
            games=self._scale(preset.games),
            again_games=self._scale(preset.again_games),
            audit_games=self._scale(preset.audit_games),
            explain_games=0,  # a round is one of several, and nobody reads its patch change by change
            pilot_games=self._scale(preset.pilot_games) if self.pilot_games else 0,
        )

    def _scale(self, games: int) -> int:
        """What a number of games per match-up of a balance run is at its scale: an even number."""
        return max(LEAST_GAMES, 2 * round(games * self.balance_scale / 2))


def label_style(style: str) -> str:
    """What a style or player is called in the names of decks and folders."""
    return Path(style).stem.lower()[:MOST_LETTERS]
