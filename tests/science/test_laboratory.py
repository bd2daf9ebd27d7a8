"""The laboratory's commands with real games, each in a process of its own, as a user starts them."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

# The six decks by their win rate in the paper's table; the two in the middle tie there.
STRONGEST, TIED, REST = "Exp1 Paladin (Control)", {"Exp1 Paladin (Aggro)", "Exp1 Warlock (Control)"}, [
    "Exp1 Hunter (Control)",
    "Exp1 Warlock (Aggro)",
    "Exp1 Hunter (Aggro)",
]  # fmt: skip


def run(*arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "evometa.app.main", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.nightly
def test_one_thread_and_two_print_the_same_bytes() -> None:
    command = ("meta", "paper-six", "--players", "paper", "--games", "200", "--json")
    one, two = (run(*command, "--threads", threads) for threads in ("1", "2"))
    assert one == two
    assert np.array(json.loads(one)["games"]).sum() == 21 * 200


@pytest.mark.nightly
def test_the_six_decks_stand_in_the_order_of_the_paper() -> None:
    data = json.loads(run("meta", "paper-six", "--players", "paper", "--games", "2000", "--json"))
    order = [data["decks"][i] for i in np.argsort(-np.array(data["against_meta"]))]
    assert (order[0], set(order[1:3]), order[3:]) == (STRONGEST, TIED, REST)
    assert data["f"] > data["f_noise_floor"]


def test_what_if_tells_the_same_on_any_number_of_threads() -> None:
    command = ("what-if", "paper-small", "--players", "paper", "--change", "Consecration cost +1", "--games", "20")
    one, two = (run(*command, "--json", "--threads", threads) for threads in ("1", "2"))
    assert one == two
    data = json.loads(one)
    assert data["games_played"] == (3 + 2) * 20
    assert all("Exp2 Paladin (Control)" not in pair for pair in data["not_played_again"])


def test_cards_of_a_deck_are_counted() -> None:
    data = json.loads(run("cards", "Exp2 Paladin (Control)", "--in", "paper-small", "--games", "40", "--json"))
    assert data["games"] == 2 * 40
    for card in data["cards"]:
        assert 0 <= card["drawn_won"] <= card["drawn"] <= data["games"]
        assert 0 <= card["played_won"] <= card["played"] <= data["games"]
    assert sum(card["drawn"] for card in data["cards"]) > 5 * data["games"]
