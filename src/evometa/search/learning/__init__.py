"""A search that learns from every game: a model of all win rates, and the changes that it calls best."""
