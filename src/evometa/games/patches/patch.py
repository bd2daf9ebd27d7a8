"""Patches: small changes to a card set, as objects of their own.

A patch adds to numbers by address, gives and takes keywords, bans cards and limits cards to one copy. It is sparse and
says nothing about the cards it leaves alone, so the same patch can be applied to any card set that has its addresses.
Files and one-line changes are in `files.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from evometa.games.cards import Card, CardSet
from evometa.games.game import Game
from evometa.games.registry import default_game
from evometa.input.errors import InputError, describe_words
from evometa.input.short_repr import Short
from evometa.input.small_html import small_table

BANNED, LIMITED = "banned", "limited to one copy"  # what a patch can do to a card in decks

Keywords = Mapping[str, frozenset[str]]  # card id -> keywords


@dataclass(frozen=True)
class Patch(Short):
    """Changes to a card set. Cards are given by id, numbers by address; the mappings are not to be modified.

    A changed number is clamped to [min(0, printed), max(10, printed)], and those without which a card could not be in
    play stop at 1 unless `allow_zero` is set. An `exact` patch is not clamped at all: it undoes or repeats changes that
    were clamped.
    """

    name: str = ""
    changes: Mapping[str, int] = field(default_factory=dict)  # address -> what is added to it
    given: Keywords = field(default_factory=dict)
    taken: Keywords = field(default_factory=dict)
    banned: frozenset[str] = frozenset()
    limited: frozenset[str] = frozenset()  # at most one copy in a deck
    allow_zero: bool = False
    exact: bool = False

    def _repr_html_(self) -> str:
        return small_table(self.name or "Patch", (), ("card", "change"), _list_changes(self))

    def __post_init__(self) -> None:
        """Bring the fields into one form, so that equal patches compare equal."""
        changes = {address: delta for address, delta in sorted(self.changes.items()) if delta != 0}
        object.__setattr__(self, "changes", changes)
        for name in ("given", "taken"):
            keywords = {card: frozenset(words) for card, words in sorted(getattr(self, name).items()) if words}
            object.__setattr__(self, name, keywords)
        object.__setattr__(self, "banned", frozenset(self.banned))
        object.__setattr__(self, "limited", frozenset(self.limited))
        for card in self.given.keys() & self.taken.keys():
            if both := self.given[card] & self.taken[card]:
                raise InputError(f"the patch both gives and takes {_listed(both)}: card {card}")

    def __hash__(self) -> int:
        keywords = (frozenset(self.given.items()), frozenset(self.taken.items()))
        return hash((frozenset(self.changes.items()), keywords, self.banned, self.limited, self.allow_zero, self.exact))

    def __bool__(self) -> bool:
        """Whether the patch says anything."""
        return bool(self.changes or self.given or self.taken or self.banned or self.limited)

    @property
    def card_ids(self) -> frozenset[str]:
        """The cards that the patch says something about."""
        numbers = {split_address(address)[0] for address in self.changes}
        return frozenset(numbers | self.given.keys() | self.taken.keys() | self.banned | self.limited)

    def effective(self, card_set: CardSet) -> Patch:
        """What the patch really does to these cards: changes after clamping, keywords that come or go."""
        changes: dict[str, int] = {}
        given, taken = {}, {}
        for card_id, deltas in self._by_card().items():
            card = card_set[card_id]
            changes.update(self._clamped(card, deltas))
            given[card.id] = self.given.get(card_id, frozenset()) - card.keywords
            taken[card.id] = self.taken.get(card_id, frozenset()) & card.keywords
            check_keywords(card, given[card.id] | taken[card.id])
        banned = frozenset(card_set[card].id for card in self.banned)
        limited = frozenset(card_set[card].id for card in self.limited)
        return replace(self, changes=changes, given=given, taken=taken, banned=banned, limited=limited, exact=True)

    def apply(self, card_set: CardSet) -> CardSet:
        """The card set with this patch. Bans and limits are about decks: `Deck.validate` looks at those."""
        patch = self.effective(card_set)
        trees = {}
        for card_id, deltas in patch._by_card().items():
            card = card_set[card_id]
            tree = card.dict_copy()
            for path, delta in deltas.items():
                _add_to_number(tree, path, delta)
            _change_keywords(tree, card, patch.given.get(card_id, frozenset()), patch.taken.get(card_id, frozenset()))
            trees[card_id] = tree
        return card_set.replace_all(trees)

    def invert(self, card_set: CardSet) -> Patch:
        """The patch that leads from these cards with this patch back to these cards. It has no bans or limits."""
        patch = self.effective(card_set)
        changes = {address: -delta for address, delta in patch.changes.items()}
        return Patch(changes=changes, given=patch.taken, taken=patch.given, exact=True)

    def compose(self, other: Patch) -> Patch:
        """One patch for this one and then the other. Where a number is clamped in between, the result differs."""
        addresses = self.changes.keys() | other.changes.keys()
        changes = {each: self.changes.get(each, 0) + other.changes.get(each, 0) for each in addresses}
        return Patch(
            name=" + ".join(name for name in (self.name, other.name) if name),
            changes=changes,
            given=_united(without_keywords(self.given, other.taken), other.given),
            taken=_united(without_keywords(self.taken, other.given), other.taken),
            banned=self.banned | other.banned,
            limited=self.limited | other.limited,
            allow_zero=self.allow_zero or other.allow_zero,
            exact=self.exact and other.exact,
        )

    @staticmethod
    def diff(before: CardSet, after: CardSet) -> Patch:
        """The patch that leads from one card set to another. They may differ only in numbers and keywords."""
        changes: dict[str, int] = {}
        given, taken = {}, {}
        for old, new in _paired_cards(before, after):
            was, is_now = old.numbers(), new.numbers()
            changes |= {address: is_now[address] - was[address] for address in was.keys() & is_now.keys()}
            given[old.id] = new.keywords - old.keywords
            taken[old.id] = old.keywords - new.keywords
        patch = Patch(changes=changes, given=given, taken=taken, exact=True)
        _check_same_cards(patch.apply(before), after)
        return patch

    def magnitude(self, card_set: CardSet, weighted: bool = True) -> int:
        """How much really changes: points of every number (weighted as the game says, or not), and one per keyword."""
        return sum(count_points(self.effective(card_set), card_set.game, weighted).values())

    def jolt(self, card_set: CardSet) -> int:
        """How much single cards really change: the weighted points of each card, squared, so that large ones count."""
        return sum(points**2 for points in count_points(self.effective(card_set), card_set.game).values())

    def notes(self, card_set: CardSet) -> list[str]:
        """The patch as patch notes, one line for each real change, in the order of the card set."""
        patch = self.effective(card_set)
        return [note for card in card_set for note in notes_of_card(patch, card)]

    def _by_card(self) -> dict[str, dict[str, int]]:
        """Path -> change, for every card whose numbers or keywords the patch changes."""
        by_card: dict[str, dict[str, int]] = {card_id: {} for card_id in (*self.given, *self.taken)}
        for address, delta in self.changes.items():
            card_id, path = split_address(address)
            by_card.setdefault(card_id, {})[path] = delta
        return by_card

    def _clamped(self, card: Card, deltas: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        numbers = card.numbers()
        for path, delta in deltas.items():
            address = find_address(card, path)
            after = numbers[address] + delta if self.exact else changed_number(card, address, delta, self.allow_zero)
            yield address, after - numbers[address]


# --- numbers and addresses ----------------------------------------------------------------------


def split_address(address: str) -> tuple[str, str]:
    """The card id and the path of an address such as `CS2_029.spell.damage`."""
    card_id, _, path = address.partition(".")
    return card_id, path


def path_in_words(path: str) -> str:
    """The path of a number as people say it: spell damage."""
    return path.replace(".", " ").replace("_", " ")


def count_points(patch: Patch, game: Game, weighted: bool = True) -> dict[str, int]:
    """How much a patch changes each card, by id: points of numbers, as the game weighs them, and one per keyword."""
    points: dict[str, int] = {}
    for address, delta in patch.changes.items():
        card_id, path = split_address(address)
        points[card_id] = points.get(card_id, 0) + abs(delta) * (game.weight_of(path) if weighted else 1)
    for card_id, words in (*patch.given.items(), *patch.taken.items()):
        points[card_id] = points.get(card_id, 0) + len(words)
    return points


def changed_number(card: Card, address: str, delta: int, allow_zero: bool = False) -> int:
    """The value of a card's printed number after a change, clamped to what the game allows."""
    return card.game.change_number(split_address(address)[1], card.numbers()[address], delta, allow_zero)


