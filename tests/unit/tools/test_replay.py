"""Replaying recorded games: what agrees, what differs and how it is shown, waivers, and files that cannot be read."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import config
from tests.unit.tools.recorded_games import Recorder, picked, write_lines
from tools.replay.command import main

pytestmark = pytest.mark.skipif(
    not config.DISABLE_JIT, reason="single games are replayed uncompiled; it runs where NUMBA_DISABLE_JIT is set"
)
ROOT = Path(__file__).resolve().parents[3]
MAGE = ["Wisp", "Arcane Missiles", "Dire Wolf Alpha", "Wisp", "Frostbolt", "Wisp"]
SHAMAN = ["Wisp", "Rockbiter Weapon", "Wisp", "Lightning Storm", "Wisp", "Wisp"]
MISSILES = [("p1.hero", "HERO_02"), ("p1.field.0", "CS2_051"), ("p1.hero", "HERO_02")]
Line = dict[str, Any]


def play() -> Recorder:
    """A few turns, with a random totem and three missiles."""
    game = Recorder(MAGE, SHAMAN)
    game.act("play Wisp").act("end turn")
    game.act("play The Coin").act("use Totemic Call", 2, rng=[picked("generate", 4, "CS2_051")]).act("end turn")
    game.act("play Arcane Missiles", 0, 1, 0, rng=[picked("sample", 2, thing) for thing in MISSILES])
    return game.act("attack enemy Stoneclaw Totem with my Wisp").act("end turn").act("end turn")


def edit(game: Recorder, n: int, change: Callable[[Line], None]) -> Recorder:
    """The game with another line for its n-th action."""
    change(game.lines[n + 1])
    return game


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command over the folder with no waivers, or those of some lines: exit status, output, errors."""

    def run(*options: str, waivers: str = "") -> tuple[int, str, str]:
        file = tmp_path / "waivers.toml"
        file.write_text(f"waivers = [\n{waivers}\n]\n")
        status = main([str(tmp_path), "--waivers", str(file), *options])
        return status, *capsys.readouterr()

    return run


Replay = Callable[..., tuple[int, str, str]]


# --- agreement ----------------------------------------------------------------------------------


def test_a_game_that_agrees(tmp_path: Path, replay: Replay) -> None:
    play().save(tmp_path)
    status, out, _ = replay()
    assert status == 0
    assert [line.split() for line in out.splitlines()[:4]] == [
        ["games", "1"],
        ["actions", "9"],
        ["compared", "9"],
        ["not", "compared", "0"],
    ]


def test_the_script_can_be_run_from_anywhere(tmp_path: Path) -> None:
    play().save(tmp_path)
    waivers = tmp_path / "waivers.toml"
    waivers.write_text("waivers = []")
    command = [sys.executable, str(ROOT / "tools" / "replay_traces.py"), str(tmp_path), "--waivers", str(waivers)]
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    result = subprocess.run([*command, "--json"], cwd=tmp_path, env=settings, capture_output=True, text=True)
    assert (result.returncode, json.loads(result.stdout)["games"]) == (0, 1), result.stderr


def test_a_game_to_its_end(tmp_path: Path, replay: Replay) -> None:
    game = Recorder(MAGE[:4], SHAMAN[:4])
    while not game.position.over:
        game.act("end turn")
    game.lines[-1]["state"]["p"][0]["hero"]["hp"] = -99  # a state after the end is not compared
    game.save(tmp_path)
    assert replay()[0] == 0
    states = [side["state"] for side in game.lines[-1]["state"]["p"]]
    for side, state in zip(game.lines[-1]["state"]["p"], states[::-1], strict=True):
        side["state"] = state
    game.save(tmp_path)
    status, out, _ = replay()
    assert (status, "winner" in out) == (1, True)


def test_the_order_of_a_hand_decides_nothing(tmp_path: Path, replay: Replay) -> None:
    game = Recorder(MAGE, SHAMAN)
    game.position.game.players[0].hand[[0, 1]] = game.position.game.players[0].hand[[1, 0]].copy()
    game.lines[0]["state"] = game.state()
    game.act("play Wisp").act("end turn").save(tmp_path)
    assert game.lines[1]["action"]["hand"] == 1
    assert replay()[0] == 0


