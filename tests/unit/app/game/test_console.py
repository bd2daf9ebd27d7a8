"""`evometa console`, driven by piped lines as a user would type them."""

import io
import json
from pathlib import Path

import pytest
from tests.rules.builder import card_table, printed_cards

from evometa.app.game.console import make_advisor, prepare_position
from evometa.app.main import main
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.players.player import SearchPlayer
from evometa.games.hearthstone.sandbox.sandbox import COMMANDS, Sandbox, load_position
from evometa.games.hearthstone.sandbox.setups import SETUPS
from evometa.input.errors import InputError

NARROW = SearchPlayer("narrow", width=1, depth=4, weights={"enemy_hero_health": -1, "my_minions": 1})


def converse(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *lines: str, options: tuple[str, ...] = ()
) -> str:
    """What a console prints when these lines are piped into it; it must end well, and without an error."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    with pytest.raises(SystemExit) as stop:
        main(["console", "--seed", "1", *options])
    captured = capsys.readouterr()
    assert (stop.value.code or 0, captured.err) == (0, "")
    return captured.out


def session() -> Sandbox:
    """A console with two heroes and nothing else."""
    table = card_table()
    return Sandbox(
        prepare_position(table, printed_cards(), (), None, seed=1),
        printed_cards(),
        table,
        make_advisor(table, NARROW),
    )


def after(*lines: str) -> Sandbox:
    """A console that has answered these lines."""
    console = session()
    for line in lines:
        console.answer(line)
    return console


def number_of(console: Sandbox, action: str) -> str:
    """The number of an action in the list."""
    (line,) = [line for line in console.show() if line.strip().split("  ", 1)[-1] == action]
    return line.split()[0]


# --- from the outside -----------------------------------------------------------------------------------------------


def test_a_console_shows_the_position_and_numbered_actions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = converse(capsys, monkeypatch, "give me Wisp", "2", "quit")
    for part in ("The seed is 1.", "First player: Rexxar", "Hand: Wisp (0)", "  2  play Wisp (0 mana)"):
        assert part in output
    assert "> 2\n  plays Wisp (0 mana)\n" in output
    assert "\x1b" not in output
    assert max(len(line) for line in output.split("\n")) <= 100


def test_the_end_of_the_input_leaves_the_console(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert converse(capsys, monkeypatch).endswith("> \n")


def test_two_decks_start_a_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    decks = ("exp1_hunter_aggro", "exp1_warlock_control")
    output = converse(capsys, monkeypatch, "end", options=decks)
    assert "Mana 1/1, Steady Shot (2), 26 cards in the deck" in output
    assert "\nTurn 2 - Gul'dan (1 mana)\n  draws " in output
    assert converse(capsys, monkeypatch, "end", options=decks) == output


def test_a_mistake_is_explained_and_changes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = converse(capsys, monkeypatch, "fly", "99", "add enemy Yetti", "quit")
    assert "> fly\n! there is no command 'fly'; " in output
    assert "> 99\n! there is no action 99; allowed: 1 to 2\n" in output
    assert "! there is no card 'Yetti'" in output
    assert output.count("You can:") == 1


def test_a_position_file_is_where_it_starts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "position.toml"
    path.write_text('current = 1\n[[sides]]\nhero = "Rexxar"\nboard = ["Wisp"]\n[[sides]]\nhero = "Thrall"\n')
    output = converse(capsys, monkeypatch, options=("--position", str(path)))
    assert "second player to act" in output
    assert "1. Wisp 1/1" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("exp1_hunter_aggro",), "give two decks, or none"),
        (
            ("exp1_hunter_aggro", "exp1_warlock_control", "--position", "x.json"),
            "give two decks or a position, not both",
        ),
        (("--position", "nowhere.json"), "nowhere.json: cannot be read"),
        (("--player", "random"), "has no hints to give"),
        (("--player", "nobody"), "there is no player file and no preset 'nobody'"),
    ],
)
def test_wrong_arguments_get_one_message(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["console", *arguments])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


# --- acting ---------------------------------------------------------------------------------------------------------


def test_an_action_is_told_like_in_a_game() -> None:
    console = after("add enemy Chillwind Yeti", "give me Fireball")
    lines = console.answer(number_of(console, "play Fireball on enemy Chillwind Yeti (4 mana)"))
    assert lines[0] == "  casts Fireball on Chillwind Yeti (4 mana)"
    assert console.position.side(1).minions == []


def test_a_minion_goes_to_the_place_that_is_asked_for() -> None:
    console = after("add me Chillwind Yeti", "give me Wisp, Wisp")
    number = number_of(console, "play Wisp (0 mana, at 1 to 2)")
    console.answer(f"{number} at 1")
    assert console.position.side(0).minions == ["Wisp", "Chillwind Yeti"]
    console.answer(number_of(console, "play Wisp (0 mana, at 1 to 3)"))
    assert console.position.side(0).minions == ["Wisp", "Chillwind Yeti", "Wisp"]


@pytest.mark.parametrize(
    ("line", "message"),
    [("2 at 9", "cannot be done at place 9"), ("1 at 1", "cannot be done at place 1"), ("2 left", "found 'left'")],
)
def test_a_place_that_does_not_exist_is_refused(line: str, message: str) -> None:
    console = after("give me Wisp")
    with pytest.raises(InputError, match=message):
        console.answer(line)


def test_undo_goes_back_to_every_earlier_position() -> None:
    console = session()
    texts = []
    for line in ("give me Wisp", "2", "end", "mana enemy 3", "end"):
        texts.append(console.position.text())
        console.answer(line)
    for text in reversed(texts):
        console.answer("undo")
        assert console.position.text() == text
    with pytest.raises(InputError, match="nothing to undo"):
        console.answer("undo")


def test_undo_several_steps_at_once() -> None:
    console = after("mana me 1", "mana me 2", "mana me 3")
    console.answer("undo 2")
    assert console.position.side(0).mana == 1
    console.answer("undo 99")
    assert console.position.side(0).mana == 10


def test_a_hint_is_what_the_player_would_do() -> None:
    console = after("health enemy 2")
    before = console.position.text()
    (hint,) = console.answer("hint")
    assert hint == "Hint: use Steady Shot."
    assert console.position.text() == before


def test_a_finished_game_can_be_undone() -> None:
    console = after("health enemy 2")
    console.answer(number_of(console, "use Steady Shot (2 mana)"))
    assert console.position.over
    assert console.show()[-1:] == ["'undo' goes back, 'quit' leaves."]
    for line in ("1", "end", "hint"):
        with pytest.raises(InputError, match="the game is over"):
            console.answer(line)
    console.answer("undo")
    assert not console.position.over


def test_a_choice_is_listed() -> None:
    console = after("deck me Wisp, Fireball, Wolfrider", "give me Tracking")
    console.answer(number_of(console, "play Tracking (1 mana)"))
    with pytest.raises(InputError, match="before the choice"):
        console.answer("end")
    console.answer(number_of(console, "choose Fireball"))
    assert console.position.side(0).hand == ["Fireball"]


# --- setting up -----------------------------------------------------------------------------------------------------


def test_everything_can_be_set_up() -> None:
    console = after(
        "add enemy chillwind yeti", "ADD 2 Wisp at 1", "give 1 Fireball, EX1_019", "deck me Wisp", "mana me 7",
        "equip me fiery war axe", "secret enemy Snake Trap", "health 2 12", "turn enemy",
    )  # fmt: skip
    position = console.position
    first, second = position.side(0), position.side(1)
    assert second.minions == ["Wisp", "Chillwind Yeti"]
    assert first.hand == ["Fireball", "Shattered Sun Cleric"]
    assert (first.deck, first.mana, second.health) == (["Wisp"], 7, 12)
    assert first.weapon is not None
    assert second.secrets == ["Snake Trap"]
    assert position.current == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("add", "whose"),
        ("add him Wisp", r"whose\? found 'him'; .*allowed: me, enemy, 1, 2"),
        ("add me", "which card"),
        ("add me Fireball", "Fireball is not a minion"),
        ("add me Wisp at 3", "found '3' for a place on the board; allowed: a number from 1 to 1"),
        ("equip me Wisp", "Wisp is not a weapon"),
        ("secret me Wisp", "Wisp is not a secret"),
        ("mana me 11", "found '11' for mana; allowed: a number from 0 to 10"),
        ("mana me lots", "found 'lots' for mana"),
        ("health me 0", "found '0' for health"),
        ("give me " + ", ".join(["Wisp"] * 11), "a hand has room for 10, not 11"),
        ("save", "which file"),
        ("save /nowhere/at/all", "cannot be written"),
        ("load", "which file"),
        ("undo -1", "found '-1' for the steps to undo"),
    ],
)
def test_mistakes_name_what_was_found_and_change_nothing(line: str, message: str) -> None:
    console = session()
    before = console.position
    with pytest.raises(InputError, match=message):
        console.answer(line)
    assert console.position is before
    assert console.history == []


def test_a_position_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    console = after("add enemy Chillwind Yeti", "give me Fireball", f"save {path}")
    text = console.position.text()
    console.answer("end")
    console.answer(f"load {path}")
    assert console.position.text() == text
    assert json.loads(path.read_text())["sides"][1]["board"][0]["card"] == "Chillwind Yeti"


@pytest.mark.parametrize(
    "text", ["", "not JSON", "[]", '{"sides": 1}', '{"sides": [{"hero": "Rexxar"}]}', '{"what": 1}']
)
def test_a_file_that_is_not_a_position_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"position\.json: "):
        load_position(path, card_table())


def test_help_lists_every_command() -> None:
    lines = session().answer("help")
    for name in (*COMMANDS, *SETUPS):
        assert any(line.startswith(f"  {name} ") for line in lines)
    assert max(map(len, lines)) <= 100


def test_two_copies_of_a_card_are_listed_once() -> None:
    console = after("give me Wisp, Wisp")
    assert [line for line in console.show() if "play Wisp" in line] == ["  2  play Wisp (0 mana)"]


def test_a_console_of_two_like_heroes_calls_them_by_seat() -> None:
    table = card_table()
    console = Sandbox(Position.empty(table, ("mage", "mage")), printed_cards(), table, lambda position: [])
    assert console.labels == ("First player", "Second player")
