"""The opening hand and the mulligan: what goes back, what comes for it, and what has no part in it."""

from dataclasses import replace

import numpy as np
import pytest
from tests.rules.builder import ENEMY, ME, Duel, card_table

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.play.opening import deal_game
from evometa.games.hearthstone.players.player import pack_players
from evometa.games.players import load_player

CHEAP = ("Wisp", "Murloc Raider", "Bloodfen Raptor", "River Crocolisk", "Wolfrider", "Ironfur Grizzly")
DEAR = ("Chillwind Yeti", "Gnomish Inventor", "Gurubashi Berserker", "Boulderfist Ogre", "War Golem", "Core Hound")
DECK = Deck("Twelve", "mage", "", CHEAP + DEAR)


def deal(mulligan: str, seed: int) -> tuple[Duel, tuple[list[str], list[str]]]:
    """A game before its first turn, both players with this mulligan; and the hands as they were dealt."""
    stepper, dealt = Stepper(card_table()), np.zeros((2, MAX_HAND), np.int16)
    styles = pack_players([replace(load_player("random"), mulligan=mulligan, mulligan_cost=3)] * 2)
    decks = HEARTHSTONE.pack_decks([DECK, DECK], stepper.table)
    deal_game(stepper.games, stepper.table.array, decks, styles, np.uint64(seed), 0, dealt)
    first, second = ([stepper.name(int(card)) for card in row if card] for row in dealt)
    return Duel(stepper), (first, second)


@pytest.mark.parametrize(
    ("mulligan", "wanted"), [("keep cheap", CHEAP), ("keep expensive", DEAR), ("keep all", CHEAP + DEAR)]
)
def test_a_player_keeps_what_it_wants_and_gets_another_card_for_each_of_the_others(
    mulligan: str, wanted: tuple[str, ...]
) -> None:
    for seed in range(8):
        game, dealt = deal(mulligan, seed)
        for player in (ME, ENEMY):
            hand, kept = game.side(player).hand, [name for name in dealt[player] if name in wanted]
            assert hand[: len(kept)] == kept
            assert len(hand) == len(dealt[player])
            assert sorted(hand + game.side(player).deck) == sorted(DECK.cards)


def test_a_thrown_card_never_comes_back_for_itself_but_may_be_the_next_one_drawn() -> None:
    places = set()
    for seed in range(200):
        game, dealt = deal("keep cheap", seed)
        thrown = [name for name in dealt[ME] if name in DEAR]
        if len(thrown) == 1:
            assert thrown[0] not in game.side(ME).hand
            places.add(game.side(ME).deck.index(thrown[0]))
    assert places == set(range(len(DECK.cards) - 3))


def test_cards_go_back_one_at_a_time_so_an_earlier_one_may_come_for_a_later_one() -> None:
    came_back = set()
    for seed in range(100):
        game, dealt = deal("keep cheap", seed)
        thrown = [name for name in dealt[ENEMY] if name in DEAR]
        if len(thrown) > 1:
            assert thrown[-1] not in game.side(ENEMY).hand
            came_back.add(thrown[0] in game.side(ENEMY).hand)
    assert came_back == {True, False}


def test_the_coin_comes_after_the_mulligan() -> None:
    game, (first, second) = deal("keep expensive", seed=1)
    assert (len(first), len(second)) == (3, 4)
    hands = game.side(ME).hand, game.side(ENEMY).hand
    game.stepper.run(entry.START)
    assert game.side(ENEMY).hand == [*hands[ENEMY], "The Coin"]
    assert game.side(ME).hand[:3] == hands[ME]
    assert (len(game.side(ME).hand), len(game.side(ME).deck), len(game.side(ENEMY).deck)) == (4, 8, 8)
