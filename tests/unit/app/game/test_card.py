"""`evometa card` and `evometa deck`, as a user at the command line meets them."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from evometa import __version__
from evometa.app.main import main
from evometa.games.hearthstone.cards import load_cards


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


def test_a_note_says_how_a_card_differs_from_the_printed_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Note: The printed card shortens the time for a turn." in run(capsys, "card", "Nozdormu")
    assert "Note:" not in run(capsys, "card", "Wisp")


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads(run(capsys, "card", "--all", "--json", *arguments))
    return cards


def test_all_lists_every_card_of_the_set(capsys: pytest.CaptureFixture[str]) -> None:
    cards = listed(capsys)
    assert [card["id"] for card in cards] == [card.id for card in load_cards()]
    wisp = {
        "id": "CS2_231", "name": "Wisp", "class": "neutral", "set": "classic", "type": "minion", "cost": 0,
        "attack": 1, "health": 1, "durability": None, "rarity": "common", "race": None, "collectible": 1, "text": "",
    }  # fmt: skip
    assert wisp in cards
    assert {card["type"] for card in cards} == {"minion", "spell", "weapon", "hero", "hero_power"}


def test_a_hero_has_the_health_that_the_rules_give(capsys: pytest.CaptureFixture[str]) -> None:
    assert {card["name"]: card["health"] for card in listed(capsys, "--type", "hero", "--class", "warlock")} == {
        "Gul'dan": 30,
        "Lord Jaraxxus": 15,
    }


def test_a_name_with_all_finds_the_cards_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    names = {card["name"] for card in listed(capsys, "murloc")}
    assert {"Murloc Raider", "Murloc Tidehunter", "Murloc Scout"} <= names
    assert all("murloc" in name.lower() for name in names)


@pytest.mark.parametrize(
    ("option", "value"), [("class", "mage"), ("set", "hall-of-fame"), ("type", "weapon"), ("cost", 0)]
)
def test_a_filter_leaves_only_what_fits(capsys: pytest.CaptureFixture[str], option: str, value: str | int) -> None:
    cards = listed(capsys, f"--{option}", str(value))
    assert cards
    assert cards == [card for card in listed(capsys) if card[option] == value]


def test_filters_work_together(capsys: pytest.CaptureFixture[str]) -> None:
    cards = listed(capsys, "fire", "--class", "mage", "--type", "spell", "--cost", "4")
    assert [card["name"] for card in cards] == ["Fireball"]
    assert listed(capsys, "fire", "--cost", "99") == []


def test_cards_are_found_by_their_rules_text(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "card", "--text", "DEATHRATTLE: deal", "--json"))
    assert {"Leper Gnome", "Abomination"} <= {card["name"] for card in found}
    assert all("Deathrattle: Deal" in card["text"] for card in found)
    assert run(capsys, "card", "--text", "no card says this").startswith("0 cards")


def test_the_list_for_people_says_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "card", "--all", "--class", "mage", "--type", "hero_power").splitlines()
    assert lines[0].strip() == "1 card"
    assert [line.split() for line in lines if "Fireblast" in line] == [
        ["2", "Fireblast", "free", "hero", "power", "mage", "basic", "CS2_034", "Deal", "1", "damage."]
    ]


def test_csv_has_the_same_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "card", "--all", "--csv"))))
    expected = [{name: "" if value is None else str(value) for name, value in card.items()} for card in listed(capsys)]
    assert rows == expected


def test_the_list_shows_a_patch_and_own_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    patch = tmp_path / "patch.toml"
    patch.write_text('[change]\n"Wisp" = { cost = 2 }\n')
    own = tmp_path / "own.toml"
    own.write_text(
        '[[card]]\nid = "MY_1"\nname = "Wisp Lamp"\nclass = "mage"\nset = "custom"\ntype = "spell"\n'
        'rarity = "common"\ncost = 3\nspell = { draw = 1 }\n'
    )
    cards = listed(capsys, "wisp", "--patch", str(patch), "--cards", str(own))
    assert {card["name"]: card["cost"] for card in cards} == {"Wisp": 2, "Wisp Lamp": 3}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--all", "--class", "mag"], "--class: unknown class 'mag'; did you mean 'mage'? allowed: neutral, druid"),
        (["--all", "--set", "gold"], "--set: unknown set 'gold'; allowed: basic, classic, hall-of-fame"),
        (["--all", "--type", "minions"], "--type: unknown type 'minions'; did you mean 'minion'? allowed: minion, "),
        (["--all", "--json", "--csv"], "--json and --csv cannot stand together"),
        (["--all", "--addresses"], "--addresses are those of one card"),
        (["Wisp", "--class", "mage"], "are for a list of cards: add --all"),
        (["Wisp", "--csv"], "are for a list of cards: add --all"),
    ],
)
def test_a_list_that_cannot_be_gets_a_clear_message(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in fail(capsys, "card", *arguments)


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


def test_a_deck_is_shown_with_its_cost_curve(capsys: pytest.CaptureFixture[str]) -> None:
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
