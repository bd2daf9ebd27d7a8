"""Metagames that no name and no file stands for: a run keeps a file of its own of such a one, to go on with.

Settings name a metagame by a word or by a path. One that was put together in Python, or for one command alone, is
written into the folder of the run, with copies of all that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from evometa.experiments.runs import fingerprint_of, has_run
from evometa.input.errors import InputError
from evometa.metagame.metagame_files import write_metagame
from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.store import RunError
from evometa.store.folder import is_unused

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
    name = source.stem if source.parent == Path() and source.stem in builtin_metagames() else str(source)
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
