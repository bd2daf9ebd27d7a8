"""What a run has found out so far, as a typed whole: read from the run, and stored part by part as it grows.

The fields of a `Results` class are the names under which a run stores its results. Fields that are not there yet have
their default.
"""

from __future__ import annotations

from dataclasses import fields
from typing import ClassVar, Generic, Self, TypeVar

from evometa.input.errors import Where
from evometa.input.stored import Record, codecs_of
from evometa.store.errors import RunError
from evometa.store.run import GAMES_BESIDE, Run

_VERSION = "version"  # the result that says in which version all of them are stored


class Results(Record):
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
    def read(cls, run: Run) -> Self:
        """What a run has stored."""
        tree = run.results()
        found = tree.get(_VERSION) if tree else cls.version
        if found != cls.version:
            raise RunError(
                f"{run.folder}: the results of the run have version {found}, and this evometa reads version "
                f"{cls.version}; use the evometa that made it"
            )
        return cls.from_json(tree, Where(f"{run.folder}: its results"))


R = TypeVar("R", bound=Results)


class Ledger(Generic[R]):
    """A run that is being written, and what it has found out so far."""

    def __init__(self, run: Run, results_type: type[R]) -> None:
        self.run, self.results = run, results_type.read(run)
        if not run.results():
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
        self.run.save_results({**parts, _VERSION: results.version, GAMES_BESIDE: results.games_beside})
