"""`evometa play`, as a user at the command line meets it. Random players, because their games are quick uncompiled."""

import io
import json
import re
import shlex
from pathlib import Path

import pytest

from evometa.app.game.play import find_label
from evometa.app.main import main
from evometa.show.terminal.screen import Screen

HUNTER, WARLOCK = "exp1_hunter_aggro", "exp1_warlock_control"
RANDOM = ("--player-a", "random", "--player-b", "random")
WIDEST = 100


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    """What the command prints on standard output and standard error."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    captured = capsys.readouterr()
    assert (stop.value.code or 0) == code, captured.err
    assert "Traceback" not in captured.err
    return captured.out, captured.err


def play(capsys: pytest.CaptureFixture[str], *more: str, decks: tuple[str, str] = (HUNTER, WARLOCK)) -> str:
    """The output of one game."""
    output, errors = run(capsys, "play", *decks, *RANDOM, *more)
    assert errors == ""
    return output


def test_a_game_is_told_from_the_opening_hands_to_the_winner(capsys: pytest.CaptureFixture[str]) -> None:
    output = play(capsys, "--seed", "4")
    lines = output.split("\n")
    assert lines[0] == "Exp1 Hunter (Aggro) against Exp1 Warlock (Control)"
    assert lines[1] == "  Hunter is played by random, Warlock by random; seed 4"
    for part in ("Hunter is dealt", "gets The Coin", "\nTurn 1 - Hunter (1 mana)\n", "\nTurn 2 - Warlock (1 mana)\n"):
        assert part in output
    assert re.search(r"^  draws .+$", output, re.MULTILINE)
    assert re.search(r"attacks the enemy hero: \d+ damage", output)
    assert re.search(r"^(Hunter|Warlock) wins\.$", output, re.MULTILINE)


def test_the_text_is_plain_and_fits_a_page_when_piped(capsys: pytest.CaptureFixture[str]) -> None:
    output = play(capsys, "--seed", "4")
    assert "\x1b" not in output
    assert "\u00a0" not in output
    assert max(len(line) for line in output.split("\n")[:-4]) <= WIDEST  # below stands a command with paths
    assert not any(line != line.rstrip() for line in output.split("\n"))


def test_a_seed_gives_the_same_game_and_another_one_another(capsys: pytest.CaptureFixture[str]) -> None:
    first = play(capsys, "--seed", "4")
    assert play(capsys, "--seed", "4") == first
    assert play(capsys, "--seed", "5").split("\n")[3:] != first.split("\n")[3:]
    assert play(capsys, "--seed", "4", "--number", "1").split("\n")[3:] != first.split("\n")[3:]


def test_the_game_tells_its_seed_and_the_command_that_shows_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    output = play(capsys)
    seed = re.search(r"The seed was (\d+)\. To see this game again:\n", output)
    assert seed is not None
    command = shlex.split(output[seed.end() :].replace("\\\n", ""))
    assert command[:2] == ["evometa", "play"]
    assert run(capsys, *command[1:])[0] == output


def test_two_decks_of_a_class_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    output = play(capsys, "--seed", "1", decks=(HUNTER, HUNTER))
    assert "Turn 1 - Hunter A (1 mana)" in output
    assert "Turn 2 - Hunter B (1 mana)" in output


def test_a_saved_game_is_replayed_word_for_word(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    output = play(capsys, "--seed", "4", "--save", str(log))
    assert f"evometa play --replay {log}" in output
    replayed, _ = run(capsys, "play", "--replay", str(log))
    story = output[: output.index("\nThe seed was")]
    assert replayed.startswith(story)
    steps = len(json.loads(log.read_text())["steps"])
    assert replayed[len(story) :] == f"\nAll {steps + 1} positions are as recorded.\n"


def test_a_log_is_text_that_people_can_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    play(capsys, "--seed", "4", "--save", str(log))
    text = log.read_text()
    assert '"end turn"]' in text
    assert '"name": "Exp1 Hunter (Aggro)"' in text
    assert str(tmp_path) not in text


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """The tree of a saved game."""
    path = tmp_path_factory.mktemp("logs") / "game.json"
    with pytest.raises(SystemExit):
        main(["play", HUNTER, WARLOCK, *RANDOM, "--seed", "4", "--save", str(path)])
    tree: dict[str, object] = json.loads(path.read_text())
    return tree


def replay(capsys: pytest.CaptureFixture[str], tmp_path: Path, tree: object, code: int) -> tuple[str, str]:
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(tree))
    return run(capsys, "play", "--replay", str(path), code=code)


def test_a_replay_reports_the_first_position_that_differs(
    capsys: pytest.CaptureFixture[str], saved: dict[str, object], tmp_path: Path
) -> None:
    tree = json.loads(json.dumps(saved))
    action, _, text = tree["steps"][6]
    tree["steps"][6] = [action, "00000000000000ff", text]
    output, errors = replay(capsys, tmp_path, tree, code=1)
    assert output.startswith("Exp1 Hunter (Aggro) against")
    assert "wins." not in output
    assert re.search(r"the game does not go as recorded, at step 7, turn \d+: after '.+' the position is", errors)
    assert "the recorded one 00000000000000ff" in errors
    assert "cards have changed since, or the log was edited" in errors


def test_a_replay_reports_an_action_that_cannot_be_done(
    capsys: pytest.CaptureFixture[str], saved: dict[str, object], tmp_path: Path
) -> None:
    tree = json.loads(json.dumps(saved))
    tree["steps"][0][0] = 999_999
    _, errors = replay(capsys, tmp_path, tree, code=1)
    assert "at step 1, turn 1: the recorded action cannot be done here" in errors


def test_a_replay_of_other_rules_says_so(
    capsys: pytest.CaptureFixture[str], saved: dict[str, object], tmp_path: Path
) -> None:
    tree = {**saved, "seed": 5, "rules_version": 0}
    output, errors = replay(capsys, tmp_path, tree, code=1)
    assert output == ""
    assert "at the start: the opening hands are not as recorded" in errors
    assert "the log is of rules version 0" in errors


@pytest.mark.parametrize("missing", ["steps", "players", "decks", "seed", "start"])
def test_a_damaged_log_is_refused(
    capsys: pytest.CaptureFixture[str], saved: dict[str, object], tmp_path: Path, missing: str
) -> None:
    tree = {name: value for name, value in saved.items() if name != missing}
    _, errors = replay(capsys, tmp_path, tree, code=2)
    assert "this game log is damaged" in errors


def test_json_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    output = play(capsys, "--seed", "4", "--json")
    data = json.loads(output)
    assert data["winner"] in ("Hunter", "Warlock")
    assert data["seed"] == 4
    assert data["story"][0] == "Exp1 Hunter (Aggro) against Exp1 Warlock (Control)"
    assert data["turns"] > 2
    assert min(data["health"]) <= 0
    assert [step[2] for step in data["steps"]].count("end turn") >= data["turns"] - 1
    assert "/" not in re.sub(r"[0-9]/[0-9]|\+[0-9]+/", "", output)  # no paths


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "which decks?"),
        ((HUNTER,), "which decks?"),
        ((HUNTER, "exp1_warlok_control"), "did you mean 'exp1_warlock_control'?"),
        ((HUNTER, WARLOCK, "--player-a", "fair-agro"), "did you mean 'fair-aggro'?"),
        (("--replay", "nowhere.json"), "nowhere.json: cannot be read (No such file or directory)"),
        ((HUNTER, WARLOCK, "--replay", "nowhere.json"), "a log has its own decks"),
    ],
)
def test_mistakes_get_one_message(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    output, errors = run(capsys, "play", *arguments, code=2)
    assert output == ""
    assert errors.startswith("evometa: ")
    assert message in errors


def test_what_is_not_a_log_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for text in ("{}", "[]", "not JSON", ""):
        path = tmp_path / "other.json"
        path.write_text(text)
        _, errors = run(capsys, "play", "--replay", str(path), code=2)
        assert "this is not a game log" in errors or "this is not JSON" in errors


def test_a_terminal_gets_colours(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    console = Screen(file=screen, force_terminal=True, width=60)
    monkeypatch.setattr("evometa.app.game.play.open_screen", lambda: console)
    play(capsys, "--seed", "4")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert plain != screen.getvalue()
    assert "\nTurn 1 - Hunter (1 mana)\n" in plain
    assert plain.count("\n  ") > 10


def test_a_card_with_the_name_of_a_class_is_not_taken_for_the_player() -> None:
    line = "    Razorfen Hunter hits Hunter for 1, and Hunter's Mark is Hunter's secret"
    assert [line[:start].count("Hunter") for start, _ in find_label(line, "Hunter")] == [1, 3]
