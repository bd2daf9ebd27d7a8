"""A tuned player, for a terminal: the candidates of each round, how strong it has become, and its weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.rate_text import rate_text_of
from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import new_table, print_table
from evometa.experiments.tune.results import Opponent, Round, Rung
from evometa.experiments.tune.work import TuneRun
from evometa.report.words.numbers import count, interval, number
from evometa.report.words.tuning import describe_tuning, weight_rows

ROUND_NOTE = (
    "Elo: 400 points more are odds of ten to one. Win rate: against the player before this round, the incumbent, in %. "
    "Nodes: actions that a game makes it think of. Log loss: how badly its fit foretells who wins. The strongest goes "
    "on, whatever the log loss of its fit."
)
LADDER_NOTE = "In mirrors with random decks that no round has seen. 400 points of Elo are odds of ten to one."


def show_tune(console: Screen, run: TuneRun) -> None:
    """All that tuning has found so far."""
    results = run.results
    console.print(Text(describe_tuning(run), style="bold"))
    for i, each in enumerate(results.rounds, start=1):
        title = f"Round {i}: {count(len(each.contenders), 'candidate')}, fitted to {each.positions:,} ends of turns"
        print_table(console, title, round_table(each), ROUND_NOTE)
    if results.ladder:
        print_table(console, "How strong it has become", rung_table(results.ladder), LADDER_NOTE)
    if results.opponents:
        print_table(console, "The tuned player, in %", opponent_table(results.opponents))
    if results.weights:
        print_table(console, "Weights", weight_table(run))


def round_table(found: Round) -> Table:
    """A line for each candidate, the strongest first."""
    table = new_table()
    table.add_column("candidate", no_wrap=True)
    for heading in ("Elo", "95% interval", "win rate", "nodes", "log loss"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in found.contenders:
        ends = interval(each.elo.low, each.elo.high, 0)
        loss = "" if each.loss != each.loss else number(each.loss, 4)
        rate = rate_text_of(each.win_rate) if each.win_rate.value == each.win_rate.value else ""
        table.add_row(name_text(each.name), number(each.elo.value, 0), ends, rate, number(each.nodes_per_game, 0), loss)
    return table


def rung_table(ladder: Sequence[Rung]) -> Table:
    """A line for each player."""
    table = new_table()
    table.add_column("player", no_wrap=True)
    for heading in ("Elo", "95% interval", "nodes"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in ladder:
        ends = interval(each.elo.low, each.elo.high, 0)
        table.add_row(name_text(each.name), number(each.elo.value, 0), ends, number(each.nodes_per_game, 0))
    return table


def opponent_table(opponents: Sequence[Opponent]) -> Table:
    """A line for each opponent of the tuned player."""
    table = new_table()
    table.add_column("against", no_wrap=True)
    for heading in ("win rate", "games"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("worst deck", overflow="ellipsis", no_wrap=True)
    for each in opponents:
        worst = f"{number(100 * each.lowest.value, 0)}% {each.lowest_deck}"
        table.add_row(name_text(each.name), rate_text_of(each.win_rate), f"{each.games:,}", name_text(worst))
    return table


def weight_table(run: TuneRun) -> Table:
    """A line for each feature."""
    table = new_table()
    table.add_column("feature", no_wrap=True)
    table.add_column("my", justify="right")
    table.add_column("enemy", justify="right")
    for row in weight_rows(run.results.weights):
        table.add_row(*row)
    return table


def final_tune(run: TuneRun) -> dict[str, Any]:
    """What `--json` prints: everything."""
    return {"run": str(run.folder), "seed": run.settings.seed, "decks": run.settings.decks, **run.results.to_json()}
