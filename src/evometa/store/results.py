"""What a run has found out so far, as a typed whole: read from the run, and stored part by part as it grows.

The fields of a `Results` class are the names under which a run stores its results. Fields that are not there yet have
their default. Version 1 is what evometa 0.1.0 stored; each class knows how to read that, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Self, TypeVar

from evometa.input.errors import Where
from evometa.input.stored import Stored, codecs_of
from evometa.store.errors import RunError
from evometa.store.run import GAMES_BESIDE, Run

VERSION = "version"  # the result that says in which version all of them are stored; version 1 has none


@dataclass(frozen=True, eq=False)
class Results(Stored):
    """What a run has found out; a subclass for each kind of run."""

    version: ClassVar[int] = 2

    @property
    def games_beside(self) -> int:
        """The number of games that belong to no evaluation: baselines, audits, the games of parts (default: none)."""
        return 0

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, by their names, if the results say so (default: they do not, and the settings of the run do)."""
        return ()

    @classmethod
    def upgrade(cls, tree: dict[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        """The results of version 1 in the form of this version (default: as they are); `settings` are of their run."""
        return tree

    @classmethod
    def read(cls, run: Run) -> Self:
        """What a run has stored."""
        tree = run.results()
        found = tree.get(VERSION, 1 if tree else cls.version)
        if found not in (1, cls.version):
            raise RunError(
                f"{run.folder}: the results of the run have version {found}, and this evometa reads version "
                f"{cls.version}; use the evometa that made it"
            )
        try:
            upgraded = tree if found == cls.version else cls.upgrade(tree, run.settings)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise RunError(f"{run.folder}: its results are not as evometa 0.1.0 writes them ({error!r})") from None
        return cls.from_json(upgraded, Where(f"{run.folder}: its results"))


R = TypeVar("R", bound=Results)


class Ledger(Generic[R]):
    """A run that is being written, and what it has found out so far."""

    def __init__(self, run: Run, results_type: type[R]) -> None:
        self.run, self.results = run, results_type.read(run)
        if run.results().get(VERSION) != results_type.version:
            self._store(self.results)

    def keep(self, results: R) -> None:
        """Store all that differs from what is known so far, in one step."""
        names = [each.name for each in fields(results)]
        self._store(results, [name for name in names if getattr(results, name) is not getattr(self.results, name)])
        self.results = results

    def _store(self, results: R, names: list[str] | None = None) -> None:
        codecs = codecs_of(type(results))
        written = (codecs[name].write(getattr(results, name)) for name in (codecs if names is None else names))
        parts = {key: value for pairs in written for key, value in pairs}
        self.run.save_results({**parts, VERSION: results.version, GAMES_BESIDE: results.games_beside})
