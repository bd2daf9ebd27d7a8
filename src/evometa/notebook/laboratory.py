"""The laboratory for notebooks and scripts: load a metagame, play it, and see what changes to its cards do.

All of it is also at hand as `evometa.load`, `evometa.play`, `evometa.what_if` and `evometa.explain`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TypeGuard

from evometa.balance.explaining import explain_patch
from evometa.balance.objectives import choose_measured
from evometa.games.patches.files import parse_changes, read_patch
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.interrupts import until_interrupted
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame import playing
from evometa.metagame.changes import what_if as patching
from evometa.metagame.changes.observed import read_observed
from evometa.metagame.metagames import Metagame, load_metagame
from evometa.notebook.bars import WaysToTellGames, game_bar
from evometa.notebook.played import Explained, Result, WhatIf
from evometa.story.laboratory import explain as story

_DEFAULT_SEED = 1  # the default of the commands, too

Changes = Patch | Path | str | Iterable[str]
EXPLAIN_GAMES = 2000  # that of the command, too


def load(reference: Path | str, players: str | None = None) -> Metagame:
    """A metagame, to be looked at, changed or played.

    Args:
        reference: A TOML file, or the name of a built-in one, such as `paper-six`.
        players: Who plays all decks, such as `expert`, instead of the metagame's own players.
    """
    return _take_metagame(reference, players)


def play(
    metagame: Metagame | Path | str,
    *,
    games: int | None = None,
    precision: float | None = None,
    seed: int = _DEFAULT_SEED,
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
    loaded, where = _take_metagame(metagame), runner or ThreadRunner(threads)
    with game_bar(loaded.name, progress) as tell:
        work = partial(playing.play, loaded, games=games, precision=precision, seed=seed, runner=where, progress=tell)
        return Result(until_interrupted(work))


def what_if(
    metagame: Metagame | Path | str,
    changes: Changes,
    *,
    games: int,
    observed: Path | str | None = None,
    seed: int = _DEFAULT_SEED,
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
    before, where = _take_metagame(metagame), runner or ThreadRunner(threads)
    patch = take_patch(changes, before)
    seen = None if observed is None else read_observed(Path(observed), before)
    with game_bar(before.name, progress) as tell:
        work = partial(patching.what_if, before, patch, games=games, seed=seed, runner=where, progress=tell)
        return WhatIf(until_interrupted(work), seen)


def explain(
    metagame: Metagame | Path | str,
    changes: Changes,
    *,
    objective: str = "f",
    games: int = EXPLAIN_GAMES,
    seed: int = _DEFAULT_SEED,
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
    before, where, measured = _take_metagame(metagame), runner or ThreadRunner(threads), choose_measured(objective)
    if len(before.decks) < 2:
        raise InputError(f"the metagame '{before.name}' has one deck only; allowed: two or more")
    patch = take_patch(changes, before)
    playing.check_games(games)
    with game_bar(before.name, progress) as tell:
        found = until_interrupted(lambda: explain_patch(before, patch, measured, games, seed, where, tell))
        return Explained(story.Explained(before, patch, found, seed))


# --- what users give ---


def _take_metagame(given: Metagame | Path | str, players: str | None = None) -> Metagame:
    """The metagame itself, or the one in a file, or the built-in one of this name; perhaps with other players."""
    metagame = given if isinstance(given, Metagame) else load_metagame(given)
    return metagame.with_players(players) if players else metagame


def take_patch(changes: Changes, metagame: Metagame) -> Patch:
    """The patch itself, or the one in a file, or that of some changes in words; refused if it would change nothing."""
    if isinstance(changes, Patch):
        patch = changes
    elif is_patch_file(changes):
        patch = read_patch(changes, metagame.patched_cards)
    else:
        assert not isinstance(changes, Path)  # that is a file
        patch = parse_changes([changes] if isinstance(changes, str) else changes, metagame.patched_cards)
    if not patch.notes(metagame.patched_cards):
        raise InputError("nothing would change; the cards are like that already, or their numbers may go no further")
    return patch


def is_patch_file(changes: Changes | None) -> TypeGuard[Path | str]:
    """Whether a path is meant: a `Path`, or a text that ends as the names of patch files do."""
    return isinstance(changes, Path) or (isinstance(changes, str) and changes.endswith(".toml"))
