"""Which cards of a deck win and lose games in a metagame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL, Estimates
from evometa.metagame.cards.card_statistics import CardStatistics, Seat, card_statistics
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import order_from_high
from evometa.story.blocks import Column, Fact, Facts, Figure, Headline, Table, Teller
from evometa.story.cards import CardFaces
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.formats import COUNT, IN_POINTS, PLAIN_RATE, RATE, WHOLE, Quantity
from evometa.story.laboratory.told import Told, data_table, finish_story, head_of, table_of_rows
from evometa.story.words.numbers import count, listed, percent, points, rate, rate_interval

SEATS = {
    Seat.BOTH: "from both seats",
    Seat.STARTING: "those that the deck starts",
    Seat.SECOND: "those in which it goes second",
}
_CHARTS_EXPLAINED = (
    f"With {INTERVAL}s. Draw effect: how much more often games are won in which the card is drawn than games that "
    "last as long and still miss it. WRD and WRP: win rate when drawn, and when played. Filled dots: the interval "
    "leaves the line out, which is 0 or the deck's own win rate."
)
_TABLE_EXPLAINED = (
    "Effect: what drawing the card is worth, in points of win rate, compared with games that reached the same turn "
    "without it. WRD, WRP: the deck's win rate when the card was drawn, and when it was played. Turn: the player's own "
    'turn in which it is played, on average. What each of them can tell is on the page "Card statistics" of the '
    "documentation."
)
_FROM_OWN = "above or below the deck's own win rate"
TURN = Quantity(decimals=1)


class Order(StrEnum):
    """What a list of cards is sorted by."""

    EFFECT = "effect"
    WRD = "wrd"
    WRP = "wrp"
    PLAY_RATE = "play-rate"
    DRAWN = "drawn"
    TURN = "turn"
    COST = "cost"
    NAME = "name"


@dataclass(frozen=True)
class Selection:
    """Which cards of a deck are shown, and in which order."""

    order: Order = Order.EFFECT
    text: str = ""  # a part of the name
    least_drawn: int = 0


class _DeckCard(NamedTuple):
    """What a distinct card of a deck is."""

    name: str
    id: str
    copies: int
    cost: int


@dataclass(frozen=True)
class DeckCards:
    """The cards of a deck, with their statistics from the games of one seat or of both."""

    result: MetagameResult
    place: int
    seat: Seat = Seat.BOTH

    @property
    def deck(self) -> str:
        """The name of the deck."""
        return self.result.metagame.decks[self.place].name

    @cached_property
    def cards(self) -> list[_DeckCard]:
        """What each distinct card of the deck is, in the order of the statistics."""
        card_set = self.result.metagame.patched_cards
        copies = Counter(self.result.metagame.decks[self.place].card_ids(card_set))
        cards = [card_set[card] for card in self.result.cards[self.place]]
        return [_DeckCard(card.name, card.id, copies[card.id], card.cost) for card in cards]

    @cached_property
    def found(self) -> CardStatistics:
        """The numbers of the games that count."""
        return self.of_seat(self.seat)

    def of_seat(self, seat: Seat) -> CardStatistics:
        """The numbers of one seat or of both."""
        names = [card.name for card in self.cards]
        return card_statistics(self.result.sums, self.place, names, self.result.metagame.shares, seat)

    def choose(self, selection: Selection) -> list[int]:
        """The places of the cards that fit, in order; those of which nothing is known come last."""
        cards, found = self.cards, self.found
        numbers = {
            Order.EFFECT: found.draw_effect.value,
            Order.WRD: found.wrd.value,
            Order.WRP: found.wrp.value,
            Order.PLAY_RATE: found.play_rate.value,
            Order.DRAWN: found.drawn,
            Order.TURN: -found.turn_played,
            Order.COST: -np.array([card.cost for card in cards]),
            Order.NAME: np.zeros(len(cards)),
        }[selection.order]
        fitting = [
            k
            for k, card in enumerate(cards)
            if selection.text.casefold() in card.name.casefold() and found.drawn[k] >= selection.least_drawn
        ]
        return sorted(fitting, key=lambda k: (bool(np.isnan(numbers[k])), -np.nan_to_num(numbers[k]), cards[k].name))


def tell_cards(deck: DeckCards, selection: Selection) -> Told:
    """All that the games tell about the cards of a deck: those that were chosen, in their order."""
    result, chosen, teller = deck.result, deck.choose(selection), Teller()
    faces = CardFaces(result.metagame.patched_cards)
    headline = Headline(_tell_drawn(deck.found, chosen, deck.deck), "draw effect")
    teller.tell("summary", "In short", headline, _facts(deck.found))
    teller.tell("charts", "Which cards win", cards_figure(deck.found, chosen, faces))
    teller.tell("cards", "Cards", _card_table(deck, chosen, faces))
    title = f"Which cards win: {deck.deck} in {result.metagame.name}"
    story = finish_story(title, teller, count(result.games, "game"), result)
    rows = _card_data(deck, chosen)
    table = table_of_rows("cards", [*map(_flatten, rows)]) if rows else data_table("cards", {"name": []})
    return Told(story, _data(deck, rows), {"cards": table}, result.games, result.is_partial)


def _facts(found: CardStatistics) -> Facts:
    own, effect = found.win_rate.at(()), found.draw_effect
    return Facts(
        (
            Fact("Win rate of the deck", f"{rate(own.value)}%", f"{INTERVAL} {rate_interval(own)}"),
            Fact("Clearly help", f"{int((effect.low > 0).sum())}", "cards that win games when drawn"),
            Fact("Clearly hurt", f"{int((effect.high < 0).sum())}", "cards that lose games when drawn"),
            Fact("Games", f"{found.games:,}", f"{SEATS[found.seat]}, mirrors left out"),
        ),
        "All in all",
    )


def cards_figure(found: CardStatistics, chosen: Sequence[int], faces: CardFaces) -> Figure:
    """Four charts of the cards beside each other."""
    first, *others = _plots(found, chosen, faces)
    return Figure(first, _CHARTS_EXPLAINED, is_linked=True, others=tuple(others))


def _plots(found: CardStatistics, chosen: Sequence[int], faces: CardFaces) -> Iterator[DotPlot]:
    """Four numbers of each card, whose points lead to its face."""
    own = found.win_rate.at(())
    line = 100 * own.value if own.is_known else None
    plots: list[tuple[str, str, str, Estimates, float | None]] = [
        ("cards", "Draw effect", "points of win rate", found.draw_effect, 0.0),
        ("cards-wrd", "WRD", "win rate when drawn, %", found.wrd, line),
        ("cards-wrp", "WRP", "win rate when played, %", found.wrp, line),
        ("cards-play-rate", "Play rate", "played when drawn, %", found.play_rate, None),
    ]
    for name, title, unit, numbers, compared in plots:
        shown = percent(numbers)
        rows = (DotRow(found.cards[k], shown.at(k), key=faces.anchor(found.cards[k])) for k in chosen)
        yield DotPlot(name, title, unit, tuple(rows), compared, is_signed=name == "cards")


def _card_table(deck: DeckCards, chosen: Sequence[int], faces: CardFaces) -> Table:
    """The columns from the one that matters most: the last ones go first where there is no room."""
    found, cards, own = deck.found, deck.cards, deck.found.win_rate.at(())
    beside_own = replace(RATE, even=own.value if own.is_known else None)
    columns = (
        Column("card", lambda k: faces.name(cards[k].name)),
        Column("effect", lambda k: found.draw_effect.at(k), IN_POINTS, is_short=True),
        Column("WRD", lambda k: found.wrd.at(k), beside_own, is_short=True),
        Column("WRP", lambda k: found.wrp.at(k), beside_own, is_short=True),
        Column("cost", lambda k: cards[k].cost, WHOLE),
        Column("n", lambda k: cards[k].copies, WHOLE),
        Column("drawn", lambda k: int(found.drawn[k]), COUNT),
        Column("played", lambda k: int(found.played[k]), COUNT),
        Column("play rate", lambda k: found.play_rate.at(k), PLAIN_RATE, is_short=True),
        Column("turn", lambda k: float(found.turn_played[k]), TURN),
    )
    return Table("cards", columns, chosen, note=_TABLE_EXPLAINED, coloured=_FROM_OWN)


# --- for other programs ---------------------------------------------------------------------------


def _data(deck: DeckCards, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All numbers: of each card for the games asked for, and by seat."""
    result, found = deck.result, deck.found
    return {
        **head_of(result),
        "deck": deck.deck,
        "player": result.metagame.players[deck.place].name,
        "seat": deck.seat.value,
        "games": found.games,
        "win_rate": found.win_rate.value,
        "low": found.win_rate.low,
        "high": found.win_rate.high,
        "cards": rows,
    }


