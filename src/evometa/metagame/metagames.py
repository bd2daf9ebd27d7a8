"""Metagames as data: which decks meet, who plays them, how common each is, and with which cards and rules.

name = "My metagame"
about = "What people play at home"  # a sentence for lists
game = "hearthstone"                # the name of a game, or its folder; default: the game in whose folder the
                                    # metagame lies, the one that is asked for, or hearthstone
players = "skilled"                 # any player, or a preset with a player for every style; default: skilled
cards = ["garden.toml"]             # card files to add to the game's own
overlays = ["mid_2019_costs"]       # built-in variants of the cards, or files
patches = ["patch.toml"]            # one after the other
rules = "rules.toml"
pool = "all"                        # the cards that deck searches may take, unless they are told otherwise: a pool of
                                    # the game, or sets; default: the first pool of the game

[[deck]]
deck = "Starter Mage"               # a built-in deck, a file or a deck code
player = "fair-aggro"               # default: as `players` says, for the style of the deck
share = 0.7                         # of all decks that people play; default: the same for all
name = "Fast mage"                  # default: that of the deck
style = "aggro"                     # default: that of the deck, if it has one

Relative paths start at the folder of the file. The overlays that players are meant for are added by themselves.
"""

from __future__ import annotations

import os.path
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evometa.games.decks.deck import Deck, load_deck
from evometa.games.decks.space import find_sets
from evometa.games.game import EVERY_SET, Game
from evometa.games.patches.files import read_patch
from evometa.games.players import Player, load_player_for
from evometa.games.registry import DEFAULT, GAMES, default_game, find_game, find_home, find_moved
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import (
    Readers,
    list_of,
    read_any_text,
    read_fields,
    read_name,
    read_text,
    read_texts,
    wrong_type,
)
from evometa.input.reading import read_toml
from evometa.metagame.limits import builtin_metagames as builtin_metagames
from evometa.metagame.model import PLAIN, CardSource, Metagame, Variant

__all__ = ["Metagame", "builtin_metagames", "load_metagame"]

MOST_DECKS = 5_000  # of a metagame


def load_metagame(reference: str | Path, variant: Variant = PLAIN) -> Metagame:
    """The metagame in a TOML file, or the built-in one of this name; with other cards and rules on top of its own."""
    return _read_metagame(find_path(reference, variant.chosen), variant)


def find_path(reference: str | Path, chosen: Game | None = None) -> Path:
    """The file of a metagame that somebody names."""
    path, name = find_moved(Path(reference)), str(reference).strip().lower()
    if os.path.isfile(path):
        return path
    if path.suffix == ".toml" or path.parent != Path():
        raise InputError(f"there is no metagame file {path}")
    return _find_builtin(name, chosen)


def find_game_of(reference: str | Path, chosen: Game | None = None) -> Game:
    """What is played in a metagame that somebody names. Its file is not checked any further."""
    path = find_path(reference, chosen)
    return _choose_game(_peek(path, "game"), chosen, Where(str(path)) / "game", path)


def find_pool_of(reference: str | Path) -> str:
    """The cards that decks against a metagame may hold if nobody says which. Its file is not checked any further."""
    return _peek(find_path(reference), "pool") or next(iter(find_game_of(reference).pools), EVERY_SET)


def _peek(path: Path, field: str) -> str:
    """A field of a metagame's file that is a text, or nothing."""
    where = Where(str(path))
    found = read_toml(path, where).get(field, "")
    return read_text(where / field, found) if found else ""


def _find_builtin(name: str, chosen: Game | None) -> Path:
    """The file of a metagame that comes with a game; with any of them, if nobody has chosen one."""
    games = [chosen] if chosen else [default_game(), *(find_game(each) for each in GAMES if each != DEFAULT)]
    for game in games:
        if game.metagame_folder and name in builtin_metagames(game):
            return game.metagame_folder / f"{name}.toml"
    names = builtin_metagames(games[0])
    if not names:
        raise InputError(
            f"there is no metagame file {name!r}, and none comes with {games[0].title}; name a file of yours"
        )
    raise InputError(f"there is no metagame file and no built-in metagame {name!r}; {describe_words(name, names)}")


