"""`evometa check-game` finds what is wrong with a simulator, and says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.games.outside.conftest import Run

from evometa.app.upkeep.check_game import Trial
from evometa.games.registry import find_game

CHECKS = (
    "hello",
    "players",
    "same seed",
    "threads",
    "other seed",
    "both decks",
    "both seats",
    "numbers",
    "speed",
)


def check(run: Run, *options: str) -> dict[str, tuple[bool, str]]:
    """The checks by name: whether each is passed, and what was found."""
    code, printed, said = run("check-game", *options, "--games", "60", "--json")
    checks = json.loads(printed)["checks"] if printed else []
    assert code == (0 if all(each["is_passed"] for each in checks) else 1), said
    return {each["name"]: (each["is_passed"], each["found"]) for each in checks}


def test_the_example_in_python_passes(folder: Path, run: Run) -> None:
    found = check(run, "--game", "duel.py")
    assert tuple(found) == CHECKS
    assert all(passed for passed, _ in found.values()), found
    assert found["numbers"][1] == "all 18 matter"
    assert "starting is worth" in found["both seats"][1]


def test_the_example_in_c_passes(program: str, run: Run) -> None:
    found = check(run, "--game-command", program)
    assert all(passed for passed, _ in found.values()), found


@pytest.mark.parametrize(
    ("old", "new", "failed", "says"),
    [
        ("random.Random(seed)", "random.Random()", CHECKS[2], "games of 240 ended otherwise"),
        ("random.Random(seed)", "random.Random(0)", CHECKS[4], "one game of a match-up tells all"),
        ("list(deck_b)", "list(deck_a)", CHECKS[5], "with another second deck every game ended as before"),
        ("else int(done[0])", "else 0", CHECKS[6], "starting is worth +"),
        ("dice, hands", "numbers = self.cards\n        dice, hands", CHECKS[7], "0 of 18; without effect: Wolf.cost"),
    ],
)
def test_what_is_wrong_is_found(old: str, new: str, failed: str, says: str, folder: Path, run: Run) -> None:
    text = (folder / "duel.py").read_text(encoding="utf-8")
    assert old in text
    (folder / "duel.py").write_text(text.replace(old, new), encoding="utf-8")
    passed, found = check(run, "--game", "duel.py")[failed]
    assert not passed
    assert says in found


def test_numbers_without_effect_are_named(folder: Path, run: Run) -> None:
    text = (folder / "duel.py").read_text(encoding="utf-8")
    dead = text.replace('numbers[pick]["life"]', 'self.cards[pick]["life"]')
    (folder / "duel.py").write_text(dead, encoding="utf-8")
    passed, found = check(run, "--game", "duel.py")["numbers"]
    assert passed
    assert found.startswith("12 of 18; without effect: Wolf.life, Bear.life")


def test_a_game_is_asked_for(run: Run) -> None:
    code, _, said = run("check-game")
    assert code == 2
    assert "which game? Give --game FILE.py, or --game-command PROGRAM" in said


def test_a_game_of_data_need_not_say_how_fast_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trial, "play", lambda trial, pairs: None)
    speed = Trial(find_game("locm"), games=20, seed=1).check_speed()
    assert speed.is_passed
    assert (speed.advice, speed.hint) == ("", "")
