"""Random outcomes: from what was picked in the recorded game to a script for this engine.

An action is tried with the outcomes found so far. When the engine asks for one more, it says what it asks for and what
each outcome means; a recorded pick that is among these is the answer, and the action is tried again from its start
with one outcome more. Mostly there is one way to do this. There are several where the recording does not say enough:
numbers come without the character that they are for, triggers at the same time may run in another order, and a place
may have another number here when the dead have left the board earlier or later. `runs` goes through the ways, the most
direct one first, and the caller takes the first one that leads to the recorded state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tools.replay.moves import name_place
from tools.replay.traces import Tree
from tools.replay.words import CardWords

from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state import chances as r
from evometa.games.hearthstone.engine.state.records import NO_ERROR, SCRIPT_EMPTY
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.engine.telling.stepper import PROBLEMS

KINDS = {
    r.ASK_CHARACTER: "a character",
    r.ASK_CARD: "a card",
    r.ASK_HAND: "a card in hand",
    r.ASK_DECK: "a card in the deck",
    r.ASK_SECRET: "a secret",
    r.ASK_NUMBER: "a number",
    r.ASK_CHANCE: "a chance",
}
ZONES = {r.ASK_HAND: "hand", r.ASK_DECK: "deck", r.ASK_SECRET: "secrets"}
COUNTED = (r.ASK_CHARACTER, r.ASK_CARD, *ZONES)  # questions with as many outcomes as things to pick from
MAX_LISTED = 8


@dataclass(frozen=True)
class Thing:
    """What can be picked: a number, or a card, perhaps at a place."""

    card: str = ""
    place: str = ""
    number: int = -1

    @property
    def zone(self) -> str:
        """The place without its number."""
        return self.place.rsplit(".", 1)[0]

    def __str__(self) -> str:
        if not self.card:
            return str(self.number)
        return f"{self.place} {self.card}" if self.place else self.card


@dataclass(frozen=True)
class Pick:
    """One thing that was picked, among how many."""

    thing: Thing
    n: int


@dataclass(frozen=True)
class Question:
    """What the engine asks for, and what each outcome means."""

    kind: int
    things: list[Thing]

    def __str__(self) -> str:
        listed = [*map(str, self.things[:MAX_LISTED]), *["..."][: len(self.things) > MAX_LISTED]]
        return f"asks for {KINDS[self.kind]} of {len(self.things)}: {', '.join(listed)}"


@dataclass(frozen=True)
class Run:
    """One way to do an action with the recorded outcomes."""

    problem: str = ""  # why the action could not be done
    left: tuple[Pick, ...] = ()  # what was not asked for
    odds: tuple[str, ...] = ()  # picks among more or fewer than recorded


def list_picks(rng: list[Tree], words: CardWords) -> list[Pick]:
    """Everything that was picked, one by one; a sample leaves one less to pick from each time."""
    return [Pick(_read_thing(what, words), call["n"] - i) for call in rng for i, what in enumerate(call["picked"])]


def _read_thing(what: Any, words: CardWords) -> Thing:
    if isinstance(what, dict):
        return Thing(words.by_id[what["id"]], what["ref"])
    return Thing(number=what) if isinstance(what, int) else Thing(words.by_id[what])


def runs(position: Position, code: int, picks: list[Pick], words: CardWords) -> Iterator[Run]:
    """Do an action in every way that the recorded picks allow; the position is what each way leads to."""
    before = position.stepper.games.copy()
    waiting: list[tuple[list[int], list[Pick], tuple[str, ...]]] = [([], picks, ())]
    while waiting:
        script, left, odds = waiting.pop()
        position.stepper.games[:] = before
        error = _attempt(position, code, script)
        if error == NO_ERROR:
            yield Run("", tuple(left), odds)
        elif error != SCRIPT_EMPTY:
            yield Run(PROBLEMS.get(error, f"the game had to stop: error {error}"))
        else:
            question = _read_question(position, words)
            answers = list(_answers(question, left))
            if not answers:
                yield Run(f"the engine {question}")
            for i, k in reversed(answers):
                waiting.append(([*script, k], left[:i] + left[i + 1 :], odds + _compare_odds(question, left[i])))


def _attempt(position: Position, code: int, script: list[int]) -> int:
    """Do the action with a script; returns the error."""
    game = position.game
    game.script[: len(script)] = script
    game.scripted, game.script_at, game.n_script = 1, 0, len(script)
    position.stepper.run(entry.APPLY, code)
    return int(game.error)


def _answers(question: Question, picks: list[Pick]) -> Iterator[tuple[int, int]]:
    """Which picks answer the question, each with its outcome: those at the same place first, equal ones once."""
    seen: set[int] = set()
    for match in (_is_same, _is_moved):
        for i, pick in enumerate(picks):
            for k, thing in enumerate(question.things):
                if k not in seen and match(pick.thing, thing):
                    seen |= {j for j, other in enumerate(question.things) if other == thing}
                    yield i, k


def _is_same(pick: Thing, thing: Thing) -> bool:
    return pick == thing


def _is_moved(pick: Thing, thing: Thing) -> bool:
    """The same card, elsewhere in the same zone."""
    return bool(thing.place) and (pick.card, pick.zone) == (thing.card, thing.zone)


def _compare_odds(question: Question, pick: Pick) -> tuple[str, ...]:
    if question.kind not in COUNTED or len(question.things) == pick.n:
        return ()
    return (f"{pick.thing}: recorded among {pick.n}, here among {len(question.things)}",)


def _read_question(position: Position, words: CardWords) -> Question:
    game = position.game
    n, kind, player = int(game.n_offered), int(game.asked), int(game.asked_player)
    cards = [words.by_index[int(card)] for card in game.offered_cards[:n]]
    offered = [int(what) for what in game.offered[:n]]
    return Question(kind, [_thing(kind, player, what, card) for what, card in zip(offered, cards, strict=True)])


def _thing(kind: int, player: int, what: int, card: str) -> Thing:
    if kind == r.ASK_CARD:
        return Thing(card)
    if kind == r.ASK_CHARACTER:
        return Thing(card, name_place(what))
    if kind in ZONES:
        return Thing(card, f"p{player}.{ZONES[kind]}.{what}")
    return Thing(number=what)
