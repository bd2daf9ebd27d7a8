"""What may change, as people write it: a TOML file, or a table of settings.

    base = "gentle"                          # where to start from (default: "free")
    range = [-3, 3]                          # how far every number may fall and rise (default: this)
    only = ["cost", "Fiery War Axe"]         # nothing else may change; here: the cost of the axe
    lock = ["King Krush", "health"]          # may not change
    nerf_only = true                         # costs only rise, all else only falls; or a list
    buff_only = ["Wisp"]                     # the reverse
    max_cards = 5                            # changed at once
    allow_zero = true                        # numbers without which a card cannot be in play fall to 0 (default: 1)
    effects = ["CS2_029.spell.damage"]       # numbers inside effects too; or true for all of them
    also = ["Hyena"]                         # cards that are in no deck: tokens and the like
    attack_at_most_cost_plus = 3             # so too for the other attributes
    one_way = true                           # no card is both buffed and nerfed
    cost_at_least = 1                        # unless it costs less already
    like_printed = 0.9                       # numbers are within those of the middle 90% of printed cards of that cost

    [ranges]                                 # the more exactly a number is named, the more it counts
    cost = [-1, 1]
    "Fiery War Axe" = [0, 2]
    "Fiery War Axe.cost" = [0, 1]

Without any of it, which is the space `free`, all attributes of every card in the decks may change: the numbers on its
face. The space `gentle` (`BASES`) has patches that a designer would ship.
Numbers are named by attribute, by card, or by both; `effects` means all inside effects.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evometa.balance.card_rules import MOST_COST, AtMostCost, CardRule, LikePrinted, OneWay
from evometa.balance.gene_words import EXACT, Picks, Words, read_words, split_word
from evometa.balance.space import BASES, FREE, BalanceSpace, Gene
from evometa.games.cards import Card, CardSet, find_card
from evometa.games.game import Game
from evometa.games.patches.files import MOST_CHANGE
from evometa.games.patches.patch import find_address, split_address
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import Readers, read_fields, read_yes_or_no, whole_number, word, wrong_type
from evometa.input.reading import read_toml

if TYPE_CHECKING:
    from evometa.metagame.metagames import Metagame

DEFAULT_RANGE = (-3, 3)
RULE_SUFFIX = "_at_most_cost_plus"
MOST_CHANGED = 1_000  # cards at once
LEAST_PART = 0.5  # of the printed cards that can be within limits


def make_space(
    metagame: Metagame, settings: Mapping[str, Any] | None = None, source: str = "balance space"
) -> BalanceSpace:
    """What may change in a metagame, on top of its patch; `source` names the settings in messages."""
    where = Where(source)
    wanted = _read_settings(settings or {}, where, metagame.game)
    genes = list(_all_genes(metagame, wanted, where))
    words = Words(metagame.patched_cards, tuple(genes))
    genes = _narrow(genes, words, wanted, where)
    with errors_at(where):
        return BalanceSpace(
            card_set=metagame.patched_cards,
            genes=tuple(gene for gene in genes if gene.low < gene.high),
            allow_zero=wanted.get("allow_zero", False),
            max_cards=wanted.get("max_cards"),
            rules=tuple(_make_rules(metagame.card_set, wanted)),
        )


def choose_space(name: str) -> Mapping[str, Any]:
    """The settings that a name stands for: that of a base, or a TOML file."""
    if name in BASES:
        return {"base": name}
    path = Path(name)
    if not (path.suffix or os.path.exists(path)):
        allowed = describe_words(name, BASES, (*BASES, "a TOML file"))
        raise InputError(f"there is no file and no space {name!r}; {allowed}")
    return read_toml(path, Where(name))


def _read_settings(settings: Mapping[str, Any], where: Where, game: Game) -> dict[str, Any]:
    """What is wanted: the base, and over it what is said."""
    readers = {**FIELDS, **dict.fromkeys(_rules_at_most_cost(game), _read_change)}
    own = read_fields(where, settings, readers)
    return {**read_fields(where, BASES[own.get("base", FREE)], readers), **own}


def _rules_at_most_cost(game: Game) -> dict[str, str]:
    """The rules that hold an attribute to the cost, with the attribute that each is about."""
    return {f"{name}{RULE_SUFFIX}": name for name in game.attributes if name != "cost"}


def _make_rules(printed: CardSet, wanted: Mapping[str, Any]) -> Iterator[CardRule]:
    for name, attribute in _rules_at_most_cost(printed.game).items():
        if name in wanted:
            yield AtMostCost(attribute, wanted[name])
    if wanted.get("one_way", False):
        yield OneWay()
    if part := wanted.get("like_printed"):
        yield LikePrinted.of(printed, part)


# --- all that could change ------------------------------------------------------------------------


def _all_genes(metagame: Metagame, wanted: Mapping[str, Any], where: Where) -> Iterator[Gene]:
    """The genes of all cards, in the order of the decks, each with the range for all."""
    low, high = wanted.get("range", DEFAULT_RANGE)
    cards = _read_cards(metagame, wanted, where)
    effects = _read_effects(metagame.patched_cards, cards, wanted.get("effects", False), where / "effects")
    for card in cards:
        for address, printed in card.numbers().items():
            if split_address(address)[1] in metagame.game.attributes or address in effects:
                yield Gene(address, card.name, printed, low, high)


def _read_cards(metagame: Metagame, wanted: Mapping[str, Any], where: Where) -> list[Card]:
    card_set = metagame.patched_cards
    ids = dict.fromkeys(card_id for deck in metagame.decks for card_id in deck.card_ids(card_set))
    for place, name in read_words(where / "also", wanted.get("also", [])):
        with errors_at(place):
            ids[find_card(card_set, name).id] = None
    return [card_set[card_id] for card_id in ids]


def _read_effects(card_set: CardSet, cards: Sequence[Card], wanted: object, where: Where) -> set[str]:
    """The addresses inside effects that may change."""
    if isinstance(wanted, bool):
        return {address for card in cards for address in card.numbers()} if wanted else set()
    addresses = set()
    for place, name in read_words(where, wanted, "true, or a list of addresses such as CS2_029.spell.damage"):
        card, path = split_word(card_set, name)
        if card is None or not path:
            raise place.error(f"found {name!r}; allowed: a card and a path, such as CS2_029.spell.damage")
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
        genes = [
            _turn(gene, sign * words.card_set.game.direction_of(gene.attribute, gene.printed), where / name, named)
            if picks(gene)
            else gene
            for gene in genes
        ]
    if "cost_at_least" in wanted:
        least = wanted["cost_at_least"]  # unless the printed cost is lower still
        lows = [min(0, least - gene.printed) if gene.attribute == "cost" else gene.low for gene in genes]
        genes = [replace(gene, low=max(gene.low, low)) for gene, low in zip(genes, lows, strict=True)]
    if "only" in wanted:
        keeps = words.read_only(where / "only", wanted["only"])
        genes = [gene for gene in genes if keeps(gene)]
    locks = words.read_any(where / "lock", wanted.get("lock", []))
    return [gene for gene in genes if not locks(gene)]


def _turn(gene: Gene, sign: int, where: Where, named: set[str]) -> Gene:
    """The gene in one direction: for a sign of 1, what makes a card stronger only falls; 0 if nobody knows the way."""
    if not sign:
        if gene.address in named:
            return gene
        raise where.error(
            f"which way {gene.address} makes {gene.card} weaker is not known; give it a range of its own in [ranges]"
        )
    return replace(gene, low=max(gene.low, 0)) if sign < 0 else replace(gene, high=min(gene.high, 0))


def _read_ranges(words: Words, table: object, where: Where) -> list[tuple[Picks, tuple[int, int], bool]]:
    """What each range is for, and whether that is a single number; what is named more exactly comes later."""
    if not isinstance(table, dict):
        raise wrong_type(where, table, "a table such as { cost = [-1, 1] }")
    entries = [(words.read(where / name, name), _read_range(where / name, value)) for name, value in table.items()]
    entries.sort(key=lambda entry: entry[0].exactness)
    return [(found.picks, limits, found.exactness == EXACT) for found, limits in entries]


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


def _pass_on(where: Where, value: object) -> object:
    """What can be read only when the genes are known."""
    return value


def _read_part(where: Where, value: object) -> float:
    """A part of the printed cards, from a half to all of them; 0 for no limits at all."""
    expected = f"0 for no limits, or a number from {LEAST_PART} to 1, the part of the printed cards within them"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(where, value, expected)
    if value and not LEAST_PART <= value <= 1:
        raise where.error(f"found {value}; allowed: {expected}")
    return float(value)


_read_change = whole_number(-MOST_CHANGE, MOST_CHANGE)
FIELDS: Readers = {
    "base": word(BASES),
    "range": _read_range,
    **dict.fromkeys(("ranges", "only", "lock", "nerf_only", "buff_only"), _pass_on),
    "max_cards": whole_number(1, MOST_CHANGED),
    "allow_zero": read_yes_or_no,
    **dict.fromkeys(("effects", "also"), _pass_on),
    "one_way": read_yes_or_no,
    "cost_at_least": whole_number(0, MOST_COST),
    "like_printed": _read_part,
}
