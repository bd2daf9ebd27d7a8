"""From TOML files to a card set: reads files, applies overlays, and refuses what is not right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Any

from evometa.cards.model import Card, CardSet, Tree
from evometa.input.errors import Where, nearest_word
from evometa.input.fields import describe_value, list_of, read_text
from evometa.input.reading import read_toml

GAME_CARDS = Path(__file__).parents[1] / "data"
RULES_FILE = "rules.toml"
_read_removed = list_of(read_text, "a list of fields")
OVERLAY_FIELDS = ("name", "about", "card")
CARD_FILE_FIELDS = ("card",)


def load_cards(paths: Iterable[str | Path] | None = None, overlays: Iterable[str | Path] = ()) -> CardSet:
    """The cards of some files or folders (default: the game's own), changed by overlays, in order.

    An overlay is a file, or the name of one that comes with the package. Raises `InputError` at the first mistake.
    """
    trees = _read_cards(_list_files(paths))
    overlay_files = [_overlay_file(overlay) for overlay in overlays]
    for file in overlay_files:
        _apply_overlay(trees, file)
    if paths is None and not overlay_files:  # the game's own cards are right: they are parsed when they are needed
        return CardSet.from_cards(Card(tree, file) for file, tree in trees)
    card_set = CardSet.from_cards(Card.from_tree(tree, file) for file, tree in trees)
    _check_mentions(card_set)
    return card_set


@cache
def game_cards() -> CardSet:
    """The game's own cards. They are loaded once and then kept."""
    return load_cards()


def load_cards_with(files: Iterable[str | Path], overlays: Iterable[str | Path] = ()) -> CardSet:
    """The game's own cards and those of some files, changed by overlays, in order."""
    added = list(files)
    return load_cards([GAME_CARDS, *added] if added else None, overlays)


def _check_mentions(card_set: CardSet) -> None:
    """Refuse a card that mentions one that is not in the set, or one of the wrong type."""
    from evometa.cards.compiling.lowering import lower_card  # needs NumPy, which takes long to import

    for card in card_set:
        lower_card(card, card_set.roster)  # what this compiles stays cached


def _list_files(paths: Iterable[str | Path] | None) -> list[Path]:
    if paths is None:
        return card_files(GAME_CARDS)
    return [file for path in map(Path, paths) for file in (card_files(path) if isdir(path) else [path])]


def card_files(folder: Path) -> list[Path]:
    """The card files in a folder, by name."""
    try:
        files = [file for file in folder.iterdir() if file.name.endswith(".toml") and file.name != RULES_FILE]
    except OSError as error:
        raise Where(str(folder)).error(f"the folder cannot be read ({error.strerror})") from None
    return sorted(files, key=lambda file: file.name)


def _overlay_file(overlay: str | Path) -> Path:
    if Path(overlay).suffix or exists(overlay):
        return Path(overlay)
    names = sorted(file.stem for file in (GAME_CARDS / "overlays").iterdir())
    if str(overlay) not in names:
        raise Where("overlays").unknown("overlay", str(overlay), names)
    return GAME_CARDS / "overlays" / f"{overlay}.toml"


def _read_entries(file: Path, fields: tuple[str, ...]) -> list[Tree]:
    """The cards of a file, each of them a table with an id."""
    where = Where(file.name)
    content = read_toml(file, where)
    for name in content:
        if name not in fields:
            raise where.unknown("table or field", name, fields)
    entries = content.get("card", [])
    if not isinstance(entries, list) or not entries:
        raise where.error("there is no card in it; allowed: one [[card]] for each card")
    for i, entry in enumerate(entries):
        _check_entry(where / f"card.{i}", entry)
    return entries


def _check_entry(where: Where, entry: object) -> None:
    if not isinstance(entry, dict):
        raise where.error(f"found {describe_value(entry)}; allowed: a table that starts with [[card]]")
    if not isinstance(entry.get("id"), str):
        name = f" (named {describe_value(entry['name'])})" if "name" in entry else ""
        raise where.error(f"the field 'id' is missing or not a text{name}")


def _read_cards(files: Iterable[Path]) -> list[tuple[str, Tree]]:
    return [(file.name, entry) for file in files for entry in _read_entries(file, CARD_FILE_FIELDS)]


def _apply_overlay(trees: list[tuple[str, Tree]], file: Path) -> None:
    """Change cards in place: a field replaces the card's own; fields that are false or listed in `remove` go away."""
    positions = {tree["id"]: i for i, (_, tree) in enumerate(trees)}
    for entry in _read_entries(file, OVERLAY_FIELDS):
        where = Where(file.name, entry["id"])
        if entry["id"] not in positions:
            nearest = nearest_word(entry["id"], positions)
            hint = f"; did you mean '{nearest}'?" if nearest else ""
            raise where.error(f"there is no card with the id '{entry['id']}' to change{hint}")
        position = positions[entry["id"]]
        trees[position] = (file.name, _overlay_card(where, trees[position][1], entry))


def _overlay_card(where: Where, tree: Tree, entry: Mapping[str, Any]) -> Tree:
    removed = list(_read_removed(where / "remove", entry.get("remove", [])))
    # Only `collectible` can really be false; any other field that is false is taken away.
    removed += [name for name, value in entry.items() if value is False and name != "collectible"]
    for name in removed:
        if name not in tree:
            raise where.unknown("field to remove", name, tree)
    changed = {name: value for name, value in entry.items() if name != "remove"}
    return {name: value for name, value in {**tree, **changed}.items() if name not in removed}
