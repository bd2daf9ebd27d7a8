"""Files from anybody: each is read, or refused in one message that names it; none makes evometa wait or fill memory."""

import os
import re
import socket
from pathlib import Path

import pytest

from evometa.input.errors import InputError, Where
from evometa.input.reading import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_PARTS,
    parse_json,
    parse_toml,
    read_file,
    read_json,
    read_toml,
    reading_only_inside,
)
from evometa.metagame.metagames import load_metagame

HERE = Where("file")


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


# --- files ----------------------------------------------------------------------------------------


def test_text_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    for content in ("name = 'Ä'\n".encode(), "\ufeffname = 'Ä'\r\n".encode()):
        path = write(tmp_path / "a.toml", content)
        assert read_file(path, HERE) == "name = 'Ä'\n"
        assert read_toml(path, HERE) == {"name": "Ä"}
    assert read_json(write(tmp_path / "a.json", '\ufeff["Ä"]'.encode()), HERE) == ["Ä"]


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="file: this is a pipe; allowed: a plain file"):
        read_file(tmp_path / "pipe", HERE)


@pytest.mark.parametrize(("device", "kind"), [("/dev/zero", "a device"), ("/dev/null", "a device"), ("/", "a folder")])
def test_what_is_no_plain_file_is_refused(device: str, kind: str) -> None:
    with pytest.raises(InputError, match=f"file: this is {kind}"):
        read_file(Path(device), HERE)


def test_a_link_to_a_device_is_refused_and_one_to_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "zero").symlink_to("/dev/zero")
    with pytest.raises(InputError, match="this is a device"):
        read_file(tmp_path / "zero", HERE)
    (tmp_path / "good").symlink_to(write(tmp_path / "text", b"text"))
    assert read_file(tmp_path / "good", HERE) == "text"


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(InputError, match="file: cannot be read"):
            read_file(Path("socket"), HERE)


def test_a_large_file_is_refused_however_large_it_is(tmp_path: Path) -> None:
    with open(tmp_path / "large", "wb") as file:
        file.truncate(1 << 40)  # without taking room on the disk
    with pytest.raises(InputError, match="too large; allowed: at most 1 MB"):
        read_file(tmp_path / "large", HERE)
    with pytest.raises(InputError, match="too large; allowed: at most 8 MB"):
        read_json(tmp_path / "large", HERE)
    assert len(read_file(write(tmp_path / "fits", b"x" * MOST_BYTES), HERE)) == MOST_BYTES


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"\xff\xfea\0", "not UTF-8"), (b"\x80", "not UTF-8"), (b"a\0b", "NUL character")],
)
def test_what_is_no_text_is_refused(content: bytes, problem: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=problem):
        read_file(write(tmp_path / "a", content), HERE)


@pytest.mark.parametrize("name", ["missing", "a" * 5000, "nul\0", "half\ud800", "text/below"])
def test_a_file_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    write(tmp_path / "text", b"")
    with pytest.raises(InputError, match="file: cannot be read"):
        read_file(tmp_path / name, HERE)


# --- TOML and JSON --------------------------------------------------------------------------------

DEEP = 3000


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * DEEP + "]" * DEEP,
        "a = " + "{a = " * DEEP + "1" + "}" * DEEP,
        ".".join("a" * DEEP) + " = 1",
        "[" + ".".join("a" * DEEP) + "]",
        "a = 1\nb.b.b.b.b = " + "{ a.b.c.d.e = " * 30 + "1" + "}" * 30,
        "\n".join(["a = ["] * DEEP),
    ],
)
def test_deep_toml_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=f"too deep inside each other; allowed: at most {MOST_DEPTH} levels"):
        parse_toml(text, HERE)


