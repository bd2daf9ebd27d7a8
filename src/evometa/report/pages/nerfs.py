"""The report of a card scan: which cards a deck relies on, and whether simpler statistics would have told."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.report.pages.parts import Html, Story, paragraph, table, tiles
from evometa.report.run_record import Facts, RunRecord
from evometa.report.words.run_text import count, interval, listed, number, rate, rate_interval, show_p

STATISTICS = {"wrp": "WRP", "wrd": "WRD"}
SIGNIFICANT = 0.05
TOP_CARDS = 5
COLUMNS = ("card", "drawn", "played", "WRD", "95% interval", "WRP", "95% interval", "WRN", "change", "95% interval")


def tell_nerfs(record: RunRecord, story: Story) -> None:
    """Add all sections of a card scan."""
    cards = rank_cards(record)
    correlations = record.results.get("correlations", {})
    baseline = record.results.get("baseline")
    _tell_summary(record, story, cards, baseline)
    if not cards:
        return
    if correlations:
        _tell_correlations(record, story, cards, correlations, baseline)
    story.tell("cards", "All cards", paragraph(describe_change(record)), _card_table(cards), _explain_columns())


def is_buff(record: RunRecord) -> bool:
    """Whether the cards were changed for the better: less cost, or more of anything else."""
    amount, attribute = record.settings.get("amount", 1), record.settings.get("attribute", "cost")
    return bool((amount < 0) == (attribute == "cost"))


def rank_cards(record: RunRecord) -> list[Facts]:
    """All cards: those first whose change does most of what it is meant to do, and unknown ones last."""
    sign = -1 if is_buff(record) else 1
    cards = record.results.get("cards", [])
    return sorted(cards, key=lambda card: (card["change"] is None, sign * (card["change"] or 0)))


def describe_change(record: RunRecord) -> str:
    """What was done to each card."""
    settings = record.settings
    amount, attribute = settings.get("amount", 1), settings.get("attribute", "cost")
    games = f" from {settings['games']:,} games per opponent" if "games" in settings else ""
    return (
        f"The deck was played with each card changed by {number(amount, 0, signed=True)} {attribute}, one card at a "
        f"time,{games} and with the same seeds as without the change."
    )


def deck_of(record: RunRecord) -> str:
    """The deck whose cards were changed."""
    return str(record.results.get("deck") or record.settings.get("deck", "the deck"))


# --- what a designer wants ------------------------------------------------------------------------


def _tell_summary(record: RunRecord, story: Story, cards: Sequence[Facts], baseline: Facts | None) -> None:
    if not cards or not baseline:
        story.tell("summary", "In short", paragraph("The run has not come to its results yet."))
        return
    lowered = [card for card in cards if card["change_high"] is not None and card["change_high"] < 0]
    raised = [card for card in cards if card["change_low"] is not None and card["change_low"] > 0]
    facts = [
        ("Win rate of the deck", f"{rate(baseline['win_rate'])}%", f"95% interval {_ends(baseline)}"),
        ("Cards scanned", f"{len(cards)}", ""),
        ("Surely lower it", f"{len(lowered)}", "cards whose change costs the deck games"),
        ("Surely raise it", f"{len(raised)}", "cards whose change wins the deck games"),
    ]
    moved = raised if is_buff(record) else lowered
    story.tell("summary", "In short", paragraph(_summarise(record, moved)), tiles(facts), _top_table(record, cards))


def _ends(baseline: Facts) -> str:
    return f"{rate(baseline['low'])} to {rate(baseline['high'])}"


def _summarise(record: RunRecord, moved: Sequence[Facts]) -> str:
    deck, effect = deck_of(record), "raises" if is_buff(record) else "lowers"
    if not moved:
        return f"No single change surely {effect} the win rate of {deck}: it does not hang on one card."
    names = [f"{card['name']} ({rate(card['change'], signed=True)} points)" for card in moved[:3]]
    return f"{deck} {_verb(record)} {listed(names)}. These are the first cards to look at."


def _verb(record: RunRecord) -> str:
    return "gains most by" if is_buff(record) else "relies most on"


def _top_table(record: RunRecord, cards: Sequence[Facts]) -> Html:
    rows = [
        [card["name"], rate(card["wrn"]), rate(card["change"], signed=True), rate_interval(card, "change", signed=True)]
        for card in cards[:TOP_CARDS]
    ]
    heads = ["card", "win rate after the change, %", "change, points", "95% interval"]
    return table(f"The {count(len(rows), 'card')} that the deck {_verb(record)}", heads, rows)


# --- whether simpler statistics would have told ---------------------------------------------------


def _tell_correlations(
    record: RunRecord, story: Story, cards: Sequence[Facts], correlations: Facts, baseline: Facts | None
) -> None:
    from evometa.report.pictures.run_figures import draw_card_scatter

    picture = draw_card_scatter(
        cards, correlations, baseline, f"What a change does, and what statistics tell: {deck_of(record)}"
    )
    told = [_describe_correlation(name, correlations[key]) for key, name in STATISTICS.items()]
    alternative = f"Two scatter plots of {count(len(cards), 'card')}: WRP and WRD against WRN. {' '.join(told)}"
    story.tell(
        "correlations",
        "Do WRP and WRD tell which cards to touch?",
        paragraph(" ".join(told)),
        story.show("correlations", picture, alternative),
        _correlation_table(correlations),
    )


def _describe_correlation(name: str, correlation: Facts) -> str:
    pearson = correlation["pearson"]
    if pearson["value"] is None:
        return f"The correlation of {name} with WRN is not known."
    is_sure = pearson["p"] < SIGNIFICANT
    verdict = "more than chance explains" if is_sure else "which chance can explain"
    return (
        f"{name} and WRN: Pearson's correlation is {number(pearson['value'], 2)} "
        f"({interval(pearson['low'], pearson['high'], 2)}), {verdict} ({show_p(pearson['p'])})."
    )


def _correlation_table(correlations: Facts) -> Html:
    rows = [
        [f"{name} and WRN", kind.capitalize(), number(found["value"], 2), interval(found["low"], found["high"], 2),
         show_p(found["p"]) if found["p"] is not None else ""]
        for key, name in STATISTICS.items()
        for kind, found in ((kind, correlations[key][kind]) for kind in ("pearson", "spearman"))
    ]  # fmt: skip
    heads = ["statistics", "correlation", "value", "95% interval", "p"]
    return table("", heads, rows, texts=2)


# --- all cards ------------------------------------------------------------------------------------


def _card_table(cards: Sequence[Facts]) -> Html:
    return table("Rates in %, changes in percentage points", COLUMNS, [_card_row(card) for card in cards])


def _card_row(card: Facts) -> list[str]:
    return [
        card["name"],
        f"{card['drawn']:,}",
        f"{card['played']:,}",
        rate(card["wrd"]),
        rate_interval(card, "wrd"),
        rate(card["wrp"]),
        rate_interval(card, "wrp"),
        rate(card["wrn"]),
        rate(card["change"], signed=True),
        rate_interval(card, "change", signed=True),
    ]


def _explain_columns() -> Html:
    return paragraph(
        "WRD and WRP: win rate of the games in which the card was drawn, or played. WRN: the deck's win rate with the "
        "card changed. Change: WRN minus the win rate without the change. Among twenty cards, one interval is expected "
        "to miss the truth.",
        "faint",
    )
