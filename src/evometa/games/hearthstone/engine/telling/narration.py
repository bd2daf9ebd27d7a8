"""From the journal of an action to text that a player enjoys reading, and a position as plain text.

Each turn has a heading, each action a line, and what follows from the action stands below it, further in.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.references import player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.sentences import (
    GIFTS,
    HARD_SPACE,
    SENTENCES,
    STRIKES,
    TOGETHER,
    Event,
    Group,
    Speaker,
    tell_group,
)
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.engine.telling.views import Character, Minion, Side
from evometa.games.tables import CardTable
from evometa.input.short_repr import Short

WIDTH = 100
_ACTIONS = (j.J_PLAY, j.J_POWER, j.J_ATTACK, j.J_CHOOSE)
SEATS = ("First player", "Second player")
HIDDEN_WORDS = ("asleep",)  # said by "cannot attack yet"

FIRST_LEVEL, SECOND_LEVEL = "  ", "    "
MARGIN = "    | "  # of the board
_UNSEEN = ("asleep", "destroyed")  # statuses that a board need not show


@dataclass(frozen=True)
class Scene(Short):
    """What has to be known about the position before an action to tell it."""

    player: int  # whose turn it is
    board: Mapping[int, int]  # card by reference


def read_scene(game: Any) -> Scene:
    """The scene of a game record."""
    board = {
        reference(p, slot): int(game.players[p].board[slot].card)
        for p in range(2)
        for slot in range(int(game.players[p].n_minions) + 1)
    }
    return Scene(int(game.current), board)


def read_events(game: Any) -> list[Event]:
    """The journal of a game record."""
    return [Event(*(int(number) for number in game.journal[i])) for i in range(int(game.n_journal))]


def narrate(events: Iterable[Event], scene: Scene, table: CardTable, labels: tuple[str, str]) -> list[str]:
    """The lines of one action's journal. `labels` is how to call the two players."""
    events = _in_telling_order(e for e in events if e.kind in SENTENCES and not _goes_without_saying(e))
    speaker = Speaker(table, labels, scene.player, scene.board, _shared_cards(events, scene))
    indent = FIRST_LEVEL
    lines: list[str] = []
    if events and events[0].kind != j.J_TURN and not any(e.kind in _ACTIONS for e in events):
        # To end the turn was all that was done, and something happened before the next one began.
        lines += [f"{FIRST_LEVEL}ends the turn"]
        indent = SECOND_LEVEL
    for group in _group_events(events):
        first = group[0]
        if first.kind in (j.J_TURN, j.J_OVER):
            speaker = replace(speaker, player=first.player)
            lines += ["", tell_group(speaker, group)]
            indent = FIRST_LEVEL
            continue
        level = FIRST_LEVEL if first.kind in _ACTIONS else indent
        lines += wrap_line(tell_group(speaker, group), level)
        indent = SECOND_LEVEL if first.kind in _ACTIONS else indent
    return lines


def wrap_line(text: str, indent: str, hanging: str = "  ") -> list[str]:
    """A sentence as one line, or more if it is long; hard spaces hold together what is not to be broken."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + hanging, break_on_hyphens=False
    )
    return [line.replace(HARD_SPACE, " ") for line in lines]


def _goes_without_saying(e: Event) -> bool:
    """A played minion appears and a played weapon is equipped: the line of the card has said it."""
    return (e.kind == j.J_SUMMON and e.other == 1) or (e.kind == j.J_EQUIP and not e.by)


def _in_telling_order(events: Iterable[Event]) -> list[Event]:
    """A choice comes before what is lost by it, and is all that need be said about the chosen card."""
    told = list(events)
    if not any(e.kind == j.J_CHOOSE for e in told):
        return told
    return sorted((e for e in told if e.kind != j.J_DRAW), key=lambda e: e.kind != j.J_CHOOSE)


def _shared_cards(events: Iterable[Event], scene: Scene) -> frozenset[int]:
    """The minion cards that both players have on the board, before the action or in its course."""
    seen = {(player_of(ref), card) for ref, card in scene.board.items() if slot_of(ref)}
    seen |= {(e.player, e.card) for e in events if e.kind in (j.J_PLAY, j.J_SUMMON, j.J_CONTROL)}
    return frozenset(card for player, card in seen if (1 - player, card) in seen)


def _group_events(events: Iterable[Event]) -> Iterator[Group]:
    """Entries that make one sentence."""
    group: list[Event] = []
    for e in events:
        if group and not _joins(group, e):
            yield group
            group = []
        group.append(e)
    if group:
        yield group


def _joins(group: Group, e: Event) -> bool:
    first = group[0]
    if first.kind == j.J_ATTACK:
        return e.kind in STRIKES and not e.by
    if first.kind == j.J_FATIGUE:
        return e.kind == j.J_DAMAGE and len(group) == 1
    if first.kind in (j.J_SET, j.J_TAKE):
        return (e.kind, e.by, e.other, e.amount) == (first.kind, first.by, first.other, first.amount)
    return first.kind in TOGETHER and _sentence_key(first) == _sentence_key(e)


def _sentence_key(e: Event) -> tuple[int, int, int, int]:
    """Equal for entries that one sentence can tell."""
    kind = j.J_CHANGE if e.kind in GIFTS else e.kind
    is_about_player = e.kind in (j.J_DRAW, j.J_BURN, j.J_ADD, j.J_DISCARD, j.J_RETURN, j.J_SUMMON, j.J_CONTROL)
    return kind, e.by, e.by_player if e.by else -1, e.player if is_about_player else -1


# --- the board ------------------------------------------------------------------------------------------------------


def summarize_board(sides: tuple[Side, Side], labels: tuple[str, str]) -> list[str]:
    """Both players' heroes and minions at a glance."""
    width = max(len(label) for label in labels) + 1
    lines: list[str] = []
    for side in sides:
        minions = [_describe_minion(minion).replace(" ", HARD_SPACE) for minion in side.board]
        lines += wrap_line(f"{labels[side.player].ljust(width)} {_describe_hero(side)}", MARGIN)
        lines += wrap_line(", ".join(minions) or "no minions", f"{MARGIN}  ", hanging="")
    return lines


