"""Games that are folders of data: what makes one, how it is found, and that nothing of Hearthstone is in it."""

from __future__ import annotations

import io
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from tests.unit.app.runs.run_laboratory import TINY, RunLaboratory
from tests.unit.games.hearthstone.foreign_names import NAMES, foreign_names

from evometa.app.main import main
from evometa.games import registry
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.rules import Rules
from evometa.games.hearthstone.game import HEARTHSTONE, HearthstoneLike, load_game, write_template
from evometa.games.hearthstone.sandbox.sandbox import empty_position
from evometa.games.players import builtin_players, load_player
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.metagame.metagames import load_metagame
from evometa.metagame.model import Variant
from evometa.store import open_run

DECKS = {"Gear Swarm", "Great Works", "Slow Boil", "Spirit Choir", "First Wave", "Long Siege"}

TWO = 'game = "{}"\n[[deck]]\ndeck = "Gear Swarm"\n[[deck]]\ndeck = "Slow Boil"\n'


@pytest.fixture
def game(tmp_path: Path) -> HearthstoneLike:
    """The game that `new-game` writes."""
    return write_template(tmp_path / "duel")


def edit(game: HearthstoneLike, old: str, new: str) -> Path:
    """Another folder: the game with another `game.toml`."""
    folder = game.folder.parent / "edited"
    write_template(folder)
    file = folder / "game.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


# --- what a folder says -----------------------------------------------------------------------------------------------


def test_hearthstone_is_such_a_folder() -> None:
    assert load_game(HEARTHSTONE.folder).name == "hearthstone"
    assert HEARTHSTONE.lexicon.class_name(3) == "mage"
    assert HEARTHSTONE.reference == "hearthstone"
    assert HEARTHSTONE.load_rules() == Rules()


def test_a_new_game_stands_alone_and_is_named_after_its_folder(game: HearthstoneLike) -> None:
    assert (game.name, game.classes) == ("duel", ("tinker", "brewer", "raider"))
    assert not {card.name for card in game.own_cards} & NAMES
    assert not {card.id for card in game.own_cards} & {card.id for card in HEARTHSTONE.own_cards}
    rules = game.load_rules()
    assert (rules.hero_health, rules.copies, rules.mana, rules.fatigue_step) == (20, 3, (1, 2, 3, 4, 5, 6, 7, 8), 1)
    assert sum(card.is_collectible for card in game.own_cards) == 40
    metagame = load_metagame("all", Variant(chosen=game))
    assert {deck.name for deck in metagame.decks} == DECKS
    assert {player.game for player in metagame.players} == {game}
    assert game.own_cards["Market Duelist"].game is game


def test_classes_and_tribes_are_those_of_the_game(game: HearthstoneLike) -> None:
    cards = game.own_cards
    names = ("Dockhand", "Oil Can", "Herb Picker", "Thrown Knife")
    assert [cards[name].definition.klass for name in names] == [0, 1, 2, 3]
    assert cards["Quartermaster"].definition.play[0].selection.who.race == 3
    assert game.rules_text(cards["Quartermaster"], cards) == "Battlecry: Give your other Crews +1 Attack."
    table = game.compile(cards)
    assert table.record.cards[cards.index_of("Odda Brasswright")].klass == 1
    with pytest.raises(InputError, match=r"unknown class 'mage'.*allowed: neutral, tinker, brewer, raider"):
        game.add_cards(cards, game.example_card.replace('"neutral"', '"mage"'), "mine")
    _, (own,) = game.add_cards(cards, game.example_card, "mine")
    assert own.definition.type == c.MINION
    assert own.game is game


def test_a_position_with_nothing_on_it_has_no_more_mana_than_the_game(game: HearthstoneLike) -> None:
    assert game.load_rules().mana[-1] == 8
    for each, most in ((game, 8), (HEARTHSTONE, 10)):
        me = empty_position(each.compile(each.own_cards), seed=1).me
        assert (me.mana, me.crystals) == (most, most)


def test_a_game_has_the_keywords_that_it_says(game: HearthstoneLike) -> None:
    assert "windfury" not in game.keywords["minion"]
    card = game.example_card.replace('"taunt"', '"windfury"')
    with pytest.raises(InputError, match=r"unknown keyword 'windfury'.*allowed: taunt"):
        game.add_cards(game.own_cards, card, "mine")


def test_its_own_players_come_on_top_of_those_of_the_engine(game: HearthstoneLike) -> None:
    assert {"cautious", "skilled", "fair-aggro"} <= set(builtin_players(game))
    assert not {"paper-aggro", "paper-control"} & set(builtin_players(game))
    assert game.presets == ("fair",)
    assert load_player("cautious", game).game is game
    assert pickle.loads(pickle.dumps(load_player("skilled", game))).game is game


