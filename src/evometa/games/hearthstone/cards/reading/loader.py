"""From TOML files to a card set: reads files, applies overlays, and refuses what is not right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path

from evometa.games.cards import Card, CardSet, Tree
from evometa.games.hearthstone.cards.language.grammar import CARD_FIELDS
from evometa.games.hearthstone.cards.reading.entries import (
    CARD_FILE_FIELDS,
    OVERLAY_FIELDS,
    Entry,
    parse_entries,
    read_entries,
)
from evometa.games.registry import find_game
from evometa.input.errors import InputError, Mistakes, Where, by_lines, join_mistakes, nearest_word
from evometa.input.fields import list_of, read_text

GAME_CARDS = Path(__file__).parents[1] / "data"
RULES_FILE = "rules.toml"
_read_removed = list_of(read_text, "a list of fields")


def load_cards(paths: Iterable[str | Path] | None = None, overlays: Iterable[str | Path] = ()) -> CardSet:
    """The cards of some files or folders (default: the game's own), changed by overlays, in order.

    An overlay is a file, or the name of one that comes with the package. Raises an `InputError` that names every
    mistake, with its line.
    """
    given = [GAME_CARDS] if paths is None else [Path(path) for path in paths]
    files = [file for path in given for file in (card_files(path) if isdir(path) else [path])]
    overlay_files = [_overlay_file(overlay) for overlay in overlays]
    mistakes = Mistakes()
    entries = [entry for file in files for entry in _read_cards(file, mistakes)]
    if paths is None and not overlay_files:  # the game's own cards are right: they are parsed when they are needed
        game = find_game("hearthstone")
        return CardSet.from_cards(Card(entry.tree, entry.text.file, game) for entry in entries)
    for file in overlay_files:
        _apply_overlay(entries, file, mistakes)
    return _make_cards(entries, mistakes)


def _read_cards(file: Path, mistakes: Mistakes) -> Iterable[Entry]:
    """The cards of a file; the game's own files are read once."""
    return _read_own(file) if file.parent == GAME_CARDS else read_entries(file, CARD_FILE_FIELDS, mistakes)


@cache
def _read_own(file: Path) -> tuple[Entry, ...]:
    mistakes = Mistakes()
    entries = tuple(read_entries(file, CARD_FILE_FIELDS, mistakes))
    if mistakes.found:
        raise join_mistakes(mistakes.found)
    return entries


def _make_cards(entries: list[Entry], mistakes: Mistakes) -> CardSet:
    """The cards of the entries. Each card is looked at by itself, and then all of them together."""
    has_all = not mistakes.found  # otherwise a card that seems to be missing may be one that could not be read
    entries = list(_different(entries, mistakes))
    made = [_make_card(entry, mistakes) for entry in entries]
    cards = [card for card in made if card is not None]
    card_set = CardSet.from_cards(cards)
    if has_all and len(cards) == len(entries):
        _check_mentions(card_set, card_set, entries, mistakes)
    if mistakes.found:
        raise join_mistakes(by_lines(mistakes.found))
    return card_set


def add_cards(base: CardSet, text: str, source: str) -> tuple[CardSet, tuple[Card, ...]]:
    """A card set with the cards of a text, and these alone. Raises an `InputError` that names every mistake."""
    mistakes = Mistakes()
    entries = list(_different(parse_entries(text, source, CARD_FILE_FIELDS, mistakes), mistakes))
    for entry in entries:
        _check_is_new(entry, base, mistakes)
    made = [_make_card(entry, mistakes) for entry in entries]
    own = tuple(card for card in made if card is not None)
    if not mistakes.found:
        whole = CardSet.from_cards((*base, *own))
        _check_mentions(whole, own, entries, mistakes)
    if mistakes.found:
        raise join_mistakes(by_lines(mistakes.found))
    return whole, own


def _check_is_new(entry: Entry, base: CardSet, mistakes: Mistakes) -> None:
    for name in ("id", "name"):
        found = entry.tree.get(name)
        if isinstance(found, str) and found in base:
            problem = f"there is a card with the {name} '{found}' already; allowed: a new one"
            mistakes.note(entry.point_at((entry.where / name).error(problem)))


def _different(entries: Iterable[Entry], mistakes: Mistakes) -> Iterator[Entry]:
    """The first entry of each id."""
    first: dict[str, Entry] = {}
    for entry in entries:
        before = first.setdefault(entry.tree["id"], entry)
        if before is entry:
            yield entry
        else:
            place = before.find_place(before.where / "id")
            problem = (
                f"the id '{entry.tree['id']}' is there twice; "
                f"the first is '{before.tree.get('name')}' in {place.file}, line {place.line}"
            )
            mistakes.note(entry.point_at((entry.where / "id").error(problem)))
            _make_card(entry, mistakes)  # to see what else is wrong with it


def _make_card(entry: Entry, mistakes: Mistakes) -> Card | None:
    """The card of an entry. If there are mistakes in it: what is left of the card without them, if that is one."""
    try:
        return Card.from_tree(entry.tree, entry.text.file, find_game("hearthstone"))
    except InputError as error:
        parts = error.parts or (error,)
        for part in parts:
            mistakes.note(entry.point_at(part))
        return _stand_in(entry, {part.where.path.partition(".")[0] for part in parts if part.where})


_BLANK = {"name": "?", "class": "neutral", "set": "custom", "rarity": "common", "cost": 0, "attack": 0, "health": 1}


def _stand_in(entry: Entry, wrong: set[str]) -> Card | None:
    """A card without the fields that are wrong, for those that mention it; None if nobody knows what it would be."""
    allowed = {field.name for field in CARD_FIELDS if entry.tree.get("type") in field.types}
    fields = {**_BLANK, "durability": 1, **{n: value for n, value in entry.tree.items() if n not in wrong}}
    try:
        tree = {n: value for n, value in fields.items() if n in allowed}
        return Card.from_tree(tree, entry.text.file, find_game("hearthstone"))
    except InputError:
        return None


@cache
def game_cards() -> CardSet:
    """The game's own cards. They are loaded once and then kept."""
    return load_cards()


def load_cards_with(files: Iterable[str | Path], overlays: Iterable[str | Path] = ()) -> CardSet:
    """The game's own cards and those of some files, changed by overlays, in order."""
    added = list(files)
    return load_cards([GAME_CARDS, *added] if added else None, overlays)


def _check_mentions(card_set: CardSet, cards: Iterable[Card], entries: Iterable[Entry], mistakes: Mistakes) -> None:
    """Refuse a card that mentions one that is not in the set, or one of the wrong type."""
    from evometa.games.hearthstone.cards.compiling.lowering import lower_card  # needs NumPy, which takes long to import

    for card, entry in zip(cards, entries, strict=True):
        try:
            lower_card(card, card_set.roster)  # what this compiles stays cached
        except InputError as error:
            for part in error.parts or (error,):
                mistakes.note(entry.point_at(part))


def card_files(folder: Path) -> list[Path]:
    """The card files in a folder, by name."""
    try:
        files = [file for file in folder.iterdir() if file.name.endswith(".toml") and file.name != RULES_FILE]
    except OSError as error:
        raise Where(str(folder)).error(f"the folder cannot be read ({error.strerror})") from None
    return sorted(files, key=lambda file: file.name)


def builtin_overlays() -> list[str]:
    """The names of the variants of the cards that come with evometa."""
    return sorted(file.stem for file in (GAME_CARDS / "overlays").iterdir())


def _overlay_file(overlay: str | Path) -> Path:
    if Path(overlay).suffix or exists(overlay):
        return Path(overlay)
    names = builtin_overlays()
    if str(overlay) not in names:
        raise Where("overlays").unknown("overlay", str(overlay), names)
    return GAME_CARDS / "overlays" / f"{overlay}.toml"


def _apply_overlay(entries: list[Entry], file: Path, mistakes: Mistakes) -> None:
    """Change cards in place: a field replaces the card's own; fields that are false or listed in `remove` go away."""
    positions = {entry.tree["id"]: i for i, entry in enumerate(entries)}
    for change in read_entries(file, OVERLAY_FIELDS, mistakes):
        card_id = change.tree["id"]
        if card_id not in positions:
            nearest = nearest_word(card_id, positions)
            hint = f"; did you mean '{nearest}'?" if nearest else ""
            error = change.where.error(f"there is no card with the id '{card_id}' to change{hint}")
            mistakes.note(change.point_at(error))
        else:
            before = entries[positions[card_id]]
            tree = _overlay_card(change, before.tree, mistakes)
            entries[positions[card_id]] = replace(change, tree=tree, before=before)


def _overlay_card(change: Entry, tree: Tree, mistakes: Mistakes) -> Tree:
    removed: list[str] = []
    try:
        removed += _read_removed(change.where / "remove", change.tree.get("remove", []))
    except InputError as error:
        mistakes.note(change.point_at(error))
    # Only `collectible` can really be false; any other field that is false is taken away.
    removed += [name for name, value in change.tree.items() if value is False and name != "collectible"]
    for name in removed:
        if name not in tree:
            place = change.where / (name if name in change.tree else "remove")
            mistakes.note(change.point_at(place.unknown("field to remove", name, tree)))
    changed = {name: value for name, value in change.tree.items() if name != "remove"}
    return {name: value for name, value in {**tree, **changed}.items() if name not in removed}
