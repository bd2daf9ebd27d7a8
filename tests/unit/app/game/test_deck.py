"""`evometa deck`, as a user at the command line meets it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.games.decks.deck import builtin_decks, load_deck

MAGE = builtin_decks()["starter_mage"]

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """What the command prints; it must succeed and leave standard error empty."""

    def succeed(*arguments: str) -> str:
        with pytest.raises(SystemExit) as stop:
            main(["deck", *arguments])
        captured = capsys.readouterr()
        assert (stop.value.code or 0, captured.err) == (0, "")
        return captured.out

    return succeed


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Run:
    """The message of a command that must fail for bad input, without a traceback or any output."""

    def fail(*arguments: str) -> str:
        with pytest.raises(SystemExit) as stop:
            main(["deck", *arguments])
        captured = capsys.readouterr()
        assert (stop.value.code, captured.out) == (2, "")
        assert "Traceback" not in captured.err
        return captured.err

    return fail


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


# --- showing ------------------------------------------------------------------------------------


def test_a_deck_is_shown_with_its_cards_and_its_numbers(run: Run) -> None:
    output = run("Exp1 Hunter Aggro")
    assert output.startswith("Exp1 Hunter (Aggro): hunter, aggro, 30 cards")
    lines = words(output)
    assert ["│", "2", "│", "3", "│", "Animal", "Companion", "│", "spell", "│"] in lines
    assert ["3", "████████", "8"] in lines
    assert ["7+", "0"] in lines
    assert ["types", "25", "minions,", "4", "spells,", "1", "weapon"] in lines
    assert ["rarities", "11", "free,", "11", "common,", "6", "rare,", "2", "epic"] in lines
    assert ["dust", "1,840", "to", "craft", "all", "of", "it"] in lines


def test_json_says_the_same(run: Run) -> None:
    data = json.loads(run("Exp1 Hunter Aggro", "--json"))
    assert (data["name"], data["class"], data["style"]) == ("Exp1 Hunter (Aggro)", "hunter", "aggro")
    assert sum(card["count"] for card in data["cards"]) == sum(data["curve"].values()) == 30
    assert data["cards"][0] == {
        "count": 1, "id": "CS2_231", "dbf_id": 179, "name": "Wisp", "class": "neutral", "type": "minion",
        "rarity": "common", "cost": 0,
    }  # fmt: skip
    assert (data["curve"]["3"], data["curve"]["7+"]) == (8, 0)
    assert data["types"] == {"minion": 25, "spell": 4, "weapon": 1}
    assert data["rarities"] == {"free": 11, "common": 11, "rare": 6, "epic": 2}
    assert data["dust"] == 11 * 40 + 6 * 100 + 2 * 400


def test_a_patch_and_an_overlay_change_what_is_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "patch.toml").write_text("[change]\nFireball = { cost = 3 }\n")
    assert json.loads(run("starter_mage", "--json"))["curve"]["7+"] == 0
    assert json.loads(run("starter_mage", "--json", "--patch", "patch.toml"))["curve"]["7+"] == 2
    (tmp_path / "cheap.toml").write_text('[[card]]\nid = "CS2_029"\ncost = 0\n')
    assert json.loads(run("starter_mage", "--json", "--overlay", "cheap.toml"))["curve"]["0"] == 2


# --- converting ---------------------------------------------------------------------------------


def test_a_deck_goes_through_all_forms_and_comes_back(run: Run, tmp_path: Path) -> None:
    code = run("Starter Mage", "--to", "code").strip()
    assert run(code, "--to", "list", "--out", "mage.txt") == ""
    assert run("mage.txt", "--to", "toml", "--out", "mage.toml") == ""
    assert run("mage.toml", "--to", "code").strip() == code
    for path in (tmp_path / "mage.txt", tmp_path / "mage.toml"):
        assert load_deck(path).counts() == MAGE.counts() == load_deck(code).counts()


def test_toml_keeps_the_name_the_style_and_the_order(run: Run, tmp_path: Path) -> None:
    (tmp_path / "copy.toml").write_text(run("Starter Mage", "--to", "toml"))
    assert load_deck(tmp_path / "copy.toml") == MAGE


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Starter Mag"], "there is no deck file and no built-in deck 'Starter Mag'; did you mean 'Starter Mage'?"),
        (["no.toml"], "there is no deck file no.toml"),
        (["Starter Mage", "--to", "cod"], "unknown form of a deck 'cod'; did you mean 'code'? allowed: toml, list, co"),
        (["Starter Mage", "--out", "x.txt"], "--out is for a deck in another form: add --to with one of toml, list, "),
        (["Starter Mage", "--to", "code", "--json"], "--to and --json cannot stand together: choose one"),
        (["Starter Mage", "--overlay", "paper_engin"], "unknown overlay 'paper_engin'; did you mean 'paper_engine'?"),
        (["AAEBAf0EAA9NvwHYAZwC"], "deck code: the deck code is cut off"),
        (["AAIBAf0EAA9NvwHYAZwCoQK7Ar8DqwS0BPsEngXZCtoK+QqWDQAA"], "format version 2; allowed: version 1"),
        (["AAECAf0EAAGfjQYAAA=="], "those with the dbf_id 99999;"),
        (
            ["Starter Mage", "--to", "code", "--out", "no/deck.txt"],
            "--out no/deck.txt: cannot be written (No such",
        ),
    ],
)
def test_bad_input_gets_a_clear_message(refuse: Run, arguments: list[str], message: str) -> None:
    assert message in refuse(*arguments)


def test_a_file_that_is_not_toml_is_refused(refuse: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("cards = [")
    assert refuse("mine.toml").startswith("evometa: mine.toml: this is not TOML: ")


def test_an_illegal_deck_is_not_converted(refuse: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("class: mage\n2x Wisp\n")
    message = refuse("mine.txt", "--to", "toml", "--out", "out.toml")
    assert message == "evometa: mine.txt, deck 'mine': found 2 cards, but a deck has exactly 30\n"
    assert not (tmp_path / "out.toml").exists()


def test_a_code_of_an_illegal_deck_is_refused(refuse: Run) -> None:
    assert "deck code, deck 'Mage': found 2 cards" in refuse("AAECAf0EAAGzAQAA")
