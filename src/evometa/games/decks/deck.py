"""Decks: reading them from TOML, plain lists of cards or deck codes, and checking them.

name = "My hunter"                  # a plain list says the same with lines: 'name: My hunter'
class = "hunter"
style = "aggro"
cards = ["2x Timber Wolf", "Unleash the Hounds x2", "King Krush"]

In a plain list, a deck code may stand for the class and the cards. A game without classes has decks without them.
Writing decks is in `formats.py`.
"""

from __future__ import annotations

import os.path
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from evometa.games.cards import Card, CardSet, find_card
from evometa.games.game import Game, Rules
from evometa.games.patches.patch import Patch
from evometa.games.registry import default_game
from evometa.input.errors import InputError, Where, hint_at
from evometa.input.fields import describe_value, read_name
from evometa.input.reading import parse_toml, read_file
from evometa.input.short_repr import Short
from evometa.input.shown_text import show_name
from evometa.input.small_html import small_table

MOST_CARDS = 200  # that a file may list; the rules say how many are legal
MOST_COPIES = 99  # that one entry may ask for; the rules say how many are legal
FIELDS = ("name", "class", "style", "cards")


@dataclass(frozen=True)
class Deck(Short):
    """A list of cards, one entry for each copy, with the class that plays it and the style it is meant for."""

    name: str
    klass: str
    style: str
    cards: tuple[str, ...]  # names or ids, as written
    source: str = field(default="", compare=False)  # where it was read from, for messages

    def _repr_html_(self) -> str:
        about = ", ".join(part for part in (self.klass, self.style, f"{len(self.cards)} cards") if part)
        return small_table(self.name, [about], ("copies", "card"), [(n, card) for card, n in self.counts().items()])

    def counts(self) -> dict[str, int]:
        """The number of copies of each card, in the order of the list."""
        return dict(Counter(self.cards))

    def card_ids(self, card_set: CardSet) -> tuple[str, ...]:
        """The id of every card of the deck, one for each copy."""
        return tuple(find_card(card_set, card).id for card in self.cards)

    def validate(self, card_set: CardSet, rules: Rules, patch: Patch | None = None) -> None:
        """Raise an `InputError` that names all that is wrong with the deck, one line each."""
        if problems := list(self.problems(card_set, rules, patch)):
            raise InputError("\n".join(f"{self.place()}: {problem}" for problem in problems))

    def problems(self, card_set: CardSet, rules: Rules, patch: Patch | None = None) -> Iterator[str]:
        """What is wrong with the deck: what was found, and what is allowed."""
        copies: Counter[str] = Counter()
        for reference, n in self.counts().items():
            try:
                copies[find_card(card_set, reference).id] += n
            except InputError as error:
                yield str(error)
        for card_id, n in copies.items():
            yield from self._problems_of_card(card_set[card_id], n, rules, patch or Patch())
        if len(self.cards) != rules.deck_size:
            yield f"found {len(self.cards)} cards, but a deck has exactly {rules.deck_size}"

    def _problems_of_card(self, card: Card, n: int, rules: Rules, patch: Patch) -> Iterator[str]:
        if not card.is_collectible:
            yield f"{card.name} cannot be put into a deck: it is not collectible"
        elif not card.game.may_hold(self.klass, card):
            kind = f"{card.tree['class']} card, but this is a {self.klass} deck"
            yield f"{card.name} is a {kind}: allowed are {self.klass} and {card.game.neutral} cards"
        if card.id in patch.banned:
            yield f"{card.name} is banned by the patch{_in_brackets(patch.name)}"
        allowed, reason = allowed_copies(card, rules, patch)
        if n > allowed:
            yield f"found {n} copies of {card.name}, but {reason} allows {allowed} at most"

    def place(self) -> str:
        """The file and the name of the deck, as messages show it."""
        return ", ".join(part for part in (self.source, f"deck '{self.name}'") if part)


def allowed_copies(card: Card, rules: Rules, patch: Patch) -> tuple[int, str]:
    """How many copies of a card a deck may have, bans apart, and what says so."""
    if card.id in patch.limited:
        return 1, f"the patch{_in_brackets(patch.name)}"
    return card.game.allowed_copies(card, rules)


