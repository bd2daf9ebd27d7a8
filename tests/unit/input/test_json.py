"""JSON texts from others: what is no honest JSON is one clear error."""

import pytest

from evometa.input.errors import InputError, Where
from evometa.input.reading import DEEPEST_JSON, parse_json

HERE = Where("facts")


def test_honest_json_is_read() -> None:
    assert parse_json('{"a": [1, -2.5, null, "x", 1e300]}', HERE) == {"a": [1, -2.5, None, "x", 1e300]}
    deep = "[" * DEEPEST_JSON + "]" * DEEPEST_JSON
    assert parse_json(deep, HERE) is not None
    assert parse_json(f"[{', '.join(['[1]'] * 1_000)}]", HERE) == [[1]] * 1_000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * (DEEPEST_JSON + 1) + "]" * (DEEPEST_JSON + 1), "nested more than 100 levels"),
        ("[" * 1_000_000, "nested more than 100 levels"),
        ('{"a":' * 500 + "1" + "}" * 500, "nested more than 100 levels"),
        ("9" * 5_000, "a number of 5000 digits"),
        ("NaN", "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        ("{", "this is not JSON"),
        ("", "this is not JSON"),
    ],
    ids=["too deep", "endless", "deep tables", "long number", "nan", "infinity", "half", "empty"],
)
def test_other_texts_are_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=f"^facts: .*{problem}"):
        parse_json(text, HERE)