def test_deck_codes_and_crafting_are_of_those_who_say_so(game: HearthstoneLike) -> None:
    assert "dust" not in [measure.name for measure in game.deck_measures]
    assert not game.is_deck_code("AAECAf0EAAGfjQYAAA==")
    with pytest.raises(InputError, match="has no deck codes"):
        game.write_code("tinker", {}, game.own_cards)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('classes = ["tinker", ', 'classes = ["tinker", "minion", ', "'minion' has a meaning already"),
        ('tribes = ["machine"', 'tribes = ["tinker"', "'tinker' has a meaning already"),
        ('keywords = ["taunt"', 'keywords = ["tount"', "did you mean 'taunt'"),
        ("copies = 3", "copis = 3", "did you mean 'copies'"),
        ("mana = [1, 2", "mana = [9, 2", "turn 2 has 2 crystals, fewer than the 9 before"),
        ("hand_limit = 8", "hand_limit = 11", "1 to 10"),
        ('"raider"]', '"raider", "poet"]', "there is no hero card of the class 'poet'"),
        ('name = "edited"', 'name = "hearthstone"', "is that of another game"),
        ('title = "Night Harbour"', "titel = 3", "did you mean 'title'"),
    ],
)
def test_what_is_wrong_with_a_game_is_told(game: HearthstoneLike, old: str, new: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        find_game(str(edit(game, old, new)))


def test_all_that_is_wrong_with_a_game_is_told_at_once(game: HearthstoneLike) -> None:
    folder = game.folder.parent / "wrong"
    folder.mkdir()
    (folder / "game.toml").write_text('name = "A b"\nclasses = []\ntribe = 1\n[rules]\ncopies = 0\n', encoding="utf-8")
    with pytest.raises(InputError) as told:
        find_game(str(folder))
    assert all(word in str(told.value) for word in ("name", "classes", "tribe", "copies"))


# --- how it is found --------------------------------------------------------------------------------------------------


def test_a_game_is_found_by_its_folder_and_travels_by_it(game: HearthstoneLike) -> None:
    found = find_game(str(game.folder))
    assert found is find_game("../duel", game.folder / "cards" / "..")
    assert pickle.loads(pickle.dumps(found)) is found
    with pytest.raises(InputError, match=r"there is no game in this folder.*--game FOLDER"):
        find_game(str(game.folder / "nowhere"))


def test_other_content_is_another_version(game: HearthstoneLike) -> None:
    before = game.rules_version
    assert str(before).startswith(f"{HEARTHSTONE.rules_version}.1.")
    assert write_template(game.folder.parent / "copy").rules_version != before  # its name is another one
    deck = game.folder / "decks" / "first-wave.toml"
    deck.write_text(deck.read_text(encoding="utf-8").replace("First Wave", "Last Wave"), encoding="utf-8")
    assert HearthstoneLike(game.folder).rules_version != before


def test_a_metagame_names_a_game_by_a_path_or_lies_in_it(game: HearthstoneLike) -> None:
    inside = game.folder / "metagames" / "all.toml"
    assert load_metagame(inside).game is game
    beside = game.folder.parent / "mine" / "two.toml"
    beside.parent.mkdir()
    beside.write_text(TWO.format("../duel"), encoding="utf-8")
    assert load_metagame(beside).game is game
    with pytest.raises(InputError, match="for the game 'duel', but 'hearthstone' was asked for"):
        load_metagame(beside, Variant(chosen=HEARTHSTONE))


# --- commands ---------------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(SystemExit) as end:
        main(words)
    out, said = capsys.readouterr()
    return int(end.value.code or 0), out + said


def test_no_card_of_hearthstone_is_shown(
    game: HearthstoneLike, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.folder.parent)
    shown = ""
    for words in (("list",), ("card", "--all"), ("card", "Oil Can"), ("deck", "gear-swarm"), ("what-if", "--help")):
        code, text = run(capsys, monkeypatch, *words, "--game", "duel")
        assert code == 0, text
        shown += text
    for words in (("card", "Wispp"), ("deck", "Starter"), ("meta", "sixx"), ("card", "Fire"), ("play", "x", "y")):
        code, text = run(capsys, monkeypatch, *words, "--game", "duel")
        assert code, text
        shown += text.replace("Wispp", "").replace("Starter", "")
    (game.folder.parent / "bad.toml").write_text("name = 'x'\nclass = 'tinker'\ncards = [3]\n", encoding="utf-8")
    shown += run(capsys, monkeypatch, "deck", "bad.toml", "--game", "duel")[1]
    assert not foreign_names(shown)
    assert "Odda Brasswright" in shown


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    """A folder with the game, whose games are planted."""
    found = RunLaboratory.open(tmp_path, monkeypatch, capsys)
    write_template(tmp_path / "duel")
    return found


SEARCH = (
    "--algorithm",
    "map-elites",
    "--evaluations",
    "12",
    "--batch",
    "6",
    "--games",
    "20",
    "--again-games",
    "20",
    "--finalists",
    "1",
)
MAP = ("--audit-games", "20", "--largest", "2", "--remap-every", "6")


def test_no_card_of_hearthstone_is_in_what_is_measured(lab: RunLaboratory) -> None:
    lab.runner.rates = np.full((60, 60), 0.5)
    (lab.folder / "two.toml").write_text(TWO.format("duel"), encoding="utf-8")
    shown = lab.run("meta", "two.toml", "--games", "20")
    shown += lab.run("balance", "two.toml", *TINY, "--out", "balanced")
    shown += lab.run("decks", "--class", "raider", "--against", "two.toml", *SEARCH, *MAP, "--out", "found")
    pages = [page.read_text(encoding="utf-8") for page in lab.folder.rglob("report.html")]
    assert len(pages) == 2
    assert not foreign_names(shown + "".join(pages))
    assert "Gear Swarm" in shown
    with open_run(lab.folder / "balanced") as opened:
        versions = opened.versions
    assert (versions.game, versions.folder) == ("duel", str(lab.folder / "duel"))
    assert versions.rules == find_game(str(lab.folder / "duel")).rules_version


def test_a_run_finds_its_game_where_it_moved(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_MOVED", {})
    lab.runner.rates = np.full((3, 3), 0.5)
    lab.runner.calls_left = 2
    lab.run("balance", "duel/metagames/small.toml", *TINY, "--out", "balanced", code=130)
    lab.runner.calls_left = None
    (lab.folder / "duel").rename(lab.folder / "elsewhere")
    lab.run("resume", "balanced", code=2)
    assert "say where it is with --game FOLDER" in lab.said
    lab.run("resume", "balanced", "--game", "elsewhere")
    lab.run("report", "balanced", "--game", "elsewhere")
    lab.run("resume", "balanced", "--game", "hearthstone", code=2)
