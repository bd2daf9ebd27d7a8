"""Games that failed, as files: logs that `evometa play --replay` can show, which also say what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.fuzz.batches import card_table

from evometa.engine.compiling import JIT
from evometa.engine.kernel import entry
from evometa.engine.state.invariants import find_broken
from evometa.engine.telling.position import Position
from evometa.input.errors import InputError
from evometa.matches.game_log import GameLog, Step, read_log, write_log
from evometa.matches.playthrough import Playthrough, Setting
from evometa.matches.results import REASONS
from evometa.players.styles import overlays_of

FOLDER = Path(__file__).parents[2] / "tests" / "fixtures" / "fuzz"


def write_fixture(setting: Setting, record: Sequence[tuple[int, int]], problem: str, folder: Path = FOLDER) -> Path:
    """Write the file of a failed game, named by its seed; the last recorded action is the one that failed."""
    start = Playthrough(setting)
    steps = tuple(_describe_steps(start.position, record))
    log = GameLog(setting.decks, setting.players, setting.seed, setting.game, start.start, steps, problem=problem)
    path = folder / f"{setting.seed}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from None
    write_log(log, path)
    return path


def _describe_steps(position: Position, record: Iterable[tuple[int, int]]) -> Iterator[Step]:
    """The recorded actions in words, which are those before each of them is done."""
    for action, state in record:
        words = {legal.code: legal.text for legal in position.actions()}
        yield Step(action, words[action], state)
        _do(position, action)


def restore_setting(log: GameLog) -> Setting:
    """The game of a log, with the cards as they are now."""
    return Setting(card_table(overlays_of(log.players)), log.decks, log.players, log.seed, log.game)


# --- playing a failed game again ----------------------------------------------------------------


@dataclass(frozen=True)
class Replay:
    """How far the recorded actions went this time, and what was wrong after the last of them, if anything was."""

    n_done: int  # fewer than recorded if the next one is no longer legal
    n_recorded: int
    problem: str
    position: Position

    def describe(self) -> list[str]:
        """What came of it, in lines."""
        done = f"{self.n_done} of {self.n_recorded} recorded actions"
        if self.problem:
            return [self.position.text(), "", f"After {done}: {self.problem}."]
        if self.n_done < self.n_recorded:
            return [f"Nothing is wrong after {done}; the next one is no longer legal."]
        return [f"Nothing is wrong after {done}."]


def replay_fixture(path: Path) -> Replay:
    """Do the recorded actions again, as far as they are legal, uncompiled, and check every position."""
    if JIT:
        raise RuntimeError("single positions are checked where NUMBA_DISABLE_JIT is set")
    log = read_log(path)
    position = Playthrough(restore_setting(log)).position
    for n, step in enumerate(log.steps):
        if step.action not in _legal_codes(position):
            return Replay(n, len(log.steps), "", position)
        _do(position, step.action)
        if problem := find_problem(position):
            return Replay(n + 1, len(log.steps), problem, position)
    return Replay(len(log.steps), len(log.steps), "", position)


def find_problem(position: Position) -> str:
    """Why a game cannot go on from here, in words; empty if it can."""
    game = position.game
    code = int(game.error) or int(find_broken(game, position.stepper.table.record))
    return REASONS[code] if code else ""


def _do(position: Position, action: int) -> None:
    """Do an action; what goes wrong in it is for others to find."""
    position.game.n_journal = 0
    position.stepper.run(entry.APPLY, action)


def _legal_codes(position: Position) -> list[int]:
    n = position.stepper.run(entry.LIST_ACTIONS)
    return [int(code) for code in position.stepper.out[:n]]
