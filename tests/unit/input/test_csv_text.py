"""CSV in which no text is a formula."""

import csv
import io

import pytest

from evometa.input.csv_text import csv_cell, format_csv

FORMULAS = ["=cmd()", "+1+cmd", "-1-cmd", "@SUM(A1)", "  =1", "\uff1d1", "-", "=HYPERLINK(1)", "-0.5x"]
HARMLESS = ["Wisp", "2x Wisp", "a=b", "'quoted", "", "-0.5", "+1", "1e-3", "x@y"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_becomes_text(text: str) -> None:
    assert csv_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", HARMLESS)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert csv_cell(text) == text


@pytest.mark.parametrize("value", [-0.5, -3, 0, None, True])
def test_numbers_stay_numbers(value: object) -> None:
    assert csv_cell(value) is value


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "\n=1", "\x00=1", "\x1b[2J"])
def test_control_characters_are_written_out(text: str) -> None:
    assert csv_cell(text).startswith("\\")


def test_a_table_is_csv_also_with_headings_that_are_formulas() -> None:
    text = format_csv(["=a", "b"], [["@x, y", -0.5], [None, "line\nbreak"]])
    assert text == "'=a,b\n\"'@x, y\",-0.5\n,line\\nbreak\n"
    assert len(list(csv.reader(io.StringIO(text)))) == 3
