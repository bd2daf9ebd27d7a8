"""Games like Hearthstone, and Hearthstone itself: where all that such a game is and does is found.

What needs NumPy or numba is imported when it is used, because commands that only show cards do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evometa.games.cards import Card, CardSet
from evometa.games.game import DRAFT, FEATURES, Game, Played, Tree, Words
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.grammar import EXAMPLE
from evometa.games.hearthstone.cards.language.lexicon import NEUTRAL, speaking
from evometa.games.hearthstone.cards.reading import loader
from evometa.games.hearthstone.cards.reading.game_file import hash_folder, read_game
from evometa.games.hearthstone.cards.reading.parser import parse_card
from evometa.games.hearthstone.cards.rules import Rules, format_rules, read_rules
from evometa.games.hearthstone.cards.wording import faces
from evometa.games.hearthstone.decks import codes
from evometa.games.hearthstone.engine import RULES_VERSION
from evometa.games.registry import GAME_FILE
from evometa.input.errors import Where
from evometa.input.extensions import NAME
from evometa.input.reading import read_file, read_toml
from evometa.input.writing import make_folder, write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evometa.games.decks.deck import Deck
    from evometa.games.decks.measures import DeckMeasure
    from evometa.games.players import Player, PlayerFiles
    from evometa.games.tables import CardTable, TableMaker

_PACKAGED = Path(__file__).parent / "data"
TEMPLATE = Path(__file__).parent / "template"
_SHARED_PLAYERS = Path(__file__).parent / "players" / "data"


class HearthstoneLike(Game):
    """A game that is a folder of data: see `cards/reading/game_file.py`."""

    words = Words(cost="mana")

    def __init__(self, folder: Path) -> None:
        self.content = "" if folder == _PACKAGED else hash_folder(folder)
        self.folder, self.data = folder, read_game(folder)
        self.name, self.title, self.about = self.data.name, self.data.title, self.data.about
        self.classes, self.default_player = self.data.classes, self.data.default_player
        self.pools, self.lexicon = self.data.pools, self.data.lexicon
        self.sets = self.lexicon.sets
        self.keywords = {kind: tuple(self.lexicon.known(words)) for kind, words in v.KEYWORDS_OF.items()}
        costs = {name: cost for name, cost in self.data.crafting.items() if name != "word"}
        self.crafting = {**dict.fromkeys(v.RARITIES, 0), **costs}
        self.crafting_word = self.data.crafting.get("word", "")
        self.deck_folder, self.metagame_folder = folder / "decks", folder / "metagames"
        tribe = f"you control a {self.data.tribes[0]}" if self.data.tribes else "there are enemy minions"
        self.example_card = EXAMPLE.replace("you control a beast", tribe)

    # --- what it is -----------------------------------------------------------------------------------------------

    features = frozenset(FEATURES) - {DRAFT}

    @property
    def rules_version(self) -> int | str:
        """That of the engine, and for a folder of one's own also what it holds, because that may change any day."""
        parts = (str(RULES_VERSION), self.data.version, self.content)
        return RULES_VERSION if self.folder == _PACKAGED else ".".join(part for part in parts if part)

    @property
    def reference(self) -> str:
        """What it is found by: its name, or the folder of one that did not come with evometa."""
        return self.name if self.folder == _PACKAGED else str(self.folder)

    # --- cards ----------------------------------------------------------------------------------------------------

    neutral, has_codes = NEUTRAL, True
    types = tuple(v.TYPES)
    attributes = ("cost", "attack", "health", "durability")
    aliases: Mapping[str, str] = {"mana": "cost"}
    keyword_order = tuple(v.PRINTED_KEYWORDS)

    def load_cards(self, files: Iterable[str | Path] = (), overlays: Iterable[str | Path] = ()) -> CardSet:
        """The game's own cards and those of some files, changed by overlays, in order."""
        added = list(files)
        return loader.load_cards([loader.cards_of(self), *added] if added else None, overlays, self)

    def add_cards(self, base: CardSet, text: str, source: str) -> tuple[CardSet, tuple[Card, ...]]:
        """A card set with the cards of a text, and these alone."""
        return loader.add_cards(base, text, source)

    def list_overlays(self) -> list[str]:
        """The names of the variants of the cards."""
        return sorted(file.stem for file in (self.folder / "overlays").glob("*.toml"))

    def read_definition(self, where: Where, tree: Tree) -> Any:
        """What the data of a card means."""
        with speaking(self.lexicon):
            return parse_card(where, dict(tree))

    def is_playable(self, card: Card) -> bool:
        """Whether somebody can hold it in a hand."""
        return card.definition.type in (c.MINION, c.SPELL, c.WEAPON)

    def numbers_by_rules(self, card: Card, rules: Rules) -> dict[str, int]:
        """The health of a hero, if its card does not give it."""
        return {"health": rules.hero_health} if card.tree["type"] == "hero" and "health" not in card.tree else {}

    def rules_text(self, card: Card, cards: CardSet) -> str:
        """What a card does, in a few sentences."""
        from evometa.games.hearthstone.cards.wording.rules_text import rules_text

        return rules_text(card, cards)

    def describe_kind(self, tree: Tree) -> str:
        """`Legendary hunter minion (beast), classic set`."""
        return faces.describe_kind(dict(tree))

    # --- what patches do ------------------------------------------------------------------------------------------

    def lowest_number(self, path: str, allow_zero: bool) -> int:
        """A minion without health and a weapon without durability leave at once."""
        return 1 if path in ("health", "durability") and not allow_zero else 0

    # --- rules and decks ------------------------------------------------------------------------------------------

    styles = ("aggro", "control")
    plain_style = "control"
    themes: Mapping[str, Callable[[Tree], bool]] = {
        "weapons": lambda card: card["type"] == "weapon",
        "overload": lambda card: "overload" in card,
        "secrets": lambda card: "secret" in card,
    }
    no_rarity = "invalid"

    def load_rules(self, path: str | Path | None = None) -> Rules:
        """The rules of a file, which are as usual where it says nothing."""
        if path is None:
            return self.data.rules
        where = Where(str(path))
        return read_rules(where, read_toml(Path(path), where), self.data.rules)

    def format_rules(self, rules: Rules) -> str:
        """Rules as a TOML file."""
        return format_rules(rules)

    def allowed_copies(self, card: Card, rules: Rules) -> tuple[int, str]:
        """How many copies of a card a deck may have, and what says so."""
        if card.tree.get("rarity") == "legendary":
            return rules.legendary_copies, "the rule for legendary cards"
        return rules.copies, "the rule for copies"

    def is_deck_code(self, text: str) -> bool:
        """Whether a text can only be meant as a deck code."""
        return self.data.deck_codes and codes.is_deck_code(text)

    def read_code(self, code: str, cards: CardSet, where: Where) -> tuple[str, tuple[str, ...]]:
        """The class and the cards of a deck code."""
        return codes.read_code(code, cards, where) if self.data.deck_codes else super().read_code(code, cards, where)

    def write_code(self, klass: str, copies: Mapping[str, int], cards: CardSet) -> str:
        """The deck code of a class and the copies of each card, by id."""
        has_codes = self.data.deck_codes
        return codes.write_code(klass, copies, cards) if has_codes else super().write_code(klass, copies, cards)

    def reach_of_cards(self, references: Iterable[str], cards: CardSet) -> frozenset[str]:
        """The ids of these cards, and of all that they can bring about in a game."""
        from evometa.games.hearthstone.decks.reach import reach_of_cards

        return reach_of_cards(references, cards)

    def reach_of_deck(self, deck: Deck, cards: CardSet, rules: Rules) -> frozenset[str]:
        """The ids of all cards that can turn up because of a deck: hero, power and what the second player gets too."""
        from evometa.games.hearthstone.decks.reach import reach_of_deck

        return reach_of_deck(deck, cards, rules)

    @cached_property
    def deck_measures(self) -> tuple[DeckMeasure, ...]:
        """Numbers of a deck, besides those that every game has."""
        from evometa.games.hearthstone.decks.measures import measures_of

        return measures_of(self.crafting_word)

    # --- players --------------------------------------------------------------------------------------------------

    ladder = ("novice", "greedy", "fair", "skilled", "expert", "master")
    yardstick = "fair-control"

    @cached_property
    def presets(self) -> tuple[str, ...]:  # type: ignore[override]
        """Those that have a player for each style, the game's own first."""
        folders = (self.folder / "players", _SHARED_PLAYERS)
        stems = [path.stem for folder in folders for path in sorted(folder.glob("*.toml"))]
        names = dict.fromkeys(stem.partition("-")[0] for stem in stems)
        return tuple(name for name in names if all(f"{name}-{style}" in stems for style in self.styles))

    @cached_property
    def players(self) -> PlayerFiles:
        """Where its players are found, and how they are read and written."""
        from evometa.games.hearthstone.players.player import player_files

        return player_files(self, self.folder / "players")

    def features_of(self, player: Any = None) -> tuple[str, ...]:
        """The features of a position that a player can weigh, or any player."""
        from evometa.games.hearthstone.players.player import features_of

        return features_of(player)

    def with_weights(self, player: Any, weights: Mapping[str, int], **names: Any) -> Player:
        """The player with other weights."""
        from evometa.games.hearthstone.players.player import with_weights

        return with_weights(player, weights, **names)

    # --- playing --------------------------------------------------------------------------------------------------

    def compile(self, cards: CardSet, rules: Rules | None = None) -> CardTable:
        """Cards under rules (default: the game's own) as the table that the engine reads."""
        from evometa.games.hearthstone.cards.compiling.compiler import compile_table

        return compile_table(cards, rules)

    def make_tables(self, cards: CardSet, rules: Rules, addresses: Sequence[str]) -> TableMaker:
        """What makes the tables of many variants of the same cards."""
        from evometa.games.hearthstone.cards.compiling.variants import FastTableMaker

        return FastTableMaker(cards, rules, addresses)

    def find_of(self, deck: Deck, cards: CardTable | CardSet) -> int:
        """The index of the hero of a deck's class."""
        from evometa.games.hearthstone.play.packing import find_hero

        return find_hero(deck, cards)

    def pack_players(self, players: Sequence[Any]) -> NDArray[Any]:
        """The records of some players."""
        from evometa.games.hearthstone.players.player import pack_players

        return pack_players(players)

    def play(self, games: Any, jobs: NDArray[Any], n_cells: int, workspace: Any) -> Played:
        """Play all games of some jobs."""
        from evometa.games.hearthstone.play.packing import play_batch

        return play_batch(games, jobs, n_cells, workspace)

    def prepare(self) -> None:
        """Have the rules compiled. It takes about a minute, if their code is not cached."""
        from evometa.games.hearthstone.play.packing import compile_rules

        compile_rules(self)

    def workspace_size(self, players: NDArray[Any]) -> Any:
        """What the largest searches of some players take."""
        from evometa.games.hearthstone.players.workspace import size_search

        return size_search(players)

    def new_workspace(self, size: Any) -> Any:
        """The memory that one thread plays in."""
        from evometa.games.hearthstone.players.workspace import new_workspace

        return new_workspace(size)

    def watch_halt(self, workspace: Any, halt: NDArray[Any]) -> Any:
        """The same memory, which looks at whether games are to be dropped."""
        return workspace._replace(halt=halt)

    def effort_of(self, players: NDArray[Any]) -> int:
        """How long the longest searches of a turn take, where one of width 1 takes 1."""
        return int((players["width"] + players["replies"] * players["reply_width"]).max(initial=1))

    def make_probes(self, names: Sequence[str]) -> NDArray[Any]:
        """For each feature, weights with which a score is its value."""
        from evometa.games.hearthstone.players.records import make_probes

        return make_probes(names)


