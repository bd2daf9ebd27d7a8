"""What every card is worth, for a terminal: the best and the worst, in all and of each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import new_table, print_table
from evometa.experiments.tiers.results import CardWorth, ClassWorth
from evometa.experiments.tiers.work import TiersRun
from evometa.input.shown_text import join_names, show_name
from evometa.metagame.evidence import Estimated
from evometa.report.words.numbers import interval, number, points

SHOWN = 10  # best and worst cards
OF_CLASS = 3  # best and worst cards of each class
CARD_NOTE = (
    "In log odds to win, for a copy of the card in a random deck instead of a copy of the average card: 0.04 are about "
    "one point of win rate. The report has all cards."
)
COLOURED = "more or less than the average card"
CLASS_NOTE = "Strength: of a random deck of the class, in log odds against the average of all classes."


def show_tiers(console: Screen, run: TiersRun) -> None:
    """All that a measurement of the cards has found so far."""
    results = run.results
    if not results.cards:
        console.print(
            f"{results.games_played:,} of {run.settings.games:,} games are played; the cards come at the end."
        )
        return
    console.print(Text(tell_extremes(results.cards), style="bold"))
    console.print(describe_games(run))
    own = [card for card in results.cards if card.is_own]
    if own:
        print_table(console, "Your cards", card_table(own, results.cards))
    print_table(
        console, f"The best {SHOWN} of {len(results.cards)} cards", card_table(results.cards[:SHOWN], results.cards)
    )
    print_table(console, f"The worst {SHOWN}", card_table(results.cards[-SHOWN:], results.cards), CARD_NOTE, COLOURED)
    print_table(console, "Classes", class_table(results.classes, results.cards), CLASS_NOTE)


def tell_extremes(cards: Sequence[CardWorth]) -> str:
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


def describe_games(run: TiersRun) -> Text:
    """How many games there were, whose, and how exact that makes it."""
    results = run.results
    player = show_name(results.player or "")
    games = f"{results.games_played:,} games of {player} with {results.decks_played:,} random decks"
    shown = f" in decks of {results.classes[0].klass}" if len(results.classes) == 1 else ""
    return Text(f"{games}; the intervals{shown} reach {number(results.half_width)} to either side on average")


def card_table(shown: Sequence[CardWorth], every: Sequence[CardWorth]) -> Table:
    """A line for each card, with its rank among all."""
    table, ranks = new_table(), {card.id: rank for rank, card in enumerate(every, start=1)}
    table.add_column("rank", justify="right")
    table.add_column("card", overflow="ellipsis", no_wrap=True, max_width=30)
    table.add_column("class", no_wrap=True)
    for heading in ("cost", "worth", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for card in shown:
        ends = interval(card.worth.low, card.worth.high)
        table.add_row(
            str(ranks[card.id]), name_text(card.name), card.klass, str(card.cost), worth_text(card.worth), ends
        )
    return table


def class_table(classes: Sequence[ClassWorth], cards: Sequence[CardWorth]) -> Table:
    """A line for each class, with its best and its worst cards."""
    table = new_table()
    table.add_column("class", no_wrap=True)
    table.add_column("strength", justify="right", no_wrap=True)
    table.add_column("best cards")
    table.add_column("worst cards")
    for each in classes:
        own = [card.name for card in cards if card.klass == each.klass]
        best, worst = (Text(join_names(names)) for names in (own[:OF_CLASS], own[: -OF_CLASS - 1 : -1]))
        table.add_row(each.klass, worth_text(each.worth), best, worst)
    return table


def worth_text(worth: Estimated) -> Text:
    """A worth, coloured if it is clearly above or below the average."""
    return Text(number(worth.value, signed=True), style=style_of(worth.low, worth.high, 0.0))


def final_tiers(run: TiersRun) -> dict[str, Any]:
    """What `--json` prints: everything, and a class is called so."""
    tree = run.results.to_json()
    for name in ("cards", "by_class", "classes"):
        tree[name] = [rename_class(each) for each in tree[name]]
    return {"run": str(run.folder), "seed": run.settings.seed, "half_width": run.results.half_width, **tree}


def rename_class(row: dict[str, Any]) -> dict[str, Any]:
    """A row with `class` for what Python cannot call so."""
    return {"class" if name == "klass" else name: value for name, value in row.items()}
