"""Cards in games: how often they win, and what a copy of each is worth."""
