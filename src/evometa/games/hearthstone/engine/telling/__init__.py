"""Games for people: positions to look at, to set up and to save, and games in words."""
