"""Deck searches: a map of the best decks of every kind."""
