"""Random play over random legal decks, every position checked: hands, boards, mana, the dead, nothing left to resolve.

`check=True` looks at all of `games/hearthstone/engine/state/invariants.py` after each action; a broken one raises
`GameError`.
"""

import pytest
from tests.science.random_decks import random_decks

from evometa.games.hearthstone.cards import compile_table, load_cards, load_rules
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.players import load_player
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.schedule import Match


def play_randomly(n_games: int, n_decks: int, seed: int) -> BatchResult:
    """Games spread over random decks, half of them with the printed cards and half with the paper's."""
    tables = [compile_table(load_cards(overlays=overlays)) for overlays in ((), ("paper_engine",))]
    decks = random_decks(n_decks, seed)
    step = 1 + seed % (n_decks - 1)
    matches = [Match((k, (k + step) % n_decks), (0, 0), n_games // n_decks, k, table=k % 2) for k in range(n_decks)]
    return play_games(tables, decks, [load_player("random")], matches, check=True)


def assert_whole_games(result: BatchResult, n_games: int) -> None:
    assert result.n_games == n_games
    assert result.sums["wins"].sum() == n_games
    assert result.n_turns < load_rules().turn_limit * n_games
    assert result.n_nodes == 0


def test_twenty_thousand_games() -> None:
    assert_whole_games(play_randomly(20_000, n_decks=1_000, seed=1), 20_000)


def test_random_decks_are_legal() -> None:
    cards, rules = load_cards(), load_rules()
    for deck in random_decks(90, seed=1):
        deck.validate(cards, rules)


def test_random_decks_are_of_every_class_and_hold_every_card() -> None:
    decks = random_decks(1_000, seed=1)
    assert {deck.klass for deck in decks} == set(HEARTHSTONE.classes)
    held = {card for deck in decks for card in deck.cards}
    cards = [card for card in load_cards() if card.tree["type"] in ("minion", "spell", "weapon")]
    assert {card.id for card in cards if card.tree.get("collectible", True)} == held


@pytest.mark.nightly
def test_two_hundred_thousand_games() -> None:
    assert_whole_games(play_randomly(200_000, n_decks=10_000, seed=2), 200_000)
