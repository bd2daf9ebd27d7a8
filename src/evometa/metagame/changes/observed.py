"""Games that people have played: a CSV of match-ups, beside which a simulation can be laid.

    deck,opponent,games,wins,share
    Exp1 Hunter (Aggro),Exp1 Paladin (Control),1200,430,
    Exp1 Hunter (Aggro),,,,0.4

A line tells how many decided games a deck played against an opponent and how many of them it won, over both seats; one
match-up may be told from both sides, if they say the same. Decks are those of the metagame, by their names; match-ups
that are missing are not known. A share stands in any line of its deck, for all decks or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from evometa.input.csv_text import format_csv, read_csv
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import Readers, list_of, number, read_fields, read_text, whole_number
from evometa.input.reading import read_file
from evometa.input.stored import Stored
from evometa.matches.inference import Estimates, divide, estimate_mean, smooth_rate
from evometa.metagame.evidence import Counts, Floats, check_shares
from evometa.metagame.limits import MOST_GAMES

if TYPE_CHECKING:
    from evometa.metagame.metagames import Metagame

COLUMNS = ("deck", "opponent", "games", "wins")
SHARE = "share"  # a column that may be missing
Row = Mapping[str, str]

_read_count = whole_number(0, MOST_GAMES)
_read_share = number(0, 1)
_ROW_READERS: Readers = {
    **dict.fromkeys(("deck", "opponent"), read_text),
    **dict.fromkeys(("games", "wins"), _read_count),
    SHARE: _read_share,
}
read_rows = list_of(lambda where, value: read_fields(where, value, _ROW_READERS), "a list of match-ups")


@dataclass(frozen=True, eq=False)
class Observed(Stored):
    """Decided games of people between n decks, counted over both seats."""

    decks: tuple[str, ...]
    games: Counts  # [n, n], the same for both decks of a match-up
    wins: Counts  # [n, n], of the deck of the row
    shares: Floats | None = None  # [n]

    @property
    def rates(self) -> Estimates:
        """[n, n]: how often the deck of the row wins; NaN, and anything possible, where nothing was observed."""
        weights = np.ones((*self.games.shape, 1))
        estimate = estimate_mean(self.wins[..., None], self.games[..., None], weights)
        for part in estimate:
            np.fill_diagonal(part, 0.5)
        return estimate

    @property
    def smoothed_rate(self) -> Floats:
        """[n, n]: win rates drawn towards 0.5 by one game, half won: never 0 or 1, never unknown."""
        return smooth_rate(self.wins, self.games)

    @property
    def variance(self) -> Floats:
        """[n, n]: the squared standard error of each win rate; NaN without games."""
        return divide(self.smoothed_rate * (1 - self.smoothed_rate), self.games)

    @property
    def n_games(self) -> int:
        """All games, each of them counted once."""
        return int(np.triu(self.games, 1).sum())

    def to_rows(self) -> tuple[dict[str, Any], ...]:
        """The same as the lines of a file, for settings."""
        pairs = np.argwhere(np.triu(self.games, 1)).tolist()
        counted = ((self.decks[i], self.decks[j], int(self.games[i, j]), int(self.wins[i, j])) for i, j in pairs)
        match_ups = (dict[str, Any](zip(COLUMNS, each, strict=True)) for each in counted)
        shares = () if self.shares is None else zip(self.decks, self.shares.tolist(), strict=True)
        return (*match_ups, *({"deck": deck, "share": share} for deck, share in shares))


def read_observed(path: Path, metagame: Metagame) -> Observed:
    """What a file tells about the decks of a metagame; an `InputError` names the line of a mistake."""
    where = Where(str(path))
    reading = _Reading(metagame)
    for line, row in _read_rows(read_file(path, where), where):
        with errors_at(Where(f"{path}, line {line}")):
            reading.take(line, row)
    return reading.finish(where)


def gather_rows(rows: Sequence[Mapping[str, Any]], metagame: Metagame, source: str = "observed") -> Observed:
    """What rows tell that settings hold, as `to_rows` gives them; `source` names them in messages."""
    reading = _Reading(metagame)
    for place, row in enumerate(rows):
        with errors_at(Where(source) / place):
            reading.take(place + 1, {name: str(row.get(name, "")) for name in (*COLUMNS, SHARE)})
    return reading.finish(Where(source))


def format_rows(rows: Sequence[Mapping[str, Any]]) -> str:
    """The same rows as a file."""
    return format_csv((*COLUMNS, SHARE), [[row.get(name, "") for name in (*COLUMNS, SHARE)] for row in rows])


class _Reading:
    """The games of a file while its lines are read."""

    def __init__(self, metagame: Metagame) -> None:
        self.metagame, n = metagame, len(metagame.decks)
        self.games, self.wins = np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
        self.lines: dict[tuple[int, int], int] = {}  # where each match-up was told, from the side of its first deck
        self.shares: dict[int, float] = {}

    def take(self, line: int, row: Row) -> None:
        """Take in a line: a match-up, a share, or both."""
        deck = self._find(row["deck"])
        if row.get(SHARE):
            self._take_share(deck, _number_in(row, SHARE, float))
        elif not row["opponent"]:
            raise InputError("it has neither an opponent nor a share; allowed: one of them, or both")
        if row["opponent"]:
            self._take_match_up(line, deck, self._find(row["opponent"]), row)

    def finish(self, where: Where) -> Observed:
        """All that the file says."""
        names = tuple(deck.name for deck in self.metagame.decks)
        if not self.games.any():
            raise where.error("there is no game in it; give lines with deck, opponent, games and wins")
        if self.shares and len(self.shares) < len(names):
            missing = [name for place, name in enumerate(names) if place not in self.shares]
            raise where.error(f"there is no share of {missing[0]}; allowed: shares of all decks, or of none")
        shares = None
        if self.shares:
            with errors_at(where):
                shares = check_shares([self.shares[place] for place in range(len(names))], names)
        return Observed(names, self.games, self.wins, shares)

    def _find(self, name: str) -> int:
        if not name:
            raise InputError("the deck is missing; give the name of a deck of the metagame")
        return self.metagame.index_of(name)

    def _take_share(self, deck: int, share: float) -> None:
        if self.shares.setdefault(deck, share) != share:
            name = self.metagame.decks[deck].name
            raise InputError(f"the share of {name} is {share:g} here and {self.shares[deck]:g} before; give it once")

    def _take_match_up(self, line: int, deck: int, opponent: int, row: Row) -> None:
        games, wins = (int(_number_in(row, column, int)) for column in ("games", "wins"))
        if wins > games:
            raise InputError(f"found {wins} wins in {games} games; allowed: at most as many wins as games")
        if deck == opponent:
            return  # a mirror tells nothing about the decks
        if (deck, opponent) in self.lines:
            raise InputError(f"line {self.lines[deck, opponent]} has the same match-up; give each once, with all games")
        other = self.lines.get((opponent, deck))
        if other is not None and (self.games[deck, opponent], self.wins[deck, opponent]) != (games, wins):
            raise InputError(
                f"found {wins} wins in {games} games, but line {other} leaves {self.wins[deck, opponent]} wins in "
                f"{self.games[deck, opponent]}; tell a match-up once, or the same games from both sides"
            )
        self.lines[deck, opponent] = line
        self.games[deck, opponent] = self.games[opponent, deck] = games
        self.wins[deck, opponent], self.wins[opponent, deck] = wins, games - wins


def _read_rows(text: str, where: Where) -> Sequence[tuple[int, Row]]:
    """The lines of a table with their numbers; blank lines count for nothing."""
    lines = read_csv(text, where)
    header = [name.lower() for name in lines[0][1]] if lines else []
    for name in header:
        if name not in (*COLUMNS, SHARE):
            raise where.error(f"unknown column {name!r}; {describe_words(name, (*COLUMNS, SHARE))}")
    for name in COLUMNS:
        if name not in header:
            raise where.error(f"the column '{name}' is missing; give {', '.join(COLUMNS)} in the first line")
    if len(set(header)) < len(header):
        raise where.error("a column stands twice in the first line; give each once")
    rows = [(line, row) for line, row in lines[1:] if any(row)]
    for line, row in rows:
        if len(row) > len(header):
            raise where.error(f"line {line} has {len(row)} cells; allowed: {len(header)}, as the first line has")
    return [(line, dict.fromkeys(header, "") | dict(zip(header, row, strict=False))) for line, row in rows]


def _number_in(row: Row, column: str, kind: type[int] | type[float]) -> float:
    """The number in a cell, within its range."""
    read = _read_count if kind is int else _read_share
    try:
        found = kind(row[column])
    except ValueError:
        what = "a whole number" if kind is int else "a number"
        raise InputError(f"{column}: found {row[column]!r}; allowed: {what}") from None
    return float(read(Where(column), found))
