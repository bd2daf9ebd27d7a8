"""`evometa list`: what there is to choose from: games, metagames, decks, players, overlays, presets and runs.

Each list imports what it needs itself, because `evometa deck` shows one of them and should not wait for the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import typer
from rich.table import Table
from rich.text import Text

from evometa.app.terminal.own_cards import GameOption
from evometa.app.terminal.program import program
from evometa.games.decks.deck import builtin_decks
from evometa.games.game import Game
from evometa.games.registry import GAMES, default_game, find_game
from evometa.input.errors import InputError, describe_words
from evometa.input.shown_text import hide_in_json, show_name
from evometa.show.terminal.screen import echo, open_screen
from evometa.show.terminal.tables import new_table, print_table

_MOST_ABOUT = 200  # letters of a cell
Rows: TypeAlias = Sequence[Mapping[str, Any]]  # each with the same names


def list_metagames(game: Game) -> Rows:
    """The metagames that come with a game."""
    from evometa.metagame.metagames import builtin_metagames, load_metagame
    from evometa.metagame.model import Variant

    found = (load_metagame(name, Variant(chosen=game)) for name in builtin_metagames(game))
    return [{"name": each.name, "decks": len(each.decks), "about": each.about} for each in found]


def list_decks(game: Game) -> Rows:
    """The decks that come with a game."""
    return [
        {"name": stem, "deck": deck.name, "class": deck.klass, "style": deck.style}
        for stem, deck in builtin_decks(game).items()
    ]


def _list_players(game: Game) -> Rows:
    """The presets that have a player for every style, and the built-in players."""
    from evometa.games.players import builtin_players

    presets = [
        {"name": name, "about": " or ".join(f"{name}-{style}" for style in game.styles) + ", as each deck is meant"}
        for name in game.presets
    ]
    return [*presets, *({"name": name, "about": player.about} for name, player in builtin_players(game).items())]


def _list_presets(game: Game) -> Rows:
    """The named settings of balance runs and of deck searches, of which a game has the players and metagames."""
    from evometa.experiments.balance.settings import PRESETS as BALANCES
    from evometa.experiments.decks.settings import named_searches
    from evometa.metagame.metagames import builtin_metagames

    players, metagames = {None, *game.presets, *game.players.names}, builtin_metagames(game)
    balances = [name for name, fields in BALANCES.items() if fields.get("players") in players]
    searches = [name for name, settings in named_searches().items() if settings.metagame in metagames]
    return [
        *({"for": "balance", "name": name} for name in balances),
        *({"for": "decks", "name": name} for name in searches),
    ]


def _list_stored_runs() -> Rows:
    """The runs below the folder that runs go to."""
    from evometa.experiments.settings import DEFAULT_ROOT
    from evometa.store import list_runs

    infos = list_runs(DEFAULT_ROOT) if DEFAULT_ROOT.is_dir() else []
    return [{"name": str(info.folder), "kind": info.kind, "status": info.status} for info in infos]


def _list_games() -> Rows:
    """The games, and what each can do besides playing."""
    games = map(find_game, GAMES)
    return [{"name": game.name, "title": game.title, "offers": ", ".join(sorted(game.features))} for game in games]


LISTS: Mapping[str, Callable[[Game], Rows]] = {
    "games": lambda game: _list_games(),
    "metagames": list_metagames,
    "decks": list_decks,
    "players": _list_players,
    "overlays": lambda game: [{"name": name} for name in game.list_overlays()],
    "presets": _list_presets,
    "runs": lambda game: _list_stored_runs(),
}


def show_inventory(
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[WHAT]...", help=f"Only these: {', '.join(LISTS)}.")
    ] = None,
    game: GameOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """List what there is to choose from: games, metagames, decks, players, overlays, presets and runs."""
    for name in what or ():
        if name not in LISTS:
            raise InputError(f"there is no list of {name!r}; {describe_words(name, LISTS)}")
    chosen = find_game(game) if game else default_game()
    found = {name: LISTS[name](chosen) for name in what or LISTS}
    if as_json:
        echo(hide_in_json(json.dumps(found, indent=2, ensure_ascii=False)))
        return
    for name, rows in found.items():
        print_rows(name, rows)


def print_rows(name: str, rows: Rows) -> None:
    """A list for people, and what to do with it."""
    note = _NOTES[name].format(program=program()) if rows else "There is none yet."
    print_table(open_screen(), name.capitalize(), _as_table(rows), note)


_NOTES = {
    "games": '--game NAME plays it; a metagame file says game = "NAME".',
    "metagames": "{program} meta NAME measures one; a file of your own works too.",
    "decks": "{program} deck NAME shows one; a file of your own works too, or a code that the game itself writes.",
    "players": "--players NAME lets one play, or a file of your own.",
    "overlays": "--overlay NAME plays with these cards.",
    "presets": "--preset NAME starts from these settings.",
    "runs": "{program} resume NAME goes on with one, or shows what it has found.",
}


def _as_table(rows: Rows) -> Table:
    """A row for each, without what none of them has: not all games have classes."""
    table = new_table()
    headings = [heading for heading in (rows[0] if rows else ()) if any(row[heading] != "" for row in rows)]
    for heading in headings:
        table.add_column(heading, overflow="fold", justify="right" if heading == "decks" else "left")
    for row in rows:
        table.add_row(*(Text(show_name(str(value), _MOST_ABOUT)) for value in map(row.__getitem__, headings)))
    return table
