"""A position of the game for people: set up, read, printed, stepped by hand, saved and loaded.

position = Position.empty(table, ("hunter", "mage")).set_mana(0, 10)
yeti = position.add_minion(1, "Chillwind Yeti")
position.give(0, "Arcane Shot")
position.play("Arcane Shot", target=yeti)
assert yeti.health == 3

Players are 0 and 1. `side(0)` reads a player's half; `me` and `enemy` are seen from the player whose turn it is. Random
outcomes must be scripted, or the position given a seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.lexicon import lexicon_of
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.records import MAX_SCRIPT
from evometa.games.hearthstone.engine.state.references import player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.naming import Action, find_character, name_character, read_action
from evometa.games.hearthstone.engine.telling.narration import headline, write_position
from evometa.games.hearthstone.engine.telling.position_fields import MOST_OUTCOME, read_position
from evometa.games.hearthstone.engine.telling.saving import load_state, save_state
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.engine.telling.views import (
    Character,
    HeldCard,
    Minion,
    RecordNumber,
    Side,
    Weapon,
    keyword_bits,
)
from evometa.games.sizes import MAX_DECK
from evometa.games.tables import CardTable
from evometa.input.errors import InputError, describe_words
from evometa.input.small_html import show_html

__all__ = ["Action", "Character", "HeldCard", "Minion", "Position", "Side", "Weapon"]

Who = str | Character | int
_MINION_CHANGES = ("attack", "health", "damage", "keywords", "silenced", "turn_attack", "attacks", "spell_damage")


class Position:
    """One game at one moment."""

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper

    # --- making one -----------------------------------------------------------------------------------------------

    @classmethod
    def empty(cls, table: CardTable, classes: Sequence[str] = ("hunter", "mage")) -> Self:
        """Two heroes, given by class, name or id, and nothing else; the first player's turn, without mana."""
        stepper = Stepper(table)
        stepper.run(entry.CLEAR)
        game = stepper.game
        for player, hero in enumerate(classes):
            stepper.run(entry.SEAT, player, _find_hero(stepper, hero))
        game.turn = 1
        game.next_order = 1
        game.scripted = 1
        stepper.run(entry.REFRESH)
        return cls(stepper)

    @classmethod
    def begin(cls, table: CardTable, classes: Sequence[str], decks: Sequence[Iterable[str]], seed: int) -> Self:
        """A game from its start: decks (names or ids) shuffled by the seed, hands dealt and kept, the first turn."""
        stepper = Stepper(table)
        stepper.run(entry.CLEAR)
        heroes = [_find_hero(stepper, name) for name in classes]
        cards = [[stepper.find_card(name) for name in deck] for deck in decks]
        for deck in cards:
            _check_room("a deck", len(deck), MAX_DECK)
        padded = [deck + [0] * (MAX_DECK - len(deck)) for deck in cards]
        stepper.run(entry.DEAL, seed, *heroes, *map(len, cards), *padded[0], *padded[1])
        stepper.run(entry.START)
        return cls(stepper)

    def copy(self) -> Self:
        """The same position once more; what happens to one does not touch the other."""
        return type(self)(self.stepper.copy())

    def save(self) -> dict[str, Any]:
        """The position as a small tree of names and numbers, fit for JSON or TOML."""
        return save_state(self.stepper)

    @classmethod
    def load(cls, table: CardTable, tree: object) -> Self:
        """The position of a tree, as `save` makes it or as a person writes it: what is left out is as in a new game."""
        found = read_position(table, tree)
        position = cls.empty(table, [side.get("hero", "") for side in found["sides"]])
        load_state(position.stepper, found)
        return position

    # --- setting it up --------------------------------------------------------------------------------------------

    @property
    def game(self) -> Any:
        """The game record, for what has no method here; call `refresh` after changing it."""
        return self.stepper.game

    def refresh(self) -> Self:
        """Bring what comes from auras up to date."""
        self.stepper.run(entry.REFRESH)
        return self

    def add_minion(
        self, player: int, name: str, position: int | None = None, *, ready: bool = True, **changes: Any
    ) -> Minion:
        """Put a minion on the board, without any effect; at the right end unless a position (from 1) is given.

        Changes: attack, health (its maximum), damage, keywords (given beside its own), silenced, turn_attack, attacks
        (made this turn), spell_damage. Unless it is `ready`, it came this turn and cannot attack yet.
        """
        me = self.game.players[player]
        _check_room("the board", int(me.n_minions) + 1, int(self.stepper.table.record.rules.board_limit))
        slot = int(me.n_minions) + 1 if position is None else position
        self.stepper.run(entry.PLACE, player, self.stepper.find_typed(name, c.MINION), slot)
        _change_minion(self.stepper, reference(player, slot), ready, changes)
        self.refresh()
        return Minion(self.stepper, reference(player, slot))

    def give(self, player: int, *names: str) -> Self:
        """Put cards into a player's hand."""
        me = self.game.players[player]
        _check_room("a hand", int(me.n_hand) + len(names), int(self.stepper.table.record.rules.hand_limit))
        for name in names:
            me.hand[int(me.n_hand)].card = self.stepper.find_card(name)
            me.n_hand += 1
        return self

    def set_mana(self, player: int, n: int, crystals: int | None = None) -> Self:
        """Mana to spend now, and crystals (default: the same number, up to the limit)."""
        me = self.game.players[player]
        me.mana = n
        me.max_mana = min(n, int(self.stepper.table.record.rules.mana_limit)) if crystals is None else crystals
        return self

    def set_deck(self, player: int, names: Iterable[str]) -> Self:
        """A player's deck, top card first."""
        cards = [self.stepper.find_card(name) for name in names]
        _check_room("a deck", len(cards), MAX_DECK)
        me = self.game.players[player]
        me.deck[:] = 0
        me.deck[: len(cards)] = cards[::-1]
        me.n_deck = len(cards)
        return self

    def set_health(self, player: int, n: int, armor: int | None = None) -> Self:
        """The hero's health, and perhaps armor."""
        me = self.game.players[player]
        hero = me.board[0]
        hero.max_health = max(int(hero.max_health), n)
        hero.damage = hero.max_health - n
        if armor is not None:
            me.armor = armor
        return self

    def equip(self, player: int, name: str, attack: int | None = None, durability: int | None = None) -> Self:
        """Put a weapon into the hero's hand."""
        self.stepper.run(entry.EQUIP, player, self.stepper.find_typed(name, c.WEAPON))
        weapon = self.game.players[player].weapon
        if attack is not None:
            weapon.attack = attack
        if durability is not None:
            weapon.durability = durability
        return self.refresh()

    def add_secret(self, player: int, name: str) -> Self:
        """Lay down a secret."""
        me = self.game.players[player]
        _check_room("the place for secrets", int(me.n_secrets) + 1, int(self.stepper.table.record.rules.secret_limit))
        index = self.stepper.find_card(name)
        if not self.stepper.table.record.cards[index].secret:
            raise InputError(f"{name} is not a secret")
        me.secrets[int(me.n_secrets)] = index
        me.n_secrets += 1
        return self.refresh()

    def set_turn(self, player: int, turn: int | None = None) -> Self:
        """Whose turn it is, and perhaps its number."""
        self.game.current = player
        self.game.turn = player + 1 if turn is None else turn
        return self.refresh()

    # --- randomness -----------------------------------------------------------------------------------------------

    def script(self, *outcomes: int) -> Self:
        """The next random outcomes, each counted from 0 among what is possible; they follow those not yet used."""
        game = self.game
        left = self.stepper.script_left
        _check_room("a script", len(left) + len(outcomes), MAX_SCRIPT)
        if any(not 0 <= outcome <= MOST_OUTCOME for outcome in outcomes):
            raise InputError(f"a script has outcomes from 0 to {MOST_OUTCOME}, not {', '.join(map(str, outcomes))}")
        game.script[: len(left) + len(outcomes)] = [*left, *outcomes]
        game.scripted, game.script_at, game.n_script = 1, 0, len(left) + len(outcomes)
        return self

    def check_script(self) -> None:
        """Raise an error if an outcome of the script is left over."""
        if left := self.stepper.script_left:
            raise InputError(f"random outcomes of the script are left over: {', '.join(map(str, left))}")

    def seed(self, seed: int) -> Self:
        """Random outcomes from a stream of their own instead of a script."""
        self.game.scripted = 0
        self.game.rng = seed
        return self

    # --- reading it -----------------------------------------------------------------------------------------------

    def side(self, player: int) -> Side:
        """A player's half."""
        return Side(self.stepper, player)

    @property
    def me(self) -> Side:
        """The half of the player whose turn it is."""
        return self.side(self.current)

    @property
    def enemy(self) -> Side:
        """The half of the other player."""
        return self.side(1 - self.current)

    turn = RecordNumber("turn", "The number of the turn, both players' counted.", "game")
    current = RecordNumber("current", "The player whose turn it is.", "game")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.over)

    @property
    def winner(self) -> int | None:
        """The player who won; 2 for a draw; None while the game goes on."""
        return int(self.game.winner) if self.over else None

    @property
    def choices(self) -> list[str]:
        """The cards of an open choice."""
        return self.stepper.names(self.game.look, int(self.game.n_look))

    def hash(self) -> int:
        """A hash of everything in the position."""
        return self.stepper.run(entry.STATE_HASH)

    def search_hash(self) -> int:
        """A hash that is equal for positions which a player has no reason to tell apart."""
        return self.stepper.run(entry.SEARCH_HASH)

    def text(self) -> str:
        """The whole position in plain text."""
        return write_position(self.stepper)

    def __repr__(self) -> str:
        return f"Position({headline(self.stepper)})"

    def _repr_html_(self) -> str:
        return f"<pre>{show_html(self.text())}</pre>"

    def __str__(self) -> str:
        return self.text()

    # --- acting ---------------------------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """Everything that the current player may do."""
        n = self.stepper.run(entry.LIST_ACTIONS)
        return [read_action(self.stepper, int(code)) for code in self.stepper.out[:n].copy()]

    def do(self, action: Action | int) -> Self:
        """Do a legal action."""
        code = action if isinstance(action, int) else action.code
        if code not in [legal.code for legal in self.actions()]:
            raise InputError(f"cannot do '{action}'; {self._legal(self.actions())}")
        self.stepper.apply(code)
        return self

    def end_turn(self) -> Self:
        """End the turn; the next one begins, with its draw."""
        return self._do_only("end the turn", self._of_kind("end turn"))

    def play(
        self, name: str, target: Who | None = None, position: int | None = None, option: str | int | None = None
    ) -> Self:
        """Play a card from hand: on a target, at a position (default: the right end), with an option."""
        actions = [a for a in self._of_kind("play") if self._held(a.source) == self.stepper.find_card(name)]
        if not actions:
            raise InputError(f"{self._why_not(name)}; {self._legal(self.actions())}")
        actions = [a for a in actions if a.source == actions[0].source]
        actions = self._with_option(name, actions, option)
        actions = self._with_target(f"play {name}", actions, target)
        place = max(a.position for a in actions) if position is None else position
        placed = [a for a in actions if a.position == place]
        return self._do_only(f"play {name} at position {place}", placed, actions)

    def attack(self, attacker: Who, defender: Who) -> Self:
        """Attack with one of the current player's characters."""
        source, target = find_character(self.stepper, attacker), find_character(self.stepper, defender)
        wanted = f"attack {name_character(self.stepper, target)} with {name_character(self.stepper, source)}"
        attacks = self._of_kind("attack")
        found = [a for a in attacks if (reference(self.current, a.source), a.target) == (source, target)]
        return self._do_only(wanted, found, attacks)

    def use_power(self, target: Who | None = None) -> Self:
        """Use the hero power."""
        actions = self._of_kind("power")
        wanted = f"use {self.me.power}"
        return self._do_only(wanted, self._with_target(wanted, actions, target) if actions else [])

    def choose(self, name: str) -> Self:
        """Take one of the cards of an open choice."""
        found = [a for a in self._of_kind("choose") if self.choices[a.source] == name]
        return self._do_only(f"choose {name}", found[:1])

    def _of_kind(self, kind: str) -> list[Action]:
        return [action for action in self.actions() if action.kind == kind]

    def _held(self, source: int) -> int:
        return int(self.game.players[self.current].hand[source].card)

    def _with_option(self, name: str, actions: list[Action], option: str | int | None) -> list[Action]:
        options = self.stepper.table.record.cards[self._held(actions[0].source)].options
        words = {a.option: self.stepper.name(int(options[a.option - 1])) for a in actions if a.option}
        if not words and option is None:
            return actions
        found = [a for a in actions if option is not None and option in (a.option, words.get(a.option))]
        if not found:
            raise InputError(f"cannot play {name} with the option {option!r}; options: {', '.join(words.values())}")
        return found

    def _with_target(self, wanted: str, actions: list[Action], target: Who | None) -> list[Action]:
        ref = None if target is None else find_character(self.stepper, target)
        found = [a for a in actions if a.target == ref]
        if not found:
            names = dict.fromkeys(name_character(self.stepper, a.target) for a in actions)
            at = "without a target" if ref is None else f"on {name_character(self.stepper, ref)}"
            raise InputError(f"cannot {wanted} {at}; legal targets: {', '.join(names)}")
        return found

    def _why_not(self, name: str) -> str:
        """Why a card cannot be played."""
        if name not in self.me.hand:
            return f"cannot play {name}: it is not in hand"
        cost = self.me.cost(name)
        reason = f": it costs {cost}, and there is {self.me.mana} mana" if cost > self.me.mana else " now"
        return f"cannot play {name}{reason}"

    def _legal(self, actions: list[Action]) -> str:
        return f"legal: {', '.join(action.text for action in actions) or 'nothing'}"

    def _do_only(self, wanted: str, found: list[Action], instead: list[Action] | None = None) -> Self:
        """Do the one action that was found."""
        if not found:
            raise InputError(f"cannot {wanted}; {self._legal(instead or self.actions())}")
        self.stepper.apply(found[0].code)
        return self


