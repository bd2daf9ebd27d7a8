"""The map of a deck search: hover a cell for its deck, click it for the list and the code.

The address says which: `?run=NAME`.
"""

from __future__ import annotations

from asyncio import to_thread
from urllib.parse import urlencode

from nicegui import ui

from evometa.experiments.decks.work import DECKS
from evometa.games.cards import lookup_card
from evometa.games.decks.deck import Deck
from evometa.games.decks.formats import format_toml
from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.show.svg.deck_map import draw_cost_curve, draw_deck_map
from evometa.show.svg.frame import Touch
from evometa.story.cards import read_metagame
from evometa.story.charts.data import CostCurve
from evometa.story.kinds.decks.map import NO_LISTS, MappedDeck, ShownMap, landmark_table, show_map
from evometa.studio.folder import FileKind
from evometa.studio.pages.files import tell_saved
from evometa.studio.pages.page import Arguments, StudioPage
from evometa.studio.pages.parts import LiveChart, PlainButton, Words, named, show_blocks
from evometa.studio.state import Studio

LOOK_SECONDS = 2.0
_MOST_LISTED = 30  # decks in the list beside the map


async def _build(studio: Studio, arguments: Arguments) -> None:
    """The page: a choice of deck searches, and the map of the chosen one."""
    found = await to_thread(studio.runs.list)
    names = [entry.name for entry in found if entry.info.kind == DECKS.name and not entry.problem]
    name = arguments.get("run", names[0] if names else "")
    choice = ui.select(names, value=name if name in names else None, label="Deck search").props("outlined dense")
    named(choice.classes("run-choice"), "Deck search")
    choice.on_value_change(lambda event: ui.navigate.to(f"{PATH}?{urlencode({'run': str(event.value)})}"))
    if not name:
        game = studio.game
        which = f"--class {game.classes[0]}" if game.classes else f"--game {game.name}"
        command = f"evometa decks --algorithm map-elites {which} --out runs/NAME"
        Words(f"There is no deck search in the folder yet. `{command}` makes one.", "p")
        return
    await _MapView(studio, name).look()


class _MapView:
    """The map of a run, which may still be going on."""

    def __init__(self, studio: Studio, name: str) -> None:
        self.studio, self.name = studio, name
        self.shown: ShownMap | None = None
        self.chosen = ""
        self.seen: tuple[object, ...] = ()
        self.state = Words(tag="p", classes="faint")
        ui.link("The run and its report", f"/runs?{urlencode({'run': name})}")
        with ui.element("div").classes("front"):
            with ui.element("div"):
                self.chart = LiveChart()
                self.chart.on_choice(self.choose)
                self.marks = ui.element("div")
            with named(ui.element("section").props("aria-live=polite"), "The chosen deck"):
                self.place = ui.element("div")
        self.list = ui.element("div").classes("tools")
        ui.timer(LOOK_SECONDS, self.look, immediate=False)

    async def look(self) -> None:
        """Show what has changed."""
        try:
            entry = await to_thread(self.studio.runs.entry, self.name)
            seen = (entry.state, entry.info.n_evaluations, entry.info.games_beside)
            self.state.say(entry.problem or f"This search is {entry.state}. {entry.said or entry.best}")
            if seen != self.seen and entry.info.kind == DECKS.name and not entry.problem:
                self.seen = seen
                self.show(await to_thread(self._read_map))
        except InputError as error:
            self.state.say(show_message(str(error)))
            self.state.classes(add="problem", remove="faint")

    def _read_map(self) -> ShownMap | None:
        run = self.studio.runs.read(self.name)
        return show_map(run, read_metagame(run.settings.metagame, run.settings.players), "live-map")

    def show(self, shown: ShownMap | None) -> None:
        """Show a map."""
        if shown is None:
            self.chart.show(
                "<p>The map of a search by map-elites appears when it has measured its best decks again.</p>"
            )
            return
        self.shown = shown
        self.chart.show(draw_deck_map(shown.telling_grid, Touch.BUTTONS))
        self.marks.clear()
        with self.marks:
            show_blocks(landmark_table(shown.landmarks))
        self.list.clear()
        with self.list:
            for deck in list(shown.decks.values())[:_MOST_LISTED]:
                name = deck.title.partition(":")[0]
                PlainButton(name, f"Show {deck.title}", lambda key=deck.key: self.choose(key))  # type: ignore[misc]
        self.choose(self.chosen if self.chosen in shown.decks else next(iter(shown.decks), ""))

    def choose(self, key: str) -> None:
        """Show the deck of a cell."""
        chosen = self.shown.decks.get(key) if self.shown else None
        if chosen is None:
            return
        self.chosen = key
        self.chart.choose(key)
        self.place.clear()
        with self.place:
            Words(chosen.title, "h2")
            Words(f"{chosen.measures}.", "p")
            if chosen.deck is None:
                Words(NO_LISTS, "p", "problem")
            else:
                self._show_deck(chosen, chosen.deck)

    def _show_deck(self, chosen: MappedDeck, deck: Deck) -> None:
        cards = self.shown.cards if self.shown else None
        title = f"{cards.game.words.cost} curve".capitalize() if cards else "Curve"
        ui.html(draw_cost_curve(CostCurve("deck-curve", title, chosen.curve)), sanitize=False)
        with ui.element("ul").classes("deck-list"):
            for name, n in deck.counts().items():
                line = Words(f"{n}x {name}", "li")
                if cards and (card := lookup_card(cards, name)):
                    line.props["title"] = card.game.rules_text(card, cards)
        if code := chosen.code:
            named(ui.input("Deck code", value=code.code).props("readonly outlined dense"), "Deck code")
        with ui.element("div").classes("tools"):
            if code:
                PlainButton("Copy the code", "Copy the code of the deck", lambda: _copy(code.code))
            if not self.studio.folder.read_only:
                PlainButton("Save the deck", "Save the deck into the folder", lambda: self._save(chosen.key, deck))

    def _save(self, key: str, deck: Deck) -> None:
        if self.shown and self.shown.cards is not None:
            text = format_toml(deck, self.shown.cards)
            tell_saved(self.studio.folder.write(FileKind.DECK, f"{self.name.replace('/', ' ')[:40]} {key}", text))


def _copy(code: str) -> None:
    ui.clipboard.write(code)
    ui.notify("Copied.")


PATH = "/decks"
PAGE = StudioPage(PATH, "Decks", "The best deck of every kind that a search has found.", _build)
