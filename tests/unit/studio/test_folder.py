"""The files of the user: what is in the folder, and nothing outside it."""

from pathlib import Path

import pytest

from evometa.input.errors import InputError
from evometa.studio.folder import FileKind, UserFolder

METAGAME = '[[deck]]\ndeck = "Starter Mage"\n'
PATCH = '[change]\n"Wisp" = { cost = 1 }\n'
DECK = 'class = "mage"\ncards = ["2x Wisp"]\n'
CARDS = '[[card]]\nid = "MY_1"\n'


def references(folder: UserFolder, kind: FileKind) -> list[str]:
    return [file.reference for file in folder.list_files(kind)]


def test_a_file_belongs_to_a_kind_by_its_folder_or_by_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "metagames").mkdir()
    (tmp_path / "metagames" / "broken.toml").write_text("[[")
    for name, text in (("meta", METAGAME), ("patch", PATCH), ("deck", DECK), ("cards", CARDS), ("other", "a = 1")):
        (tmp_path / f"{name}.toml").write_text(text)
    folder = UserFolder.open(tmp_path)
    assert references(folder, FileKind.METAGAME) == ["meta.toml", "metagames/broken.toml"]
    assert references(folder, FileKind.PATCH) == ["patch.toml"]
    assert references(folder, FileKind.DECK) == ["deck.toml"]
    assert references(folder, FileKind.CARDS) == ["cards.toml"]


@pytest.mark.parametrize(
    "reference", ["../secret.toml", "/etc/passwd", "patches/../../secret.toml", "out.toml", "a\0b"]
)
def test_what_leads_out_of_the_folder_is_refused(tmp_path: Path, reference: str) -> None:
    (tmp_path / "secret.toml").write_text(PATCH)
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "out.toml").symlink_to(tmp_path / "secret.toml")
    folder = UserFolder.open(inside)
    with pytest.raises(InputError, match="not inside the folder"):
        folder.find(reference)
    assert references(folder, FileKind.PATCH) == []


@pytest.mark.parametrize("name", ["", " ", ".hidden", "../up", "a/b", "a\\b", "x" * 61, "con\n", "a.", "é", "<b>"])
def test_a_name_that_no_file_should_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="a file cannot be called"):
        UserFolder.open(tmp_path).write(FileKind.PATCH, name, PATCH)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_into_the_folder_of_its_kind(tmp_path: Path) -> None:
    folder = UserFolder.open(tmp_path)
    assert folder.write(FileKind.PATCH, "slower axe", PATCH).reference == "patches/slower axe.toml"
    assert folder.find("patches/slower axe.toml").read_text() == PATCH


def test_a_folder_that_is_a_link_to_elsewhere_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "inside" / "patches").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="leads out of the folder"):
        UserFolder.open(tmp_path / "inside").write(FileKind.PATCH, "a", PATCH)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_read_only_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--read-only"):
        UserFolder.open(tmp_path, read_only=True).write(FileKind.PATCH, "a", PATCH)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_too_large_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="too large"):
        UserFolder.open(tmp_path).write(FileKind.PATCH, "a", "#" * (2 << 20))
    assert references(UserFolder.open(tmp_path), FileKind.PATCH) == []


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        UserFolder.open(tmp_path / "gone")
