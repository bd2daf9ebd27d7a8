"""A position that is stepped by hand: what came before it, and the commands that change it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evometa.games.cards import CardSet, find_card
from evometa.games.game import Game
from evometa.games.hearthstone.cards.wording.faces import describe_kind
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.games.hearthstone.engine.telling.narration import SEATS, narrate, read_events, read_scene, wrap_line
from evometa.games.hearthstone.engine.telling.position import Action, Position
from evometa.games.hearthstone.sandbox.setups import SETUPS, Setup, read_number, read_player
from evometa.games.tables import CardTable
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.reading import read_json, read_toml
from evometa.input.short_repr import Short
from evometa.input.shown_text import show_line
from evometa.input.writing import write_file

CLASSES, MANA = ("hunter", "mage"), 10  # of a position with nothing on it, as far as a game has them
MOST_STEPS = 9999  # that one undo takes back
Advisor = Callable[[Position], list[int]]  # the actions that a player would do, as codes


class Sandbox:
    """Answers one line of input after the other."""

    def __init__(self, position: Position, cards: CardSet, table: CardTable, advisor: Advisor) -> None:
        self.position, self.cards, self.table, self.advisor = position, cards, table, advisor
        self.history: list[Position] = []  # every earlier position, for undo
        self.is_open = True

    @property
    def labels(self) -> tuple[str, str]:
        """How the players are called: by their heroes, if these differ."""
        first, second = (self.position.side(player).hero.name for player in range(2))
        return (first, second) if first != second else SEATS

    def show(self) -> list[str]:
        """The position, and what can be done in it."""
        lines = [piece for line in self.position.text().rstrip().split("\n") for piece in _fit(line)]
        if self.position.over:
            return [*lines, "", "'undo' goes back, 'quit' leaves."]
        listed = list_actions(self.position)
        width = len(str(len(listed)))
        return [*lines, "", "You can:", *(f"  {i:>{width}}  {line.text}" for i, line in enumerate(listed, start=1))]

    def answer(self, line: str) -> list[str]:
        """Do what a line says; returns what there is to say about it. A mistake raises an `InputError`."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return []
        if re.fullmatch(r"[0-9]+", word):
            return self._act(int(word), rest.strip())
        name = _ALIASES.get(word.lower(), word.lower())
        if name in SETUPS:
            return self._set_up(SETUPS[name], rest.strip())
        if name in COMMANDS:
            return COMMANDS[name].run(self, rest.strip())
        raise InputError(f"there is no command {word!r}; {describe_words(word, (*COMMANDS, *SETUPS))}; or a number")

    # --- acting -------------------------------------------------------------------------------------------------------

    def _act(self, number: int, place: str) -> list[str]:
        listed = list_actions(self.position)
        if not 1 <= number <= len(listed):
            allowed = f"allowed: 1 to {len(listed)}" if listed else "the game is over"
            raise InputError(f"there is no action {number}; {allowed}")
        if place and not re.fullmatch(r"(at\s+)?[0-9]+", place):
            raise InputError(f"found {place!r} after the number; allowed: a place on the board, such as 'at 2'")
        return self._do(listed[number - 1].at(int(place.split()[-1]) if place else None))

    def _do(self, action: Action) -> list[str]:
        position = self.position.copy()
        position.game.journaling, position.game.n_journal = 1, 0
        scene = read_scene(position.game)
        position.do(action)
        self.go_to(position)
        return narrate(read_events(position.game), scene, self.table, self.labels)

    def _set_up(self, setup: Setup, rest: str) -> list[str]:
        """Change a copy, so that a mistake leaves everything as it was."""
        player, words = read_player(rest, self.position.current)
        position = self.position.copy()
        setup.change(position, player, words, self.cards)
        self.go_to(position)
        return []

    def go_to(self, position: Position) -> None:
        """Go on with another position; the one before can be had back."""
        self.history.append(self.position)
        self.position = position

    # --- commands -----------------------------------------------------------------------------------------------------

    def _end(self, rest: str) -> list[str]:
        ends = [action for action in self.position.actions() if action.kind == "end turn"]
        if not ends:
            raise InputError("the game is over" if self.position.over else "the turn cannot end before the choice")
        return self._do(ends[0])

    def _undo(self, rest: str) -> list[str]:
        n = read_number(rest or "1", 1, MOST_STEPS, "the steps to undo")
        if not self.history:
            raise InputError("there is nothing to undo")
        for _ in range(min(n, len(self.history))):
            self.position = self.history.pop()
        return []

    def _hint(self, rest: str) -> list[str]:
        """The advised actions in words; what chance decides may come out otherwise."""
        if self.position.over:
            raise InputError("the game is over")
        position = self.position.copy()
        texts: list[str] = []
        for code in self.advisor(self.position.copy()):
            legal = [action for action in position.actions() if action.code == code]
            if not legal or (texts and position.choices):
                break
            texts.append(legal[0].text)
            position.do(legal[0])
        return wrap_line(f"Hint: {'; '.join(texts)}.", "")

    def _card(self, rest: str) -> list[str]:
        """What a card is and does."""
        if not rest:
            raise InputError("which card? Give its name or id")
        card = find_card(self.cards, rest)
        cost = f"{card.cost} mana" if "cost" in card.tree else ""
        numbers = ", ".join(text for text in (cost, card.game.describe_stats(card.tree)) if text)
        texts = [f"{card.name} ({numbers})", describe_kind(card.tree), rules_text(card, self.cards)]
        return [piece for text in texts if text for piece in wrap_line(show_line(text), "")]

    def _save(self, rest: str) -> list[str]:
        path = _read_path(rest)
        write_file(path, json.dumps(self.position.save(), indent=1) + "\n")
        return [f"Saved to {path}."]

    def _load(self, rest: str) -> list[str]:
        self.go_to(load_position(_read_path(rest), self.table))
        return []

    def _help(self, rest: str) -> list[str]:
        commands: dict[str, _Command | Setup] = {**COMMANDS, **SETUPS}
        return [
            "A number does the action with that number; '3 at 2' puts its minion at the second place.",
            *(f"  {f'{name} {command.arguments}':<30}{command.about}" for name, command in commands.items()),
            "PLAYER is 'me' (whose turn it is), 'enemy', '1' or '2'.",
        ]

    def _quit(self, rest: str) -> list[str]:
        self.is_open = False
        return []


