"""Metagames as files: written so that whatever takes a metagame file can take it, and so that people can open it.

`meta.toml` is what `metagames.py` reads. All that it needs and that is not built in lies in the folder `meta` beside
it: the decks, the patch, and players, rules and cards of its own, if there are any. The two can be moved together.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evometa.games.decks.deck import words_of
from evometa.games.decks.formats import format_toml
from evometa.games.patches.files import format_patch
from evometa.games.players import Player, builtin_players
from evometa.games.registry import default_game
from evometa.input.errors import InputError, Where
from evometa.input.reading import read_file
from evometa.input.toml_text import format_field
from evometa.input.writing import make_folder, write_file
from evometa.metagame.model import CardSource, Metagame

Files = Mapping[str, str]  # path -> text
MOST_LETTERS = 60  # of a name in that of a file: no file system has room for more than 255 bytes


def write_metagame(metagame: Metagame, path: Path) -> None:
    """Write a metagame as a TOML file and a folder of the same name.

    `load_metagame` gives an equal metagame, but that decks name their cards as the card set does, copies beside each
    other, and that card files are copies of the original ones.
    """
    if metagame.card_source is None:
        raise InputError(
            f"the metagame '{metagame.name}' cannot be written: its cards come from no file; write them as card files, "
            "and make the metagame with these"
        )
    folder = path.with_suffix("")
    files = dict(_format_parts(metagame, folder.name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source, name in _own_card_files(metagame.card_source, folder.name).items():
            _copy(Path(source), path.parent / name)
        for name, text in files.items():
            write_file(path.parent / name, text)
        write_file(path, _format_metagame(metagame, folder.name, files))  # last: all is there by then
    except OSError as error:
        raise InputError(f"{path}: the metagame cannot be written: {error.strerror}; choose another place") from None


# --- the file ---------------------------------------------------------------------------------------


def _format_metagame(metagame: Metagame, folder: str, files: Files) -> str:
    source = metagame.card_source
    assert source is not None
    copies = _own_card_files(source, folder)
    fields: dict[str, Any] = {
        "name": metagame.name,
        "about": metagame.about,
        "game": metagame.game.reference if metagame.game is not default_game() else "",
        "cards": [copies[str(file)] for file in source.files],
        "overlays": [copies.get(overlay, overlay) for overlay in source.overlays],
        "patches": [name for name in [_patch_file(folder)] if name in files],
        "pool": metagame.pool,
    }
    if _rules_file(folder) in files:
        fields["rules"] = _rules_file(folder)
    lines = [format_field(name, value) for name, value in fields.items() if value not in ([], "")]
    for entry in _describe_decks(metagame, folder):
        lines += ["", "[[deck]]", *(format_field(name, value) for name, value in entry.items())]
    return "\n".join([*lines, ""])


def _describe_decks(metagame: Metagame, folder: str) -> Iterator[dict[str, Any]]:
    """What the file says of each deck; shares only if they differ."""
    has_shares = metagame.shares != tuple(1 / len(metagame.decks) for _ in metagame.decks)
    player_files = _player_files(metagame, folder)
    for place, (player, share) in enumerate(zip(metagame.players, metagame.shares, strict=True)):
        entry: dict[str, Any] = {"deck": _deck_file(metagame, place, folder)}
        entry["player"] = player_files.get(player, player.name)
        yield entry | {"share": share} if has_shares else entry


# --- what lies beside it ----------------------------------------------------------------------------


def _format_parts(metagame: Metagame, folder: str) -> Iterator[tuple[str, str]]:
    """Path and text of all files beside the metagame's own, but for card files."""
    for place, deck in enumerate(metagame.decks):
        yield _deck_file(metagame, place, folder), format_toml(deck, metagame.patched_cards)
    for player, name in _player_files(metagame, folder).items():
        yield name, metagame.game.players.format(player, is_named=True)
    if metagame.patch is not None:
        yield _patch_file(folder), format_patch(metagame.patch, metagame.card_set)
    if metagame.rules != metagame.game.load_rules():
        yield _rules_file(folder), metagame.game.format_rules(metagame.rules)


def _deck_file(metagame: Metagame, place: int, folder: str) -> str:
    words = "-".join(words_of(metagame.decks[place].name))[:MOST_LETTERS]
    return f"{folder}/{'-'.join(part for part in (str(place + 1), words) if part)}.toml"


def _patch_file(folder: str) -> str:
    return f"{folder}/patch.toml"


def _rules_file(folder: str) -> str:
    return f"{folder}/rules.toml"


def _player_files(metagame: Metagame, folder: str) -> dict[Player, str]:
    """A file for each player that is not built in."""
    builtin = builtin_players(metagame.game)
    own = [player for player in dict.fromkeys(metagame.players) if builtin.get(player.name) != player]
    return {player: f"{folder}/player-{number}.toml" for number, player in enumerate(own, start=1)}


def _own_card_files(source: CardSource, folder: str) -> dict[str, str]:
    """The card files and overlays that are not built in, and where they are copied to."""
    files = [*map(str, source.files), *(overlay for overlay in source.overlays if os.path.isfile(overlay))]
    return {file: f"{folder}/cards-{number}{Path(file).suffix}" for number, file in enumerate(files, start=1)}


def _copy(source: Path, target: Path) -> None:
    """A card file, or a folder of them."""
    if source.is_dir():
        make_folder(target)
        for file in sorted(source.glob("*.toml")):
            _copy(file, target / file.name)
    else:
        write_file(target, read_file(source, Where(str(source))))
