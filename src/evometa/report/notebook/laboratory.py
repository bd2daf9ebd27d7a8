"""The laboratory for notebooks and scripts: load a metagame, play it, and look at tables and pictures.

All of it is also at hand as `evometa.load`, `evometa.play` and `evometa.what_if`.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import pandas as pd

from evometa.input.errors import InputError, describe_words
from evometa.matches.interrupts import until_interrupted
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame import playing
from evometa.metagame import what_if as patching
from evometa.metagame.card_statistics import Seat
from evometa.metagame.comparison import anchor
from evometa.metagame.metagames import Metagame
from evometa.metagame.observed import Observed, read_observed
from evometa.metagame.standing import order_of_strength
from evometa.report.notebook import data_frames as frames
from evometa.report.notebook.bars import WaysToTellGames, game_bar
from evometa.report.notebook.choosing import choose_drawing
from evometa.report.notebook.given import DEFAULT_SEED, Changes, take_metagame, take_patch
from evometa.report.notebook.html_tables import html_table
from evometa.report.pictures import figures
from evometa.report.pictures.cells import SURE, change_cells, matrix_cells
from evometa.report.words.estimates import describe_games, describe_partial, describe_patch

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture

P = TypeVar("P", bound=playing.MetagameResult | patching.WhatIfResult)


def load(reference: Path | str, players: str | None = None) -> Metagame:
    """A metagame, to be looked at, changed or played.

    Args:
        reference: A TOML file, or the name of a built-in one, such as `paper-six`.
        players: Who plays all decks, such as `expert`, instead of the metagame's own players.
    """
    return take_metagame(reference, players)


def play(
    metagame: Metagame | Path | str,
    *,
    games: int | None = None,
    precision: float | None = None,
    seed: int = DEFAULT_SEED,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellGames = True,
) -> Result:
    """Play all match-ups of a metagame, mirrors too. Give either `games` or a `precision`.

    Args:
        metagame: What is played: loaded, or the name of a built-in one, or a file.
        games: Games per match-up, an even number: half of them are played from each seat.
        precision: Play until the interval of every win rate reaches at most that far to either side, from 0 to 1.
        seed: Another seed gives other games.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar in a notebook or on a terminal; `False` for none, or a function that is told the games that
            are finished and those that are planned.

    An interrupt (Ctrl-C) ends with what is finished: the result is then marked as partial.
    """
    loaded, where = take_metagame(metagame), runner or ThreadRunner(threads)
    with game_bar(loaded.name, progress) as tell:
        return Result(
            until_interrupted(
                lambda: playing.play(loaded, games=games, precision=precision, seed=seed, runner=where, progress=tell)
            )
        )


def what_if(
    metagame: Metagame | Path | str,
    changes: Changes,
    *,
    games: int,
    observed: Path | str | None = None,
    seed: int = DEFAULT_SEED,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellGames = True,
) -> WhatIf:
    """Play a metagame before and after some changes, with the same seeds.

    Match-ups in which no changed card can turn up are not played again.

    Args:
        metagame: What is played, before the changes: loaded, or the name of a built-in one, or a file.
        changes: A `Patch`, the path of a patch file, a change such as "Consecration cost +1", or several of these.
        games: Games per match-up, an even number, before and after.
        observed: Games of people as CSV, which say where match-ups stand. `observed` of the result then says where the
            changes would bring them.
        seed: Another seed gives other games.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar in a notebook or on a terminal; `False` for none, or a function that is told the games that
            are finished and those that are planned.

    An interrupt (Ctrl-C) ends with what is finished: the result is then marked as partial.
    """
    before, where = take_metagame(metagame), runner or ThreadRunner(threads)
    patch = take_patch(changes, before)
    seen = None if observed is None else read_observed(Path(observed), before)
    with game_bar(before.name, progress) as tell:
        return WhatIf(
            until_interrupted(
                lambda: patching.what_if(before, patch, games=games, seed=seed, runner=where, progress=tell)
            ),
            seen,
        )


class Measured(Generic[P]):
    """What was played, for a notebook to look at."""

    def __init__(self, played: P) -> None:
        self.played = played  # all counts and sums

    @property
    def games(self) -> int:
        """Games played, of all match-ups."""
        return self.played.games

    @property
    def is_partial(self) -> bool:
        """Whether it was interrupted."""
        return self.played.is_partial


class Result(Measured[playing.MetagameResult]):
    """A metagame as it was played. Rates are from 0 to 1; every table is a pandas one."""

    @property
    def metagame(self) -> Metagame:
        """What was played."""
        return self.played.metagame

    # --- tables ---

    @property
    def matrix(self) -> pd.DataFrame:
        """How often the deck of the row beats that of the column, over both seats; draws are left out."""
        return frames.square_frame(self.played.evidence, self.played.evidence.win_rate)

    @property
    def low(self) -> pd.DataFrame:
        """The lower end of the 95% interval of each win rate of `matrix`."""
        return frames.square_frame(self.played.evidence, self.played.evidence.rates.low)

    @property
    def high(self) -> pd.DataFrame:
        """The upper end of the 95% interval of each win rate of `matrix`."""
        return frames.square_frame(self.played.evidence, self.played.evidence.rates.high)

    @property
    def match_ups(self) -> pd.DataFrame:
        """A row for each match-up: games, win rate with its interval, draws, and length in turns of both players."""
        return frames.match_up_frame(self.played.evidence)

    @property
    def seats(self) -> pd.DataFrame:
        """A row for each match-up: the first deck's win rate when it starts and when not; the advantage of starting."""
        return frames.seat_frame(self.played.evidence)

    @property
    def against_meta(self) -> pd.DataFrame:
        """A row for each deck, the strongest first: its win rate against all decks by their shares."""
        return frames.strength_frame(self.played.evidence)

    @cached_property
    def nash(self) -> pd.DataFrame:
        """A row for each deck: its share if everybody chose as well as possible, with an interval."""
        return frames.nash_frame(self.played)

    @cached_property
    def balance(self) -> pd.Series[float]:
        """F and intransitivity, each with the noise floor that chance alone would show."""
        return frames.balance_series(self.played.evidence)

    def cards(self, deck: str, seat: str = "both") -> pd.DataFrame:
        """A row for each card of a deck, from games of `both` seats, or only those `starting` or going `second`."""
        return frames.card_frame(frames.statistics_of(self.played, deck, _seat(seat)))

    # --- pictures ---

    def plot(self, kind: str = "matrix") -> Picture:
        """A picture: the `matrix`, the `strength` of the decks, or what the `seats` are worth."""
        from evometa.report.pictures.dot_plots import draw_strength
        from evometa.report.pictures.heat_maps import draw_matrix, draw_seats

        return choose_drawing(kind, {"matrix": draw_matrix, "strength": draw_strength, "seats": draw_seats})(
            self.played
        )

    def plot_cards(self, deck: str, seat: str = "both") -> Picture:
        """A picture of the cards of a deck."""
        from evometa.report.pictures.dot_plots import draw_cards

        name = self.metagame.decks[self.metagame.index_of(deck)].name
        statistics = frames.statistics_of(self.played, deck, _seat(seat))
        return draw_cards(statistics, name, self.metagame.name, self.is_partial)

    def save_plots(self, folder: Path | str) -> list[Path]:
        """All pictures of the metagame as PNG and SVG files in a folder."""
        return figures.write_figures(self.played, folder)

    def __repr__(self) -> str:
        partial = ", partial" if self.is_partial else ""
        return (
            f"<evometa result: {self.metagame.name}, {len(self.metagame.decks)} decks, {self.games:,} games{partial}>"
        )

    def _repr_html_(self) -> str:
        evidence = self.played.evidence
        order = order_of_strength(evidence)
        match_ups, strengths = matrix_cells(evidence, order)
        lines = (
            describe_partial(self.is_partial),
            f"Win rates of the row's deck in %, ± their 95% intervals; {describe_games(evidence)}.",
            SURE.format(middle=50),
        )
        names = [evidence.decks[place] for place in order]
        title = f"Who beats whom: {self.metagame.name}"
        return html_table(title, lines, names, [("", match_ups), ("the metagame", strengths)])


