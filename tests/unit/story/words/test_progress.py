"""How far an experiment is, in words."""

import pytest

from evometa.story.words.progress import describe_best


@pytest.mark.parametrize(
    ("value", "text"), [(0.25, "0.250"), (12.0, "12"), (-0.0, "0"), (-0.0001, "0.000"), (-3.0, "-3")]
)
def test_the_best_so_far(value: float, text: str) -> None:
    assert describe_best({"F": value, "other": 1.0}) == f"F {text}, other 1"
