"""The story of a balance run: the metagame before and after, the patch and what it costs, then the search."""
