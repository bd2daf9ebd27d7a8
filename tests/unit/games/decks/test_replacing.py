"""Decks whose cards are banned or limited get the cards that are most like these."""

import pytest

from evometa.games.decks.deck import load_deck
from evometa.games.decks.replacing import replace_forbidden
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.games.hearthstone.cards.rules import load_rules
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError

CARDS, RULES = game_cards(), load_rules()
PALADIN = load_deck("exp1_paladin_control")


@pytest.mark.parametrize("what", ["banned", "limited"])
@pytest.mark.parametrize("name", ["Consecration", "Wild Pyromancer"])
def test_a_deck_is_legal_again(name: str, what: str) -> None:
    patch = Patch(**{what: frozenset([CARDS[name].id])})
    deck, replaced = replace_forbidden(PALADIN, CARDS, RULES, patch)
    deck.validate(CARDS, RULES, patch)
    assert len(deck.cards) == len(PALADIN.cards)
    assert {each.card for each in replaced} <= {name}
    assert sum(each.copies for each in replaced) == PALADIN.cards.count(name) - (what == "limited")


def test_the_new_card_is_like_the_old_one() -> None:
    patch = Patch(banned=frozenset([CARDS["Consecration"].id]))
    _, replaced = replace_forbidden(PALADIN, CARDS, RULES, patch)
    assert replaced
    for each in replaced:
        old, new = CARDS[each.card].tree, CARDS[each.by].tree
        assert (new["cost"], new["type"]) == (old["cost"], old["type"])


def test_a_sentence_tells_it() -> None:
    card = CARDS["Consecration"].id
    for patch, why, copies in (
        (Patch(banned=frozenset([card])), "banned", 2),
        (Patch(limited=frozenset([card])), "limited to one copy", 1),
    ):
        (replaced,) = replace_forbidden(PALADIN, CARDS, RULES, patch)[1]
        assert str(replaced) == f"Consecration is {why}: {PALADIN.name} plays {copies}x Blessing of Kings instead"
        assert tuple(replaced.to_json()) == ("deck", "card", "copies", "by", "why")


def test_without_another_card_there_is_no_deck() -> None:
    everything = Patch(banned=frozenset(card.id for card in CARDS))
    with pytest.raises(InputError, match="is banned, and no card of its sets is left that the deck could hold instead"):
        replace_forbidden(PALADIN, CARDS, RULES, everything)


def test_a_deck_that_may_stay_stays() -> None:
    assert replace_forbidden(PALADIN, CARDS, RULES, Patch(banned=frozenset([CARDS["Wisp"].id]))) == (PALADIN, ())


def test_the_new_cards_do_not_depend_on_the_order_of_bans() -> None:
    patch = Patch(banned=frozenset(CARDS[name].id for name in ("Consecration", "Wild Pyromancer")))
    assert replace_forbidden(PALADIN, CARDS, RULES, patch) == replace_forbidden(PALADIN, CARDS, RULES, patch)