def write_template(folder: Path) -> HearthstoneLike:
    """Write a small game of one's own, to begin with; it is named after its folder."""
    name = folder.resolve().name
    for file in sorted(TEMPLATE.rglob("*.toml")):
        text = read_file(file, Where(file.name))
        if file.name == GAME_FILE and NAME.fullmatch(name):
            text = text.replace('name = "harbour"', f'name = "{name}"', 1)
        place = folder / file.relative_to(TEMPLATE)
        make_folder(place.parent)
        write_file(place, text)
    return load_game(folder.resolve())


def load_game(folder: Path) -> HearthstoneLike:
    """The game of a folder, by its whole path. It is read once, and again when something in the folder changes."""
    return HEARTHSTONE if folder == _PACKAGED else _load_own(folder, hash_folder(folder))


@cache
def _load_own(folder: Path, content: str) -> HearthstoneLike:
    """A game of somebody's own; the cards of all its heroes must be there."""
    game = HearthstoneLike(folder)
    heroes = {card.tree["class"] for card in game.own_cards if card.tree["type"] == "hero"}
    if missing := [klass for klass in game.classes if klass not in heroes]:
        where = Where(str(folder / GAME_FILE)) / "classes"
        raise where.error(f"there is no hero card of the class '{missing[0]}' in the folder 'cards'; write one")
    return game


HEARTHSTONE = HearthstoneLike(_PACKAGED)
