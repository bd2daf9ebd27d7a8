"""What is behind a match-up of a metagame, and behind a deck: the cards that decide games, and games to watch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

import numpy as np
from nicegui import ui

from evometa.games.decks.summary import summarise_deck
from evometa.matches.inference import INTERVAL
from evometa.matches.schedule import seed_for
from evometa.metagame.cards.card_statistics import card_statistics
from evometa.metagame.changes.paired_games import OUTCOMES
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import order_from_high
from evometa.show.svg.draw import draw_chart
from evometa.story.cards import CardFaces
from evometa.story.charts.cards import reasons_plot
from evometa.story.charts.data import CostCurve
from evometa.story.laboratory.cards import cards_figure
from evometa.story.words.numbers import count, number, points, rate, rate_interval
from evometa.studio.measuring import Measured, Measurement
from evometa.studio.pages.parts import Words, estimated, show_blocks, table_frame

_OUTCOME_WORDS = ("wins", "loses", "draws")
_WATCH = "/watch"

Pair = tuple[int, int]  # two decks, by their places


@dataclass(frozen=True)
class Link:
    """What leads to the games of a metagame: how it was asked for."""

    metagame: str
    players: str | None

    def to_game(self, first: str, second: str, seed: int, game: int) -> str:
        """The address of the page that shows a game."""
        given = {"metagame": self.metagame, "first": first, "second": second, "seed": seed, "game": game}
        return f"{_WATCH}?{urlencode(given | ({'players': self.players} if self.players else {}))}"


def show_match_up(measurement: Measurement, measured: Measured, pair: Pair, link: Link) -> Words:
    """All that is known about a match-up; returns the heading."""
    result = measured.result
    one, other = (result.metagame.decks[deck].name for deck in pair)
    heading = Words(f"{one} against {other}", "h2")
    for sentence in _tell_match_up(result, pair):
        Words(sentence, "p")
    ui.html(draw_chart(reasons_plot(result, pair)), sanitize=False).classes("wide")
    Words("Games to watch", "h3")
    with ui.element("ul").classes("games"):
        for text, address in _list_games(measurement, pair, link):
            with ui.element("li"):
                ui.link(text, address)
    return heading


def _tell_match_up(result: MetagameResult, pair: Pair) -> Iterator[str]:
    """Who wins, what the seats are worth, and how long the games are."""
    evidence, (one, other) = result.evidence, pair
    name, rates = evidence.decks[one], estimated(evidence.rates, pair)
    yield f"{name} wins {rate(rates.value)}% of the games ({INTERVAL} {rate_interval(rates)})."
    starting, second = evidence.win_rate_starting[one, other], 1 - evidence.win_rate_starting[other, one]
    yield f"It wins {rate(starting)}% when it starts, and {rate(second)}% when it does not."
    seats = estimated(evidence.seats, pair)
    yield f"Starting is worth {points(seats.value)} points ({rate_interval(seats, signed=True)})."
    yield f"A game takes {number(float(evidence.mean_turns[pair]), 1)} turns, those of both players counted."
    if draws := evidence.draw_rate[pair]:
        yield f"{rate(float(draws))}% of the games are draws."
    games = int(evidence.games[pair] + evidence.games[other, one])
    yield f"This comes from {count(games, 'game')}."


# --- games ----------------------------------------------------------------------------------------


def _list_games(measurement: Measurement, pair: Pair, link: Link) -> Iterator[tuple[str, str]]:
    """The first game of each kind, by who starts and who wins: what it is, and where it can be seen."""
    metagame = measurement.metagame
    for first, second in (pair, pair[::-1]):
        one, other = metagame.decks[first].name, metagame.decks[second].name
        seed = seed_for(measurement.seed, "match", one, other)
        winners = measurement.kept.winners[first * len(metagame.decks) + second]
        for outcome in range(OUTCOMES):
            found = np.flatnonzero(winners == outcome)
            if len(found):
                text = f"{one} starts and {_OUTCOME_WORDS[outcome]} (game {found[0] + 1})"
                yield text, link.to_game(one, other, seed, int(found[0]))


# --- a deck ---------------------------------------------------------------------------------------


def show_deck(result: MetagameResult, deck: int) -> Words:
    """The deck, and its cards in the games of the metagame; returns the heading."""
    metagame = result.metagame
    listed = metagame.decks[deck]
    heading = Words(listed.name, "h2")
    about = ", ".join(filter(None, (listed.klass, listed.style, f"played by {metagame.players[deck].name}")))
    Words(about, "p", "faint")
    curve = summarise_deck(listed, metagame.patched_cards).curve
    ui.html(draw_chart(CostCurve("curve", f"{metagame.game.words.cost.capitalize()} curve", curve)), sanitize=False)
    _show_cards(metagame, deck)
    cards = metagame.patched_cards
    names = [cards[card_id].name for card_id in result.cards[deck]]
    found = card_statistics(result.sums, deck, names, metagame.shares)
    show_blocks(cards_figure(found, order_from_high(found.draw_effect.value), CardFaces(None)))
    return heading


def _show_cards(metagame: Metagame, deck: int) -> None:
    """The list of the deck, by cost."""
    cards = metagame.patched_cards
    copies = Counter(metagame.decks[deck].card_ids(cards))
    game = metagame.game
    heads = ("copies", game.words.cost, "card", "what it does")
    with ui.element("div").classes("wide"), table_frame("Cards", heads, "cards"):
        for card in sorted((cards[card_id] for card_id in copies), key=lambda card: (card.cost, card.name)):
            with ui.element("tr"):
                Words(str(copies[card.id]), "td")
                Words(str(card.cost), "td")
                Words(card.name, "th").props["scope"] = "row"
                Words(". ".join(filter(None, (game.describe_briefly(card.tree), game.rules_text(card, cards)))), "td")
