"""What a batch of games is given and gives back, as integers."""

import numpy as np

from evometa.cards.table import record
from evometa.engine.records import MAX_DECK

DeckList = record("hero", "n", "n_distinct", ("cards", "i2", (MAX_DECK,)), ("distinct", "i2", (MAX_DECK,)))

# A run of games between two decks; game i has the seed stream(seed, first + i).
Job = record(
    ("seed", "u8"),
    ("first", "i8"),
    ("games", "i8"),
    ("cell", "i4"),  # row of the sums
    "table",
    ("decks", "i2", (2,)),
    ("styles", "i2", (2,)),
)

Result = record(
    ("nodes", "i4"),
    "winner",  # seat 0 or 1, 2 for a draw
    "turns",
    "error",
    ("health", "i2", (2,)),
    ("drawn", "i2", (2,)),
    ("mana", "i2", (2,)),
    # per distinct card of each deck: its player's turn when first drawn and first played; 0 = never
    ("first_drawn", "i1", (2, MAX_DECK)),
    ("first_played", "i1", (2, MAX_DECK)),
)

CardSums = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, "i8") for name in ("drawn", "drawn_won", "played", "played_won", "turn_drawn", "turn_played")]
        ),
    )
)
Sums = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("games", "i8"),
                ("wins", "i8", (3,)),  # seat 0, seat 1, draws
                ("turns", "i8"),
                ("nodes", "i8"),
                ("health", "i8", (2,)),
                ("drawn", "i8", (2,)),
                ("mana", "i8", (2,)),
                ("cards", CardSums, (2, MAX_DECK)),
            ]
        ),
    )
)
