"""What a player would do in a given position: one search, asked for from Python."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.engine.compiling import entry
from evometa.players.beam import plan_turn
from evometa.players.workspace import Workspace


@entry
def plan_position(tables: NDArray[Any], styles: NDArray[Any], workspace: Workspace, rng: np.uint64) -> tuple[int, int]:
    """Plan the turn of the workspace's game; returns the plan's length and the nodes searched."""
    return plan_turn(tables[0], styles[0], workspace, rng)
