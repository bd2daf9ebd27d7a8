"""What a fair player cannot see does not change what it does.

Positions come from games of fair players with a narrow search and from random play. In each of them everything hidden
is swapped: the order of the own deck; the cards of the enemy's hand, deck and secrets. The plan must stay the same. The
same swaps do change the plans of a player that sees everything, so they are no empty gesture.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from tests.properties.random_positions import (
    begin_random_game,
    card_table,
    few,
    legal_codes,
    lengths,
    reach_position,
    seeds,
)

from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.players.beam import plan_position
from evometa.games.hearthstone.players.player import pack_players
from evometa.games.hearthstone.players.workspace import new_workspace, size_search
from evometa.games.players import Player, load_player

RUNGS = ("fair-aggro", "fair-control", "skilled", "expert")  # expert looks at replies, as master does
FAIR = [replace(load_player(name), width=2, depth=5) for name in RUNGS]
FAIR[-1] = replace(FAIR[-1], replies=2)
ALL_SEEING = [replace(player, knowledge="all") for player in FAIR]

TABLE = card_table().record
CARDS = np.array([i for i in range(1, int(TABLE.n_cards)) if card_table().roster.definitions[i - 1].collectible])
SECRETS = np.array([i for i in CARDS if TABLE.cards[i].secret])


def plan(position: Position, player: Player, seed: int) -> tuple[list[int], int]:
    """The actions that a player wants to do, and the positions it looked at."""
    styles = pack_players([player])
    workspace = new_workspace(size_search(styles))
    workspace.game.view(np.uint8)[:] = position.stepper.games.view(np.uint8)
    with np.errstate(over="ignore"):
        length, nodes = plan_position(card_table().array, styles, workspace, np.uint64(seed))
    return [int(action) for action in workspace.plan[: int(length)]], int(nodes)


def swap_hidden(position: Position, seed: int) -> Position:
    """The position with other hidden cards."""
    source = np.random.default_rng(seed)
    other = position.copy()
    mine, theirs = (other.game.players[player] for player in (other.current, 1 - other.current))
    mine.deck[: mine.n_deck] = source.permutation(mine.deck[: mine.n_deck])
    theirs.deck[: theirs.n_deck] = source.choice(CARDS, int(theirs.n_deck))
    for i in range(int(theirs.n_hand)):
        held = theirs.hand[i]
        held.card = source.choice(CARDS)
        held.cost, held.attack, held.health = source.integers(-2, 3, 3)
    theirs.secrets[: theirs.n_secrets] = source.choice(SECRETS, int(theirs.n_secrets), replace=False)
    other.stepper.run(entry.REFRESH)
    return other


def hide_secrets(position: Position, seed: int) -> Position:
    """The position with one or two enemy secrets more, which few games have by themselves."""
    source = random.Random(seed)
    for card in source.sample(list(SECRETS), min(len(SECRETS), source.randint(1, 2))):
        name = card_table().names[card]
        if name not in position.enemy.secrets:
            position.add_secret(1 - position.current, name)
    return position


def fair_positions(players: Sequence[Player], seed: int, n_turns: int) -> Iterator[Position]:
    """The positions of a game of two fair players, before each turn and after each action of a plan."""
    position = begin_random_game(seed)
    while not position.over and position.turn <= n_turns:
        actions, _ = plan(position, players[position.current], seed + position.turn)
        for action in actions:
            yield position
            if position.over or action not in legal_codes(position):
                break
            position.stepper.apply(action)
        if not actions:
            return


def assert_same_plan(position: Position, player: Player, seed: int) -> None:
    expected = plan(position, player, seed)
    assert plan(swap_hidden(position, seed), player, seed) == expected


@pytest.mark.parametrize("player", FAIR, ids=RUNGS)
@few
@given(seed=seeds, n_actions=lengths)
def test_swapping_hidden_cards_changes_no_plan(player: Player, seed: int, n_actions: int) -> None:
    position = reach_position(seed, n_actions)
    if not position.over:
        assert_same_plan(hide_secrets(position, seed), player, seed)


@pytest.mark.parametrize(("seed", "players"), [(0, FAIR[:2]), (1, FAIR[:2]), (2, FAIR[2:])])
def test_swapping_hidden_cards_changes_no_plan_in_a_game_of_fair_players(seed: int, players: Sequence[Player]) -> None:
    for position in islice(fair_positions(players, seed, n_turns=10), 0, None, 3):
        assert_same_plan(position, players[position.current], seed)


def changed_plans(players: Sequence[Player], n_positions: int) -> int:
    """In how many positions a swap of hidden cards changes the plan."""
    changed = 0
    for seed in range(n_positions):
        position, player = reach_position(seed, 20 + seed % 60), players[seed % len(players)]
        if not position.over:
            hide_secrets(position, seed)
            changed += plan(position, player, seed) != plan(swap_hidden(position, seed), player, seed)
    return changed


@pytest.mark.parametrize("player", ALL_SEEING, ids=RUNGS)
def test_a_player_that_sees_everything_does_change_its_plans(player: Player) -> None:
    assert changed_plans([player], 6) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("name", RUNGS)
def test_swapping_hidden_cards_changes_no_plan_in_many_positions(name: str) -> None:
    assert changed_plans([load_player(name)], 500) == 0
