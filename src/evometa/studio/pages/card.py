"""A card of one's own: typed in the card language, with its mistakes and its text beside it, and tried in a deck.

The address says which: `?draft=KEY`.
"""

from __future__ import annotations

from asyncio import to_thread
from pathlib import Path

from nicegui import ui

from evometa.games.cards import Card, CardSet
from evometa.input.errors import InputError, Where
from evometa.input.reading import read_file
from evometa.input.shown_text import show_message
from evometa.matches.inference import INTERVAL
from evometa.metagame.metagames import Metagame
from evometa.story.words.numbers import count, interval, rate, rate_interval
from evometa.studio.drafts import Draft, TrialAnswer
from evometa.studio.folder import FileKind
from evometa.studio.pages.files import FileForm
from evometa.studio.pages.page import LOOK_SECONDS, Arguments, StudioPage
from evometa.studio.pages.parts import PlainButton, Problem, Table, Words, estimated, field, named
from evometa.studio.state import Studio

FIRST = "paper-small"
COPIES = {1: "one", 2: "two"}  # as people say it
HEADS = ("against", "before", "after", "change", INTERVAL)


async def _build(studio: Studio, arguments: Arguments) -> None:
    """The page of a draft: that of the address, or a new one."""
    try:
        draft = studio.drafts.find(arguments["draft"]) if "draft" in arguments else studio.start_draft()
    except InputError as error:
        Problem(str(error))
        ui.link("Begin a new card", PATH)
        return
    ui.navigate.history.replace(f"{PATH}?draft={draft.key}")
    editor = _Editor(studio, draft)
    trial = _Trial(studio, draft)
    await editor.write(draft.text)
    await trial.choose_metagame()

    def look() -> None:
        editor.look()
        trial.look()

    ui.timer(LOOK_SECONDS, look)


class _Editor:
    """The text of a card, and beside it what it means."""

    def __init__(self, studio: Studio, draft: Draft) -> None:
        self.studio, self.draft, self.shown = studio, draft, -1
        with ui.element("div").classes("card-editor"):
            self.text = ui.textarea("Card", value=draft.text).props("outlined autogrow debounce=250 spellcheck=false")
            named(self.text.classes("code"), "The card in the card language")
            self.text.on_value_change(lambda event: self.write(str(event.value or "")))
            with named(ui.element("section").props("aria-live=polite"), "What it means"):
                self.meaning = ui.element("div")
        with ui.element("div").classes("choices"):
            FileForm(studio.folder, FileKind.CARDS, "card", lambda: draft.text, self._load, "Name of the file")

    async def write(self, text: str) -> None:
        """Read another text."""
        await to_thread(lambda: self.draft.write(text, self.studio.game.own_cards))
        self.look()

    def look(self) -> None:
        """Show what the text means, if that has changed."""
        if self.shown == self.draft.version:
            return
        self.shown = self.draft.version
        reading = self.draft.reading
        self.meaning.clear()
        with self.meaning:
            if reading.problem:
                Words("This is not a card yet", "h2")
                for line in show_message(reading.problem).splitlines():
                    Words(line, "p", "problem")
            for card in reading.cards:
                _draw_face(card, reading.whole or self.studio.game.own_cards)

    def _load(self, path: Path) -> None:
        self.text.set_value(read_file(path, Where(path.name)))


def _draw_face(card: Card, cards: CardSet) -> None:
    cost = f" ({card.cost} {card.game.words.cost})" if "cost" in card.tree else ""
    with ui.element("div").classes("face"):
        Words(f"{card.name}{cost}", "h2")
        Words(card.game.describe_kind(card.tree), "p", "faint")
        Words(card.game.rules_text(card, cards), "p")
        Words(card.game.describe_stats(card.tree), "p", "strong")