# --- differences --------------------------------------------------------------------------------


def test_a_changed_number_is_shown_and_repaired(tmp_path: Path, replay: Replay) -> None:
    game = play()
    for n in range(5, 9):  # from here on the recording has one health less
        edit(game, n, lambda line: line["state"]["p"][1]["hero"].update(hp=27))
    game.save(tmp_path)
    status, out, _ = replay()
    assert status == 1
    assert out.splitlines()[:3] == [
        "game_0001, action 5: p0 plays Arcane Missiles from hand.0",
        "              recorded  own",
        "  p1.hero.hp  27        28",
    ]
    assert "state differences              1\n" in out


def test_what_is_too_long_stands_below_each_other(tmp_path: Path, replay: Replay) -> None:
    edit(play(), 0, lambda line: line["state"]["p"][0]["deck"].extend(["CS2_029"] * 9)).save(tmp_path)
    _, out, _ = replay("--limit", "1")
    assert "  p0.deck\n    recorded  Frostbolt, Wisp, Fireball, Fireball" in out
    assert "    own       Frostbolt, Wisp, +0" in out


def test_minions_and_cards_that_only_one_side_has(tmp_path: Path, replay: Replay) -> None:
    def take_both(line: Line) -> None:
        line["state"]["p"][0]["field"].clear()
        line["state"]["p"][0]["hand"].pop(0)

    edit(play(), 0, take_both).save(tmp_path)
    differences = json.loads(replay("--json")[1])["differences"]
    found = [(d["field"], d["recorded"], d["own"]) for d in differences if d["action"] == 0]
    assert found == [("p0.hand", "nothing", "Arcane Missiles (1)"), ("p0.field", "nothing", "Wisp 1/1")]


def test_a_legal_action_that_only_the_recording_has(tmp_path: Path, replay: Replay) -> None:
    edit(play(), 1, lambda line: line["legal"].append({"type": "play", "hand": 2, "card": "EX1_162"})).save(tmp_path)
    status, out, _ = replay()
    assert status == 1
    assert "legal action: play hand.2 Dire Wolf Alpha  legal     not legal" in out
    assert "legal-action differences       1\n" in out


def test_an_action_that_is_not_legal_here_is_not_compared(tmp_path: Path, replay: Replay) -> None:
    action = {"type": "attack", "src": "p0.field.0", "card": "CS2_231", "target": "p1.hero"}
    edit(play(), 1, lambda line: line.update(action=action)).save(tmp_path)
    status, out, _ = replay()
    assert status == 1
    assert "legal action: attack p0.field.0 Wisp -> p1.hero  legal     not legal" in out
    assert "not compared                 1\n" in out


def test_a_repair_keeps_what_cannot_be_seen(tmp_path: Path, replay: Replay) -> None:
    """Attack for this turn stays attack for this turn when the health of the same minion is corrected."""
    game = Recorder(MAGE, SHAMAN)
    game.act("end turn").act("play Wisp")
    game.act("play The Coin").act("play Rockbiter Weapon on my Wisp")
    edit(game, 3, lambda line: line["state"]["p"][1]["field"][0].update(hp=2, max_hp=2))
    game.position.side(1).board[0].record.max_health = 2
    game.act("end turn").save(tmp_path)
    status, out, _ = replay("--json")
    fields = [d["field"] for d in json.loads(out)["differences"]]
    assert (status, sorted(fields)) == (1, ["p1.field.0.hp", "p1.field.0.max_hp"])


def test_the_end_of_a_repaired_difference_is_not_another_one(tmp_path: Path, replay: Replay) -> None:
    """The recording has more attack in one turn only."""
    game = play()
    edit(game, 0, lambda line: line["state"]["p"][0]["field"][0].update(atk=3))
    game.save(tmp_path)
    _, out, _ = replay("--json")
    assert [d["field"] for d in json.loads(out)["differences"]] == ["p0.field.0.atk"]


# --- random outcomes ----------------------------------------------------------------------------


def test_an_impossible_outcome(tmp_path: Path, replay: Replay) -> None:
    edit(play(), 3, lambda line: line.update(rng=[picked("generate", 4, "CS2_029")])).save(tmp_path)
    status, out, _ = replay()
    assert status == 1
    assert "    recorded  Fireball\n    own       the engine asks for a card of 4: " in out
    assert "not compared                 1\n" in out


