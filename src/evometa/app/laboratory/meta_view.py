"""A metagame as it was played: all numbers for programs, and what a designer wants to see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.diversity_view import describe_diversity, diversity_data
from evometa.app.terminal.deck_labels import label_decks
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import UNKNOWN, between, change_cell, percent, rate_cell, style_of
from evometa.matches.schedule import seed_for
from evometa.metagame.diversity import Diversity, estimate_diversity
from evometa.metagame.evidence import Estimate, Evidence, Floats
from evometa.metagame.playing import MetagameResult
from evometa.report.words.order import order_of_strength

BLOCK = 12  # decks beside each other in a matrix, so that it fits a terminal
WIDE = 96  # characters, from which on a terminal has room for the names of the players
MOST_CYCLES = 5  # that are listed
SEPARATOR = "\n"  # between a number and its interval in a matrix
DECK_NOTE = (
    "All in %. Deviation: how far the deck's match-ups are from even, on average. "
    "Nash: its share if everybody chose as well as possible."
)
RATE_NOTE = "Under each rate: half of its 95% interval. In colour: surely above or below 50%."


@dataclass(frozen=True)
class Standing:
    """How a metagame stands. What takes long to import or to compute is done when it is first asked for."""

    result: MetagameResult

    @property
    def evidence(self) -> Evidence:
        """What the games say."""
        return self.result.evidence

    @cached_property
    def imbalance(self) -> Any:
        """F (`metagame.measures.Imbalance`), all match-ups counted the same."""
        from evometa.metagame.measures import estimate_imbalance

        return estimate_imbalance(self.evidence)

    @cached_property
    def ranking(self) -> Any:
        """The best order of the decks (`metagame.measures.Ranking`)."""
        from evometa.metagame.measures import estimate_ranking

        return estimate_ranking(self.evidence)

    @cached_property
    def cycles(self) -> list[tuple[int, int, int]]:
        """Decks that surely beat each other in a circle."""
        from evometa.metagame.measures import find_sure_cycles

        return find_sure_cycles(self.evidence)

    @cached_property
    def nash(self) -> Estimate:
        """[n]: the shares in the equilibrium; anything is possible while a match-up has no games."""
        from evometa.metagame.equilibrium import nash, nash_interval

        shares = nash(self.evidence.win_rate)
        if not self.evidence.is_complete:
            return Estimate(shares, np.zeros_like(shares), np.ones_like(shares))
        interval = nash_interval(self.evidence, seed=seed_for(self.result.seed, "nash"))
        return Estimate(shares, interval.low, interval.high)

    @cached_property
    def diversity(self) -> Diversity:
        """How many decks are viable, how different they are, and how many cards see play."""
        return estimate_diversity(self.result.metagame, self.evidence, self.nash)

    @cached_property
    def deviations(self) -> Floats:
        """[n]: how far each deck's match-ups are from even."""
        from evometa.metagame.measures import deviations

        return deviations(self.evidence.win_rate)

    @cached_property
    def deviations_noise_floor(self) -> Floats:
        """[n]: how far they would be by chance."""
        from evometa.metagame.measures import deviations_noise_floor

        return deviations_noise_floor(self.evidence.effective_games)

    @cached_property
    def against_meta(self) -> Estimate:
        """[n]: win rates against the metagame."""
        evidence = self.evidence
        return Estimate(evidence.against_meta, evidence.against_meta_low, evidence.against_meta_high)

    @property
    def order(self) -> list[int]:
        """The decks by their win rate against the metagame, the best first."""
        return order_of_strength(self.evidence)


def report_metagame(result: MetagameResult) -> Report:
    """All that a played metagame tells."""
    standing = Standing(result)

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_figures

        write_figures(result, folder)

    return Report(
        data=metagame_data(standing),
        tables={"match_ups": match_up_columns(result.evidence), "decks": deck_columns(standing)},
        show=lambda console: show_metagame(console, standing),
        draw=draw,
        n_games=result.games,
        is_partial=result.is_partial,
    )


