"""The words of the data of cards, and what patches may do to the numbers behind them."""

TYPES = ("creature", "green item", "red item", "blue item")  # in the order of the numbers of `records`
KEYWORDS = ("breakthrough", "charge", "drain", "guard", "lethal", "ward")  # in the order of their bits
FACE = ("cost", "attack", "defence")  # the numbers that every creature has
NUMBERS = (*FACE, "own_health", "enemy_health", "draw")
MOST = 12  # mana and beyond: what a changed number stays within, unless the card has more
_MOST_DRAWN = 4


def limits_of(path: str, printed: int, allow_zero: bool = False) -> tuple[int, int]:
    """What a number can be changed to. Effects keep their sign, and what has some defence keeps some."""
    if path == "draw":
        return 0, max(_MOST_DRAWN, printed)
    if printed < 0:
        return min(-MOST, printed), 0
    return min(printed, int(path == "defence" and not allow_zero)), max(MOST, printed)


def direction_of(path: str, printed: int) -> int:
    """1 if more of a number makes a card stronger, -1 if it makes it weaker. What an item takes is below 0."""
    if path in ("cost", "enemy_health"):
        return -1
    return -1 if printed < 0 and path in FACE else 1
