"""Deck spaces: every deck is legal, chance is fair, and what cannot be is refused."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evometa.games.decks.deck import Deck, builtin_decks, load_deck
from evometa.games.decks.space import (
    DeckSpace,
    count_shared,
    count_shared_cards,
    find_sets,
    make_deck_space,
)
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.patches.patch import Patch
from evometa.input import InputError

CARDS, RULES = load_cards(), load_rules()
GIVEN = load_deck("Exp1 Hunter (Aggro)")
PATCH = Patch(banned=frozenset({CARDS["Wisp"].id}), limited=frozenset({CARDS["Timber Wolf"].id}))


def space_of(klass: str = "hunter", pool: str = "paper", **settings: object) -> DeckSpace:
    return make_deck_space(klass, pool, CARDS, RULES, **settings)  # type: ignore[arg-type]


BASIC = [card.name for card in space_of("mage", "basic").cards]


def small_space(n_cards: int, deck_size: int, copies: int = 1, **settings: object) -> DeckSpace:
    """A space in which chances can be counted: the first cards of the Basic set, with all others banned."""
    rules = replace(RULES, deck_size=deck_size, copies=copies)
    return make_deck_space("mage", "basic", CARDS, rules, banned=BASIC[n_cards:], **settings)  # type: ignore[arg-type]


def copies_of(space: DeckSpace, counts: np.ndarray, name: str) -> np.ndarray:
    return counts[:, [card.name for card in space.cards].index(name)]


# --- which cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("pool", "n_cards"), [("paper", 372), ("all", 396), ("basic", 133), ("basic, Classic", 372)])
def test_a_pool_has_the_cards_of_its_sets(pool: str, n_cards: int) -> None:
    found = {card.id for klass in HEARTHSTONE.classes for card in space_of(klass, pool).cards}
    assert len(found) == n_cards


def test_pools_can_be_joined() -> None:
    assert find_sets("hall-of-fame, paper") == ("basic", "classic", "hall-of-fame")


def test_copies_are_those_of_rules_and_patch() -> None:
    space = make_deck_space("hunter", "paper", CARDS, replace(RULES, copies=3), PATCH)
    high = dict(zip([card.name for card in space.cards], space.high.tolist(), strict=True))
    assert "Wisp" not in high
    assert "Fireball" not in high
    assert (high["Timber Wolf"], high["King Krush"], high["Arcane Shot"]) == (1, 1, 3)


# --- every deck is legal --------------------------------------------------------------------------


@pytest.mark.parametrize("klass", HEARTHSTONE.classes)
@pytest.mark.parametrize("patch", [None, PATCH])
def test_every_deck_that_comes_about_is_legal(klass: str, patch: Patch | None) -> None:
    space = space_of(klass, "all", patch=patch, locked=["Ragnaros the Firelord"])
    rng = np.random.default_rng(1)
    drawn = space.draw(3, rng)
    mutated = space.mutate(space.mutate(drawn, rng), rng)
    for counts in np.concatenate([drawn, mutated]):
        deck = space.decode(counts, "found")
        deck.validate(CARDS, RULES, patch)
        assert "Ragnaros the Firelord" in deck.cards


@pytest.mark.parametrize("counts", [[3, 0, 0], [1, 1, 0], [2, 2, 2], [-1, 2, 2], [0, 2, 1]])
def test_a_vector_that_breaks_a_rule_is_not_in_the_space(counts: list[int]) -> None:
    space = small_space(3, deck_size=3, copies=2, locked=BASIC[:1])
    assert space.contains([counts, [1, 2, 0]]).tolist() == [False, True]


# --- chance ---------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_decks() -> None:
    space = space_of()
    one, same, other = (space.mutate(space.draw(50, rng), rng) for rng in map(np.random.default_rng, (1, 1, 2)))
    assert (one == same).all()
    assert (one != other).any()


def test_random_cards_are_uniform_among_those_still_legal() -> None:
    space = small_space(3, deck_size=3, copies=2)
    drawn = Counter(map(tuple, space.draw(60_000, np.random.default_rng(1)).tolist()))
    # Two different cards first (2/3), then each of three with 1/3; or the same card twice (1/3), then one of two.
    uneven = [(2, 1, 0), (2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2), (0, 1, 2)]
    expected = {(1, 1, 1): 2 / 9} | dict.fromkeys(uneven, 2 / 27 + 1 / 18)
    assert {deck: n / 60_000 for deck, n in drawn.items()} == pytest.approx(expected, abs=0.006)


def test_a_mutation_goes_on_removing_with_probability_one_half() -> None:
    space = space_of()
    decks = space.draw(40_000, np.random.default_rng(1))
    distances = space.rules.deck_size - np.minimum(decks, space.mutate(decks, np.random.default_rng(2))).sum(axis=1)
    shares = np.bincount(distances, minlength=5)[:5] / 40_000
    assert shares == pytest.approx([0, 1 / 2, 1 / 4, 1 / 8, 1 / 16], abs=0.01)  # hardly any card comes back


def test_every_copy_is_removed_as_often_as_any_other() -> None:
    space = small_space(40, deck_size=20, copies=2)
    (deck,) = space.draw(1, np.random.default_rng(1))
    mutants = space.mutate(np.tile(deck, (40_000, 1)), np.random.default_rng(2))
    lost = np.maximum(deck - mutants, 0).sum(axis=0)
    n_lost = lost.sum() / 20
    assert (lost[deck > 0] / deck[deck > 0]) == pytest.approx(n_lost, rel=0.1)


def test_a_mutation_never_removes_what_is_locked() -> None:
    space = small_space(5, deck_size=3, locked=BASIC[2:3])
    mutants = space.mutate(space.draw(500, np.random.default_rng(1)), np.random.default_rng(2))
    assert (mutants >= space.low).all()
    assert space.low.sum() == 1


def test_a_space_of_a_single_deck_can_be_drawn_and_mutated() -> None:
    space = small_space(3, deck_size=3, locked=BASIC[:3])
    only = space.draw(2, np.random.default_rng(1))
    assert only.tolist() == space.mutate(only, np.random.default_rng(1)).tolist() == [[1, 1, 1]] * 2


# --- shared cards ------------------------------------------------------------------------------------


def test_shared_cards_are_counted_with_their_copies() -> None:
    decks = np.array([[2, 1, 0], [2, 0, 1], [0, 1, 2]])
    assert count_shared(decks[:1], decks).tolist() == [[3, 2, 1]]


def test_decks_of_two_classes_share_neutral_cards() -> None:
    one = Deck("one", "hunter", "", ("Wisp", "Wisp", "Timber Wolf"))
    other = Deck("other", "mage", "", (CARDS["Wisp"].id, "Fireball", "wisp", "Wisp"))
    assert count_shared_cards(one, other, CARDS) == 2


# --- given decks ----------------------------------------------------------------------------------


def test_given_decks_come_back_as_they_were() -> None:
    decks = [deck for deck in builtin_decks().values() if deck.klass == "hunter"]
    space = space_of()
    for deck, counts in zip(decks, space.encode(decks), strict=True):
        again = space.decode(counts, deck.name, deck.style)
        assert (again.name, again.klass, again.style) == (deck.name, deck.klass, deck.style)
        assert Counter(again.card_ids(CARDS)) == Counter(deck.card_ids(CARDS))


def test_a_decoded_deck_begins_with_cheap_cards() -> None:
    space = space_of()
    deck = space.decode(space.draw(1, np.random.default_rng(1))[0], "mine")
    costs = [CARDS[card].tree["cost"] for card in deck.cards]
    assert costs == sorted(costs)


def test_a_deck_is_adapted_to_bans_and_locks() -> None:
    banned, *_ = GIVEN.cards
    space = space_of(banned=[banned], locked=["King Krush", "Wisp", "Wisp"])
    adapted = space.adapt([GIVEN] * 50, np.random.default_rng(1))
    assert space.contains(adapted).all()
    assert (copies_of(space, adapted, "King Krush") == 1).all()
    kept = [count_shared_cards(space.decode(counts, ""), GIVEN, CARDS) for counts in adapted]
    assert min(kept) >= 30 - GIVEN.cards.count(banned) - 3
    assert len(np.unique(adapted, axis=0)) > 1


@pytest.mark.parametrize(
    ("deck", "settings", "message"),
    [
        (load_deck("Exp1 Paladin (Control)"), {}, "is a paladin deck; allowed: decks of the class hunter"),
        (replace(GIVEN, cards=GIVEN.cards[1:]), {}, "found 29 cards"),
        (GIVEN, {"banned": GIVEN.cards[:1]}, f"{GIVEN.cards[0]} is not in the pool of cards, or banned"),
        (GIVEN, {"locked": ["Deathwing"]}, "found 0 copies of Deathwing, of which 1 copy must be in every deck"),
    ],
)
def test_a_given_deck_outside_the_space_is_refused(deck: Deck, settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=f"deck '.*': .*{message}"):
        space_of(**settings).encode([deck])


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"klass": "huntr"}, "unknown class 'huntr'; did you mean 'hunter'"),
        ({"pool": "papr"}, "unknown pool or set 'papr'; did you mean 'paper'"),
        ({"pool": "hall-of-fame"}, "allow a deck of .* cards, but a deck has 30; take a larger pool"),
        ({"banned": ["Wsip"]}, "banned cards: there is no card 'Wsip'; did you mean 'Wisp'"),
        ({"locked": ["Wsip"]}, "locked cards: there is no card 'Wsip'; did you mean 'Wisp'"),
        ({"locked": ["Wisp"] * 3}, "locked cards: found 3 copies of Wisp, but the rule for copies allows 2"),
        ({"locked": ["King Krush", "king krush"]}, "found 2 copies of King Krush, .* legendary cards allows 1"),
        ({"locked": ["Fireball"]}, "locked cards: Fireball is a mage card, but this is a hunter deck"),
        ({"locked": ["Wisp"], "patch": PATCH}, "locked cards: Wisp is banned by the patch"),
        ({"locked": ["Timber Wolf"] * 2, "patch": PATCH}, "found 2 copies of Timber Wolf, but the patch allows 1"),
        ({"locked": ["Wisp"], "banned": ["wisp"]}, "Wisp is banned as well; lock it or ban it, not both"),
        ({"locked": ["Ragnaros the Firelord"]}, "of the set 'hall-of-fame', which is not in the pool 'paper'"),
        ({"locked": ["Wisp"] * 31}, "locked cards: found 31, but a deck has exactly 30; lock fewer"),
        ({"locked": ["The Coin"]}, "The Coin cannot be put into a deck"),
    ],
)
def test_a_space_that_cannot_be_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        space_of(**settings)  # type: ignore[arg-type]


def test_all_that_is_wrong_with_locked_cards_is_said_at_once() -> None:
    with pytest.raises(InputError) as caught:
        space_of(locked=["Fireball", "Wisp", "Wisp", "Wisp"])
    assert len(str(caught.value).splitlines()) == 2
