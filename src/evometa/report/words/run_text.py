"""Numbers, patches and settings of runs in words, as reports show them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evometa.report.pages.parts import Html, folded, join, preformatted, table
from evometa.report.run_record import Facts
from evometa.report.words.estimates import UNKNOWN, format_number

ARROW = "\N{RIGHTWARDS ARROW}"
LONG_VALUE = 90  # characters of a setting that a table still shows
ABSENT = "\N{EN DASH}"  # where there can be nothing


def number(value: float | None, decimals: int = 3, signed: bool = False) -> str:
    """A number that may be unknown."""
    return UNKNOWN if value is None else format_number(value, decimals, signed)


def show_p(p: float) -> str:
    """A p-value; very small ones are not worth their digits."""
    return "p < 0.001" if p < 0.001 else f"p = {number(p, 3)}"


def rate(value: float | None, signed: bool = False) -> str:
    """A rate in percent, or a difference of rates in percentage points."""
    return UNKNOWN if value is None else format_number(100 * value, 1, signed)


def interval(low: float | None, high: float | None, decimals: int = 3) -> str:
    """From where to where a number may lie; nothing if that is not known."""
    if low is None or high is None:
        return ""
    return f"{number(low, decimals)} to {number(high, decimals)}"


def rate_interval(facts: Facts, name: str, signed: bool = False) -> str:
    """From where to where a rate may lie, in percent; nothing if that is not known."""
    low, high = facts[f"{name}_low"], facts[f"{name}_high"]
    return "" if low is None or high is None else f"{rate(low, signed)} to {rate(high, signed)}"


def f_with_interval(facts: Facts) -> str:
    """F with its interval."""
    return f"{number(facts['f'])} ({interval(facts['f_low'], facts['f_high'])})"


def typical_match_up(f: float) -> str:
    """What F means: how the games of a typical match-up are shared."""
    better = 50 * (1 + f)
    return f"{format_number(better)}:{format_number(100 - better)}"


def count(n_things: int, thing: str) -> str:
    """So many things, in the singular if it is one."""
    return f"{n_things:,} {thing}" + ("" if n_things == 1 else "s")


def listed(words: Sequence[str]) -> str:
    """Words in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


# --- patches --------------------------------------------------------------------------------------


def notes_table(notes: Sequence[str]) -> Html:
    """A patch as players read it: a row for each card, with all its changes from old to new."""
    changes: dict[str, list[str]] = {}
    for note in notes:
        card, _, change = note.rpartition(": ")
        changes.setdefault(card, []).append(change.replace("->", ARROW))
    return table("", ["card", "change"], [[card, ", ".join(each)] for card, each in changes.items()], texts=2)


def patch_file(audit: Facts) -> Html:
    """The patch as the file that other commands take."""
    return folded("The patch as a file", preformatted(audit["patch"]), is_file=True) if audit.get("patch") else Html("")


# --- settings -------------------------------------------------------------------------------------


def flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """All values of nested tables by their dotted names."""
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def show_value(value: Any) -> str:
    """A value of JSON as a person would write it."""
    if value is None or value in ({}, []):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        return ", ".join(map(show_value, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def settings_table(settings: Mapping[str, Any]) -> Html:
    """All settings of a run; long ones below the table."""
    shown = [(name.replace("_", " "), show_value(value)) for name, value in flatten(settings)]
    rows = [pair for pair in shown if len(pair[1]) <= LONG_VALUE]
    long = (folded(name, preformatted(text)) for name, text in shown if len(text) > LONG_VALUE)
    return join([table("", ["setting", "value"], rows, texts=2), *long])
