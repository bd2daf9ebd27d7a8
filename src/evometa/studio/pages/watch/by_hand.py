"""A position that one sets up and steps by hand: what is on the board, what can be done, and what a player would do."""

from __future__ import annotations

from nicegui import ui

from evometa.games.hearthstone.engine.telling.narration import headline
from evometa.games.hearthstone.sandbox.setups import SETUPS
from evometa.input.shown_text import MOST_NAME, show_message
from evometa.studio.boards import Board
from evometa.studio.folder import FileKind
from evometa.studio.pages.files import FileForm
from evometa.studio.pages.page import LOOK_SECONDS
from evometa.studio.pages.parts import PlainButton, Words, field, focus, named, tell_problems
from evometa.studio.pages.watch.board_view import BoardArtist, ThoughtView, draw_story
from evometa.studio.state import Studio

_SETUP_NAMES = {name: f"{name}: {setup.about}" for name, setup in SETUPS.items()}
_NEEDS_NO_WORDS = ("turn",)
LOOK = "outlined dense"


class HandView:
    """The page of a board."""

    def __init__(self, studio: Studio, board: Board) -> None:
        self.board, self.shown = board, -1
        self.listed: list[str] | None = None  # what can be done, as shown
        self.artist = BoardArtist(board.sandbox.labels, board.sandbox.cards)
        self.headline = Words(tag="p", classes="headline")
        with ui.element("div").classes("watch"):
            with ui.element("div"):
                self.picture = ui.html(sanitize=False).classes("wide")
                self.story = ui.html(sanitize=False).classes("story")
            with named(ui.element("section"), "What can be done"):
                self.heading = Words("You can", "h2")
                self.actions = ui.element("div").classes("actions")
        self.thoughts = ThoughtView(board.sandbox.labels)
        self._add_setup()
        with ui.element("div").classes("choices"):
            FileForm(studio.folder, FileKind.POSITION, "position", board.format, board.load)
        ui.timer(LOOK_SECONDS, self._look)

    def _add_setup(self) -> None:
        Words("Change the position", "h2")
        names = sorted({card.name for card in self.board.sandbox.cards})
        with ui.element("div").classes("choices"):
            self.what = field(ui.select(_SETUP_NAMES, value="add", label="What"), "What to change", LOOK)
            players = {"1": self.artist.labels[0], "2": self.artist.labels[1]}
            self.whose = field(ui.select(players, value="1", label="Whose"), "Whose side", LOOK)
            self.words = ui.input("Card or number", autocomplete=names)
            field(self.words, "Card or number", f"{LOOK} maxlength={MOST_NAME}")
            self.what.classes("broad")
            self.words.on("keydown.enter", lambda: tell_problems(self._change))
            PlainButton("Change", "Change the position", self._change)
            PlainButton("Undo", "Undo the last step", lambda: self.board.answer("undo"))

    def _change(self) -> None:
        """Do what the form says."""
        words = "" if self.what.value in _NEEDS_NO_WORDS else str(self.words.value or "").strip()
        self.board.answer(f"{self.what.value} {self.whose.value} {words}")
        self.words.set_value("")

    def _look(self) -> None:
        """Show what has changed."""
        board = self.board
        if self.shown == board.version:
            return
        self.shown = board.version
        self.headline.say(headline(board.position.stepper))
        self.picture.set_content(self.artist.draw(board.position))
        self.story.set_content(draw_story("", board.told))
        self._show_actions()
        waiting = "The game is over." if board.position.over else f"{board.player.name} is thinking ..."
        self.thoughts.show(board.thought, show_message(board.problem) or waiting)

    def _show_actions(self) -> None:
        """List what can be done, if that has changed: who is about to press something is not to lose it."""
        texts = [listed.text for listed in self.board.list_actions()]
        if texts == self.listed:
            return
        self.listed = texts
        self.actions.clear()
        with self.actions:
            for number, text in enumerate(texts, start=1):
                PlainButton(text, text, lambda number=number: self._act(number))  # type: ignore[misc]

    def _act(self, number: int) -> None:
        """Do one of the things; the button is gone then, so the keyboard is led to what can be done next."""
        self.board.answer(str(number))
        focus(self.heading)
