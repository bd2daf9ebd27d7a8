"""Whole games as text that people can read, compared word for word with the files beside this one.

A change of the rules, the cards, the search or the wording shows here as a difference. When it is meant, write the
files again and read what changed:

    EVOMETA_WRITE_GOLDEN=1 NUMBA_DISABLE_JIT=1 .venv/bin/python -m pytest tests/golden
    git diff tests/golden
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from evometa.app.game.play import tell_story
from evometa.games.hearthstone.watching.playthrough import Playthrough, record_game
from evometa.games.setting import Setting
from evometa.metagame.single_games import prepare_game

FOLDER = Path(__file__).parent
WIDTH, DEPTH = 1, 8  # a narrow search, which is quick uncompiled
# file: deck that starts, other deck, preset of both players, seed
GAMES = {
    "paper_hunter_aggro_warlock_control.txt": ("exp1_hunter_aggro", "exp1_warlock_control", "paper", 8),
    "fair_paladin_control_hunter_control.txt": ("exp1_paladin_control", "exp1_hunter_control", "fair", 10),
}


def narrow_game(deck_a: str, deck_b: str, preset: str, seed: int) -> Setting:
    """A game between the preset's players for the two decks, with a narrower search."""
    setting = prepare_game((deck_a, deck_b), (preset, preset), seed)
    first, second = (replace(p, name=f"narrow {p.name}", width=WIDTH, depth=DEPTH) for p in setting.players)
    return replace(setting, players=(first, second))


def tell(setting: Setting) -> str:
    """The text of a game."""
    story = tell_story(Playthrough(setting), record_game(setting))
    return "".join(f"{line}\n" for part in story for line in part)


@pytest.mark.parametrize("file", GAMES)
def test_a_game_goes_as_it_did(file: str) -> None:
    text = tell(narrow_game(*GAMES[file]))
    path = FOLDER / file
    if os.environ.get("EVOMETA_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text.split("\n") == path.read_text(encoding="utf-8").split("\n")