def _in_brackets(name: str) -> str:
    return f" ({name})" if name else ""


# --- reading ------------------------------------------------------------------------------------


def load_deck(
    reference: Path | str, card_set: CardSet | None = None, folder: Path = Path(), game: Game | None = None
) -> Deck:
    """The deck in a file, of a deck code, or the built-in deck of this name or file name.

    A relative path starts at the folder. The card set (default: the game's own) says what the numbers in a code mean.
    """
    game = _game_of(card_set, game)
    name = str(reference).strip()
    path = folder / name
    if os.path.isfile(path):  # `Path.is_file` raises if the name is too long to be one
        return read_deck(path, card_set, game)
    if game.is_deck_code(name):
        return parse_code(name, card_set or game.own_cards)
    if Path(name).suffix in (".toml", ".txt") or Path(name).parent != Path("."):
        raise InputError(f"there is no deck file {path}")
    return _find_builtin(name, game)


def _game_of(card_set: CardSet | None, game: Game | None) -> Game:
    return game or (card_set.game if card_set else default_game())


def read_deck(path: Path, card_set: CardSet | None = None, game: Game | None = None) -> Deck:
    """The deck in a TOML file, or in a plain list if the file is called anything but `.toml`."""
    text, game = read_file(path, Where(str(path))), _game_of(card_set, game)
    if path.suffix == ".toml":
        return parse_deck(text, str(path), game)
    return parse_list(text, str(path), card_set, game)


def parse_deck(text: str, source: str = "deck", game: Game | None = None) -> Deck:
    """The deck in a TOML text; `source` names the text in error messages."""
    where = Where(source)
    return build_deck(parse_toml(text, where), where, game or default_game())


def parse_list(text: str, source: str = "deck", card_set: CardSet | None = None, game: Game | None = None) -> Deck:
    """The deck in a plain list: a card per line, and lines such as `class: hunter`; `#` starts a comment.

    A deck code may stand instead of the cards, as in the text that the game copies.
    """
    game = _game_of(card_set, game)
    tree: dict[str, Any] = {"cards": []}
    for line in text.splitlines():
        # Inside a line a comment begins after a space, so that a name may be `Deck #1`.
        words = re.sub(r"^\s*#.*|\s#(\s.*)?$", "", line).strip()
        if match := re.fullmatch(r"(name|class|style)\s*[:=]\s*(.+)", words, re.IGNORECASE):
            tree[match[1].lower()] = match[2]
        elif words:
            tree["cards"].append(words)
    if any(game.is_deck_code(card) for card in tree["cards"]):
        title = re.search(r"^### *(\S.*)", text, re.MULTILINE)  # the first line of what the game copies
        named = {"name": title[1].rstrip()} if title else {}
        return _build_coded_deck({**named, **tree}, card_set or game.own_cards, Where(source))
    return build_deck({"name": Path(source).stem, **tree}, Where(source), game)


def parse_code(code: str, card_set: CardSet | None = None, source: str = "deck code") -> Deck:
    """The deck of a deck code, named after its class; it has no style."""
    cards_of = default_game().own_cards if card_set is None else card_set
    klass, cards = cards_of.game.read_code(code, cards_of, Where(source))
    return Deck(klass.capitalize(), klass, "", cards, source)


def builtin_decks(game: Game | None = None) -> Mapping[str, Deck]:
    """The decks that come with a game, by file name without its ending. They are read once and then kept."""
    return _read_builtin(game or default_game())


def starter_deck(klass: str, game: Game) -> Deck:
    """A deck of a class that comes with a game: one for those who start, if there is such a one."""
    own = {stem: deck for stem, deck in builtin_decks(game).items() if deck.klass == klass}
    if not own:
        raise InputError(f"no deck of the class {klass!r} comes with {game.title}; give one")
    return next((deck for stem, deck in own.items() if stem.startswith("starter")), next(iter(own.values())))


@cache
def _read_builtin(game: Game) -> Mapping[str, Deck]:
    return MappingProxyType(dict(game.load_decks()))


