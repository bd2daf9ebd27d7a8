"""The decks that a class can build from a pool of cards: legal by construction, as vectors that a search can vary.

A deck is a vector of counts [n]: how many copies it has of each card of the space. Functions take and give many decks
at once, [k, n], and draw from the generator that they are given. `make_deck_space` makes a space.

Random decks of all classes show what a player or a card is worth beyond known decks. Each depends on the seed and its
own number alone, so that the first ones are the same however many are drawn. They have few cards of some kinds, so that
games with them tell little about these. Themed decks have more of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.games.cards import Card, CardSet, find_card, reference_to
from evometa.games.decks.deck import Deck
from evometa.games.game import EVERY_SET, Game, Rules
from evometa.games.patches.patch import Patch
from evometa.games.registry import default_game
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.short_repr import Short

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_GO_ON_REMOVING = 0.5  # the probability that a mutation, having removed a card, removes another
_THEME_SHARE = 0.2  # of the cards of a deck are drawn from its theme


@dataclass(frozen=True, eq=False)
class DeckSpace(Short):
    """All decks of a class with cards of a pool, within rules and patch, that have the locked cards."""

    klass: str
    cards: tuple[Card, ...]  # that a deck may have, in the order of the card set
    low: Ints  # [n]: copies that every deck has, because they are locked
    high: Ints  # [n]: copies that a deck may have, at least 1
    card_set: CardSet
    rules: Rules
    patch: Patch | None = None

    def __len__(self) -> int:
        """The number of different cards, which is the length of a deck's vector."""
        return len(self.cards)

    def contains(self, counts: ArrayLike) -> Bools:
        """Whether each vector [k, n] is a deck of the space."""
        found = np.asarray(counts)
        in_bounds = (found >= self.low) & (found <= self.high)
        return np.asarray(in_bounds.all(axis=1) & (found.sum(axis=1) == self.rules.deck_size))

    # --- decks that come about ---

    def draw(self, n_decks: int, rng: np.random.Generator, chances: NDArray[np.float64] | None = None) -> Ints:
        """Random decks: the locked cards, and then one random legal card after the other.

        All cards are as likely as each other, or as `chances` [n] say, which sum to one.
        """
        return self._fill(np.tile(self.low, (n_decks, 1)), rng, chances)

    def mutate(self, counts: Ints, rng: np.random.Generator) -> Ints:
        """A mutant of each deck: one or more random copies go, and uniformly random legal cards take their places.

        A card that went may come back, so a mutant can be like its parent.
        """
        n_removed = rng.geometric(1 - _GO_ON_REMOVING, len(counts))
        return self._fill(counts - _pick_copies(counts - self.low, n_removed, rng), rng)

    def _fill(self, counts: Ints, rng: np.random.Generator, chances: NDArray[np.float64] | None = None) -> Ints:
        """Add legal cards until every deck is full. Where no copy of a card is left, another card is drawn."""
        missing = self.rules.deck_size - counts.sum(axis=1)
        decks = np.flatnonzero(missing)
        while len(decks):
            n = len(decks)
            cards = rng.integers(len(self), size=n) if chances is None else rng.choice(len(self), size=n, p=chances)
            is_legal = counts[decks, cards] < self.high[cards]
            counts[decks[is_legal], cards[is_legal]] += 1
            missing[decks[is_legal]] -= 1
            decks = decks[missing[decks] > 0]
        return counts

    # --- decks and vectors ---

    def encode(self, decks: Sequence[Deck]) -> Ints:
        """The vectors [k, n] of decks, all of which must be in the space."""
        for deck in decks:
            self._check(deck)
        return self._count(decks)

    def adapt(self, decks: Sequence[Deck], rng: np.random.Generator) -> Ints:
        """The vectors [k, n] of the decks of the space that are nearest to these.

        Cards that are not allowed go, locked ones come, and random cards go or come until the size is right.
        """
        counts = np.clip(self._count(decks), self.low, self.high)
        n_excess = np.maximum(counts.sum(axis=1) - self.rules.deck_size, 0)
        return self._fill(counts - _pick_copies(counts - self.low, n_excess, rng), rng)

    def decode(self, counts: ArrayLike, name: str, style: str = "") -> Deck:
        """The deck of a vector [n], with cheap cards first."""
        copies = np.asarray(counts)
        cards = (self._names[i] for i in self._by_cost for _ in range(copies[i]))
        return Deck(name, self.klass, style, tuple(cards))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {card.id: i for i, card in enumerate(self.cards)}

    @cached_property
    def _names(self) -> list[str]:
        return [reference_to(self.card_set, card) for card in self.cards]

    @cached_property
    def _by_cost(self) -> list[int]:
        return sorted(range(len(self)), key=lambda i: (self.cards[i].cost, self.cards[i].name))

    def _count(self, decks: Sequence[Deck]) -> Ints:
        """The copies of each card of the space; other cards are left out."""
        counts = np.zeros((len(decks), len(self)), np.int64)
        for row, deck in zip(counts, decks, strict=True):
            for card_id in deck.card_ids(self.card_set):
                if card_id in self._places:
                    row[self._places[card_id]] += 1
        return counts

    def _check(self, deck: Deck) -> None:
        if deck.klass != self.klass:
            raise InputError(f"{deck.place()}: it is a {deck.klass} deck; allowed: decks of the class {self.klass}")
        deck.validate(self.card_set, self.rules, self.patch)
        copies = Counter(deck.card_ids(self.card_set))
        if outside := [card_id for card_id in copies if card_id not in self._places]:
            raise InputError(
                f"{deck.place()}: {self.card_set[outside[0]].name} is not in the pool of cards, or banned; "
                "allow it, or leave the deck out"
            )
        for card, n_locked in zip(self.cards, self.low.tolist(), strict=True):
            if copies[card.id] < n_locked:
                raise InputError(
                    f"{deck.place()}: found {_copies(copies[card.id])} of {card.name}, of which {_copies(n_locked)} "
                    "must be in every deck; unlock the card, or leave the deck out"
                )


