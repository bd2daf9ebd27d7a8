"""One game from its first card to its last action: played, then stepped through again to tell it or to film it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evometa.games.game import GameError
from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.telling.narration import (
    Scene,
    narrate,
    read_events,
    read_scene,
    summarize_board,
    wrap_line,
)
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.engine.telling.sentences import HARD_SPACE, count_words, join_words
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.play.batch import play_jobs
from evometa.games.hearthstone.play.opening import deal_game
from evometa.games.hearthstone.play.reasons import describe_error
from evometa.games.hearthstone.players.player import SearchPlayer, pack_players
from evometa.games.hearthstone.players.records import Weights
from evometa.games.hearthstone.players.workspace import new_workspace, size_search
from evometa.games.hearthstone.watching.game_log import GameLog, Step
from evometa.games.hearthstone.watching.thinking import Thought, recall_thoughts, stream_of
from evometa.games.records import Job, Result, Sample, Sums
from evometa.games.setting import Setting
from evometa.input.short_repr import Short

MOST_GAME = (1 << 63) - 1  # the number of a game under a seed
_LOG_WORDS = 1 << 16  # far more than the longest game needs


class ReplayError(Exception):
    """A game does not go as it was recorded."""


def _players_of(setting: Setting) -> tuple[SearchPlayer, SearchPlayer]:
    """The players of a game, which are of this kind if the game is."""
    first, second = setting.players
    assert isinstance(first, SearchPlayer) and isinstance(second, SearchPlayer)
    return first, second


def record_game(setting: Setting) -> list[tuple[int, int]]:
    """Play a game; returns every action, and the hash of the position after it."""
    record, error = record_any_game(setting)
    if error:
        names = (setting.decks[0].name, setting.decks[1].name)
        raise GameError(describe_error(error), setting.seed, setting.game, names)
    return record


def record_any_game(setting: Setting, options: int = 0) -> tuple[list[tuple[int, int]], int]:
    """The same for a game that may have to stop; also returns the code of the reason, or 0."""
    decks, players = setting.table.game.pack_decks(setting.decks, setting.table), pack_players(setting.players)
    jobs = np.array([(setting.seed, setting.game, 1, 0, 0, (0, 1), (0, 1))], Job)
    workspace = new_workspace(size_search(players))
    results, sums, log = np.zeros(1, Result), np.zeros(1, Sums), np.zeros(_LOG_WORDS, np.uint64)
    nothing = np.zeros(0, Weights), np.zeros(0, Sample)
    play_jobs(setting.table.array, decks, players, jobs, workspace, results, sums, log, options, *nothing)
    words = [int(word) for word in log[1 : int(log[0]) + 1]]
    return list(zip(words[::2], words[1::2], strict=True)), int(results[0].error)


class Playthrough:
    """A game that is stepped through from its start, and told on the way."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.table, self.labels = setting, setting.table, setting.labels
        self.steps: list[Step] = []
        stepper = Stepper(setting.table)
        decks, players = setting.table.game.pack_decks(setting.decks, setting.table), pack_players(setting.players)
        dealt = np.zeros((2, MAX_HAND), np.int16)  # the opening hands before the mulligans
        seed = np.uint64(setting.seed)
        deal_game(stepper.games, setting.table.array, decks, players, seed, setting.game, dealt)
        self.position = Position(stepper)
        self.opening = ["Opening hands", *(line for p in range(2) for line in self._tell_mulligan(p, dealt[p]))]
        stepper.game.journaling = 1
        stepper.run(entry.START)
        if card := int(self.table.record.rules.second_gets):
            self.opening.append(f"  {self.labels[1]} goes second and gets {self.table.names[card]}")
        self.opening += narrate(read_events(stepper.game), Scene(0, {}), self.table, self.labels)
        self.start = self.position.hash()

    def step(self, action: int) -> list[str]:
        """Do an action; returns the lines that tell it, with the board where a turn begins or the game ends."""
        game = self.position.game
        text = {legal.code: legal.text for legal in self.position.actions()}.get(action)
        if text is None:
            raise ReplayError(f"{self._place()}: the recorded action cannot be done here")
        game.n_journal = 0
        scene = read_scene(game)
        self.position.stepper.apply(action)
        self.steps.append(Step(action, text, self.position.hash()))
        events = read_events(game)
        lines = narrate(events, scene, self.table, self.labels)
        if any(e.kind in (j.J_TURN, j.J_OVER) for e in events):
            lines += summarize_board((self.position.side(0), self.position.side(1)), self.labels)
        return lines

    def follow(self, record: Iterable[tuple[int, int]]) -> Iterator[list[str]]:
        """Step through recorded actions, and tell each. A hash that is not as recorded raises a `ReplayError`."""
        for action, expected in record:
            place = self._place()
            yield self.step(action)
            done = self.steps[-1]
            if done.hash != expected:
                found = f"its hash is {done.hash:016x}, the recorded one {expected:016x}"
                raise ReplayError(f"{place}: after '{done.text}' the position is not as recorded; {found}")

    def log(self) -> GameLog:
        """All that has been stepped through so far, fit for a file."""
        made_of = self.setting
        return GameLog(made_of.decks, _players_of(made_of), made_of.seed, made_of.game, self.start, tuple(self.steps))

    def _place(self) -> str:
        return f"step {len(self.steps) + 1}, turn {self.position.turn}"

    def _tell_mulligan(self, player: int, dealt: NDArray[np.int16]) -> list[str]:
        me = self.position.game.players[player]
        n = int(me.n_hand)
        before, after = Counter(map(int, dealt[:n])), Counter(int(me.hand[i].card) for i in range(n))
        text = f"{self.labels[player]} is dealt {self._names(before)}"
        if thrown := before - after:
            text += f", and throws back {self._names(thrown)} for {self._names(after - before)}"
        return wrap_line(text, "  ")

    def _names(self, cards: Counter[int]) -> str:
        names = (self.table.names[card].replace(" ", HARD_SPACE) for card in cards.elements())
        return join_words(count_words(names))


