"""The line of each value of a TOML text."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from evometa.input.toml_text import find_lines, format_value, line_of

TEXT = '''\
# x = 1
name = "a # b" # [[card]]

[[card]]
id = "A"
"odd \\" key" = """
[[card]]
"""
battlecry = [
    { damage = 1.5, to = "any [ minion" }, # first

    { draw = 1 },
]
[[card]]
id = 'B'
[card.whenever]
event = """x"""
do.draw = 1
[[card.list]]
a = 1
[[card.list]]
a = 1979-05-27T07:32:00Z
'''
LINES = {
    "name": 2,
    "card": 4,
    "card.0": 4,
    "card.0.id": 5,
    'card.0.odd " key': 6,
    "card.0.battlecry": 9,
    "card.0.battlecry.0": 10,
    "card.0.battlecry.0.damage": 10,
    "card.0.battlecry.0.to": 10,
    "card.0.battlecry.1": 12,
    "card.0.battlecry.1.draw": 12,
    "card.1": 14,
    "card.1.id": 15,
    "card.1.whenever": 16,
    "card.1.whenever.event": 17,
    "card.1.whenever.do": 18,
    "card.1.whenever.do.draw": 18,
    "card.1.list": 19,
    "card.1.list.0": 19,
    "card.1.list.0.a": 20,
    "card.1.list.1": 21,
    "card.1.list.1.a": 22,
}


def test_every_value_has_its_line() -> None:
    tomllib.loads(TEXT)
    assert find_lines(TEXT) == LINES


def test_what_is_not_there_has_the_line_of_its_table() -> None:
    assert line_of(LINES, "card.0.battlecry.1.whose") == 12
    assert line_of(LINES, "nothing.at.all") == 0


values = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text(st.characters(codec="ascii"), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab =.", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(values, min_size=1, max_size=5))
def test_values_of_any_shape_do_not_shift_the_lines_behind_them(fields: list[object]) -> None:
    text = "".join(f"field{i} = {format_value(value)}\n" for i, value in enumerate(fields))
    lines = find_lines(text)
    assert [lines[f"field{i}"] for i in range(len(fields))] == list(range(1, len(fields) + 1))
