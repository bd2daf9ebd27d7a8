"""Random decks: legal, of all classes, and the same for the same seed."""

from collections import Counter

from evometa.games.decks.space import class_spaces, draw_random_decks, draw_themed_decks
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.hearthstone.game import HEARTHSTONE

CARDS, RULES = load_cards(), load_rules()
SPACES = class_spaces(CARDS, RULES)


def test_they_are_legal_and_of_all_classes_alike() -> None:
    decks = draw_random_decks(27, 1, SPACES)
    assert all(not list(deck.problems(CARDS, RULES)) for deck in decks)
    assert Counter(deck.klass for deck in decks) == dict.fromkeys(HEARTHSTONE.classes, 3)
    assert len({deck.name for deck in decks}) == 27


def test_all_cards_that_decks_may_hold_can_turn_up() -> None:
    ids = {card.id for space in SPACES for card in space.cards}
    assert ids == {card.id for card in CARDS if card.is_collectible}
    assert len(ids) == 396


def test_the_first_decks_are_the_same_however_many_are_drawn() -> None:
    assert draw_random_decks(20, 7, SPACES)[:9] == draw_random_decks(9, 7, SPACES)
    assert draw_random_decks(9, 8, SPACES) != draw_random_decks(9, 7, SPACES)


def test_themed_decks_are_legal_and_have_many_cards_of_their_theme() -> None:
    decks = draw_themed_decks(54, 1, SPACES)
    assert all(not list(deck.problems(CARDS, RULES)) for deck in decks)
    assert decks == draw_themed_decks(60, 1, SPACES)[:54]
    shamans = [deck for deck in decks if deck.klass == "shaman"]
    assert [deck.name.partition("(")[2] for deck in shamans] == ["", "weapons)", "overload)"] * 2
    for theme, is_of in HEARTHSTONE.themes.items():
        found = [sum(is_of(CARDS[i].tree) for i in deck.card_ids(CARDS)) for deck in decks if theme in deck.name]
        assert sum(found) / len(found) > 2.5
    assert all("(" not in deck.name for deck in decks if deck.klass == "priest")


def test_decks_without_a_theme_are_those_of_plain_random_draws() -> None:
    plain, themed = draw_random_decks(54, 3, SPACES), draw_themed_decks(54, 3, SPACES)
    assert [deck for deck in themed if "(" not in deck.name] == [
        one for one, other in zip(plain, themed, strict=True) if "(" not in other.name
    ]
