"""All that a studio holds, whoever looks at it: pages come and go, and this stays."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.input.errors import InputError, describe_words
from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.players.styles import PRESETS, builtin_players, preset_of
from evometa.studio.benches import Bench, Benches
from evometa.studio.boards import Boards
from evometa.studio.drafts import Drafts
from evometa.studio.folder import FileKind, UserFolder
from evometa.studio.games import Films
from evometa.studio.measuring import Measurements
from evometa.studio.queue import WorkQueue
from evometa.studio.runs import Runs
from evometa.studio.settings import StudioSettings


def list_players() -> list[str]:
    """Who can play all decks of a metagame: presets, and players for any deck."""
    return [*PRESETS, *(name for name in builtin_players() if preset_of(builtin_players()[name]) == name)]


@dataclass(frozen=True, eq=False)
class Studio:
    """A studio at work."""

    settings: StudioSettings
    folder: UserFolder
    queue: WorkQueue
    measurements: Measurements
    benches: Benches
    films: Films
    boards: Boards
    runs: Runs
    drafts: Drafts

    @classmethod
    def open(cls, settings: StudioSettings) -> Studio:
        """A studio for the folder of its settings; an `InputError` if there is none."""
        folder, queue = UserFolder.open(settings.folder, settings.read_only), WorkQueue(settings.threads)
        seed = settings.seed
        parts = (
            Measurements(queue, seed),
            Benches(queue),
            Films(queue),
            Boards(queue, seed),
            Runs(queue, folder),
            Drafts(queue, seed),
        )
        return Studio(settings, folder, queue, *parts)

    def close(self) -> None:
        """Stop all that plays; what runs have finished is kept."""
        self.queue.close()

    def list_metagames(self) -> list[str]:
        """What `load_metagame` takes: the built-in ones, and those of the folder."""
        own = [file.reference for file in self.folder.list_files(FileKind.METAGAME)]
        return [*builtin_metagames(), *own]

    def load_metagame(self, reference: str, players: str | None = None) -> Metagame:
        """A built-in metagame or one of the folder, with its own players or others. It takes a moment."""
        if players is not None and players not in list_players():
            raise InputError(f"there are no players {players!r}; {describe_words(players, list_players())}")
        is_builtin = reference in builtin_metagames()
        metagame = load_metagame(reference if is_builtin else self.folder.find(reference))
        return metagame.with_players(players) if players else metagame

    def start_bench(self, reference: str, players: str | None = None) -> Bench:
        """A new bench for a metagame. It takes a moment."""
        return self.benches.start(reference, players, self.measurements.of(self.load_metagame(reference, players)))
