"""Legends of Code and Magic as a game: where all that it is and does is found.

What needs NumPy or numba is imported when it is used, because commands that only list games do without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evometa.games.game import DRAFT, FITTING, OWN_CARDS, PAIRED, STATISTICS, Game, Played, Tree, Words
from evometa.games.locm import vocabulary as v
from evometa.input.errors import Where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evometa.games.cards import Card, CardSet
    from evometa.games.decks.measures import DeckMeasure
    from evometa.games.locm.rules import Rules
    from evometa.games.players import Player, PlayerFiles
    from evometa.games.tables import CardTable, TableMaker

DATA = Path(__file__).parent / "data"
_DRAFT_CARDS = 60  # different cards of which a draft offers some, pick by pick
_OFFERED = 3  # in each pick, all of them different


class Locm(Game):
    """Version 1.2: 160 cards, two lanes, no classes."""

    name, title = "locm", "Legends of Code and Magic"
    about = "version 1.2 of a game made for contests of programs: 160 cards, two lanes, a draft"
    words = Words(cost="mana")
    features = frozenset((PAIRED, STATISTICS, FITTING, OWN_CARDS, DRAFT))
    rules_version = 1

    # --- cards ----------------------------------------------------------------------------------------------------

    types = v.TYPES
    attributes = v.FACE
    aliases: Mapping[str, str] = {"mana": "cost", "defense": "defence", "health": "defence"}
    keywords = dict.fromkeys(types, v.KEYWORDS)
    example_card = """[[card]]
id = "X001"
name = "Harbour Watch"
type = "creature"
cost = 3
attack = 2
defence = 4
keywords = ["guard"]
draw = 1
"""

    def load_cards(self, files: Iterable[str | Path] = (), overlays: Iterable[str | Path] = ()) -> CardSet:
        """The game's own cards and those of some files, changed by overlays, in order."""
        from evometa.games.locm.cards import load_cards

        return load_cards(files, overlays)

    def add_cards(self, base: CardSet, text: str, source: str) -> tuple[CardSet, tuple[Card, ...]]:
        """A card set with the cards of a text, and these alone."""
        from evometa.games.locm.cards import add_cards

        return add_cards(base, text, source)

    def read_definition(self, where: Where, tree: Tree) -> Any:
        """What the data of a card means."""
        from evometa.games.locm.cards import read_face

        return read_face(where, tree)

    def rules_text(self, card: Card, cards: CardSet) -> str:
        """What a card does, in a sentence."""
        text: str = card.definition.text()
        return text

    def describe_briefly(self, tree: Tree) -> str:
        """`3/2 creature`, `+1/+1 green item` or `blue item`."""
        kind, numbers = str(tree.get("type")), [int(tree.get(name, 0)) for name in v.FACE[1:]]
        form = "d" if kind == v.TYPES[0] else "+d"
        told = "/".join(format(number, form) for number in numbers) if form == "d" or any(numbers) else ""
        return f"{told} {kind}".strip()

    # --- what patches do ------------------------------------------------------------------------------------------

    def direction_of(self, path: str, printed: int) -> int:
        """Whether more of a number makes a card stronger: an enemy's loss of attack is below 0."""
        return v.direction_of(path, printed)

    def change_number(self, path: str, printed: int, delta: int, allow_zero: bool = False) -> int:
        """The value of a printed number after a change: effects keep their sign, and creatures have some defence."""
        low, high = v.limits_of(path, printed, allow_zero)
        return min(max(printed + delta, low), high) if delta else printed

    # --- rules and decks ------------------------------------------------------------------------------------------

    deck_folder = DATA / "decks"
    metagame_folder = DATA / "metagames"

    def load_rules(self, path: str | Path | None = None) -> Rules:
        """The rules of a file; what it does not say is as in the game."""
        from evometa.games.locm.rules import load_rules

        return load_rules(path)

    def format_rules(self, rules: Rules) -> str:
        """Rules as a TOML file."""
        from evometa.games.locm.rules import format_rules

        return format_rules(rules)

    @cached_property
    def deck_measures(self) -> tuple[DeckMeasure, ...]:
        """Numbers of a deck, besides those that every game has."""
        from evometa.games.decks.measures import measure_costs, measure_type

        types = (measure_type(kind, f"{kind.replace(' ', '_')}s") for kind in self.types)
        return *measure_costs(f"{self.words.cost} costs"), *types

    def draw_offers(self, cards: CardSet, rules: Rules, seed: int) -> list[tuple[str, ...]]:
        """What a draft offers in each pick, by id; both players are offered the same."""
        import numpy as np

        rng = np.random.default_rng(seed)
        pool = rng.choice([card.id for card in cards], min(len(cards), _DRAFT_CARDS), replace=False)
        picks = range(rules.deck_size)
        return [tuple(str(each) for each in rng.choice(pool, _OFFERED, replace=False)) for _ in picks]

    # --- players --------------------------------------------------------------------------------------------------

    ladder = ("random", "greedy", "planner", "thinker", "expert")
    default_player = "thinker"
    yardstick = "greedy"

    @property
    def players(self) -> PlayerFiles:
        """Where its players are found, and how they are read and written."""
        from evometa.games.locm.players.player import PLAYERS

        return PLAYERS

    def features_of(self, player: Any = None) -> tuple[str, ...]:
        """The features of a position that a player can weigh, or any player."""
        from evometa.games.locm.players.player import features_of

        return features_of(player)

    def with_weights(self, player: Any, weights: Mapping[str, int], **names: Any) -> Player:
        """The player with other weights."""
        from evometa.games.locm.players.player import with_weights

        return with_weights(player, weights, **names)

    # --- playing --------------------------------------------------------------------------------------------------

    def compile(self, cards: CardSet, rules: Rules | None = None) -> CardTable:
        """Cards under rules (default: the game's own) as the table that the engine reads."""
        from evometa.games.locm.cards import compile_table

        return compile_table(cards, rules)

    def make_tables(self, cards: CardSet, rules: Rules, addresses: Sequence[str]) -> TableMaker:
        """What makes the tables of many variants of the same cards."""
        from evometa.games.locm.cards import NumberWriter

        return NumberWriter(cards, rules, addresses)

    def pack_players(self, players: Sequence[Any]) -> NDArray[Any]:
        """The records of some players."""
        from evometa.games.locm.players.player import pack_players

        return pack_players(players)

    def play(self, games: Any, jobs: NDArray[Any], n_cells: int, workspace: Any) -> Played:
        """Play all games of some jobs."""
        from evometa.games.locm.packing import play_batch

        return play_batch(games, jobs, n_cells, workspace)

    def prepare(self) -> None:
        """Have the rules compiled, if their code is not cached."""
        from evometa.games.locm.packing import compile_rules

        compile_rules()

    def new_workspace(self, size: Any) -> Any:
        """The memory that one thread plays in."""
        from evometa.games.locm.players.turns import new_workspace

        return new_workspace()

    def effort_of(self, players: NDArray[Any]) -> int:
        """How long the widest search takes."""
        from evometa.games.locm.players.player import effort_of

        return effort_of(players)

    def make_probes(self, names: Sequence[str]) -> NDArray[Any]:
        """For each feature, weights with which a score is its value."""
        from evometa.games.locm.players.player import make_probes

        return make_probes(names)


LOCM = Locm()
