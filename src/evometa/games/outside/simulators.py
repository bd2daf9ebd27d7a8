"""Who plays the games: an object in Python here, a program in `programs.py`. Both are asked through the same few words.

A simulator keeps what plays (an instance of the class, or a process) from one chunk to the next, one for each thread
that is at work. What has failed is not used again.
"""

from __future__ import annotations

import hashlib
import inspect
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from evometa.games.cards import walk_numbers
from evometa.games.game import SimulatorError
from evometa.games.outside.description import FIELDS, Description, read_description
from evometa.input.errors import InputError, Where
from evometa.input.shown_text import show_name

MOST_TURNS = 30_000  # that there is room for
SEATS = (0, 1, 2)  # who can have won: the first deck, the second one, or nobody


class DeckSeen(tuple[str, ...]):
    """A deck as a Python simulator sees it: what it calls each card, in the order of the cards; and its class."""

    klass: str = ""


class PlayerSeen(str):
    """A player as a Python simulator sees it: its name, and the options that a player's file gives."""

    options: Mapping[str, Any] = MappingProxyType({})


class Match(NamedTuple):
    """Some games of the same decks and players."""

    numbers: Sequence[int]  # of all cards, in order
    decks: tuple[list[int], list[int]]  # the cards of each, by their places from 0 on, in order
    classes: tuple[str, str]
    players: tuple[str, str]
    options: tuple[Mapping[str, Any], Mapping[str, Any]]
    seeds: list[int]


class Answer(NamedTuple):
    """What a simulator says of a match."""

    winners: Sequence[int]  # of each game: 0, 1, or 2 for a draw
    turns: Sequence[int]  # of each game; 0 where the simulator does not say


class Session:
    """One that plays, for one thread at a time."""

    def play(self, match: Match) -> Answer:
        """Play a match; raises `SimulatorError` if that cannot be done."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of all that it holds."""


class Simulator:
    """What a game is played by."""

    source: str  # what messages call it
    description: Description
    origin: tuple[str, ...] = ()  # what another process needs to make it again; nothing: the name, if it is known there
    code: str = ""  # a digest of the code, as far as it is known

    def __init__(self) -> None:
        self._idle: list[Session] = []  # threads take from it and put back, each in one step

    @property
    def options(self) -> tuple[str, ...]:
        """What has to be typed with every command, so that it is known."""
        match self.origin:
            case ("file", path):
                return "--game", Path(path).name
            case ("command", command, _):
                return "--game-command", command
        return ()

    @property
    def version(self) -> str:
        """What keeps results apart: the version that it tells, and a digest of its code and of what it tells."""
        digest = hashlib.sha256(f"{self.code} {self.description.digest}".encode()).hexdigest()[:16]
        return f"{self.description.version} sha256:{digest}"

    def start(self) -> Session:
        """One more that plays."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise an `InputError` if it cannot play."""

    @contextmanager
    def session(self) -> Iterator[Session]:
        """For `with`: one that plays, and that nobody else uses meanwhile."""
        try:
            found = self._idle.pop()
        except IndexError:
            found = self.start()
        try:
            yield found
        except BaseException:
            found.close()
            raise
        self._idle.append(found)

    def close(self) -> None:
        """Let go of all that are idle."""
        while self._idle:
            self._idle.pop().close()


class AbsentSimulator(Simulator):
    """In place of one that is not here: it says why, as soon as games are asked for."""

    def __init__(self, problem: str, name: str) -> None:
        super().__init__()
        self.problem, self.source = problem, name
        told = {"name": name, "version": "absent", "cards": {"none": {"cost": 0}}}
        self.description = read_description(Where(name), told)

    def check(self) -> None:
        """It cannot."""
        raise InputError(self.problem)

    def start(self) -> Session:
        """It cannot."""
        raise InputError(self.problem)


def check_answer(found: Any, turns: Any, match: Match, who: str) -> Answer:
    """The answer, if it is one."""
    n = len(match.seeds)
    _check_list(found, n, f"{who}: winners", SEATS)
    if turns is not None:
        _check_list(turns, n, f"{who}: turns", range(MOST_TURNS + 1))
    return Answer(found, turns or [0] * n)


def _check_list(found: Any, n: int, what: str, allowed: Sequence[int]) -> None:
    if not isinstance(found, list | tuple):
        raise SimulatorError(f"{what}: found {show_name(repr(found))}; allowed: a list, one for each of {n} games")
    if len(found) != n:
        raise SimulatorError(f"{what}: found {len(found)}; allowed: one for each of {n} games")
    for value in found:
        if type(value) is not int or value not in allowed:
            raise SimulatorError(
                f"{what}: found {show_name(repr(value))}; allowed: "
                + ("0 (the first deck), 1 (the second one) or 2 (a draw)" if allowed is SEATS else "0 to 30,000")
            )


