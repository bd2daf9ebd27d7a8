"""A metagame as it was played: all numbers for programs, and what a designer wants to see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.diversity_view import describe_diversity
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import change_cell, rate_cell, style_of
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import FROM_EVEN, new_table, print_partial, print_table
from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Estimate, Evidence, Floats
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import FullStanding, Standing
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.numbers import UNKNOWN, number, rate, rates_between, typical_match_up

WIDE = 96  # characters, from which on a terminal has room for the names of the players
MOST_CYCLES = 5  # that are listed
SEPARATOR = "\n"  # between a number and its interval in a matrix
DECK_NOTE = (
    "All in %. Deviation: how far the deck's match-ups are from even, on average. "
    "Nash: its share if everybody chose as well as possible."
)
RATE_NOTE = "Under each rate: how far its 95% interval reaches."


@dataclass(frozen=True)
class Played:
    """A metagame that was played, and how it stands; what takes long to compute is done when it is first asked for."""

    result: MetagameResult

    @property
    def evidence(self) -> Evidence:
        """What the games say."""
        return self.result.evidence

    @cached_property
    def standing(self) -> FullStanding:
        """How the metagame stands."""
        return FullStanding.of_result(self.result)


def report_metagame(result: MetagameResult) -> Report:
    """All that a played metagame tells."""
    played = Played(result)

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_figures

        write_figures(result, folder)

    def page() -> str:
        from evometa.report.pages.meta import metagame_page

        return metagame_page(result, played.standing)

    return Report(
        data=metagame_data(played),
        tables={"match_ups": match_up_columns(result.evidence), "decks": deck_columns(played)},
        show=lambda console: show_metagame(console, played),
        draw=draw,
        n_games=result.games,
        is_partial=result.is_partial,
        page=page,
    )


# --- for programs -------------------------------------------------------------------------------


def metagame_data(played: Played) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each of `decks`; counts are of games that the row starts."""
    return {**_describe_run(played.result), **played.standing.to_json(), **_matrices(played.evidence)}


def _describe_run(result: MetagameResult) -> dict[str, Any]:
    return {
        "metagame": result.metagame.name,
        "rules_version": result.rules_version,
        "seed": result.seed,
        "is_partial": result.is_partial,
        "imprecise": result.unsettled,
        "decks": result.evidence.decks,
        "players": [player.name for player in result.metagame.players],
        "shares": result.evidence.shares,
    }


def _matrices(evidence: Evidence) -> dict[str, Any]:
    """All numbers of the decks and of their pairs, by their names in JSON and in tables."""
    return {
        **{name: getattr(evidence, name) for name in ("games", "wins", "losses", "draws")},
        **name_estimate(evidence.rates, "win_rate", "low", "high"),
        "win_rate_starting": evidence.win_rate_starting,
        **name_estimate(evidence.seats, "seat_advantage"),
        **{name: getattr(evidence, name) for name in ("mean_turns", "draw_rate")},
        **name_estimate(evidence.strengths, "against_meta"),
    }


def name_estimate(estimate: Estimate, name: str, low: str = "", high: str = "") -> dict[str, Floats]:
    """An estimate by the names of its parts; the ends of its interval are named after it, unless that is said."""
    return dict(zip((name, low or f"{name}_low", high or f"{name}_high"), estimate, strict=True))


def match_up_columns(evidence: Evidence) -> Columns:
    """A row for each ordered pair. Counts and `win_rate_starting` are of games that the first deck starts."""
    pairs = list(product(range(len(evidence.decks)), repeat=2))
    columns: dict[str, Any] = {
        "deck": [evidence.decks[i] for i, _ in pairs],
        "opponent": [evidence.decks[j] for _, j in pairs],
    }
    numbers = {name: matrix for name, matrix in _matrices(evidence).items() if np.ndim(matrix) == 2}
    return columns | {name: matrix.ravel().tolist() for name, matrix in numbers.items()}


def deck_columns(played: Played) -> Columns:
    """A row for each deck."""
    evidence, standing = played.evidence, played.standing
    return {
        "deck": evidence.decks,
        "player": [player.name for player in played.result.metagame.players],
        "share": evidence.shares.tolist(),
        **_lists(name_estimate(evidence.strengths, "against_meta")),
        "deviation": standing.deviation.tolist(),
        "deviation_noise_floor": standing.deviation_noise_floor.tolist(),
        **_lists(name_estimate(standing.nash, "nash")),
        "rating": standing.ratings.tolist(),
    }


