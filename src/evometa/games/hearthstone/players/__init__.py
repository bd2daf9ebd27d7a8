"""The players: scores, beam search, mulligan, random play; presets from `novice` to `master`, and `paper`."""
