"""What may change, as people write it: a TOML file, or a table of settings.

    range = [-3, 3]                          # how far every number may fall and rise (default: this)
    only = ["cost", "Fiery War Axe"]         # nothing else may change; here: the cost of the axe
    lock = ["King Krush", "health"]          # may not change
    nerf_only = true                         # costs only rise, all else only falls; or a list
    buff_only = ["Wisp"]                     # the reverse
    max_cards = 5                            # changed at once
    allow_zero = true                        # health and durability may fall to 0 (default: to 1)
    effects = ["CS2_029.spell.damage"]       # numbers inside effects too; or true for all of them
    also = ["Hyena"]                         # cards that are in no deck: tokens, powers, heroes
    attack_at_most_cost_plus = 3             # so too for health and durability

    [ranges]                                 # the more exactly a number is named, the more it counts
    cost = [-1, 1]
    "Fiery War Axe" = [0, 2]
    "Fiery War Axe.cost" = [0, 1]

Without any of it, the cost of every card in the decks may change, attack and health of its minions, attack and
durability of its weapons. Numbers are named by attribute, by card, or by both; `effects` means all inside effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evometa.balance.space import ATTRIBUTES, AtMostCost, BalanceSpace, Gene
from evometa.cards.compiling.sizes import MAX_CARDS
from evometa.cards.lookup import find_card, lookup_card
from evometa.cards.model import Card, CardSet
from evometa.cards.patches.files import MOST_CHANGE
from evometa.cards.patches.patch import find_address, split_address
from evometa.input.errors import Where, describe_words, errors_at
from evometa.input.fields import Readers, read_fields, read_text, read_yes_or_no, whole_number, wrong_type
from evometa.input.reading import read_toml
from evometa.input.short_repr import short_repr
from evometa.metagame.metagames import Metagame

DEFAULT_RANGE = (-3, 3)
EFFECTS = "effects"  # the word for all numbers inside effects
RULE_SUFFIX = "_at_most_cost_plus"
RULES = {f"{attribute}{RULE_SUFFIX}": attribute for attribute in ATTRIBUTES if attribute != "cost"}

Picks = Callable[[Gene], bool]


def read_space(path: Path | str, metagame: Metagame) -> BalanceSpace:
    """The balance space of a TOML file for a metagame."""
    return make_space(metagame, read_toml(Path(path), Where(str(path))), str(path))


def make_space(
    metagame: Metagame, settings: Mapping[str, Any] | None = None, source: str = "balance space"
) -> BalanceSpace:
    """What may change in a metagame, on top of its patch; `source` names the settings in messages."""
    where = Where(source)
    wanted = read_fields(where, settings or {}, FIELDS)
    genes = list(_all_genes(metagame, wanted, where))
    words = Words(metagame.patched_cards, tuple(genes))
    genes = _narrow(genes, words, wanted, where)
    with errors_at(where):
        return BalanceSpace(
            card_set=metagame.patched_cards,
            genes=tuple(gene for gene in genes if gene.low < gene.high),
            allow_zero=wanted.get("allow_zero", False),
            max_cards=wanted.get("max_cards"),
            rules=tuple(AtMostCost(RULES[name], plus) for name, plus in wanted.items() if name in RULES),
        )


# --- all that could change ------------------------------------------------------------------------


def _all_genes(metagame: Metagame, wanted: Mapping[str, Any], where: Where) -> Iterator[Gene]:
    """The genes of all cards, in the order of the decks, each with the range for all."""
    low, high = wanted.get("range", DEFAULT_RANGE)
    cards = _read_cards(metagame, wanted, where)
    effects = _read_effects(metagame.patched_cards, cards, wanted.get("effects", False), where / "effects")
    for card in cards:
        for address, printed in card.numbers().items():
            if split_address(address)[1] in ATTRIBUTES or address in effects:
                yield Gene(address, card.name, printed, low, high)


def _read_cards(metagame: Metagame, wanted: Mapping[str, Any], where: Where) -> list[Card]:
    card_set = metagame.patched_cards
    ids = dict.fromkeys(card_id for deck in metagame.decks for card_id in deck.card_ids(card_set))
    for place, name in _read_words(where / "also", wanted.get("also", [])):
        with errors_at(place):
            ids[find_card(card_set, name).id] = None
    return [card_set[card_id] for card_id in ids]


def _read_effects(card_set: CardSet, cards: Sequence[Card], wanted: object, where: Where) -> set[str]:
    """The addresses inside effects that may change."""
    if isinstance(wanted, bool):
        return {address for card in cards for address in card.numbers()} if wanted else set()
    addresses = set()
    for place, word in _read_words(where, wanted, "true, or a list of addresses such as CS2_029.spell.damage"):
        card, path = _split_word(card_set, word)
        if card is None or not path:
            raise place.error(f"found {word!r}; allowed: a card and a path, such as CS2_029.spell.damage")
        with errors_at(place):
            addresses.add(find_address(card, path))
        if all(card.id != other.id for other in cards):
            raise place.error(f"no deck of the metagame has {card.name}; add it to the list 'also'")
    return addresses


# --- what the user leaves of it -------------------------------------------------------------------


def _narrow(genes: list[Gene], words: Words, wanted: Mapping[str, Any], where: Where) -> list[Gene]:
    named: set[str] = set()  # addresses with a range of their own
    for picks, (low, high), is_one in _read_ranges(words, wanted.get("ranges", {}), where / "ranges"):
        named |= {gene.address for gene in genes if is_one and picks(gene)}
        genes = [replace(gene, low=low, high=high) if picks(gene) else gene for gene in genes]
    for name, sign in (("nerf_only", 1), ("buff_only", -1)):
        picks = words.read_choice(where / name, wanted.get(name, False))
        genes = [_turn(gene, sign, where / name, named) if picks(gene) else gene for gene in genes]
    keeps = words.read_only(where / "only", wanted["only"]) if "only" in wanted else _every
    locks = words.read_any(where / "lock", wanted.get("lock", []))
    return [gene for gene in genes if keeps(gene) and not locks(gene)]


def _turn(gene: Gene, sign: int, where: Where, named: set[str]) -> Gene:
    """The gene in one direction: for a sign of 1 a cost only rises, and all else only falls."""
    if gene.attribute not in ATTRIBUTES:
        if gene.address in named:
            return gene
        raise where.error(
            f"which way {gene.address} makes {gene.card} weaker is not known; give it a range of its own in [ranges]"
        )
    is_rising = (gene.attribute == "cost") == (sign > 0)
    return replace(gene, low=max(gene.low, 0)) if is_rising else replace(gene, high=min(gene.high, 0))


def _read_ranges(words: Words, table: object, where: Where) -> list[tuple[Picks, tuple[int, int], bool]]:
    """What each range is for, and whether that is a single number; what is named more exactly comes later."""
    if not isinstance(table, dict):
        raise wrong_type(where, table, "a table such as { cost = [-1, 1] }")
    entries = [(words.read(where / name, name), _read_range(where / name, value)) for name, value in table.items()]
    entries.sort(key=lambda entry: entry[0].exactness)
    return [(word.picks, limits, word.exactness == EXACT) for word, limits in entries]


def _read_range(where: Where, value: object) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise wrong_type(where, value, "two numbers such as [-3, 3]")
    low, high = (_read_change(where, number) for number in value)
    if low > high:
        raise where.error(f"found [{low}, {high}], whose lowest is above its highest; allowed: such as [{high}, {low}]")
    if not low <= 0 <= high:
        raise where.error(
            f"found [{low}, {high}]; allowed: from 0 or less to 0 or more, as a card may always stay as it is"
        )
    return low, high


def _read_words(where: Where, value: object, expected: str = "a list of texts") -> Iterator[tuple[Where, str]]:
    if not isinstance(value, list | tuple):
        raise wrong_type(where, value, expected)
    for i, word in enumerate(value):
        yield where / i, read_text(where / i, word)


def _pass_on(where: Where, value: object) -> object:
    """What can be read only when the genes are known."""
    return value


_read_change = whole_number(-MOST_CHANGE, MOST_CHANGE)
FIELDS: Readers = {
    "range": _read_range,
    **dict.fromkeys(("ranges", "only", "lock", "nerf_only", "buff_only"), _pass_on),
    "max_cards": whole_number(1, MAX_CARDS),
    "allow_zero": read_yes_or_no,
    **dict.fromkeys(("effects", "also"), _pass_on),
    **dict.fromkeys(RULES, _read_change),
}


# --- words for genes ------------------------------------------------------------------------------

ATTRIBUTE, CARD, EXACT = range(3)  # how exactly a word names a number


@dataclass(frozen=True)
class Word:
    """A word that stands for some genes."""

    picks: Picks
    exactness: int

    __repr__ = short_repr


@dataclass(frozen=True)
class Words:
    """Reads words that stand for genes: an attribute, a card, or a number of a card."""

    card_set: CardSet
    genes: tuple[Gene, ...]

    __repr__ = short_repr

    def read(self, where: Where, word: str) -> Word:
        """What a word stands for; an `InputError` if it is nothing that could change."""
        if word in ATTRIBUTES:
            return Word(lambda gene: gene.attribute == word, ATTRIBUTE)
        if word == EFFECTS:
            return Word(lambda gene: gene.attribute not in ATTRIBUTES, ATTRIBUTE)
        card, path = _split_word(self.card_set, word)
        if card is None:
            known = (*ATTRIBUTES, EFFECTS, *dict.fromkeys(gene.card for gene in self.genes))
            listed = (*ATTRIBUTES, EFFECTS, "a card, or a card and a number such as CS2_029.cost")
            raise where.error(f"there is no card or attribute {word!r}; {describe_words(word, known, listed)}")
        own = [gene for gene in self.genes if gene.card_id == card.id]
        if not own:
            raise where.error(f"no deck of the metagame has {card.name}; take it out, or add it to the list 'also'")
        if not path:
            return Word(lambda gene: gene.card_id == card.id, CARD)
        if path not in (paths := [gene.attribute for gene in own]):
            raise where.error(f"{card.name} has no {path!r} that may change; {describe_words(path, paths)}")
        return Word(lambda gene: gene.address == f"{card.id}.{path}", EXACT)

    def read_any(self, where: Where, value: object) -> Picks:
        """Picks what any word of a list stands for."""
        return _any_of([self.read(place, word) for place, word in _read_words(where, value)])

    def read_only(self, where: Where, value: object) -> Picks:
        """Picks what is both of the attributes and of the cards of a list, as far as it has such."""
        words = [self.read(place, word) for place, word in _read_words(where, value)]
        attributes = [word for word in words if word.exactness == ATTRIBUTE]
        cards = [word for word in words if word.exactness != ATTRIBUTE]
        fits = [_any_of(group) for group in (attributes, cards) if group]
        return lambda gene: bool(fits) and all(picks(gene) for picks in fits)

    def read_choice(self, where: Where, value: object) -> Picks:
        """Picks everything, nothing, or what a list says."""
        if isinstance(value, bool):
            return _every if value else _nothing
        if not isinstance(value, list | tuple):
            raise wrong_type(where, value, "true, false, or a list of texts")
        return self.read_any(where, value)


def _split_word(card_set: CardSet, word: str) -> tuple[Card | None, str]:
    """The card and the path of `Wisp`, `Wisp.cost` or `CS2_029.spell.damage`; a name may have points itself."""
    parts = word.split(".")
    for n in range(len(parts), 0, -1):
        if card := lookup_card(card_set, ".".join(parts[:n])):
            return card, ".".join(parts[n:])
    return None, ""


def _any_of(words: Sequence[Word]) -> Picks:
    return lambda gene: any(word.picks(gene) for word in words)


def _every(gene: Gene) -> bool:
    return True


def _nothing(gene: Gene) -> bool:
    return False
