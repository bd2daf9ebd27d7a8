"""Words that choose something, such as a picture: a wrong one is told what there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from evometa.input.errors import InputError, describe_words

T = TypeVar("T")


def choose_drawing(kind: str, drawings: Mapping[str, T]) -> T:
    """The picture of this name."""
    if kind not in drawings:
        raise InputError(f"there is no picture {kind!r}; {describe_words(kind, drawings)}")
    return drawings[kind]