class _Trial:
    """The card in a deck, in place of another."""

    def __init__(self, studio: Studio, draft: Draft) -> None:
        self.studio, self.draft = studio, draft
        self.metagame: Metagame | None = None
        self.drawn: TrialAnswer | None = None
        Words("In a deck", "h2")
        with ui.element("div").classes("choices"):
            self.reference = field(
                ui.select(studio.list_metagames(), value=studio.first_metagame(FIRST), label="Metagame"), "Metagame"
            )
            self.deck = field(ui.select([], label="Deck"), "Deck that gets the card")
            self.old = field(ui.select([], label="In place of"), "Card to replace")
            self.go = PlainButton("Try it", "Try it in the deck", self.start)
            self.go.enable(False)
        self.reference.on_value_change(self.choose_metagame)
        self.deck.on_value_change(self._choose_deck)
        self.problem = Problem()
        with ui.element("div").props("role=status aria-live=polite"):
            self.sentence = Words(tag="p", classes="headline")
        self.surely = Words(tag="p", classes="faint")
        self.place = ui.element("div")

    async def choose_metagame(self) -> None:
        """Offer the decks of the chosen metagame."""
        try:
            self.metagame = await to_thread(self.studio.load_metagame, str(self.reference.value))
        except InputError as error:
            ui.notify(show_message(str(error)), type="warning")
            return
        names = [deck.name for deck in self.metagame.decks]
        self.deck.set_options(names, value=names[0])
        self._choose_deck()

    def _choose_deck(self) -> None:
        """Offer the cards of the chosen deck."""
        if self.metagame is None or self.deck.value is None:
            return
        cards = self.metagame.patched_cards
        deck = self.metagame.decks[self.metagame.index_of(str(self.deck.value))]
        ids = dict.fromkeys(deck.card_ids(cards))
        self.old.set_options({card: cards[card].name for card in ids}, value=next(iter(ids)))
        self.go.enable(True)

    def start(self) -> None:
        """Play with the card as it is now."""
        if self.metagame is None or self.old.value is None:
            raise InputError("the metagame is still being loaded; try again in a moment")
        self.draft.try_in(self.metagame, self.metagame.index_of(str(self.deck.value)), str(self.old.value))

    def look(self) -> None:
        """Show what the games say by now."""
        draft, answer = self.draft, self.draft.answer
        self.problem.tell(draft.problem)
        if answer is None:
            self.sentence.say("The games are being played." if draft.is_running else "")
        elif answer is not self.drawn:
            self.drawn = answer
            self._show(answer)

    def _show(self, answer: TrialAnswer) -> None:
        trial, result = answer.trial, answer.result
        deck, names = trial.deck, result.before.evidence.decks
        change, copies = estimated(result.change_against_meta, deck), COPIES.get(trial.copies, str(trial.copies))
        self.sentence.say(
            f"With {copies} {trial.new.name} in place of {trial.old.name}, the win rate of {names[deck]} against the "
            f"metagame changes by {rate(change.value, signed=True)} points "
            f"({INTERVAL} {rate_interval(change, signed=True)})."
        )
        state = "" if answer.is_last or not self.draft.is_running else "; more are being played"
        self.surely.say(f"{count(answer.games, 'game')} for each match-up, the same with both cards{state}")
        others = [place for place in range(len(names)) if place != deck]
        self.place.clear()
        with self.place:
            Table(f"Win rate of {names[deck]}, in %", HEADS, len(others)).show(
                [_row(answer, other) for other in others]
            )


def _row(answer: TrialAnswer, other: int) -> tuple[str, ...]:
    """A match-up of the deck: the opponent, before, after, the change and its interval."""
    result, pair = answer.result, (answer.trial.deck, other)
    before, after = (rate(float(side.evidence.rates.value[pair])) for side in (result.before, result.after))
    change, low, high = estimated(result.change, pair)
    name = result.before.evidence.decks[other]
    return name, before, after, rate(change, signed=True), interval(100 * low, 100 * high, 1)


PATH = "/card"
PAGE = StudioPage(PATH, "Your card", "Type a card, and see what it does in a deck.", _build)