def _describe_hero(side: Side) -> str:
    """`28 health, 2 armor, Eaglehorn Bow 3/2, 4 cards, 20 in the deck`."""
    armor = f", {side.armor} armor" if side.armor else ""
    weapon = f", {side.weapon.name} {side.weapon.attack}/{side.weapon.durability}" if side.weapon else ""
    secrets = f", secret: {', '.join(side.secrets)}" if side.secrets else ""
    n_hand, n_deck = int(side.record.n_hand), int(side.record.n_deck)
    cards = f", {n_hand} card{'' if n_hand == 1 else 's'}, {n_deck} in the deck"
    return f"{side.health} health{armor}{weapon}{secrets}{cards}"


def _describe_minion(minion: Character) -> str:
    words = [word for word in minion.keywords if word not in _UNSEEN]
    return f"{minion.name} {minion.attack}/{minion.health}" + (f" ({', '.join(words)})" if words else "")


def write_position(stepper: Stepper) -> str:
    """Both sides, the current player's below, and what is going on."""
    game = stepper.game
    current = int(game.current)
    lines = [headline(stepper), ""]
    for player in (1 - current, current):
        lines += [*_side(Side(stepper, player), player == current), ""]
    if game.n_look:
        lines.append(f"To choose from: {', '.join(stepper.names(game.look, int(game.n_look)))}")
    return "\n".join(lines).rstrip() + "\n"


def headline(stepper: Stepper) -> str:
    """Whose turn it is, or how the game ended."""
    game = stepper.game
    if game.over:
        return "The game is over: " + (f"{SEATS[game.winner].lower()} wins" if game.winner < 2 else "a draw")
    return f"Turn {game.turn}, {SEATS[int(game.current)].lower()} to act"


def _side(side: Side, to_act: bool) -> list[str]:
    minions = [f"    {i}. {_minion(minion, to_act)}" for i, minion in enumerate(side.board, start=1)]
    hand = [f"{card.name} ({card.cost})" for card in side.cards]
    power = f"{side.power} ({'used' if side.power_used else side.power_cost})"
    locked = f", {side.locked} locked" if side.locked else ""
    later = f", {side.overload} overloaded" if side.overload else ""
    mana = f"Mana {side.mana}/{side.crystals}{locked}{later}"
    n_deck = len(side.deck)
    fatigue = f", fatigue {side.fatigue}" if side.fatigue else ""
    secrets = [f"  Secrets: {', '.join(side.secrets)}"] if side.secrets else []
    return [
        f"{SEATS[side.player]}: {side.hero.name}, {_hero(side)}",
        f"  {mana}, {power}, {n_deck} card{'' if n_deck == 1 else 's'} in the deck{fatigue}",
        *secrets,
        "  Board:" + ("" if minions else " empty"),
        *minions,
        f"  Hand: {', '.join(hand) or 'empty'}",
    ]


def _hero(side: Side) -> str:
    parts = [f"{side.health} health"]
    parts += [f"{n} {what}" for n, what in ((side.armor, "armor"), (side.attack, "attack")) if n]
    if weapon := side.weapon:
        parts.append(f"{weapon.name} {weapon.attack}/{weapon.durability}")
    return ", ".join([*parts, *side.hero.keywords])


def _minion(minion: Minion, to_act: bool) -> str:
    words = [word for word in minion.keywords if word not in HIDDEN_WORDS]
    if minion.damage:
        words.insert(0, f"{minion.damage} damage")
    if to_act:
        words.append("can attack" if minion.can_attack else "cannot attack now")
    return f"{minion.name} {minion.attack}/{minion.health}" + (f" ({', '.join(words)})" if words else "")
