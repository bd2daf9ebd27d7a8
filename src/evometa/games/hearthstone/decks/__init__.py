"""What decks of Hearthstone have besides cards: codes, and what their cards can bring about."""