def count_shared(one: Ints, other: Ints) -> Ints:
    """The number of cards, copies counted, that decks [k, n] and [m, n] have in common: [k, m]."""
    shared = [np.minimum(counts, other).sum(axis=1) for counts in one]
    return np.array(shared, np.int64).reshape(len(one), len(other))


def count_shared_cards(one: Deck, other: Deck, card_set: CardSet) -> int:
    """The number of cards, copies counted, that two decks of any class have in common."""
    return (Counter(one.card_ids(card_set)) & Counter(other.card_ids(card_set))).total()


def _pick_copies(copies: Ints, n_picked: Ints, rng: np.random.Generator) -> Ints:
    """Random copies of each deck: a number [k] of its copies [k, n], none of them twice; all if there are fewer."""
    entries = np.nonzero(copies)
    decks, cards = (np.repeat(indices, copies[entries]) for indices in entries)
    shuffled = np.lexsort((rng.random(len(decks)), decks))  # each deck's copies stay together
    places = np.arange(len(decks)) - np.searchsorted(decks, decks)  # 0, 1, 2, ... in each deck
    is_picked = places < n_picked[decks]
    picked = np.zeros_like(copies)
    np.add.at(picked, (decks[is_picked], cards[shuffled][is_picked]), 1)
    return picked


def _copies(n: int) -> str:
    return "1 copy" if n == 1 else f"{n} copies"


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
    classes = card_set.game.classes or ("",)
    if klass not in classes:
        raise Where("deck space").unknown("class", klass, classes)
    sets = find_sets(pool, card_set.game)
    banned_ids = {card.id for card in _find_cards(banned, "banned cards", card_set)}
    core = Deck("locked cards", klass, "", tuple(locked))  # so that the rules for decks apply to them
    copies = Counter(card.id for card in _check_locked(core, pool, sets, banned_ids, card_set, rules, patch))
    high = {
        card: n_allowed
        for card in card_set
        if card.tree.get("set", "") in sets
        and card.id not in banned_ids
        and (n_allowed := _count_allowed(card, klass, rules, patch))
    }
    if (most := sum(high.values())) < rules.deck_size:
        raise InputError(
            f"deck space: the legal {_describe_legal(klass, card_set.game)}cards of the pool '{pool}' allow a deck "
            f"of {most} cards, "
            f"but a deck has {rules.deck_size}; take a larger pool, or ban fewer cards"
        )
    low = np.array([copies[card.id] for card in high], np.int64)
    return DeckSpace(klass, tuple(high), low, np.array(list(high.values()), np.int64), card_set, rules, patch)


