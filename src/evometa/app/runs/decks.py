"""`evometa decks`: search for the decks of a class that do best against a metagame.

A deck search is asked with a preset or a class, then `--quick`, then options, each over the ones before.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar

import typer

from evometa.app.runs.session import MetagameRunOptions
from evometa.app.terminal.metagames import METAGAME_HELP
from evometa.app.terminal.options import PILOT_GAMES_HELP, takes
from evometa.cards.decks.deck import DECK_CLASSES
from evometa.cards.decks.space_setup import POOLS
from evometa.experiments.decks.request import DecksRequest
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.input.fields import MOST_SEED
from evometa.metagame.deck_measures import MEASURES
from evometa.metagame.gauntlet import SEATS
from evometa.metagame.playing import MOST_GAMES
from evometa.search.map_settings import MapSettings

DEFAULTS, MAP_DEFAULTS = DecksSettings(DECK_CLASSES[0]), MapSettings()


def _setting(option: str, name: str, words: str, **more: Any) -> Any:
    """An option for a setting, whose default is shown."""
    default = getattr(DEFAULTS if hasattr(DEFAULTS, name) else MAP_DEFAULTS, name)
    shown = ",".join(default) if isinstance(default, tuple) else str(default)
    return typer.Option(option, show_default=shown, help=words, **more)


def _games(option: str, name: str, words: str) -> Any:
    return _setting(option, name, words, min=1, max=MOST_GAMES)


@dataclass(frozen=True, kw_only=True)
class DecksOptions(MetagameRunOptions):
    """What the command is asked with. None, or nothing in a list: not asked for."""

    default_metagame: ClassVar[str] = DEFAULTS.metagame

    klass: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help=f"The class of the decks: {', '.join(DECK_CLASSES)}.")
    ] = None
    player: Annotated[
        str | None,
        _setting("--player", "player", "Who plays the decks: any, aggro, control, or a player.", metavar="PLAYER"),
    ] = None
    metagame: Annotated[
        str | None,
        _setting("--against", "metagame", f"What the decks must beat. {METAGAME_HELP}", metavar="METAGAME"),
    ] = None
    quick: Annotated[
        bool, typer.Option("--quick", help="A small search: 1,000 decks instead of 10,000, in about 110,000 games.")
    ] = False
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset", metavar="NAME", help="A search behind the paper's decks, such as exp2-paladin-control."
        ),
    ] = None
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="PLAYER", help="Who plays the metagame, instead of its own players."),
    ] = None
    pool: Annotated[
        str | None,
        _setting(
            "--pool",
            "pool",
            f"Which cards there are: {', '.join(POOLS)}, or card sets, as in basic,classic.",
            metavar="POOL",
        ),
    ] = None
    locked: Annotated[
        list[str] | None,
        typer.Option(
            "--lock", metavar="CARD", help="A card that every deck has; repeat it for two copies, or for more."
        ),
    ] = None
    banned: Annotated[
        list[str] | None, typer.Option("--ban", metavar="CARD", help="A card that no deck has; may be repeated.")
    ] = None
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--start-from", metavar="DECK", help="A deck file or a built-in deck to start from; may be repeated."
        ),
    ] = None
    objective: Annotated[
        str | None,
        _setting(
            "--objective",
            "objective",
            "What makes a deck good: one of the measures, the higher the better.",
            metavar="NAME",
        ),
    ] = None
    measures: Annotated[
        str | None,
        _setting("--measures", "measures", f"The axes of the map: some of {', '.join(MEASURES)}.", metavar="LIST"),
    ] = None
    seats: Annotated[
        str | None, _setting("--seats", "seats", "With first, the decks always start.", metavar="|".join(SEATS))
    ] = None
    evaluations: Annotated[int | None, _setting("--evaluations", "evaluations", "Decks that are tried.", min=1)] = None
    games: Annotated[int | None, _games("--games", "games", "Games per deck, over all opponents and seats.")] = None
    again_games: Annotated[
        int | None, _games("--again-games", "again_games", "Games per deck of the map, when all are measured again.")
    ] = None
    audit_games: Annotated[
        int | None, _games("--audit-games", "audit_games", "Games per match-up, when the best are audited.")
    ] = None
    finalists: Annotated[int | None, _setting("--finalists", "finalists", "How many decks are audited.", min=1)] = None
    pilot_games: Annotated[
        int | None, _setting("--pilot-games", "pilot_games", PILOT_GAMES_HELP, min=0, max=MOST_GAMES)
    ] = None
    first: Annotated[
        int | None,
        _setting("--first", "first", "Random or given decks at the start; all later ones are mutants.", min=1),
    ] = None
    batch: Annotated[int | None, _setting("--batch", "batch", "Decks that are played at once.", min=1)] = None
    smallest: Annotated[
        int | None, _setting("--smallest", "smallest", "Cells of the map at the start, along each measure.", min=1)
    ] = None
    largest: Annotated[
        int | None, _setting("--largest", "largest", "Cells of the map at the end, along each measure.", min=1)
    ] = None
    remap_every: Annotated[
        int | None, _setting("--remap-every", "remap_every", "Decks after which the map's boundaries move.", min=1)
    ] = None
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="TEXT", help="The name of the best deck (default: its class and player)."),
    ] = None
    seed: Annotated[
        int | None, _setting("--seed", "seed", "Another seed gives another search.", min=0, max=MOST_SEED)
    ] = None

    def choose(self) -> DecksSettings:
        """The settings that come of it."""
        asked = {each.name: getattr(self, each.name) for each in fields(DecksRequest)}
        lists = {name: tuple(asked[name] or ()) for name in ("locked", "banned", "given")}
        return DecksRequest(**{**asked, **lists, "measures": split_words(self.measures)}).choose()


@takes(DecksOptions)
def run_decks(options: DecksOptions) -> None:
    """Search for decks that beat a metagame: the best of every kind on a map, the best of all audited."""
    settings = options.choose()
    options.start(DECKS, settings, settings.deck_name)


def split_words(text: str | None) -> tuple[str, ...] | None:
    """The words of a list with commas."""
    return None if text is None else tuple(word.strip() for word in text.split(","))
