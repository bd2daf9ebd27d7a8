"""Positions that somebody sets up and steps by hand, as in the console. They live in the server, each with a key."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from threading import Lock

from evometa.app.console.action_list import ListedAction, list_actions
from evometa.app.console.session import Session, load_position
from evometa.cards.compiling.compiler import compile_table
from evometa.cards.model import CardSet
from evometa.cards.reading.loader import load_cards
from evometa.engine.telling.position import Position
from evometa.input.errors import InputError
from evometa.matches.thinking import Thinker, Thought
from evometa.players.styles import DEFAULT_PLAYERS, Player, load_player
from evometa.studio.folder import FileKind, UserFile, UserFolder
from evometa.studio.kept import Kept
from evometa.studio.queue import Job, QueueRunner, WorkQueue

MOST_BOARDS = 64
MOST_STEPS = 500  # back
CLASSES, MANA = ("hunter", "mage"), 10  # of a board with nothing on it


@dataclass(eq=False)
class Board:
    """A position, what came before it, and what a player thinks of it; `version` tells that something changed."""

    key: str
    session: Session
    player: Player  # who thinks
    queue: WorkQueue = field(repr=False)
    told: list[str] = field(default_factory=list)  # of the last action
    thought: Thought | None = None  # of the position as it is
    version: int = 0
    job: Job | None = None
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def position(self) -> Position:
        """The position as it is."""
        return self.session.position

    @property
    def problem(self) -> str:
        """Why nobody thinks, for people."""
        return self.job.error if self.job else ""

    def list_actions(self) -> list[ListedAction]:
        """What can be done."""
        return [] if self.position.over else list_actions(self.position)

    def answer(self, line: str) -> None:
        """Do what a line of the console says; a mistake raises an `InputError`, and leaves everything as it was."""
        with self._lock:
            self.told = self.session.answer(line)
            del self.session.history[:-MOST_STEPS]
        self.think()

    def load(self, position: Position) -> None:
        """Go on with another position; what was before can be had back."""
        with self._lock:
            self.session.history.append(self.session.position)
            self.session.position, self.told = position, []
        self.think()

    def think(self) -> None:
        """Let the player think about the position as it is."""
        if self.job:
            self.job.stop()
        self.thought, position = None, self.position
        self.version += 1
        if position.over:
            return

        def work(runner: QueueRunner) -> None:
            thought = Thinker(self.session.table, self.player).think(position.copy())
            if self.position is position:
                self.thought = thought
                self.version += 1

        self.job = self.queue.start("thinks about a position", work)


class Boards:
    """All boards of a studio."""

    def __init__(self, queue: WorkQueue, seed: int) -> None:
        self.queue, self.seed = queue, seed
        self._kept: Kept[Board] = Kept(MOST_BOARDS)

    def start(self, classes: tuple[str, str] = CLASSES) -> Board:
        """A new board with two heroes alone. It takes a moment."""
        card_set = load_cards()
        position = Position.empty(compile_table(card_set), classes)
        position.set_mana(0, MANA).set_mana(1, MANA).seed(self.seed)
        return self.go_on(position, card_set, load_player(DEFAULT_PLAYERS))

    def go_on(self, position: Position, cards: CardSet, player: Player) -> Board:
        """A new board with a position of a game, its cards, and the player who is to think."""
        thinker = player if player.kind == "beam" else load_player(DEFAULT_PLAYERS)
        session = Session(position.copy(), cards, position.stepper.table, lambda position: [])
        board = Board(secrets.token_urlsafe(9), session, thinker, self.queue)
        self._kept.get_or_make(board.key, lambda: board)
        board.think()
        return board

    def get(self, key: str) -> Board:
        """The board of this key; an `InputError` if it is no longer there."""
        found = self._kept.get(key)
        if found is None:
            raise InputError(
                f"this position is no longer there: the studio was started again, or {MOST_BOARDS} others came after "
                "it; begin a new one, or load one that was saved"
            )
        return found

    def load(self, board: Board, folder: UserFolder, reference: str) -> None:
        """Put the position of a file on a board."""
        position = load_position(folder.find(reference), board.session.table)
        is_open = position.game.scripted and not position.game.n_script
        board.load(position.seed(self.seed) if is_open else position)


def save_board(board: Board, folder: UserFolder, name: str) -> UserFile:
    """Write the position into the folder, as the console does."""
    return folder.write(FileKind.POSITION, name, json.dumps(board.position.save(), indent=1) + "\n")
