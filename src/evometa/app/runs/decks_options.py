"""What a deck search is asked with: a preset or a class, then `--quick`, then options, each over the ones before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import typer

from evometa.app.laboratory.options import METAGAME_HELP, MOST_GAMES, MOST_SEED
from evometa.cards.decks.deck import DECK_CLASSES
from evometa.cards.decks.space_setup import POOLS
from evometa.experiments.decks.settings import DeckSearchSettings, find_search
from evometa.input.errors import InputError
from evometa.metagame.deck_measures import MEASURES
from evometa.metagame.gauntlet import SEATS
from evometa.search.map_settings import MapSettings

QUICK = {"games": 60, "again_games": 120, "audit_games": 1000, "finalists": 3}
QUICK_MAP = {"evaluations": 1000, "largest": 8}
DEFAULTS, MAP_DEFAULTS = DeckSearchSettings(DECK_CLASSES[0]), MapSettings()

Tree = Mapping[str, Any]


# --- options ------------------------------------------------------------------------------------


def _setting(option: str, name: str, words: str, **more: Any) -> Any:
    """An option for a setting, whose default is shown."""
    default = getattr(DEFAULTS if hasattr(DEFAULTS, name) else MAP_DEFAULTS, name)
    shown = ",".join(default) if isinstance(default, tuple) else str(default)
    return typer.Option(option, show_default=shown, help=words, **more)


def _games(option: str, name: str, words: str) -> Any:
    return _setting(option, name, words, min=1, max=MOST_GAMES)


ClassOption = Annotated[
    str | None, typer.Option("--class", metavar="CLASS", help=f"The class of the decks: {', '.join(DECK_CLASSES)}.")
]
PlayerOption = Annotated[
    str | None, _setting("--player", "player", "Who plays the decks.", metavar="aggro|control|PLAYER")
]
AgainstOption = Annotated[
    str | None,
    _setting("--against", "metagame", f"What the decks must beat. {METAGAME_HELP}", metavar="METAGAME"),
]
PlayersOption = Annotated[
    str | None,
    typer.Option("--players", metavar="paper|fair|PLAYER", help="Who plays the metagame, instead of its own players."),
]
PoolOption = Annotated[
    str | None,
    _setting(
        "--pool",
        "pool",
        f"Which cards there are: {', '.join(POOLS)}, or card sets, as in basic,classic.",
        metavar="POOL",
    ),
]
ObjectiveOption = Annotated[
    str | None,
    _setting(
        "--objective",
        "objective",
        "What makes a deck good: one of the measures, the higher the better.",
        metavar="NAME",
    ),
]
MeasuresOption = Annotated[
    str | None,
    _setting("--measures", "measures", f"The axes of the map: some of {', '.join(MEASURES)}.", metavar="LIST"),
]
SeatsOption = Annotated[
    str | None, _setting("--seats", "seats", "With first, the decks always start.", metavar="|".join(SEATS))
]
GamesOption = Annotated[int | None, _games("--games", "games", "Games per deck, over all opponents and seats.")]
AgainGamesOption = Annotated[
    int | None, _games("--again-games", "again_games", "Games per deck of the map, when all are measured again.")
]
AuditGamesOption = Annotated[
    int | None, _games("--audit-games", "audit_games", "Games per match-up, when the best are audited.")
]
FinalistsOption = Annotated[int | None, _setting("--finalists", "finalists", "How many decks are audited.", min=1)]
StartOption = Annotated[
    list[str] | None,
    typer.Option("--start-from", metavar="DECK", help="A deck file or a built-in deck to start from; may be repeated."),
]
LockOption = Annotated[
    list[str] | None,
    typer.Option("--lock", metavar="CARD", help="A card that every deck has; repeat it for two copies, or for more."),
]
BanOption = Annotated[
    list[str] | None, typer.Option("--ban", metavar="CARD", help="A card that no deck has; may be repeated.")
]
NameOption = Annotated[
    str | None, typer.Option("--name", metavar="TEXT", help="The name of the best deck; without: its class and player.")
]
SeedOption = Annotated[
    int | None, _setting("--seed", "seed", "Another seed gives another search.", min=0, max=MOST_SEED)
]
EvaluationsOption = Annotated[int | None, _setting("--evaluations", "evaluations", "Decks that are tried.", min=1)]
FirstOption = Annotated[
    int | None,
    _setting("--first", "first", "Random or given decks at the start; all later ones are mutants.", min=1),
]
BatchOption = Annotated[int | None, _setting("--batch", "batch", "Decks that are played at once.", min=1)]
SmallestOption = Annotated[
    int | None, _setting("--smallest", "smallest", "Cells of the map at the start, along each measure.", min=1)
]
LargestOption = Annotated[
    int | None, _setting("--largest", "largest", "Cells of the map at the end, along each measure.", min=1)
]
RemapOption = Annotated[
    int | None, _setting("--remap-every", "remap_every", "Decks after which the map's boundaries move.", min=1)
]
PresetOption = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", help="A search behind the paper's decks, such as exp2-paladin-control."),
]
QuickOption = Annotated[bool, typer.Option("--quick", help="About a minute's worth.")]


# --- settings -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class DeckWishes:
    """What the user asks for. None, or nothing in a list: not asked for."""

    preset: str | None = None
    is_quick: bool = False
    fields: Tree = field(default_factory=dict)  # of the settings
    grid: Tree = field(default_factory=dict)  # of the settings of the map

    def settings(self) -> DeckSearchSettings:
        """The settings that come of it."""
        base, wanted = self._base(), _asked(self.fields)
        is_another = any(wanted.get(name, getattr(base, name)) != getattr(base, name) for name in ("klass", "player"))
        if is_another:
            wanted.setdefault("name", "")  # that of the preset would be wrong
        settings = replace(base, **{**(QUICK if self.is_quick else {}), **wanted})
        return replace(settings, map=self._map(settings))

    def _base(self) -> DeckSearchSettings:
        if self.preset is not None:
            return find_search(self.preset)
        if klass := self.fields.get("klass"):
            return DeckSearchSettings(klass)
        raise InputError(
            f"--class is missing; name the class of the decks, one of {', '.join(DECK_CLASSES)}, or a search with "
            "--preset"
        )

    def _map(self, settings: DeckSearchSettings) -> MapSettings:
        """The map; a search of few decks starts with fewer than usual, and one from many given decks with more."""
        wanted = {**(QUICK_MAP if self.is_quick else {}), **_asked(self.grid)}
        evaluations = wanted.get("evaluations", settings.map.evaluations)
        first = max(min(settings.map.first, evaluations), len(settings.given))
        return replace(settings.map, **{"first": first, **wanted})


def _asked(tree: Tree) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if value is not None and value != ()}


def split_words(text: str | None) -> tuple[str, ...] | None:
    """The words of a list with commas."""
    return None if text is None else tuple(word.strip() for word in text.split(","))
