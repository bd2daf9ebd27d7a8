"""What all experiments do with their runs: start or reopen them, and see that they go on as they began."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError, Notice
from evometa.matches.runners import Games
from evometa.metagame.metagame_files import write_metagame
from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.store import Checkpoint, Run, RunError, create_run, open_run, to_json
from evometa.store.folder import is_unused
from evometa.store.schema import FILE

# Fields of a run's settings that tell whether its metagame is still the same.
_FINGERPRINT = "metagame_fingerprint"
NAME = "metagame_name"
PLAYERS = "metagame_players"  # their names, each once
_NOTED = (_FINGERPRINT, NAME, PLAYERS)


def has_run(folder: Path) -> bool:
    """Whether there is a run in a folder."""
    return os.path.isfile(folder / FILE)  # False where nobody may look


def is_finished(folder: Path) -> bool:
    """Whether there is a run in a folder that has done all it was to do."""
    if not has_run(folder):
        return False
    with open_run(folder) as run:
        return run.status == "finished"


def count_games(folder: Path) -> int:
    """All games of the run in a folder."""
    with open_run(folder) as run:
        return run.n_games + run.games_beside


def load_played(reference: str, players: str | None) -> Metagame:
    """The metagame of this name or file, with its own players or those asked for."""
    metagame = load_metagame(reference)
    return metagame.with_players(players) if players else metagame


def fingerprint_of(metagame: Metagame) -> str:
    """A text that differs if a metagame could: its cards, rules, bans, decks, players or shares."""
    packed = Games.pack([metagame.table()], metagame.decks, metagame.players)
    patch = metagame.patch or Patch()
    facts = packed.names, metagame.shares, sorted(patch.banned), sorted(patch.limited)
    digest = hashlib.blake2b(repr(facts).encode(), digest_size=16)
    for array in (packed.tables, packed.decks, packed.players):
        digest.update(array.tobytes())
    return digest.hexdigest()


def begin_run(folder: Path, kind: str, settings: Mapping[str, Any], metagame: Metagame | None) -> Run:
    """A new run, open for writing."""
    noted = dict(settings)
    if metagame is not None:
        players = list(dict.fromkeys(player.name for player in metagame.players))
        noted |= {_FINGERPRINT: fingerprint_of(metagame), NAME: metagame.name, PLAYERS: players}
    return create_run(folder, kind, noted, metagame.game if metagame else None)


def read_players(run: Run, asked: str | None) -> tuple[str, ...]:
    """Who plays the decks of a run, by their names: as it says, or else as was asked for; none if it does not say."""
    found = run.settings.get(PLAYERS, [] if asked is None else [asked])
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise RunError(f"{run.folder}: its settings name the players as {to_json(found)}; allowed: a list of names")
    return tuple(found)


def read_subject(run: Run) -> str:
    """What a run is about: the name of its metagame, or that of its file, if it has one."""
    return str(run.settings.get(NAME) or Path(str(run.settings.get("metagame", ""))).stem)


def reopen_run(folder: Path, kind: str) -> Run:
    """A run of a kind that goes on, open for writing."""
    run = open_run(folder, write=True)
    if run.kind != kind:
        run.close()
        raise RunError(f"{folder}: this is a run of the kind '{run.kind}', not '{kind}'; resume it as what it is")
    return run


def check_settings(run: Run, settings: Mapping[str, Any]) -> None:
    """Refuse settings that are not those with which a run began."""
    began = run.settings
    wanted = {**settings, **{name: began.get(name) for name in _NOTED}}
    for name in sorted(wanted.keys() | began.keys()):
        ours, theirs = wanted.get(name), began.get(name)
        if to_json(ours) != to_json(theirs):
            raise RunError(
                f"{run.folder}: the run began with {name} = {to_json(theirs)}, and now {name} is {to_json(ours)}; "
                "a run goes on as it began: leave the settings out, or start a new run in another folder"
            )


def is_played_as_begun(run: Run, metagame: Metagame | None) -> bool:
    """Whether a metagame is still that with which a run began."""
    return metagame is None or run.settings.get(_FINGERPRINT) == fingerprint_of(metagame)


def check_metagame(run: Run, metagame: Metagame | None) -> None:
    """Refuse a metagame that has changed since a run began; tell if only its name has."""
    if metagame is None:
        return
    if not is_played_as_begun(run, metagame):
        raise RunError(
            f"{run.folder}: the metagame '{metagame.name}' has changed since the run began (its cards, rules, bans, "
            f"decks, players or shares); bring back what it was, or start a new run in another folder"
        )
    name = run.settings.get(NAME)
    if name != metagame.name:
        warnings.warn(
            f"{run.folder}: the metagame is called '{metagame.name}' now, and was '{name}' when the run began; "
            "nothing else of it has changed, so the run goes on",
            Notice,
            stacklevel=2,
        )


def own_settings(run: Run) -> dict[str, Any]:
    """The settings of a run as its experiment gave them."""
    return {name: value for name, value in run.settings.items() if name not in _NOTED}


def read_checkpoint_trees(run: Run) -> list[Any]:
    """What the checkpoints of a run say, if they say it as JSON."""
    return [
        run.database.parse(each.state.decode("utf-8", errors="replace"), f"checkpoints, {each.generation}")
        for each in read_checkpoints(run)
    ]


def read_checkpoints(run: Run) -> list[Checkpoint]:
    """All checkpoints of a run, the first one first."""
    return [Checkpoint(row[0], row[2]) for row in run.database.rows("checkpoints", "ORDER BY generation")]


# --- metagames that no name and no file stands for -------------------------------------------------
#
# Settings name a metagame by a word or by a path. One that was put together in Python, or for one command alone, is
# written into the folder of the run, with copies of all that it needs, so that the run can go on with it.

METAGAME_FILE = "metagame.toml"


@dataclass(frozen=True)
class Reference:
    """What settings call a metagame, and the metagame itself if that name does not last."""

    name: str
    own: Metagame | None = None


@contextmanager
def refer_to(given: Metagame | Path | str) -> Iterator[Reference]:
    """For `with`: a name under which a metagame can be loaded meanwhile."""
    if not isinstance(given, Metagame):
        yield Reference(str(given))
    elif name := find_name(given):
        yield Reference(name)
    else:
        with TemporaryDirectory(prefix="evometa-") as folder:
            path = Path(folder) / METAGAME_FILE
            write_metagame(given, path)
            yield Reference(str(path), given)


def find_name(metagame: Metagame) -> str:
    """The file or the word from which a metagame was loaded, if it is still the same; nothing if it is not."""
    source = Path(metagame.source)
    name = source.stem if source.parent == Path() and source.stem in builtin_metagames(metagame.game) else str(source)
    try:
        return name if fingerprint_of(load_metagame(name)) == fingerprint_of(metagame) else ""
    except InputError:
        return ""


def keep_metagame(metagame: Metagame, folder: Path) -> str:
    """Write a metagame into the folder of its run, which may have begun with it already; the path of its file."""
    path = (folder / METAGAME_FILE).resolve()
    if has_run(folder):
        if not path.is_file() or fingerprint_of(load_metagame(path)) != fingerprint_of(metagame):
            raise RunError(
                f"{folder}: the run began with another metagame than '{metagame.name}' as it is now; go on with what "
                "it was, or start a new run in another folder"
            )
        return str(path)
    if folder.exists() and not is_unused(folder):
        raise RunError(f"{folder}: there are files in it already; a run needs an empty or new folder: choose another")
    write_metagame(metagame, path)
    return str(path)
