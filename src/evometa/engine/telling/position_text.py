"""A position as plain text."""

from __future__ import annotations

from evometa.engine.telling.stepper import Stepper
from evometa.engine.telling.views import Minion, Side

SEATS = ("First player", "Second player")
HIDDEN_WORDS = ("asleep",)  # said by "cannot attack yet"


def write_position(stepper: Stepper) -> str:
    """Both sides, the current player's below, and what is going on."""
    game = stepper.game
    current = int(game.current)
    lines = [headline(stepper), ""]
    for player in (1 - current, current):
        lines += [*_side(stepper, Side(stepper, player), player == current), ""]
    if game.n_look:
        cards = ", ".join(stepper.name(int(game.look[i])) for i in range(int(game.n_look)))
        lines.append(f"To choose from: {cards}")
    return "\n".join(lines).rstrip() + "\n"


def headline(stepper: Stepper) -> str:
    """Whose turn it is, or how the game ended."""
    game = stepper.game
    if game.over:
        return "The game is over: " + (f"{SEATS[game.winner].lower()} wins" if game.winner < 2 else "a draw")
    return f"Turn {game.turn}, {SEATS[int(game.current)].lower()} to act"


def _side(stepper: Stepper, side: Side, to_act: bool) -> list[str]:
    minions = [f"    {i}. {_minion(minion, to_act)}" for i, minion in enumerate(side.board, start=1)]
    hand = [f"{card.name} ({card.cost})" for card in side.cards]
    secrets = [f"  Secrets: {', '.join(side.secrets)}"] if side.secrets else []
    return [
        f"{SEATS[side.player]}: {side.hero.name}, {_hero(side)}",
        f"  {_mana(side)}, {_power(side)}, {_count(len(side.deck), 'card')} in the deck{_fatigue(side)}",
        *secrets,
        "  Board:" + ("" if minions else " empty"),
        *minions,
        f"  Hand: {', '.join(hand) or 'empty'}",
    ]


def _hero(side: Side) -> str:
    parts = [f"{side.health} health"]
    if side.armor:
        parts.append(f"{side.armor} armor")
    if side.attack:
        parts.append(f"{side.attack} attack")
    if weapon := side.weapon:
        parts.append(f"{weapon.name} {weapon.attack}/{weapon.durability}")
    return ", ".join([*parts, *side.hero.keywords])


def _mana(side: Side) -> str:
    locked = f", {side.locked} locked" if side.locked else ""
    later = f", {side.overload} overloaded" if side.overload else ""
    return f"Mana {side.mana}/{side.crystals}{locked}{later}"


def _power(side: Side) -> str:
    return f"{side.power} ({'used' if side.power_used else side.power_cost})"


def _fatigue(side: Side) -> str:
    return f", fatigue {side.fatigue}" if side.fatigue else ""


def _minion(minion: Minion, to_act: bool) -> str:
    words = [word for word in minion.keywords if word not in HIDDEN_WORDS]
    if minion.damage:
        words.insert(0, f"{minion.damage} damage")
    if to_act:
        words.append("can attack" if minion.can_attack else "cannot attack now")
    return f"{minion.name} {minion.attack}/{minion.health}" + (f" ({', '.join(words)})" if words else "")


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")
