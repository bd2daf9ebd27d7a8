"""How much every game has room for, in what its batches are given and give back."""

MAX_DECK = 60  # cards
MAX_PROBES = 40  # weights that are measured at the end of a turn
