"""Whole games: decks and players as records, the compiled loop, and what went wrong in a game."""
