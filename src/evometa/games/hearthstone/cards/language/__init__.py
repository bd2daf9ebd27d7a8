"""The language of cards: its words, verbs, phrases and filters, and what a card means in them."""
