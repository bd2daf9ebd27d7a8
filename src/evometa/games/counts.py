"""What a game was is counted by compiled code, the same for all games: results are emptied, and added to sums."""

from typing import Any

from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, merged
from evometa.games.records import LAST_TURN, LOST, MAX_TURN, WON

Record = Any  # a NumPy record, whose fields have no static types


@compiled
def distinct_index(deck: Record, card: int) -> int:
    """The place of a card among the distinct ones of a deck; -1 if it is not among them."""
    for i in range(deck.n_distinct):
        if deck.distinct[i] == card:
            return i
    return -1


@compiled
def own_turn(turn: int) -> int:
    """The turn as its player counts it, as far as a result has room for it."""
    return min(LAST_TURN, (turn + 1) // 2)


@compiled
def turns_begun(turn: int, p: int) -> int:
    """The number of turns of player p that have begun by this turn of the game; at least 1, for the opening hand."""
    return max(1, min(LAST_TURN, (turn + 1 - p) // 2))


@merged
def clear_result(result: Record) -> None:
    """Empty what is added to during a game; the rest is written at its end."""
    result.nodes = 0
    result.actions = 0
    result.drawn[:] = 0
    result.spent[:] = 0
    result.first_drawn[:, :] = 0
    result.first_played[:, :] = 0
    result.missed[:, :] = 0
    result.n_samples = 0


@merged
def settle_samples(result: Record, samples: NDArray[Any]) -> None:
    """Write down for each measured position whether its player won; after a draw, nobody did or did not."""
    if result.winner > 1:
        return
    for i in range(result.n_samples):
        samples[i].outcome = WON if samples[i].player == result.winner else LOST


@merged
def _add_cards(sums: Record, result: Record, deck: Record, p: int) -> None:
    """Count each distinct card of a deck as drawn and played, when, and whether its player won."""
    won = int(result.winner == p)
    last = turns_begun(int(result.turns), p)
    for k in range(deck.n_distinct):
        card = sums.cards[p, k]
        drawn, played = int(result.first_drawn[p, k]), int(result.first_played[p, k])
        missed = int(result.missed[p, k])
        if drawn:
            card.drawn += 1
            card.drawn_won += won
            card.turn_drawn += drawn
        if played:
            card.played += 1
            card.played_won += won
            card.turn_played += played
            card.drawn_played += drawn > 0
        if 0 < drawn <= MAX_TURN and not missed:
            card.drawn_at[won, drawn - 1] += 1
        else:
            card.missing_until[won, min(missed if missed else last, MAX_TURN) - 1] += 1


@merged
def add_result(sums: Record, result: Record, deck_0: Record, deck_1: Record) -> None:
    """Count a finished game."""
    sums.games += 1
    sums.wins[result.winner] += 1
    sums.stopped += result.stopped
    sums.turns += result.turns
    sums.nodes += result.nodes
    for p in range(2):
        sums.health[p] += result.health[p]
        sums.drawn[p] += result.drawn[p]
        sums.spent[p] += result.spent[p]
    _add_cards(sums, result, deck_0, 0)
    _add_cards(sums, result, deck_1, 1)
