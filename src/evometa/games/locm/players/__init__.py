"""The players: scores and their foresight, the beam search over a turn, presets, and how weights are fitted."""