class WhatIf(Measured[patching.WhatIfResult]):
    """A metagame before and after a patch. Rates and changes are from 0 to 1; every table is a pandas one."""

    def __init__(self, played: patching.WhatIfResult, seen: Observed | None = None) -> None:
        super().__init__(played)
        self.seen = seen  # games of people, if there are any

    @property
    def before(self) -> Result:
        """The metagame before the patch."""
        return Result(self.played.before)

    @property
    def after(self) -> Result:
        """The metagame after the patch."""
        return Result(self.played.after)

    @property
    def notes(self) -> list[str]:
        """What the patch notes would say."""
        return self.played.notes

    # --- tables ---

    @property
    def change(self) -> pd.DataFrame:
        """How much higher each win rate is after than before."""
        return frames.square_frame(self.played.before.evidence, self.played.change.value)

    @property
    def low(self) -> pd.DataFrame:
        """The lower end of the 95% interval of each change."""
        return frames.square_frame(self.played.before.evidence, self.played.change.low)

    @property
    def high(self) -> pd.DataFrame:
        """The upper end of the 95% interval of each change."""
        return frames.square_frame(self.played.before.evidence, self.played.change.high)

    @property
    def against_meta(self) -> pd.DataFrame:
        """A row for each deck, the strongest first: its win rate against the metagame before and after."""
        return frames.change_frame(self.played)

    @property
    def observed(self) -> pd.DataFrame:
        """A row for each match-up that was observed: as people have it, and as it would be; intervals carry both."""
        if self.seen is None:
            raise InputError("nothing was observed; give what_if a file: observed='seen.csv'")
        return frames.anchored_frame(self.played, anchor(self.seen, self.played))

    # --- pictures ---

    def plot(self, kind: str = "strength") -> Picture:
        """A picture: the `strength` of the decks before and after, or the changes in the `matrix`."""
        from evometa.report.pictures.dot_plots import draw_strength_changes
        from evometa.report.pictures.heat_maps import draw_changes

        return choose_drawing(kind, {"strength": draw_strength_changes, "matrix": draw_changes})(self.played)

    def save_plots(self, folder: Path | str) -> list[Path]:
        """All pictures of the changes as PNG and SVG files in a folder."""
        return figures.write_what_if_figures(self.played, folder)

    def __repr__(self) -> str:
        partial = ", partial" if self.is_partial else ""
        name, notes = self.played.before.metagame.name, self.notes
        first = "; ".join([*notes[:1], *([f"{len(notes) - 1} more"] if len(notes) > 1 else [])])
        return f"<evometa what-if: {name}, {first}, {self.games:,} games{partial}>"

    def _repr_html_(self) -> str:
        evidence = self.played.before.evidence
        order = order_of_strength(evidence)
        lines = (
            describe_partial(self.is_partial),
            describe_patch(self.notes),
            "Win rate after minus before, in percentage points, ± the 95% interval. Without ±: cannot change.",
            SURE.format(middle=0),
        )
        title = f"What changes: {self.played.before.metagame.name}"
        return html_table(title, lines, [evidence.decks[i] for i in order], [("", change_cells(self.played, order))])


def _seat(name: str) -> Seat:
    known = [seat.value for seat in Seat]
    if name not in known:
        raise InputError(f"there is no seat {name!r}; {describe_words(name, known)}")
    return Seat(name)
