"""The legal actions of a position as a short list that a person can choose from."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.engine.telling.position import Action, Position
from evometa.input.errors import InputError


@dataclass(frozen=True)
class ListedAction:
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
