"""What is foreseen is what happens."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from tests.properties.foreseen_scores import FIRST_KIND, N_COUNTS, compare_scores, patch_at_random, random_weights
from tests.properties.random_positions import card_table, few, lengths, reach_position, seeds

from evometa.games.hearthstone.engine.state.action_codes import END, FIGHT, PLAY
from evometa.games.hearthstone.players.workspace import SearchSize, new_workspace

counts = np.zeros(N_COUNTS, np.int64)


@few
@given(seeds, lengths)
def test_a_foreseen_score_is_the_score_afterwards(seed: int, n_actions: int) -> None:
    """In any position, with any weights, whatever the cards' numbers are from there on."""
    source, workspace = random.Random(seed), new_workspace(SearchSize())
    workspace.game[0].words = reach_position(seed, n_actions).game.words
    for table in (card_table(), patch_at_random(card_table(), source)):
        wrong = compare_scores(table.record, random_weights(source), workspace, np.uint64(seed), counts)
        assert wrong == -1


def test_every_kind_of_action_was_foreseen_there() -> None:
    """Or the test above has shown little."""
    assert all(counts[FIRST_KIND + kind] > 0 for kind in (END, PLAY, FIGHT))
