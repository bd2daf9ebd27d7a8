"""evometa: measure the balance of a collectible card game's metagame, and find the smallest patch that evens it out."""

__version__ = "0.1.0"
