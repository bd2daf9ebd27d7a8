"""All that a studio holds, whoever looks at it: pages come and go, and this stays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evometa.games.cards import CardSet
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.players.player import PRESETS
from evometa.games.players import Player, builtin_players, preset_of
from evometa.input.errors import InputError, describe_words
from evometa.input.shown_text import show_name
from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.studio.benches import Bench
from evometa.studio.boards import Board
from evometa.studio.drafts import Draft
from evometa.studio.films import Films
from evometa.studio.folder import FileKind, UserFolder
from evometa.studio.kept import Workshelf
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
    benches: Workshelf[Bench]
    films: Films
    boards: Workshelf[Board]
    runs: Runs
    drafts: Workshelf[Draft]

    @classmethod
    def open(cls, settings: StudioSettings) -> Studio:
        """A studio for the folder of its settings; an `InputError` if there is none."""
        folder, queue = UserFolder.open(settings.folder, settings.read_only), WorkQueue(settings.threads)
        return Studio(
            settings,
            folder,
            queue,
            Measurements(queue, settings.seed),
            Workshelf("bench"),
            Films(queue),
            Workshelf("position"),
            Runs(queue, folder),
            Workshelf("card"),
        )

    def close(self) -> None:
        """Stop all that plays; what runs have finished is kept."""
        self.queue.close()

    def list_metagames(self) -> list[str]:
        """What `load_metagame` takes: the built-in ones, and those of the folder."""
        own = [file.reference for file in self.folder.list_files(FileKind.METAGAME)]
        return [*builtin_metagames(), *own]

    def find_metagame(self, reference: str) -> Path | str:
        """What the commands call a metagame of `list_metagames`: its name, or the path of its file."""
        return reference if reference in builtin_metagames() else self.folder.find(reference)

    def load_metagame(self, reference: str, players: str | None = None) -> Metagame:
        """A built-in metagame or one of the folder, with its own players or others. It takes a moment."""
        if players is not None and players not in list_players():
            raise InputError(f"there are no players '{show_name(players)}'; {describe_words(players, list_players())}")
        metagame = load_metagame(self.find_metagame(reference))
        return metagame.with_players(players) if players else metagame

    def start_bench(self, reference: str, players: str | None = None) -> Bench:
        """A new bench for a metagame. It takes a moment."""
        measurement = self.measurements.of(self.load_metagame(reference, players))
        return self.benches.put(Bench(reference, players, measurement, self.queue))

    def start_draft(self) -> Draft:
        """A new card, which begins as an example."""
        return self.drafts.put(Draft(self.queue, self.settings.seed))

    def start_board(self, classes: tuple[str, str]) -> Board:
        """A new board with two heroes alone. It takes a moment."""
        return self.boards.put(Board.empty(self.settings.seed, self.queue, classes))

    def go_on_by_hand(self, position: Position, cards: CardSet, player: Player) -> Board:
        """A new board with a position of a game, its cards, and the player who is to think."""
        return self.boards.put(Board(position, cards, player, self.settings.seed, self.queue))
