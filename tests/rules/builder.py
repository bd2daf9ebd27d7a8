"""Sugar for scenario tests: a position with the printed cards, mana for both players and no surprises.

game = duel()
yeti = game.add_minion(ENEMY, "Chillwind Yeti")
game.give(ME, "Fireball").play("Fireball", target=yeti)
assert not yeti.in_play

It is the first player's turn (ME). Random outcomes are scripted with `game.script(...)`; a test that lacks one
or leaves one over fails.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import lru_cache
from typing import Any

from evometa.games.cards import Card
from evometa.games.hearthstone.cards import CardSet, Rules, compile_table, load_cards
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.patches.files import parse_changes
from evometa.games.patches.patch import Patch
from evometa.games.tables import CardTable

ME, ENEMY = 0, 1
PRINTED = Patch()
BASE = {"class": "neutral", "set": "custom", "rarity": "common"}
NUMBERS = {
    "minion": {"cost": 0, "attack": 1, "health": 1},
    "weapon": {"cost": 0, "attack": 1, "durability": 1},
    "spell": {"cost": 0},
    "hero_power": {"cost": 0},
    "hero": {},
}


class Duel(Position):
    """A position that remembers to check its script; see conftest.py."""

    started: list[Duel] = []  # noqa: RUF012 - one list for all: conftest.py empties it before each test


@lru_cache(maxsize=8)
def printed_cards(overlay: str = "") -> CardSet:
    """The cards as they are printed, or as an overlay has them."""
    return load_cards(overlays=[overlay] if overlay else [])


@lru_cache(maxsize=64)
def card_table(custom: str = "", rules: Rules | None = None, patch: Patch = PRINTED, overlay: str = "") -> CardTable:
    """The printed cards and some more, given as TOML: `[[card]]` with a name and what matters to the test."""
    cards = [Card.from_tree(_complete(tree), "test") for tree in tomllib.loads(custom).get("card", [])]
    return compile_table(patch.apply(CardSet.from_cards([*printed_cards(overlay), *cards])), rules)


def patched(*lines: str) -> Patch:
    """A patch of one-line changes, which may leave cards without health or durability."""
    return replace(parse_changes(lines, printed_cards()), allow_zero=True)


def _complete(tree: dict[str, Any]) -> dict[str, Any]:
    """A custom card with what it leaves out: its id from its name, cost 0, and as a minion 1/1."""
    kind = tree.get("type", "spell" if "spell" in tree or "secret" in tree else "minion")
    return {"id": tree["name"].replace(" ", ""), **BASE, "type": kind, **NUMBERS[kind], **tree}


def duel(
    my_class: str = "mage",
    enemy_class: str = "warrior",
    *,
    cards: str = "",
    rules: Rules | None = None,
    patch: Patch = PRINTED,
    overlay: str = "",
) -> Duel:
    """The first player to act; both have 10 mana, 30 health, an empty board and hand, and a deck of Wisps.

    `cards` adds cards as TOML: `[[card]]` with a name and what matters to the test; `patch` and `overlay` change cards.
    """
    game = Duel.empty(card_table(cards, rules, patch, overlay), (my_class, enemy_class))
    for player in (ME, ENEMY):
        game.set_mana(player, 10).set_deck(player, ["Wisp"] * 10)
    Duel.started.append(game)
    return game


def pass_turn(game: Position) -> None:
    """The enemy does nothing: the turn comes back to me."""
    game.end_turn().end_turn()
