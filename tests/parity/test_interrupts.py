"""Ctrl-C while the rules are being compiled."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from tests.parity.processes import interrupt, start_python

from evometa.app.terminal.progress import COMPILING

COMMAND = "from evometa.app.main import start; start()"
ENDINGS = {
    "evometa: interrupted",
    "Interrupted before any games were finished: there is nothing to tell yet.",
}


def interrupt_compiling(cache: Path, seconds: float) -> None:
    """Start with an empty cache, and send Ctrl-C some seconds after compiling has begun."""
    arguments = ["-c", COMMAND, "meta", "paper-small", "--games", "2"]
    process = start_python(arguments, {"EVOMETA_CACHE": cache, "NUMBA_CACHE_DIR": ""})
    assert process.stderr is not None
    assert process.stderr.readline().strip() == COMPILING
    time.sleep(seconds)
    code, told, cost = interrupt(process)
    assert code == 130, told
    assert len(told.splitlines()) == 1
    assert told.strip() in ENDINGS
    assert cost < 10
    assert list(cache.rglob("*.part")) == []


@pytest.mark.parametrize("seconds", [0, 3])
def test_ctrl_c_while_compiling(tmp_path: Path, seconds: float) -> None:
    interrupt_compiling(tmp_path / "cache", seconds)


@pytest.mark.nightly
def test_ctrl_c_at_any_moment_of_compiling(tmp_path: Path) -> None:
    draw = random.Random(9)
    for attempt in range(10):
        interrupt_compiling(tmp_path / str(attempt), draw.uniform(0, 30))


OWN_CARDS = """
[[card]]
id = "MY_1"
name = "Endless Power"
class = "neutral"
set = "custom"
type = "hero_power"
rarity = "common"
collectible = false
cost = 0
power = [{ set_power = "MY_1" }, { repeat = 99, do = [{ armor = 1 }, { armor = 1 }, { heal = 1, to = "your hero" }] }]

[[card]]
id = "MY_2"
name = "Begin"
class = "neutral"
set = "custom"
type = "spell"
rarity = "common"
cost = 0
spell = { set_power = "MY_1" }
"""
BUSY = 'name = "busy"\nkind = "busy"\nmulligan = "keep all"\n'
DECK = 'name = "Long"\nclass = "mage"\ncards = ["2x Begin", "2x Wisp", "2x Fireball"]\n'
METAGAME = 'players = "{players}"\n[[deck]]\ndeck = "deck.toml"\n[[deck]]\ndeck = "deck.toml"\nname = "Other"\n'
TELL = """
import os, threading, time
from evometa.app.main import main
from evometa.games.registry import default_game
default_game().prepare()
def tell():
    while not any(thread.name.startswith("evometa games") for thread in threading.enumerate()):
        time.sleep(0.1)
    time.sleep(2)
    os.write(2, b"now\\n")
threading.Thread(target=tell).start()
main(["meta", "metagame.toml", "--cards", "cards.toml", "--rules", "rules.toml", "--games", "100000"])
"""


@pytest.mark.parametrize("players", ["busy.toml", "skilled"])
def test_ctrl_c_while_own_cards_play_games_of_hours(players: str, tmp_path: Path) -> None:
    rules = "deck_size = 6\nturn_limit = 9999\ncards_per_turn = 9999\n"
    texts = {"cards": OWN_CARDS, "busy": BUSY, "deck": DECK, "rules": rules, "metagame": METAGAME}
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text.replace("{players}", players), encoding="utf-8")
    process = start_python(["-c", f"import os; os.chdir({str(tmp_path)!r})\n{TELL}"], {})
    assert process.stderr is not None
    while (line := process.stderr.readline()) != "now\n":
        assert line, "the process has ended by itself"
    code, told, cost = interrupt(process)
    assert code == 130, told
    assert cost < 5  # after half a second chunks are dropped, on each core
