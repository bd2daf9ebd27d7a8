"""The rules: game state, randomness, legal actions, turns and combat, effects, events, readable log."""

RULES_VERSION = 3
