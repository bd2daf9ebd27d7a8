"""The story of a deck search: the best deck and whether it beats known ones, the finalists, the map and the search."""
