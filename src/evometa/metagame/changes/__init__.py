"""A metagame before and after a change, and beside games that people have played."""
