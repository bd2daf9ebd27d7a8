"""The one compiled function through which Python works on a single game: a small integer says what to do.

It is one function, so that there is one to compile. It works on the first game with the first table. What does not fit
into the argument or the result goes through `out`, in both directions.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry
from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND
from evometa.games.hearthstone.engine.kernel.actions import apply, legal_actions
from evometa.games.hearthstone.engine.kernel.auras import refresh_auras
from evometa.games.hearthstone.engine.kernel.board import equip, place_minion
from evometa.games.hearthstone.engine.kernel.characters import attack_of, health_of, keywords_of, may_attack, on_board
from evometa.games.hearthstone.engine.kernel.damage import silence
from evometa.games.hearthstone.engine.kernel.hand import card_cost, power_cost
from evometa.games.hearthstone.engine.kernel.setup import begin_game, begin_turns, clear_game, seat_hero
from evometa.games.hearthstone.engine.state.hashing import hash_for_search, hash_state
from evometa.games.hearthstone.engine.state.records import NOT_DEATHS, Record
from evometa.games.sizes import MAX_DECK

(
    LIST_ACTIONS,  # out: every legal action; returns their number
    APPLY,  # the action of the argument
    REFRESH,  # bring everything that is derived up to date: auras, who listens, what a weapon gives
    STATE_HASH,  # returns it
    SEARCH_HASH,  # returns it
    CLEAR,  # an empty position
    SEAT,  # the hero out[0] for the player of the argument
    DEAL,  # out: heroes, deck sizes, decks; the argument is the seed
    START,  # the first turn
    READ,  # out: attack, health, keywords of the argument's character, and whether it may attack
    COSTS,  # out: what each card in the hand of the argument's player costs, then the hero power
    PLACE,  # the minion out[0] at slot out[1] of the argument's player
    EQUIP,  # the weapon out[0] for the argument's player
    SILENCE,  # the minion of the reference
) = range(14)


@compiled
def _read_character(g: Record, ref: int, out: NDArray[Any]) -> None:
    m = on_board(g, ref)
    out[0] = attack_of(m)
    out[1] = health_of(m)
    out[2] = keywords_of(m)
    out[3] = 1 if may_attack(m) else 0


@compiled
def _read_costs(g: Record, table: Record, p: int, out: NDArray[Any]) -> None:
    for i in range(g.players[p].n_hand):
        out[i] = card_cost(g, table, p, i)
    out[MAX_HAND] = power_cost(g, table, p)


@compiled
def _set_up(g: Record, table: Record, command: int, argument: int, out: NDArray[Any]) -> None:
    """The commands that put something into a position."""
    if command == SEAT:
        seat_hero(g, table, argument, int(out[0]))
    elif command == DEAL:
        first, second = out[4 : 4 + MAX_DECK], out[4 + MAX_DECK : 4 + 2 * MAX_DECK]
        seed = np.uint64(argument)
        begin_game(g, table, int(out[0]), first, int(out[2]), int(out[1]), second, int(out[3]), seed)
    elif command == START:
        begin_turns(g, table)
    elif command == PLACE:
        place_minion(g, table, argument, int(out[0]), int(out[1]))
    elif command == EQUIP:
        equip(g, table, argument, int(out[0]))
    elif command == SILENCE:
        silence(g, table, argument)


@entry
def operate(games: NDArray[Any], tables: NDArray[Any], command: int, argument: int, out: NDArray[Any]) -> np.uint64:
    """Do a command on the first game; returns a number where the command has one, else 0."""
    g, table = games[0], tables[0]
    if command == LIST_ACTIONS:
        return np.uint64(legal_actions(g, table, out))
    if command == STATE_HASH:
        return hash_state(g)
    if command == SEARCH_HASH:
        return hash_for_search(g)
    if command == APPLY:
        apply(g, table, argument)
    elif command == REFRESH:
        g.dirty |= NOT_DEATHS
        while g.dirty & NOT_DEATHS:
            refresh_auras(g, table)
    elif command == CLEAR:
        clear_game(g)
    elif command == READ:
        _read_character(g, argument, out)
    elif command == COSTS:
        _read_costs(g, table, argument, out)
    else:
        _set_up(g, table, command, argument, out)
    return np.uint64(0)
