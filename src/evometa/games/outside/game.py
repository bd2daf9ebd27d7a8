"""A game that somebody's own simulator plays, as all of the laboratory knows games."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import Card, CardSet
from evometa.games.decks.deck import Deck, build_deck, words_of
from evometa.games.game import OWN_CARDS, PAIRED, Game, Played
from evometa.games.outside.players import OutsidePlayers, pack_players, unpack_player
from evometa.games.outside.simulators import Match, Simulator
from evometa.games.records import Result, Sums
from evometa.games.sizes import MAX_DECK
from evometa.games.tables import CardTable, TableMaker
from evometa.input.errors import Where
from evometa.input.fields import read_fields, whole_number
from evometa.input.reading import read_toml
from evometa.input.short_repr import Short

if TYPE_CHECKING:
    from evometa.games.decks.measures import DeckMeasure
    from evometa.games.players import Player, PlayerFiles

CHUNK_GAMES = 5_000  # that are asked for at once of a game that takes no effort: a second of them
_SEED_BYTES = 6  # so that a seed is the same number in every JSON


@dataclass(frozen=True)
class _DeckRules(Short):
    """How many cards a deck has, and how many of them may be the same."""

    deck_size: int
    copies: int


class OutsideGame(Game):
    """What a simulator tells, with the simulator that plays it."""

    features = frozenset((PAIRED,))
    counted = ("turns",)

    def __init__(self, simulator: Simulator, arrive: Callable[..., Game]) -> None:
        told = simulator.description
        self.simulator, self.told, self._arrive = simulator, told, arrive
        self.name, self.title, self.about = told.name, told.title, told.about
        self.options = simulator.options
        self.classes, self.neutral = told.classes, told.neutral
        self.types, self.sets = (_words(told.cards, name) for name in ("type", "set"))
        printed = (name for card in told.cards for name, value in card.items() if type(value) is int)
        self.attributes = tuple(sorted(dict.fromkeys(printed), key=lambda name: name != "cost"))
        self.ladder = tuple(told.players)
        self.default_player = self.yardstick = self.ladder[-1]
        self._players = OutsidePlayers.of(self, told.players)

    @property
    def rules_version(self) -> str:
        """The version that the simulator tells, and a digest of its code and of all that it tells."""
        return self.simulator.version

    def __reduce__(self) -> Any:
        """What another process needs to find or make the game, and to know that it is the same."""
        return self._arrive, (self.name, self.rules_version, self.simulator.origin)

    # --- cards ----------------------------------------------------------------------------------------------------

    def load_cards(self, files: Iterable[str | Path] = (), overlays: Iterable[str | Path] = ()) -> CardSet:
        """The cards that the simulator tells: it knows no others."""
        for what, given in (("a card file", files), ("an overlay", overlays)):
            if any(True for _ in given):
                self.require(OWN_CARDS, what)
        return CardSet.from_cards(Card.from_tree(tree, self.simulator.source, self) for tree in self.told.cards)

    def weight_of(self, path: str) -> int:
        """What a point of a number counts in the size of a patch."""
        rule = self.told.numbers.get(path)
        return rule.weight if rule else super().weight_of(path)

    def direction_of(self, path: str, printed: int) -> int:
        """1 if more of a number makes a card stronger, -1 if it makes it weaker, 0 if nobody can tell."""
        rule = self.told.numbers.get(path)
        return rule.sign if rule else super().direction_of(path, printed)

    def change_number(self, path: str, printed: int, delta: int, allow_zero: bool = False) -> int:
        """The value of a printed number after a change, within the range of the number."""
        rule = self.told.numbers.get(path)
        if rule is None or delta == 0:
            return super().change_number(path, printed, delta, allow_zero)
        return min(max(printed + delta, min(rule.low, printed)), max(rule.high, printed))

    # --- rules and decks ------------------------------------------------------------------------------------------

    def load_rules(self, path: str | Path | None = None) -> _DeckRules:
        """The rules for decks; those of playing are the simulator's own."""
        usual = _DeckRules(self.told.size, self.told.copies)
        if path is None:
            return usual
        where, count = Where(str(path)), whole_number(1, MAX_DECK)
        found = read_fields(where, read_toml(Path(path), where), {"deck_size": count, "copies": count})
        return _DeckRules(**{"deck_size": usual.deck_size, "copies": usual.copies, **found})

    def format_rules(self, rules: _DeckRules) -> str:
        """Rules as a TOML file."""
        return f"deck_size = {rules.deck_size}\ncopies = {rules.copies}\n"

    def load_decks(self) -> Mapping[str, Deck]:
        """The decks that the simulator tells."""
        where = Where(self.simulator.source) / "decks"
        return {
            "_".join(words_of(name)): build_deck({"name": name, **tree}, where / name, self)
            for name, tree in self.told.decks.items()
        }

    @cached_property
    def deck_measures(self) -> tuple[DeckMeasure, ...]:
        """What the cards of a deck cost, and the sum of each other number."""
        from evometa.games.decks.measures import measure_costs, measure_number

        others = tuple(measure_number(name) for name in self.attributes if name != "cost")
        return (*measure_costs("costs"), *others) if "cost" in self.attributes else others

    # --- players --------------------------------------------------------------------------------------------------

    @property
    def players(self) -> PlayerFiles:
        """Those that the simulator tells, and files that are based on them."""
        return self._players

    def pack_players(self, players: Sequence[Player]) -> NDArray[Any]:
        """Players as texts."""
        return pack_players(players)

    # --- playing --------------------------------------------------------------------------------------------------

    def compile(self, cards: CardSet, rules: _DeckRules | None = None) -> CardTable:
        """All numbers of the cards, in order."""
        numbers = list(cards.numbers().values())
        array = np.array([(numbers,)], [("numbers", "i4", (len(numbers),))])
        names, ids = ("", *(card.name for card in cards)), ("", *cards.roster.ids)
        return CardTable(array, names, ids, cards.roster, self)

    def make_tables(self, cards: CardSet, rules: _DeckRules, addresses: Sequence[str]) -> TableMaker:
        """What adds changes to these numbers."""
        return _NumberMaker(cards, rules, addresses)

    def prepare(self) -> None:
        """Refuse to play what is not here."""
        self.simulator.check()

    def effort_of(self, players: NDArray[Any]) -> int:
        """How many times as long a game takes as the fastest do, by what the simulator says."""
        return max(1, CHUNK_GAMES // self.told.speed)

    def play(self, games: Any, jobs: NDArray[Any], n_cells: int, workspace: Any) -> Played:
        """Have the simulator play all games of some jobs, match by match."""
        rows, sums = np.zeros(int(jobs["games"].sum()), Result), np.zeros(n_cells, Sums)
        start = 0
        with self.simulator.session() as session:
            for job in jobs:
                n = int(job["games"])
                answer, part, cell = session.play(self._match(games, job)), rows[start : start + n], job["cell"]
                part["winner"], part["turns"] = answer.winners, answer.turns
                sums["games"][cell] += n
                sums["wins"][cell] += np.bincount(part["winner"], minlength=3)
                sums["turns"][cell] += sum(answer.turns)
                start += n
        return Played(sums, rows if games.per_game else None)

    def _match(self, games: Any, job: Any) -> Match:
        """A job as a simulator is told it."""
        decks = [games.decks[i] for i in job["decks"].tolist()]
        (one, his), (other, hers) = (unpack_player(games.players[i]) for i in job["players"].tolist())
        first, second = (sorted((deck["cards"][: deck["n"]] - 1).tolist()) for deck in decks)
        klass, enemy = (self.classes[deck["of"]] if self.classes else "" for deck in decks)
        numbers = games.tables["numbers"][job["table"]].tolist()
        return Match(numbers, (first, second), (klass, enemy), (one, other), (his, hers), seeds_of(job))


def seeds_of(job: Any) -> list[int]:
    """The seed of each game of a job: it depends on the seed of the job and the number of the game alone."""
    seed, first = int(job["seed"]), int(job["first"])
    return [_game_seed(seed, first + i) for i in range(int(job["games"]))]


def _game_seed(seed: int, game: int) -> int:
    return int.from_bytes(blake2b(struct.pack("<Qq", seed, game), digest_size=_SEED_BYTES).digest(), "little")


def _words(cards: Sequence[Mapping[str, Any]], name: str) -> tuple[str, ...]:
    """What the cards say of something, each word once; nothing if none says anything."""
    found = tuple(dict.fromkeys(str(card.get(name, "")) for card in cards))
    return () if found == ("",) else found


class _NumberMaker(TableMaker):
    """Adds changes to numbers, which are in the table as they are."""

    def make(self, changes: NDArray[np.int64]) -> NDArray[Any]:
        """[k]: the tables for changes [k, n] of the numbers with these addresses."""
        places = {address: i for i, address in enumerate(self.cards.numbers())}
        printed = self.cards.game.compile(self.cards, self.rules).array
        tables = np.repeat(printed, len(changes))
        numbers = tables["numbers"].astype(np.int64)
        numbers[:, [places[address] for address in self.addresses]] += changes
        tables["numbers"] = numbers
        return tables
