"""The table of a metagame: every match-up with its games."""
