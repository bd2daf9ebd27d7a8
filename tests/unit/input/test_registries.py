"""Registries: names that are taken, and names that are none."""

import pytest

from evometa.input.errors import InputError
from evometa.input.extensions import add_entry


def test_an_entry_is_added_under_its_name() -> None:
    registry = {"one": 1}
    add_entry(registry, "number", "two-and_2", 2)
    assert registry == {"one": 1, "two-and_2": 2}


def test_a_name_that_is_taken_is_refused_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"number 'one': this name is taken; choose another\. Taken are: one, two"):
        add_entry({"one": 1, "two": 2}, "number", "one", 3)


@pytest.mark.parametrize("name", ["", "One", "a,b", "2nd", "a b", "-x", "ä", "../x"])
def test_what_is_no_name_is_refused(name: str) -> None:
    registry: dict[str, int] = {}
    with pytest.raises(InputError, match="allowed in a name: small letters, digits, _ and -, a letter first"):
        add_entry(registry, "number", name, 1)
    assert not registry