# --- in Python ------------------------------------------------------------------------------------


class PythonSimulator(Simulator):
    """A class, of which each thread has an instance; or an object, which all of them share."""

    def __init__(self, made_by: Any, source: str = "", origin: tuple[str, ...] = (), code: str = "") -> None:
        super().__init__()
        self.made_by, self.source, self.origin = made_by, source or _name_of(made_by), origin
        where = Where(self.source)
        if not is_simulator(made_by):
            raise where.error("this is no game; allowed: a class with name, version, cards, and play or play_many")
        told = {name: getattr(made_by, name) for name in FIELDS if hasattr(made_by, name)}
        self.description = read_description(where, told)
        self.code = code or _digest_source(made_by)
        self.addresses = [
            (i, address.partition(".")[2])
            for i, card in enumerate(self.description.cards)
            for address, _ in walk_numbers("", card)
        ]

    def start(self) -> Session:
        """An instance of the class."""
        return _PythonSession(self, self.made_by() if isinstance(self.made_by, type) else self.made_by)


def is_simulator(found: Any) -> bool:
    """Whether a class or an object has what a simulator needs."""
    plays = any(callable(getattr(found, name, None)) for name in ("play", "play_many"))
    return plays and hasattr(found, "name") and hasattr(found, "cards")


def _name_of(made_by: Any) -> str:
    return getattr(made_by, "__qualname__", type(made_by).__qualname__)


def _digest_source(made_by: Any) -> str:
    """A digest of the file or the text of a class; nothing where it cannot be had, as in a notebook."""
    kind = made_by if isinstance(made_by, type) else type(made_by)
    try:
        file = inspect.getsourcefile(kind)
        text = Path(file).read_bytes() if file else inspect.getsource(kind).encode()
    except (OSError, TypeError):
        return ""
    return hashlib.sha256(text).hexdigest()


class _PythonSession(Session):
    """An object that plays."""

    def __init__(self, simulator: PythonSimulator, player: Any) -> None:
        self.simulator, self.player = simulator, player
        self.told: tuple[Sequence[int], Mapping[str, Mapping[str, int]]] = ((), {})

    def play(self, match: Match) -> Answer:
        """Play game by game, or all of them at once if the class can."""
        keys = self.simulator.description.keys
        decks = [DeckSeen(keys[card] for card in cards) for cards in match.decks]
        players = [PlayerSeen(name) for name in match.players]
        for deck, klass, player, options in zip(decks, match.classes, players, match.options, strict=True):
            deck.klass, player.options = klass, options
        asked = (self._numbers(match.numbers), *decks, *players)
        try:
            if hasattr(self.player, "play_many"):
                found = self.player.play_many(*asked, match.seeds)
            else:
                found = [self.player.play(*asked, seed) for seed in match.seeds]
        except Exception as error:
            raise SimulatorError(self._describe(error, match)) from error
        winners, turns = _split(found)
        return check_answer(winners, turns, match, self.simulator.source)

    def _numbers(self, numbers: Sequence[int]) -> Mapping[str, Mapping[str, int]]:
        """By card, its numbers by name. Nobody can change them."""
        if self.told[0] != numbers:
            keys = self.simulator.description.keys
            trees: dict[str, dict[str, int]] = {key: {} for key in keys}
            for (card, path), value in zip(self.simulator.addresses, numbers, strict=True):
                trees[keys[card]][path] = value
            self.told = numbers, MappingProxyType({key: MappingProxyType(tree) for key, tree in trees.items()})
        return self.told[1]

    def _describe(self, error: Exception, match: Match) -> str:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return (
            f"{self.simulator.source}: {Path(frame.filename).name}, line {frame.lineno}: "
            f"{type(error).__name__}: {error}; asked for {len(match.seeds)} games from the seed {match.seeds[0]} on"
        )


def _split(found: Any) -> tuple[Any, Any]:
    """Winners, and turns if they are told: pairs game by game, or a pair of lists."""
    if isinstance(found, tuple) and len(found) == 2 and all(isinstance(part, list | tuple) for part in found):
        return found
    if isinstance(found, list) and found and all(isinstance(each, tuple) and len(each) == 2 for each in found):
        return [winner for winner, _ in found], [turns for _, turns in found]
    return found, None
