"""Random games, step by step, for tests that look at every position."""

from collections.abc import Iterator

import numpy as np

from evometa.games.decks.space import class_spaces
from evometa.games.locm.game import LOCM
from evometa.games.locm.stepper import Stepper


def walk(seed: int) -> Iterator[tuple[Stepper, list[int]]]:
    """Every position of a random game with its legal actions, one of which is done when the next one is asked for."""
    rng = np.random.default_rng(seed)
    table = LOCM.compile(LOCM.own_cards)
    stepper = Stepper(table.array)
    (space,) = class_spaces(LOCM.own_cards, LOCM.load_rules())
    first, second = LOCM.pack_counts(space.draw(2, rng), space, table)["cards"][:, :30].tolist()
    stepper.deal(first, second, seed + 1)
    while not stepper.game.over:
        actions = stepper.actions()
        yield stepper, actions
        stepper.apply(int(rng.choice(actions)))
