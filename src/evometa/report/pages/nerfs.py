"""The report of a card scan: which cards a deck relies on, and whether simpler statistics would have told."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import Correlation, Correlations, DeckWinRate, NerfsResults, ScannedCard
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.report.pages.parts import Html, Story, paragraph, table, tiles
from evometa.report.pages.pilots import tell_card_pilots
from evometa.report.words.numbers import count, interval, listed, number, points, rate, rate_interval, show_p
from evometa.report.words.pilots import confirm, doubt_cards

NerfsRun = StoredRun[NerfsSettings, NerfsResults]

STATISTICS = {"wrp": "WRP", "wrd": "WRD"}
SIGNIFICANT = 0.05
TOP_CARDS = 5
COLUMNS = ("card", "drawn", "played", "WRD", "95% interval", "WRP", "95% interval", "WRN", "change", "95% interval")


def title_nerfs(run: NerfsRun) -> str:
    """The heading of the page."""
    return f"Which cards to touch: {deck_of(run)}"


def tell_nerfs(run: NerfsRun, story: Story) -> None:
    """Add all sections of a card scan."""
    cards = rank_cards(run)
    _tell_summary(run, story, cards)
    if not cards:
        return
    tell_card_pilots(run.results.pilots, story)
    if run.results.correlations:
        _tell_correlations(run, story, cards)
    story.tell("cards", "All cards", paragraph(describe_change(run.settings)), _card_table(cards), _explain_columns())


def rank_cards(run: NerfsRun) -> list[ScannedCard]:
    """All cards: those first whose change does most of what it is meant to do, and unknown ones last."""
    sign = -1 if run.settings.is_buff else 1
    return sorted(run.results.cards, key=lambda card: (not card.change.is_known, sign * card.change.value))


def describe_change(settings: NerfsSettings) -> str:
    """What was done to each card."""
    return (
        f"The deck was played with each card changed by {number(settings.amount, 0, signed=True)} "
        f"{settings.attribute}, one card at a time, from {settings.games:,} games per opponent and with the same seeds "
        "as without the change."
    )


def deck_of(run: NerfsRun) -> str:
    """The deck whose cards were changed."""
    return run.results.deck or run.settings.deck


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(run: NerfsRun, story: Story, cards: Sequence[ScannedCard]) -> None:
    baseline = run.results.baseline
    if not cards or not baseline:
        story.tell("summary", "In short", paragraph("The run has not come to its results yet."))
        return
    lowered = [card for card in cards if card.change.high < 0]
    raised = [card for card in cards if card.change.low > 0]
    facts = [
        ("Win rate of the deck", f"{rate(baseline.win_rate.value)}%", f"95% interval {_ends(baseline)}"),
        ("Cards scanned", f"{len(cards)}", ""),
        ("Surely lower it", f"{len(lowered)}", "cards whose change costs the deck games"),
        ("Surely raise it", f"{len(raised)}", "cards whose change wins the deck games"),
    ]
    moved = raised if run.settings.is_buff else lowered
    pilots = run.results.pilots
    texts = (doubt_cards(pilots), _summarise(run, moved), confirm(pilots))
    story.tell("summary", "In short", *map(paragraph, texts), tiles(facts), _top_table(run, cards))


def _ends(baseline: DeckWinRate) -> str:
    return rate_interval(baseline.win_rate)


def _summarise(run: NerfsRun, moved: Sequence[ScannedCard]) -> str:
    deck, effect = deck_of(run), "raises" if run.settings.is_buff else "lowers"
    if not moved:
        return f"No single change surely {effect} the win rate of {deck}: it does not hang on one card."
    names = [f"{card.name} ({points(card.change.value)} points)" for card in moved[:3]]
    return f"{deck} {_verb(run)} {listed(names)}. These are the first cards to look at."


def _verb(run: NerfsRun) -> str:
    return "gains most by" if run.settings.is_buff else "relies most on"


def _top_table(run: NerfsRun, cards: Sequence[ScannedCard]) -> Html:
    rows = [
        [card.name, rate(card.wrn.value), points(card.change.value), rate_interval(card.change, signed=True)]
        for card in cards[:TOP_CARDS]
    ]
    heads = ["card", "win rate after the change, %", "change, points", "95% interval"]
    return table(f"The {count(len(rows), 'card')} that the deck {_verb(run)}", heads, rows)


# --- whether simpler statistics would have told ---------------------------------------------------


def _tell_correlations(run: NerfsRun, story: Story, cards: Sequence[ScannedCard]) -> None:
    from evometa.report.pictures.run_figures import draw_card_scatter

    correlations = run.results.correlations
    title = f"What a change does, and what statistics tell: {deck_of(run)}"
    picture = draw_card_scatter(cards, correlations, run.results.baseline, title)
    told = [_describe_correlation(name, correlations[key]) for key, name in STATISTICS.items()]
    alternative = f"Two scatter plots of {count(len(cards), 'card')}: WRP and WRD against WRN. {' '.join(told)}"
    story.tell(
        "correlations",
        "Do WRP and WRD tell which cards to touch?",
        paragraph(" ".join(told)),
        story.show("correlations", picture, alternative),
        _correlation_table([(name, correlations[key]) for key, name in STATISTICS.items()]),
    )


def _describe_correlation(name: str, correlations: Correlations) -> str:
    pearson = correlations.pearson
    if not pearson.is_known:
        return f"The correlation of {name} with WRN is not known."
    verdict = "more than chance explains" if pearson.p < SIGNIFICANT else "which chance can explain"
    return (
        f"{name} and WRN: Pearson's correlation is {number(pearson.value, 2)} "
        f"({interval(pearson.low, pearson.high, 2)}), {verdict} ({show_p(pearson.p)})."
    )


def _correlation_table(found: Sequence[tuple[str, Correlations]]) -> Html:
    rows = [
        [f"{name} and WRN", *_correlation_cells(kind, each)]
        for name, both in found
        for kind, each in (("Pearson", both.pearson), ("Spearman", both.spearman))
    ]
    heads = ["statistics", "correlation", "value", "95% interval", "p"]
    return table("", heads, rows, texts=2)


def _correlation_cells(kind: str, found: Correlation) -> list[str]:
    p = show_p(found.p) if found.is_known else ""
    return [kind, number(found.value, 2), interval(found.low, found.high, 2), p]


# --- all cards ------------------------------------------------------------------------------------


def _card_table(cards: Sequence[ScannedCard]) -> Html:
    return table("Rates in %, changes in percentage points", COLUMNS, [_card_row(card) for card in cards])


def _card_row(card: ScannedCard) -> list[str]:
    return [
        card.name,
        f"{card.drawn:,}",
        f"{card.played:,}",
        rate(card.wrd.value),
        rate_interval(card.wrd),
        rate(card.wrp.value),
        rate_interval(card.wrp),
        rate(card.wrn.value),
        points(card.change.value),
        rate_interval(card.change, signed=True),
    ]


def _explain_columns() -> Html:
    return paragraph(
        "WRD and WRP: win rate of the games in which the card was drawn, or played. WRN: the deck's win rate with the "
        "card changed. Change: WRN minus the win rate without the change. Among twenty cards, one interval is expected "
        "to miss the truth.",
        "faint",
    )
