"""An action as one integer: what is done, with what, where, to whom, and which of two options is meant.

The parts lie side by side: the kind in the lowest bits, then the source (the place in hand, the attacker's slot, or the
number of the choice), the position of a minion, the target, and the option of a choose-one card, which counts from 1.
"""

from evometa.games.compiled.compiling import shared
from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND, MAX_OPTIONS
from evometa.games.hearthstone.engine.state.records import GRAVE, MAX_LOOK, NOBODY, SLOTS

END, PLAY, FIGHT, POWER, CHOOSE = range(5)
BEGIN = 5  # the first turn of a game, which no player chooses
NO_TARGET = 31

SOURCE_AT, POSITION_AT, TARGET_AT, OPTION_AT = 4, 8, 12, 20  # the lowest bit of each part
SMALL, TARGET = 15, 31  # masks: the bits of a target, and those of any other part

# Every card at every position on every target with every option; every attack; the hero power on everybody; the end.
MAX_ACTIONS = MAX_HAND * SLOTS * GRAVE * MAX_OPTIONS + SLOTS * SLOTS + GRAVE + 1

assert max(MAX_HAND - 1, MAX_LOOK - 1, SLOTS, MAX_OPTIONS) <= SMALL and GRAVE <= NO_TARGET <= TARGET


@shared
def encode(kind: int, source: int, position: int, option: int) -> int:
    """An action that still lacks its target."""
    return kind | source << SOURCE_AT | position << POSITION_AT | option << OPTION_AT


@shared
def aim(action: int, target: int) -> int:
    """The action with its target: a reference, or NO_TARGET."""
    return action | target << TARGET_AT


@shared
def kind_of(action: int) -> int:
    """END, PLAY, FIGHT, POWER or CHOOSE."""
    return action & SMALL


@shared
def source_of(action: int) -> int:
    """A place in hand, a slot or the number of a choice, by the kind of action."""
    return action >> SOURCE_AT & SMALL


@shared
def position_of(action: int) -> int:
    """The slot that a played minion takes."""
    return action >> POSITION_AT & SMALL


@shared
def anywhere(action: int) -> int:
    """The action without its position: the same for every place that a minion may take."""
    return action & ~(SMALL << POSITION_AT)


@shared
def target_of(action: int) -> int:
    """The reference of the target, or NOBODY."""
    ref = action >> TARGET_AT & TARGET
    return NOBODY if ref == NO_TARGET else ref


@shared
def option_of(action: int) -> int:
    """The chosen option, from 1; 0 if there is none to choose."""
    return action >> OPTION_AT & SMALL
