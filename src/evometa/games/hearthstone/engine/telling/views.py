"""Reading a game in Python: its two sides, and what stands, lies and waits there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.vocabulary import KEYWORDS
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.references import hero_of, player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.input.errors import InputError

# What a keyword field may hold, by word: printed keywords and the statuses of play.
_STATUS_BITS = {
    "frozen": c.FROZEN,
    "silenced": c.SILENCED,
    "asleep": c.ASLEEP,
    "destroyed": c.DOOMED,
    "stealth until next turn": c.STEALTH_ENDS,
    "goes back": c.GOES_BACK,
    "dies at end of turn": c.DIES_AT_END,
}
KEYWORD_BITS = {word: known.code for word, known in KEYWORDS.items()} | _STATUS_BITS


def keyword_words(bits: int) -> tuple[str, ...]:
    """The words of a keyword field."""
    return tuple(word for word, bit in KEYWORD_BITS.items() if bits & bit)


def keyword_bits(words: str | tuple[str, ...] | list[str]) -> int:
    """The keyword field of some words."""
    bits = 0
    for word in [words] if isinstance(words, str) else words:
        if word not in KEYWORD_BITS:
            raise InputError(f"there is no keyword '{word}'; allowed: {', '.join(KEYWORD_BITS)}")
        bits |= KEYWORD_BITS[word]
    return bits


class RecordNumber:
    """A number that a view takes from its record as it is."""

    def __init__(self, field: str, meaning: str, record: str = "record") -> None:
        self.field, self.__doc__, self.record = field, meaning, record

    def __get__(self, view: object, owner: type) -> int:
        return int(getattr(getattr(view, self.record), self.field))


class Character:
    """A hero or a minion in play. It reads the game as it is now."""

    damage = RecordNumber("damage", "The damage on it.")

    def __init__(self, stepper: Stepper, ref: int) -> None:
        self._stepper = stepper
        self._ref = ref

    @property
    def ref(self) -> int:
        """The reference of the character, as in `engine/state/references.py`."""
        return self._ref

    @property
    def record(self) -> Any:
        """Its record, with fields as attributes."""
        return self._stepper.game.players[player_of(self.ref)].board[slot_of(self.ref)]

    def _read(self, column: int) -> int:
        self._stepper.run(entry.READ, self.ref)
        return int(self._stepper.out[column])

    @property
    def name(self) -> str:
        """Its card's name."""
        return self._stepper.name(int(self.record.card))

    @property
    def attack(self) -> int:
        """Its attack now, with all that changes it."""
        return self._read(0)

    @property
    def health(self) -> int:
        """Its health now."""
        return self._read(1)

    @property
    def max_health(self) -> int:
        """Its health without damage."""
        return int(self.record.max_health) + int(self.record.aura_health)

    @property
    def keywords(self) -> tuple[str, ...]:
        """Its keywords and statuses, whatever gave them."""
        return keyword_words(self._read(2))

    def has(self, word: str) -> bool:
        """Whether it has a keyword or status now."""
        return self._read(2) & keyword_bits(word) != 0

    @property
    def can_attack(self) -> bool:
        """Whether its own state lets it attack; whose turn it is does not matter."""
        return self._read(3) != 0

    @property
    def stats(self) -> tuple[int, int]:
        """Attack and health."""
        return self.attack, self.health


class Minion(Character):
    """A minion in play. It is followed by its order of play, so it stays the same one when others come and go."""

    def __init__(self, stepper: Stepper, ref: int) -> None:
        super().__init__(stepper, ref)
        self.order = int(stepper.game.players[player_of(ref)].order[slot_of(ref)])
        self._first_name = self.name

    @property
    def ref(self) -> int:
        """The reference of the minion; an error if it has left play."""
        ref = find_order(self._stepper, self.order)
        if ref is None:
            raise InputError(f"{self._first_name} is not in play any more")
        return ref

    @property
    def in_play(self) -> bool:
        """Whether it is still there. A minion that changed sides or was transformed counts as another one."""
        return find_order(self._stepper, self.order) is not None

    @property
    def player(self) -> int:
        """The player who controls it."""
        return player_of(self.ref)

    @property
    def position(self) -> int:
        """Its place on the board, from 1 on the left."""
        return slot_of(self.ref)

    def __repr__(self) -> str:
        if not self.in_play:
            return f"<{self._first_name}, not in play>"
        return f"<{self.name} {self.attack}/{self.health}>"


