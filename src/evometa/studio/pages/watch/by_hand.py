"""A position that one sets up and steps by hand: what is on the board, what can be done, and what a player would do."""

from __future__ import annotations

from nicegui import ui

from evometa.app.console.setup import SETUPS
from evometa.engine.telling.position_text import headline
from evometa.input.shown_text import MOST_NAME, show_message
from evometa.studio.boards import Board, save_board
from evometa.studio.folder import FileKind
from evometa.studio.pages.page import LOOK_SECONDS
from evometa.studio.pages.parts import PlainButton, Words, focus, named, tell_problems, tell_saved
from evometa.studio.pages.watch.board_view import BoardArtist, draw_story
from evometa.studio.pages.watch.thoughts import ThoughtView
from evometa.studio.state import Studio

SETUP_NAMES = {name: f"{name}: {setup.about}" for name, setup in SETUPS.items()}
NEEDS_NO_WORDS = ("turn",)


class HandView:
    """The page of a board."""

    def __init__(self, studio: Studio, board: Board) -> None:
        self.studio, self.board, self.shown = studio, board, -1
        self.listed: list[str] | None = None  # what can be done, as shown
        self.artist = BoardArtist(board.session.labels, board.session.cards)
        self.headline = Words(tag="p", classes="headline")
        with ui.element("div").classes("watch"):
            with ui.element("div"):
                self.picture = ui.html(sanitize=False).classes("wide")
                self.story = ui.html(sanitize=False).classes("story")
            with named(ui.element("section"), "What can be done"):
                self.heading = Words("You can", "h2")
                self.actions = ui.element("div").classes("actions")
        self.thoughts = ThoughtView(board.session.labels)
        self._add_setup()
        self._add_files()
        ui.timer(LOOK_SECONDS, self.look)

    def _add_setup(self) -> None:
        Words("Change the position", "h2")
        names = sorted({card.name for card in self.board.session.cards})
        with ui.element("div").classes("choices"):
            self.what = named(ui.select(SETUP_NAMES, value="add", label="What"), "What to change")
            players = {"1": self.artist.labels[0], "2": self.artist.labels[1]}
            self.whose = named(ui.select(players, value="1", label="Whose"), "Whose side")
            self.words = named(ui.input("Card or number", autocomplete=names), "Card or number")
            for choice in (self.what, self.whose, self.words):
                choice.props("outlined dense")
            self.what.classes("broad")
            self.words.props(f"maxlength={MOST_NAME}")
            self.words.on("keydown.enter", lambda: tell_problems(self.change))
            PlainButton("Change", "Change the position", self.change)
            PlainButton("Undo", "Undo the last step", lambda: self.board.answer("undo"))

    def _add_files(self) -> None:
        folder = self.studio.folder
        with ui.element("div").classes("choices"):
            if not folder.read_only:
                self.name = named(ui.input("Name of the position").props("outlined dense"), "Name of the position")
                PlainButton("Save the position", "Save the position", self.save)
            self.files = named(ui.select(self._list(), label="Load a position"), "Load a position")
            self.files.props("outlined dense options-dense").on_value_change(lambda: tell_problems(self.load))

    def change(self) -> None:
        """Do what the form says."""
        words = "" if self.what.value in NEEDS_NO_WORDS else str(self.words.value or "").strip()
        self.board.answer(f"{self.what.value} {self.whose.value} {words}")
        self.words.set_value("")

    def save(self) -> None:
        """Write the position into the folder."""
        file = save_board(self.board, self.studio.folder, str(self.name.value or "").strip())
        self.files.set_options(self._list())
        tell_saved(file)

    def load(self) -> None:
        """Take the chosen position."""
        if self.files.value is not None:
            reference = str(self.files.value)
            self.files.set_value(None)  # so that it can be loaded again
            self.studio.boards.load(self.board, self.studio.folder, reference)

    def look(self) -> None:
        """Show what has changed."""
        board = self.board
        if self.shown == board.version:
            return
        self.shown = board.version
        self.headline.say(headline(board.position.stepper))
        self.picture.set_content(self.artist.draw(board.position))
        self.story.set_content(draw_story("", board.told))
        self._show_actions()
        is_over = board.position.over
        waiting = "The game is over." if is_over else f"{board.player.name} thinks ..."
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

    def _list(self) -> list[str]:
        return [file.reference for file in self.studio.folder.list_files(FileKind.POSITION)]
