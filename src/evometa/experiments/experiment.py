"""A kind of run: what its settings are, who does the work, and how it is started, resumed or carried on.

Everything that is finished is stored at once, and everything random is seeded by what it is for. So a run that was
killed at any moment and resumed ends with exactly the results of one that was not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from evometa.experiments.progress import OnProgress, Tracker
from evometa.experiments.runs import begin_run, check_metagame, has_run, locate_file, own_settings, reopen_run
from evometa.input.errors import Where
from evometa.matches.runners import Runner, ThreadRunner
from evometa.metagame.metagames import Metagame
from evometa.players.styles import BUILTIN_PLAYERS, PRESETS, STYLES
from evometa.store import Run

Results = dict[str, Any]


class RunSettings:
    """What the settings of all runs can do; they are frozen dataclasses of what JSON can say."""

    references: ClassVar[tuple[str, ...]] = ("metagame",)  # the fields that can name a file
    player_references: ClassVar[tuple[str, ...]] = ("players",)  # and those that can name the file of a player, if any

    def located(self) -> Self:
        """The same with every file by its whole path, so that it is found from anywhere."""
        files = {name: locate_file(getattr(self, name)) for name in self.references}
        players = {name: locate_player(getattr(self, name, None)) for name in self.player_references}
        return replace(self, **files, **{name: found for name, found in players.items() if found})  # type: ignore[type-var]

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    @classmethod
    def from_json(cls, tree: Mapping[str, Any], source: str = "settings") -> Self:
        """From what `to_json` gives; `source` names it in messages."""
        known = {each.name for each in fields(cls)}  # type: ignore[arg-type]
        for name in tree:
            if name not in known:
                raise Where(source).unknown("field", name, known)
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in tree.items()})


def locate_player(reference: str | None) -> str | None:
    """The reference to a player, from wherever it is read. Words such as `fair` and `aggro` are never files."""
    words = {*PRESETS, *STYLES, *(path.stem for path in BUILTIN_PLAYERS.glob("*.toml"))}
    return reference if reference is None or reference.lower() in words else locate_file(reference)


class Work(Protocol):
    """All that a run does, stage by stage. Each stage skips what is stored already."""

    @property
    def metagame(self) -> Metagame | None:
        """What is played, if that could have changed since the run began; None if parts of the run see to it."""

    def carry_out(self, run: Run) -> None:
        """Do all that is still to do."""


SettingsT = TypeVar("SettingsT", bound=RunSettings)


@dataclass(frozen=True)
class Experiment(Generic[SettingsT]):
    """A kind of run."""

    kind: str
    settings_type: type[SettingsT]
    prepare: Callable[[SettingsT, Tracker], Work]  # refuses what cannot be played

    def start(
        self, folder: Path, settings: SettingsT, runner: Runner | None = None, progress: OnProgress | None = None
    ) -> Results:
        """Make a run in a new or empty folder, carry it out, and return its results."""
        wanted = settings.located()
        work = self._prepare(wanted, runner, progress)  # before there is a folder
        with begin_run(folder, self.kind, wanted.to_json(), work.metagame) as run:
            work.carry_out(run)
            return run.results()

    def resume(
        self,
        folder: Path,
        settings: SettingsT | None = None,
        runner: Runner | None = None,
        progress: OnProgress | None = None,
    ) -> Results:
        """Go on with a run to its end, and return its results. Settings, if given, must be those that it began with."""
        wanted = None if settings is None else settings.located().to_json()
        with reopen_run(folder, self.kind, wanted) as run:
            if run.status != "finished":
                own = self.settings_type.from_json(own_settings(run), str(folder))
                work = self._prepare(own, runner, progress)
                check_metagame(run, work.metagame)
                work.carry_out(run)
            return run.results()

    def carry_on(
        self, folder: Path, settings: SettingsT, runner: Runner | None = None, progress: OnProgress | None = None
    ) -> Results:
        """Resume the run in a folder if there is one, and start it if not."""
        if has_run(folder):
            return self.resume(folder, settings, runner, progress)
        return self.start(folder, settings, runner, progress)

    def _prepare(self, settings: SettingsT, runner: Runner | None, progress: OnProgress | None) -> Work:
        return self.prepare(settings, Tracker(runner or ThreadRunner(), progress))
