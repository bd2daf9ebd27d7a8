"""The report of a measurement of all cards: what each of them is worth, beside what it costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.experiments.tiers.results import CardWorth, TiersResults
from evometa.experiments.tiers.work import TiersRun
from evometa.metagame.evidence import Estimated
from evometa.report.charts.plot import Axis, Cloud, Dots, Layer, Level, Plot, Point, draw_plot
from evometa.report.pages.card_faces import CardFaces, read_pool
from evometa.report.pages.parts import Html, Story, beside, paragraph, table, tiles
from evometa.report.words.numbers import count, interval, listed, number

NAMED = 3  # cards in a sentence
CARD_HEADS = ("card", "class", "cost", "worth", "95% interval", "type", "rarity", "id")


def title_tiers(run: TiersRun) -> str:
    """The heading of the page."""
    return f"How strong every card is, played by {run.results.player or run.settings.players}"


def tell_tiers(run: TiersRun, story: Story) -> None:
    """Add all sections."""
    results = run.results
    if not results.cards:
        told = f"{results.games_played:,} of {run.settings.games:,} games are played. The cards come at the end."
        story.tell("summary", "In short", paragraph(told))
        return
    faces = read_pool(run.settings.cards)
    _tell_summary(results, story)
    _tell_costs(results, story)
    story.tell("cards", "All cards", paragraph(_explain_worth()), _card_table(results.cards, faces, story))
    _tell_classes(results, faces, story)


def _tell_summary(results: TiersResults, story: Story) -> None:
    above, below = (sum(test(card) for card in results.cards) for test in (_is_above, _is_below))
    facts = [
        ("Games", f"{results.games_played:,}", f"among {results.decks_played:,} random decks, by {results.player}"),
        ("Cards", f"{len(results.cards):,}", f"{above} clearly above the average card, {below} clearly below"),
        ("Intervals", f"±{number(results.half_width)}", "log odds a copy, on average"),
    ]
    best, worst = results.cards[:NAMED], results.cards[: -NAMED - 1 : -1]
    told = f"A copy of {_name(best)} adds most to a random deck; {_name(worst)} add least."
    own = [card for card in results.cards if card.is_own]
    story.tell("summary", "In short", paragraph(told), paragraph(_place(own, results.cards)), tiles(facts))


def _name(cards: Sequence[CardWorth]) -> str:
    return listed([f"{card.name} ({number(card.worth.value, signed=True)})" for card in cards])


def _place(own: Sequence[CardWorth], every: Sequence[CardWorth]) -> str:
    """Where the user's own cards stand."""
    ranks = {card.id: rank for rank, card in enumerate(every, start=1)}
    told = [f"{card.name} is number {ranks[card.id]} of {len(every)}, with {_describe(card.worth)}" for card in own]
    return f"Of your cards, {listed(told)}." if told else ""


def _describe(worth: Estimated) -> str:
    return f"{number(worth.value, signed=True)} ({interval(worth.low, worth.high)})"


def _is_above(card: CardWorth) -> bool:
    return card.worth.low > 0


def _is_below(card: CardWorth) -> bool:
    return card.worth.high < 0


def _explain_worth() -> str:
    return (
        "The worth of a card is what one copy of it, in a random deck instead of a copy of the average card, adds to "
        "the log odds to win: 0.04 are about one point of win rate. That of a neutral card is the mean of all classes. "
        "Among twenty intervals, one is expected to miss the truth. What a card does in a deck that is built around "
        "it, random decks cannot tell."
    )


def _tell_costs(results: TiersResults, story: Story) -> None:
    classes = ["neutral", *sorted(each.klass for each in results.classes)]
    plots = [_class_plot(story.id(f"worths-{klass}"), klass, results) for klass in classes]
    told = (
        "Each point is a card with its 95% interval; those of the class are dark, all others pale, yours orange. Hover "
        "over a point for its name."
    )
    shown = beside(*(story.show(plot.name, draw_plot(plot)) for plot in plots))
    story.tell("costs", "Worth and cost", paragraph(told), shown)


def _class_plot(name: str, klass: str, results: TiersResults) -> Plot:
    """The worth of the cards of a class against their cost; all plots have the same axes."""
    cards = results.cards
    others = np.array([[card.cost, card.worth.value] for card in cards if card.klass != klass], dtype=float)
    own = [card for card in cards if card.klass == klass]
    groups = (("cards of the class", "mark", "circle", False), ("yours", "accent", "diamond", True))
    dots: list[Layer] = [
        Dots(legend, tuple(_card_point(card) for card in own if card.is_own == is_own), look, shape)
        for legend, look, shape, is_own in groups
        if any(card.is_own == is_own for card in own)
    ]
    ends = [end for card in cards for end in (card.worth.low, card.worth.high)]
    x = Axis("cost, mana", -0.5, max(card.cost for card in cards), is_whole=True)
    y = Axis("worth, log odds a copy", min(ends), max(ends))
    pale: list[Layer] = [Cloud("all other cards", others.reshape(-1, 2)), Level("", 0.0, "before", "")]
    return Plot(name, f"{klass.capitalize()}, {count(len(own), 'card')}", x, y, (*pale, *dots))


def _card_point(card: CardWorth) -> Point:
    return Point(f"{card.name}: {_describe(card.worth)}", Estimated.exactly(card.cost), card.worth)


def _card_table(cards: Sequence[CardWorth], faces: CardFaces, story: Story) -> Html:
    rows = [
        [
            faces.mention(card.id, story, card.name + (" (yours)" if card.is_own else "")),
            card.klass,
            str(card.cost),
            number(card.worth.value, signed=True),
            interval(card.worth.low, card.worth.high),
            card.type,
            card.rarity,
            card.id,
        ]
        for card in cards
    ]
    return table("The best first; with scripts allowed, a click on a heading sorts", CARD_HEADS, rows, texts=2)


def _tell_classes(results: TiersResults, faces: CardFaces, story: Story) -> None:
    classes = [each.klass for each in results.classes]
    strengths = [
        [each.klass, number(each.worth.value, signed=True), interval(each.worth.low, each.worth.high)]
        for each in results.classes
    ]
    worths = {(each.id, each.klass): each.worth for each in results.by_class}
    rows = [
        [
            faces.mention(card.id, story, card.name),
            _describe(card.worth),
            *(number(worths[card.id, klass].value, signed=True) for klass in classes),
        ]
        for card in results.cards
        if (card.id, classes[0]) in worths
    ]
    widths = [(each.worth.high - each.worth.low) / 2 for each in results.by_class]
    reach = number(sum(widths) / len(widths)) if widths else ""
    story.tell(
        "classes",
        "Class by class",
        table(
            "How strong a random deck of each class is, in log odds", ["class", "strength", "95% interval"], strengths
        ),
        paragraph(
            "What neutral cards are worth in each class. Where few games tell of a difference between classes, it is "
            f"taken to be small. These intervals reach {reach} to either side on average."
        ),
        table("Neutral cards, the best first", ["card", "all classes", *classes], rows),
    )
