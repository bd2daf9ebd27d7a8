"""A game as frames that can be looked at in any order: each position, how it came about, and what is thought in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evometa.engine.telling.position import Position
from evometa.input.short_repr import short_repr
from evometa.matches.game_log import GameLog
from evometa.matches.playthrough import Playthrough, ReplayError, Setting, record_game
from evometa.matches.thinking import Thought, recall_thoughts, stream_of


@dataclass(frozen=True, eq=False)
class Frame:
    """A position, the lines that tell how it came about, and what its player thinks of it; None: nothing."""

    position: Position
    lines: tuple[str, ...]
    thought: Thought | None = None
    action: str = ""  # what is done next

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class Film:
    """All frames of a game, from the opening hands to the end."""

    setting: Setting
    frames: tuple[Frame, ...]
    log: GameLog
    problem: str = ""  # why it ends before the game does

    __repr__ = short_repr

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
    thoughts = recall_thoughts(setting.table, setting.players, key, positions[0], [step.action for step in steps])
    ends = ([*thoughts, None], [*(step.text for step in steps), ""])
    frames = tuple(map(Frame, positions, told, *ends))
    return Film(setting, frames, playthrough.log(), problem)
