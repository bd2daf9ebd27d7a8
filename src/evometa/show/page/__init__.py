"""The voice for a browser: pages that need no other file."""
