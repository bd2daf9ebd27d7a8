"""Settings: what one annotated field says is how it is read, written, refused and asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import pytest

from evometa.input import InputError
from evometa.input.fields import Limits, list_of, read_text
from evometa.input.settings import Setting, Settings, gather, options_of


def _list_styles() -> tuple[str, ...]:
    return ("aggro", "control")


def _describe_styles() -> str:
    return f"One of {', '.join(_list_styles())}."


@dataclass(frozen=True)
class Inner(Settings):
    size: Annotated[int, Limits(range=(1, 9))] = 3
    rates: Annotated[tuple[float, ...], Limits(range=(0, 1))] = (0.5,)


@dataclass(frozen=True)
class Wanted(Settings):
    name: Annotated[str, Setting("What it is called.", is_argument=True)]
    games: Annotated[int, Setting("Games to play.", range=(2, 100), even="half from each seat")] = 10
    style: Annotated[str | None, Setting(_describe_styles, words=_list_styles)] = None
    locked: Annotated[tuple[str, ...], Setting("A card.", flag="--lock")] = ()
    words: Annotated[tuple[str, ...], Setting("Words.", has_commas=True)] = ("f", "m")
    rows: Annotated[tuple[str, ...], Setting("A file.", asked_as=Path, reader=list_of(read_text, "rows"))] = ()
    inner: Annotated[Inner, Setting(inside={"size": Setting("How large it is.")})] = field(default_factory=Inner)
    seed: int = 1

    def check(self) -> None:
        if self.seed == 7:
            raise InputError("seed: found 7; allowed: all others")


FULL = Wanted("a", 4, "aggro", ("Wisp",), ("f",), ("x",), Inner(5, (0.25,)), 2)


def test_what_is_written_is_read_again() -> None:
    tree = json.loads(json.dumps(FULL.to_json()))
    assert tree["inner"] == {"size": 5, "rates": [0.25]}
    assert Wanted.from_json(tree) == FULL
    assert Wanted.from_json({"name": "a"}) == Wanted("a")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 3}, "my.toml, field 'games': found 3; allowed: an even number from 2 to 100, half from each seat"),
        ({"games": 0}, "my.toml, field 'games': the number 0 is out of range; allowed: an even number from 2 to 100"),
        ({"style": "agro"}, "my.toml, field 'style': found 'agro'; did you mean 'aggro'? allowed: aggro, control"),
        ({"name": ""}, "my.toml, field 'name': found ''; allowed: a text"),
        ({"locked": "x"}, "my.toml, field 'locked': found 'x'; allowed: a list of texts"),
        ({"rows": [3]}, "my.toml, field 'rows.0': found 3; allowed: a text"),
        (
            {"inner": {"size": 10}},
            "my.toml, field 'inner.size': the number 10 is out of range; allowed: a whole number",
        ),
        ({"inner": {"rates": [2]}}, "my.toml, field 'inner.rates.0': the number 2 is out of range; allowed: a number"),
        ({"inner": {"siez": 1}}, "my.toml, field 'inner': unknown field 'siez'; did you mean 'size'"),
        ({"seed": None}, "my.toml, field 'seed': found nothing; allowed: a whole number"),
        ({"seed": 7}, "my.toml: seed: found 7; allowed: all others"),
        ({"gmaes": 4}, "my.toml: unknown field 'gmaes'; did you mean 'games'"),
    ],
)
def test_a_mistake_is_told_with_its_place(changes: dict[str, Any], message: str) -> None:
    for read in (
        lambda: Wanted.from_json({"name": "a", **changes}, "my.toml"),
        lambda: FULL.change(changes, "my.toml"),
    ):
        with pytest.raises(InputError) as caught:
            read()
        assert str(caught.value).startswith(message)


def test_what_is_made_in_python_is_checked_too() -> None:
    with pytest.raises(InputError, match=r"^games: found 3; allowed: an even number from 2 to 100"):
        Wanted("a", games=3)
    with pytest.raises(InputError, match=r"^size: the number 0 is out of range"):
        replace(FULL, inner=replace(FULL.inner, size=0))
    assert Wanted("a", locked=["x"]).locked == ("x",)  # type: ignore[arg-type]


def test_a_field_without_a_default_has_to_be_there() -> None:
    with pytest.raises(InputError, match=r"my\.toml: the field 'name' is missing"):
        Wanted.from_json({}, "my.toml")


def test_some_fields_change_and_those_of_parts_too() -> None:
    changed = replace(FULL, games=6, inner=replace(FULL.inner, size=1))
    assert FULL.change({"games": 6, "inner": {"size": 1}}) == changed
    assert FULL.change({"games": 6, "inner": {"size": 1}}, "my.toml") == changed


def test_fields_with_a_help_text_are_options_and_those_of_parts_too() -> None:
    found = {option.name: option for option in options_of(Wanted)}
    assert list(found) == ["name", "games", "style", "locked", "words", "rows", "size"]
    assert found["style"].help == "One of aggro, control."
    assert (found["locked"].flag, found["locked"].words) == ("--lock", ("locked", "lock"))
    assert (found["size"].default, found["size"].kind, found["size"].setting.range) == (3, int, (1, 9))
    assert found["size"].find(FULL) == 5


def test_what_is_asked_for_by_name_becomes_fields() -> None:
    asked = {"name": Path("a"), "games": None, "lock": ("Wisp", "Imp"), "words": "f, m", "size": 4, "other": 1}
    assert gather(Wanted, asked) == {
        "name": "a",
        "locked": ["Wisp", "Imp"],
        "words": ["f", "m"],
        "inner": {"size": 4},
    }
    assert gather(Wanted, {"locked": "Wisp"}) == {"locked": ["Wisp"]}
    assert gather(Wanted, {"locked": (), "words": []}) == {"words": []}, (
        "who chooses no word is told that one is needed"
    )
