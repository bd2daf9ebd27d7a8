"""Reads what people said about cards and did to them: tables that lie beside the project, not in it."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from evometa.input.errors import InputError, Where
from evometa.input.reading import read_file

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"
EXPERTS, CHANGES, POOL, HALL = "arena_tiers.csv", "blizzard_changes.csv", "pool_status.csv", "hall_of_fame.csv"
MATCH_UPS = Path("classic_2021") / "matchups.csv"
NERF, BUFF = "nerf", "buff"
LATER = "before"  # the pool has the card as it was before the change

Row = dict[str, str]


def read_table(file: Path, columns: Sequence[str]) -> list[Row]:
    """The rows of a table that has at least these columns."""
    if not file.exists():
        raise InputError(
            f"{file}: there is no such file; the tables are not part of the project, so name their folder with "
            "--reference"
        )
    reader = csv.DictReader(read_file(file, Where(str(file))).splitlines())
    missing = [name for name in columns if name not in (reader.fieldnames or ())]
    if missing:
        found = ", ".join(reader.fieldnames or ()) or "none"
        raise InputError(f"{file}: there is no column {', '.join(missing)}; found: {found}")
    return list(reader)


def read_expert_values(file: Path) -> dict[str, float]:
    """What experts thought each card is worth; of a card that many classes have, the mean over these."""
    values = defaultdict(list)
    for line, row in enumerate(read_table(file, ("card", "class", "value")), start=2):
        try:
            values[row["card"]].append(float(row["value"]))
        except ValueError:
            raise InputError(f"{file}, line {line}: found {row['value']!r} as a value; allowed: a number") from None
    return {card: sum(found) / len(found) for card, found in values.items()}


def read_match_ups(file: Path) -> dict[tuple[str, str], float]:
    """How people's decks fared against each other: the win rate of a deck against an opponent, from 0 to 1."""
    rates = {}
    for line, row in enumerate(read_table(file, ("deck", "opponent", "winrate_band_pct")), start=2):
        try:
            rates[row["deck"], row["opponent"]] = float(row["winrate_band_pct"]) / 100
        except ValueError:
            found = row["winrate_band_pct"]
            raise InputError(f"{file}, line {line}: found {found!r} as a win rate; allowed: percent") from None
        if not 0 < rates[row["deck"], row["opponent"]] < 1:
            raise InputError(f"{file}, line {line}: found {row['winrate_band_pct']}; allowed: more than 0, below 100")
    return rates


def read_list_date(file: Path) -> str:
    """The month of a list of experts, such as 2016-11; nothing if it does not say."""
    return max((row.get("date") or "" for row in read_table(file, ("card",))), default="")


def read_later_changes(folder: Path) -> dict[str, set[str]]:
    """The cards that were changed after our pool, each with the directions of all these changes."""
    found = defaultdict(set)
    changes = read_table(folder / CHANGES, ("card", "date", "field", "direction"))
    status = read_table(folder / POOL, ("card", "date", "field", "pool_is"))
    sides = {(row["card"], row["date"], row["field"]): row["pool_is"] for row in status}
    for row in changes:
        if sides.get((row["card"], row["date"], row["field"])) == LATER:
            found[row["card"]].add(row["direction"])
    return dict(found)


def read_nerfed(folder: Path) -> set[str]:
    """The cards that were ever nerfed, before our pool or after it."""
    return {row["card"] for row in read_table(folder / CHANGES, ("card", "direction")) if row["direction"] == NERF}


def read_changed_between(folder: Path, date: str) -> set[str]:
    """The cards that our pool has otherwise than they were at that time."""
    return {
        row["card"]
        for row in read_table(folder / POOL, ("card", "date", "pool_is"))
        if row["pool_is"] != LATER and row["date"] > date
    }


def read_retired(folder: Path) -> set[str]:
    """The cards that were retired."""
    return {row["card"] for row in read_table(folder / HALL, ("card",))}
