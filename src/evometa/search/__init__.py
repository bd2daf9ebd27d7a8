"""Searches over vectors of integers: they know arrays and a `Problem`, and nothing of cards."""
