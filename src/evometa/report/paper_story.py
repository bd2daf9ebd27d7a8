"""The report of the paper's programme: each published number beside ours, then the report of each part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from evometa.experiments.paper import FIRST, SECOND, THIRD
from evometa.experiments.runs import has_run
from evometa.experiments.table_run import TABLE
from evometa.report.balance_story import front_figure, searched_of, tell_balance
from evometa.report.html_page import Html, Story, join, paragraph, table
from evometa.report.nerf_story import show_p, tell_nerfs
from evometa.report.run_record import Facts, RunRecord, read_run
from evometa.report.run_text import count, f_with_interval, interval, number, rate, show_value
from evometa.report.table_story import tell_table

ABSENT = "\N{EN DASH}"
DIGITS = 4  # after the point
VERDICTS = {True: "yes", False: "no", None: "not sure"}
SIGNS = {-1: "negative", 0: "none", 1: "positive"}
TITLES = {
    TABLE.kind: "The table of decks",
    FIRST: "Experiment 1: an even metagame",
    **{name: f"Experiment 2: with the least change, {n} generations" for name, n in SECOND.items()},
    THIRD: "Experiment 3: which cards to touch",
}
WHAT = {
    "baseline_f": "F before any change",
    "searched_f": "lowest F that the search saw",
    "again": "the same individual, played again",
    "is_noise": "that is below the noise floor",
    "magnitude": "its M",
    "magnitude_unweighted": "its M, unweighted",
    "mean_magnitude": "mean M of all individuals",
    "smallest_even": "the smallest patch with F up to 0.10",
    "chosen": "the patch that we would recommend",
    "same_decks": "decks that are the same",
    "mean_difference": "mean difference of their win rates",
    "largest_difference": "largest difference of their win rates",
    "deck": "deck",
    "win_rate": "win rate of the deck",
    "wrp_pearson": "WRP and WRN, Pearson",
    "wrp_spearman": "WRP and WRN, Spearman",
    "wrp_sign": "WRP and WRN, sign",
    "wrd_pearson": "WRD and WRN, Pearson",
    "wrd_spearman": "WRD and WRN, Spearman",
    "wrd_sign": "WRD and WRN, sign",
    "generations": "generations after the initial one",
    "evaluations": "evaluations",
    "games": "games, in all",
}


def tell_paper(record: RunRecord, story: Story) -> None:
    """Add an overview, and a section for each part with its own report inside."""
    parts = record.results.get("parts", [])
    if not parts:
        story.tell("overview", "The paper and evometa", paragraph("No part of the programme is finished yet."))
        return
    runs = {part["name"]: read_run(folder) for part in parts if has_run(folder := record.folder / part["folder"])}
    front = _shared_front(list(runs.values()), story)
    story.tell("overview", "The paper and evometa", _overview(parts), front)
    for part in parts:
        _tell_part(part, runs.get(part["name"]), story)


def _overview(parts: Sequence[Facts]) -> Html:
    rows = [[title_of_part(part), *row] for part in parts for row in compare(part) if row[1] != ABSENT]
    said = "Each published number beside ours; what else we have found is told part by part."
    return join([paragraph(said), table("", ["part", "what", "published", "ours"], rows, texts=2)])


def title_of_part(part: Facts) -> str:
    """The heading of a part."""
    return TITLES.get(part["name"], str(part["name"]))


def _shared_front(runs: Sequence[RunRecord], story: Story) -> Html:
    """All individuals of all runs that searched for two objectives."""
    searched = [found for run in runs if run.kind == "balance" and (found := searched_of(run))]
    return front_figure(searched, story) if len(searched) > 1 else Html("")


def _tell_part(part: Facts, run: RunRecord | None, story: Story) -> None:
    anchor = re.sub(r"[^a-z0-9]+", "-", part["name"].lower()).strip("-")
    inner = Story(prefix=f"{anchor}-")
    if run is not None:
        _tell_inside(part, run, inner)
    story.pictures |= inner.pictures
    values = table("", ["what", "published", "ours"], compare(part))
    story.tell(f"part-{anchor}", title_of_part(part), values, parts=inner.sections)


def _tell_inside(part: Facts, run: RunRecord, story: Story) -> None:
    if run.kind == "balance":
        tell_balance(run, story)
    elif run.kind == "nerfs":
        tell_nerfs(run, story)
    elif run.kind == "table":
        tell_table(run, story, part["published"])
        _tell_twins(part["ours"].get("twins", []), story)


def _tell_twins(twins: Sequence[Facts], story: Story) -> None:
    """Whether the decks for control players beat their twins for aggro players, as all published ones do."""
    if not twins:
        return
    rows = [
        [
            twin["control"],
            twin["aggro"],
            rate(twin["published"]),
            rate(twin["win_rate"]),
            _ends(twin),
            VERDICTS[twin["is_above"]],
        ]
        for twin in twins
    ]
    heads = ["control", "aggro", "published, %", "ours, %", "95% interval", "control is above"]
    told = "How often each control deck beats its aggro twin. In the published table it always does."
    story.tell("twins", "Control and aggro twins", paragraph(told), table("", heads, rows, texts=2))


def _ends(twin: Facts) -> str:
    return interval(100 * twin["low"], 100 * twin["high"], 1)


# --- published beside ours ------------------------------------------------------------------------


def compare(part: Facts) -> list[list[str]]:
    """A row for each number of a part: what it is, as published, and as we have it."""
    published, ours = (_join_interval(part[side]) for side in ("published", "ours"))
    published.pop("games", None)  # those of a match-up, where ours are all
    names = [name for name in {**published, **ours} if _fits(published.get(name)) and _fits(ours.get(name))]
    names.sort(key=_place_of)
    return [[_what(name), *(_show(name, side.get(name)) for side in (published, ours))] for name in names]


def _place_of(name: str) -> int:
    """The place of a number among the others; those without words of their own come last."""
    return list(WHAT).index(name) if name in WHAT else len(WHAT)


def _join_interval(findings: Facts) -> dict[str, Any]:
    """The same with the F of the second playing and its interval in one place."""
    kept = {name: value for name, value in findings.items() if not name.startswith("again_")}
    if "again_f" not in findings:
        return kept
    again = {end: findings.get(f"again_{end.removeprefix('f_')}") for end in ("f", "f_low", "f_high")}
    return {**kept, "again": again}


def _fits(value: object) -> bool:
    """Whether a value fits a cell of a table; the names of decks and their matrix do not."""
    return not isinstance(value, list)


def _what(name: str) -> str:
    return WHAT.get(name, name.replace("_", " "))


def _show(name: str, value: Any) -> str:
    return SIGNS[value] if name.endswith("_sign") and value is not None else show_finding(value)


def show_finding(value: Any) -> str:
    """A number, a correlation, or a patch with its F, as text."""
    if value is None:
        return ABSENT
    if not isinstance(value, Mapping):
        return _show_plain(value)
    if "value" in value:
        ends = interval(value["low"], value["high"], 2)
        return f"{number(value['value'], 2)} ({ends}), {show_p(value['p'])}" if value["value"] is not None else ABSENT
    return ", ".join(_parts_of_patch(value))


def _show_plain(value: Any) -> str:
    """No more digits than were published."""
    if isinstance(value, float):
        return f"{round(value, DIGITS):g}".replace("-", "\N{MINUS SIGN}")
    return show_value(value)


def _parts_of_patch(patch: Facts) -> list[str]:
    """What is known of a patch: F, M and the cards."""
    f = f_with_interval(patch) if patch.get("f_low") is not None else _show_plain(patch["f"])
    cards = patch.get("cards_changed", patch.get("cards"))
    told = [f if "magnitude" not in patch else f"F {f}"]
    told += [f"M {number(patch['magnitude'], 0)}"] if "magnitude" in patch else []
    return told + ([count(cards, "card")] if cards is not None else [])
