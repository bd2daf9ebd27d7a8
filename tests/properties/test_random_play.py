"""Whatever is legal may be done, in any order, and the game stays what it should be."""

import pytest
from hypothesis import given
from tests.properties.random_positions import begin_random_game, card_table, few, legal_codes, play_on, seeds
from tests.science.random_decks import random_decks

from evometa.games.hearthstone.cards import load_rules
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.players import load_player
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

RULES = load_rules()


def assert_sound(position: Position) -> None:
    """What a person at the table would insist on."""
    game = position.game
    assert game.error == game.n_frames == game.n_grave == game.dirty == 0  # nothing is left to resolve
    for player in range(2):
        side = position.side(player)
        assert len(side.hand) <= RULES.hand_limit
        assert len(side.board) <= RULES.board_limit
        assert len(side.secrets) <= RULES.secret_limit
        assert len(set(side.secrets)) == len(side.secrets)
        assert 0 <= side.mana <= RULES.mana_limit
        assert 0 <= game.players[player].max_mana <= RULES.mana_limit
        if not position.over:
            assert all(minion.health > 0 for minion in side.board)
            assert side.health > 0
            assert side.weapon is None or side.weapon.durability > 0


@few
@given(seeds)
def test_every_legal_action_leaves_a_sound_position(seed: int) -> None:
    position = begin_random_game(seed)
    for _ in play_on(position, 120, seed):
        assert_sound(position)
        assert position.over or legal_codes(position)


@few
@given(seeds)
def test_actions_are_told_apart(seed: int) -> None:
    position = begin_random_game(seed)
    for _ in play_on(position, 40, seed):
        codes = legal_codes(position)
        assert len(codes) == len(set(codes))


@pytest.mark.parametrize("seed", range(4))
def test_a_game_ends(seed: int) -> None:
    decks, player = random_decks(18, seed), load_player("random")
    match = Match((seed, 17 - seed), (0, 0), 2, seed)
    result = play_games(card_table(), decks, [player], [match], threads=1, per_game=True, check=True)
    assert result.games is not None
    assert all(game.turns < RULES.turn_limit for game in result.games)
    assert all(min(game.health) <= 0 for game in result.games)
