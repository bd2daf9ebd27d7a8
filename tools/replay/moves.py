"""Actions: the recorder's tables and this engine's codes as the same moves."""

from __future__ import annotations

from dataclasses import dataclass

from tools.replay.traces import Tree
from tools.replay.words import CardWords

from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.action_codes import (
    CHOOSE,
    END,
    FIGHT,
    PLAY,
    POWER,
    kind_of,
    option_of,
    position_of,
    source_of,
    target_of,
)
from evometa.games.hearthstone.engine.state.records import NOBODY
from evometa.games.hearthstone.engine.state.references import player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.position import Position

KINDS = {END: "end", PLAY: "play", FIGHT: "attack", POWER: "power", CHOOSE: "choose"}


@dataclass(frozen=True, order=True)
class Move:
    """An action without the place on the board."""

    kind: str
    place: str = ""  # in hand, of the attacker, or in the open choice
    card: str = ""  # what is played, used or chosen, or attacks
    option: str = ""  # of a choose-one card
    target: str = ""

    def __str__(self) -> str:
        parts = (
            self.kind,
            self.place,
            self.card,
            self.option and f"({self.option})",
            self.target and f"-> {self.target}",
        )
        return " ".join(part for part in parts if part)


@dataclass(frozen=True)
class OwnAction:
    """A legal action of this engine."""

    move: Move
    position: int  # on the board, from 1; 0 or 1 if nothing is placed
    code: int


def recorded_move(action: Tree, words: CardWords) -> Move:
    """The move of a recorded action."""
    place = action.get("src", "")
    if "hand" in action:
        place = f"hand.{action['hand']}"
    elif "index" in action:
        place = f"choice.{action['index']}"
    card, option = (words.by_id[action[name]] if name in action else "" for name in ("card", "choose_card"))
    return Move(action["type"], place, card, option, action.get("target", ""))


def own_actions(position: Position, words: CardWords) -> list[OwnAction]:
    """Every legal action of this engine."""
    n = position.stepper.run(entry.LIST_ACTIONS)
    codes = [int(code) for code in position.stepper.out[:n]]
    return [OwnAction(_own_move(position, words, code), position_of(code), code) for code in codes]


def attackers(actions: list[OwnAction]) -> set[int]:
    """The slots of those that may attack."""
    return {source_of(action.code) for action in actions if action.move.kind == KINDS[FIGHT]}


def _own_move(position: Position, words: CardWords, code: int) -> Move:
    kind, source, target, option = kind_of(code), source_of(code), target_of(code), option_of(code)
    game, cards = position.game, position.stepper.table.record.cards
    me = game.players[int(game.current)]
    place, card = "", 0
    if kind == PLAY:
        place, card = f"hand.{source}", int(me.hand[source].card)
    elif kind == FIGHT:
        place, card = name_place(reference(int(game.current), source)), int(me.board[source].card)
    elif kind == CHOOSE:
        place, card = f"choice.{source}", int(game.look[source])
    elif kind == POWER:
        card = int(me.power)
    chosen = words.by_index[int(cards[card].options[option - 1])] if option else ""
    aim = "" if target == NOBODY else name_place(target)
    return Move(KINDS[kind], place, words.by_index[card] if card else "", chosen, aim)


def name_place(ref: int) -> str:
    """A character of this engine as the recorder names it."""
    player, slot = player_of(ref), slot_of(ref)
    return f"p{player}.field.{slot - 1}" if slot else f"p{player}.hero"
