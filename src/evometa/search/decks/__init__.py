"""The deck search that learns: a model of all games, the best decks of its samples, and races in the end."""
