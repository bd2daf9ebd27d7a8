"""A ladder of players: all numbers for programs, and the rungs for people."""

from __future__ import annotations

from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import rate_text_of
from evometa.app.terminal.screen import Screen, name_text
from evometa.app.terminal.tables import FROM_EVEN, new_table, print_partial, print_table
from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Estimated
from evometa.metagame.ladder import LadderResult
from evometa.report.words.numbers import UNKNOWN, number, rate

NOTE = (
    "Elo: the mean of all is 1500, and 400 points are odds of ten to one. Nodes: actions that players think of in a "
    "game. Nodes and speed are those of games of a player against itself, nodes of both sides, games per second of one "
    "core. Win rates in %; behind ±: how far the 95% interval reaches."
)
SAMPLE_NOTE = " The intervals also hold that the decks are a random sample."


def report_ladder(result: LadderResult) -> Report:
    """All that the games of a ladder tell."""

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_ladder_figures

        write_ladder_figures(result, folder)

    return Report(
        data=ladder_data(result),
        tables={
            "players": _columns(player_rows(result)),
            "pairs": _columns(pair_rows(result)),
            "decks": _columns(deck_rows(result)),
        },
        show=lambda console: show_ladder_result(console, result),
        draw=draw,
        n_games=result.games,
        is_partial=result.is_partial,
    )


# --- for programs -------------------------------------------------------------------------------


def ladder_data(result: LadderResult) -> dict[str, Any]:
    """All numbers. `games_per_second` is the only one that differs from run to run."""
    metagame = result.ladder.metagame
    return {
        "rules_version": result.rules_version,
        "seed": result.seed,
        "is_partial": result.is_partial,
        "games": result.games,
        "metagame": metagame.name,
        "is_sample": result.ladder.is_sample,
        "decks": [{"name": deck.name, "class": deck.klass, "cards": deck.cards} for deck in metagame.decks],
        "players": player_rows(result),
        "pairs": pair_rows(result),
        "by_deck": deck_rows(result),
    }


def player_rows(result: LadderResult) -> list[dict[str, Any]]:
    """A row for each player, in the order in which they were asked for."""
    elo = result.elo
    return [
        {
            "name": name,
            "elo": elo.value[i],
            "elo_low": elo.low[i],
            "elo_high": elo.high[i],
            "nodes_per_game": result.alone[i].nodes_per_game,
            "games_per_second": result.alone[i].games_per_second,
            "self_play_games": result.alone[i].games,
        }
        for i, name in enumerate(result.ladder.names)
    ]


def pair_rows(result: LadderResult) -> list[dict[str, Any]]:
    """A row for every two players: how often the first wins, and the deck with which it does worst."""
    return [_pair_row(result, one, other) for one, other in combinations(range(len(result.ladder.names)), 2)]


def _pair_row(result: LadderResult, one: int, other: int) -> dict[str, Any]:
    names, outcomes = result.ladder.names, result.outcomes[:, one, other]
    lowest = result.lowest_deck(one, other)
    return {
        "a": names[one],
        "b": names[other],
        "games": int(outcomes.sum()),
        "draws": int(outcomes[:, 2].sum()),
        **_named(result.win_rate(one, other)),
        "lowest_deck": result.ladder.metagame.decks[lowest].name,
        "lowest_win_rate": result.win_rates_by_deck(one, other)[lowest].value,
    }


def deck_rows(result: LadderResult) -> list[dict[str, Any]]:
    """A row for every two players and each deck."""
    names, decks = result.ladder.names, result.ladder.metagame.decks
    return [
        {
            "a": names[one],
            "b": names[other],
            "deck": deck.name,
            "games": int(result.outcomes[place, one, other].sum()),
            **_named(result.win_rates_by_deck(one, other)[place]),
        }
        for one, other in combinations(range(len(names)), 2)
        for place, deck in enumerate(decks)
    ]


def _named(found: Estimated) -> dict[str, float]:
    return {"win_rate": found.value, "low": found.low, "high": found.high}


def _columns(rows: list[dict[str, Any]]) -> Columns:
    return {name: [row[name] for row in rows] for name in rows[0]}


# --- for people ---------------------------------------------------------------------------------


def show_ladder_result(console: Screen, result: LadderResult) -> None:
    """The rungs, and who beats whom."""
    metagame = result.ladder.metagame
    heading = Text.assemble((f"{len(result.ladder.names)} players", "bold"), f" with {show_name(metagame.name)}  ")
    console.print(heading + Text(f"{result.games:,} games; seed {result.seed}"))
    if result.is_partial:
        print_partial(console)
    console.print(Text(f"\n{tell_strongest(result)}", style="bold"))
    print_table(
        console, "The ladder", rung_table(result), NOTE + (SAMPLE_NOTE if result.ladder.is_sample else ""), FROM_EVEN
    )
    if len(result.ladder.names) > 2:
        print_table(console, "Win rate of the row against the column, in %", pair_table(result))


def tell_strongest(result: LadderResult) -> str:
    """Who is the strongest, and how sure that is."""
    first, second = result.order()[:2]
    found = result.win_rate(first, second)
    names = [show_name(result.ladder.names[place]) for place in (first, second)]
    sure = "" if found.low > 0.5 else ", which may be chance"
    return f"{names[0]} is the strongest: it wins {rate(found.value)}% of its games against {names[1]}{sure}."


def rung_table(result: LadderResult) -> Table:
    """A row for each player, the strongest first."""
    table, elo, order = new_table(), result.elo, result.order()
    table.add_column("player", no_wrap=True)
    for heading in ("Elo", "95% interval", "nodes", "games/s", "against the next"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("worst deck", overflow="ellipsis", no_wrap=True)
    for i, below in zip(order, [*order[1:], None], strict=True):
        table.add_row(
            name_text(result.ladder.names[i]),
            number(elo.value[i], 0),
            f"{number(elo.low[i], 0)} to {number(elo.high[i], 0)}",
            _whole(result.alone[i].nodes_per_game),
            _whole(result.alone[i].games_per_second),
            *(("", "") if below is None else _compare(result, i, below)),
        )
    return table


def _compare(result: LadderResult, one: int, other: int) -> tuple[Text, Text]:
    """How often a player beats the next lower one, and with which deck least often."""
    lowest = result.lowest_deck(one, other)
    name, worst = result.ladder.metagame.decks[lowest].name, result.win_rates_by_deck(one, other)[lowest].value
    return rate_text_of(result.win_rate(one, other)), Text(f"{rate(worst, 0)}% {show_name(name)}")


def pair_table(result: LadderResult) -> Table:
    """How often each player beats each other, the strongest first."""
    table, order = new_table(), result.order()
    table.add_column("")
    for j in order:
        table.add_column(name_text(result.ladder.names[j]), justify="right")
    for i in order:
        cells = [Text("·", style="dim") if i == j else rate_text_of(result.win_rate(i, j)) for j in order]
        table.add_row(name_text(result.ladder.names[i]), *cells)
    return table


def _whole(value: float) -> str:
    return f"{value:,.0f}" if isfinite(value) else UNKNOWN
