"""A session of the console: a position, what came before it, and the commands that change it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evometa.cards.compiler import CardTable
from evometa.cards.errors import InputError, describe_words
from evometa.cards.lookup import find_card
from evometa.cards.model import CardSet
from evometa.engine.narration import narrate, read_events, read_scene, wrap_line
from evometa.engine.position import Action, Position
from evometa.engine.position_text import SEATS
from evometa.engine.records import MAX_STAT

PLAYERS = {"me": "me", "my": "me", "enemy": "enemy", "1": "first player", "2": "second player"}
Advisor = Callable[[Position], list[int]]


@dataclass(frozen=True)
class Entry:
    """A line of the list of legal actions: actions that differ only in the place of a minion share it."""

    text: str
    actions: tuple[Action, ...]  # by position, from the left

    def at(self, position: int | None) -> Action:
        """The action that puts the minion at a position; without one, at the right end."""
        if position is None:
            return self.actions[-1]
        for action in self.actions:
            if action.position == position and (len(self.actions) > 1 or action.kind == "play"):
                return action
        raise InputError(f"'{self.text}' cannot be done at position {position}")


def list_actions(position: Position) -> list[Entry]:
    """The legal actions, equal ones only once."""
    groups: dict[tuple[str, int, int | None, int], list[Action]] = {}
    for action in position.actions():
        groups.setdefault((action.kind, action.source, action.target, action.option), []).append(action)
    costs = [card.cost for card in position.me.cards]
    entries = {}
    for actions in groups.values():
        entry = Entry(_describe_entry(position, actions, costs), tuple(actions))
        entries.setdefault(entry.text, entry)
    return list(entries.values())


def _describe_entry(position: Position, actions: list[Action], costs: list[int]) -> str:
    last = actions[-1]
    text = last.text.replace(f" at position {last.position}", "", 1)
    if last.kind == "play":
        places = f", at 1 to {last.position}" if len(actions) > 1 else ""
        return f"{text} ({costs[last.source]} mana{places})"
    return f"{text} ({position.me.power_cost} mana)" if last.kind == "power" else text


class Session:
    """Answers one line of input after the other."""

    def __init__(self, position: Position, table: CardTable, cards: CardSet, advisor: Advisor) -> None:
        self.table, self.cards, self.advisor = table, cards, advisor
        self.position = position
        self.history: list[Position] = []  # every earlier position, for undo
        self.is_open = True

    # --- showing ------------------------------------------------------------------------------------------------------

    def show(self) -> list[str]:
        """The position, and what can be done in it."""
        return [*self.position.text().rstrip().split("\n"), "", *self.show_actions()]

    def show_actions(self) -> list[str]:
        """The legal actions with their numbers."""
        if self.position.over:
            return ["The game is over; 'undo' goes back, 'quit' leaves."]
        entries = list_actions(self.position)
        width = len(str(len(entries)))
        return ["You can:", *(f"  {i:>{width}}  {entry.text}" for i, entry in enumerate(entries, start=1))]

    # --- answering ----------------------------------------------------------------------------------------------------

    def answer(self, line: str) -> list[str]:
        """Do what a line says; returns what there is to say about it. A mistake raises an `InputError`."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return []
        if word.isdigit():
            return self._act(int(word), rest.strip())
        name = ALIASES.get(word.lower(), word.lower())
        if name not in COMMANDS:
            raise InputError(f"there is no command {word!r}; {describe_words(word, COMMANDS)}, or a number")
        return COMMANDS[name].run(self, rest.strip())

    def _act(self, number: int, place: str) -> list[str]:
        entries = list_actions(self.position)
        if not 1 <= number <= len(entries):
            limit = f"allowed: 1 to {len(entries)}" if entries else "the game is over"
            raise InputError(f"there is no action {number}; {limit}")
        if place and not re.fullmatch(r"(at\s+)?\d+", place):
            raise InputError(f"found {place!r} after the number; allowed: a place on the board, such as 'at 2'")
        action = entries[number - 1].at(int(place.split()[-1]) if place else None)
        return self._do(action)

    def _do(self, action: Action) -> list[str]:
        position = self._change()
        position.game.journaling, position.game.n_journal = 1, 0
        scene = read_scene(position.game)
        position.do(action)
        self._keep(position)
        return narrate(read_events(position.game), scene, self.table, SEATS)

    def _change(self) -> Position:
        """A copy to work on, so that a mistake leaves everything as it was."""
        return self.position.copy()

    def _keep(self, position: Position) -> None:
        self.history.append(self.position)
        self.position = position

    # --- commands -----------------------------------------------------------------------------------------------------

    def end(self, rest: str) -> list[str]:
        ends = [action for action in self.position.actions() if action.kind == "end turn"]
        if not ends:
            raise InputError("the turn cannot end now: " + ("the game is over" if self.position.over else "choose first"))
        return self._do(ends[0])

    def undo(self, rest: str) -> list[str]:
        n = _read_number(rest or "1", 1, MAX_STAT, "steps")
        if not self.history:
            raise InputError("there is nothing to undo")
        for _ in range(min(n, len(self.history))):
            self.position = self.history.pop()
        return [f"Back; {_count(len(self.history), 'earlier position')} left."]

    def hint(self, rest: str) -> list[str]:
        if self.position.over:
            raise InputError("the game is over")
        position, steps = self.position.copy(), []
        for code in self.advisor(position):
            legal = [action for action in position.actions() if action.code == code]
            if not legal or position.game.n_look:
                break
            steps.append(legal[0].text)
            position.do(legal[0])
        return wrap_line("Hint: " + "; ".join(steps), "")

    def save(self, rest: str) -> list[str]:
        path = _read_path(rest)
        try:
            path.write_text(json.dumps(self.position.save(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
        return [f"Saved to {path}."]

    def load(self, rest: str) -> list[str]:
        self._keep(load_position(_read_path(rest), self.table))
        return ["Loaded."]

    def add(self, rest: str) -> list[str]:
        player, words = self._read_player(rest)
        name, place = _split_place(words)
        position = self._change()
        minions = int(position.game.players[player].n_minions)
        slot = None if place is None else _read_number(place, 1, minions + 1, "a place on the board")
        position.add_minion(player, self._read_card(name), slot)
        self._keep(position)
        return []

    def give(self, rest: str) -> list[str]:
        return self._set_up(rest, lambda position, player, words: position.give(player, *self._read_cards(words)))

    def equip(self, rest: str) -> list[str]:
        return self._set_up(rest, lambda position, player, words: position.equip(player, self._read_card(words)))

    def secret(self, rest: str) -> list[str]:
        return self._set_up(rest, lambda position, player, words: position.add_secret(player, self._read_card(words)))

    def deck(self, rest: str) -> list[str]:
        return self._set_up(rest, lambda position, player, words: position.set_deck(player, self._read_cards(words)))

    def mana(self, rest: str) -> list[str]:
        limit = int(self.table.record.rules.mana_limit)
        return self._set_up(
            rest, lambda position, player, words: position.set_mana(player, _read_number(words, 0, limit, "mana"))
        )

    def health(self, rest: str) -> list[str]:
        return self._set_up(
            rest, lambda position, player, words: position.set_health(player, _read_number(words, 1, MAX_STAT, "health"))
        )

    def turn(self, rest: str) -> list[str]:
        return self._set_up(rest, lambda position, player, words: position.set_turn(player, position.turn))

    def show_help(self, rest: str) -> list[str]:
        lines = ["A number does the action of that number; 'NUMBER at PLACE' puts a minion at a place, from 1."]
        lines += [f"  {f'{name} {command.arguments}':<30}{command.about}" for name, command in COMMANDS.items()]
        return [*lines, "PLAYER is 'me' (whose turn it is), 'enemy', '1' or '2'."]

    def look(self, rest: str) -> list[str]:
        return self.show()

    def quit(self, rest: str) -> list[str]:
        self.is_open = False
        return []

    # --- reading words --------------------------------------------------------------------------------------------------

    def _set_up(self, rest: str, change: Callable[[Position, int, str], Any]) -> list[str]:
        player, words = self._read_player(rest)
        position = self._change()
        change(position, player, words)
        self._keep(position)
        return []

    def _read_player(self, rest: str) -> tuple[int, str]:
        word, _, words = rest.partition(" ")
        if word.lower() not in PLAYERS:
            raise InputError(f"whose? found {word!r}; {describe_words(word, PLAYERS, ('me', 'enemy', '1', '2'))}")
        current = self.position.current
        player = {"me": current, "my": current, "enemy": 1 - current}.get(word.lower())
        return (int(word) - 1 if player is None else player), words.strip()

    def _read_card(self, name: str) -> str:
        if not name:
            raise InputError("which card? Give its name or id")
        return find_card(self.cards, name).id

    def _read_cards(self, names: str) -> list[str]:
        return [self._read_card(name.strip()) for name in names.split(",")]


def load_position(path: Path, table: CardTable) -> Position:
    """The position of a file: JSON as `save` writes it, or TOML."""
    try:
        text = path.read_text(encoding="utf-8")
        tree = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        return Position.load(table, tree)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise InputError(f"{path}: this is not a position ({error})") from None


def _read_path(rest: str) -> Path:
    if not rest:
        raise InputError("which file? Give its name")
    return Path(rest)


def _read_number(words: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch(r"\d+", words) or not low <= int(words) <= high:
        raise InputError(f"found {words!r} for {what}; allowed: {low} to {high}")
    return int(words)


def _split_place(words: str) -> tuple[str, str | None]:
    match = re.fullmatch(r"(.+?)\s+at\s+(\S+)", words)
    return (match[1], match[2]) if match else (words, None)


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")


@dataclass(frozen=True)
class Command:
    """What a word of the console does."""

    run: Callable[[Session, str], list[str]]
    arguments: str
    about: str


COMMANDS: dict[str, Command] = {
    "end": Command(Session.end, "", "end the turn"),
    "hint": Command(Session.hint, "", "what a computer player would do"),
    "undo": Command(Session.undo, "[N]", "take back the last step, or the last N"),
    "show": Command(Session.look, "", "the position and the legal actions again"),
    "add": Command(Session.add, "PLAYER MINION [at PLACE]", "put a minion on the board, without its effects"),
    "give": Command(Session.give, "PLAYER CARD, ...", "put cards into a hand"),
    "deck": Command(Session.deck, "PLAYER CARD, ...", "replace a deck; the first card is on top"),
    "equip": Command(Session.equip, "PLAYER WEAPON", "put a weapon into a hero's hand"),
    "secret": Command(Session.secret, "PLAYER SECRET", "lay down a secret"),
    "mana": Command(Session.mana, "PLAYER N", "set the mana of a player"),
    "health": Command(Session.health, "PLAYER N", "set the health of a hero"),
    "turn": Command(Session.turn, "PLAYER", "set whose turn it is"),
    "save": Command(Session.save, "FILE", "write the position to a file"),
    "load": Command(Session.load, "FILE", "read a position from a file (JSON, or TOML by its ending)"),
    "help": Command(Session.show_help, "", "this list"),
    "quit": Command(Session.quit, "", "leave"),
}
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "u": "undo", "position": "show", "actions": "show", "e": "end"}
