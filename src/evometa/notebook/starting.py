"""Start runs in Python: the same work as the commands `balance`, `nerfs`, `decks`, `respond` and `evolve`, with their
defaults.

All of them take these, too:

- `folder`: where the run is stored. A new or empty folder begins it. A folder with a run of the same settings goes on
  with it, or gives it back at once if it is finished; other settings are refused. Without a folder, it is a new one in
  `runs`, as with the commands, and `run.folder` says which.
- `threads`: threads to play on (default: one per core); the result is the same. `runner`: what plays instead of them.
- `progress`: a bar in a notebook or on a terminal; `False` for none, or a function that is told a `Progress`.

Ctrl-C keeps what is finished and returns the run as far as it has come: its `is_finished` is false, and `resume()` goes
on with it to exactly the end that it would have had. Before anything is stored, Ctrl-C is raised as usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from inspect import cleandoc, signature
from pathlib import Path
from typing import Any, TypeVar

from evometa.experiments.balance.settings import BalanceSettings, BalanceStart
from evometa.experiments.balance.work import choose_balance
from evometa.experiments.decks.settings import DecksSettings, DecksStart, choose_decks
from evometa.experiments.evolve.settings import EvolveSettings, choose_evolve
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import choose_nerfs
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.respond.work import choose_respond
from evometa.experiments.runs import Reference, keep_metagame, refer_to
from evometa.experiments.settings import in_letters, next_folder
from evometa.games.patches.patch import Patch
from evometa.input.settings import Option, options_of
from evometa.matches.runners import Runner
from evometa.metagame.metagames import Metagame
from evometa.notebook.bars import WaysToTellRuns
from evometa.notebook.laboratory import Changes, is_patch_file, take_patch
from evometa.notebook.run import Run, carry_out
from evometa.notebook.runs import BalanceRun, DecksRun, EvolveRun, NerfsRun, RespondRun
from evometa.story.kind import KINDS

V = TypeVar("V", bound=Run[Any, Any])
F = TypeVar("F", bound=Callable[..., Any])

AnyMetagame = Metagame | Path | str
Choose = Callable[[Mapping[str, Any]], tuple[Any, str]]  # settings and what they are about, of what is asked for

_IN_PYTHON = {  # what options do not say, or say of files alone
    "patch": 'What to answer: a `Patch`, the path of a patch file, a change such as "Consecration cost +1", or several '
    "of these. Default: none, so that the metagame is answered as it is.",
    "include": "Patches, or files of them, for the initial population.",
    "folder": "Where the run is stored (default: a new folder in `runs`); one with a run of these settings goes on.",
    "threads": "Threads to play on (default: one per core). The result is the same.",
    "runner": "What plays the games, instead of threads.",
    "progress": "A bar; `False` for none, or a function that is told a `Progress`.",
}
FLAG = re.compile(r"--([a-z-]+)")


def explains(*asked: type[Any]) -> Callable[[F], F]:
    """Explain the parameters of a function in the words of the options, so that both always say the same."""

    def explain(function: F) -> F:
        options = {word: option for kind in asked for option in options_of(kind) for word in option.words}
        names = signature(function).parameters
        lines = [f"    {name}: {_IN_PYTHON.get(name) or _say_in_python(options[name])}" for name in names]
        said, ctrl_c = cleandoc(function.__doc__ or "").rsplit("\n\n", 1)
        function.__doc__ = "\n".join([said, "", "Args:", *lines, "", ctrl_c])
        return function

    return explain


def _say_in_python(option: Option) -> str:
    """The help of an option with its words, and with the parameters that Python has instead of flags."""
    words = tuple(option.setting.words() if callable(option.setting.words) else option.setting.words)
    text = FLAG.sub(lambda flag: f"`{flag[1].replace('-', '_')}`", option.help)
    allowed = f" One of: {', '.join(words)}." if any(word not in text for word in words) else ""
    text = text.replace("; may be repeated", ", or several of them")
    return text.replace("A metagame file, or", "A `Metagame`, a file, or") + allowed


@explains(BalanceStart, BalanceSettings)
def balance(
    metagame: AnyMetagame | None = None,
    *,
    quick: bool = False,
    preset: str | None = None,
    settings: Path | str | None = None,
    algorithm: str | None = None,
    objectives: Sequence[str] | str | None = None,
    max_m: int | None = None,
    max_cards: int | None = None,
    earlier: Path | str | None = None,
    population: int | None = None,
    generations: int | None = None,
    games: int | None = None,
    players: str | None = None,
    space: Path | str | None = None,
    target: Path | str | None = None,
    ceiling: float | None = None,
    classes_within: float | None = None,
    observed: Path | str | None = None,
    include: Iterable[Patch | Path | str] = (),
    guide: str | None = None,
    guide_top: int | None = None,
    again_games: int | None = None,
    again_size: int | None = None,
    audit_games: int | None = None,
    audit_size: int | None = None,
    explain_games: int | None = None,
    pilot_games: int | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    folder: Path | str | None = None,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellRuns = True,
) -> BalanceRun:
    """Search for patches that even a metagame out with little change, and play the best again with fresh games.

    What is not said is as the preset or the file of settings says, or else as with `evometa balance`.

    Ctrl-C keeps what is finished and returns the run so far; its `resume()` goes on.
    """
    return _start("balance", BalanceRun, choose_balance, locals())


@explains(NerfsSettings)
def nerfs(
    deck: str,
    metagame: AnyMetagame = NerfsSettings.metagame,
    *,
    attribute: str = NerfsSettings.attribute,
    amount: int = NerfsSettings.amount,
    allow_zero: bool = NerfsSettings.allow_zero,
    games: int = NerfsSettings.games,
    players: str | None = None,
    seed: int = NerfsSettings.seed,
    pilot_games: int = NerfsSettings.pilot_games,
    folder: Path | str | None = None,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellRuns = True,
) -> NerfsRun:
    """Find the cards that a deck relies on: change each in turn, and see what the deck wins without it.

    Ctrl-C keeps the cards that are finished and returns the run so far; its `resume()` goes on.
    """
    return _start("nerfs", NerfsRun, choose_nerfs, locals())


@explains(DecksStart, DecksSettings)
def decks(
    klass: str | None = None,
    metagame: AnyMetagame | None = None,
    *,
    quick: bool = False,
    preset: str | None = None,
    player: str | None = None,
    players: str | None = None,
    pool: str | None = None,
    lock: Iterable[str] = (),
    ban: Iterable[str] = (),
    start_from: Iterable[Path | str] = (),
    algorithm: str | None = None,
    max_games: int | None = None,
    objective: str | None = None,
    measures: Sequence[str] | str | None = None,
    seats: str | None = None,
    evaluations: int | None = None,
    games: int | None = None,
    again_games: int | None = None,
    audit_games: int | None = None,
    finalists: int | None = None,
    others: int | None = None,
    pilot_games: int | None = None,
    first: int | None = None,
    batch: int | None = None,
    smallest: int | None = None,
    largest: int | None = None,
    remap_every: int | None = None,
    name: str | None = None,
    seed: int | None = None,
    folder: Path | str | None = None,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellRuns = True,
) -> DecksRun:
    """Search for the decks of a class that beat a metagame, and play the best again with fresh games.

    What is not said is as the preset says, or else as with `evometa decks`.

    Ctrl-C keeps the decks that are finished and returns the run so far; its `resume()` goes on.
    """
    return _start("decks", DecksRun, choose_decks, locals())


@explains(RespondSettings)
def respond(
    metagame: AnyMetagame,
    patch: Changes | None = None,
    *,
    classes: Iterable[str] = (),
    styles: Iterable[str] = RespondSettings.styles,
    pool: str = RespondSettings.pool,
    depth: int = RespondSettings.depth,
    max_games: int | None = RespondSettings.max_games,
    finalists: int = RespondSettings.finalists,
    audit_games: int = RespondSettings.audit_games,
    table_games: int = RespondSettings.table_games,
    pilot_games: int = RespondSettings.pilot_games,
    balance_scale: float = RespondSettings.balance_scale,
    observed: Path | str | None = None,
    players: str | None = None,
    seed: int = RespondSettings.seed,
    folder: Path | str | None = None,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellRuns = True,
) -> RespondRun:
    """Search each class for decks that beat a patched metagame, and see how far these tilt it.

    Ctrl-C keeps what is finished and returns the run so far; its `resume()` goes on.
    """
    label = Path(patch).name if is_patch_file(patch) else RespondSettings.patch_label

    def choose(asked: Mapping[str, Any]) -> tuple[RespondSettings, str]:
        return choose_respond(asked, lambda loaded: None if patch is None else take_patch(patch, loaded), label)

    return _start("respond", RespondRun, choose, locals())


@explains(EvolveSettings)
def evolve(
    metagame: AnyMetagame = EvolveSettings.metagame,
    *,
    from_nothing: bool = EvolveSettings.from_nothing,
    classes: Iterable[str] = (),
    pool: str | None = EvolveSettings.pool,
    max_games: int = EvolveSettings.max_games,
    edge: float = EvolveSettings.edge,
    check_games: int = EvolveSettings.check_games,
    audit_games: int = EvolveSettings.audit_games,
    players: str | None = None,
    seed: int = EvolveSettings.seed,
    folder: Path | str | None = None,
    threads: int | None = None,
    runner: Runner | None = None,
    progress: WaysToTellRuns = True,
) -> EvolveRun:
    """Let a metagame evolve: equilibrium and best answers in turn, until nobody has an answer.

    Ctrl-C keeps what is finished and returns the run so far; its `resume()` goes on.
    """

    def choose(asked: Mapping[str, Any]) -> tuple[EvolveSettings, str]:
        usual = {"pool": None} if pool == EvolveSettings.pool else {}  # that of the game, which may be another one
        return choose_evolve({**asked, **usual})

    return _start("evolve", EvolveRun, choose, locals())


# --- what they have in common ---------------------------------------------------------------------


def _start(name: str, kind: type[V], choose: Choose, given: Mapping[str, Any]) -> V:
    """Begin a run or go on with it, until it is finished or interrupted, and open it.

    What is given are all parameters of the function that is asked for the run: those of every run, and its settings.
    """
    experiment, folder = KINDS[name].experiment, given["folder"]
    named: AbstractContextManager[Reference | None] = nullcontext()
    if given["metagame"] is not None:
        named = refer_to(given["metagame"])
    with named as reference:
        settings, subject = choose({**given, "metagame": reference and reference.name})
        place = next_folder(in_letters(f"{experiment.name} {subject}")) if folder is None else Path(folder)
        if reference is not None and reference.own is not None:
            settings = settings.change({"metagame": keep_metagame(reference.own, place)})
        how = {name: given[name] for name in ("threads", "runner", "progress")}
        carry_out(place, subject, partial(experiment.carry_on, place, settings), **how)
        return kind(place)
