"""Charts of cards: what changing each does, what every card is worth, and which of them decide a match-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from evometa.experiments.nerfs.results import Correlations, DeckWinRate, ScannedCard
from evometa.experiments.tiers.results import CardWorth
from evometa.matches.inference import Estimate
from evometa.metagame.cards.card_statistics import card_statistics_against
from evometa.metagame.playing import MetagameResult
from evometa.story.charts.data import Axis, Band, Cloud, DotPlot, DotRow, Dots, Layer, Level, Line, Plot, Point
from evometa.story.words.numbers import count, interval, number, percent, rate

# --- what changing a card does ---------------------------------------------------------------

STATISTICS = {"wrp": "WRP", "wrd": "WRD"}
MEANINGS = {"wrp": "win rate when played (WRP), %", "wrd": "win rate when drawn (WRD), %"}


def change_plot(name: str, title: str, cards: Sequence[ScannedCard], keys: Mapping[str, str]) -> DotPlot:
    """What the change of each card does to the deck, in the order of the cards, which may have keys."""
    rows = tuple(DotRow(card.name, percent(card.change), key=keys.get(card.name, "")) for card in cards)
    return DotPlot(name, title, "change of the deck's win rate, points", rows, 0.0, is_signed=True)


def statistic_plot(
    name: str, statistic: str, cards: Sequence[ScannedCard], found: Correlations, baseline: DeckWinRate | None
) -> Plot:
    """A statistic of each card against the deck's win rate after its change, with the regression line and its band."""
    layers: list[Layer] = []
    if line := found.line:
        x = 100 * line.band.x
        layers += [Band(x, 100 * line.band.low, 100 * line.band.high)]
        layers += [Line("regression", x, 100 * line.intercept + line.slope * x)]
    if baseline:
        layers.append(Level("without a change", 100 * baseline.win_rate.value))
    points = (_card_point(card, statistic) for card in cards if _statistic(card, statistic).is_known)
    layers.append(Dots("a card", tuple(points)))
    y = Axis("win rate after the change (WRN), %")
    return Plot(name, f"{STATISTICS[statistic]} and WRN", Axis(MEANINGS[statistic]), y, tuple(layers))


def _card_point(card: ScannedCard, statistic: str) -> Point:
    x, y = _statistic(card, statistic), card.wrn
    label = f"{card.name}: {STATISTICS[statistic]} {rate(x.value)}%, WRN {rate(y.value)}%"
    return Point(label, percent(x), percent(y))


def _statistic(card: ScannedCard, name: str) -> Estimate:
    return card.wrp if name == "wrp" else card.wrd


# --- what every card is worth ----------------------------------------------------------------


def worth_plot(name: str, klass: str, cards: Sequence[CardWorth]) -> Plot:
    """The worth of the cards of a class against their cost; the plots of all classes have the same axes."""
    others = np.array([[card.cost, card.worth.value] for card in cards if card.klass != klass], dtype=float)
    own = [card for card in cards if card.klass == klass]
    shown = "cards of the class" if len(others) else "cards"
    groups = ((shown, "mark", "circle", False), ("yours", "accent", "diamond", True))
    dots: list[Layer] = [
        Dots(legend, tuple(_worth_point(card) for card in own if card.is_own == is_own), look, shape)
        for legend, look, shape, is_own in groups
        if any(card.is_own == is_own for card in own)
    ]
    ends = [end for card in cards for end in (card.worth.low, card.worth.high)]
    x = Axis("cost", -0.5, max(card.cost for card in cards), is_whole=True)
    y = Axis("worth, log odds a copy", min(ends), max(ends))
    pale: list[Layer] = [Cloud("all other cards", others)] if len(others) else []
    pale += [Level("", 0.0, "before", "")]
    return Plot(name, f"{klass.capitalize() or 'All'}, {count(len(own), 'card')}", x, y, (*pale, *dots))


def _worth_point(card: CardWorth) -> Point:
    worth = card.worth
    said = f"{card.name}: {number(worth.value, signed=True)} ({interval(worth.low, worth.high)})"
    return Point(said, Estimate.exactly(card.cost), worth)


# --- why one deck beats another --------------------------------------------------------------

_MOST_REASONS = 8  # cards of both decks together


def reasons_plot(result: MetagameResult, pair: tuple[int, int]) -> DotPlot:
    """The cards of both decks whose being drawn matters most, by how much more the one deck wins with them."""
    one, other = pair
    effects = (*_effects(result, one, other), *_effects(result, other, one, is_lost=True))
    known = [(label, each) for label, each in effects if each.is_known]
    chosen = sorted(known, key=lambda found: -abs(found[1].value))[:_MOST_REASONS]
    rows = tuple(DotRow(label, each) for label, each in sorted(chosen, key=lambda found: -found[1].value))
    title = f"Why: what drawing a card does to the win rate of {result.metagame.decks[one].name}"
    return DotPlot("reasons", title, "points of win rate", rows, 0.0, is_signed=True)


def _effects(result: MetagameResult, deck: int, opponent: int, is_lost: bool = False) -> Iterator[tuple[str, Estimate]]:
    """What drawing each card of a deck does for it against one opponent, or for that one."""
    cards, sums = result.metagame.patched_cards, result.sums
    names = [cards[card_id].name for card_id in result.cards[deck]]
    found = card_statistics_against(sums[deck, opponent : opponent + 1], sums[opponent, deck : deck + 1], names, [1.0])
    effect, whose = percent(found.draw_effect), result.metagame.decks[deck].klass or result.metagame.decks[deck].name
    effect = effect.reversed() if is_lost else effect
    return ((f"{name} ({whose})", effect.at(place)) for place, name in enumerate(names))
