"""The patch of a bench: its notes, the faces of its cards before and after, and how it is kept."""

from __future__ import annotations

from urllib.parse import urlencode

from nicegui import ui

from evometa.balance.explaining import Explanation
from evometa.games.cards import Card, CardSet
from evometa.games.patches.files import format_patch, read_patch
from evometa.games.patches.patch import Patch, notes_of_card
from evometa.input.errors import InputError
from evometa.show.svg.dot_plot import draw_dot_plot
from evometa.story.contributions import contribution_plot, explain_reading, summarise_explanation
from evometa.story.words.numbers import count
from evometa.studio.benches import Bench
from evometa.studio.folder import FileKind, UserFolder
from evometa.studio.pages.files import FileForm
from evometa.studio.pages.parts import LiveChart, PlainButton, Words, named


class PatchView:
    """The patch: what it says, what each change of it buys, and the way back."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        Words("The patch", "h2")
        with named(ui.element("div").classes("tools").props("role=toolbar"), "The patch"):
            self.undo = PlainButton("Undo", "Undo the last change", bench.undo)
            self.redo = PlainButton("Redo", "Redo the change", bench.redo)
            self.clear = PlainButton("Start over", "Start over: take all changes back", lambda: bench.put(Patch()))
        self.size = Words(tag="p", classes="faint")
        self.notes = ui.element("div").classes("notes")
        self.told: Patch | None = None
        self.explanation = _ExplanationView(bench)

    def show(self) -> None:
        """Show the patch as it is."""
        bench = self.bench
        self.undo.enable(bench.place > 0)
        self.redo.enable(bench.place < len(bench.history) - 1)
        self.clear.enable(bool(bench.patch))
        if bench.patch is not self.told:
            self.told = bench.patch
            self._tell(bench.patch.effective(bench.cards))
        self.explanation.show()

    def _tell(self, patch: Patch) -> None:
        cards = self.bench.cards
        size = f"M {patch.magnitude(cards)}, {count(len(patch.card_ids), 'card')} changed"
        self.size.say(size if patch else "Nothing is changed yet: press + or \N{MINUS SIGN} at a card.")
        after = patch.apply(cards)
        self.notes.clear()
        with self.notes:
            for card in cards:
                if card.id in patch.card_ids:
                    _tell_card(card, after[card.id], cards, after, list(notes_of_card(patch, card)))


def _tell_card(old: Card, new: Card, before: CardSet, after: CardSet, notes: list[str]) -> None:
    with ui.element("div").classes("note"):
        for note in notes:
            Words(note, "p", "strong")
        if old != new:
            with ui.element("div").classes("faces"):
                _draw_face("before", old, before)
                _draw_face("after", new, after)


def _draw_face(when: str, card: Card, cards: CardSet) -> None:
    cost = f" ({card.cost} {card.game.words.cost})" if "cost" in card.tree else ""
    with ui.element("div").classes(f"face {when}"):
        Words(when, "p", "faint")
        Words(f"{card.name}{cost}", "p", "strong")
        Words(card.game.rules_text(card, cards), "p")
        Words(card.game.describe_stats(card.tree), "p", "faint")


class _ExplanationView:
    """What each change buys, for those who ask."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.ask = PlainButton("What does each change buy?", "What does each change buy?", bench.explain)
        self.words = Words(tag="p")
        self.picture = LiveChart()
        self.reading = Words(tag="p", classes="faint")
        self.drawn: Explanation | None = None

    def show(self) -> None:
        """Show what is known by now."""
        found, is_asked = self.bench.explanation, self.bench.explaining is not None
        self.ask.set_visibility(bool(self.bench.patch) and not is_asked)
        for part in (self.words, self.picture, self.reading):
            part.set_visibility(is_asked)
        if found is None:
            self.words.say("Games without each change are being played." if is_asked else "")
            self.picture.show("")
            self.reading.say("")
        elif found is not self.drawn:
            self.words.say(summarise_explanation(found))
            self.picture.show(draw_dot_plot(contribution_plot(found)) if found.parts else "")
            self.reading.say(f"{explain_reading(found)} {count(found.games, 'game')} were played.")
        self.drawn = found


def add_ways_on(folder: UserFolder, bench: Bench) -> None:
    """Where to go from here: search for better patches, save this one as a file, or load another."""

    def write() -> str:
        patch = bench.patch.effective(bench.cards)
        if not patch:
            raise InputError("nothing is changed yet, so there is nothing to save; change a card first")
        return format_patch(patch, bench.cards)

    Words("From here", "h2")
    with ui.element("p").classes("on"):
        ui.link("Balance from here", f"/balance?{urlencode({'bench': bench.key})}")
        Words(" searches for patches that even the metagame out, and leaves locked cards alone.")
    with ui.element("div").classes("choices"):
        FileForm(folder, FileKind.PATCH, "patch", write, lambda path: bench.put(read_patch(path, bench.cards)))
