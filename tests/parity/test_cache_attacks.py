"""Compiled code that others may have touched, or that is damaged, is never loaded: that costs time alone."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.parity.cache_probe import Probe
from tests.unit.store.other_users import NOBODY, open_folder

AS_ROOT = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can act as two users; run the tests as root"
)

# Damages the kept code in each way, asks a new entry for it each time, and prints: way, answer, loads, notes.
DAMAGE = """
import hashlib, pickle, resource, warnings
from pathlib import Path
from evometa.games.compiled.compiling import entry
from evometa.games.hearthstone.engine.probe_outer import ask

def flip(content):
    return content[:-1] + bytes([content[-1] ^ 1])

def seal(content):
    return hashlib.sha256(content).digest() + content

WAYS = {{
    "whole": lambda content: content,
    "empty": lambda content: b"",
    "garbage": lambda content: b"garbage" * 1000,
    "truncated": lambda content: content[: len(content) // 2],
    "flipped": flip,
    "no pickle": lambda content: seal(b"garbage"),
    "other pickle": lambda content: seal(pickle.dumps([1, 2, 3])),
    "same key, no code": lambda content: seal(pickle.dumps((pickle.loads(content[32:])[0], (1, 2)))),
}}
ask(3)
(file,) = Path({cache!r}).rglob("*.code")
for way, damage in WAYS.items():
    file.write_bytes(damage(file.read_bytes()))
    again = entry(ask.py_func)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        answer = again(3)
    print(way, answer, sum(again.stats.cache_hits.values()), len(told), sep=", ")
file.unlink()
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, -1))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(entry(ask.py_func)(3), told[0].message)
print([path.name for path in file.parent.iterdir()])
"""


class Poison:
    """A pickle that makes a file when it is loaded."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.mark, "the attacker's code has run")


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    return Probe(tmp_path)


def plant_as(user: int, folder: Path, names: list[Path], mark: Path) -> None:
    """As another user, lay poisoned code where evometa may look for it."""
    child = os.fork()
    if child == 0:
        try:
            os.setgid(user)
            os.setuid(user)
            plant(folder, names, mark)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert list(folder.rglob("*.code")), "the attacker could not plant anything"


def plant(folder: Path, names: list[Path], mark: Path) -> None:
    """Lay files under the names of compiled code, with poison in each of them, and its checksum."""
    poison = pickle.dumps(Poison(mark))
    for name in names:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(hashlib.sha256(poison).digest() + poison)


@pytest.fixture
def mark() -> Iterator[Path]:
    """What poisoned code leaves behind."""
    with open_folder() as folder:
        yield folder / "mark"


def names_of_code(probe: Probe) -> list[Path]:
    """Where the code of the probe is kept, in any folder."""
    assert probe.ask() == (40, 0)
    return [file.relative_to(probe.cache) for file in probe.cache.rglob("*.code")]


def test_the_poison_works(probe: Probe, mark: Path) -> None:
    """What this file shows would be nothing if the poison did nothing where evometa trusts it."""
    plant(probe.cache, names_of_code(probe), mark)
    assert probe.ask() == (40, 0)
    assert mark.exists()


@AS_ROOT
def test_code_of_another_user_in_the_temporary_folder_is_not_run(probe: Probe, mark: Path) -> None:
    planted = mark.parent / f"evometa-cache-{os.getuid()}"
    plant_as(NOBODY, planted, names_of_code(probe), mark)
    home = {"EVOMETA_CACHE": "", "XDG_CACHE_HOME": "/dev/null/cache", "TMPDIR": str(mark.parent)}
    assert probe.ask(**home) == (40, 0)
    assert not mark.exists()
    assert {path.name for path in mark.parent.iterdir()} == {planted.name}, "the private folder is gone again"


@AS_ROOT
def test_code_of_another_user_in_a_folder_that_is_ours_is_not_run(probe: Probe, mark: Path) -> None:
    """A folder that others could write once, or files that were moved."""
    folder = mark.parent / "cache"
    plant_as(NOBODY, folder, names_of_code(probe), mark)
    for path in (folder, *folder.iterdir()):
        os.chown(path, 0, 0)
        path.chmod(0o700)
    assert probe.ask(EVOMETA_CACHE=folder) == (40, 0)
    assert not mark.exists()


@pytest.mark.parametrize("user", [pytest.param(NOBODY, marks=AS_ROOT), None], ids=["another user", "everybody"])
def test_a_chosen_folder_that_others_can_write_is_not_used(probe: Probe, mark: Path, user: int | None) -> None:
    folder, names = mark.parent / "cache", names_of_code(probe)
    if user is None:
        plant(folder, names, mark)
        folder.chmod(0o777)
    else:
        plant_as(user, folder, names, mark)
    assert probe.ask(EVOMETA_CACHE=folder) == (40, 0)
    assert not mark.exists()


def test_damaged_code_is_compiled_again_and_a_full_disk_is_told(probe: Probe) -> None:
    *ways, full, left = probe.run(DAMAGE.format(cache=str(probe.cache)))
    assert ways[0] == "whole, 40, 1, 0"
    assert len(ways) == 8
    assert {tuple(way.split(", ")[-3:]) for way in ways[1:]} == {("40", "0", "1")}
    assert full.startswith(f"40 compiled code could not be kept in {probe.cache}")
    assert left == "[]", "no part of a file is left"


def test_code_is_readable_for_its_user_alone_whatever_the_umask(probe: Probe) -> None:
    shutil.rmtree(probe.cache, ignore_errors=True)
    probe.ask("import os; os.umask(0)\nfrom evometa.games.hearthstone.engine.probe_outer import ask; print(ask(3), 0)")
    modes = {path.stat().st_mode & 0o777 for path in (probe.cache, *probe.folders())}
    assert modes == {0o700}
    assert {path.stat().st_mode & 0o777 for path in probe.cache.rglob("*.code")} == {0o600}
    assert probe.ask() == (40, 1)
