"""A metagame on each rung of the ladder of skill: all numbers for programs, and what changes with skill for people."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from rich.table import Table

from evometa.app.laboratory.meta_view import name_estimate
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import change_cell, rate_cell
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import fact_table, new_table, print_partial, print_table
from evometa.metagame.skills import SkillsResult
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.letters import F_MEANS
from evometa.report.words.numbers import interval, number, typical_match_up
from evometa.report.words.skills import tell_skills

RATE_NOTE = (
    "All decks are played by the same rung. Under each rate: how far its 95% interval reaches. "
    "Gain: from the lowest rung to the highest, in points."
)
CORRELATION_NOTE = "1: two rungs have the same match-ups up to scale; 0: nothing in common."


def report_skills(result: SkillsResult) -> Report:
    """All that a metagame on several rungs tells."""

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_skill_figures

        write_skill_figures(result, folder)

    return Report(
        data=skills_data(result),
        tables={"skills": deck_columns(result), "rungs": rung_columns(result)},
        show=lambda console: show_skills(console, result),
        draw=draw,
        n_games=result.games,
        is_partial=result.is_partial,
    )


# --- for programs -------------------------------------------------------------------------------


def skills_data(result: SkillsResult) -> dict[str, Any]:
    """All numbers. Matrices of `skills` have a row for each deck and a column for each rung."""
    return {
        "metagame": result.metagame.name,
        "rules_version": result.results[0].rules_version,
        "seed": result.seed,
        "is_partial": result.is_partial,
        "games": result.games,
        "decks": result.decks,
        "skills": {
            "rungs": result.rungs,
            **name_estimate(result.win_rate, "win_rate", "low", "high"),
            **name_estimate(result.gain, "gain"),
            **_rung_numbers(result),
            "correlation": result.correlation,
        },
        "standings": {
            rung: {"players": _players(result, place), **standing.to_json()}
            for place, (rung, standing) in enumerate(zip(result.rungs, result.standings, strict=True))
        },
    }


def _players(result: SkillsResult, place: int) -> list[str]:
    return [player.name for player in result.results[place].metagame.players]


def _rung_numbers(result: SkillsResult) -> dict[str, list[float]]:
    """F on each rung."""
    found = result.standings
    return {
        "f": [each.f_corrected.value for each in found],
        "f_low": [each.f_corrected.low for each in found],
        "f_high": [each.f_corrected.high for each in found],
        "f_noise_floor": [each.f_noise_floor for each in found],
    }


def deck_columns(result: SkillsResult) -> Columns:
    """A row for each deck on each rung."""
    pairs = list(product(range(len(result.decks)), range(len(result.rungs))))
    rates, gains = name_estimate(result.win_rate, "win_rate", "low", "high"), name_estimate(result.gain, "gain")
    return {
        "deck": [result.decks[i] for i, _ in pairs],
        "rung": [result.rungs[j] for _, j in pairs],
        "player": [_players(result, j)[i] for i, j in pairs],
        **{name: values.ravel().tolist() for name, values in rates.items()},
        **{name: [float(values[i]) for i, _ in pairs] for name, values in gains.items()},
    }


def rung_columns(result: SkillsResult) -> Columns:
    """A row for each rung, with its correlation with each of them."""
    alike = {f"correlation_{rung}": result.correlation[:, j].tolist() for j, rung in enumerate(result.rungs)}
    games = [each.games_played for each in result.standings]
    return {"rung": result.rungs, "games": games, **_rung_numbers(result), **alike}


# --- for people ---------------------------------------------------------------------------------


def show_skills(console: Screen, result: SkillsResult) -> None:
    """Win rates by rung, what skill does to each deck, F by rung, and how alike the rungs are."""
    played = f"  {result.games:,} games on {len(result.rungs)} rungs; seed {result.seed}"
    print_headed(console, result.metagame.name, played)
    if result.is_partial:
        print_partial(console)
    title = "Win rate of each deck against the metagame, by who plays all decks, in %"
    print_table(console, title, rate_table(result), RATE_NOTE, "above or below 50%, or a gain that is not 0")
    print_table(console, "How even the metagame is, by rung", f_table(result), F_MEANS)
    print_table(
        console, "How alike the match-ups of two rungs are (correlation)", alike_table(result), CORRELATION_NOTE
    )
    print_table(console, "What skill changes", fact_table(tell_skills(result)))


def rate_table(result: SkillsResult) -> Table:
    """A row for each deck, a column for each rung; those that gain most first."""
    table, labels = new_table(), label_decks(result.decks)
    table.add_column("")
    table.add_column("deck", overflow="ellipsis", no_wrap=True, max_width=26)
    for rung in (*result.rungs, "gain"):
        table.add_column(rung, justify="right", min_width=6)
    for i in (-result.gain.value).argsort(kind="stable").tolist():
        cells = [rate_cell(result.win_rate, i, j, separator="\n") for j in range(len(result.rungs))]
        table.add_row(labels[i], name_text(result.decks[i]), *cells, change_cell(result.gain, i, separator="\n"))
    return table


def f_table(result: SkillsResult) -> Table:
    """F without the share of chance."""
    table = new_table()
    table.add_column("rung")
    for heading in ("typical match-up", "F", "95% interval"):
        table.add_column(heading, justify="right")
    for rung, standing in zip(result.rungs, result.standings, strict=True):
        value, low, high = standing.f_corrected
        table.add_row(rung, typical_match_up(value), number(value), interval(low, high))
    return table


def alike_table(result: SkillsResult) -> Table:
    """The correlation of each two rungs."""
    table = new_table()
    table.add_column("")
    for rung in result.rungs:
        table.add_column(rung, justify="right")
    for i, rung in enumerate(result.rungs):
        table.add_row(rung, *(number(value, 2) for value in result.correlation[i]))
    return table
