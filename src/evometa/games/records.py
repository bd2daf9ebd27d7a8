"""What a batch of games is given and gives back, as integers."""

from evometa.games.compiled.records import record
from evometa.games.sizes import MAX_DECK, MAX_PROBES

MAX_TURN = 16  # the last of a player's own turns for which it is counted whether it brought a card
MAX_SAMPLES = 60  # ends of turns of a game whose position is measured; few games have more
LAST_TURN = 127  # the last of a player's own turns that a byte has room for; later ones are noted as this one

# A deck as indices into the card table; `of` is what else the game must know of it, such as its class.
DeckList = record("of", "n", "n_distinct", ("cards", "i2", (MAX_DECK,)), ("distinct", "i2", (MAX_DECK,)))

# A run of games between two decks; game i has the seed stream(seed, first + i).
Job = record(
    ("seed", "u8"),
    ("first", "i8"),
    ("games", "i8"),
    ("cell", "i4"),  # row of the sums
    "table",
    ("decks", "i2", (2,)),
    ("players", "i2", (2,)),
)

Result = record(
    ("nodes", "i4"),
    ("actions", "i4"),  # of both players
    "winner",  # seat 0 or 1, 2 for a draw
    "turns",
    "error",
    ("health", "i2", (2,)),
    ("drawn", "i2", (2,)),
    ("spent", "i4", (2,)),  # for cards and powers
    # For each distinct card of each deck: its player's turn in which it was first drawn and first played; 0 if never.
    ("first_drawn", "i1", (2, MAX_DECK)),
    ("first_played", "i1", (2, MAX_DECK)),
    # If something else than the draw of a turn brought the card first: the number of turns whose draw had not.
    ("missed", "i1", (2, MAX_DECK)),
    "n_samples",
    "stopped",  # 1: a draw because an action went on and on
)

# A position at the end of a turn, as the player sees it who has ended it; and whether this player won.
UNDECIDED, LOST, WON = 0, 1, 2
Sample = record("player", "outcome", ("values", "i4", (MAX_PROBES,)))

# The counts by turn are [won, turn - 1], and every game is in one of the two: either the draw of a turn (or the opening
# hand, which belongs to the first) brought the card, or the draws of all turns up to that one had not brought it when
# the game ended or something else did. They are half words: two of them are added as one, and never reach 2^31.
CardSums = record(
    ("drawn", "i8"),
    ("drawn_won", "i8"),
    ("drawn_played", "i8"),  # games in which it was drawn and played
    ("played", "i8"),  # also if it came from elsewhere than the deck
    ("played_won", "i8"),
    ("turn_drawn", "i8"),
    ("turn_played", "i8"),
    ("drawn_at", "i4", (2, MAX_TURN)),
    ("missing_until", "i4", (2, MAX_TURN)),
)
Sums = record(
    ("games", "i8"),
    ("wins", "i8", (3,)),  # seat 0, seat 1, draws
    ("turns", "i8"),
    ("nodes", "i8"),
    ("health", "i8", (2,)),
    ("drawn", "i8", (2,)),
    ("spent", "i8", (2,)),
    ("cards", CardSums, (2, MAX_DECK)),
    ("stopped", "i8"),  # draws because an action went on and on
)
