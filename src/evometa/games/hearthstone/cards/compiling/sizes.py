"""How much there is room for. The arrays of a card table and of a game have these sizes, and no rule may ask for more.

Compiled code does not look whether an index is inside its array, so each of these numbers stands here alone: the rules
(`cards/rules.py`) take their upper ends from it, and the records of `table.py` and of the engine their lengths.
"""

from evometa.games.sizes import MAX_DECK as MAX_DECK

# --- of a card table ------------------------------------------------------------------------------------------------
MAX_CARDS = 640  # of the set, and of those from which one is taken at random
MAX_CODE = 2048  # instructions
MAX_POOL = 2048  # cards in all pools together, from which a card is taken at random
MAX_MARKS = 60  # different abilities that cards attach
MAX_TRIGGERS = 2  # of a card
MAX_AURAS = 2
MAX_OPTIONS = 2

# --- of a game ------------------------------------------------------------------------------------------------------
MAX_HAND = 10
MAX_MINIONS = 7  # of one player
MAX_SECRETS = 5
MAX_STAT = 9999  # attack, health and armor stop here
