"""What the columns of a table stand for, as far as the metagame of its run can still be loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evometa.input.errors import InputError


@dataclass(frozen=True)
class ColumnNames:
    """The names of the genes of a genome, of the decks and of players; None: not known, so that they are numbered."""

    genes: Sequence[str] | None = None
    decks: Sequence[str] | None = None
    players: Sequence[str] | None = None
    note: str = ""  # why they are not known

    @classmethod
    def find(cls, what: str, read: Callable[[], ColumnNames]) -> ColumnNames:
        """What `read` finds in the metagame, if that is still there; `what` they are is for the note."""
        try:
            return read()
        except InputError as error:
            why = f"because their names are not known any more: {error}"
            return cls(note=f"The columns of {what} are numbered, {why}")


def name_or_number(names: Sequence[str] | None, n_columns: int, what: str) -> Sequence[str]:
    """The names, if there is one for each column, or else numbers."""
    if names is not None and len(names) == n_columns:
        return names
    return [f"{what} {i + 1}" for i in range(n_columns)]