def _find_hero(stepper: Stepper, hero: str) -> int:
    """The first hero of a class, or the hero of a name or id."""
    cards = stepper.table.record.cards
    heroes = [i for i in range(1, int(stepper.table.record.n_cards)) if cards[i].type == c.HERO]
    classes = lexicon_of(stepper.table.game).classes
    if hero in classes:
        for index in heroes:
            if cards[index].klass == classes[hero].code:
                return index
    names = {name: i for i in heroes for name in (stepper.table.ids[i], stepper.name(i))}
    if hero not in names:
        raise InputError(f"there is no hero or class {hero!r}; {describe_words(hero, [*names, *classes])}")
    return names[hero]


def _check_room(where: str, n: int, limit: int) -> None:
    if n > limit:
        raise InputError(f"{where} has room for {limit}, not {n}")


def _change_minion(stepper: Stepper, ref: int, ready: bool, changes: dict[str, Any]) -> None:
    """Apply the changes of `add_minion`."""
    for name in changes:
        if name not in _MINION_CHANGES:
            raise InputError(f"unknown change {name!r}; {describe_words(name, _MINION_CHANGES)}")
    m = stepper.game.players[player_of(ref)].board[slot_of(ref)]
    if changes.pop("silenced", False):
        stepper.run(entry.SILENCE, ref)
    if ready:
        m.keywords &= ~c.ASLEEP
    m.keywords |= keyword_bits(changes.pop("keywords", ()))
    if m.keywords & c.LIFESTEAL:
        m.listens |= 1 << c.HAS_LIFESTEAL
    if "health" in changes:
        m.max_health = changes.pop("health")
    for name, value in changes.items():
        setattr(m, name, value)
