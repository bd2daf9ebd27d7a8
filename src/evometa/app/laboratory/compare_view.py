"""A simulation beside observed games: all numbers for programs, and what a designer wants to see of them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import name_estimate
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import change_cell, rate_cell
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import fact_table, new_table, print_partial, print_table
from evometa.input.shown_text import show_name
from evometa.metagame.comparison import Comparison
from evometa.report.words.numbers import count, number, show_p

MATCH_UP_NOTE = (
    "In %, with how far the 95% interval reaches; difference: simulated less observed, in points. The largest "
    "differences stand first; differs: more than chance allows, all match-ups tested together at 5%."
)
OBSERVED = "There are observations of {match_ups}, of which"
BIAS_NOTE = "How much the simulation overrates a deck, on average over its opponents, in points."


def report_comparison(comparison: Comparison) -> Report:
    """All that lies beside each other."""

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_comparison_figures

        write_comparison_figures(comparison, folder)

    return Report(
        data=comparison_data(comparison),
        tables={"match_ups": match_up_columns(comparison), "decks": deck_columns(comparison)},
        show=lambda console: show_comparison(console, comparison),
        draw=draw,
        n_games=comparison.result.games,
        is_partial=comparison.result.is_partial,
    )


# --- for programs -------------------------------------------------------------------------------


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each deck, in the order of `decks`."""
    evidence, observed = comparison.evidence, comparison.observed
    return {
        "metagame": comparison.result.metagame.name,
        "rules_version": comparison.result.rules_version,
        "seed": comparison.result.seed,
        "is_partial": comparison.result.is_partial,
        "games_played": comparison.result.games,
        "games_observed": observed.n_games,
        "decks": evidence.decks,
        "observed_games": observed.games,
        **name_estimate(observed.rates, "observed"),
        **name_estimate(evidence.rates, "simulated"),
        **name_estimate(comparison.difference, "difference"),
        "p_value": comparison.p_values,
        "differs": comparison.differs,
        **name_estimate(comparison.bias, "bias"),
        "correlation": comparison.correlation,
        "scale": comparison.scale,
    }


def match_up_columns(comparison: Comparison) -> Columns:
    """A row for each match-up of two decks that was observed."""
    places = rank_match_ups(comparison)
    decks = comparison.evidence.decks
    parts = {
        "observed_games": comparison.observed.games,
        **name_estimate(comparison.observed.rates, "observed"),
        **name_estimate(comparison.evidence.rates, "simulated"),
        **name_estimate(comparison.difference, "difference"),
        "p_value": comparison.p_values,
        "differs": comparison.differs,
    }
    return {
        "deck": [decks[i] for i, _ in places],
        "opponent": [decks[j] for _, j in places],
        **{name: [part[place].item() for place in places] for name, part in parts.items()},
    }


def deck_columns(comparison: Comparison) -> Columns:
    """A row for each deck."""
    bias = name_estimate(comparison.bias, "bias")
    return {"deck": comparison.evidence.decks, **{name: part.tolist() for name, part in bias.items()}}


def rank_match_ups(comparison: Comparison) -> list[tuple[int, int]]:
    """The match-ups that are known, the least likely by chance first, each from the side that is overrated."""
    n_decks = len(comparison.evidence.decks)
    known = [pair for pair in combinations(range(n_decks), 2) if comparison.known[pair]]
    ranked = sorted(known, key=lambda pair: float(comparison.p_values[pair]))
    return [pair if comparison.difference.value[pair] >= 0 else pair[::-1] for pair in ranked]


# --- for people ---------------------------------------------------------------------------------


def show_comparison(console: Screen, comparison: Comparison) -> None:
    """What differs, first in a sentence, then match-up by match-up and deck by deck."""
    games = f"{comparison.result.games:,} simulated games and {comparison.observed.n_games:,} observed ones"
    print_headed(console, comparison.result.metagame.name, f"  {games}; seed {comparison.result.seed}")
    if comparison.result.is_partial:
        print_partial(console)
    console.print(f"\n{tell_differences(comparison)}")
    print_table(console, "Match-ups", match_up_table(comparison), MATCH_UP_NOTE)
    print_table(console, "Decks", bias_table(comparison), BIAS_NOTE, "not 0")
    print_table(console, "All together", fact_table(list_facts(comparison)))


def tell_differences(comparison: Comparison) -> str:
    """Which match-ups differ, in a sentence."""
    n_known = int(np.triu(comparison.known, 1).sum())
    decks = comparison.evidence.decks
    found = [(i, j) for i, j in rank_match_ups(comparison) if comparison.differs[i, j]]
    if not found:
        return f"{OBSERVED.format(match_ups=count(n_known, 'match-up'))} none differs more than chance allows."
    differ = "differs" if len(found) == 1 else "differ"
    said = [f"{show_name(decks[i])} wins more against {show_name(decks[j])}" for i, j in found]
    return (
        f"{OBSERVED.format(match_ups=count(n_known, 'match-up'))} {len(found)} {differ} more than chance allows. "
        f"In the simulation, {'; '.join(said)}."
    )


def match_up_table(comparison: Comparison) -> Table:
    """Both win rates of each match-up."""
    table = new_table(expendable=("p", "games"))
    for heading in ("deck", "opponent"):
        table.add_column(heading)
    for heading in ("games", "observed", "simulated", "difference", "p"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for place in rank_match_ups(comparison):
        i, j = place
        table.add_row(
            name_text(comparison.evidence.decks[i]),
            name_text(comparison.evidence.decks[j]),
            f"{comparison.observed.games[place]:,}",
            rate_cell(comparison.observed.rates, *place),
            rate_cell(comparison.evidence.rates, *place),
            change_cell(comparison.difference, *place),
            show_p(float(comparison.p_values[place])),
            Text("differs" if comparison.differs[place] else "", style="bold"),
        )
    return table


def bias_table(comparison: Comparison) -> Table:
    """Which decks the simulation overrates, the most first."""
    table = new_table()
    table.add_column("deck")
    table.add_column("overrated by", justify="right")
    for i in np.argsort(-np.nan_to_num(comparison.bias.value, nan=-np.inf), kind="stable").tolist():
        table.add_row(name_text(comparison.evidence.decks[i]), change_cell(comparison.bias, i))
    return table


def list_facts(comparison: Comparison) -> dict[str, str]:
    """How alike both are as a whole."""
    return {
        "correlation": f"{number(comparison.correlation, 2)} of the log odds of all match-ups; 1: alike up to scale",
        "scale": f"{number(comparison.scale, 2)}: below 1 the simulation is more lopsided than what was observed",
    }
