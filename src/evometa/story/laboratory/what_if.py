"""A metagame before and after a patch: what it does to decks, to match-ups, and to what people have observed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from evometa.games.patches.files import format_patch
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.metagame.changes.comparison import Anchored, anchor
from evometa.metagame.changes.observed import Observed
from evometa.metagame.changes.what_if import WhatIfResult
from evometa.metagame.standing import order_from_high
from evometa.story.blocks import (
    Column,
    Fact,
    Facts,
    Figure,
    Headline,
    Level,
    PatchNotes,
    Story,
    Table,
    Teller,
    Warned,
    Words,
)
from evometa.story.cards import CardFaces
from evometa.story.charts.data import DotPlot, DotRow
from evometa.story.charts.heat_map import SURE, HeatMap, change_cells
from evometa.story.charts.metagames import strength_plot
from evometa.story.formats import POINTS, RATE
from evometa.story.laboratory.evenness import tell_change
from evometa.story.laboratory.meta import describe_games, tell_stopped
from evometa.story.laboratory.numbers import (
    PAIR,
    Played,
    anchored_data,
    change_deck_table,
    change_pair_table,
    decks_of,
    metagame_data,
    spared_pairs,
)
from evometa.story.laboratory.told import Told, finish_story, head_of, name_estimate, tell_replaced
from evometa.story.matrices import tell_heat_maps, tell_matrices
from evometa.story.words.levels import ANCHORED_NOTE
from evometa.story.words.numbers import (
    ARROW,
    F_MEANS,
    listed,
    number,
    percent,
    points,
    rate,
    typical_match_up,
    with_interval,
)

_CHANGES_EXPLAINED = (
    f"Win rate after minus before, in percentage points, ± the {INTERVAL}; the games before and after have the same "
    "seeds. Without ±: cannot change. "
) + SURE.format(middle=0)
_STRENGTHS_EXPLAINED = (
    f"Win rate against all decks by their shares, before and after, with {INTERVAL}s; the change is that of games with "
    "the same seeds. Filled dots: the interval leaves 50 or 0 out."
)
_BALANCE_NOTE = f"{F_MEANS} Nash: the share of a deck if everybody chose as well as possible."


@dataclass(frozen=True)
class Changed:
    """A metagame before and after a patch, and perhaps what it would do to what people have observed."""

    result: WhatIfResult
    observed: Observed | None = None

    @cached_property
    def before(self) -> Played:
        """The metagame as it is."""
        return Played(self.result.before)

    @cached_property
    def after(self) -> Played:
        """The metagame with the patch."""
        return Played(self.result.after)

    @cached_property
    def anchored(self) -> Anchored | None:
        """From where people have them, where the simulation moves match-ups."""
        return None if self.observed is None else anchor(self.observed, self.result)


def tell_what_if(changed: Changed) -> Told:
    """All that the games before and after tell, and what that means for win rates as people have them."""
    result, teller = changed.result, Teller()
    _tell_first(changed, teller)
    teller.tell("decks", "What it does to each deck", _deck_table(changed), _deck_figure(changed), level=Level.MAIN)
    _tell_match_ups(changed, teller)
    teller.tell("balance", "Balance", _balance_table(changed), level=Level.MAIN)
    if changed.anchored is not None:
        seen = replace(observed_table(result, changed.anchored), rows=_moved_pairs(result, changed.anchored))
        teller.tell("observed", "From what was observed", seen, level=Level.MAIN)
    sides = [("Before", changed.before.rates), ("After", changed.after.rates)]
    matrices = tell_matrices(teller, "matrix", result.before.evidence.decks, sides)
    teller.tell("metagame", "The metagame before and after", *matrices, level=Level.FULL)
    tables = {"match_ups": change_pair_table(result), "decks": change_deck_table(result)}
    return Told(_finish(changed, teller), _data(changed), tables, result.games, result.is_partial)


def brief_what_if(changed: Changed) -> Story:
    """What a notebook shows of it, without the equilibrium, which takes a second."""
    teller = Teller()
    _tell_first(changed, teller)
    _tell_match_ups(changed, teller)
    return _finish(changed, teller)


def _finish(changed: Changed, teller: Teller) -> Story:
    result = changed.result
    told = f"{describe_games(result.games, result.before.evidence)} on each side"
    return finish_story(f"What if: {result.before.metagame.name}", teller, told, result.before)


# --- in short -------------------------------------------------------------------------------------


def _tell_first(changed: Changed, teller: Teller) -> None:
    """What the patch does, as a designer would say it, and the patch."""
    result = changed.result
    warned = (Warned(tell_stopped(result.before, " before")), Warned(tell_stopped(result.after, " after")))
    teller.tell("summary", "In short", *warned, _headline(changed), Words(_tell_moved(result)), _facts(result))
    teller.tell("patch", "The patch", _patch_notes(result), Words(tell_replaced(result.replaced)))


def _headline(changed: Changed) -> Headline:
    before, after = changed.before.rates, changed.after.rates
    said = tell_change(before, after, is_beside_observed=changed.observed is not None)
    if not (before.is_known and after.is_known):
        return Headline(said)
    return Headline(said, f"F {with_interval(before.f_corrected)} {ARROW} {with_interval(after.f_corrected)}")


def _tell_moved(result: WhatIfResult) -> str:
    """The decks that it clearly changes."""
    decks, change = result.before.evidence.decks, result.change_against_meta
    moved = [i for i in order_from_high(np.abs(change.value)) if change.low[i] > 0 or change.high[i] < 0]
    told = [f"{show_name(decks[i])} ({points(float(change.value[i]))} points)" for i in moved]
    return f"Clearly changed: {listed(told)}." if told else "No deck's win rate against the metagame clearly changes."


def _facts(result: WhatIfResult) -> Facts:
    """The size of the patch, and the games."""
    magnitude = result.patch.magnitude(result.before.metagame.patched_cards)
    n_cards = len({note.rpartition(": ")[0] for note in result.notes})
    return Facts(
        (
            Fact("Cards changed", f"{n_cards}"),
            Fact("M, the size of the patch", f"{magnitude}", "cost counts double"),
            Fact("Games", f"{result.games:,}", "the same seeds before and after"),
        ),
        "All in all",
    )


def _patch_notes(result: WhatIfResult) -> PatchNotes | Words:
    if not result.notes:
        return Words("It changes nothing.")
    cards = result.before.metagame.patched_cards
    faces = CardFaces(cards, result.after.metagame.patched_cards, "after")
    return PatchNotes(result.notes, faces.name, format_patch(result.patch, cards))


# --- decks ----------------------------------------------------------------------------------------


def _deck_table(changed: Changed) -> Table:
    """The decks by their strength before, with their strength after."""
    decks, (before, after) = changed.before.evidence.decks, (changed.before.rates, changed.after.rates)
    columns = (
        Column("deck", lambda i: decks[i]),
        Column("", lambda i: changed.before.labels[i], level=Level.MAIN),
        Column("before", lambda i: before.against_meta.at(i), RATE, is_short=True),
        Column("after", lambda i: after.against_meta.at(i), RATE, is_short=True),
        Column("change", lambda i: changed.result.change_against_meta.at(i), POINTS),
    )
    return Table(
        "decks", columns, before.order, "Win rate against the metagame", coloured="above or below 50%, or not 0"
    )


def _deck_figure(changed: Changed) -> Figure:
    """How strong each deck is before and after, and the change."""
    decks, order = changed.before.evidence.decks, changed.before.rates.order
    was, becomes = (side.evidence.strengths for side in (changed.before, changed.after))
    rates = strength_plot("strength", "Before and after", decks, becomes, was, order=order)
    change = percent(changed.result.change_against_meta)
    rows = tuple(DotRow(decks[i], change.at(i)) for i in order)
    changes = DotPlot("strength-change", "The change", "change, points", rows, 0.0, is_signed=True)
    return Figure(rates, _STRENGTHS_EXPLAINED, others=(changes,), file="strength_change")


# --- match-ups ------------------------------------------------------------------------------------


def _tell_match_ups(changed: Changed, teller: Teller) -> None:
    """What changes in each match-up, and which ones cannot change."""
    order = changed.before.rates.order
    names, cells = tuple(changed.before.evidence.decks[i] for i in order), change_cells(changed.result, order)
    chart = HeatMap("matrix_change", "What changes in each match-up", "change, points", names, names, cells)
    maps = tell_heat_maps([chart], _CHANGES_EXPLAINED, Level.BRIEF)
    spared = Words(_tell_spared(changed.result), level=Level.MAIN)
    teller.tell("match-ups", "What it does to each match-up", *maps, spared)


def _tell_spared(result: WhatIfResult) -> str:
    """Which match-ups were not played again, and why."""
    decks, spared = result.before.evidence.decks, len(spared_pairs(result))
    touched = [show_name(decks[i]) for i in np.flatnonzero(np.diag(result.is_affected))]
    total = len(decks) * (len(decks) + 1) // 2
    changed = "Changed cards and their replacements" if result.replaced else "Changed cards"
    if not touched:
        return f"No changed card can turn up with any of these decks: none of the {total} match-ups can change."
    if not spared:
        return f"{changed} can turn up in all {total} match-ups, so all of them were played again."
    return (
        f"{changed} can turn up only with {listed(touched)}. The other {spared} of {total} match-ups were not played "
        "again: their games would be the same."
    )


# --- balance --------------------------------------------------------------------------------------


def _balance_table(changed: Changed) -> Table:
    """F and the equilibrium, before and after."""
    was, becomes = (dict(_tell_side(side, changed.before.labels)) for side in (changed.before, changed.after))
    columns = (
        Column("", lambda name: name),
        Column("before", lambda name: was[name]),
        Column("after", lambda name: becomes[name]),
    )
    return Table("balance", columns, list(was), note=_BALANCE_NOTE)


def _tell_side(played: Played, labels: Mapping[int, str]) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    standing, nash = played.standing, played.standing.nash
    yield "typical match-up", typical_match_up(standing.f_corrected.value)
    yield "F", with_interval(standing.f_corrected)
    chance = f"of which chance would show {number(standing.f_noise_floor)} if all were even"
    yield "as measured", f"{number(standing.f)}, {chance}"
    chosen = [i for i in order_from_high(nash.value) if nash.high[i] > 0 or nash.value[i] > 0]
    shares = (
        f"{labels[i]} {rate(nash.value[i], 0)}% ({rate(nash.low[i], 0)} to {rate(nash.high[i], 0)})" for i in chosen
    )
    yield "Nash", tuple(shares)


# --- what was observed ----------------------------------------------------------------------------


def observed_table(result: WhatIfResult, anchored: Anchored) -> Table:
    """A row for each match-up that was observed: as people have it, as it would be, and the change."""
    decks = result.before.evidence.decks
    columns = (
        Column("deck", lambda pair: decks[pair[0]], key=PAIR[0]),
        Column("opponent", lambda pair: decks[pair[1]], key=PAIR[1]),
        Column("observed", lambda pair: anchored.before.at(pair), RATE, key="observed", is_short=True),
        Column("after", lambda pair: anchored.after.at(pair), RATE, key="after", is_short=True),
        Column("change", lambda pair: anchored.change.at(pair), POINTS, key="change", is_short=True),
    )
    known = [pair for pair in combinations(range(len(decks)), 2) if np.isfinite(anchored.after.value[pair])]
    return Table("observed", columns, known, note=ANCHORED_NOTE, index=PAIR, coloured="not 0")


def _moved_pairs(result: WhatIfResult, anchored: Anchored) -> list[tuple[int, int]]:
    """The match-ups that were observed and can change, the strongest decks first."""
    pairs = combinations(order_from_high(result.before.evidence.strengths.value), 2)
    return [pair for pair in pairs if result.is_affected[pair] and np.isfinite(anchored.after.value[pair])]


# --- for other programs ---------------------------------------------------------------------------


def _data(changed: Changed) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each deck, in the order of `decks`."""
    result, decks = changed.result, changed.before.evidence.decks
    cards = result.before.metagame.patched_cards
    return {
        **head_of(result.before),
        "is_partial": result.is_partial,
        "notes": result.notes,
        "replaced": [each.to_json() for each in result.replaced],
        "magnitude": result.patch.magnitude(cards),
        "jolt": result.patch.jolt(cards),
        "games_played": result.games,
        "decks": decks,
        "is_affected": result.is_affected,
        "not_played_again": [[decks[i], decks[j]] for i, j in spared_pairs(result)],
        **name_estimate(result.change, "change"),
        **name_estimate(result.change_against_meta, "change_against_meta"),
        "before": metagame_data(changed.before),
        "after": metagame_data(changed.after),
        **({} if changed.anchored is None else {"observed": anchored_data(changed.anchored)}),
    }


def change_table(result: WhatIfResult) -> Table:
    """A row for each deck, the strongest before first: its win rate against the metagame before and after."""
    before, after = result.before.evidence, result.after.evidence
    change = name_estimate(result.change_against_meta, "change", "low", "high")
    columns = {"before": before.strengths.value, "after": after.strengths.value, **change}
    return decks_of(before, "against_meta", columns, order_from_high(before.strengths.value))
