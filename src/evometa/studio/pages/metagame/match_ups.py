"""A match-up of a metagame: seats, length, the cards that decide it, and games to watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

import numpy as np
from nicegui import ui

from evometa.matches.schedule import seed_for
from evometa.metagame.card_statistics import card_statistics_against
from evometa.metagame.evidence import Estimated
from evometa.metagame.paired_games import OUTCOMES
from evometa.metagame.playing import MetagameResult
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.words.estimates import percent
from evometa.report.words.numbers import count, number, points, rate, rate_interval
from evometa.studio.measuring import Measured, Measurement
from evometa.studio.pages.parts import Words, estimated

MOST_CARDS = 8  # of both decks together
OUTCOME_WORDS = ("wins", "loses", "draws")
WATCH = "/watch"

Pair = tuple[int, int]  # two decks, by their places


@dataclass(frozen=True)
class Link:
    """What leads to the games of a metagame: how it was asked for."""

    metagame: str
    players: str | None

    def to_game(self, first: str, second: str, seed: int, game: int) -> str:
        """The address of the page that shows a game."""
        given = {"metagame": self.metagame, "first": first, "second": second, "seed": seed, "game": game}
        return f"{WATCH}?{urlencode(given | ({'players': self.players} if self.players else {}))}"


def show_match_up(measurement: Measurement, measured: Measured, pair: Pair, link: Link) -> Words:
    """All that is known about a match-up; returns the heading."""
    result = measured.result
    one, other = (result.metagame.decks[deck].name for deck in pair)
    heading = Words(f"{one} against {other}", "h2")
    for sentence in tell_match_up(result, pair):
        Words(sentence, "p")
    ui.html(draw_reasons(result, pair), sanitize=False).classes("wide")
    Words("Games to watch", "h3")
    with ui.element("ul").classes("games"):
        for text, address in list_games(measurement, pair, link):
            with ui.element("li"):
                ui.link(text, address)
    return heading


def tell_match_up(result: MetagameResult, pair: Pair) -> Iterator[str]:
    """Who wins, what the seats are worth, and how long the games are."""
    evidence, (one, other) = result.evidence, pair
    name, rates = evidence.decks[one], estimated(evidence.rates, pair)
    yield f"{name} wins {rate(rates.value)}% of the games (95% interval {rate_interval(rates)})."
    starting, second = evidence.win_rate_starting[one, other], 1 - evidence.win_rate_starting[other, one]
    yield f"It wins {rate(starting)}% when it starts, and {rate(second)}% when it does not."
    seats = estimated(evidence.seats, pair)
    yield f"Starting is worth {points(seats.value)} points ({rate_interval(seats, signed=True)})."
    yield f"A game takes {number(float(evidence.mean_turns[pair]), 1)} turns of both players together."
    if draws := evidence.draw_rate[pair]:
        yield f"Nobody wins {rate(float(draws))}% of the games."
    games = int(evidence.games[pair] + evidence.games[other, one])
    yield f"{count(games, 'game')} stand behind this."


# --- why ------------------------------------------------------------------------------------------


def draw_reasons(result: MetagameResult, pair: Pair) -> str:
    """The cards of both decks whose being drawn matters most, by how much more the one deck wins with them."""
    one, other = pair
    gains = [(label, each) for label, each in _effects(result, one, other)]
    losses = [
        (label, Estimated(0 - each.value, 0 - each.high, 0 - each.low)) for label, each in _effects(result, other, one)
    ]
    known = [(label, each) for label, each in (*gains, *losses) if each.is_known]
    chosen = sorted(known, key=lambda found: -abs(found[1].value))[:MOST_CARDS]
    rows = tuple(DotRow(label, each) for label, each in sorted(chosen, key=lambda found: -found[1].value))
    name = result.metagame.decks[one].name
    title = f"Why: what drawing a card does to the win rate of {name}"
    return draw_dot_plot(DotPlot("reasons", title, "points of win rate", rows, 0.0, is_signed=True))


def _effects(result: MetagameResult, deck: int, opponent: int) -> Iterator[tuple[str, Estimated]]:
    """What drawing each card of a deck does for it against one opponent."""
    cards, sums = result.metagame.patched_cards, result.sums
    names = [cards[card_id].name for card_id in result.cards[deck]]
    found = card_statistics_against(sums[deck, opponent : opponent + 1], sums[opponent, deck : deck + 1], names, [1.0])
    effect = percent(found.draw_effect)
    whose = result.metagame.decks[deck].klass
    return ((f"{name} ({whose})", estimated(effect, place)) for place, name in enumerate(names))


# --- games ----------------------------------------------------------------------------------------


def list_games(measurement: Measurement, pair: Pair, link: Link) -> Iterator[tuple[str, str]]:
    """The first game of each kind, by who starts and who wins: what it is, and where it can be seen."""
    metagame = measurement.metagame
    for first, second in (pair, pair[::-1]):
        one, other = metagame.decks[first].name, metagame.decks[second].name
        seed = seed_for(measurement.seed, "match", one, other)
        winners = measurement.kept.winners[first * len(metagame.decks) + second]
        for outcome in range(OUTCOMES):
            found = np.flatnonzero(winners == outcome)
            if len(found):
                text = f"{one} starts and {OUTCOME_WORDS[outcome]} (game {found[0] + 1})"
                yield text, link.to_game(one, other, seed, int(found[0]))
