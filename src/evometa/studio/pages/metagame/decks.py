"""A deck of a metagame: its cards with their text, its curve, and what its cards do in its games."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nicegui import ui

from evometa.cards.decks.summary import summarise_deck
from evometa.cards.model import CardSet
from evometa.cards.wording.faces import describe_briefly
from evometa.cards.wording.rules_text import rules_text
from evometa.metagame.card_statistics import CardStatistics, card_statistics
from evometa.metagame.evidence import Estimate
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import order_from_high
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.charts.mana_curve import draw_mana_curve
from evometa.report.words.estimates import percent
from evometa.studio.pages.parts import Words, estimated


class Question(NamedTuple):
    """What a plot of cards shows."""

    title: str
    unit: str
    pick: Callable[[CardStatistics], Estimate]
    is_compared: bool = False  # with the win rate of the deck; else with nothing, if it is an effect


QUESTIONS = (
    Question("What drawing a card is worth", "points of win rate", lambda found: found.draw_effect),
    Question("Win rate when drawn", "win rate, %", lambda found: found.wrd, True),
    Question("Win rate when played", "win rate, %", lambda found: found.wrp, True),
)


def show_deck(result: MetagameResult, deck: int) -> Words:
    """The deck, and its cards in the games of the metagame; returns the heading."""
    metagame = result.metagame
    listed = metagame.decks[deck]
    heading = Words(listed.name, "h2")
    about = ", ".join(filter(None, (listed.klass, listed.style, f"played by {metagame.players[deck].name}")))
    Words(about, "p", "faint")
    curve = summarise_deck(listed, metagame.patched_cards).curve
    ui.html(draw_mana_curve("curve", "Mana curve", curve), sanitize=False)
    show_cards(metagame, deck)
    found = describe_cards(result, deck)
    for number, question in enumerate(QUESTIONS):
        ui.html(draw_question(f"cards-{number}", question, found), sanitize=False).classes("wide")
    return heading


def show_cards(metagame: Metagame, deck: int) -> None:
    """The list of the deck, by cost."""
    cards, counts = metagame.patched_cards, _count_cards(metagame, deck)
    with ui.element("div").classes("wide"), ui.element("table").classes("rows cards"):
        Words("Cards", "caption")
        with ui.element("thead"), ui.element("tr"):
            for head in ("copies", "mana", "card", "what it does"):
                Words(head, "th").props["scope"] = "col"
        with ui.element("tbody"):
            for card_id, copies in counts.items():
                _show_card(cards, card_id, copies)


def _count_cards(metagame: Metagame, deck: int) -> dict[str, int]:
    cards = metagame.patched_cards
    found = metagame.decks[deck].card_ids(cards)
    order = sorted(set(found), key=lambda each: (cards[each].cost, cards[each].name))
    return {card_id: found.count(card_id) for card_id in order}


def _show_card(cards: CardSet, card_id: str, copies: int) -> None:
    card = cards[card_id]
    with ui.element("tr"):
        Words(str(copies), "td")
        Words(str(card.cost), "td")
        Words(card.name, "th").props["scope"] = "row"
        Words(". ".join(filter(None, (describe_briefly(card.tree), rules_text(card, cards)))), "td")


def describe_cards(result: MetagameResult, deck: int) -> CardStatistics:
    """What the cards of the deck do, by their names."""
    cards = result.metagame.patched_cards
    names = [cards[card_id].name for card_id in result.cards[deck]]
    return card_statistics(result.sums, deck, names, result.metagame.shares)


def draw_question(name: str, question: Question, found: CardStatistics) -> str:
    """The cards in the order of what is asked for, the highest first."""
    estimate = percent(question.pick(found))
    rows = tuple(DotRow(found.cards[place], estimated(estimate, place)) for place in order_from_high(estimate.value))
    line = 100 * float(found.win_rate.value) if question.is_compared else 0.0
    plot = DotPlot(name, question.title, question.unit, rows, line, is_signed=not question.is_compared)
    return draw_dot_plot(plot)