def usual_classes(game: Game) -> tuple[str, str]:
    """Of a position with nothing on it."""
    return CLASSES if set(CLASSES) <= set(game.classes) else (game.classes[0], game.classes[-1])


def empty_position(table: CardTable, seed: int, classes: tuple[str, str] | None = None) -> Position:
    """Two heroes alone, and mana for whatever is to come, as far as the rules have it."""
    mana = min(MANA, int(table.record.rules.mana_limit))
    return Position.empty(table, classes or usual_classes(table.game)).set_mana(0, mana).set_mana(1, mana).seed(seed)


def seed_open(position: Position, seed: int) -> Position:
    """A position in which chance is open gets a seed; one that says what chance brings stays as it is."""
    return position.seed(seed) if position.game.scripted and not position.game.n_script else position


def load_position(path: Path, table: CardTable) -> Position:
    """The position of a file: JSON as `save` writes it, or TOML."""
    where = Where(str(path))
    tree = read_toml(path, where) if path.suffix == ".toml" else read_json(path, where)
    with errors_at(where):
        return Position.load(table, tree)


def _read_path(rest: str) -> Path:
    if not rest:
        raise InputError("which file? Give its name")
    return Path(rest)


def _fit(line: str) -> list[str]:
    """A line of the position, broken if it is long."""
    indent = line[: len(line) - len(line.lstrip())]
    return wrap_line(line.strip(), indent) or [""]


@dataclass(frozen=True)
class _Command:
    """What a word of the console does."""

    run: Callable[[Sandbox, str], list[str]]
    arguments: str
    about: str


COMMANDS: dict[str, _Command] = {
    "end": _Command(Sandbox._end, "", "end the turn"),
    "hint": _Command(Sandbox._hint, "", "what a computer player would do"),
    "undo": _Command(Sandbox._undo, "[N]", "take back the last step, or the last N"),
    "show": _Command(lambda sandbox, rest: sandbox.show(), "", "the position and the legal actions again"),
    "card": _Command(Sandbox._card, "NAME", "what a card is and does"),
    "save": _Command(Sandbox._save, "FILE", "write the position to a file"),
    "load": _Command(Sandbox._load, "FILE", "read a position from a file (JSON; TOML if it ends in .toml)"),
    "help": _Command(Sandbox._help, "", "this list"),
    "quit": _Command(Sandbox._quit, "", "leave"),
}
_ALIASES = {"?": "help", "exit": "quit", "q": "quit", "e": "end", "u": "undo", "actions": "show", "position": "show"}


@dataclass(frozen=True)
class ListedAction(Short):
    """A line of the list. Actions that differ only in the place of a minion share one."""

    text: str
    actions: tuple[Action, ...]  # by the minion's place, from the left

    def at(self, place: int | None) -> Action:
        """The action with the minion at a place; without one, at the right end."""
        if place is None:
            return self.actions[-1]
        if self.actions[0].kind != "play" or not 1 <= place <= len(self.actions):
            raise InputError(f"'{self.text}' cannot be done at place {place}")
        return self.actions[place - 1]


def list_actions(position: Position) -> list[ListedAction]:
    """The legal actions in the order of the rules; equal ones, as of two copies of a card, only once."""
    groups: dict[tuple[str, int, int | None, int], list[Action]] = {}
    for action in position.actions():
        groups.setdefault((action.kind, action.source, action.target, action.option), []).append(action)
    costs = [card.cost for card in position.me.cards]
    listed: dict[str, ListedAction] = {}
    for actions in groups.values():
        text = _describe(actions, costs, position.me.power_cost)
        listed.setdefault(text, ListedAction(text, tuple(actions)))
    return list(listed.values())


def _describe(actions: list[Action], costs: list[int], power_cost: int) -> str:
    last = actions[-1]
    if last.kind == "power":
        return f"{last.text} ({power_cost} mana)"
    if last.kind != "play":
        return last.text
    places = f", at 1 to {len(actions)}" if len(actions) > 1 else ""
    return f"{last.text.replace(f' at position {last.position}', '', 1)} ({costs[last.source]} mana{places})"
