"""All that a studio holds, whoever looks at it: pages come and go, and this stays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evometa.games.cards import CardSet
from evometa.games.game import Game
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.players import Player, builtin_players, preset_of
from evometa.games.registry import default_game
from evometa.input.errors import InputError, describe_words
from evometa.input.shown_text import show_name
from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.metagame.model import Variant
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


def list_players(game: Game) -> list[str]:
    """Who can play all decks of a metagame: presets, and players for any deck."""
    return [*game.presets, *(name for name, player in builtin_players(game).items() if preset_of(player) == name)]


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

    @property
    def game(self) -> Game:
        """What is played."""
        return self.settings.game or default_game()

    def close(self) -> None:
        """Stop all that plays; what runs have finished is kept."""
        self.queue.close()

    def list_metagames(self) -> list[str]:
        """What `load_metagame` takes: the built-in ones, and those of the folder."""
        own = [file.reference for file in self.folder.list_files(FileKind.METAGAME)]
        return [*builtin_metagames(self.game), *own]

    def first_metagame(self, usual: str) -> str:
        """The metagame that a page begins with: the usual one, or the first that this game has."""
        known = self.list_metagames()
        return usual if usual in known or not known else known[0]

    def find_metagame(self, reference: str) -> Path | str:
        """What the commands call a metagame of `list_metagames`: its name, or the path of its file."""
        return reference if reference in builtin_metagames(self.game) else self.folder.find(reference)

    def load_metagame(self, reference: str, players: str | None = None) -> Metagame:
        """A built-in metagame or one of the folder, with its own players or others. It takes a moment."""
        metagame = load_metagame(self.find_metagame(reference), Variant(chosen=self.settings.game))
        known = list_players(metagame.game)
        if players is not None and players not in known:
            raise InputError(f"there are no players '{show_name(players)}'; {describe_words(players, known)}")
        return metagame.with_players(players) if players else metagame

    def start_bench(self, reference: str, players: str | None = None) -> Bench:
        """A new bench for a metagame. It takes a moment."""
        measurement = self.measurements.of(self.load_metagame(reference, players))
        return self.benches.put(Bench(reference, players, measurement, self.queue))

    def start_draft(self) -> Draft:
        """A new card, which begins as an example."""
        return self.drafts.put(Draft(self.queue, self.settings.seed, self.game))

    def start_board(self, classes: tuple[str, str]) -> Board:
        """A new board with two heroes alone. It takes a moment."""
        return self.boards.put(Board.empty(self.settings.seed, self.queue, classes))

    def go_on_by_hand(self, position: Position, cards: CardSet, player: Player) -> Board:
        """A new board with a position of a game, its cards, and the player who is to think."""
        return self.boards.put(Board(position, cards, player, self.settings.seed, self.queue))
