"""What each change of a patch buys, in Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from evometa.balance.contributions import Explanation
from evometa.balance.explaining import Explainer
from evometa.balance.objectives import choose_measured
from evometa.cards.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.input.small_html import small_table
from evometa.matches.interrupts import until_interrupted
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games
from evometa.report.notebook.balance_run import parts_frame, standing_frame
from evometa.report.notebook.bars import WaysToTellGames, game_bar
from evometa.report.notebook.given import DEFAULT_SEED, Changes, take_metagame, take_patch
from evometa.report.words.contributions import explain_reading, list_rows, summarise_explanation
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.estimates import describe_partial

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture

DEFAULT_GAMES = 2000  # that of the command, too
HEADS = ("card", "change", "M", "buys", "95% interval", "", "most changed match-ups, points")


def explain(
    metagame: Metagame | Path | str,
    changes: Changes,
    *,
    objective: str = "f",
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellGames = True,
) -> Explained:
    """What each change of a patch buys: the same games with the patch, and with that change put back.

    Args:
        metagame: What is played, before the patch: loaded, or the name of a built-in one, or a file.
        changes: A `Patch`, the path of a patch file, a change such as "Consecration cost +1", or several of these.
        objective: What the changes are to lower; `f` is how far the metagame is from even.
        games: Games per match-up, an even number: with the patch, and again without each of its changes.
        seed: Another seed gives other games.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar in a notebook or on a terminal; `False` for none, or a function that is told the games that
            are finished and those that are planned.

    Ctrl-C ends with the changes that are finished: the result is then marked as partial.
    """
    before, where, measured = take_metagame(metagame), runner or ThreadRunner(threads), choose_measured(objective)
    if len(before.decks) < 2:
        raise InputError(f"the metagame '{before.name}' has one deck only; allowed: two or more")
    patch = take_patch(changes, before)
    explainer = Explainer.of(before, measured, check_games(games), seed)
    with game_bar(before.name, progress) as tell:
        return Explained(before, patch, until_interrupted(lambda: explainer.explain(patch, where, tell)))


class Explained:
    """What each change of a patch buys. Rates are from 0 to 1; every table is a pandas one."""

    def __init__(self, metagame: Metagame, patch: Patch, played: Explanation) -> None:
        self.metagame = metagame  # before the patch
        self.patch = patch
        self.played = played  # all numbers, typed

    @property
    def games(self) -> int:
        """Games played, with the patch and without each change."""
        return self.played.games

    @property
    def is_partial(self) -> bool:
        """Whether it was interrupted."""
        return self.played.is_partial

    @property
    def notes(self) -> list[str]:
        """What the patch notes would say."""
        return list(self.played.notes)

    @property
    def changes(self) -> pd.DataFrame:
        """A row for each change: how much higher the objective would be without it (`buys`), and the verdict.

        A card with several changes has one more row for all of them, whose `is_single` is false.
        """
        return parts_frame(self.played)

    @property
    def against_meta(self) -> pd.DataFrame:
        """A row for each deck with all of the patch, the strongest first: its win rate against the metagame."""
        return standing_frame(self.played.standing)

    def plot(self) -> Picture:
        """A picture of what each change buys."""
        from evometa.report.pictures.run_plots import draw_contributions

        return draw_contributions(self.metagame.name, self.played)

    def __repr__(self) -> str:
        partial = ", partial" if self.is_partial else ""
        n_changes = len(self.played.changes)
        return f"<evometa explained: {self.metagame.name}, {n_changes} changes, {self.games:,} games{partial}>"

    def _repr_html_(self) -> str:
        lines = (
            describe_partial(self.is_partial),
            summarise_explanation(self.played),
            explain_reading(self.played),
        )
        return small_table(f"What each change buys: {self.metagame.name}", lines, HEADS, self._rows())

    def _rows(self) -> list[Sequence[str]]:
        rows = list_rows(self.played, label_decks(self.played.standing.decks))
        return [
            (row.card, row.change, row.magnitude, row.buys, row.interval, row.verdict, ", ".join(row.match_ups))
            for row in rows
        ]