def _describe_legal(klass: str, game: Game) -> str:
    return f"{klass} and {game.neutral} " if klass and game.neutral else f"{klass} " if klass else ""


def find_sets(pool: str, game: Game | None = None) -> tuple[str, ...]:
    """The card sets of a pool of the game, of a set's name, or of several of these with commas between them."""
    game = game or default_game()
    sets = game.sets or ("",)  # cards of a game without sets are all of one
    pools = {**game.pools, EVERY_SET: sets}
    names = [name.strip().lower() for name in pool.split(",")]
    for name in names:
        if name not in pools and name not in sets:
            raise Where("pool of cards").unknown("pool or set", name, (*pools, *game.sets))
    found = {each for name in names for each in pools.get(name, (name,))}
    return tuple(each for each in sets if each in found)


def _count_allowed(card: Card, klass: str, rules: Rules, patch: Patch | None) -> int:
    """The most copies of a card that are legal in a deck of a class; 0 if the card is not."""
    alone = CardSet.from_cards([card])  # because a card is found faster in a small set
    most = min(card.game.allowed_copies(card, rules)[0], rules.deck_size)
    decks = (Deck("", klass, "", (card.id,) * n) for n in range(most, 0, -1))
    return next((len(deck.cards) for deck in decks if not _find_problems(deck, alone, rules, patch)), 0)


def _find_problems(deck: Deck, card_set: CardSet, rules: Rules, patch: Patch | None) -> list[str]:
    """What is wrong with a deck besides its size."""
    return list(deck.problems(card_set, replace(rules, deck_size=len(deck.cards)), patch))


def _find_cards(references: Iterable[str], what: str, card_set: CardSet) -> list[Card]:
    with errors_at(Where(what)):
        return [find_card(card_set, reference) for reference in references]


def _check_locked(
    locked: Deck, pool: str, sets: Sequence[str], banned: set[str], card_set: CardSet, rules: Rules, patch: Patch | None
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
        if card.tree.get("set", "") not in sets:
            raise where.error(
                f"{card.name} is of the set '{card.tree.get('set')}', which is not in the pool '{pool}' "
                f"({', '.join(sets)}); take a pool with it, or do not lock it"
            )
    return cards


def class_spaces(card_set: CardSet, rules: Rules) -> tuple[DeckSpace, ...]:
    """The decks of each class, with all cards of the set that decks may hold."""
    return tuple(make_deck_space(klass, EVERY_SET, card_set, rules) for klass in card_set.game.classes or ("",))


def draw_random_decks(n_decks: int, seed: int, spaces: Sequence[DeckSpace]) -> tuple[Deck, ...]:
    """Decks of one space after the other: each has one uniformly random legal card after the other, and no style."""
    return tuple(_draw_deck(number, seed, spaces) for number in range(n_decks))


def draw_themed_decks(n_decks: int, seed: int, spaces: Sequence[DeckSpace]) -> tuple[Deck, ...]:
    """The same, but the second deck of a space has the first theme that there are cards for, and so on; after all of
    them comes a deck without a theme again."""
    return tuple(_draw_deck(number, seed, spaces, is_themed=True) for number in range(n_decks))


def _draw_deck(number: int, seed: int, spaces: Sequence[DeckSpace], is_themed: bool = False) -> Deck:
    space, nth = spaces[number % len(spaces)], number // len(spaces)
    kinds = space.card_set.game.themes
    themes = ["", *(name for name, is_of in kinds.items() if any(is_of(card.tree) for card in space.cards))]
    theme = themes[nth % len(themes)] if is_themed else ""
    chances = None
    if theme:  # [n]: how likely each card is drawn
        is_of = np.array([kinds[theme](card.tree) for card in space.cards])
        chances = np.where(is_of, _THEME_SHARE / is_of.sum(), (1 - _THEME_SHARE) / max(1, (~is_of).sum()))
    (counts,) = space.draw(1, np.random.default_rng([seed, number]), chances)
    name = " ".join(part for part in ("Random", space.klass, str(nth + 1)) if part)
    return space.decode(counts, name + (f" ({theme})" if theme else ""))
