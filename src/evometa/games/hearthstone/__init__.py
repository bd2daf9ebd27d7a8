"""Hearthstone: cards as data, rules, and players."""