# --- for programs -------------------------------------------------------------------------------


def metagame_data(standing: Standing) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each of `decks`; counts are of games that the row starts."""
    return {**_describe_run(standing.result), **_matrices(standing.evidence), **_measures(standing)}


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
    names = ("games", "wins", "losses", "draws", "win_rate", "low", "high", "win_rate_starting")
    seats = ("seat_advantage", "seat_advantage_low", "seat_advantage_high", "mean_turns", "draw_rate")
    against_meta = ("against_meta", "against_meta_low", "against_meta_high")
    return {name: getattr(evidence, name) for name in (*names, *seats, *against_meta)}


def _measures(standing: Standing) -> dict[str, Any]:
    imbalance, ranking, decks = standing.imbalance, standing.ranking, standing.evidence.decks
    return {
        "f": imbalance.f,
        "f_noise_floor": imbalance.noise_floor,
        "f_corrected": imbalance.corrected,
        "f_low": imbalance.low,
        "f_high": imbalance.high,
        "deviation": standing.deviations,
        "deviation_noise_floor": standing.deviations_noise_floor,
        "nash": standing.nash.value,
        "nash_low": standing.nash.low,
        "nash_high": standing.nash.high,
        "ranking": [decks[deck] for deck in ranking.order],
        "ratings": ranking.ratings,
        "intransitivity": ranking.intransitivity,
        "intransitivity_noise_floor": ranking.noise_floor,
        "cycles": [[decks[deck] for deck in cycle] for cycle in standing.cycles],
        "diversity": diversity_data(standing.diversity),
    }


def match_up_columns(evidence: Evidence) -> Columns:
    """A row for each ordered pair. Counts and `win_rate_starting` are of games that the first deck starts."""
    pairs = list(product(range(len(evidence.decks)), repeat=2))
    columns: dict[str, Any] = {
        "deck": [evidence.decks[i] for i, _ in pairs],
        "opponent": [evidence.decks[j] for _, j in pairs],
    }
    numbers = {name: matrix for name, matrix in _matrices(evidence).items() if np.ndim(matrix) == 2}
    return columns | {name: matrix.ravel().tolist() for name, matrix in numbers.items()}


def deck_columns(standing: Standing) -> Columns:
    """A row for each deck."""
    evidence, measures = standing.evidence, _measures(standing)
    names = ("deviation", "deviation_noise_floor", "nash", "nash_low", "nash_high", "ratings")
    return {
        "deck": evidence.decks,
        "player": [player.name for player in standing.result.metagame.players],
        "share": evidence.shares.tolist(),
        "against_meta": evidence.against_meta.tolist(),
        "against_meta_low": evidence.against_meta_low.tolist(),
        "against_meta_high": evidence.against_meta_high.tolist(),
        **{name.removesuffix("s"): measures[name].tolist() for name in names},
    }


# --- for people ---------------------------------------------------------------------------------


def show_metagame(console: Console, standing: Standing) -> None:
    """The decks by strength, who beats whom, the seats, and what it all says about balance."""
    result, labels = standing.result, label_decks(standing.evidence.decks)
    console.print(f"[bold]{result.metagame.name}[/bold]  {describe_games(result)}")
    if result.is_partial:
        console.print("[bold red]partial[/bold red]: it was interrupted, and only finished games count")
    decks = deck_table(standing, labels, is_wide=console.width >= WIDE)
    print_table(console, "Decks, by win rate against the metagame", decks, DECK_NOTE)
    for block in split_matrix(standing.order):
        title = "Win rate of the row against the column, in %, from both seats"
        print_table(console, title, win_rate_table(standing, labels, block), RATE_NOTE)
    for block in split_matrix(standing.order):
        title = "What starting is worth, in points of win rate (diagonal and below), and turns per game (above)"
        print_table(console, title, seat_table(standing, labels, block))
    print_table(console, "Balance", balance_table(standing, labels))


def print_table(console: Console, title: str, table: Table, note: str = "") -> None:
    """A table under its title; the note below says how to read it."""
    console.print(f"\n[bold]{title}[/bold]")
    console.print(table)
    if note:
        console.print(note, style="dim")


def describe_games(result: MetagameResult) -> str:
    """`42,000 games, 2,000 per match-up; seed 1`."""
    evidence = result.evidence
    per_match_up = evidence.games + evidence.games.T
    numbers = per_match_up[np.triu_indices(len(evidence.decks), 1)]
    few, many = (numbers.min(), numbers.max()) if len(numbers) else (result.games, result.games)
    each = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    return f"{result.games:,} games, {each} per match-up; seed {result.seed}"


def new_table() -> Table:
    """An empty table in the style of the laboratory."""
    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)


def deck_table(standing: Standing, labels: Sequence[str], is_wide: bool = True) -> Table:
    """The decks by strength, with what they are called in the matrices. Shares are shown if they differ."""
    evidence = standing.evidence
    columns: dict[str, Callable[[int], str | Text]] = {
        "": lambda deck: Text(labels[deck], style="bold cyan"),
        "deck": lambda deck: evidence.decks[deck],
        "player": lambda deck: standing.result.metagame.players[deck].name,
        "share": lambda deck: percent(evidence.shares[deck]),
        "win rate": lambda deck: _strength(standing, deck),
        "95% interval": lambda deck: between(evidence.against_meta_low[deck], evidence.against_meta_high[deck]),
        "deviation": lambda deck: percent(standing.deviations[deck]),
        "Nash": lambda deck: percent(standing.nash.value[deck], 0),
        "interval": lambda deck: between(standing.nash.low[deck], standing.nash.high[deck], 0),
    }
    if not is_wide:
        del columns["player"]
    if np.ptp(evidence.shares) == 0:
        del columns["share"]
    table = new_table()
    for heading in columns:
        is_name = heading in ("", "deck", "player")
        table.add_column(heading, justify="left" if is_name else "right", no_wrap=True, overflow="ellipsis")
    for deck in standing.order:
        table.add_row(*(cell(deck) for cell in columns.values()))
    return table


def _strength(standing: Standing, deck: int) -> Text:
    rate, low, high = (float(part[deck]) for part in standing.against_meta)
    return Text(percent(rate), style=style_of(low, high, 0.5))


def split_matrix(order: Sequence[int]) -> Iterator[Sequence[int]]:
    """The columns of a matrix in blocks that fit a terminal."""
    return (order[start : start + BLOCK] for start in range(0, len(order), BLOCK))


def matrix_table(labels: Sequence[str], columns: Sequence[int]) -> Table:
    """An empty matrix."""
    table = new_table()
    table.add_column("", style="bold cyan", no_wrap=True)
    for deck in columns:
        table.add_column(Text(labels[deck], style="bold cyan"), justify="right", min_width=6)
    return table


def win_rate_table(standing: Standing, labels: Sequence[str], columns: Sequence[int]) -> Table:
    """Who beats whom."""
    evidence = standing.evidence
    table = matrix_table(labels, columns)
    rates = Estimate(evidence.win_rate, evidence.low, evidence.high)
    for i in standing.order:
        cells = [Text("·", style="dim") if i == j else rate_cell(rates, i, j, separator=SEPARATOR) for j in columns]
        table.add_row(labels[i], *cells)
    return table


def seat_table(standing: Standing, labels: Sequence[str], columns: Sequence[int]) -> Table:
    """What starting is worth, and how long games are, in one matrix, because both are the same for row and column."""
    evidence, order = standing.evidence, standing.order
    table = matrix_table(labels, columns)
    seats = Estimate(evidence.seat_advantage, evidence.seat_advantage_low, evidence.seat_advantage_high)
    for i in order:
        is_above = [order.index(j) > order.index(i) for j in columns]
        cells = [
            _turns(evidence, i, j) if above else change_cell(seats, i, j, separator=SEPARATOR)
            for j, above in zip(columns, is_above, strict=True)
        ]
        table.add_row(labels[i], *cells)
    return table


def _turns(evidence: Evidence, i: int, j: int) -> Text:
    turns = float(evidence.mean_turns[i, j])
    return Text(f"{turns:.1f}" if np.isfinite(turns) else UNKNOWN, style="italic")


def balance_table(standing: Standing, labels: Sequence[str]) -> Table:
    """What the numbers say, a line each."""
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, lines in describe_balance(standing, labels):
        table.add_row(name, "\n".join(lines))
    return table


def describe_balance(standing: Standing, labels: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Measures and their meaning."""
    if len(labels) > 1:
        yield "F", describe_imbalance(standing)
        yield "diversity", describe_diversity(standing.diversity)
    if len(labels) > 2:
        yield "ranking", describe_ranking(standing, labels)
        yield "cycles", describe_cycles(standing, labels)
    yield "who starts", [describe_starting(standing.evidence)]
    yield "games", [describe_length(standing.evidence)]
    if standing.result.unsettled:
        pairs = ", ".join(f"{one} - {other}" for one, other in standing.result.unsettled)
        yield "imprecise", [f"so many draws that the precision was not reached: {pairs}"]


