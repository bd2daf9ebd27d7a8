"""Commands about cards, decks and single games."""
