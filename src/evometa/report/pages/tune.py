"""The report of a tuned player: how strong it has become, round by round, and what it finds good."""

from __future__ import annotations

from evometa.experiments.tune.results import Round, TuneResults
from evometa.experiments.tune.work import PLAYER_FILE, TuneRun
from evometa.metagame.ratings import MEAN
from evometa.report.charts.dot_plot import DotPlot, DotRow, draw_dot_plot
from evometa.report.pages.parts import Html, Story, join, paragraph, table
from evometa.report.words.numbers import ABSENT, count, interval, number, rate, rate_interval
from evometa.report.words.tuning import describe_tuning, weight_rows

LADDER_EXPLAINED = (
    f"Elo with its 95% interval, the mean of all is {MEAN:.0f}; mirrors from both seats, with decks that no round has "
    "seen. 400 points are odds of ten to one. Filled dots: the interval leaves the mean out."
)
ROUND_HEADS = ("candidate", "Elo", "95% interval", "win rate, %", "95% interval", "nodes a game", "log loss")


def title_tune(run: TuneRun) -> str:
    """The heading of the page."""
    return f"A player tuned with {run.settings.decks}, from {run.results.start or run.settings.start}"


def tell_tune(run: TuneRun, story: Story) -> None:
    """Add all sections."""
    results = run.results
    written = f" It is in the file {PLAYER_FILE} of the run." if run.is_finished else ""
    story.tell("summary", "In short", paragraph(describe_tuning(run) + written))
    if results.opponents:
        _tell_strength(results, story)
    if results.rounds:
        _tell_rounds(results, story)
    if results.weights:
        told = (
            "In thousandths of log odds to win, for a unit of each feature at the end of the player's turn. Features "
            "that go together share what they are worth, so a single weight can look strange."
        )
        rows = weight_rows(results.weights)
        story.tell("weights", "Weights", paragraph(told), table("", ["feature", "my", "enemy"], rows))


def _tell_strength(results: TuneResults, story: Story) -> None:
    rows = [
        [
            each.name,
            rate(each.win_rate.value),
            rate_interval(each.win_rate),
            f"{each.games:,}",
            f"{each.lowest_deck} ({rate(each.lowest.value, 0)}%)",
        ]
        for each in results.opponents
    ]
    heads = ["against", "win rate, %", "95% interval", "games", "worst deck"]
    plot = _ladder_plot(story.id("ladder"), results)
    shown = story.show(plot.name, draw_dot_plot(plot), LADDER_EXPLAINED)
    told = "Mirrors from both seats, with random decks of all classes that no round has seen, and fresh games."
    story.tell("strength", "How strong it has become", paragraph(told), shown, table("The tuned player", heads, rows))


def _ladder_plot(name: str, results: TuneResults) -> DotPlot:
    """The rating of the player before the first round and after each, beside others."""
    rows = tuple(
        DotRow(each.name, each.elo, remark=f"{number(each.nodes_per_game, 0)} nodes a game") for each in results.ladder
    )
    return DotPlot(name, "How strong the player has become", "Elo", rows, MEAN, decimals=0)


def _tell_rounds(results: TuneResults, story: Story) -> None:
    told = (
        "In each round the player plays itself, weights are fitted to who won, and the candidates play mirrors against "
        "each other and against the incumbent, the player of the round before. The first of each table went on. The "
        "log loss says how well a fit explains the games; it does not say how well it plays."
    )
    tables = [_round_table(i, each) for i, each in enumerate(results.rounds, start=1)]
    story.tell("rounds", "Round by round", paragraph(told), join(tables))


def _round_table(number_of: int, found: Round) -> Html:
    rows = [
        [
            each.name,
            number(each.elo.value, 0),
            interval(each.elo.low, each.elo.high, 0),
            _or_absent(each.win_rate.value, rate(each.win_rate.value)),
            rate_interval(each.win_rate),
            number(each.nodes_per_game, 0),
            _or_absent(each.loss, number(each.loss, 4)),
        ]
        for each in found.contenders
    ]
    caption = f"Round {number_of}: {count(found.positions, 'end')} of turns; win rates are against the incumbent"
    return table(caption, ROUND_HEADS, rows, marked=[0])


def _or_absent(value: float, text: str) -> str:
    return text if value == value else ABSENT  # NaN is no number
