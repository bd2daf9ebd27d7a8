"""Setting up a deck space: which cards its pool has, how many copies the rules allow, what is locked and banned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from evometa.cards.decks.deck import DECK_CLASSES, Deck
from evometa.cards.decks.space import DeckSpace
from evometa.cards.language.vocabulary import SETS
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.patch import Patch
from evometa.cards.rules import Rules
from evometa.input.errors import InputError, Where, errors_at

POOLS = {"paper": ("basic", "classic"), "all": SETS}


def make_deck_space(
    klass: str,
    pool: str,
    card_set: CardSet,
    rules: Rules,
    patch: Patch | None = None,
    locked: Sequence[str] = (),
    banned: Iterable[str] = (),
) -> DeckSpace:
    """The decks of a class with cards of a pool (see `find_sets`).

    Cards are given by name or id: `locked` are in every deck, one entry for each copy; `banned` are in none, besides
    those that the patch bans. Raises `InputError` if there is no such deck.
    """
    if klass not in DECK_CLASSES:
        raise Where("deck space").unknown("class", klass, DECK_CLASSES)
    sets = find_sets(pool)
    banned_ids = {card.id for card in _find_cards(banned, "banned cards", card_set)}
    core = Deck("locked cards", klass, "", tuple(locked))  # so that the rules for decks apply to them
    copies = Counter(card.id for card in _check_locked(core, pool, sets, banned_ids, card_set, rules, patch))
    high = {
        card: n_allowed
        for card in card_set
        if card.tree["set"] in sets
        and card.id not in banned_ids
        and (n_allowed := count_allowed(card, klass, rules, patch))
    }
    if (most := sum(high.values())) < rules.deck_size:
        raise InputError(
            f"deck space: the legal {klass} and neutral cards of the pool '{pool}' allow a deck of {most} cards, "
            f"but a deck has {rules.deck_size}; take a larger pool, or ban fewer cards"
        )
    low = np.array([copies[card.id] for card in high], np.int64)
    return DeckSpace(klass, tuple(high), low, np.array(list(high.values()), np.int64), card_set, rules, patch)


def find_sets(pool: str) -> tuple[str, ...]:
    """The card sets of a pool: one of `POOLS`, the name of a set, or several of these with commas between them."""
    names = [name.strip().lower() for name in pool.split(",")]
    for name in names:
        if name not in POOLS and name not in SETS:
            raise Where("pool of cards").unknown("pool or set", name, (*POOLS, *SETS))
    found = {each for name in names for each in POOLS.get(name, (name,))}
    return tuple(each for each in SETS if each in found)


def count_allowed(card: Card, klass: str, rules: Rules, patch: Patch | None) -> int:
    """The most copies of a card that are legal in a deck of a class; 0 if the card is not."""
    alone = CardSet.from_cards([card])  # because a card is found faster in a small set
    most = min(max(rules.copies, rules.legendary_copies), rules.deck_size)
    decks = (Deck("", klass, "", (card.id,) * n) for n in range(most, 0, -1))
    return next((len(deck.cards) for deck in decks if not _find_problems(deck, alone, rules, patch)), 0)


def _find_problems(deck: Deck, card_set: CardSet, rules: Rules, patch: Patch | None) -> list[str]:
    """What is wrong with a deck besides its size."""
    return list(deck.problems(card_set, replace(rules, deck_size=len(deck.cards)), patch))


def _find_cards(references: Iterable[str], what: str, card_set: CardSet) -> list[Card]:
    with errors_at(Where(what)):
        return [find_card(card_set, reference) for reference in references]


def _check_locked(
    locked: Deck,
    pool: str,
    sets: Sequence[str],
    banned: set[str],
    card_set: CardSet,
    rules: Rules,
    patch: Patch | None,
) -> list[Card]:
    """The locked cards, if a deck can have them all."""
    where = Where("locked cards")
    if len(locked.cards) > rules.deck_size:
        raise where.error(f"found {len(locked.cards)}, but a deck has exactly {rules.deck_size}; lock fewer")
    if problems := _find_problems(locked, card_set, rules, patch):
        raise InputError("\n".join(str(where.error(problem)) for problem in problems))
    cards = _find_cards(locked.cards, "locked cards", card_set)
    for card in cards:
        if card.id in banned:
            raise where.error(f"{card.name} is banned as well; lock it or ban it, not both")
        if card.tree["set"] not in sets:
            raise where.error(
                f"{card.name} is of the set '{card.tree['set']}', which is not in the pool '{pool}' "
                f"({', '.join(sets)}); take a pool with it, or do not lock it"
            )
    return cards
