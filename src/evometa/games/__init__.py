"""Card games: what all of them share, and each of them in a folder of its own."""