def describe_imbalance(standing: Standing) -> list[str]:
    """F, what it means for a match-up, and whether chance explains it."""
    f, noise_floor, _, low, high = standing.imbalance
    if not np.isfinite(f):
        return ["not known yet: some match-ups have no games"]
    favoured = round(50 + 50 * standing.imbalance.corrected)
    meaning = f"a typical match-up is {favoured}:{100 - favoured}"
    return [
        f"{f:.3f} as measured, where 0 is even and 1 is decided in advance. If all match-ups were even, chance "
        f"would still show {noise_floor:.3f} at this number of games.",
        f"Without chance it is between {low:.3f} and {high:.3f} (95% interval): "
        + (f"{meaning}." if low > 0 else "all may be even, and more games would tell."),
    ]


def describe_ranking(standing: Standing, labels: Sequence[str]) -> list[str]:
    """The order of the decks, and what it leaves unsaid."""
    ranking = standing.ranking
    order = " > ".join(labels[deck] for deck in ranking.order)
    return [
        order,
        f"Strength alone explains {1 - ranking.intransitivity:.0%} of how match-ups differ. The other "
        f"{ranking.intransitivity:.0%} is who meets whom; chance would leave about {ranking.noise_floor:.0%}.",
    ]


def describe_cycles(standing: Standing, labels: Sequence[str]) -> list[str]:
    """Decks that beat each other in a circle."""
    lines = [" beats ".join(labels[deck] for deck in (*cycle, cycle[0])) for cycle in standing.cycles]
    if not lines:
        return ["no three decks surely beat each other in a circle"]
    more = [f"and {len(lines) - MOST_CYCLES} more"] if len(lines) > MOST_CYCLES else []
    return [*lines[:MOST_CYCLES], *more]


def describe_starting(evidence: Evidence) -> str:
    """How often the player who starts wins, over all match-ups."""
    known = evidence.seat_advantage[np.isfinite(evidence.seat_advantage)]
    if not len(known):
        return "not known yet"
    mean = float(known.mean())
    return (
        f"wins {percent(0.5 + mean / 2)}% on average over the match-ups, from {percent(0.5 + known.min() / 2)}% to "
        f"{percent(0.5 + known.max() / 2)}%"
    )


def describe_length(evidence: Evidence) -> str:
    """Turns and draws of all games."""
    games, draws = int(evidence.games.sum()), int(evidence.draws.sum())
    if not games:
        return "none yet"
    turns = evidence.turns.sum() / games
    return f"take {turns:.1f} turns of both players on average; {draws / games:.2%} are draws"
