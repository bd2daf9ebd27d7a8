"""`evometa card` and `evometa deck`, as a user at the command line meets them."""

import json
from pathlib import Path

import pytest

from evometa import __version__
from evometa.app.main import main


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints; it must succeed and leave standard error empty."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    captured = capsys.readouterr()
    assert (stop.value.code or 0, captured.err) == (0, "")
    return captured.out


def fail(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The message of a command that must fail for bad input, without a traceback or any output."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    captured = capsys.readouterr()
    assert (stop.value.code, captured.out) == (2, "")
    assert "Traceback" not in captured.err
    return captured.err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == f"evometa {__version__}\n"


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "--help")
    assert "card" in output
    assert "deck" in output


def test_a_card_shows_what_a_player_wants_to_know(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "card", "Tirion Fordring")
    for part in (
        "Tirion Fordring",
        "8 mana",
        "Legendary paladin minion",
        "classic set",
        "6 attack, 6 health",
        "EX1_383",
    ):
        assert part in output
    assert "Ashbringer" in output
    assert "EX1_383.cost" not in output


def test_addresses_come_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "card", "Shattered Sun Cleric", "--addresses")
    for address in ("EX1_019.cost", "EX1_019.attack", "EX1_019.health", "EX1_019.battlecry.attack"):
        assert address in output


@pytest.mark.parametrize("reference", ["shattered sun cleric", "EX1_019", "ex1_019"])
def test_a_card_is_found_by_id_and_in_any_case(capsys: pytest.CaptureFixture[str], reference: str) -> None:
    assert "Shattered Sun Cleric" in run(capsys, "card", reference)


def test_json_holds_the_data_the_text_and_the_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "card", "Shattered Sun Cleric", "--json"))
    assert data["id"] == "EX1_019"
    assert data["battlecry"]["to"] == "any friendly minion"
    assert data["addresses"]["EX1_019.battlecry.attack"] == 1
    assert data["text"]


def test_all_shows_every_card_with_the_word_in_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    cards = json.loads(run(capsys, "card", "murloc", "--all", "--json"))
    names = {card["name"] for card in cards}
    assert {"Murloc Raider", "Murloc Tidehunter", "Murloc Scout"} <= names
    assert all("murloc" in name.lower() for name in names)


def test_every_card_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Wisp" in run(capsys, "card", "--all")


def test_a_patched_card_shows_its_new_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    patch = tmp_path / "patch.toml"
    patch.write_text('[change]\n"Wisp" = { attack = 3 }\n[give]\n"Wisp" = ["taunt"]\n')
    output = run(capsys, "card", "Wisp", "--patch", str(patch))
    assert "4 attack, 1 health" in output
    assert "Taunt" in output


def test_an_unknown_card_gets_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    message = fail(capsys, "card", "Tirion Fording")
    assert message.startswith("evometa: there is no card 'Tirion Fording'; did you mean 'Tirion Fordring'?")


def test_a_part_of_a_name_gets_the_names_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "names with it: Tirion Fordring" in fail(capsys, "card", "Tirio")


def test_no_card_at_all_gets_a_clear_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert "which card?" in fail(capsys, "card")
    assert "no card has 'xyzzy'" in fail(capsys, "card", "xyzzy", "--all")


def test_a_deck_is_shown_with_its_mana_curve(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "deck", "Exp1 Hunter (Aggro)")
    for part in ("Exp1 Hunter (Aggro)", "hunter, aggro", "30 cards", "Animal Companion", "mana curve", "7+"):
        assert part in output


def test_an_illegal_deck_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nclass = "hunter"\ncards = ["29x Wisp"]')
    message = fail(capsys, "deck", str(path))
    assert f"{path}, deck 'Mine': found 29 copies of Wisp, but the rule for copies allows 2 at most" in message
    assert f"{path}, deck 'Mine': found 29 cards, but a deck has exactly 30" in message


def test_a_deck_with_a_card_that_the_patch_bans_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    patch = tmp_path / "patch.toml"
    patch.write_text('ban = ["Wisp"]')
    assert "Wisp is banned by the patch" in fail(capsys, "deck", "exp1_hunter_aggro", "--patch", str(patch))


def test_an_unknown_deck_gets_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean 'Starter Mage'?" in fail(capsys, "deck", "Starter Mag")
