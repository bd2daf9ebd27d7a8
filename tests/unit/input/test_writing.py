"""Files are written whole or not at all, and only where they were asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from evometa.input import InputError
from evometa.input.writing import make_folder, new_file, write_file


def test_a_file_is_written_in_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    write_file(path, "old")
    write_file(path, b"new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_has_the_rights_that_the_user_wants(tmp_path: Path) -> None:
    code = f"import os; os.umask(0o027); from evometa.input.writing import write_file; from pathlib import Path; \
write_file(Path({str(tmp_path / 'a')!r}), 'x')"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    write_file(path, "old")
    with pytest.raises(UnicodeEncodeError), new_file(path) as draft:
        draft.write_text("\udc80", encoding="utf-8")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["missing/a.txt", "file/a.txt"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"^--out .*a\.txt: cannot be written \(.+\); name a file in a folder"):
        write_file(tmp_path / place, "x", f"--out {tmp_path / place}")


def test_links_are_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "link").symlink_to(victim)
    with pytest.raises(InputError, match="there is a link of that name"):
        write_file(tmp_path / "link", "x")
    assert victim.read_text() == "precious"


def test_a_link_to_nothing_is_not_followed_either(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new")
    with pytest.raises(InputError, match="there is a link of that name"):
        write_file(tmp_path / "link", "x")
    assert not (tmp_path / "new").exists()


def test_folders_and_pipes_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, kind in (("folder", "a folder"), ("pipe", "no plain file")):
        with pytest.raises(InputError, match=f"there is {kind} of that name"):
            write_file(tmp_path / name, "x")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="the folder cannot be made"):
        make_folder(tmp_path / "file" / "inside")
