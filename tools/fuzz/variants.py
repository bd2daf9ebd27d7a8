"""The game as fuzzing changes it: overlays, a random patch of the cards, random rules; ends of ranges above all."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from tools.fuzz.own_cards import read_set

from evometa.games.hearthstone.cards import CardSet, Rules, compile_table, load_cards
from evometa.games.hearthstone.cards.compiling.sizes import MAX_CURVE
from evometa.games.hearthstone.cards.language.vocabulary import KEYWORDS_OF
from evometa.games.hearthstone.cards.rules import RANGES, check_rules
from evometa.games.patches.files import format_patch, parse_patch
from evometa.games.patches.patch import Patch
from evometa.games.tables import CardTable

NEW_WORDS = (
    "tools/fuzz/new_words.toml"  # printed cards that do what no printed card does; as seen from the project's folder
)
OVERLAYS: tuple[tuple[str, ...], ...] = (
    *((), (), ()),
    *(("paper_engine",), ("mid_2019_costs",), ("classic_2014",)),
    *((NEW_WORDS,), (NEW_WORDS,)),
)
SHARES = (0.02, 0.1, 0.5, 1.0)  # of all numbers that a patch changes
EXACT_CHANCE = 0.1
HIGHEST = 99  # that a card file may say
FAR = 999  # beyond any range: a change by it is clamped to the end
SHORT_GAME = 200  # turns; a longer limit is tried in few games, because these may take very long
LONG_LIMIT_CHANCE = 0.05
KEPT_RULES = ("turn_limit", "second_gets")  # drawn in their own way


@dataclass(frozen=True)
class Variant:
    """What a game is played with."""

    overlays: tuple[str, ...] = ()
    patch: Patch = Patch()  # noqa: RUF009 - an immutable value
    rules: Rules = Rules()  # noqa: RUF009 - as above
    written: str = ""  # cards of its own, as JSON; then they and a few printed ones are all there are

    @property
    def is_long(self) -> bool:
        """Whether its games may take very many turns."""
        return self.rules.turn_limit > SHORT_GAME

    @property
    def table(self) -> CardTable:
        """The cards and rules, compiled."""
        return variant_table(self)

    def tree(self) -> dict[str, Any]:
        """The variant as names, numbers and texts."""
        tree = {"overlays": list(self.overlays), "patch": format_patch(self.patch), "rules": asdict(self.rules)}
        return {**tree, "written": json.loads(self.written)} if self.written else tree

    @classmethod
    def parse(cls, tree: Mapping[str, Any]) -> Variant:
        """The variant of a tree as `tree` makes it."""
        overlays = tuple(tree.get("overlays", ()))
        patch = parse_patch(tree.get("patch", ""), overlaid_cards(overlays))
        written = json.dumps(tree["written"]) if "written" in tree else ""
        return cls(overlays, patch, check_rules(Rules.from_json(tree.get("rules", {}))), written)


PRINTED = Variant()


@lru_cache(maxsize=len(OVERLAYS))
def overlaid_cards(overlays: tuple[str, ...]) -> CardSet:
    """The printed cards with some overlays."""
    return load_cards(overlays=overlays)


@lru_cache(maxsize=16)
def variant_table(variant: Variant) -> CardTable:
    """The compiled cards and rules of a variant."""
    cards = read_set(json.loads(variant.written)) if variant.written else overlaid_cards(variant.overlays)
    return compile_table(variant.patch.apply(cards), variant.rules)


# --- random ones ------------------------------------------------------------------------------------------------------


def draw_variant(source: random.Random) -> Variant:
    """Overlays, and mostly a patch and other rules too."""
    overlays = source.choice(OVERLAYS)
    patch = draw_patch(overlaid_cards(overlays), source) if source.random() < 0.8 else Patch()
    rules = draw_rules(overlaid_cards(overlays), source) if source.random() < 0.6 else Rules()
    return Variant(overlays, patch, rules)


def draw_patch(cards: CardSet, source: random.Random) -> Patch:
    """Changes of some numbers or of all, and keywords given and taken."""
    share, to_the_end = source.choice(SHARES), source.choice((-FAR, 0, FAR))
    if source.random() < EXACT_CHANCE:
        return draw_exact_patch(cards, source, share)
    changes = {address: draw_change(source, to_the_end) for address in cards.numbers() if source.random() < share}
    given, taken = draw_keywords(cards, source, share / 4)
    return Patch(changes=changes, given=given, taken=taken, allow_zero=source.random() < 0.6)


def draw_exact_patch(cards: CardSet, source: random.Random, share: float) -> Patch:
    """Numbers that nothing clamps: all that a card file may have."""
    changes = {
        address: source.choice((0, HIGHEST, source.randint(0, HIGHEST))) - printed
        for address, printed in cards.numbers().items()
        if source.random() < share
    }
    return Patch(changes=changes, exact=True)


def draw_change(source: random.Random, to_the_end: int) -> int:
    """A step, any change, or one to an end of the range, which some patches prefer."""
    if to_the_end and source.random() < 0.5:
        return to_the_end
    return source.choice((-FAR, FAR, -1, 1, source.randint(-9, 9)))


def draw_keywords(
    cards: CardSet, source: random.Random, share: float
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Keywords that some cards gain and some lose."""
    given, taken = {}, {}
    for card in cards:
        if card.tree["type"] in KEYWORDS_OF and source.random() < share:
            printed, words = card.keywords, sorted(KEYWORDS_OF[card.tree["type"]])
            given[card.id] = frozenset(source.sample(words, source.randint(0, min(2, len(words))))) - printed
            taken[card.id] = frozenset(word for word in sorted(printed) if source.random() < 0.5)
    return given, taken


def draw_rules(cards: CardSet, source: random.Random) -> Rules:
    """Rules of which about a third are other numbers that a rules file may have."""
    changed: dict[str, Any] = {
        name: source.choice((lowest, highest, source.randint(lowest, highest)))
        for name, (lowest, highest) in RANGES.items()
        if name not in KEPT_RULES and source.random() < 0.3
    }
    rules = Rules(**changed)
    limit = source.choice((2, 60, SHORT_GAME, SHORT_GAME))
    if source.random() < LONG_LIMIT_CHANCE:
        limit = RANGES["turn_limit"][1]
    extra = source.choice(("The Coin", "", source.choice([card.id for card in cards if is_held(card.tree)])))
    mana = sorted(source.choices(range(100), k=source.randint(1, MAX_CURVE))) if source.random() < 0.3 else rules.mana
    return replace(rules, mana=tuple(mana), turn_limit=limit, second_gets=extra)


def is_held(tree: Mapping[str, Any]) -> bool:
    """Whether a player can have the card in hand."""
    return tree["type"] in ("minion", "spell", "weapon")