def find_address(card: Card, path: str) -> str:
    """The address of a card's number, which may be called as people call it; an `InputError` if there is none."""
    address = f"{card.id}.{card.game.aliases.get(path.lower(), path)}"
    if address not in card.numbers():
        paths = [split_address(known)[1] for known in card.numbers()]
        raise InputError(f"card {card.name} ({card.id}) has no number {path!r}; {describe_words(path, paths)}")
    return address


def _add_to_number(tree: dict[str, Any], path: str, delta: int) -> None:
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    node: Any = tree
    for part in parents:
        node = node[part]
    node[last] += delta


# --- keywords -----------------------------------------------------------------------------------


def check_keywords(card: Card, words: Collection[str]) -> None:
    """Raise an `InputError` unless all of these are keywords that the card can have."""
    game, own = card.game, str(card.tree.get("type", "card"))
    kind, allowed = own.replace("_", " "), game.keywords.get(own, ())
    if words and not allowed:
        raise InputError(
            f"card {card.name} ({card.id}) is a {kind} and cannot have keywords; "
            f"only these can: {', '.join(game.keywords) or 'none'}"
        )
    for word in words:
        if word not in allowed:
            problem = f"no keyword of a {kind}:" if word in game.keyword_order else "unknown keyword"
            raise InputError(f"card {card.name} ({card.id}): {problem} {word!r}; {describe_words(word, allowed)}")


