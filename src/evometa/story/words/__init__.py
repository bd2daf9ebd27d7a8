"""Numbers in words, the same for terminal and page."""
