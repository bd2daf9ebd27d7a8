"""Text from files, as people may see it."""

import json
import tomllib

import pytest

from evometa.input.errors import Where, describe_words
from evometa.input.fields import describe_value
from evometa.input.shown_text import (
    MOST_MESSAGE,
    MOST_NAME,
    hide_in_json,
    hide_in_toml,
    show_line,
    show_lines,
    show_message,
    show_name,
    write_halves,
)

ORDINARY = [
    "Exp1 Hunter (Aggro)",
    "Jäger & Söhne",
    "狩人",
    "صياد",
    "\u0645\u06cc\u200c\u062e",  # letters that a joiner keeps apart
    "👩\u200d🚀 $5 [bold] =1+1",
    "C:\\new",
]
HIDDEN = {
    "\x1b[31m": r"\x1b[31m",
    "\x07\x9b": r"\x07\x9b",
    "a\u202eb\u2066": r"a\u202eb\u2066",
    "\ufeffa\u200b\u2028": r"\ufeffa\u200b\u2028",
    "\udcff\ud800": r"\udcff\ud800",
    "\U000e0041": r"\U000e0041",
    "one\r\ttwo": r"one\r\ttwo",
}


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_shown_as_it_is(text: str) -> None:
    assert show_line(text) == show_lines(text) == show_name(text) == show_message(text) == hide_in_json(text) == text


@pytest.mark.parametrize("text", HIDDEN)
def test_what_is_hidden_is_shown(text: str) -> None:
    assert show_line(text) == show_lines(text) == show_name(text) == show_message(text) == HIDDEN[text]


def test_lines_stay_lines_only_where_there_are_several() -> None:
    assert show_lines("one\ntwo") == show_message("one\ntwo") == "one\ntwo"
    assert show_line("one\ntwo") == show_name("one\ntwo") == r"one\ntwo"


def test_long_names_and_messages_are_cut() -> None:
    assert show_name("x" * MOST_NAME) == "x" * MOST_NAME
    assert show_name("x" * 10**7) == "x" * (MOST_NAME - 1) + "…"
    assert len(show_name("\x1b" * 10**7)) == MOST_NAME
    message = show_message("the beginning " + "x" * 10**7 + " the end")
    assert message.startswith("the beginning x")
    assert message.endswith("x the end")
    assert "letters left out" in message
    assert len(message) < MOST_MESSAGE + 100


@pytest.mark.parametrize("text", [*ORDINARY, *HIDDEN, "one\ntwo"])
def test_json_is_exact_and_hides_nothing(text: str) -> None:
    written = hide_in_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(written) == [text]
    assert show_line(written) == written


WHOLE = [text for text in HIDDEN if "\ud800" not in text]  # TOML has no halves of characters


@pytest.mark.parametrize("text", [*ORDINARY, *WHOLE, "one\ntwo\x7f"])
def test_toml_is_exact_and_hides_nothing(text: str) -> None:
    written = hide_in_toml(json.dumps(text, ensure_ascii=False))
    assert tomllib.loads(f"name = {written}") == {"name": text}
    assert show_line(written) == written


def test_files_get_no_halves_of_characters() -> None:
    assert write_halves("a\ud800b\x1b") == "a\\ud800b\x1b"
    assert write_halves(-0.5) == -0.5


def test_messages_are_made_of_shown_values() -> None:
    evil = "\x1b]0;evil\x07\n"
    shown = r"\x1b]0;evil\x07\n"
    assert str(Where(evil, evil) / evil) == f"{shown}, card {shown}, field '{shown}'"
    assert describe_value(evil) == f"'{shown}'"
    assert len(describe_value("x" * 10**6)) == MOST_NAME + 2
    assert describe_words(evil, [evil]) == f"did you mean '{shown}'? allowed: {shown}"
