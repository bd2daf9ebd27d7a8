"""Match-ups that somebody writes down as wanted."""

import pytest

from evometa.input.errors import InputError
from evometa.studio.pages.balance import EXAMPLE, read_wishes


def test_each_line_is_a_match_up() -> None:
    text = f"{EXAMPLE}\n\n  Exp1 Hunter (Aggro)  against Exp2 Warlock (Handlock)   60 : 40 \n"
    assert read_wishes(text) == [
        {"deck": "Hunter", "against": "Paladin", "rate": "55:45"},
        {"deck": "Exp1 Hunter (Aggro)", "against": "Exp2 Warlock (Handlock)", "rate": "60 : 40"},
    ]


def test_nothing_is_no_wish() -> None:
    assert read_wishes(" \n") == []


@pytest.mark.parametrize("line", ["Hunter beats Paladin 55:45", "Hunter against Paladin", "against Paladin 55:45"])
def test_a_line_that_is_none_is_told_with_an_example(line: str) -> None:
    with pytest.raises(InputError, match=EXAMPLE):
        read_wishes(f"{EXAMPLE}\n{line}")
