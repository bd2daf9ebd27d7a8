"""The rules: actions, turns, combat, deaths, events."""
