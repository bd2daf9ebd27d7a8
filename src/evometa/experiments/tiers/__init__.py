"""Card tiers: what a copy of each card is worth in random decks."""