def _lists(arrays: Mapping[str, Floats]) -> dict[str, list[float]]:
    return {name: array.ravel().tolist() for name, array in arrays.items()}


# --- for people ---------------------------------------------------------------------------------


def show_metagame(console: Screen, played: Played) -> None:
    """The decks by strength, who beats whom, the seats, and what it all says about balance."""
    result, labels = played.result, label_decks(played.evidence.decks)
    print_headed(console, result.metagame.name, f"  {describe_games(result)}")
    if result.is_partial:
        print_partial(console)
    console.print(Text(f"\n{tell_standing(played.standing)}", style="bold"))
    decks = deck_table(played, labels, is_wide=console.width >= WIDE)
    print_table(console, "Decks, by win rate against the metagame", decks, DECK_NOTE)
    title = "Win rate of the row against the column, in %, from both seats"
    print_table(console, title, win_rate_table(played, labels), RATE_NOTE, FROM_EVEN)
    title = "What starting is worth, in points of win rate (diagonal and below), and turns per game (above)"
    print_table(console, title, seat_table(played, labels), coloured="not 0")
    print_table(console, "Balance", balance_table(played, labels))


def tell_standing(standing: FullStanding) -> str:
    """What a designer wants to know first."""
    if len(standing.decks) < 2 or not np.isfinite(standing.f):
        return "How even the match-ups are is not known yet."
    strongest, weakest = (standing.order[place] for place in (0, -1))
    ends = (f"{show_name(standing.decks[i])} ({rate(standing.against_meta.value[i])}%)" for i in (strongest, weakest))
    return f"{tell_typical(standing)}. The strongest deck is {next(ends)}, the weakest is {next(ends)}."


def tell_typical(standing: Standing) -> str:
    """How the games of a typical match-up are shared, if these games can tell."""
    if not standing.f_corrected.low > 0:
        return "All match-ups may be even, and more games would tell"
    return f"A typical match-up is {typical_match_up(standing.f_corrected.value)}"


def describe_games(result: MetagameResult) -> str:
    """`42,000 games, 2,000 per match-up; seed 1`."""
    evidence = result.evidence
    per_match_up = evidence.games + evidence.games.T
    numbers = per_match_up[np.triu_indices(len(evidence.decks), 1)]
    few, many = (numbers.min(), numbers.max()) if len(numbers) else (result.games, result.games)
    each = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    return f"{result.games:,} games, {each} per match-up; seed {result.seed}"


def deck_table(played: Played, labels: Sequence[str], is_wide: bool = True) -> Table:
    """The decks by strength, with what they are called in the matrices. Shares are shown if they differ."""
    evidence = played.evidence
    columns: dict[str, Callable[[int], str | Text]] = {
        "": lambda deck: Text(labels[deck], style="bold cyan"),
        "deck": lambda deck: name_text(evidence.decks[deck]),
        "player": lambda deck: name_text(played.result.metagame.players[deck].name),
        "share": lambda deck: rate(evidence.shares[deck]),
        "win rate": lambda deck: _strength(played, deck),
        "95% interval": lambda deck: rates_between(evidence.strengths.low[deck], evidence.strengths.high[deck]),
        "deviation": lambda deck: rate(played.standing.deviation[deck]),
        "Nash": lambda deck: rate(played.standing.nash.value[deck], 0),
        "interval": lambda deck: rates_between(played.standing.nash.low[deck], played.standing.nash.high[deck], 0),
    }
    if not is_wide:
        del columns["player"]
    if np.ptp(evidence.shares) == 0:
        del columns["share"]
    table = new_table()
    for heading in columns:
        is_name = heading in ("", "deck", "player")
        table.add_column(heading, justify="left" if is_name else "right", no_wrap=True, overflow="ellipsis")
    for deck in played.standing.order:
        table.add_row(*(cell(deck) for cell in columns.values()))
    return table


def _strength(played: Played, deck: int) -> Text:
    value, low, high = (float(part[deck]) for part in played.standing.against_meta)
    return Text(rate(value), style=style_of(low, high, 0.5))


def matrix_table(labels: Sequence[str], columns: Sequence[int]) -> Table:
    """An empty matrix with these decks as columns."""
    table = new_table(is_matrix=True)
    table.add_column("", style="bold cyan", no_wrap=True)
    for deck in columns:
        table.add_column(Text(labels[deck], style="bold cyan"), justify="right", min_width=6)
    return table


