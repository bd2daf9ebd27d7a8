"""Legends of Code and Magic 1.2: cards as data, a compiled engine of its two lanes, players, decks and the draft."""
