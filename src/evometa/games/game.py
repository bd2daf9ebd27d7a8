"""What a card game is: all that the laboratory knows of one.

A game tells its cards with their numbers, which decks there may be, and who plays; and it plays: variants of the cards,
match-ups and seeds go in, counts come out. What else it can do it offers by name (`features`); what it cannot do, a
command says in one line. A new game is a class with the methods that are abstract here, and one line in `registry.py`
or a call of `evometa.register`.

There is one object for each game. It keeps nothing but what never changes, so that threads may share it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from evometa.input.errors import InputError, Where
from evometa.input.short_repr import Short

if TYPE_CHECKING:  # so that a game can be named without NumPy and numba, which take long to import
    from numpy.typing import NDArray

    from evometa.games.cards import Card, CardSet
    from evometa.games.decks.deck import Deck
    from evometa.games.decks.measures import DeckMeasure
    from evometa.games.decks.space import DeckSpace
    from evometa.games.players import Player, PlayerFiles
    from evometa.games.tables import CardTable, TableMaker

Tree = Mapping[str, Any]
Rules = Any  # an immutable value of the game's own; all that others read of it is `deck_size`

# What a game may offer besides playing: the words by which it is asked for.
PAIRED = "games one by one"  # so that two patches are compared game by game
STATISTICS = "statistics of cards"  # which cards were drawn and played, and when
POSITIONS = "positions"  # games that are played step by step, and shown
FITTING = "weights to fit"  # players whose weights can be found from positions
OWN_CARDS = "card files"  # cards of one's own beside the game's
DRAFT = "a draft"  # in which decks are picked from what is offered
FEATURES = (PAIRED, STATISTICS, POSITIONS, FITTING, OWN_CARDS, DRAFT)

HIGHEST_NUMBER = 10  # to which patches raise a number, unless it is printed higher
COST_WEIGHT = 2
EVERY_SET = "all"  # the pool of cards with all sets


class Played(NamedTuple):
    """What came out of some jobs."""

    sums: NDArray[Any]  # a row for each cell (`records.Sums`)
    rows: NDArray[Any] | None = None  # if asked for, one for each game, in order (`records.Result`)
    samples: NDArray[Any] | None = None  # if there are probes, what they measured (`records.Sample`)


class GameError(Exception):
    """A game that could not be played to its end. It is a fault of the game; seed and number of the game repeat it."""

    def __init__(self, reason: str, seed: int, game: int, decks: tuple[str, str]) -> None:
        super().__init__(reason, seed, game, decks)  # pickle makes the error again from these
        self.reason, self.seed, self.game, self.decks = reason, seed, game, decks

    @classmethod
    def of_job(cls, job: Any, game: int, reason: str, names: Sequence[str]) -> GameError:
        """The error for the n-th game of a job; `names` are those of all decks."""
        first, second = (names[int(i)] for i in job["decks"])
        return cls(reason, int(job["seed"]), int(job["first"]) + game, (first, second))

    def __str__(self) -> str:
        first, second = self.decks
        return f"{first} against {second}, game {self.game} of the match with seed {self.seed}: {self.reason}"


class SimulatorError(InputError):
    """A simulator of somebody else that failed. What it has not played can be played when it is mended."""


@dataclass(frozen=True)
class Words(Short):
    """What a game calls the things that results speak of."""

    cost: str = "cost"  # what cards cost, as in `3 mana`
    health: str = "health"  # what the one who has none left loses by


class Game(ABC):
    """A card game. What is not abstract has an answer that fits a simple one."""

    # --- what it is -----------------------------------------------------------------------------------------------

    name: str  # as commands, files and runs say it
    title: str  # as people write it
    about: str = ""  # a sentence for lists
    words: Words = Words()
    features: frozenset[str] = frozenset()  # of FEATURES
    counted: tuple[str, ...] = ("turns", "drawn", "spent", "health")  # beside who wins, in sums of games
    options: tuple[str, ...] = ()  # of every command, without which it is not known

    @property
    @abstractmethod
    def rules_version(self) -> int | str:
        """What keeps results apart: it changes when the same seeds bring other games."""

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __reduce__(self) -> Any:
        """A game is known by what it is found by wherever it is sent; nothing of it travels."""
        from evometa.games.registry import find_game

        return find_game, (self.reference,)

    @property
    def reference(self) -> str:
        """What it is found by: its name, or a path where it lies."""
        return self.name

    def require(self, feature: str, what: str) -> None:
        """Raise an `InputError` if the game does not offer what is needed; `what` says for which command or option."""
        if feature not in self.features:
            raise InputError(f"{what} needs {feature}, which the game {self.title} does not offer")

    # --- cards ----------------------------------------------------------------------------------------------------

    classes: tuple[str, ...] = ()  # whose decks there are; none in a game where any card goes into any deck
    sets: tuple[str, ...] = ()  # of cards
    types: tuple[str, ...] = ()  # of cards
    attributes: tuple[str, ...] = ("cost",)  # the numbers on the face of a card, by which cards are likened
    aliases: Mapping[str, str] = {}  # what else people call a number -> the number

    @abstractmethod
    def load_cards(self, files: Iterable[str | Path] = (), overlays: Iterable[str | Path] = ()) -> CardSet:
        """The game's own cards and those of some files, changed by overlays, in order."""

    @cached_property
    def own_cards(self) -> CardSet:
        """The game's own cards. They are loaded once and then kept."""
        return self.load_cards()

    example_card: str = ""  # the text of a card of one's own, to begin with

    def add_cards(self, base: CardSet, text: str, source: str) -> tuple[CardSet, tuple[Card, ...]]:
        """A card set with the cards of a text, and these alone; `source` names the text in messages."""
        raise InputError(f"the game {self.title} does not offer {OWN_CARDS}")

    def list_overlays(self) -> list[str]:
        """The names of the variants of the cards that come with the game."""
        return []

    def read_definition(self, where: Where, tree: Tree) -> Any:
        """What the data of a card means to this game; an `InputError` if it is none."""
        return None

    def is_collectible(self, card: Card) -> bool:
        """Whether decks may hold a card."""
        return bool(card.tree.get("collectible", True))

    def is_playable(self, card: Card) -> bool:
        """Whether somebody can hold it in a hand."""
        return True

    def numbers_by_rules(self, card: Card, rules: Rules) -> dict[str, int]:
        """The numbers on the face of a card that the rules say, not the card."""
        return {}

    def rules_text(self, card: Card, cards: CardSet) -> str:
        """What a card does, in a few sentences; empty if it does nothing but what its numbers say."""
        return str(card.tree.get("text", ""))

    def describe_kind(self, tree: Tree) -> str:
        """What kind of card it is, as people say it."""
        words = [str(tree[name]) for name in ("rarity", "class", "type") if tree.get(name)]
        return " ".join(words).capitalize()

    def describe_stats(self, tree: Tree) -> str:
        """The numbers on its face beside the cost."""
        named = [name for name in self.attributes if name != "cost" and name in tree]
        return ", ".join(f"{tree[name]} {name}" for name in named)

    def describe_briefly(self, tree: Tree) -> str:
        """`3/2 minion`."""
        numbers = "/".join(str(tree[name]) for name in self.attributes if name != "cost" and name in tree)
        return f"{numbers} {tree.get('type', '')}".strip()

    # --- what patches do ------------------------------------------------------------------------------------------

    keywords: Mapping[str, Sequence[str]] = {}  # by the type of a card: those that a patch may give or take

    @cached_property
    def keyword_order(self) -> tuple[str, ...]:
        """All keywords, in the order in which cards have them."""
        return tuple(dict.fromkeys(word for words in self.keywords.values() for word in words))

    def weight_of(self, path: str) -> int:
        """What a point of a number counts in the size of a patch: one of the cost as much as two of anything else."""
        return COST_WEIGHT if path.rpartition(".")[2] == "cost" else 1

    def direction_of(self, path: str, printed: int) -> int:
        """1 if more of a printed number makes a card stronger, -1 if it makes it weaker, 0 if nobody can tell."""
        name = path.rpartition(".")[2]
        return (-1 if name == "cost" else 1) if path == name and name in self.attributes else 0

    def lowest_number(self, path: str, allow_zero: bool) -> int:
        """What patches lower a number to at most, unless it is printed lower."""
        return 0

    def change_number(self, path: str, printed: int, delta: int, allow_zero: bool = False) -> int:
        """The value of a printed number after a change, clamped to what is allowed."""
        if delta == 0:
            return printed
        lowest = min(self.lowest_number(path, allow_zero), printed)
        return min(max(printed + delta, lowest), max(HIGHEST_NUMBER, printed))

    # --- rules ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def load_rules(self, path: str | Path | None = None) -> Rules:
        """The rules of a file (default: the game's own)."""

    def format_rules(self, rules: Rules) -> str:
        """Rules as a TOML file."""
        raise InputError(f"the rules of {self.title} cannot be written")

    def allowed_copies(self, card: Card, rules: Rules) -> tuple[int, str]:
        """How many copies of a card a deck may have, and what says so."""
        return rules.copies, "the rule for copies"

    # --- decks ----------------------------------------------------------------------------------------------------

    styles: tuple[str, ...] = ()  # in which decks are meant to be played
    plain_style: str = ""  # how a deck that is meant for no style is played by those who play every style otherwise
    pools: Mapping[str, tuple[str, ...]] = {}  # of cards, with their sets, besides the sets themselves
    themes: Mapping[str, Callable[[Tree], bool]] = {}  # kinds of cards that random decks have few of
    crafting: Mapping[str, int] = {}  # the rarities of cards, and what a copy costs to craft
    no_rarity: str = ""  # that of a card whose data gives none
    crafting_word: str = ""  # what crafting is paid with; empty if the game has none
    deck_folder: Path | None = None

    def load_decks(self) -> Mapping[str, Deck]:
        """The decks that come with the game, by file name without its ending."""
        from evometa.games.decks.deck import read_decks

        return read_decks(self.deck_folder, self) if self.deck_folder else {}

    metagame_folder: Path | None = None

    def may_hold(self, klass: str, card: Card) -> bool:
        """Whether decks of a class may hold a card, as far as classes go."""
        return not self.classes or card.tree.get("class") in (klass, self.neutral)

    has_codes: bool = False  # whether decks can be written as codes
    neutral: str = ""  # the class of the cards that every class may play

    def is_deck_code(self, text: str) -> bool:
        """Whether a text can only be meant as a deck code of this game."""
        return False

    def read_code(self, code: str, cards: CardSet, where: Where) -> tuple[str, tuple[str, ...]]:
        """The class and the cards of a deck code."""
        raise where.error(f"{self.title} has no deck codes")

    def write_code(self, klass: str, copies: Mapping[str, int], cards: CardSet) -> str:
        """The deck code of a class and the copies of each card, by id."""
        raise InputError(f"{self.title} has no deck codes; write the deck as TOML or as a list")

    def reach_of_cards(self, references: Iterable[str], cards: CardSet) -> frozenset[str]:
        """The ids of these cards, and of all that they can bring about in a game."""
        return frozenset(cards[each].id for each in references)

    def reach_of_deck(self, deck: Deck, cards: CardSet, rules: Rules) -> frozenset[str]:
        """The ids of all cards that can turn up because of a deck."""
        return self.reach_of_cards(deck.cards, cards)

    def draw_offers(self, cards: CardSet, rules: Rules, seed: int) -> Sequence[tuple[str, ...]]:
        """The ids of the cards that a draft offers, pick by pick."""
        raise InputError(f"the game {self.title} does not offer {DRAFT}")

    def unlikeness(self, old: Tree, new: Tree) -> tuple[Any, ...]:
        """How unlike two cards are, what matters most first."""
        stats = sum(abs(old.get(name, 0) - new.get(name, 0)) for name in self.attributes if name != "cost")
        return abs(old.get("cost", 0) - new.get("cost", 0)), old.get("type") != new.get("type"), stats

    @property
    def deck_measures(self) -> tuple[DeckMeasure, ...]:
        """Numbers of a deck, besides those that every game has."""
        return ()

    # --- players --------------------------------------------------------------------------------------------------

    presets: tuple[str, ...] = ()  # with a player for each style
    ladder: tuple[str, ...] = ()  # rungs of skill, from the bottom
    default_player: str  # who plays where nothing is said
    yardstick: str = ""  # who is fast, and good enough to look at many decks

    @property
    @abstractmethod
    def players(self) -> PlayerFiles:
        """Where its players are found, and how they are read and written."""

    def features_of(self, player: Any = None) -> tuple[str, ...]:
        """The features of a position that a player can weigh, or any player; those of a side begin with its name."""
        return ()

    def with_weights(self, player: Any, weights: Mapping[str, int], **names: Any) -> Player:
        """A player with other weights, and with a name and what else is given."""
        raise InputError(f"the game {self.title} does not offer {FITTING}")

    # --- playing --------------------------------------------------------------------------------------------------

    @abstractmethod
    def compile(self, cards: CardSet, rules: Rules | None = None) -> CardTable:
        """Cards under rules (default: the game's own) as the arrays that games are played with."""

    def make_tables(self, cards: CardSet, rules: Rules, addresses: Sequence[str]) -> TableMaker:
        """What makes the tables of many variants of the same cards, in which the numbers with these addresses vary."""
        from evometa.games.tables import TableMaker

        return TableMaker(cards, rules, addresses)

    def find_of(self, deck: Deck, cards: CardTable | CardSet) -> int:
        """What a game must know of a deck besides its cards, such as its class, as a number."""
        return self.classes.index(deck.klass) if self.classes else 0

    def pack_decks(self, decks: Sequence[Deck], cards: CardTable | CardSet) -> NDArray[Any]:
        """Decks as indices into the table of some cards (`records.DeckList`)."""
        from evometa.games.decks.packing import pack_decks

        return pack_decks(decks, cards, lambda deck: self.find_of(deck, cards))

    def pack_counts(self, counts: NDArray[Any], space: DeckSpace, table: CardTable) -> NDArray[Any]:
        """The same for decks that are vectors [k, n] of a deck space."""
        from evometa.games.decks.packing import pack_counts

        return pack_counts(counts, space, table, lambda deck: self.find_of(deck, table))

    @abstractmethod
    def pack_players(self, players: Sequence[Player]) -> NDArray[Any]:
        """Players as records of the game's own."""

    @abstractmethod
    def play(self, games: Any, jobs: NDArray[Any], n_cells: int, workspace: Any) -> Played:
        """Play all games of some jobs (`records.Job`) of a batch (`matches.runners.Games`), in one go.

        A game depends on its seed and number alone. Raises `GameError` at the first that fails.
        """

    def prepare(self) -> None:  # noqa: B027 - there may be nothing to make
        """Make what playing needs and takes long, such as compiled code. It is called before any thread plays."""

    def workspace_size(self, players: NDArray[Any]) -> Any:
        """What the players need room for; workspaces of the same size serve the same games."""
        return 0

    def new_workspace(self, size: Any) -> Any:
        """The memory that one thread plays in."""
        return None

    def watch_halt(self, workspace: Any, halt: NDArray[Any]) -> Any:
        """The same memory; games that are played in it are dropped (`CancelledError`) once halt [1] is 1.

        Only games that may take long need it: others end with their chunk.
        """
        return workspace

    def effort_of(self, players: NDArray[Any]) -> int:
        """How long the slowest of some players takes, where a game of the fastest takes 1."""
        return 1

    def make_probes(self, names: Sequence[str]) -> NDArray[Any]:
        """What measures one feature each at the ends of turns."""
        raise InputError(f"the game {self.title} does not offer {FITTING}")
