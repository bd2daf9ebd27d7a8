"""Games that somebody watches: of any match-up and seed, or saved ones. Each is played and thought through once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck, builtin_decks, load_deck
from evometa.games.game import POSITIONS
from evometa.games.hearthstone.watching.game_log import read_log
from evometa.games.hearthstone.watching.playthrough import Film, film_game, film_log
from evometa.games.players import Player, load_player_for_any, overlays_of, preset_of
from evometa.games.setting import Setting
from evometa.input.errors import InputError, describe_words
from evometa.input.shown_text import show_name
from evometa.metagame.metagames import Metagame
from evometa.metagame.single_games import restore_game
from evometa.studio.folder import FileKind, UserFolder
from evometa.studio.kept import Kept
from evometa.studio.queue import QueueRunner, Worked, WorkQueue

_MOST_FILMS = 24


@dataclass(frozen=True)
class GameChoice:
    """Which game: two decks of a metagame, or of the folder, or built in; who plays them; and the seed."""

    metagame: str
    players: str | None  # None: the metagame's own
    first: str
    second: str
    seed: int
    game: int = 0


@dataclass(eq=False)
class Screening(Worked):
    """A game that is being played, or is ready to be watched."""

    film: Film | None = None
    cards: CardSet | None = None  # with which it is played


class Films:
    """The games that pages watch."""

    def __init__(self, queue: WorkQueue) -> None:
        self.queue = queue
        self._kept: Kept[Screening] = Kept(_MOST_FILMS)

    def of_choice(self, choice: GameChoice, metagame: Metagame, folder: UserFolder) -> Screening:
        """A game between two decks."""
        metagame.game.require(POSITIONS, "watching a game")

        def film() -> tuple[CardSet, Film]:
            found = (_find_deck(name, metagame, folder) for name in (choice.first, choice.second))
            (first, its_player), (second, other_player) = found
            players = (its_player, other_player)
            setting = Setting(metagame.table(), (first, second), players, choice.seed, choice.game)
            return metagame.patched_cards, film_game(setting)

        return self._show(repr(choice), film)

    def of_file(self, folder: UserFolder, reference: str) -> Screening:
        """A game that was saved."""
        path = folder.find(reference)

        def film() -> tuple[CardSet, Film]:
            log = read_log(path)
            setting = restore_game(log.decks, log.players, log.seed, log.game)
            return log.players[0].game.load_cards(overlays=overlays_of(log.players)), film_log(log, setting)

        return self._show(f"{reference} of {path.stat().st_mtime_ns}", film)

    def _show(self, key: str, film: Callable[[], tuple[CardSet, Film]]) -> Screening:
        def begin() -> Screening:
            screening = Screening()

            def work(runner: QueueRunner) -> None:
                screening.cards, screening.film = film()

            screening.job = self.queue.start("films a game", work)
            return screening

        return self._kept.get_or_make(key, begin, lambda found: not found.problem)


def list_decks(metagame: Metagame, folder: UserFolder) -> list[str]:
    """What can be watched with the cards of a metagame: its own decks, those of the folder, and all built-in ones."""
    own = [deck.name for deck in metagame.decks]
    files = [file.reference for file in folder.list_files(FileKind.DECK)]
    return list(dict.fromkeys([*own, *files, *(deck.name for deck in builtin_decks(metagame.game).values())]))


def _find_deck(name: str, metagame: Metagame, folder: UserFolder) -> tuple[Deck, Player]:
    """A deck and who plays it; an `InputError` if there is no such deck, or it is not legal here."""
    for deck, player in zip(metagame.decks, metagame.players, strict=True):
        if deck.name == name:
            return deck, player
    names = list_decks(metagame, folder)
    if name not in names:
        raise InputError(f"there is no deck '{show_name(name)}'; {describe_words(name, names)}")
    files = {file.reference: file.path for file in folder.list_files(FileKind.DECK)}
    deck = load_deck(files.get(name, name), metagame.card_set)
    deck.validate(metagame.patched_cards, metagame.rules, metagame.patch)
    pilots = dict.fromkeys(preset_of(player) for player in metagame.players)
    return deck, load_player_for_any(next(iter(pilots), metagame.game.default_player), deck, metagame.game)
