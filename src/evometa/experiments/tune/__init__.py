"""Tuning: weights for a player, from games of its own."""