def _read_metagame(path: Path, variant: Variant = PLAIN) -> Metagame:
    """The metagame in a TOML file; its name is that of the file, if it does not give one."""
    folder = path.parent
    where = Where(path.name if folder in [find_game(name).metagame_folder for name in GAMES] else str(path))
    tree = {**DEFAULTS, "name": path.stem, **read_fields(where, read_toml(path, where), FIELDS)}
    game = _choose_game(tree["game"], variant.chosen, where / "game", path)
    entries: Sequence[_Entry] = tree["deck"]
    source = CardSource(
        files=tuple(folder / name for name in tree["cards"]),
        overlays=tuple(_find_overlay(name, folder) for name in tree["overlays"]),
        game=game,
    )
    source = variant.beside(source)
    decks = _load_decks(entries, source, folder)
    players = _load_players(entries, decks, tree["players"] or game.default_player, folder, where / "players", game)
    card_set = source.load(players)
    metagame = Metagame(
        name=tree["name"],
        decks=decks,
        players=players,
        shares=_choose_shares(entries, where),
        card_set=card_set,
        rules=game.load_rules(variant.rules or (folder / tree["rules"] if tree["rules"] else None)),
        pool=_check_pool(tree["pool"], game, where / "pool"),
        card_source=source,
        source=where.file,
        about=tree["about"],
    )
    for name in tree["patches"]:
        metagame = metagame.with_patch(read_patch(folder / name, card_set))
    if metagame.replaced:  # but a file that has both the decks and the patches means these decks: one of them is wrong
        for deck in decks:
            deck.validate(metagame.patched_cards, metagame.rules, metagame.patch)
    patch = variant.read_patch(card_set)
    return metagame if patch is None else metagame.with_patch(patch)


def _choose_game(named: str, chosen: Game | None, where: Where, path: Path) -> Game:
    """The game that a file names or lies in, or else the one that is asked for."""
    if named:
        with errors_at(where):
            game = find_game(named, path.parent)
    else:
        game = find_home(path) or chosen or default_game()
    if chosen is not None and chosen is not game:
        raise where.error(
            f"the file is for the game '{game.name}', but '{chosen.name}' was asked for; leave one of them out"
        )
    return game


def _check_pool(pool: str, game: Game, where: Where) -> str:
    """The pool that a file names, if the game has it."""
    if pool:
        with errors_at(where):
            find_sets(pool, game)
    return pool


# --- fields -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Entry:
    """What a file says of a deck, and where; None: nothing."""

    where: Where
    deck: str
    player: str | None = None
    share: float | None = None
    name: str | None = None
    style: str | None = None


def _read_entry(where: Where, value: object) -> _Entry:
    if not isinstance(value, Mapping):
        raise wrong_type(where, value, "one [[deck]] for each deck")
    found = read_fields(where, value, DECK_FIELDS)
    if "deck" not in found:
        raise where.error("the field 'deck' is missing: a built-in deck, a file or a deck code")
    return _Entry(where, **found)


def _read_share(where: Where, value: object) -> float:
    """A number; whether it can be a share is known when there are all of them."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(where, value, "a number from 0 to 1")
    return float(value)


DECK_FIELDS: Readers = {
    **dict.fromkeys(("deck", "player", "style"), read_text),
    "name": read_name,
    "share": _read_share,
}
FIELDS: Readers = {
    "name": read_name,
    "about": read_any_text,
    **dict.fromkeys(("game", "players", "pool"), read_text),
    **dict.fromkeys(("cards", "overlays", "patches"), read_texts),
    "rules": read_text,
    "deck": list_of(_read_entry, "one [[deck]] for each deck", most=MOST_DECKS),
}
DEFAULTS = {
    "about": "",
    **dict.fromkeys(("game", "players", "pool"), ""),
    "cards": (),
    "overlays": (),
    "patches": (),
    "rules": None,
    "deck": (),
}


# --- parts ------------------------------------------------------------------------------------------


def _find_overlay(name: str, folder: Path) -> str:
    """A file of the folder, or the name of a built-in overlay."""
    return str(folder / name) if Path(name).suffix or os.path.isfile(folder / name) else name


def _load_decks(entries: Sequence[_Entry], source: CardSource, folder: Path) -> tuple[Deck, ...]:
    numbered_cards = source.load() if source.files else None  # a deck code may hold cards of the files
    decks = []
    for entry in entries:
        with errors_at(entry.where / "deck"):
            deck = load_deck(entry.deck, numbered_cards, folder, source.game)
        decks.append(replace(deck, name=entry.name or deck.name, style=(entry.style or deck.style).lower()))
    return tuple(decks)


def _load_players(
    entries: Sequence[_Entry], decks: Sequence[Deck], everybody: str, folder: Path, where: Where, game: Game
) -> tuple[Player, ...]:
    found: dict[tuple[str, str], Player] = {}  # a file that many decks name is read once
    players = []
    for entry, deck in zip(entries, decks, strict=True):
        reference = entry.player or everybody
        with errors_at(entry.where / "player" if entry.player else where):
            if (reference, deck.style) not in found:
                found[reference, deck.style] = load_player_for(reference, deck, folder, game)
        players.append(found[reference, deck.style])
    return tuple(players)


def _choose_shares(entries: Sequence[_Entry], where: Where) -> tuple[float, ...]:
    """The share of each deck; all the same if no deck gives one."""
    given = [entry.share for entry in entries if entry.share is not None]
    if not given:
        return tuple(1 / len(entries) for _ in entries)
    if len(given) < len(entries):
        raise where.error(f"found shares for {len(given)} of {len(entries)} decks; allowed: for all of them, or none")
    return tuple(given)
