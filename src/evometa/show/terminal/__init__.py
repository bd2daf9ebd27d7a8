"""The voice for a terminal."""
