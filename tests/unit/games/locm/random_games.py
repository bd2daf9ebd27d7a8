"""Random games, step by step, for tests that look at every position."""

from collections.abc import Iterator

import numpy as np

from evometa.games.locm.cards import game_cards, pack_cards
from evometa.games.locm.decks import draw_deck
from evometa.games.locm.stepper import Stepper


def walk(seed: int) -> Iterator[tuple[Stepper, list[int]]]:
    """Every position of a random game with its legal actions, one of which is done when the next one is asked for."""
    rng = np.random.default_rng(seed)
    stepper = Stepper(pack_cards(game_cards()))
    stepper.deal(draw_deck(160, rng), draw_deck(160, rng), seed + 1)
    while not stepper.game.over:
        actions = stepper.actions()
        yield stepper, actions
        stepper.apply(int(rng.choice(actions)))
