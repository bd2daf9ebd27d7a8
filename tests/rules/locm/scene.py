"""Positions for scenarios: two heroes, creatures in lanes, cards in hand; then somebody acts.

`me` is the first player, and it is my turn. A creature is written as `scene.put(ME, LEFT, 2, 3, "guard")`; it is ready
to attack. A card for the hand is one of the game, or one that is made up: `scene.hold(item("red", defence=-2))`.
"""

from __future__ import annotations

from typing import Any

from evometa.games.cards import Card, CardSet, find_card
from evometa.games.locm.game import LOCM
from evometa.games.locm.records import ATTACK, FACE, LANE_SIZE, PASS, READY, SUMMON, USE, encode
from evometa.games.locm.stepper import Stepper
from evometa.games.locm.vocabulary import KEYWORDS

ME, ENEMY = 0, 1
LEFT, RIGHT = 0, 1


def make_card(card_id: str, type: str, **fields: Any) -> Card:
    """A made-up card that costs nothing, if nothing else is said."""
    return Card.from_tree({"id": card_id, "name": card_id, "type": type, "cost": 0, **fields}, "scene", LOCM)


BLANK = make_card("Blank", "creature", attack=1, defence=1)


def item(type: str, **numbers: Any) -> Card:
    """A made-up item that costs nothing."""
    return make_card("Item", f"{type} item", **numbers)


def creature(attack: int, defence: int, *keywords: str, **numbers: Any) -> Card:
    """A made-up creature that costs nothing."""
    return make_card("Creature", "creature", attack=attack, defence=defence, keywords=keywords, **numbers)


class Scene:
    """A position in my third turn, with 12 mana, empty hands and full decks of blank cards."""

    def __init__(self) -> None:
        self.cards = [*LOCM.own_cards, BLANK]
        self.stepper = Stepper(self.compile())
        blank = len(self.cards)
        self.stepper.deal([blank] * 30, [blank] * 30)
        self.game = self.stepper.game
        self.game.turn = 5
        for p in (ME, ENEMY):
            player = self.game.players[p]
            player.hand[:], player.n_hand = 0, 0
            player.mana = player.max_mana = LOCM.load_rules().mana_limit

    def compile(self) -> Any:
        """The cards, made-up ones too, which may share a name."""
        trees = [{**card.tree, "id": f"{i} {card.id}"} for i, card in enumerate(self.cards)]
        return LOCM.compile(CardSet.from_cards(Card.from_tree(tree, "scene", LOCM) for tree in trees)).array

    def put(self, p: int, lane: int, attack: int, defence: int, *keywords: str) -> int:
        """A creature in a lane; returns its slot."""
        lanes = range(lane * LANE_SIZE, (lane + 1) * LANE_SIZE)
        slot = next(slot for slot in lanes if not self.game.players[p].board[slot].card)
        body = self.game.players[p].board[slot]
        body.card, body.attack, body.defence = len(LOCM.own_cards) + 1, attack, defence
        body.keywords = sum(1 << KEYWORDS.index(word) for word in keywords)
        body.state = READY if p == ME else 0
        return slot

    def hold(self, card: Card | str, p: int = ME) -> int:
        """A card in a hand; returns its place."""
        made = find_card(LOCM.own_cards, card) if isinstance(card, str) else card
        if made not in self.cards:
            self.cards.append(made)
            self.stepper.tables = self.compile()
        player = self.game.players[p]
        player.hand[player.n_hand] = self.cards.index(made) + 1
        player.n_hand += 1
        return int(player.n_hand) - 1

    # --- acting: only what is legal ---

    def attack(self, slot: int, target: int | None = None) -> None:
        """Attack the creature in a slot of the enemy, or its hero."""
        self._do(encode(ATTACK, slot, FACE if target is None else target + 1))

    def use(self, card: Card | str, target: int | None = None) -> None:
        """Take an item into the hand and use it on a slot, or on nobody."""
        self._do(encode(USE, self.hold(card), FACE if target is None else target + 1))

    def summon(self, card: Card | str, lane: int) -> None:
        """Take a creature into the hand and summon it."""
        self._do(encode(SUMMON, self.hold(card), lane))

    def pass_turn(self, n: int = 1) -> None:
        """End the turn of whoever has it, as many times."""
        for _ in range(n):
            self._do(PASS)

    def _do(self, action: int) -> None:
        assert action in self.stepper.actions(), f"{action} is not legal"
        self.stepper.apply(action)
        assert not self.stepper.find_broken()

    # --- looking ---

    def actions(self, kind: int, source: int) -> list[int]:
        """The targets of what a card or a creature may do."""
        return [action & 15 for action in self.stepper.actions() if action >> 4 == kind << 4 | source]

    def at(self, p: int, slot: int) -> tuple[Any, ...] | None:
        """Attack, defence and keywords of a creature; None if there is none."""
        body = self.game.players[p].board[slot]
        words = [word for i, word in enumerate(KEYWORDS) if body.keywords >> i & 1]
        return (int(body.attack), int(body.defence), *words) if body.card else None

    def health(self, p: int) -> int:
        """The health of a hero."""
        return int(self.game.players[p].health)

    def of(self, p: int, field: str) -> int:
        """Another number of a player."""
        return int(self.game.players[p][field])