def _card_data(deck: DeckCards, chosen: Sequence[int]) -> list[dict[str, Any]]:
    """What there is to know about each card, for the games asked for and by seat."""
    found = {seat: deck.of_seat(seat).columns() for seat in Seat}

    def numbers(seat: Seat, k: int) -> dict[str, Any]:
        return {name: cells[k] for name, cells in found[seat].items() if name != "name"}

    return [
        deck.cards[k]._asdict()
        | numbers(deck.seat, k)
        | {seat.value: numbers(seat, k) for seat in (Seat.STARTING, Seat.SECOND)}
        for k in chosen
    ]


def _flatten(row: Mapping[str, Any]) -> dict[str, Any]:
    """`wrd_starting` instead of a `wrd` inside of `starting`."""
    flat = {name: value for name, value in row.items() if not isinstance(value, dict)}
    return flat | {f"{name}_{seat.value}": value for seat in Seat for name, value in row.get(seat.value, {}).items()}


def statistics_table(found: CardStatistics) -> Table:
    """A row for each card, the highest draw effect first."""
    order = order_from_high(found.draw_effect.value)
    columns = {name: [cells[place] for place in order] for name, cells in found.columns().items()}
    return data_table("cards", columns, "name", "card")


# --- in words -------------------------------------------------------------------------------------


MOST = 3  # cards that are named


def _tell_drawn(statistics: CardStatistics, chosen: Sequence[int], deck: str) -> str:
    """The cards that clearly win games by being drawn, among those that were chosen."""
    effect = statistics.draw_effect
    sure = [k for k in order_from_high(effect.value) if k in chosen and effect.low[k] > 0]
    if not sure:
        return f"No card of {show_name(deck)} clearly wins games by being drawn."
    told = [f"{show_name(statistics.cards[k])} ({points(float(effect.value[k]))} points)" for k in sure[:MOST]]
    return f"{show_name(deck)} is glad to draw {listed(told)}."
