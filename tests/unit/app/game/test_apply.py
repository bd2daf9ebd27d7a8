"""`evometa apply`: the changed cards before and after, and as data that can be loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.games.hearthstone.cards import load_cards
from evometa.games.patches.files import read_patch

PATCH = """
name = "A calmer board"
ban = ["King Krush"]

[change]
"Shattered Sun Cleric" = { cost = 1, "battlecry.attack" = -1 }

[give]
"River Crocolisk" = ["taunt"]

[take]
"Stonetusk Boar" = ["charge"]
"""


@pytest.fixture
def patch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "100")
    path = tmp_path / "patch.toml"
    path.write_text(PATCH, encoding="utf-8")
    return path


def run(*arguments: object, code: int = 0) -> None:
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    assert (stop.value.code or 0) == code


def test_it_shows_notes_and_both_rules_texts(patch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("apply", patch)
    text = capsys.readouterr().out
    words = " ".join(text.split())
    assert text.startswith("A calmer board  3 cards changed; magnitude 5, unweighted 4; jolt 11\n")
    assert "  Shattered Sun Cleric: cost 3 -> 4\n" in text
    assert "  King Krush: banned\n" in text
    assert "3 mana, 3 attack, 2 health 4 mana, 3 attack, 2 health" in words
    assert "Stonetusk Boar 1 mana, 1 attack, 1 health 1 mana, 1 attack, 1 health Charge." in words
    assert "Taunt." in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_file_is_the_patched_cards_as_an_overlay(patch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = patch.with_name("changed.toml")
    run("apply", patch, "--out", out)
    cards = load_cards()
    patched, overlaid = read_patch(patch, cards).apply(cards), load_cards(overlays=[out])
    assert [card.definition for card in overlaid] == [card.definition for card in patched]
    assert "# King Krush: banned\n" in out.read_text()
    assert f"Wrote {out}" in capsys.readouterr().err.replace("\n", "")
    assert [path.name for path in patch.parent.iterdir() if path.name.startswith(".")] == []


def test_json_has_the_data_of_the_cards(patch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("apply", patch, "--json")
    data = json.loads(capsys.readouterr().out)
    assert (data["patch"], data["magnitude"], data["magnitude_unweighted"]) == ("A calmer board", 5, 4)
    assert data["jolt"] == sum(points**2 for points in (3, 1, 1))
    cleric = next(card for card in data["cards"] if card["name"] == "Shattered Sun Cleric")
    assert (cleric["before"]["cost"], cleric["after"]["cost"]) == (3, 4)
    assert cleric["before"]["text"] != cleric["after"]["text"]


def test_own_cards_can_be_patched(patch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = patch.with_name("own.toml")
    own.write_text(
        '[[card]]\nid = "MY_1"\nname = "Bee [b]"\nclass = "neutral"\nset = "custom"\ntype = "minion"\n'
        'rarity = "common"\ncost = 1\nattack = 1\nhealth = 1\n'
    )
    patch.write_text('[change]\n"Bee [b]" = { attack = 2 }\n', encoding="utf-8")
    run("apply", patch, "--cards", own)
    text = capsys.readouterr().out
    assert "  Bee [b]: attack 1 -> 3\n" in text
    assert text.count("Bee [b]") == 2


REFUSED = {
    "empty": ("", [], "nothing would change"),
    "clamped": ("[change]\nWisp = { cost = -1 }", [], "nothing would change"),
    "unknown card": ("[change]\nWispp = { cost = 1 }", [], "did you mean 'Wisp'?"),
    "no toml": ("change", [], "this is not TOML"),
    "no folder": (PATCH, ["--out", "nowhere/cards.toml"], "--out nowhere/cards.toml: cannot be written"),
    "no folder at all": (PATCH, ["--out", "/dev/null/cards.toml"], "--out /dev/null/cards.toml: cannot be written"),
}


@pytest.mark.parametrize(("text", "options", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(
    patch: Path, capsys: pytest.CaptureFixture[str], text: str, options: list[str], problem: str
) -> None:
    patch.write_text(text, encoding="utf-8")
    run("apply", patch, *options, code=2)
    captured = capsys.readouterr()
    assert problem in captured.err
    assert captured.out == ""


def test_a_patch_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("apply", tmp_path / "none.toml", code=2)
    assert "cannot be read" in capsys.readouterr().err
