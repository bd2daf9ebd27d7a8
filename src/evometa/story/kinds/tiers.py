"""The story of a measurement of all cards: what a copy of each of them is worth, beside what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evometa.experiments.tiers.results import CardWorth, ClassWorth, TiersResults
from evometa.experiments.tiers.work import TiersRun
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.story.blocks import Beside, Block, Column, Fact, Facts, Headline, Level, Table, Teller, Words, alike
from evometa.story.cards import CardFaces, CardName, read_pool
from evometa.story.charts.cards import worth_plot
from evometa.story.formats import CHANGE, WHOLE
from evometa.story.runs import RunStory, not_yet
from evometa.story.words.numbers import listed, number, points

SHOWN = 10  # best and worst cards
NAMED = 3  # cards in a sentence, and of each class
_WORTH_NOTE = (
    "The worth of a card is what one copy of it, in a random deck instead of a copy of the average card, adds to the "
    "log odds to win: 0.04 are about one point of win rate.{neutral} Among twenty intervals, one is expected to miss "
    "the truth. What a card does in a deck that is built around it, random decks cannot tell."
)
_NEUTRAL_NOTE = " That of a neutral card is the mean of all classes."
_CLASS_NOTE = "Strength: of a random deck of the class, in log odds against the average of all classes."
_COSTS_EXPLAINED = (
    f"Each point is a card with its {INTERVAL}; {{classes}}yours orange. Hover over a point for its name."
)
_PARTS_OF_WORTH = ("worth", "low", "high")
_COLOURED = "more or less than the average card"


def _tell_tiers(run: TiersRun, teller: Teller, others: Sequence[TiersRun] = ()) -> None:
    """All sections."""
    results = run.results
    if not results.cards:
        told = f"{results.games_played:,} of {run.settings.games:,} games are played. The cards come at the end."
        teller.tell("summary", "In short", Words(told))
        return
    settings, cards = run.settings, results.cards
    faces = read_pool(settings.game, settings.cards, settings.overlays)
    columns = _card_columns(cards, faces)
    own = Table("own", columns, [card for card in cards if card.is_own], "Your cards", coloured=_COLOURED)
    teller.tell("summary", "In short", *_summarise(results), own)
    teller.tell("extremes", "The best and the worst cards", *_tell_extremes(results, columns))
    _tell_costs(results, teller)
    every = Table("cards", columns, cards, "The best first; with scripts allowed, a click on a heading sorts")
    teller.tell("cards", "All cards", every, level=Level.FULL)
    if _has_classes(results):
        teller.tell("classes", "Class by class", *_tell_classes(results, faces), level=Level.MAIN)


def _has_classes(results: TiersResults) -> bool:
    """Whether it is a game with classes: the cards of others are of none."""
    return any(each.klass for each in results.classes)


# --- what a designer wants ------------------------------------------------------------------------


def _summarise(results: TiersResults) -> Iterator[Block]:
    cards = results.cards
    yield Headline(_name_extremes(cards))
    best, worst = _name(cards[:NAMED]), _name(cards[: -NAMED - 1 : -1])
    yield Words(f"A copy of {best} adds most to a random deck; {worst} add least.", level=Level.FULL)
    above, below = sum(card.worth.low > 0 for card in cards), sum(card.worth.high < 0 for card in cards)
    played = f"among {results.decks_played:,} random decks, by {show_name(results.player or '')}"
    shown = f" in decks of {results.classes[0].klass}" if len(results.classes) == 1 and _has_classes(results) else ""
    yield Facts(
        (
            Fact("Games", f"{results.games_played:,}", played),
            Fact("Cards", f"{len(cards):,}", f"{above} clearly above the average card, {below} clearly below"),
            Fact("Intervals", f"±{number(results.half_width)}", f"log odds a copy{shown}, on average"),
        ),
        "All in all",
    )


def _name_extremes(cards: Sequence[CardWorth]) -> str:
    """What a designer wants to know first; around even odds, a point of log odds are 25 points of win rate."""
    best, worst = cards[0], cards[-1]
    more, less = (points(each.worth.value / 4) for each in (best, worst))
    are_sure = best.worth.low > 0, worst.worth.high < 0
    doubts = ["" if is_sure else ", which may be chance" for is_sure in are_sure]
    advice = "" if all(are_sure) else " More games would tell."
    return (
        f"The best card is {show_name(best.name)}: a copy of it instead of an average card is worth about {more} "
        f"points of win rate{doubts[0]}. The worst is {show_name(worst.name)}, with {less}{doubts[1]}.{advice}"
    )


def _name(cards: Sequence[CardWorth]) -> str:
    return listed([f"{show_name(card.name)} ({number(card.worth.value, signed=True)})" for card in cards])


# --- cards ----------------------------------------------------------------------------------------


def _card_columns(cards: Sequence[CardWorth], faces: CardFaces) -> tuple[Column, ...]:
    """What there is to say of a card, with its rank among all."""
    ranks = {card.id: rank for rank, card in enumerate(cards, start=1)}

    def name_card(card: CardWorth) -> CardName:
        return faces.name(card.id, card.name + (" (yours)" if card.is_own else ""))

    return (
        Column("card", name_card),
        Column("rank", lambda card: ranks[card.id], WHOLE),
        *([Column("class", lambda card: card.klass)] if any(card.klass for card in cards) else []),
        Column("cost", lambda card: card.cost, WHOLE),
        Column("worth", lambda card: card.worth, CHANGE),
        Column("type", lambda card: card.type, level=Level.FULL),
        *([Column("rarity", lambda card: card.rarity, level=Level.FULL)] if any(card.rarity for card in cards) else []),
        Column("id", lambda card: card.id, level=Level.FULL),
    )


def _tell_extremes(results: TiersResults, columns: tuple[Column, ...]) -> Iterator[Table]:
    """The first and the last of all cards."""
    cards, note = results.cards, _WORTH_NOTE.format(neutral=_NEUTRAL_NOTE if _has_classes(results) else "")
    yield Table("best", columns, cards[:SHOWN], f"The best {SHOWN} of {len(cards)} cards")
    yield Table("worst", columns, cards[-SHOWN:], f"The worst {SHOWN}", note, coloured=_COLOURED)


def _tell_costs(results: TiersResults, teller: Teller) -> None:
    classes, look = [""], ""
    if _has_classes(results):
        classes = ["neutral", *sorted(each.klass for each in results.classes)]
        look = "those of the class are dark, all others pale, "
    plots = (worth_plot(teller.id(f"worths-{klass or 'all'}"), klass, results.cards) for klass in classes)
    blocks = (Words(_COSTS_EXPLAINED.format(classes=look)), Beside.of(plots))
    teller.tell("costs", "Worth and cost", *blocks, level=Level.FULL)


# --- classes --------------------------------------------------------------------------------------


def _tell_classes(results: TiersResults, faces: CardFaces) -> Iterator[Block]:
    """How strong classes are, and what neutral cards are worth in each."""
    yield _class_table(results, faces)
    widths = [(each.worth.high - each.worth.low) / 2 for each in results.by_class]
    if widths:
        told = (
            "What neutral cards are worth in each class. Where few games tell of a difference between classes, it is "
            f"taken to be small. These intervals reach {number(sum(widths) / len(widths))} to either side on average."
        )
        yield Words(told, level=Level.FULL)
        yield _neutral_table(results, faces)


def _class_table(results: TiersResults, faces: CardFaces) -> Table:
    """A row for each class, with its best and its worst cards."""

    def name_cards(each: ClassWorth) -> list[CardName]:
        return [faces.name(card.id, card.name) for card in results.cards if card.klass == each.klass]

    columns = (
        Column("class", lambda each: each.klass),
        Column("strength", lambda each: each.worth, CHANGE, is_short=True),
        Column("best cards", lambda each: tuple(name_cards(each)[:NAMED])),
        Column("worst cards", lambda each: tuple(name_cards(each)[: -NAMED - 1 : -1])),
    )
    return Table("classes", columns, results.classes, note=_CLASS_NOTE, level=Level.MAIN)


def _neutral_table(results: TiersResults, faces: CardFaces) -> Table:
    """A row for each neutral card, with what it is worth in each class."""
    worths = {(each.id, each.klass): each.worth.value for each in results.by_class}
    classes = [each.klass for each in results.classes]
    columns = (
        Column("card", lambda card: faces.name(card.id, card.name)),
        Column("all classes", lambda card: card.worth, CHANGE),
        *alike(classes, lambda card, k: worths.get((card.id, classes[k])), CHANGE),
    )
    rows = [card for card in results.cards if any((card.id, klass) in worths for klass in classes)]
    return Table("neutral", columns, rows, "Neutral cards, the best first", level=Level.FULL)


# --- for other programs ---------------------------------------------------------------------------


def _final(run: TiersRun) -> dict[str, Any]:
    """What `--json` prints: all results, in which a class is called `class`."""
    tree = run.results.to_json()
    for name in ("cards", "by_class", "classes"):
        tree[name] = [{"class" if key == "klass" else key: each[key] for key in each} for each in tree[name]]
    return {"run": str(run.folder), "seed": run.settings.seed, "half_width": run.results.half_width, **tree}


def _cards(run: TiersRun) -> Table:
    """A row for each card, the best first; of a neutral card also its worth in each class."""
    results = run.results
    if not results.cards:
        raise not_yet(run, "it is not finished")
    worths = {(each.id, each.klass): each.worth for each in results.by_class}
    in_classes = {each.klass: [worths.get((card.id, each.klass)) for card in results.cards] for each in results.classes}
    bulk = {
        f"{part}_{klass}": [None if worth is None else worth[place] for worth in found]
        for klass, found in in_classes.items()
        for place, part in enumerate(_PARTS_OF_WORTH)
    }
    return Table("cards", (), results.cards, record=CardWorth, bulk=bulk)


STORY = RunStory(
    title=lambda run: f"How strong every card is, played by {run.results.player or run.settings.players}",
    tell=_tell_tiers,
    best=lambda run: f"{run.results.cards[0].name} is worth most" if run.results.cards else "",
    final=_final,
    tables={"cards": _cards},
    exported="cards",
)
