"""What is said where a kind of run lacks something that others have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evometa.input.errors import InputError


class MissingPartError(InputError, AttributeError):
    """A kind of run has no such thing, or this run has not come that far; so `hasattr` says that it has none."""


def own_names(kind: type[Any], base: type[Any], names: Sequence[str]) -> list[str]:
    """The names that a kind has and that its base only speaks of."""
    return [name for name in names if getattr(kind, name) is not getattr(base, name)]
