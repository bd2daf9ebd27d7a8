"""A metagame that evolves by itself: equilibrium and best answers in turn."""
