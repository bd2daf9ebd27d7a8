"""A film on a page: the board of a frame, step, play, back, what was told and what was thought."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from evometa.games.cards import CardSet
from evometa.games.hearthstone.watching.game_log import format_log
from evometa.games.hearthstone.watching.playthrough import Film
from evometa.studio.folder import FileKind
from evometa.studio.pages.files import SaveForm
from evometa.studio.pages.parts import PlainButton, Slider, Words, named
from evometa.studio.pages.watch.board_view import BoardArtist, ThoughtView, draw_story
from evometa.studio.state import Studio

_PLAY_SECONDS = 1.2  # between two frames
_NO_THOUGHT = "Nothing: this player does not plan, or the game is over."


class FilmView:
    """Shows one frame at a time. `go_on` is called with the frame from which somebody wants to go on by hand."""

    def __init__(self, studio: Studio, film: Film, cards: CardSet, go_on: Callable[[int], None]) -> None:
        self.film, self.at = film, 0
        labels = film.setting.labels
        self.artist = BoardArtist(labels, cards)
        if film.problem:
            Words(film.problem, "p", "problem")
        self.headline = Words(tag="p", classes="headline")
        self._add_controls()
        with ui.element("div").classes("watch"):
            with ui.element("div"):
                self.board = ui.html(sanitize=False).classes("wide")
            with named(ui.element("section").classes("story").props("aria-live=polite"), "What happened"):
                self.story = ui.html(sanitize=False)
                self.next = Words(tag="p", classes="strong")
        self.thoughts = ThoughtView(labels)
        with ui.element("div").classes("choices"):
            PlainButton("Go on by hand from here", "Go on by hand from here", lambda: go_on(self.at))
            SaveForm(studio.folder, FileKind.GAME, "game", lambda: format_log(film.log))
        self.timer = ui.timer(_PLAY_SECONDS, self._play_on, active=False)
        self.show(0)

    def _add_controls(self) -> None:
        buttons = (
            ("\N{LEFTWARDS ARROW TO BAR}", "To the beginning", lambda: self.show(0)),
            ("\N{LEFTWARDS DOUBLE ARROW}", "Back one turn", lambda: self.show(self._turn_before())),
            ("\N{LEFTWARDS ARROW}", "Back one step", lambda: self.show(self.at - 1)),
        )
        later = (
            ("\N{RIGHTWARDS ARROW}", "One step on", lambda: self.show(self.at + 1)),
            ("\N{RIGHTWARDS DOUBLE ARROW}", "One turn on", lambda: self.show(self._turn_after())),
            ("\N{RIGHTWARDS ARROW TO BAR}", "To the end", lambda: self.show(len(self.film.frames) - 1)),
        )
        with named(ui.element("div").classes("tools").props("role=toolbar"), "The film"):
            for text, name, do in buttons:
                PlainButton(text, name, do)
            self.play = PlainButton("Play", "Play the film", self._toggle)
            for text, name, do in later:
                PlainButton(text, name, do)
        last = len(self.film.frames) - 1
        self.slider = Slider("Step of the game", max(last, 1), self.show).classes("film-slider")

    def show(self, at: int) -> None:
        """Show the frame with this number, or the nearest that there is."""
        self.at = max(0, min(at, len(self.film.frames) - 1))
        frame = self.film.frames[self.at]
        self.slider.go_to(self.at)
        self.headline.say(f"Turn {frame.position.turn}, step {self.at} of {len(self.film.frames) - 1}")
        self.board.set_content(self.artist.draw(frame.position))
        actor = self.artist.labels[self.film.frames[self.at - 1].position.current] if self.at else ""
        self.story.set_content(draw_story(actor, frame.lines))
        self.next.say(f"Next: {frame.action}" if frame.action else "")
        self.thoughts.show(frame.thought, _NO_THOUGHT)

    def _toggle(self) -> None:
        self.timer.active = not self.timer.active
        self.play.press(self.timer.active)
        if self.timer.active and self.at == len(self.film.frames) - 1:
            self.show(0)

    def _play_on(self) -> None:
        self.show(self.at + 1)
        if self.at == len(self.film.frames) - 1:
            self.timer.active = False
            self.play.press(False)

    def _turn_before(self) -> int:
        return max((i for i in self.film.turns if i < self.at), default=0)

    def _turn_after(self) -> int:
        return min((i for i in self.film.turns if i > self.at), default=len(self.film.frames) - 1)
