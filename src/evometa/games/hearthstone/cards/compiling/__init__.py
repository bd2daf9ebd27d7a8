"""From cards to the table of integers that the engine plays with."""
