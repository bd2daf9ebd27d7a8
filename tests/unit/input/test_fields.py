"""Fields of files are read as they are meant, and mistakes say where they are and what is allowed."""

from __future__ import annotations

import pytest

from evometa.input import InputError, Where
from evometa.input import fields as f

HERE = Where("some.toml")
READERS = {
    "name": f.read_text,
    "about": f.read_any_text,
    "games": f.whole_number(2, 10),
    "seed": f.read_seed,
    "rate": f.number(0, 1),
    "style": f.word(("aggro", "control")),
    "cards": f.read_texts,
    "guide": f.maybe(f.read_text),
    "is_open": f.read_yes_or_no,
    "space": f.read_table,
}


def test_all_kinds_of_fields_are_read() -> None:
    tree = {
        "name": "Wisp", "about": "", "games": 4, "seed": f.MOST_SEED, "rate": 0.5, "style": "aggro",
        "cards": ["a", "b"], "guide": None, "is_open": False, "space": {"lock": []},
    }  # fmt: skip
    assert f.read_fields(HERE, tree, READERS) == {**tree, "cards": ("a", "b")}


def test_further_fields_are_left_to_others() -> None:
    assert f.read_fields(HERE, {"name": "x", "based_on": "y"}, READERS, also=("based_on",)) == {"name": "x"}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", " ", "found ' '; allowed: a text"),
        ("about", 3, "found 3; allowed: a text"),
        ("games", 11, "the number 11 is out of range; allowed: a whole number from 2 to 10"),
        ("games", True, "found true; allowed: a whole number from 2 to 10"),
        ("games", 2.0, "found 2.0; allowed: a whole number from 2 to 10"),
        ("seed", 1 << 64, f"is out of range; allowed: a whole number from 0 to {f.MOST_SEED}"),
        ("rate", float("nan"), "the number nan is out of range; allowed: a number from 0 to 1"),
        ("rate", "0.5", "found '0.5'; allowed: a number from 0 to 1"),
        ("style", "agro", "found 'agro'; did you mean 'aggro'? allowed: aggro, control"),
        ("style", ["aggro"], "found a list; allowed: aggro, control"),
        ("cards", "a", "found 'a'; allowed: a list of texts"),
        ("cards", [["a"]], "found a list; allowed: a text"),
        ("guide", 7, "found 7; allowed: a text"),
        ("is_open", 1, "found 1; allowed: true or false"),
        ("space", [], "found a list; allowed: a table"),
    ],
)
def test_a_mistake_says_where_it_is_and_what_is_allowed(field: str, value: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        f.read_fields(HERE, {field: value}, READERS)
    assert str(caught.value).startswith(f"some.toml, field '{field}")
    assert message in str(caught.value)


def test_an_unknown_field_gets_the_nearest_known_one() -> None:
    with pytest.raises(InputError, match="unknown field 'gmaes'; did you mean 'games'"):
        f.read_fields(HERE, {"gmaes": 4}, READERS)


def test_what_is_not_a_table_has_no_fields() -> None:
    with pytest.raises(InputError, match="found a list; allowed: a table"):
        f.read_fields(HERE, [], READERS)


def test_open_ranges_are_told_in_words() -> None:
    with pytest.raises(InputError, match=r"allowed: a whole number from 1 on$"):
        f.whole_number(1)(HERE, 0)
    with pytest.raises(InputError, match=r"allowed: a number up to 3$"):
        f.number(highest=3)(HERE, 4)
