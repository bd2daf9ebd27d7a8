"""Free decks and the draft."""

from collections import Counter

import numpy as np
import pytest

from evometa.games.locm.decks import check_deck, draft_deck, draw_deck, make_offers, pick_by
from evometa.input.errors import InputError


def test_random_decks_may_be_chosen_freely() -> None:
    decks = [draw_deck(160, np.random.default_rng(seed)) for seed in range(50)]
    assert all(check_deck(deck, 160) == deck for deck in decks)
    assert any(2 in Counter(deck).values() for deck in decks)


@pytest.mark.parametrize(
    ("deck", "message"),
    [((1,) * 29, "29 cards"), ((1, 1, 1, *range(2, 29)), "3 copies of card 1"), ((*range(1, 30), 161), "no card 161")],
)
def test_other_decks_may_not(deck: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_deck(deck, 160)


def test_a_draft_offers_thirty_times_three_different_cards_of_sixty() -> None:
    offers = make_offers(160, np.random.default_rng(1))
    assert [len(set(offered)) for offered in offers] == [3] * 30
    assert len({card for offered in offers for card in offered}) <= 60


def test_a_deck_is_what_was_picked() -> None:
    offers = make_offers(160, np.random.default_rng(1))
    assert draft_deck(offers, lambda deck, offered: 1) == tuple(sorted(offered[1] for offered in offers))
    assert draft_deck(offers, lambda deck, offered: len(deck) % 3) != draft_deck(offers, lambda deck, offered: 1)


def test_the_best_card_is_picked() -> None:
    ratings = [0.0, 0.3, 0.5, 0.4]
    assert [pick_by(ratings)((), offered) for offered in ((1, 2, 3), (3, 1, 1))] == [1, 0]
