"""How a deck search is asked for: with a preset or a class, then `quick`, then single wishes, each over the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evometa.cards.decks.deck import DECK_CLASSES
from evometa.experiments.decks.settings import DecksSettings, find_search
from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.search.map_settings import MapSettings

QUICK = {"games": 60, "again_games": 120, "audit_games": 1000, "finalists": 3, "pilot_games": 400}
QUICK_MAP = {"evaluations": 1000, "largest": 8}
MAP_FIELDS = ("evaluations", "first", "batch", "smallest", "largest", "remap_every")


@dataclass(frozen=True, kw_only=True)
class DecksRequest:
    """What is wished for. None, or nothing in a list: nothing."""

    klass: str | None = None
    player: str | None = None
    metagame: str | None = None
    quick: bool = False
    preset: str | None = None
    players: str | None = None
    pool: str | None = None
    locked: Sequence[str] = ()
    banned: Sequence[str] = ()
    given: Sequence[str] = ()
    objective: str | None = None
    measures: Sequence[str] | None = None
    seats: str | None = None
    evaluations: int | None = None
    games: int | None = None
    again_games: int | None = None
    audit_games: int | None = None
    finalists: int | None = None
    pilot_games: int | None = None
    first: int | None = None
    batch: int | None = None
    smallest: int | None = None
    largest: int | None = None
    remap_every: int | None = None
    name: str | None = None
    seed: int | None = None

    __repr__ = short_repr

    def choose(self) -> DecksSettings:
        """The settings that come of it."""
        base, wanted = self._base(), self._fields()
        is_another = any(wanted.get(name, getattr(base, name)) != getattr(base, name) for name in ("klass", "player"))
        if is_another:
            wanted.setdefault("name", "")  # that of the preset would be wrong
        settings = replace(base, **{**(QUICK if self.quick else {}), **wanted})
        return replace(settings, map=self._map(settings))

    def _base(self) -> DecksSettings:
        if self.preset is not None:
            return find_search(self.preset)
        if self.klass:
            return DecksSettings(self.klass.lower())
        raise InputError(
            "the class of the decks is missing (--class, in Python klass), or a preset; allowed: "
            f"{', '.join(DECK_CLASSES)}"
        )

    def _fields(self) -> dict[str, Any]:
        """The fields of the settings that are wished for."""
        lists = {name: tuple(getattr(self, name) or ()) for name in ("locked", "banned", "given", "measures")}
        tree = {name: getattr(self, name) for name in DecksSettings.readers if hasattr(self, name)} | lists
        tree["klass"] = None if self.klass is None else self.klass.lower()
        return _asked(tree)

    def _map(self, settings: DecksSettings) -> MapSettings:
        """The map; a search of few decks starts with fewer than usual, and one from many given decks with more."""
        asked = _asked({name: getattr(self, name) for name in MAP_FIELDS})
        wanted = {**(QUICK_MAP if self.quick else {}), **asked}
        evaluations = wanted.get("evaluations", settings.map.evaluations)
        first = max(min(settings.map.first, evaluations), len(settings.given))
        return replace(settings.map, **{"first": first, **wanted})


def _asked(tree: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if value is not None and value != ()}
