"""What a notebook shows of a run: a few sentences and small tables, the same words as in its report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evometa.experiments.balance.results import BalanceResults, list_front
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import NerfsResults
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.experiments.respond.results import RespondResults
from evometa.experiments.respond.settings import RespondSettings
from evometa.input.small_html import small_table, stack
from evometa.report.pages.balance.run import known_baseline
from evometa.report.pages.balance.summary import summarise
from evometa.report.pages.decks.audits import rank_audits
from evometa.report.pages.decks.summary import compare_with_known, summarise_search
from evometa.report.pages.nerfs import rank_cards, summarise_scan
from evometa.report.pages.respond import compare_with_pilot, describe_levels
from evometa.report.pages.respond import summarise as summarise_round
from evometa.report.pages.writing import UNFINISHED
from evometa.report.words.front_choice import NOT_BETTER
from evometa.report.words.levels import tell_levels
from evometa.report.words.numbers import (
    ABSENT,
    interval,
    join_notes,
    number,
    points,
    rate,
    rate_interval,
    typical_match_up,
)
from evometa.report.words.pilots import confirm, doubt_answer, doubt_cards, doubt_deck, doubt_patch
from evometa.report.words.players import tell_players, tell_worst

MOST_CARDS = 12  # of a scan
FRONT_HEADS = ("patch", "M", "cards", "F", "95% interval", "typical match-up", "")


@dataclass(frozen=True)
class SmallTable:
    """A table with its heading."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]


@dataclass(frozen=True)
class Summary:
    """What there is to say of a run."""

    lines: Sequence[str] = ()
    tables: Sequence[SmallTable] = ()


def format_run(title: str, run: StoredRun[Any, Any], summary: Summary) -> str:
    """A run as HTML."""
    facts = " ".join([f"{run.games:,} games.", *tell_players(run.players), f"Folder: {run.folder}"])
    head = small_table(title, [UNFINISHED.get(run.status, ""), facts], (), ())
    shown = [small_table(each.title, (), each.heads, each.rows) for each in summary.tables if each.rows]
    return stack(head, summary.lines, shown)


# --- kinds ----------------------------------------------------------------------------------------


def summarise_balance(run: StoredRun[BalanceSettings, BalanceResults]) -> Summary:
    """What the patch does, the patch notes, and the front."""
    baseline, best, results = known_baseline(run), run.results.recommended, run.results
    before, levels, whose = results.f_before, tell_levels(results.observed), tell_worst(results.players)
    if baseline is None:
        return Summary(["The run has not measured anything yet."])
    if best is None:
        now = typical_match_up(before.value)
        found = "No patch does better on fresh games." if run.is_finished else "No patch has been audited yet."
        return Summary([f"A typical match-up is {now}. {found}", whose, levels])
    sides = (typical_match_up(f.value) for f in (before, best.f))
    first = f"A typical match-up goes from {' to '.join(sides)}."
    lines = [doubt_patch(results.pilots), first, whose, summarise(before, best), confirm(results.pilots), levels]
    notes = SmallTable("Patch notes", ("card", "change"), join_notes(best.notes))
    return Summary(lines, [notes, SmallTable("The audited patches", FRONT_HEADS, _front_rows(results))])


def _front_rows(results: BalanceResults) -> list[list[str]]:
    return [
        [
            each.label,
            number(each.magnitude, 0),
            number(each.cards_changed, 0),
            number(each.audited_f.value),
            interval(each.audited_f.low, each.audited_f.high),
            typical_match_up(each.audited_f.value),
            "recommended" if each.label == _chosen(results) else "" if each.is_better else NOT_BETTER,
        ]
        for each in list_front(results.audits)
        if each.audited_f.is_known
    ]


def _chosen(results: BalanceResults) -> str:
    return "" if results.chosen_audit is None else results.chosen_audit.label


def summarise_nerfs(run: StoredRun[NerfsSettings, NerfsResults]) -> Summary:
    """The cards that a deck relies on."""
    cards = rank_cards(run)
    if not cards:
        return Summary(["The run has not come to its results yet."])
    lines = [doubt_cards(run.results.pilots), summarise_scan(run), confirm(run.results.pilots)]
    rows = [
        [
            card.name,
            points(card.change.value),
            rate_interval(card.change, signed=True),
            *map(_rate, (card.wrd, card.wrp)),
        ]
        for card in cards[:MOST_CARDS]
    ]
    title = "Cards, by what the change does to the deck's win rate"
    if len(cards) > MOST_CARDS:
        title += f" (the first {MOST_CARDS} of {len(cards)}; all of them: frames.cards)"
    return Summary(lines, [SmallTable(title, ("card", "change, points", "95% interval", "WRD, %", "WRP, %"), rows)])


def _rate(found: Any) -> str:
    return rate(found.value) if found.is_known else ABSENT


def summarise_decks(run: StoredRun[DecksSettings, DecksResults]) -> Summary:
    """The best deck beside those that were known."""
    best = run.results.best
    if best is None:
        return Summary([summarise_search(run)])
    lines = [doubt_deck(run.results.pilots), *compare_with_known(run, best), confirm(run.results.pilots)]
    rows = [
        [
            audit.name,
            "known before" if audit.is_known else "",
            rate(audit.win_rate.value),
            rate_interval(audit.win_rate),
        ]
        for audit in rank_audits(run.results)
    ]
    cards = [[f"{n_copies}x", name] for name, n_copies in best.cards]
    audited = SmallTable("Audited decks", ("deck", "", "win rate, %", "95% interval"), rows)
    return Summary(lines, [audited, SmallTable("The best deck", ("", "card"), cards)])


def summarise_respond(run: StoredRun[RespondSettings, RespondResults]) -> Summary:
    """The answers of the last round, and what they do."""
    if not run.results.rounds:
        return Summary(["No round of patch and answer is finished yet."])
    last = run.results.rounds[-1]
    rows = [
        [
            answer.name,
            rate(answer.win_rate.value),
            rate_interval(answer.win_rate),
            "yes" if answer.enters else "no",
            f"{answer.nearest.deck} ({answer.nearest.shared} cards)",
        ]
        for answer in last.ranked
    ]
    told = (summarise_round(last), compare_with_pilot(run.results), describe_levels(run.results))
    lines = [*map(doubt_answer, last.entered), *told]
    heads = ("deck", "win rate, %", "95% interval", "enters", "nearest deck")
    return Summary(lines, [SmallTable("Answers", heads, rows)])


def summarise_other(run: StoredRun[Any, Any]) -> Summary:
    """A run of a kind that has much to show: where to look."""
    return Summary(["report() writes the page about it; results has all numbers, and frames has tables."])
