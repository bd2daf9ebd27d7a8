"""Hearthstone as a game: where all that it is and does is found.

What needs NumPy or numba is imported when it is used, because commands that only show cards do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evometa.games.cards import Card, CardSet
from evometa.games.game import FEATURES, Game, Played, Tree, Words
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.grammar import EXAMPLE
from evometa.games.hearthstone.cards.reading import loader
from evometa.games.hearthstone.cards.reading.parser import parse_card
from evometa.games.hearthstone.cards.rules import Rules, format_rules, load_rules
from evometa.games.hearthstone.cards.wording import faces
from evometa.games.hearthstone.decks import codes
from evometa.games.hearthstone.engine import RULES_VERSION
from evometa.input.errors import Where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evometa.games.decks.deck import Deck
    from evometa.games.decks.measures import DeckMeasure
    from evometa.games.players import Player, PlayerFiles
    from evometa.games.tables import CardTable, TableMaker

UNDECKED = ("neutral", "dream")  # classes without decks


class Hearthstone(Game):
    """The Basic and Classic sets, as they were."""

    name, title = "hearthstone", "Hearthstone"
    about = "the Basic and Classic sets of 2014 to 2019"
    words = Words(cost="mana")
    features = frozenset(FEATURES)
    rules_version = RULES_VERSION

    # --- cards ----------------------------------------------------------------------------------------------------

    classes = tuple(name for name in v.CLASSES if name not in UNDECKED)
    neutral = "neutral"
    sets = v.SETS
    types = tuple(v.TYPES)
    attributes = ("cost", "attack", "health", "durability")
    aliases: Mapping[str, str] = {"mana": "cost"}
    keywords: Mapping[str, Sequence[str]] = {kind: tuple(words) for kind, words in v.KEYWORDS_OF.items()}
    keyword_order = tuple(v.PRINTED_KEYWORDS)

    def load_cards(self, files: Iterable[str | Path] = (), overlays: Iterable[str | Path] = ()) -> CardSet:
        """The game's own cards and those of some files, changed by overlays, in order."""
        return loader.load_cards_with(files, overlays)

    @cached_property
    def own_cards(self) -> CardSet:
        """The game's own cards."""
        return loader.game_cards()

    example_card = EXAMPLE

    def add_cards(self, base: CardSet, text: str, source: str) -> tuple[CardSet, tuple[Card, ...]]:
        """A card set with the cards of a text, and these alone."""
        return loader.add_cards(base, text, source)

    def list_overlays(self) -> list[str]:
        """The names of the variants of the cards."""
        return loader.builtin_overlays()

    def read_definition(self, where: Where, tree: Tree) -> Any:
        """What the data of a card means."""
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
    pools: Mapping[str, tuple[str, ...]] = {"paper": ("basic", "classic")}
    themes: Mapping[str, Callable[[Tree], bool]] = {
        "weapons": lambda card: card["type"] == "weapon",
        "overload": lambda card: "overload" in card,
        "secrets": lambda card: "secret" in card,
    }
    crafting: Mapping[str, int] = {"invalid": 0, "free": 0, "common": 40, "rare": 100, "epic": 400, "legendary": 1600}
    no_rarity, crafting_word = "invalid", "dust"
    deck_folder = loader.GAME_CARDS / "decks"
    metagame_folder = loader.GAME_CARDS / "metagames"

    def load_rules(self, path: str | Path | None = None) -> Rules:
        """The rules of a file, all of which it must give."""
        return load_rules(path)

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
        return codes.is_deck_code(text)

    def read_code(self, code: str, cards: CardSet, where: Where) -> tuple[str, tuple[str, ...]]:
        """The class and the cards of a deck code."""
        return codes.read_code(code, cards, where)

    def write_code(self, klass: str, copies: Mapping[str, int], cards: CardSet) -> str:
        """The deck code of a class and the copies of each card, by id."""
        return codes.write_code(klass, copies, cards)

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
        from evometa.games.hearthstone.decks.measures import MEASURES

        return MEASURES

    # --- players --------------------------------------------------------------------------------------------------

    presets = ("paper", "fair")
    ladder = ("novice", "greedy", "fair", "skilled", "expert", "master")
    default_player = "skilled"
    yardstick = "fair-control"

    @property
    def players(self) -> PlayerFiles:
        """Where its players are found, and how they are read and written."""
        from evometa.games.hearthstone.players.player import PLAYERS

        return PLAYERS

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

    def effort_of(self, players: NDArray[Any]) -> int:
        """How long the longest searches of a turn take, where one of width 1 takes 1."""
        return int((players["width"] + players["replies"] * players["reply_width"]).max(initial=1))

    def make_probes(self, names: Sequence[str]) -> NDArray[Any]:
        """For each feature, weights with which a score is its value."""
        from evometa.games.hearthstone.players.records import make_probes

        return make_probes(names)


HEARTHSTONE = Hearthstone()
