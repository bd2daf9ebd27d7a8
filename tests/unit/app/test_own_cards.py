"""Own cards and rules: every command that plays takes them, and a run keeps them."""

from __future__ import annotations

import inspect
import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from evometa.app.commands import all_commands
from evometa.app.main import main
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.runs import load_played
from evometa.games.hearthstone.game import HEARTHSTONE

CARD = """
[[card]]
id = "MY_001"
name = "Thirsty Wisp"
class = "neutral"
set = "mine"
type = "minion"
rarity = "common"
cost = 0
attack = 1
health = 1
keywords = ["lifesteal"]
"""
RULES = HEARTHSTONE.format_rules(HEARTHSTONE.load_rules())
WORDS = {"cards", "overlay", "patch", "rules"}
PLAYING = (
    *("play", "console", "meta", "cards", "what-if", "compare", "explain", "ladder"),
    *("balance", "nerfs", "decks", "respond", "tune"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A card, a deck that has it, a metagame with that deck and another one, rules and a patch."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.toml").write_text(CARD, encoding="utf-8")
    (tmp_path / "wisps.toml").write_text(
        'name = "Wisps"\nclass = "mage"\ncards = ["2x Thirsty Wisp", "2x Wisp", "2x Fireball"]\n', encoding="utf-8"
    )
    decks = '[[deck]]\ndeck = "wisps.toml"\n[[deck]]\ndeck = "wisps.toml"\nname = "Others"\n'
    meta = f'name = "mine"\nplayers = "random"\n{decks}'
    (tmp_path / "mine.toml").write_text(meta, encoding="utf-8")
    (tmp_path / "rules.toml").write_text(RULES.replace("deck_size = 30", "deck_size = 6"), encoding="utf-8")
    (tmp_path / "patch.toml").write_text("[change.MY_001]\ncost = 1\n", encoding="utf-8")
    return tmp_path


def test_decks_play_other_cards_for_banned_ones_and_it_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ban.toml").write_text('ban = ["Fireball"]\n', encoding="utf-8")
    code, out, said = run(capsys, "meta", "mine.toml", *OWN, "--patch", "ban.toml", "--games", "2", "--json")
    assert code == 0, said
    for deck in ("Wisps", "Others"):
        assert f"Fireball is banned: {deck} plays 2x " in said
    assert json.loads(out)["decks"] == ["Wisps", "Others"]


OWN = ("--cards", "cards.toml", "--rules", "rules.toml")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


@pytest.mark.parametrize("name", PLAYING)
def test_every_command_that_plays_takes_them(name: str) -> None:
    assert inspect.signature(all_commands()[name].load()).parameters.keys() >= WORDS


def test_a_metagame_is_played_with_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "meta", "mine.toml", "--games", "2", "--json", *OWN)
    assert code == 0
    assert {*json.loads(out)["decks"]} == {"Wisps", "Others"}


ENDLESS = CARD.replace("health = 1", 'health = 0\ndeathrattle = { summon = "MY_001" }')


@pytest.mark.parametrize("words", [("meta",), ("what-if", "--change", "Wisp cost +1")], ids=lambda words: words[0])
def test_games_that_had_to_be_stopped_are_told(
    words: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cards.toml").write_text(ENDLESS, encoding="utf-8")
    asked = (words[0], "mine.toml", *words[1:], "--games", "4", *OWN)
    code, out, said = run(capsys, *asked, "--json")
    assert code == 0, said
    data = json.loads(out)
    sides = [data] if words[0] == "meta" else [data["before"], data["after"]]
    assert all(0 < side["stopped"] <= np.sum(side["draws"]) for side in sides)
    told = " ".join(run(capsys, *asked)[1].split())
    assert told.count("Drawn because an action went on without end") == len(sides)


def test_without_them_the_message_names_the_way_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, "meta", "mine.toml", "--games", "2", "--rules", "rules.toml")
    assert code == 2
    assert "there is no card 'Thirsty Wisp'" in said
    assert "cards of your own are added with --cards FILE" in said


def test_a_run_keeps_what_it_was_asked_with(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("nerfs", "Wisps", "--in", "mine.toml", "--games", "2", "--pilot-games", "0", "--out", "run", "--no-report")
    code, _, said = run(capsys, *words, *OWN, "--patch", "patch.toml")
    assert code == 0, said
    for name in ("cards.toml", "rules.toml", "patch.toml", "mine.toml", "wisps.toml"):
        (folder / name).unlink()
    stored = NERFS.read(folder / "run")
    metagame = load_played(stored.settings.metagame, None)
    assert Path(stored.settings.metagame) == (folder / "run" / "metagame.toml").resolve()
    assert metagame.rules.deck_size == 6
    assert metagame.patched_cards["Thirsty Wisp"].cost == 1
    assert run(capsys, "resume", "run", "--no-report")[0] == 0


def test_a_folder_with_a_metagame_of_a_run_that_never_began_can_be_used(folder: Path) -> None:
    from evometa.store.folder import is_unused

    (folder / "run" / "metagame").mkdir(parents=True)
    shutil.copy(folder / "mine.toml", folder / "run" / "metagame.toml")
    assert is_unused(folder / "run")


def test_random_decks_are_of_the_games_own_cards(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, "ladder", "random", "fair", "--decks", "random:2", "--cards", "cards.toml")
    assert (code, "need a metagame beside them" in said) == (2, True)


def test_a_game_is_played_and_replayed_with_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--player-a", "random", "--player-b", "random", "--seed", "1")
    code, out, said = run(capsys, "play", "wisps.toml", "wisps.toml", *words, "--save", "log.json", *OWN)
    assert code == 0, said
    assert "evometa play --replay log.json --cards cards.toml --rules rules.toml" in out
    assert run(capsys, "play", "--replay", "log.json", *OWN)[0] == 0
    assert "there is no card 'Thirsty Wisp'" in run(capsys, "play", "--replay", "log.json")[2]


def test_the_console_knows_the_cards(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("card thirsty wisp\ncard Wips\ncard\nquit\n"))
    code, out, _ = run(capsys, "console", "--cards", "cards.toml", "--seed", "1")
    assert code == 0
    assert "Thirsty Wisp (0 mana, 1 attack, 1 health)\nCommon neutral minion, mine set\nLifesteal.\n" in out
    assert "there is no card 'Wips'; did you mean 'Wisp'?" in out
    assert "which card? Give its name or id" in out
