"""All that a studio holds, whoever looks at it: pages come and go, and this stays."""

from __future__ import annotations

from dataclasses import dataclass, field

from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.studio.folder import FileKind, UserFolder
from evometa.studio.measuring import Measurements
from evometa.studio.queue import WorkQueue
from evometa.studio.settings import StudioSettings


@dataclass(frozen=True, eq=False)
class Studio:
    """A studio at work."""

    settings: StudioSettings
    folder: UserFolder
    queue: WorkQueue
    measurements: Measurements = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "measurements", Measurements(self.queue, self.settings.seed))

    @classmethod
    def open(cls, settings: StudioSettings) -> Studio:
        """A studio for the folder of its settings; an `InputError` if there is none."""
        return Studio(settings, UserFolder.open(settings.folder, settings.read_only), WorkQueue(settings.threads))

    def close(self) -> None:
        """Stop all that plays; what runs have finished is kept."""
        self.queue.close()

    def list_metagames(self) -> list[str]:
        """What `load_metagame` takes: the built-in ones, and those of the folder."""
        own = [file.reference for file in self.folder.list_files(FileKind.METAGAME)]
        return [*builtin_metagames(), *own]

    def load_metagame(self, reference: str, players: str | None = None) -> Metagame:
        """A built-in metagame or one of the folder, with its own players or others."""
        is_builtin = reference in builtin_metagames()
        metagame = load_metagame(reference if is_builtin else self.folder.find(reference))
        return metagame.with_players(players) if players else metagame
