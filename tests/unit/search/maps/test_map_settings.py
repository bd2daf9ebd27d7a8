"""How a map grows, and settings that make no sense."""

from typing import Any

import pytest

from evometa.input.errors import InputError
from evometa.search.settings import MapSettings


def test_defaults_are_those_of_the_search_that_made_the_decks() -> None:
    assert MapSettings() == MapSettings(
        evaluations=10_000, first=100, batch=100, smallest=2, largest=20, remap_every=100
    )


@pytest.mark.parametrize(
    ("n_evaluations", "size"), [(1, 2), (555, 2), (556, 3), (5000, 11), (9901, 19), (9999, 19), (10_000, 20)]
)
def test_a_map_grows_linearly(n_evaluations: int, size: int) -> None:
    assert MapSettings().size_after(n_evaluations) == size


def test_a_map_can_keep_its_size() -> None:
    assert {MapSettings(smallest=7, largest=7).size_after(n) for n in range(1, 10_001)} == {7}


def test_boundaries_move_at_the_first_of_each_hundred_and_at_the_end() -> None:
    settings = MapSettings(evaluations=450)
    assert [n for n in range(1, 451) if settings.is_remap_due(n)] == [1, 101, 201, 301, 401, 450]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"largest": 0}, "largest: the number 0 is out of range; allowed: a whole number from 1"),
        ({"batch": 2.5}, r"batch: found 2\.5"),
        ({"first": True}, "first: found true"),
        ({"smallest": 21}, "smallest is 21, but must be at most largest, which is 20"),
        ({"evaluations": 99}, "first is 100, but must be at most evaluations, which is 99"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        MapSettings(**settings)