def read_decks(folder: Path, game: Game) -> dict[str, Deck]:
    """The decks of a folder, by file name without its ending."""
    texts = {path: read_file(path, Where(path.name)) for path in sorted(folder.glob("*.toml"))}
    return {path.stem: parse_deck(text, path.name, game) for path, text in texts.items()}


@cache
def _builtin_by_words(game: Game) -> dict[tuple[str, ...], Deck]:
    return {words_of(words): deck for stem, deck in builtin_decks(game).items() for words in (stem, deck.name)}


def _find_builtin(name: str, game: Game) -> Deck:
    if deck := _builtin_by_words(game).get(words_of(name)):
        return deck
    names = [deck.name for deck in builtin_decks(game).values()]
    found, hint = show_name(repr(name)), hint_at(name, [*names, *builtin_decks(game)])
    raise InputError(
        f"there is no deck file and no built-in deck {found}; {hint}built in are: {', '.join(names) or 'none'}"
    )


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name or file name, whatever the case and the signs between them."""
    return tuple(re.findall(r"[^\W_]+", name.lower()))


def build_deck(tree: Mapping[str, Any], where: Where, game: Game) -> Deck:
    """The deck of a table of a file."""
    for name in tree:
        if name not in FIELDS:
            raise where.unknown("field", name, FIELDS)
    cards = tree.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise (where / "cards").error(
            f'found {show_name(repr(cards))}, but it must be a list of cards such as ["2x One Card", "Another Card"]'
        )
    _check_number(len(cards), where / "cards")
    name, klass = _text(tree, "name", where), _text(tree, "class", where, default=None if game.classes else "")
    if klass.lower() not in (game.classes or ("",)):
        raise (where / "class").unknown("class", klass, game.classes)
    return Deck(
        name=name,
        klass=klass.lower(),
        style=_text(tree, "style", where, default="").lower(),
        cards=tuple(_repeat_cards(cards, where / "cards")),
        source=where.file,
    )


def _build_coded_deck(tree: Mapping[str, Any], card_set: CardSet, where: Where) -> Deck:
    """The deck of a list with a deck code, which then holds all cards."""
    if len(tree["cards"]) != 1:
        raise where.error(
            f"found a deck code and {len(tree['cards']) - 1} more lines with cards; allowed: a deck code or cards"
        )
    deck = parse_code(tree["cards"][0], card_set, where.file)
    if _text(tree, "class", where, default=deck.klass).lower() != deck.klass:
        raise (where / "class").error(f"found '{tree['class']}', but the deck code is that of a {deck.klass} deck")
    name = _text(tree, "name", where, default=Path(where.file).stem)
    return replace(deck, name=name, style=_text(tree, "style", where, default="").lower())


def _text(tree: Mapping[str, Any], name: str, where: Where, default: str | None = None) -> str:
    value = tree.get(name, default)
    if value is None:
        raise where.error(f"the field '{name}' is missing")
    if not isinstance(value, str):
        raise (where / name).error(f"found {describe_value(value)}, but it must be a text")
    return read_name(where / name, value) if value else value


def _repeat_cards(entries: Iterable[str], where: Where) -> Iterator[str]:
    """The card of each entry, as often as `2x Wisp` or `Wisp x2` says."""
    n_cards = 0
    for index, entry in enumerate(entries):
        if entry.strip():
            read_name(where / index, entry)  # so that it is short
        match = re.fullmatch(r"(?:([0-9]+)\s*x?\s+)?(.+?)(?:\s+x\s*([0-9]+))?", entry.strip())
        n = int(match[1] or match[3] or 1) if match else 0
        if match is None or not 1 <= n <= MOST_COPIES or (match[1] and match[3]):
            raise (where / index).error(
                f"found {entry!r}, but it must be a card such as 'Name', '2x Name' or 'Name x2'"
            )
        n_cards += n
        _check_number(n_cards, where)
        yield from [match[2]] * n


def _check_number(n_cards: int, where: Where) -> None:
    """Refuse far more cards than any deck has, before each of them is looked at."""
    if n_cards > MOST_CARDS:
        raise where.error(f"found more than {MOST_CARDS} cards; allowed: as many as a deck may have")
