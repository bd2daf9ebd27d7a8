"""What users give: a metagame or a patch, as an object, as the path of a file, or in words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeGuard

from evometa.cards.patches.files import parse_changes, read_patch
from evometa.cards.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.metagame.metagames import Metagame, load_metagame

DEFAULT_SEED = 1  # the default of the commands, too

Changes = Patch | Path | str | Iterable[str]


def take_metagame(given: Metagame | Path | str, players: str | None = None) -> Metagame:
    """The metagame itself, or the one in a file, or the built-in one of this name; perhaps with other players."""
    metagame = given if isinstance(given, Metagame) else load_metagame(given)
    return metagame.with_players(players) if players else metagame


def take_patch(changes: Changes, metagame: Metagame) -> Patch:
    """The patch itself, or the one in a file, or that of some changes in words; refused if it would change nothing."""
    patch = _read(changes, metagame)
    if not patch.notes(metagame.patched_cards):
        raise InputError("nothing would change; the cards are like that already, or their numbers may go no further")
    return patch


def is_patch_file(changes: Changes | None) -> TypeGuard[Path | str]:
    """Whether a path is meant: a `Path`, or a text that ends as the names of patch files do."""
    return isinstance(changes, Path) or (isinstance(changes, str) and changes.endswith(".toml"))


def _read(changes: Changes, metagame: Metagame) -> Patch:
    if isinstance(changes, Patch):
        return changes
    if is_patch_file(changes):
        return read_patch(changes, metagame.patched_cards)
    lines = [changes] if isinstance(changes, str) else changes
    assert not isinstance(lines, Path)  # that is a file
    return parse_changes(lines, metagame.patched_cards)
