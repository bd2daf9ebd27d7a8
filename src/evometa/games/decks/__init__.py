"""Decks: what they are, files and codes of them, and all the decks that there can be."""