def test_an_outcome_that_is_not_asked_for(tmp_path: Path, replay: Replay) -> None:
    edit(play(), 1, lambda line: line["rng"].append(picked("choice", 2, 1))).save(tmp_path)
    status, out, _ = replay()
    assert status == 1
    assert "random outcome: outcome  1         not asked for: 1" in out


def test_a_sample_of_nothing_is_nothing(tmp_path: Path, replay: Replay) -> None:
    edit(play(), 1, lambda line: line["rng"].append(picked("sample", 0))).save(tmp_path)
    assert replay()[0] == 0


def test_a_place_may_have_another_number(tmp_path: Path, replay: Replay) -> None:
    rng = [picked("sample", 2, thing) for thing in [MISSILES[0], ("p1.field.3", "CS2_051"), MISSILES[2]]]
    edit(play(), 5, lambda line: line.update(rng=rng)).save(tmp_path)
    assert replay()[0] == 0


@pytest.mark.parametrize(("numbers", "status"), [((2, 3), 0), ((3, 2), 0), ((2, 2), 1)])
def test_numbers_do_not_say_whom_they_are_for(
    numbers: tuple[int, int], status: int, tmp_path: Path, replay: Replay
) -> None:
    game = Recorder(["River Crocolisk", "Ironfur Grizzly", *["Wisp"] * 9], ["Lightning Storm", *["Wisp"] * 9])
    game.act("end turn").act("end turn").act("play River Crocolisk").act("end turn").act("end turn")
    game.act("play Ironfur Grizzly at position 2").act("end turn")
    game.act("play Lightning Storm", 0, 1, rng=[picked("choice", 2, number) for number in numbers]).save(tmp_path)
    assert [m["hp"] for m in game.lines[-1]["state"]["p"][0]["field"]] == [1]
    assert replay()[0] == status


def test_another_number_of_candidates_is_only_mentioned(tmp_path: Path, replay: Replay) -> None:
    edit(play(), 3, lambda line: line.update(rng=[picked("generate", 7, "CS2_051")])).save(tmp_path)
    status, out, _ = replay("--json")
    assert status == 0
    assert json.loads(out)["picks_among_another_number"] == ["Stoneclaw Totem: recorded among 7, here among 4"]


# --- waivers ------------------------------------------------------------------------------------

HEALTH = '{ game = "game_0001", action = 8, field = "p0.hero.hp", recorded = 29, own = 30, rule = "No damage." },'


def hurt_mage() -> Recorder:
    return edit(play(), 8, lambda line: line["state"]["p"][0]["hero"].update(hp=29))


def test_a_waiver_explains_one_difference(tmp_path: Path, replay: Replay) -> None:
    hurt_mage().save(tmp_path)
    assert replay()[0] == 1
    status, out, _ = replay("--json", waivers=HEALTH)
    tree = json.loads(out)
    assert (status, tree["state_differences"], tree["waived_differences"]) == (0, 0, 1)
    assert tree["waived"][0]["rule"] == "No damage."


@pytest.mark.parametrize("change", [("29", "28"), ("action = 8", "action = 7"), ("p0.hero.hp", "p0.hero.max_hp")])
def test_a_waiver_must_be_precise(change: tuple[str, str], tmp_path: Path, replay: Replay) -> None:
    hurt_mage().save(tmp_path)
    status, out, _ = replay(waivers=HEALTH.replace(*change))
    assert status == 1
    assert "state differences              1\n" in out


def test_a_waiver_that_nothing_needs_is_stale(tmp_path: Path, replay: Replay) -> None:
    play().save(tmp_path)
    status, out, _ = replay(waivers=HEALTH)
    assert status == 1
    assert "stale waiver: game_0001, action 8, p0.hero.hp: recorded 29, own 30" in out


def test_a_waiver_of_another_game_is_not_stale(tmp_path: Path, replay: Replay) -> None:
    play().save(tmp_path)
    assert replay(waivers=HEALTH.replace("game_0001", "game_0002"))[0] == 0


