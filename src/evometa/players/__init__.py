"""The players: scores, beam search, mulligan, random play; presets `paper` and `fair`."""
