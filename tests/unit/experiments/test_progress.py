"""What a user is told while an experiment of several parts runs."""

from __future__ import annotations

from evometa.experiments.progress import Progress, Stage, Whole

TABLE, SEARCH = Stage("match-up {step} of {steps}"), Stage("generation {step} of {steps}")
PLANNED = {"table": 100, "first": 200, "second": 400}


def test_a_part_tells_what_is_left_of_the_whole() -> None:
    heard: list[Progress] = []
    whole = Whole(heard.append, PLANNED)
    tell = whole.of_part("table")
    assert tell is not None
    tell(Progress(TABLE, 1, 3, games=30, games_left=70))
    tell(Progress(TABLE, 3, 3, games=110, games_left=0, games_per_second=10.0, seconds_left=0.0))
    tell = whole.of_part("first")
    assert tell is not None
    tell(Progress(SEARCH, 0, 12, games=50, games_left=150, best={"f": 0.5}, games_per_second=5.0, seconds_left=30.0))
    assert [told.parts for told in heard] == [("table",), ("table",), ("first",)]
    assert [told.stage for told in heard] == [TABLE, TABLE, SEARCH]
    assert [(told.games, told.games_left) for told in heard] == [(30, 670), (110, 600), (160, 550)]
    assert [told.seconds_left for told in heard] == [None, 60.0, 110.0]
    assert heard[-1].best == {"f": 0.5}


def test_the_last_part_and_one_that_nobody_planned_leave_nothing_for_later() -> None:
    heard: list[Progress] = []
    whole = Whole(heard.append, PLANNED)
    for part in ("second", "another"):
        tell = whole.of_part(part)
        assert tell is not None
        tell(Progress(SEARCH, 0, 1, games=1, games_left=2))
    assert [told.games_left for told in heard] == [2, 2]


def test_parts_of_parts_are_named_from_the_outside_in() -> None:
    heard: list[Progress] = []
    inner = Whole(Whole(heard.append, {"round": 10, "rest": 5}).of_part("round"), {"table": 1}).of_part("table")
    assert inner is not None
    inner(Progress(TABLE, 0, 1, games=0, games_left=1))
    assert (heard[0].parts, heard[0].games_left) == (("round", "table"), 6)


def test_nobody_to_tell() -> None:
    assert Whole(None, PLANNED).of_part("table") is None
