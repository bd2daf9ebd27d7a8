"""Recorded matches of Legends of Code and Magic, where they are: all of them go as the engine has them."""

import gzip
import json
from pathlib import Path

import pytest
from tests.rules.locm.scene import ENEMY, LEFT, ME, Scene
from tools import replay_locm

from evometa.games.locm.game import LOCM
from evometa.games.locm.stepper import Stepper
from evometa.games.patches.patch import Patch

MATCHES = Path(__file__).resolve().parents[4] / "shared" / "reference" / "locm" / "recorded_matches_1.2.jsonl.gz"
needs_matches = pytest.mark.skipif(
    not MATCHES.exists(),
    reason="the recorded matches are not here: put them into ../shared/reference/locm to lift this",
)


@needs_matches
def test_no_turn_is_different() -> None:
    report = replay_locm.replay_file(MATCHES)
    assert (report["matches"], report["turns"], report["differences"]) == (70, 1005, 0)


@needs_matches
def test_a_wrong_number_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(vars(LOCM), "own_cards", Patch(changes={"L099.attack": 1}).apply(LOCM.own_cards))
    assert replay_locm.main([str(MATCHES)]) == 1
    assert "the draft" in capsys.readouterr().out


SEES = "30 1 30 25 1\\n30 1 30 25 1\\n0 0\\n0"
ODD = [
    "no JSON",
    "[]",
    '{"winner": 0, "turns": [{"player": 0, "sees": "", "does": ""}]}',
    '{"winner": 0, "turns": [{"player": 0, "sees": "1 2\\n3\\nx", "does": "PICK 9"}]}',
    '{"winner": 2, "turns": []}',
    f'{{"winner": 0, "turns": [{{"player": 0, "sees": "{SEES}", "does": "PICK"}}]}}',
]


@pytest.mark.parametrize("line", ODD)
def test_what_cannot_be_read_is_a_difference(line: str) -> None:
    _, different = replay_locm.replay_line(line, Stepper(LOCM.compile(LOCM.own_cards).array))
    assert different


@needs_matches
@pytest.mark.parametrize(
    "garbled", ["ATTACK", "SUMMON x 1", "USE 1 99 hello", "attack 1 2", "SUMMON 9999999999999999999 0"]
)
def test_odd_actions_are_ignored_or_counted(garbled: str) -> None:
    with gzip.open(MATCHES, "rt", encoding="utf-8") as lines:
        record = json.loads(next(lines))
    for turn in record["turns"][60:]:
        turn["does"] = f"{garbled};{turn['does']}; ;{garbled}"
    _, different = replay_locm.replay_line(json.dumps(record), Stepper(LOCM.compile(LOCM.own_cards).array))
    assert not different


MINE, THEIRS, HELM, KNIFE, CRAB = range(10, 15)  # instances


@pytest.fixture
def replay() -> replay_locm.Replay:
    """A match in which both have a creature in the same place; a green item, a red one and a creature are in hand."""
    scene = Scene()
    found = replay_locm.Replay(replay_locm.Match({"winner": 0, "turns": []}), scene.stepper)
    for p, instance in ((ME, MINE), (ENEMY, THEIRS)):
        found.slots[p][instance] = scene.put(p, LEFT, 2, 5)
    for instance, name in ((HELM, "Royal Helm"), (KNIFE, "Throwing Knife"), (CRAB, "Scuttler")):
        scene.hold(name)
        found.hands[ME].append(instance)
    return found


@pytest.mark.parametrize(
    "action",
    [
        f"USE {HELM} {THEIRS}",
        f"USE {HELM} -1",
        f"USE {KNIFE} {MINE}",
        f"USE {KNIFE} -1",
        f"USE {CRAB} {MINE}",
        f"ATTACK {MINE} {MINE}",
        f"ATTACK {THEIRS} {MINE}",
        f"ATTACK {MINE} 99",
        f"SUMMON {CRAB} -1",
        f"SUMMON {CRAB} 2",
        f"SUMMON {CRAB} 16",
        f"SUMMON {HELM} 0",
    ],
)
def test_what_aims_at_the_wrong_side_or_at_no_lane_is_ignored(action: str, replay: replay_locm.Replay) -> None:
    before = replay.game.tobytes()
    assert replay.act(action.split()) == ""
    assert replay.game.tobytes() == before


@pytest.mark.parametrize(
    ("action", "seen"),
    [
        (f"USE {HELM} {MINE}", f"118 USE {HELM} {MINE}"),
        (f"USE {KNIFE} {THEIRS} and a word", f"141 USE {KNIFE} {THEIRS}"),
        (f"ATTACK {MINE} {THEIRS}", f"161 ATTACK {MINE} {THEIRS}"),
        (f"ATTACK {MINE} -1", f"161 ATTACK {MINE} -1"),
        (f"SUMMON {CRAB} 1", f"2 SUMMON {CRAB} 1"),
    ],
)
def test_what_is_legal_is_done_and_seen_by_the_enemy(action: str, seen: str, replay: replay_locm.Replay) -> None:
    before = replay.game.tobytes()
    assert replay.act(action.split()) == seen
    assert replay.game.tobytes() != before
