"""What a player would do in a given position: one search, asked for from Python."""

from evometa.engine.compiling import entry
from evometa.players.beam import plan_turn


@entry
def plan_position(tables, styles, workspace, rng):
    """Plan the turn of the position in the workspace's last slot; returns the plan's length and the nodes searched."""
    return plan_turn(tables[0], styles[0], workspace, rng)
