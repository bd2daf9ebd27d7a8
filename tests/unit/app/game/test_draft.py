"""`evometa draft`: a deck from a draft."""

from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.games.decks.deck import read_deck
from evometa.games.locm.game import LOCM

FEW = ["--games", "20", "--threads", "1", "--by", "random"]


def draft(*arguments: str) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["draft", *arguments, *FEW])
    assert raised.value.code == 0


def test_a_draft_writes_a_deck_that_may_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.toml"
    draft("--game", "locm", "--seed", "3", "--out", str(file))
    deck = read_deck(file, game=LOCM)
    deck.validate(LOCM.own_cards, LOCM.load_rules())
    assert deck.name == "Draft 3"
    draft("--game", "locm", "--seed", "3")
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "this command needs a draft, which the game Hearthstone does not offer"),
        (["--game", "locm", "--by", "gredy"], "did you mean 'greedy'"),
        (["--game", "lcm"], "unknown game 'lcm'"),
    ],
)
def test_mistakes_are_said(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["draft", *arguments])
    assert message in " ".join(capsys.readouterr().err.split())
