"""The story of a card scan: which cards a deck relies on, and whether simpler statistics would have told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import Correlation, Correlations, DeckWinRate, NerfsResults, PilotedCard
from evometa.experiments.nerfs.results import ScannedCard as Card
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.runs import read_checkpoint_trees
from evometa.matches.inference import INTERVAL, LEVEL, Estimate
from evometa.store import open_run
from evometa.story.blocks import (
    Beside,
    Block,
    Column,
    Fact,
    Facts,
    Figure,
    Headline,
    Level,
    Table,
    Teller,
    Warned,
    Words,
)
from evometa.story.cards import CardFaces, read_faces
from evometa.story.charts.cards import STATISTICS, change_plot, statistic_plot
from evometa.story.formats import COUNT, PLAIN_RATE, POINTS, RIGHT, Quantity
from evometa.story.pilots import card_pilots, confirm, doubt_cards
from evometa.story.runs import RunStory
from evometa.story.words.numbers import interval, listed, number, points, rate, rate_interval, show_p

NerfsRun = StoredRun[NerfsSettings, NerfsResults]

_SIGNIFICANT = 0.05
_MOST_NAMED = 3  # cards in a sentence
_CARD_NOTE = (
    "Change: of the deck's win rate; the games before and after have the same seeds, which makes it more exact than "
    "the rates. WRN: the deck's win rate with the changed card. WRD and WRP: its win rate in the games in which the "
    "card was drawn, or played. Among twenty cards, one interval is expected to miss the truth."
)
_CORRELATION_NOTE = (
    "How WRP and WRD go with WRN. Below 0: the higher the statistic of a card, the lower the deck's win rate after the "
    "change. p: how likely chance alone would show as much."
)
CORRELATION = Quantity(decimals=2)


def tell_nerfs(run: NerfsRun, teller: Teller, others: Sequence[NerfsRun] = ()) -> None:
    """All sections of a card scan."""
    cards, results = rank_cards(run), run.results
    if not cards or not results.baseline:
        teller.tell("summary", "In short", Words("The run has not come to its results yet."))
        return
    teller.tell("summary", "In short", *_summarise(run, cards, results.baseline))
    teller.tell("cards", "What each change does", *_tell_changes(run, teller, cards))
    if results.pilots:
        teller.tell("pilots", "The first cards in other hands", card_pilots(results.pilots))
    if results.correlations:
        blocks = _tell_correlations(run, teller, cards)
        teller.tell("correlations", "Do WRP and WRD tell which cards to touch?", *blocks)


def rank_cards(run: NerfsRun) -> list[Card]:
    """All cards: those first whose change does most of what it is meant to do, and unknown ones last."""
    sign = -1 if run.settings.is_buff else 1
    return sorted(run.results.cards, key=lambda card: (not card.change.is_known, sign * card.change.value))


def read_scanned(folder: Path) -> tuple[Card, ...]:
    """The cards that are finished, in the order of the scan, also while it goes on."""
    with open_run(folder) as opened:
        states = read_checkpoint_trees(opened)[1:]  # the first is no card
    return tuple(Card.from_json(state) for state in states)


def _deck_of(run: NerfsRun) -> str:
    return run.results.deck or run.settings.deck


# --- what a designer wants ------------------------------------------------------------------------


def _summarise(run: NerfsRun, cards: Sequence[Card], baseline: DeckWinRate) -> Iterator[Block]:
    pilots = run.results.pilots
    yield Warned(doubt_cards(pilots))
    yield _headline(run, cards)
    yield Words(confirm(pilots))
    lowered = [card for card in cards if card.change.high < 0]
    raised = [card for card in cards if card.change.low > 0]
    ends = f"{INTERVAL} {rate_interval(baseline.win_rate)}"
    yield Facts(
        (
            Fact("Win rate of the deck", f"{rate(baseline.win_rate.value)}%", ends),
            Fact("Cards scanned", f"{len(cards)}"),
            Fact("Surely lower it", f"{len(lowered)}", "cards whose change costs the deck games"),
            Fact("Surely raise it", f"{len(raised)}", "cards whose change wins the deck games"),
        ),
        "All in all",
    )


def _headline(run: NerfsRun, cards: Sequence[Card]) -> Headline:
    """The cards whose change clearly does what it is meant to do."""
    deck, is_buff = _deck_of(run), run.settings.is_buff
    moved = [card for card in cards if (card.change.low > 0 if is_buff else card.change.high < 0)]
    if not moved:
        effect = "raises" if is_buff else "lowers"
        return Headline(f"No single change clearly {effect} the win rate of {deck}: it does not hang on one card.")
    names = [f"{card.name} ({points(card.change.value)} points)" for card in moved[:_MOST_NAMED]]
    verb = "gains most by" if is_buff else "relies most on"
    return Headline(f"{deck} {verb} {listed(names)}.", "points of its win rate")


# --- what each change does ------------------------------------------------------------------------


def _tell_changes(run: NerfsRun, teller: Teller, cards: Sequence[Card]) -> Iterator[Block]:
    """All cards by what their change does, the strongest first."""
    settings, names = run.settings, [card.name for card in cards]
    faces = read_faces(settings.metagame, settings.players).inside(teller.prefix)
    faces = faces.with_change(names, settings.attribute, settings.amount)
    amount = f"{number(settings.amount, 0, signed=True)} {settings.attribute}"
    done = (
        f"The deck was played with each card changed by {amount}, one card at a time, from {settings.games:,} games "
        "per opponent and with the same seeds as without the change."
    )
    yield Words(done, level=Level.FULL)
    title, keys = f"What {amount} does to {_deck_of(run)}", {name: faces.anchor(name) for name in names}
    caption = f"With {INTERVAL}s. Filled dots: the interval leaves 0 out. Each card was changed by itself."
    yield Figure(change_plot(teller.id("cards"), title, cards, keys), caption, is_linked=True)
    yield _card_table(cards, faces)


def _card_table(cards: Sequence[Card], faces: CardFaces) -> Table:
    columns = (
        Column("card", lambda card: faces.name(card.name)),
        Column("change", lambda card: card.change, POINTS),
        Column("WRN", lambda card: card.wrn, PLAIN_RATE, is_bare=True, is_expendable=True, level=Level.MAIN),
        Column("WRD", lambda card: card.wrd, PLAIN_RATE, is_short=True),
        Column("WRP", lambda card: card.wrp, PLAIN_RATE, is_short=True),
        Column("drawn", lambda card: card.drawn, COUNT, level=Level.FULL),
        Column("played", lambda card: card.played, COUNT, level=Level.FULL),
    )
    title = "Cards, by what the change does to the deck"
    return Table("cards", columns, cards, title, _CARD_NOTE, coloured="above or below 0")


# --- whether simpler statistics would have told ---------------------------------------------------


def _tell_correlations(run: NerfsRun, teller: Teller, cards: Sequence[Card]) -> Iterator[Block]:
    correlations, baseline = run.results.correlations, run.results.baseline
    told = " ".join(_describe_correlation(name, correlations[key]) for key, name in STATISTICS.items())
    yield Words(told, level=Level.FULL)
    plots = (statistic_plot(teller.id(f"scatter-{key}"), key, cards, correlations[key], baseline) for key in STATISTICS)
    yield Beside.of(plots)
    yield Words(_explain_scatter(baseline), is_faint=True, level=Level.FULL)
    yield _correlation_table([(name, correlations[key]) for key, name in STATISTICS.items()])


def _describe_correlation(name: str, correlations: Correlations) -> str:
    pearson = correlations.pearson
    if not pearson.is_known:
        return f"The correlation of {name} with WRN is not known."
    verdict = "more than chance explains" if pearson.p < _SIGNIFICANT else "which chance can explain"
    return (
        f"{name} and WRN: Pearson's correlation is {number(pearson.value, 2)} "
        f"({interval(pearson.low, pearson.high, 2)}), {verdict} ({show_p(pearson.p)})."
    )


def _explain_scatter(baseline: DeckWinRate | None) -> str:
    dashed = f" Dashed: without a change ({rate(baseline.win_rate.value)}%)." if baseline else ""
    return (
        f"A dot for each card, with {INTERVAL}s: the win rate of the deck if this card alone is changed. The line is "
        f"the least-squares regression, the band its {LEVEL} confidence band.{dashed}"
    )


def _correlation_table(found: Sequence[tuple[str, Correlations]]) -> Table:
    columns = (
        Column("statistics", lambda row: f"{row[0]} and WRN"),
        Column("correlation", lambda row: row[1]),
        Column("value", lambda row: Estimate(row[2].value, row[2].low, row[2].high), CORRELATION),
        Column("p", lambda row: _show_chance(row[2]), RIGHT),
    )
    ways = [(name, way, getattr(both, way.lower())) for name, both in found for way in ("Pearson", "Spearman")]
    return Table("correlations", columns, ways, note=_CORRELATION_NOTE, level=Level.MAIN)


def _show_chance(found: Correlation) -> str:
    return show_p(found.p).removeprefix("p ").removeprefix("= ") if found.is_known else ""


# --- for other programs ---------------------------------------------------------------------------


def _best(run: NerfsRun) -> str:
    """The card whose change does most, whichever way."""
    known = [card for card in run.results.cards if card.change.is_known]
    most = max(known, key=lambda card: abs(card.change.value), default=None)
    return "" if most is None else f"{most.name} matters most ({points(most.change.value)} points)"


def _cards(run: NerfsRun) -> Table:
    """A row for each card; those first whose change does most, once all are finished."""
    cards = rank_cards(run) or read_scanned(run.folder)
    return Table("cards", (), cards, record=Card, index="name", axis="card")


STORY = RunStory(
    title=lambda run: f"Which cards to touch: {_deck_of(run)}",
    tell=tell_nerfs,
    best=_best,
    tables={
        "cards": _cards,
        "pilots": lambda run: Table("pilots", (), run.results.pilots, record=PilotedCard, index="pilot"),
        "scanned": lambda run: Table("scanned", (), read_scanned(run.folder), record=Card),
    },
    exported="scanned",
)
