"""What `evometa tune` learns from is the same, compiled and not."""

from __future__ import annotations

import numpy as np
import pytest
from tests.parity.turn_samples import GAMES, note_samples, note_samples_uncompiled


@pytest.mark.parametrize("name", ["random", "skilled"])
def test_ends_of_turns_are_noted_alike(name: str) -> None:
    features, values, won = note_samples(name)
    assert (features, values, won) == note_samples_uncompiled(name)
    assert len(values) > 5 * GAMES
    assert 0.2 < np.mean(won) < 0.8
    assert np.ptp(values, axis=0).astype(bool).mean() > 0.7  # most features vary, so that there is something to compare
