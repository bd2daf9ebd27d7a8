"""Games that failed, as files: game logs that also say what they are played with and what went wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.fuzz.batches import Game
from tools.fuzz.variants import Variant

from evometa.games.compiled.compiling import JIT
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.invariants import find_broken
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.play.reasons import REASONS
from evometa.games.hearthstone.watching.game_log import GameLog, Step, format_log, log_tree, parse_log
from evometa.games.hearthstone.watching.playthrough import Playthrough
from evometa.games.players import overlays_of
from evometa.input.errors import InputError, Where
from evometa.input.reading import read_json
from evometa.input.writing import write_file

FOLDER = Path(__file__).parents[2] / "tests" / "fixtures" / "fuzz"


def write_fixture(setting: Game, record: Sequence[tuple[int, int]], problem: str, folder: Path = FOLDER) -> Path:
    """Write the file of a failed game, named by its seed; the last recorded action is the one that failed."""
    start = Playthrough(setting)
    steps = tuple(_describe_steps(start.position, record))
    log = GameLog(setting.decks, setting.players, setting.seed, setting.game, start.start, steps, problem=problem)
    path = folder / f"{setting.seed}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from None
    write_file(path, add_variant(format_log(log), setting.variant))
    return path


def add_variant(text: str, variant: Variant) -> str:
    """The text of a log with one more field, which says what the game is played with."""
    return text.replace("{\n", "{\n" + f' "variant": {json.dumps(variant.tree())},\n', 1)


def read_fixture(path: Path) -> tuple[GameLog, Game]:
    """The log of a file, and the game that it is of."""
    tree, source = read_json(path, Where(str(path))), str(path)
    return _parse_log(tree, source), parse_game(tree, source)


def game_tree(setting: Game) -> dict[str, Any]:
    """A game that is yet to be played as a tree."""
    log = GameLog(setting.decks, setting.players, setting.seed, setting.game, 0, ())
    return {**log_tree(log), "variant": setting.variant.tree()}


def parse_game(tree: Mapping[str, Any], source: str) -> Game:
    """The game of a tree, with the cards as they are now. A log without a variant has its players' overlays."""
    log = _parse_log(tree, source)
    variant = Variant.parse(tree.get("variant", {"overlays": overlays_of(log.players)}))
    return Game.of(variant, log.decks, log.players, log.seed, log.game)


def _parse_log(tree: Mapping[str, Any], source: str) -> GameLog:
    """The log of a tree, in which a variant may stand as well."""
    return parse_log({name: value for name, value in tree.items() if name != "variant"}, source)


def _describe_steps(position: Position, record: Iterable[tuple[int, int]]) -> Iterator[Step]:
    """The recorded actions in words, which are those before each of them is done."""
    for action, state in record:
        words = {legal.code: legal.text for legal in position.actions()}
        yield Step(action, words[action], state)
        _do(position, action)


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
    log, game = read_fixture(path)
    position = Playthrough(game).position
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