@pytest.mark.parametrize(
    ("waivers", "message"),
    [
        (HEALTH.replace("rule", "because"), "unknown field 'because'; allowed: game, action"),
        (HEALTH.replace(', rule = "No damage."', ""), "waiver 1: the field 'rule' is missing"),
        (HEALTH.replace("No damage.", " "), "waiver 1: the field 'rule' is empty"),
        (HEALTH.replace("action = 8", 'action = "8"'), "waiver 1: the field 'action' is '8'"),
        (HEALTH + HEALTH, "this waiver is there twice"),
        ("7", "waiver 1: found 7; allowed: a table with game"),
        ("oops", "this is not TOML"),
    ],
)
def test_waivers_that_are_wrong(waivers: str, message: str, tmp_path: Path, replay: Replay) -> None:
    play().save(tmp_path)
    status, out, errors = replay(waivers=waivers)
    assert (status, out) == (2, "")
    assert message in errors


# --- other output -------------------------------------------------------------------------------


def test_a_summary_counts_by_card_and_field(tmp_path: Path, replay: Replay) -> None:
    hurt_mage().save(tmp_path)
    hurt_mage().save(tmp_path, "game_0002")
    status, out, _ = replay("--summary")
    assert status == 1
    assert out.splitlines()[:2] == [
        "    2  ends the turn: hero.hp",
        "       for example game_0001, action 8, p0.hero.hp: recorded 29, own 30",
    ]


def test_drafts_become_waivers_with_a_rule(tmp_path: Path, replay: Replay) -> None:
    hurt_mage().save(tmp_path)
    drafts = replay("--drafts")[1]
    assert drafts.endswith("# p1 ends the turn\n")
    assert "the field 'rule' is empty" in replay(waivers=drafts)[2]
    assert replay(waivers=drafts.replace('rule = ""', 'rule = "No damage."'))[0] == 0


def test_one_game_by_name_or_number(tmp_path: Path, replay: Replay) -> None:
    play().save(tmp_path)
    hurt_mage().save(tmp_path, "game_0002")
    assert [replay("--game", game)[0] for game in ("1", "game_0001", "2")] == [0, 0, 1]
    status, _, errors = replay("--game", "3")
    assert status == 2
    assert "there is no game '3'" in errors
    assert "there are: game_0001, game_0002" in errors


# --- files that cannot be read ------------------------------------------------------------------


def set_card(line: Line) -> None:
    line["state"]["p"][0]["hand"][0]["id"] = "NO_CARD"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_card, "line 3: the field 'state.p.0.hand.0.id' is 'NO_CARD'; allowed: the id of a card"),
        (lambda line: line["state"]["p"].pop(), "line 3: the field 'state.p' has 1 entries; allowed: 2"),
        (lambda line: line.pop("rng"), "line 3: the field 'rng' is missing"),
        (lambda line: line.update(n="one"), "line 3: the field 'n' is 'one'; allowed: a whole number"),
        (lambda line: line.update(t="act"), "line 3: a line is a table whose 't' is one of: setup, action, end"),
        (lambda line: line.update(t="end"), "a game is one 'setup', its 'action' lines and one 'end'"),
    ],
)
def test_a_broken_line(change: Callable[[Line], None], message: str, tmp_path: Path, replay: Replay) -> None:
    edit(play(), 1, change).save(tmp_path)
    status, out, errors = replay()
    assert (status, out) == (2, "")
    assert errors.startswith("replay_traces: game_0001.jsonl.gz")
    assert message in errors


def test_a_line_that_is_not_json(tmp_path: Path, replay: Replay) -> None:
    write_lines(tmp_path, [json.dumps(play().lines[0]), '{"t": "action"'])
    assert "game_0001.jsonl.gz, line 2: this is not JSON" in replay()[2]


def test_a_file_that_is_not_gzip(tmp_path: Path, replay: Replay) -> None:
    path = play().save(tmp_path)
    path.write_bytes(gzip.decompress(path.read_bytes()))
    assert "game_0001.jsonl.gz: this is not a gzip file" in replay()[2]


def test_a_folder_without_games(tmp_path: Path, replay: Replay) -> None:
    assert replay()[0] == 2
    assert main([str(tmp_path / "nowhere")]) == 2
