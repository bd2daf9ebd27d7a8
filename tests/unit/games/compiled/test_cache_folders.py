"""Compiled code is kept only where nobody else can have touched it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from evometa.games.compiled import cache_folders
from evometa.games.compiled.cache_folders import DistrustedError, find_folder, read_own_file
from evometa.games.compiled.code_cache import read_sealed, write_sealed
from evometa.input.errors import Notice

NAME = "0123456789abcdef0123"
AS_ROOT = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away; run the tests as root"
)
SOMEBODY = 65_534


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled code is to be kept, which is not there yet."""
    monkeypatch.setenv("EVOMETA_CACHE", str(tmp_path / "parent" / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(cache_folders, "_temporary", [])
    find_folder.cache_clear()
    return tmp_path / "parent" / "cache"


def link_to_own_folder(path: Path) -> None:
    (path.parent / "elsewhere").mkdir(0o700)
    path.symlink_to(path.parent / "elsewhere")


def open_to_all(path: Path) -> None:
    path.mkdir(exist_ok=True)
    path.chmod(0o777)


def open_to_group(path: Path) -> None:
    path.mkdir(exist_ok=True)
    path.chmod(0o770)


def give_away(path: Path) -> None:
    path.mkdir(exist_ok=True)
    os.chown(path, SOMEBODY, SOMEBODY)


def make_file(path: Path) -> None:
    path.write_text("", encoding="utf-8")


MISCHIEF = [
    ("", link_to_own_folder, "is a link"),
    ("", open_to_all, "can be written by others"),
    ("", open_to_group, "can be written by others"),
    ("", make_file, "is no folder"),
    pytest.param("", give_away, "belongs to another user", marks=AS_ROOT),
    (NAME, link_to_own_folder, "is a link"),
    (NAME, open_to_all, "can be written by others"),
    pytest.param(NAME, give_away, "belongs to another user", marks=AS_ROOT),
    ("..", open_to_all, "in which it lies, can be written by others"),
    pytest.param("..", give_away, "in which it lies, belongs to another user", marks=AS_ROOT),
]


@pytest.mark.parametrize(("place", "do", "why"), MISCHIEF)
def test_a_folder_that_others_could_change_is_not_used(
    root: Path, place: str, do: Callable[[Path], None], why: str
) -> None:
    (root if place == NAME else root.parent).mkdir(parents=True)
    do(Path(os.path.normpath(root / place)))
    with pytest.warns(Notice, match=f"^compiled code is not kept: .*{why}; let EVOMETA_CACHE name") as told:
        folder, is_kept = find_folder(NAME)
    assert (len(told), is_kept) == (1, False)
    assert folder is not None
    private = folder.parent
    assert private.parent == root.parent.parent
    assert private.stat().st_mode & 0o777 == 0o700
    assert os.environ["EVOMETA_CACHE"] == str(private), "processes that this one starts can use it too"
    cache_folders.remove_temporary()
    assert not private.exists()


def test_a_new_folder_is_for_its_user_alone(root: Path) -> None:
    assert find_folder(NAME) == (root / NAME, True)
    assert {path.stat().st_mode & 0o777 for path in (root / NAME, root, root.parent)} == {0o700}


def test_a_folder_that_others_can_only_read_is_used(root: Path) -> None:
    root.mkdir(parents=True)
    root.chmod(0o755)
    assert find_folder(NAME) == (root / NAME, True)


def test_a_folder_in_one_that_all_may_write_but_not_rename_in_is_used(root: Path) -> None:
    root.parent.mkdir()
    root.parent.chmod(0o1777)
    assert find_folder(NAME) == (root / NAME, True)


def test_a_link_above_the_folder_is_followed_once_for_all(root: Path) -> None:
    """Homes may be behind links; what counts is where the folder is."""
    (root.parent.parent / "real").mkdir()
    root.parent.symlink_to(root.parent.parent / "real")
    assert find_folder(NAME) == (root.parent.parent / "real" / "cache" / NAME, True)


def test_no_room_at_all(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root.parent.write_text("")
    monkeypatch.setattr("tempfile.tempdir", str(root))
    with pytest.warns(Notice, match="compiled code is not kept"):
        assert find_folder(NAME) == (None, False)


def test_no_home(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("EVOMETA_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", fail)
    with pytest.warns(Notice, match="not kept: Could not determine home directory"):
        find_folder(NAME)


# --- files ----------------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_sealed(tmp_path / "folder" / "a.code", b"code")
    assert read_sealed(tmp_path / "folder" / "a.code") == b"code"
    assert (tmp_path / "folder").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "folder" / "a.code").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", [lambda content: content[:-1], lambda content: content + b"x", lambda content: b""])
def test_what_was_changed_is_not_read(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "a.code"
    write_sealed(file, b"code")
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(ValueError, match="not as it was written"):
        read_sealed(file)


def test_files_of_others_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "a.code"
    file.write_bytes(b"code")
    file.chmod(0o666)
    with pytest.raises(DistrustedError, match="can be written by others"):
        read_own_file(file)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(DistrustedError, match="is no plain file"):
        read_own_file(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(file)
    with pytest.raises(OSError, match="symbolic links"):
        read_own_file(tmp_path / "link")


@AS_ROOT
def test_files_that_belong_to_another_user_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "a.code"
    write_sealed(file, b"code")
    os.chown(file, SOMEBODY, SOMEBODY)
    with pytest.raises(DistrustedError, match="belongs to another user"):
        read_sealed(file)
