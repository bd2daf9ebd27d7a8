"""Every deck with every player: what is the deck, what is the player, and who suits whom."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import Played, describe_games, metagame_data, name_estimate
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import rate_cell
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import new_table, print_partial, print_table
from evometa.input.shown_text import show_name
from evometa.metagame.cross_players import VIABLE_LOSS, CrossedResult
from evometa.report.words.numbers import rate, rates_between

MEANINGS = {
    "deck": "which deck it is",
    "player": "who plays, whatever the deck",
    "interaction": "that some players suit some decks",
}


def report_crossed(result: CrossedResult) -> Report:
    """All that decks with every player tell."""

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_figures

        write_figures(result.result, folder)

    return Report(
        data=crossed_data(result),
        tables={"decks_and_players": crossed_columns(result)},
        show=lambda console: show_crossed(console, result),
        draw=draw,
        n_games=result.result.games,
        is_partial=result.result.is_partial,
    )


def crossed_data(result: CrossedResult) -> dict[str, Any]:
    """All numbers. Matrices have a row for each deck and a column for each player."""
    return {
        "decks": result.decks,
        "players": result.players,
        "shares": result.shares,
        **_matrices(result),
        "parts": {name: part._asdict() for name, part in result.parts.items()},
        "crossed": metagame_data(Played(result.result)),
    }


def crossed_columns(result: CrossedResult) -> Columns:
    """A row for each deck with each player."""
    pairs = list(product(result.decks, result.players))
    names = {"deck": [deck for deck, _ in pairs], "player": [player for _, player in pairs]}
    return names | {name: values.ravel().tolist() for name, values in _matrices(result).items()}


def _matrices(result: CrossedResult) -> dict[str, NDArray[Any]]:
    """The numbers of each deck with each player."""
    rates, losses = name_estimate(result.win_rate, "win_rate", "low", "high"), name_estimate(result.loss, "loss")
    return {**rates, **losses, "is_viable": result.is_viable}


def show_crossed(console: Screen, result: CrossedResult) -> None:
    """Win rates of every deck with every player, and what they are made of."""
    games = result.result
    print_headed(console, games.metagame.name, f"  {describe_games(games)}")
    if games.is_partial:
        print_partial(console)
    title = "Win rate of each deck in the hands of each player, against all decks with all players, in %"
    note = f"Viable: at most {rate(VIABLE_LOSS, 0)} points below the deck's best player."
    print_table(console, title, player_table(result), note)
    print_table(console, "What makes win rates differ", part_table(result))


def player_table(result: CrossedResult) -> Table:
    """A row for each deck, a column for each player."""
    table = new_table()
    table.add_column("deck", overflow="ellipsis", no_wrap=True, max_width=28)
    for player in result.players:
        table.add_column(name_text(player), justify="right")
    table.add_column("viable")
    for i, deck in enumerate(result.decks):
        viable = [show_name(player) for j, player in enumerate(result.players) if result.is_viable[i, j]]
        cells = [rate_cell(result.win_rate, i, j) for j in range(len(result.players))]
        table.add_row(name_text(deck), *cells, Text(", ".join(viable)))
    return table


def part_table(result: CrossedResult) -> Table:
    """How much of the variance is what."""
    table = new_table()
    for heading in ("", "of the variance", "95% interval"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, part in result.parts.items():
        value, low, high = (float(np.asarray(number)) for number in part)
        table.add_row(MEANINGS[name], f"{rate(value, 0)}%", f"{rates_between(low, high, 0)}%")
    return table