@dataclass(frozen=True, eq=False)
class _Frame(Short):
    """A position, the lines that tell how it came about, and what its player thinks of it; None: nothing."""

    position: Position
    lines: tuple[str, ...]
    thought: Thought | None = None
    action: str = ""  # what is done next


@dataclass(frozen=True, eq=False)
class Film(Short):
    """All frames of a game, from the opening hands to the end."""

    setting: Setting
    frames: tuple[_Frame, ...]
    log: GameLog
    problem: str = ""  # why it ends before the game does

    @property
    def turns(self) -> tuple[int, ...]:
        """The frames with which turns begin."""
        numbers = [frame.position.turn for frame in self.frames]
        return tuple(i for i, turn in enumerate(numbers) if i == 0 or turn != numbers[i - 1])


def film_game(setting: Setting) -> Film:
    """Play a game, and film it."""
    return _film(setting, record_game(setting), None)


def film_log(log: GameLog, setting: Setting) -> Film:
    """The game of a log; where it goes another way than recorded, the film ends, and says so."""
    return _film(setting, [(step.action, step.hash) for step in log.steps], log.start)


def _film(setting: Setting, record: Sequence[tuple[int, int]], start: int | None) -> Film:
    playthrough = Playthrough(setting)
    positions, told, problem = [playthrough.position.copy()], [tuple(playthrough.opening)], ""
    try:
        if start not in (None, playthrough.start):
            raise ReplayError("the start: the opening hands are not as recorded")
        for lines in playthrough.follow(record):
            positions.append(playthrough.position.copy())
            told.append(tuple(lines))
    except ReplayError as error:
        problem = f"the game goes another way than recorded, at {error}"
    steps = playthrough.steps[: len(positions) - 1]
    key = stream_of(setting.seed, setting.game)
    thoughts = recall_thoughts(setting.table, _players_of(setting), key, positions[0], [step.action for step in steps])
    ends = ([*thoughts, None], [*(step.text for step in steps), ""])
    frames = tuple(map(_Frame, positions, told, *ends))
    return Film(setting, frames, playthrough.log(), problem)