@pytest.mark.parametrize("text", ["[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, "[" * 100_000])
def test_deep_json_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="too deep inside each other"):
        parse_json(text, HERE)


def test_brackets_in_texts_and_comments_are_not_deep() -> None:
    brackets = "[{" * DEEP
    texts = [f'"{brackets}\\""', f"'{brackets}'", f'"""\n{brackets}"" """', f"'''\n{brackets}'' '''", f"1 # {brackets}"]
    for text in texts:
        assert "a" in parse_toml(f"a = {text}\n", HERE)
    assert parse_json(f'["{brackets}\\"[["]', HERE) == [f'{brackets}"[[']


def test_what_is_not_too_deep_is_read() -> None:
    assert parse_json("[" * MOST_DEPTH + "]" * MOST_DEPTH, HERE)
    assert parse_toml("a = " + "[" * MOST_DEPTH + "]" * MOST_DEPTH, HERE)
    assert parse_toml(".".join("a" * MOST_PARTS) + " = 0.5", HERE)


@pytest.mark.parametrize("digits", [MOST_DIGITS + 1, 4000, 5000, 100_000])
def test_numbers_of_thousands_of_digits_are_refused(digits: int) -> None:
    for parse, text in ((parse_toml, "a = {}"), (parse_json, '{{"a": -{}}}')):
        with pytest.raises(InputError, match=f"{MOST_DIGITS} digits"):
            parse(text.format("9" * digits), HERE)


def test_a_long_number_in_hexadecimal_is_refused() -> None:
    with pytest.raises(InputError, match="file, field 'a': found a number of more than 40 digits"):
        parse_toml(f"a = 0x{'f' * 10_000}", HERE)


@pytest.mark.parametrize("text", ["a.b = nan", "a.b = -inf", "a.b = 1e999", "a = { b = +nan }"])
def test_toml_numbers_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"file, field 'a.b': found .*; allowed: a number that has an end"):
        parse_toml(text, HERE)


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", "[0, NaN]"])
def test_json_numbers_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is no number|found inf"):
        parse_json(text, HERE)


@pytest.mark.parametrize(
    "text", [r'{"a": "\u0000"}', r'{"a": "\ud800"}', r'{"\u0000": 1}', r'{"\udfff": 1}', r'"\u0000"']
)
def test_signs_that_no_text_can_have_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="a sign that no text may have"):
        parse_json(text, HERE)


def test_a_name_that_comes_twice_is_refused() -> None:
    with pytest.raises(InputError, match="not JSON: the name 'a' is there twice"):
        parse_json('[{"b": 1, "a": 1, "a": 2}]', HERE)
    with pytest.raises(InputError, match="not TOML"):
        parse_toml("a = 1\na = 2", HERE)


@pytest.mark.parametrize("text", ["", "{", "[1,]", '"', '"\\', "nul", "1 2"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="file: this is not JSON"):
        parse_json(text, HERE)


@pytest.mark.parametrize("text", ["a", "a = ", '"', "[a", "a = 2026-02-30", "a = '\0'", 'a = "\\ud800"'])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="file: this is not TOML"):
        parse_toml(text, HERE)


def test_nothing_else_reads_files() -> None:
    """Every other module reads TOML, JSON and text through this one, but for what evometa itself wrote."""
    source = Path(read_file.__code__.co_filename).parents[1]
    own = {"store/folder.py", "games/compiled/sources.py"}  # they read what evometa has written
    allowed = {"input/reading.py", "app/upkeep/scale.py", *own}  # the second reads what the system says of a process
    found = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if re.search(r"(?<!\bf)\.read_text\(|tomllib|json\.load\(", path.read_text(encoding="utf-8"))
    ]
    assert set(found) <= allowed


def test_who_reads_for_others_can_bar_all_files_outside_a_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside.toml"
    inside.mkdir()
    outside.write_text("a = 1")
    (inside / "own.toml").write_text("a = 2")
    (inside / "link.toml").symlink_to(outside)
    with reading_only_inside(inside):
        assert read_toml(inside / "own.toml", HERE) == {"a": 2}
        for path in (outside, inside / "link.toml", inside / ".." / "outside.toml"):
            with pytest.raises(InputError, match="not inside the folder that may be read"):
                read_toml(path, HERE)
        load_metagame("paper-small")  # what comes with evometa may always be read
    assert read_toml(outside, HERE) == {"a": 1}