def win_rate_table(played: Played, labels: Sequence[str]) -> Table:
    """Who beats whom."""
    rates, order = played.evidence.rates, played.standing.order
    table = matrix_table(labels, order)
    for i in order:
        cells = [Text("·", style="dim") if i == j else rate_cell(rates, i, j, separator=SEPARATOR) for j in order]
        table.add_row(labels[i], *cells)
    return table


def seat_table(played: Played, labels: Sequence[str]) -> Table:
    """What starting is worth, and how long games are, in one matrix, because both are the same for row and column."""
    evidence, order = played.evidence, played.standing.order
    table = matrix_table(labels, order)
    seats = evidence.seats
    for row, i in enumerate(order):
        below = (change_cell(seats, i, j, separator=SEPARATOR) for j in order[: row + 1])
        table.add_row(labels[i], *below, *(_turns(evidence, i, j) for j in order[row + 1 :]))
    return table


def _turns(evidence: Evidence, i: int, j: int) -> Text:
    turns = float(evidence.mean_turns[i, j])
    return Text(f"{turns:.1f}" if np.isfinite(turns) else UNKNOWN, style="italic")


def balance_table(played: Played, labels: Sequence[str]) -> Table:
    """What the numbers say, a line each."""
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, lines in describe_balance(played, labels):
        table.add_row(name, "\n".join(lines))
    return table


def describe_balance(played: Played, labels: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Measures and their meaning."""
    if len(labels) > 1:
        yield "evenness", describe_imbalance(played)
        yield "diversity", describe_diversity(played.standing.diversity)
    if len(labels) > 2:
        yield "ranking", describe_ranking(played, labels)
        yield "cycles", describe_cycles(played, labels)
    yield "who starts", [describe_starting(played.evidence)]
    yield "games", [describe_length(played.evidence)]
    if played.result.unsettled:
        pairs = ", ".join(f"{show_name(one)} - {show_name(other)}" for one, other in played.result.unsettled)
        yield "imprecise", [f"so many draws that the precision was not reached: {pairs}"]


def describe_imbalance(played: Played) -> list[str]:
    """F, what it means for a match-up, and whether chance explains it."""
    standing = played.standing
    f, noise_floor, (_, low, high) = standing.f, standing.f_noise_floor, standing.f_corrected
    if not np.isfinite(f):
        return ["not known yet: some match-ups have no games"]
    return [
        f"{tell_typical(standing)}.",
        f"F, which is 0 if all match-ups are even and 1 if all are decided in advance, is {number(f)} as measured. If "
        f"all were even, chance would still show {number(noise_floor)} at this number of games: the noise floor.",
        f"Without chance F is between {number(low)} and {number(high)} (95% interval).",
    ]


def describe_ranking(played: Played, labels: Sequence[str]) -> list[str]:
    """The order of the decks, and what it leaves unsaid."""
    standing, label_of = played.standing, dict(zip(played.evidence.decks, labels, strict=True))
    order = " > ".join(label_of[deck] for deck in standing.ranking)
    cyclic, by_chance = standing.intransitivity, standing.intransitivity_noise_floor
    return [
        order,
        f"Strength alone explains {1 - cyclic:.0%} of how match-ups differ. The other {cyclic:.0%} is who meets whom; "
        f"chance would leave about {by_chance:.0%}.",
    ]


def describe_cycles(played: Played, labels: Sequence[str]) -> list[str]:
    """Decks that beat each other in a circle."""
    label_of = dict(zip(played.evidence.decks, labels, strict=True))
    lines = [" beats ".join(label_of[deck] for deck in (*cycle, cycle[0])) for cycle in played.standing.cycles]
    if not lines:
        return ["no three decks clearly beat each other in a circle"]
    more = [f"and {len(lines) - MOST_CYCLES} more"] if len(lines) > MOST_CYCLES else []
    return [*lines[:MOST_CYCLES], *more]


def describe_starting(evidence: Evidence) -> str:
    """How often the player who starts wins, over all match-ups."""
    known = evidence.seat_advantage[np.isfinite(evidence.seat_advantage)]
    if not len(known):
        return "not known yet"
    mean = float(known.mean())
    return (
        f"wins {rate(0.5 + mean / 2)}% on average over the match-ups, from {rate(0.5 + known.min() / 2)}% to "
        f"{rate(0.5 + known.max() / 2)}%"
    )


def describe_length(evidence: Evidence) -> str:
    """Turns and draws of all games."""
    games, draws = int(evidence.games.sum()), int(evidence.draws.sum())
    if not games:
        return "none yet"
    turns = evidence.turns.sum() / games
    return f"take {turns:.1f} turns of both players on average; {draws / games:.2%} are draws"
