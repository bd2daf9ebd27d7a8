"""A metagame before and after a patch: all numbers for programs, and what a designer wants to see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.meta_view import Played, matrix_table, metagame_data, name_estimate
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import change_cell, rate_cell, style_of
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import new_table, print_notes, print_partial, print_table
from evometa.input.shown_text import show_name
from evometa.metagame.comparison import Anchored, anchor
from evometa.metagame.evidence import Estimate, Evidence, Floats
from evometa.metagame.observed import Observed
from evometa.metagame.standing import order_of_strength
from evometa.metagame.what_if import WhatIfResult
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.evenness import tell_change
from evometa.report.words.letters import F_MEANS
from evometa.report.words.levels import ANCHORED_NOTE
from evometa.report.words.numbers import number, points, rate, rates_between, typical_match_up, with_interval

SEPARATOR = "\n"
BALANCE_NOTE = f"{F_MEANS} Nash: the share of a deck if everybody chose as well as possible, in %."
CHANGE_NOTE = "Under each change: how far its 95% interval reaches. =: no changed card can turn up."


def report_what_if(result: WhatIfResult, observed: Observed | None = None) -> Report:
    """All that the games before and after tell, and what that means for win rates as people have them."""
    anchored = None if observed is None else anchor(observed, result)

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_what_if_figures

        write_what_if_figures(result, folder)

    def page() -> str:
        from evometa.report.pages.what_if import what_if_page

        return what_if_page(result, Played(result.before).standing, Played(result.after).standing, anchored)

    return Report(
        data=what_if_data(result) | ({} if anchored is None else {"observed": anchored_data(anchored)}),
        tables={"match_ups": match_up_columns(result), "decks": deck_columns(result)},
        show=lambda console: show_what_if_result(console, result, anchored),
        draw=draw,
        n_games=result.games,
        is_partial=result.is_partial,
        page=page,
    )


# --- for programs -------------------------------------------------------------------------------


def what_if_data(result: WhatIfResult) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each deck, in the order of `decks`."""
    evidence = result.before.evidence
    return {
        "metagame": result.before.metagame.name,
        "rules_version": result.before.rules_version,
        "seed": result.before.seed,
        "is_partial": result.is_partial,
        "notes": result.notes,
        "magnitude": result.patch.magnitude(result.before.metagame.patched_cards),
        "jolt": result.patch.jolt(result.before.metagame.patched_cards),
        "games_played": result.games,
        "decks": evidence.decks,
        "is_affected": result.is_affected,
        "not_played_again": [[evidence.decks[i], evidence.decks[j]] for i, j in spared_pairs(result)],
        **name_estimate(result.change, "change"),
        **name_estimate(result.change_against_meta, "change_against_meta"),
        "before": metagame_data(Played(result.before)),
        "after": metagame_data(Played(result.after)),
    }


def anchored_data(anchored: Anchored) -> dict[str, Any]:
    """Win rates as they were observed, as they would be, and the change; null where nothing was observed."""
    parts = {"before": anchored.before, "after": anchored.after, "change": anchored.change}
    return {name: part for side, found in parts.items() for name, part in name_estimate(found, side).items()}


def spared_pairs(result: WhatIfResult) -> list[tuple[int, int]]:
    """The match-ups that were not played again."""
    n_decks = len(result.is_affected)
    return [(i, j) for i in range(n_decks) for j in range(i, n_decks) if not result.is_affected[i, j]]


def match_up_columns(result: WhatIfResult) -> Columns:
    """A row for each two decks, from the point of view of each."""
    decks = result.before.evidence.decks
    pairs = list(product(decks, repeat=2))
    return {
        "deck": [deck for deck, _ in pairs],
        "opponent": [opponent for _, opponent in pairs],
        "is_affected": result.is_affected.ravel().tolist(),
        **_sides(result, lambda evidence: name_estimate(evidence.rates, "win_rate", "low", "high")),
        **_change_columns(result.change),
    }


def deck_columns(result: WhatIfResult) -> Columns:
    """A row for each deck."""
    columns = {"deck": result.before.evidence.decks, "share": result.before.evidence.shares.tolist()}
    rates = _sides(result, lambda evidence: name_estimate(evidence.strengths, "against_meta"))
    return columns | rates | _change_columns(result.change_against_meta)


def _sides(result: WhatIfResult, read: Callable[[Evidence], dict[str, Floats]]) -> dict[str, list[Any]]:
    """What is read from the evidence before and after, with the side behind each name."""
    sides = {"before": result.before.evidence, "after": result.after.evidence}
    found = {side: read(evidence) for side, evidence in sides.items()}
    return {f"{name}_{side}": part.ravel().tolist() for side in sides for name, part in found[side].items()}


def _change_columns(change: Estimate) -> dict[str, list[Any]]:
    return {name: part.ravel().tolist() for name, part in name_estimate(change, "change").items()}


# --- for people ---------------------------------------------------------------------------------


