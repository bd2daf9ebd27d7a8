"""Metagames as data: which decks meet, who plays them, how common each is, and with which cards and rules.

name = "My metagame"
players = "fair"                    # a preset, which has a player for every style; any player; without: fair
cards = ["garden.toml"]             # card files to add to the game's own
overlays = ["mid_2019_costs"]       # built-in variants of the cards, or files
patches = ["patch.toml"]            # one after the other
rules = "rules.toml"

[[deck]]
deck = "Starter Mage"               # a built-in deck, a file or a deck code
player = "fair-aggro"               # without: as `players` says, for the style of the deck
share = 0.7                         # of all decks that people play; without: all the same
name = "Fast mage"                  # without: that of the deck
style = "aggro"                     # without: that of the deck, if it has one

Relative paths start at the folder of the file. The overlays that players are meant for are added by themselves.
"""

from __future__ import annotations

import os.path
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evometa.cards.decks.deck import Deck, load_deck
from evometa.cards.patches.files import read_patch
from evometa.cards.rules import load_rules
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import read_text, wrong_type
from evometa.input.reading import read_toml
from evometa.metagame.model import CardSource, Metagame
from evometa.players.styles import Player, load_player_for

__all__ = ["Metagame", "builtin_metagames", "load_metagame", "read_metagame"]

BUILTIN_METAGAMES = Path(__file__).parent / "data"
DEFAULT_PLAYERS = "fair"
FIELDS = ("name", "players", "cards", "overlays", "patches", "rules", "deck")
DECK_FIELDS = ("deck", "player", "share", "name", "style")


def load_metagame(reference: str | Path) -> Metagame:
    """The metagame in a TOML file, or the built-in one of this name."""
    path, name = Path(reference), str(reference).strip().lower()
    if os.path.isfile(path):
        return read_metagame(path)
    if path.suffix == ".toml" or path.parent != Path():
        raise InputError(f"there is no metagame file {path}")
    if name not in builtin_metagames():
        names = builtin_metagames()
        raise InputError(f"there is no metagame file and no built-in metagame {name!r}; {describe_words(name, names)}")
    return read_metagame(BUILTIN_METAGAMES / f"{name}.toml")


def builtin_metagames() -> tuple[str, ...]:
    """The names of the metagames that come with evometa."""
    return tuple(sorted(path.stem for path in BUILTIN_METAGAMES.glob("*.toml")))


def read_metagame(path: Path) -> Metagame:
    """The metagame in a TOML file; its name is that of the file, if it does not give one."""
    where = Where(path.name if path.parent == BUILTIN_METAGAMES else str(path))
    tree = read_toml(path, where)
    _check_fields(tree, FIELDS, where)
    entries = _read_entries(tree, where)
    source = CardSource(
        files=tuple(path.parent / name for name in _read_texts(tree, "cards", where)),
        overlays=tuple(_find_overlay(name, path.parent) for name in _read_texts(tree, "overlays", where)),
    )
    decks = _read_decks(entries, source, path.parent, where)
    players = _read_players(tree, entries, decks, path.parent, where)
    card_set = source.load(players)
    metagame = Metagame(
        name=_read_name(tree, "name", where, path.stem),
        decks=decks,
        players=players,
        shares=_read_shares(entries, where),
        card_set=card_set,
        rules=load_rules(path.parent / read_text(where / "rules", tree["rules"]) if "rules" in tree else None),
        card_source=source,
        source=where.file,
    )
    for name in _read_texts(tree, "patches", where):
        metagame = metagame.with_patch(read_patch(path.parent / name, card_set))
    return metagame


def _check_fields(tree: Mapping[str, Any], fields: Sequence[str], where: Where) -> None:
    for name in tree:
        if name not in fields:
            raise where.unknown("field", name, fields)


def _read_entries(tree: Mapping[str, Any], where: Where) -> list[dict[str, Any]]:
    """The tables of the decks."""
    entries = tree.get("deck", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise wrong_type(where / "deck", entries, "one [[deck]] for each deck")
    for i, entry in enumerate(entries):
        _check_fields(entry, DECK_FIELDS, where / "deck" / i)
        if "deck" not in entry:
            raise (where / "deck" / i).error("the field 'deck' is missing: a built-in deck, a file or a deck code")
    return entries


def _read_name(tree: Mapping[str, Any], name: str, where: Where, default: str) -> str:
    return read_text(where / name, tree[name]) if name in tree else default


def _read_texts(tree: Mapping[str, Any], name: str, where: Where) -> list[str]:
    values = tree.get(name, [])
    if not isinstance(values, list):
        raise wrong_type(where / name, values, "a list of texts")
    return [read_text(where / name / i, value) for i, value in enumerate(values)]


def _find_overlay(name: str, folder: Path) -> str:
    """A file of the folder, or the name of a built-in overlay."""
    return str(folder / name) if Path(name).suffix or os.path.isfile(folder / name) else name


def _read_decks(
    entries: Sequence[Mapping[str, Any]], source: CardSource, folder: Path, where: Where
) -> tuple[Deck, ...]:
    numbered_cards = source.load() if source.files else None  # a deck code may hold cards of the files
    decks = []
    for i, entry in enumerate(entries):
        here = where / "deck" / i
        reference = read_text(here / "deck", entry["deck"])
        with errors_at(here / "deck"):
            deck = load_deck(reference, numbered_cards, folder)
        name, style = _read_name(entry, "name", here, deck.name), _read_name(entry, "style", here, deck.style)
        decks.append(replace(deck, name=name, style=style.lower()))
    return tuple(decks)


def _read_players(
    tree: Mapping[str, Any], entries: Sequence[Mapping[str, Any]], decks: Sequence[Deck], folder: Path, where: Where
) -> tuple[Player, ...]:
    everybody = _read_name(tree, "players", where, DEFAULT_PLAYERS)
    players = []
    for i, (entry, deck) in enumerate(zip(entries, decks, strict=True)):
        here = where / "deck" / i
        reference = _read_name(entry, "player", here, everybody)
        with errors_at(here / "player" if "player" in entry else where / "players"):
            players.append(load_player_for(reference, deck, folder))
    return tuple(players)


def _read_shares(entries: Sequence[Mapping[str, Any]], where: Where) -> tuple[float, ...]:
    """The share of each deck; all the same if no deck gives one."""
    given = [entry["share"] for entry in entries if "share" in entry]
    if not given:
        return tuple(1 / len(entries) for _ in entries)
    if len(given) < len(entries):
        raise where.error(f"found shares for {len(given)} of {len(entries)} decks; allowed: for all of them, or none")
    return tuple(_read_share(where / "deck" / i / "share", share) for i, share in enumerate(given))


def _read_share(where: Where, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(where, value, "a number from 0 to 1")
    return float(value)
