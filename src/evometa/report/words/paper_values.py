"""The paper's numbers beside ours, in words: for the page of a run and for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evometa.experiments.paper.work import FIRST, SECOND, THIRD
from evometa.experiments.table.work import TABLE
from evometa.report.run_record import Facts
from evometa.report.words.run_text import ABSENT, count, f_with_interval, interval, number, show_p, show_value

DIGITS = 4  # after the point
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


def title_of_part(part: Facts) -> str:
    """The heading of a part."""
    return TITLES.get(part["name"], str(part["name"]))


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
