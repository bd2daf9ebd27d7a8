"""A large batch does not need much memory."""

import pytest
from tests.parity.processes import run_python

MOST_MEGABYTES = 500

# Prints the most memory that the process ever held, in kilobytes. Linux tells it of the program alone in /proc, where
# `ru_maxrss` may still be that of the process which started it; macOS counts bytes.
BATCH = """
import resource, sys
from dataclasses import replace
from pathlib import Path
from tests.science.exp1_games import DECKS, NAMES, card_table
from evometa.matches.schedule import ordered_pairs
from evometa.matches.counting import play_games
from evometa.games.players import load_player

player = {player}
matches = ordered_pairs(NAMES, -(-100_000 // 36), 1)
result = play_games(card_table(), DECKS, [player] * 6, matches, per_game=True)
assert result.n_games >= 100_000 and len(result.games) == result.n_games
status = Path("/proc/self/status")
if status.exists():
    print(next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM:")))
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1))
"""


@pytest.mark.nightly
@pytest.mark.parametrize("player", ['load_player("random")', 'replace(load_player("fair-aggro"), width=1, depth=6)'])
def test_a_hundred_thousand_games_one_by_one(player: str) -> None:
    run_python(BATCH.replace("100_000", "36").format(player=player))  # compiles, which needs memory of its own
    assert int(run_python(BATCH.format(player=player))) / 1024 < MOST_MEGABYTES