def show_what_if_result(console: Screen, result: WhatIfResult, anchored: Anchored | None = None) -> None:
    """The patch notes, the decks and the match-ups before and after, and what it does to the balance."""
    before, after = Played(result.before), Played(result.after)
    labels = label_decks(before.evidence.decks)
    metagame = result.before.metagame.name
    print_headed(console, metagame, f", what if:  {result.games:,} games; seed {result.before.seed}")
    if result.is_partial:
        print_partial(console)
    print_notes(console, result.notes)
    told = tell_change(before.standing, after.standing, is_beside_observed=anchored is not None)
    console.print(Text(f"\n{told}", style="bold"))
    title = "Win rate against the metagame, in %"
    print_table(console, title, deck_table(result, before, after, labels))
    title = "Change of the row's win rate against the column, in points"
    print_table(console, title, change_table(result, before.standing.order, labels), CHANGE_NOTE, "not 0")
    console.print(describe_spared(result))
    print_table(console, "Balance", balance_table(before, after, labels), BALANCE_NOTE)
    if anchored is not None:
        print_table(console, "From what was observed, in %", anchored_table(result, anchored), ANCHORED_NOTE, "not 0")


def anchored_table(result: WhatIfResult, anchored: Anchored) -> Table:
    """The match-ups that were observed and can change."""
    table, decks = new_table(), result.before.evidence.decks
    for heading in ("deck", "opponent"):
        table.add_column(heading)
    for heading in ("observed", "after", "change"):
        table.add_column(heading, justify="right")
    for i, j in combinations(order_of_strength(result.before.evidence), 2):
        if result.is_affected[i, j] and np.isfinite(anchored.after.value[i, j]):
            cells = (rate_cell(each, i, j) for each in (anchored.before, anchored.after))
            table.add_row(name_text(decks[i]), name_text(decks[j]), *cells, change_cell(anchored.change, i, j))
    return table


def deck_table(result: WhatIfResult, before: Played, after: Played, labels: Sequence[str]) -> Table:
    """The decks by their strength before, with their strength after."""
    table, change = new_table(), result.change_against_meta
    table.add_column("", style="bold cyan", no_wrap=True)
    table.add_column("deck", overflow="ellipsis", no_wrap=True, max_width=28)
    for heading in ("before", "after", "change", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for i in before.standing.order:
        low, high = float(change.low[i]), float(change.high[i])
        table.add_row(
            labels[i],
            name_text(before.evidence.decks[i]),
            rate_cell(before.standing.against_meta, i),
            rate_cell(after.standing.against_meta, i),
            Text(points(change.value[i]), style=style_of(low, high, 0.0)),
            f"{points(low)} to {points(high)}",
        )
    return table


def change_table(result: WhatIfResult, order: Sequence[int], labels: Sequence[str]) -> Table:
    """How much each match-up changes."""
    table = matrix_table(labels, order)
    for i in order:
        table.add_row(labels[i], *(_change(result, i, j) for j in order))
    return table


def _change(result: WhatIfResult, i: int, j: int) -> Text:
    if i == j:
        return Text("·", style="dim")
    if not result.is_affected[i, j]:
        return Text("=", style="dim")
    return change_cell(result.change, i, j, separator=SEPARATOR)


def describe_spared(result: WhatIfResult) -> str:
    """Which match-ups were not played again, and why."""
    decks = result.before.evidence.decks
    touched = [
        show_name(deck) for deck, is_touched in zip(decks, np.diag(result.is_affected), strict=True) if is_touched
    ]
    spared = len(spared_pairs(result))
    total = len(decks) * (len(decks) + 1) // 2
    if not touched:
        return f"No changed card can turn up with any of these decks: none of the {total} match-ups can change."
    if not spared:
        return f"Changed cards can turn up in all {total} match-ups, so all of them were played again."
    return (
        f"Changed cards can turn up only with {_listed(touched)}. The other {spared} of {total} match-ups were not "
        "played again: their games would be the same."
    )


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def balance_table(before: Played, after: Played, labels: Sequence[str]) -> Table:
    """F and the equilibrium, before and after."""
    table = new_table()
    table.add_column("", style="cyan", no_wrap=True)
    for heading in ("before", "after"):
        table.add_column(heading)
    rows = zip(_describe_side(before, labels), _describe_side(after, labels), strict=True)
    for (name, was), (_, becomes) in rows:
        table.add_row(name, was, becomes)
    return table


def _describe_side(played: Played, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    standing, nash = played.standing, played.standing.nash
    yield "typical match-up", typical_match_up(standing.f_corrected.value)
    yield "F", with_interval(standing.f_corrected)
    yield (
        "as measured",
        f"{number(standing.f)}, of which chance would show {number(standing.f_noise_floor)} if all were even",
    )
    chosen = [deck for deck in np.argsort(-nash.value, kind="stable") if nash.high[deck] > 0 or nash.value[deck] > 0]
    shares = [f"{labels[i]} {rate(nash.value[i], 0)}% ({rates_between(nash.low[i], nash.high[i], 0)})" for i in chosen]
    yield "Nash", "\n".join(shares)
