"""The report of a card scan: which cards a deck relies on, and whether simpler statistics would have told."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import Correlation, Correlations, DeckWinRate, NerfsResults, ScannedCard
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.metagame.evidence import Estimated
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.charts.frame import Touch
from evometa.report.charts.plot import Axis, Band, Dots, Layer, Level, Line, Plot, Point, draw_plot
from evometa.report.pages.card_faces import CardFaces, read_faces
from evometa.report.pages.parts import Html, Story, beside, headline, paragraph, table, tiles
from evometa.report.pages.pilots import tell_card_pilots
from evometa.report.words.numbers import interval, listed, number, points, rate, rate_interval, show_p
from evometa.report.words.pilots import confirm, doubt_cards

NerfsRun = StoredRun[NerfsSettings, NerfsResults]

STATISTICS = {"wrp": "WRP", "wrd": "WRD"}
MEANINGS = {"wrp": "win rate when played (WRP), %", "wrd": "win rate when drawn (WRD), %"}
SIGNIFICANT = 0.05
COLUMNS = ("card", "drawn", "played", "WRD", "95% interval", "WRP", "95% interval", "WRN", "change", "95% interval")


def title_nerfs(run: NerfsRun) -> str:
    """The heading of the page."""
    return f"Which cards to touch: {deck_of(run)}"


def tell_nerfs(run: NerfsRun, story: Story) -> None:
    """Add all sections of a card scan."""
    cards, settings = rank_cards(run), run.settings
    faces = read_faces(settings.metagame, settings.players)
    faces = faces.with_change((card.name for card in cards), settings.attribute, settings.amount)
    _tell_summary(run, story, cards)
    if not cards:
        return
    _tell_changes(run, story, cards, faces)
    tell_card_pilots(run.results.pilots, story)
    if run.results.correlations:
        _tell_correlations(run, story, cards)
    told = (paragraph(describe_change(settings)), _card_table(cards, faces, story), _explain_columns())
    story.tell("cards", "All cards", *told)


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
    pilots = run.results.pilots
    doubt, sure = paragraph(doubt_cards(pilots), "notice"), paragraph(confirm(pilots))
    story.tell("summary", "In short", doubt, headline(summarise_scan(run), "of its win rate"), sure, tiles(facts))


def _ends(baseline: DeckWinRate) -> str:
    return rate_interval(baseline.win_rate)


def summarise_scan(run: NerfsRun) -> str:
    """The cards whose change clearly does what it is meant to do, in a sentence."""
    moved = [
        card for card in rank_cards(run) if (card.change.low > 0 if run.settings.is_buff else card.change.high < 0)
    ]
    deck, effect = deck_of(run), "raises" if run.settings.is_buff else "lowers"
    if not moved:
        return f"No single change clearly {effect} the win rate of {deck}: it does not hang on one card."
    names = [f"{card.name} ({points(card.change.value)} points)" for card in moved[:3]]
    return f"{deck} {_verb(run)} {listed(names)}."


def _verb(run: NerfsRun) -> str:
    return "gains most by" if run.settings.is_buff else "relies most on"


# --- what each change does ------------------------------------------------------------------------


def _tell_changes(run: NerfsRun, story: Story, cards: Sequence[ScannedCard], faces: CardFaces) -> None:
    """All cards by what their change does, the strongest first."""
    amount = f"{number(run.settings.amount, 0, signed=True)} {run.settings.attribute}"
    rows = tuple(DotRow(card.name, _in_points(card.change), key=faces.anchor_of(card.name, story)) for card in cards)
    title = f"What {amount} does to {deck_of(run)}"
    plot = DotPlot(story.id("changes"), title, "change of the deck's win rate, points", rows, 0.0, is_signed=True)
    caption = "With 95% intervals. Filled dots: the interval leaves 0 out. Each card was changed by itself."
    shown = story.show(plot.name, draw_dot_plot(plot, Touch.LINKS), caption)
    story.tell("changes", "What each change does", shown)


def _in_points(found: Estimated) -> Estimated:
    return Estimated(*(100 * part for part in found))


# --- whether simpler statistics would have told ---------------------------------------------------


def _tell_correlations(run: NerfsRun, story: Story, cards: Sequence[ScannedCard]) -> None:
    correlations = run.results.correlations
    told = [_describe_correlation(name, correlations[key]) for key, name in STATISTICS.items()]
    plots = [_scatter(run, story, cards, key) for key in STATISTICS]
    story.tell(
        "correlations",
        "Do WRP and WRD tell which cards to touch?",
        paragraph(" ".join(told)),
        beside(*(story.show(plot.name, draw_plot(plot)) for plot in plots)),
        paragraph(_explain_scatter(run.results.baseline), "faint"),
        _correlation_table([(name, correlations[key]) for key, name in STATISTICS.items()]),
    )


def _scatter(run: NerfsRun, story: Story, cards: Sequence[ScannedCard], statistic: str) -> Plot:
    """A statistic of each card against the deck's win rate after its change, with the regression line and its band."""
    points = [_card_point(card, statistic) for card in cards if _statistic(card, statistic).is_known]
    layers: list[Layer] = []
    if line := run.results.correlations[statistic].line:
        x = 100 * line.band.x
        layers += [Band(x, 100 * line.band.low, 100 * line.band.high)]
        layers += [Line("regression", x, 100 * line.intercept + line.slope * x)]
    if run.results.baseline:
        layers.append(Level("without a change", 100 * run.results.baseline.win_rate.value))
    layers.append(Dots("a card", tuple(points)))
    title = f"{STATISTICS[statistic]} and WRN"
    return Plot(
        story.id(f"scatter-{statistic}"), title, Axis(MEANINGS[statistic]), Axis("win rate after the change (WRN), %"),
        tuple(layers),
    )  # fmt: skip


def _statistic(card: ScannedCard, name: str) -> Estimated:
    return card.wrp if name == "wrp" else card.wrd


def _card_point(card: ScannedCard, statistic: str) -> Point:
    x, y = _statistic(card, statistic), card.wrn
    label = f"{card.name}: {STATISTICS[statistic]} {rate(x.value)}%, WRN {rate(y.value)}%"
    return Point(label, _in_points(x), _in_points(y))


def _explain_scatter(baseline: DeckWinRate | None) -> str:
    dashed = f" Dashed: without a change ({rate(baseline.win_rate.value)}%)." if baseline else ""
    return (
        "A dot for each card, with 95% intervals: the win rate of the deck if this card alone is changed. The line is "
        f"the least-squares regression, the band its 95% confidence band.{dashed}"
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


def _card_table(cards: Sequence[ScannedCard], faces: CardFaces, story: Story) -> Html:
    rows = [[faces.mention(card.name, story), *_numbers_of(card)] for card in cards]
    return table("Rates in %, changes in percentage points", COLUMNS, rows)


def _numbers_of(card: ScannedCard) -> list[str]:
    return [
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
