"""Start runs in Python: the same work as the commands `balance`, `nerfs`, `decks` and `respond`, with their defaults.

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

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from evometa.experiments.balance.work import choose_balance
from evometa.experiments.decks.settings import choose_decks
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import choose_nerfs
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.respond.work import choose_respond
from evometa.experiments.runs import Reference, keep_metagame, refer_to
from evometa.experiments.settings import in_letters, next_folder
from evometa.games.hearthstone.cards.patches.patch import Patch
from evometa.matches.runners import Runner
from evometa.metagame.metagames import Metagame
from evometa.notebook.bars import WaysToTellRuns
from evometa.notebook.laboratory import Changes, is_patch_file, take_patch
from evometa.notebook.run import Run, carry_out
from evometa.notebook.runs import BalanceRun, DecksRun, NerfsRun, RespondRun
from evometa.story.kind import KINDS

V = TypeVar("V", bound=Run[Any, Any])

AnyMetagame = Metagame | Path | str
Choose = Callable[[Mapping[str, Any]], tuple[Any, str]]  # settings and what they are about, of what is asked for


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

    Args:
        metagame: What to even out: loaded, or the name of a built-in one (default: paper-small), or a file.
        quick: About a minute's worth; the same as `preset="quick"`.
        preset: Settings with a name to start from: `quick`, `demo`, `paper-1` or `paper-2`.
        settings: A TOML file of settings; what is said here counts more.
        algorithm: `model`, which learns from every game, `nsga2` (several objectives) or `ga` (one).
        objectives: What to make low, as in `["f", "m"]`: how uneven the metagame is, and the size of the patch.
        max_m: The best patch of at most this magnitude: points of all changes, where mana counts double.
        max_cards: Change at most so many cards.
        earlier: The folder of an earlier run on the same metagame, with all games of which the search starts.
        population: Patches in a generation, of `nsga2` and `ga`.
        generations: Generations after the initial one, of `nsga2` and `ga`.
        games: Games per match-up for each patch, of `nsga2` and `ga`; an even number, as all games per match-up.
        players: Who plays all decks, such as `expert`, instead of the metagame's own players.
        space: What may change: `gentle`, `free`, or a TOML file.
        target: A matrix as CSV that says how match-ups should go, instead of even.
        observed: Start from what was observed, a CSV of games of people: the simulation says how far a patch moves
            it, and intervals carry both. The run keeps them. Only of `model`.
        include: Patches, or files of them, for the initial population.
        guide: Prefer cards that this statistic points at: `wrd`, `wrp` or `wrn`; not of `model`.
        guide_top: With a guide, only this number of cards may change.
        again_games: Games per match-up when many of the best are measured again.
        again_size: How many of the search's best are measured again.
        audit_games: Games per match-up when the best of them are audited.
        audit_size: How many patches are audited, the empty one among them.
        explain_games: Games per match-up with each change of the patch put back; 0 to skip this.
        pilot_games: Games per match-up when others play the patch again; 0 to skip this.
        max_games: Games per match-up in the whole run, those of the audits too, of `model`.
        seed: Another seed gives another run.
        folder: Where the run is stored (default: a new folder in `runs`); one with a run of these settings goes on.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar; `False` for none, or a function that is told a `Progress`.

    Ctrl-C keeps what is finished and returns the run so far; its `resume()` goes on.
    """
    return _start("balance", BalanceRun, choose_balance, locals())


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

    Args:
        deck: A deck of the metagame.
        metagame: What it plays against: loaded, or the name of a built-in one, or a file.
        attribute: What changes: `cost`, `attack`, `health`, `durability`, or a path such as `spell.damage`.
        amount: By how much; to buff instead, a cost below 0, or another above.
        allow_zero: Let health and durability fall to 0.
        games: Games per opponent, an even number: with the cards as they are, and for every card.
        players: Who plays all decks, such as `expert`, instead of the metagame's own players.
        seed: Another seed gives other games.
        pilot_games: Games per opponent when others play the first cards again; 0 to skip this.
        folder: Where the run is stored (default: a new folder in `runs`); one with a run of these settings goes on.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar; `False` for none, or a function that is told a `Progress`.

    Ctrl-C keeps the cards that are finished and returns the run so far; its `resume()` goes on.
    """
    return _start("nerfs", NerfsRun, choose_nerfs, locals())


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
    objective: str | None = None,
    measures: Sequence[str] | str | None = None,
    seats: str | None = None,
    evaluations: int | None = None,
    games: int | None = None,
    again_games: int | None = None,
    audit_games: int | None = None,
    finalists: int | None = None,
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
    """Search for the decks of a class that beat a metagame: the best of every kind, and the best of all audited.

    What is not said is as the preset says, or else as with `evometa decks`.

    Args:
        klass: The class of the decks, such as `paladin`; needed unless there is a preset.
        metagame: What the decks must beat: loaded, or the name of a built-in one (default: paper-six), or a file.
        quick: A small search: fewer decks, fewer games.
        preset: A search behind the paper's decks, such as `exp2-paladin-control`.
        player: Who plays the decks that are tried: `any`, `aggro`, `control`, or a player.
        players: Who plays the metagame, instead of its own players.
        pool: Which cards there are: `paper`, `all`, or card sets, as in `basic,classic`.
        lock: Cards that every deck has; twice for two copies.
        ban: Cards that no deck has.
        start_from: Deck files or built-in decks to start from.
        objective: What makes a deck good, the higher the better, such as `wins` or `health`.
        measures: The axes of the map, such as `["cost", "cost_variance"]`.
        seats: `both`, or `first`: then the decks always start.
        evaluations: Decks that are tried.
        games: Games per deck, over all opponents and seats.
        again_games: Games per deck of the map, when all are measured again.
        audit_games: Games per match-up, when the best are audited.
        finalists: How many decks are audited.
        pilot_games: Games per match-up when others play the best deck again; 0 to skip this.
        first: Random or given decks at the start; all later ones are mutants.
        batch: Decks that are played at once.
        smallest: Cells of the map at the start, along each measure.
        largest: Cells of the map at the end, along each measure.
        remap_every: Decks after which the map's boundaries move.
        name: The name of the best deck (default: its class and player).
        seed: Another seed gives another search.
        folder: Where the run is stored (default: a new folder in `runs`); one with a run of these settings goes on.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar; `False` for none, or a function that is told a `Progress`.

    Ctrl-C keeps the decks that are finished and returns the run so far; its `resume()` goes on.
    """
    return _start("decks", DecksRun, choose_decks, locals())


def respond(
    metagame: AnyMetagame,
    patch: Changes | None = None,
    *,
    classes: Iterable[str] = (),
    styles: Iterable[str] = RespondSettings.styles,
    pool: str = RespondSettings.pool,
    depth: int = RespondSettings.depth,
    evaluations: int = RespondSettings.evaluations,
    batch: int = RespondSettings.batch,
    map_size: int = RespondSettings.map_size,
    games: int = RespondSettings.games,
    again_games: int = RespondSettings.again_games,
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

    Args:
        metagame: The metagame before the patch: loaded, or the name of a built-in one, or a file.
        patch: What to answer: a `Patch`, the path of a patch file, a change in words, or several. Default: none, so
            that the metagame is answered as it is.
        classes: The classes that answer, such as `["paladin"]` (default: those of the metagame's decks).
        styles: How answers are played: `any`, `aggro`, `control`, or players; each class is searched once for each.
        pool: The cards of answers: `all`, `paper`, or sets with commas.
        depth: Rounds of patch and answer; a balance run makes each patch after the first.
        evaluations: Decks that each search tries.
        batch: Decks that are played at once.
        map_size: Cells along each axis of a search's map, at its end.
        games: Games per deck, over all opponents and seats.
        again_games: Games per deck, when a search measures its best again.
        finalists: Decks of each search that are audited.
        audit_games: Games per match-up, when the best of a search are audited.
        table_games: Games per match-up of the metagame, before the answers and with them.
        pilot_games: Games per match-up when others play the answers again; 0 to skip this.
        balance_scale: With a `depth` above 1, multiplies the games of the balance runs.
        observed: Games of people as CSV, which say where known match-ups stand before the patch; new decks are
            simulated. The run keeps them.
        players: Who plays all decks, such as `expert`, instead of the metagame's own players.
        seed: Another seed gives other games.
        folder: Where the run is stored (default: a new folder in `runs`); one with a run of these settings goes on.
        threads: Threads to play on (default: one per core). The result is the same.
        runner: What plays the games, instead of threads.
        progress: A bar; `False` for none, or a function that is told a `Progress`.

    Ctrl-C keeps what is finished and returns the run so far; its `resume()` goes on.
    """
    label = Path(patch).name if is_patch_file(patch) else RespondSettings.patch_label

    def choose(asked: Mapping[str, Any]) -> tuple[RespondSettings, str]:
        return choose_respond(asked, lambda loaded: None if patch is None else take_patch(patch, loaded), label)

    return _start("respond", RespondRun, choose, locals())


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