def find_order(stepper: Stepper, order: int) -> int | None:
    """The reference of the minion with this order of play."""
    for p, me in enumerate(stepper.game.players):
        for slot in range(1, int(me.n_minions) + 1):
            if me.order[slot] == order:
                return reference(p, slot)
    return None


@dataclass(frozen=True)
class HeldCard:
    """A card in hand: what it costs now, and how much its attack and health were changed."""

    name: str
    cost: int
    attack_change: int = 0
    health_change: int = 0


@dataclass(frozen=True)
class Weapon:
    """A hero's weapon."""

    name: str
    attack: int
    durability: int


class Side:
    """One player's half of the game, as it is now."""

    mana = RecordNumber("mana", "Mana left this turn.")
    crystals = RecordNumber("max_mana", "Mana crystals, full and empty.")
    overload = RecordNumber("overload", "Crystals that will be locked next turn.")
    locked = RecordNumber("locked", "Crystals that are locked this turn.")
    armor = RecordNumber("armor", "The hero's armor.")
    fatigue = RecordNumber("fatigue", "How often this player drew from an empty deck.")

    def __init__(self, stepper: Stepper, player: int) -> None:
        self._stepper = stepper
        self.player = player

    @property
    def record(self) -> Any:
        """The player's record, with fields as attributes."""
        return self._stepper.game.players[self.player]

    @property
    def hero(self) -> Character:
        """The hero."""
        return Character(self._stepper, hero_of(self.player))

    @property
    def health(self) -> int:
        """The hero's health, without armor."""
        return self.hero.health

    @property
    def attack(self) -> int:
        """The hero's attack, with its weapon."""
        return self.hero.attack

    @property
    def board(self) -> list[Minion]:
        """The minions from left to right."""
        first = hero_of(self.player) + 1
        return [Minion(self._stepper, ref) for ref in range(first, first + int(self.record.n_minions))]

    @property
    def minions(self) -> list[str]:
        """The names of the minions from left to right."""
        return [minion.name for minion in self.board]

    @property
    def cards(self) -> list[HeldCard]:
        """The hand, with costs."""
        held = self.record.hand[: int(self.record.n_hand)]
        return [
            HeldCard(name, cost, int(h.attack), int(h.health))
            for name, cost, h in zip(self.hand, self._costs(), held, strict=False)
        ]

    @property
    def hand(self) -> list[str]:
        """The names of the cards in hand."""
        return self._stepper.names(self.record.hand["card"], int(self.record.n_hand))

    def cost(self, name: str) -> int:
        """What a card in hand costs now: the first one of this name."""
        for card in self.cards:
            if card.name == name:
                return card.cost
        raise InputError(f"there is no '{name}' in this hand, which holds: {', '.join(self.hand) or 'nothing'}")

    def _costs(self) -> list[int]:
        self._stepper.run(entry.COSTS, self.player)
        return [int(cost) for cost in self._stepper.out[: MAX_HAND + 1]]

    @property
    def power(self) -> str:
        """The name of the hero power."""
        return self._stepper.name(int(self.record.power))

    @property
    def power_cost(self) -> int:
        """What the hero power costs."""
        return self._costs()[MAX_HAND]

    @property
    def power_used(self) -> bool:
        """Whether the hero power was used this turn."""
        return bool(self.record.power_used)

    @property
    def deck(self) -> list[str]:
        """The names of the cards in the deck, top card first."""
        return self._stepper.names(self.record.deck, int(self.record.n_deck))[::-1]

    @property
    def weapon(self) -> Weapon | None:
        """The weapon, with what auras add to its attack."""
        held = self.record.weapon
        if not held.card:
            return None
        return Weapon(self._stepper.name(int(held.card)), int(held.attack + held.aura_attack), int(held.durability))

    @property
    def secrets(self) -> list[str]:
        """The names of the secrets, oldest first."""
        return self._stepper.names(self.record.secrets, int(self.record.n_secrets))
