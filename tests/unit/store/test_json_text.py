"""JSON in one form: equal values are equal texts."""

import pytest

from evometa.store import to_json


@pytest.mark.parametrize(
    ("value", "same", "text"),
    [
        ({"b": 1, "a": [0.5, None]}, {"a": [0.5, None], "b": 1}, '{"a":[0.5,null],"b":1}'),
        ([-0.0, {"a": (-0.0, -0.05)}, "-0.0"], [0.0, {"a": (0.0, -0.05)}, "-0.0"], '[0.0,{"a":[0.0,-0.05]},"-0.0"]'),
        (-0.0, 0.0, "0.0"),
    ],
)
def test_equal_values_are_equal_texts(value: object, same: object, text: str) -> None:
    assert value == same
    assert to_json(value) == to_json(same) == text


def test_what_json_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        to_json([float("nan")])
