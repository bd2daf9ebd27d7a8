"""Answers to a patch: the decks that beat the patched metagame."""