def _change_keywords(tree: dict[str, Any], card: Card, given: frozenset[str], taken: frozenset[str]) -> None:
    tree.pop("keywords", ())
    if words := (card.keywords | given) - taken:
        tree["keywords"] = [word for word in card.game.keyword_order if word in words]


def _united(some: Keywords, more: Keywords) -> Keywords:
    return {card: some.get(card, frozenset()) | more.get(card, frozenset()) for card in some.keys() | more.keys()}


def without_keywords(some: Keywords, gone: Keywords) -> Keywords:
    """The keywords of each card but those that are gone."""
    return {card: words - gone.get(card, frozenset()) for card, words in some.items()}


# --- two card sets, and notes -------------------------------------------------------------------


def _paired_cards(before: CardSet, after: CardSet) -> Iterator[tuple[Card, Card]]:
    old, new = {card.id: card for card in before}, {card.id: card for card in after}
    for card_id in (*old, *new):
        if card_id not in old or card_id not in new:
            raise InputError(f"a patch cannot add or remove cards, but only one of the card sets has {card_id}")
    return ((card, new[card_id]) for card_id, card in old.items())


def _check_same_cards(patched: CardSet, after: CardSet) -> None:
    for one, other in _paired_cards(patched, after):
        if one.numbers() != other.numbers() or _without_keyword_order(one) != _without_keyword_order(other):
            raise InputError(
                f"card {one.name} ({one.id}) differs in more than its numbers and keywords: no patch says that"
            )


def _without_keyword_order(card: Card) -> dict[str, Any]:
    return card.tree | {"keywords": card.keywords}


def notes_of_card(patch: Patch, card: Card) -> Iterator[str]:
    """The notes about one card, of a patch that is `effective`."""
    for address, printed in card.numbers().items():
        if address in patch.changes:
            words = path_in_words(split_address(address)[1])
            yield f"{card.name}: {words} {printed} -> {printed + patch.changes[address]}"
    yield from (f"{card.name}: {change}" for card_id, change in _list_others(patch) if card_id == card.id)


def _list_changes(patch: Patch) -> Iterator[tuple[str, str]]:
    """The card of each change, by name if it is one of the game's own, and what happens to it.

    A patch is shown without a card set, so it says by how much numbers change, and not what comes of them.
    """
    names = {card.id: card.name for card in default_game().own_cards}
    numbers = [(*split_address(address), delta) for address, delta in patch.changes.items()]
    told = [(card, f"{path_in_words(path)} {delta:+d}") for card, path, delta in numbers]
    return ((names.get(card, card), change) for card, change in (*told, *_list_others(patch)))


def _list_others(patch: Patch) -> list[tuple[str, str]]:
    """What happens to cards by id beside the changes of their numbers."""
    told = [(card, f"gains {_listed(words)}") for card, words in patch.given.items()]
    told += [(card, f"loses {_listed(words)}") for card, words in patch.taken.items()]
    told += [(card, BANNED) for card in sorted(patch.banned)]
    return told + [(card, LIMITED) for card in sorted(patch.limited - patch.banned)]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))
