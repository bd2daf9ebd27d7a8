"""How strong the players are, with decks that the paper published.

Seeds are fixed, so a test gives the same figures each time; the games are many enough that the margin is no luck.
"""

import pytest
from tests.science.exp1_games import DECKS, NAMES, card_table

from evometa.games.players import load_player
from evometa.matches.counting import play_games
from evometa.matches.inference import wilson
from evometa.matches.schedule import Match, seed_for

SEED = 1


def count_mirror_wins(deck: int, players: tuple[str, str], games: int) -> tuple[int, int, int]:
    """Mirrors of a deck, half of them from each seat: games won by the first player, by the second, and draws."""
    pair = [load_player(name) for name in players]
    seed = seed_for(SEED, *players, NAMES[deck])
    matches = [Match((deck, deck), seats, games // 2, seed + i) for i, seats in enumerate(((0, 1), (1, 0)))]
    wins = play_games(card_table(), DECKS, pair, matches).sums["wins"]
    return int(wins[0, 0] + wins[1, 1]), int(wins[0, 1] + wins[1, 0]), int(wins[:, 2].sum())


@pytest.mark.parametrize("deck", range(len(DECKS)), ids=NAMES)
def test_fair_control_beats_random_play(deck: int) -> None:
    won, lost, drawn = count_mirror_wins(deck, ("fair-control", "random"), 1_000)
    assert won + lost + drawn == 1_000
    assert won >= 970


def test_fair_control_holds_its_own_against_one_that_sees_everything() -> None:
    per_deck = [count_mirror_wins(deck, ("fair-control", "paper-control"), 1_000) for deck in range(len(DECKS))]
    won, lost = sum(w for w, _, _ in per_deck), sum(n for _, n, _ in per_deck)
    assert wilson(won, won + lost).low >= 0.40
