"""What is foreseen is what happens: many compiled games over the whole pool; patches, rules and weights are random."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from tests.parity.processes import run_python
from tests.properties.foreseen_scores import (
    DIFFERENT_TABLES,
    FIRST_KIND,
    N_COUNTS,
    compare_games,
    pack_weights,
    patch_at_random,
    random_weights,
)
from tools.fuzz.decks import draw_deck
from tools.fuzz.variants import PRINTED, draw_variant

from evometa.games.hearthstone.engine.state.action_codes import END, FIGHT, PLAY
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.players.workspace import SearchSize, new_workspace

FORESEEN = 3_000_000  # scores, at least
COMPARE = "from tests.parity.test_foresight import main; main({seed}, {games})"


def main(seed: int, n_games: int) -> None:
    """Play so many games, and print how many scores were wrong, unknown, and foreseen by kind of action."""
    source = random.Random(seed)
    variants = [draw_variant(source) for _ in range(3 * DIFFERENT_TABLES)]
    tables = [PRINTED.table, *(variant.table for variant in variants if not variant.is_long)]
    tables += [patch_at_random(PRINTED.table, source) for _ in range(DIFFERENT_TABLES)]
    decks = HEARTHSTONE.pack_decks([draw_deck(source) for _ in range(200)], PRINTED.table)
    weights = pack_weights([random_weights(source) for _ in range(50)])
    counts = np.zeros(N_COUNTS, np.int64)
    arrays = np.concatenate([table.array for table in tables])
    wrong = compare_games(arrays, decks, weights, new_workspace(SearchSize()), np.uint64(seed), n_games, counts)
    print(wrong, *counts)


@pytest.mark.nightly
def test_no_foreseen_score_is_wrong(tmp_path: Path) -> None:
    printed = run_python(COMPARE.format(seed=1, games=20_000), EVOMETA_CACHE=tmp_path)
    wrong, *counts = (int(word) for word in printed.split())
    assert wrong == -1
    assert sum(counts[FIRST_KIND:]) > FORESEEN
    assert all(counts[FIRST_KIND + kind] > FORESEEN / 20 for kind in (END, PLAY, FIGHT))
