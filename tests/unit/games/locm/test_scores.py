"""Foresight: what an action adds to the score is what doing it does."""

import numpy as np
import pytest
from tests.unit.games.locm.random_games import walk

from evometa.games.compiled.compiling import JIT
from evometa.games.locm.players.player import LanePlayer, pack_players
from evometa.games.locm.players.records import FEATURES
from evometa.games.locm.players.scores import BEST, foresee, score
from evometa.games.locm.records import PASS, decode

pytestmark = pytest.mark.skipif(JIT, reason="scores are asked for from Python; NUMBA_DISABLE_JIT=1 lifts this")


@pytest.mark.parametrize("seed", range(8))
def test_every_action_adds_what_was_foreseen(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = dict(zip(FEATURES, rng.integers(-50, 50, len(FEATURES)).tolist(), strict=True))
    w = pack_players([LanePlayer("any", weights=weights)])[0].weights
    for stepper, actions in walk(seed):
        game, before = stepper.game, stepper.games.copy()
        me, now = int(game.current), score(game, int(game.current), w)
        for action in actions:
            if action == PASS:
                continue
            expected = foresee(game, stepper.table, w, action)
            stepper.apply(action)
            found = score(game, me, w)
            if game.over:
                assert np.sign(expected) == np.sign(found)
                assert abs(expected) > BEST
            else:
                assert found - now == expected, decode(action)
            stepper.games[:] = before
