"""What is true of every state between actions, and random games in which that is looked at after each of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry
from evometa.games.compiled.randomness import next_below, stream
from evometa.games.locm.combat import runes_left
from evometa.games.locm.engine import apply, begin_game, legal_actions
from evometa.games.locm.records import (
    ATTACKED,
    CREATURE,
    MAX_ACTIONS,
    MAX_DECK,
    MAX_HAND,
    READY,
    RUNES,
    SLOTS,
    WARD,
    Record,
)

CHOICES = 2  # the stream of a game's seed for random actions; the first two shuffle the decks
SOUND, BAD_CREATURE, BAD_HAND, BAD_DECK, BAD_MANA, BAD_RUNES, BAD_DRAWS, BAD_END, BAD_TURN = range(9)
PROBLEMS = {n: name.lower().replace("_", " ") for name, n in [*vars().items()] if name.startswith("BAD_")}


@compiled
def _check_creature(creature: Record, table: Record, is_current: bool) -> bool:
    """Is a slot empty in all its fields, or a creature that can be?"""
    if creature.card == 0:
        return not (creature.attack or creature.defence or creature.keywords or creature.state)
    is_real = creature.card <= table.n_cards and table.cards[creature.card].type == CREATURE
    is_alive = creature.defence > 0 and creature.attack >= 0 and 0 <= creature.keywords < 2 * WARD
    return is_real and is_alive and 0 <= creature.state <= (READY | ATTACKED if is_current else 0)


@compiled
def _check_player(g: Record, table: Record, p: int) -> int:
    """What is wrong with a player."""
    player, rules = g.players[p], table.rules
    for slot in range(SLOTS):
        if not _check_creature(player.board[slot], table, g.current == p):
            return BAD_CREATURE
    for i in range(MAX_HAND):
        if (player.hand[i] > 0) != (i < player.n_hand) or player.hand[i] > table.n_cards:
            return BAD_HAND
    if not 0 <= player.n_hand <= rules.hand_limit:
        return BAD_HAND
    if not 0 <= player.n_deck <= MAX_DECK:
        return BAD_DECK
    most_mana = rules.mana_limit + player.bonus
    if not (0 <= player.mana <= player.max_mana <= most_mana and 0 <= player.bonus <= p * rules.second_mana):
        return BAD_MANA
    if not 0 <= player.runes <= RUNES or player.runes != runes_left(player.runes, player.health):
        return BAD_RUNES
    return SOUND if player.draws >= 1 else BAD_DRAWS


@compiled
def find_broken(g: Record, table: Record) -> int:
    """The first thing that is wrong with a state; `SOUND` if nothing is."""
    for p in range(2):
        problem = _check_player(g, table, p)
        if problem:
            return problem
    has_dead = g.players[0].health <= 0 or g.players[1].health <= 0
    if has_dead != (g.over == 1) or (g.over and g.players[1 - g.winner].health > 0):
        return BAD_END
    most_turns = 2 * (table.rules.turn_limit + RUNES + 1)  # by then the empty decks have killed somebody
    return SOUND if 1 <= g.turn <= most_turns and g.current == (g.turn - 1) % 2 else BAD_TURN


@entry
def play_checked(
    tables: NDArray[Any], decks: NDArray[Any], games: NDArray[Any], first: int, n_games: int, seed: np.uint64
) -> tuple[int, int, int]:
    """Play games of random actions, each with one of the tables and two of the decks, by their seeds.

    Returns the number of actions, and the first game after one of whose actions something was wrong, with what: (n, -1,
    SOUND) if nothing was. That state is left in the first of `games`.
    """
    g, out, n_actions = games[0], np.zeros(MAX_ACTIONS, np.int64), 0
    for game in range(first, first + n_games):
        key = stream(seed, game)
        rng, at = next_below(stream(key, CHOICES), len(tables))
        rng, one = next_below(rng, len(decks))
        rng, other = next_below(rng, len(decks))
        table = tables[at]
        first_deck, second_deck = decks[one], decks[other]
        begin_game(g, table.rules, first_deck.cards, second_deck.cards, first_deck.n, second_deck.n, key)
        problem = find_broken(g, table)
        while not g.over and not problem:
            rng, k = next_below(rng, legal_actions(g, table, out))
            apply(g, table, int(out[k]))
            n_actions += 1
            problem = find_broken(g, table)
        if problem:
            return n_actions, game, problem
    return n_actions, -1, SOUND
