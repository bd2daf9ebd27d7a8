"""Commands whose modules are imported when they are called, so that no command waits for what another one needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand

NUMBERS: dict[Any, str] = {int: "N", float: "X"}  # what the help calls them


@dataclass(frozen=True, slots=True)
class Entry:
    """Where the function of a command is, and what the list of all commands says about it."""

    function: str  # its module below `evometa.app`, a colon and its name
    about: str  # the first paragraph of its docstring

    def load(self) -> Callable[..., Any]:
        """Import the function."""
        module, name = self.function.split(":")
        function: Callable[..., Any] = getattr(import_module(f"evometa.app.{module}"), name)
        return function


class SimpleHelp:
    """A command whose help says N where a number is meant, and nothing for a switch, instead of types and limits.

    The limits still hold: a number beyond them is refused with a message that names them.
    """

    def get_params(self, context: Any) -> list[Any]:
        """All options, as the help shows them."""
        parameters: list[Any] = super().get_params(context)  # type: ignore[misc]
        for each in parameters:
            label = "" if getattr(each, "is_flag", False) else NUMBERS.get(each.type_descriptor.annotation)
            each.metavar = label if each.metavar is None else each.metavar
            each.min = each.max = None
        return parameters


class ShownCommand(SimpleHelp, TyperCommand):
    """A command that is imported."""


class LazyCommand(TyperCommand):
    """A name and a line for the list of commands. Called, it hands over to the command that its entry means."""

    def __init__(self, name: str, entry: Entry) -> None:
        super().__init__(name, help=entry.about)
        self.entry = entry

    def load(self) -> Any:
        """The command itself, with its arguments and options."""
        only = typer.Typer(add_completion=False)
        only.command(self.name, cls=ShownCommand)(self.entry.load())
        return typer.main.get_command(only)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Read the arguments of a call; what runs then is the command itself."""
        return self.load().make_context(info_name, args, parent, **extra)
