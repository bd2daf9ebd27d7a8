"""What a simulated user sees on a page, and does there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TypeVar

from nicegui import events, ui
from nicegui.testing import User

from evometa.studio.pages.parts import PlainButton, Words

E = TypeVar("E", bound=ui.element)


def all_of(user: User, *kinds: type[E]) -> Iterator[E]:
    """All elements of some kinds on the page that is open."""
    assert user.client is not None
    return (each for each in list(user.client.elements.values()) if isinstance(each, kinds))


def pictures(user: User) -> str:
    """All that a page shows as markup: charts and boards."""
    return "".join(each.content for each in all_of(user, ui.html))


def words(user: User) -> str:
    """All texts of a page that can be seen."""
    return "\n".join(each.text for each in all_of(user, Words) if each.visible)


async def press(user: User, name: str) -> None:
    """Press the button of this name."""
    (button,) = [each for each in all_of(user, PlainButton) if each.props.get("aria-label") == name]
    with user:
        for listener in list(button._event_listeners.values()):
            if listener.type == "click":
                args = events.GenericEventArguments(sender=button, client=button.client, args={})
                events.handle_event(listener.handler, args)
    await asyncio.sleep(0.1)


def fill(user: User, name: str, value: str | float | None) -> None:
    """Type into the field of this name."""
    fields = [each for each in all_of(user, ui.input, ui.number, ui.textarea) if each.props.get("aria-label") == name]
    (field,) = fields
    with user:
        field.set_value(value)


def choose(user: User, name: str, value: object) -> None:
    """Take one of the options of a list."""
    (select,) = [each for each in all_of(user, ui.select) if each.props.get("aria-label") == name]
    with user:
        select.set_value(value)
