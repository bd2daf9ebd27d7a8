"""Decks that are tried: each against all decks of a metagame."""
