"""What the settings of all kinds of run can do, the settings that several kinds have, and where runs go."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Self

from evometa.games import registry
from evometa.input.fields import MOST_SEED
from evometa.input.settings import Setting, Settings, options_of
from evometa.metagame.limits import ANY_STYLE, MOST_GAMES, builtin_metagames

LEAST_GAMES = 20  # per match-up, at any scale


class RunSettings(Settings):
    """The settings of a run. The same settings give the same run, on any number of threads."""

    is_usual_shown: ClassVar[bool] = True  # by the help of the command; not where the usual values depend on others

    def located(self) -> Self:
        """The same with every file by its whole path, so that it is found from anywhere."""
        named = [option for option in options_of(type(self)) if option.setting.names]
        found = {option.name: _locate(option.find(self), option.setting.names) for option in named}
        return replace(self, **found)  # type: ignore[type-var]


def _locate(value: Any, what: str) -> Any:
    if value is None or isinstance(value, tuple):
        return value and tuple(_locate(each, what) for each in value)
    if what == "folder":
        return str(Path(value).resolve())
    return locate_player(value) if what == "player" else locate_file(value)


def locate_file(reference: str) -> str:
    """The reference, from wherever it is read: a file by its whole path."""
    return str(Path(reference).resolve()) if os.path.isfile(reference) else reference


def locate_player(reference: str) -> str:
    """The reference to a player, from wherever it is read. Words such as `fair` and `aggro` are never files."""
    games = [registry.find_game(name) for name in registry.GAMES]
    words = {ANY_STYLE}.union(*((*game.presets, *game.styles, *game.players.names) for game in games))
    return reference if reference.lower() in words else locate_file(reference)


def file_name(reference: str) -> str:
    """What a reference to a file is called: its name without the folder and the ending."""
    return Path(reference).stem


def scale_games(games: int, scale: float) -> int:
    """What a number of games per match-up is at a scale: an even number, and not too few."""
    return max(LEAST_GAMES, 2 * round(games * scale / 2))


# --- settings that several kinds have -------------------------------------------------------------


def describe_metagames() -> str:
    """How somebody can name a metagame."""
    return f"A metagame file, or one of: {', '.join(builtin_metagames())}."


METAGAME = Setting(describe_metagames, metavar="METAGAME", names="file")
GAME = Setting("What is played: the name of a game.", flag="--game", metavar="NAME")
PLAYERS = Setting(
    "Who plays all decks, such as expert, fair or paper, instead of the metagame's players.",
    metavar="PLAYER",
    names="player",
)
GAMES = Setting(
    "Games per match-up: an even number, half of them from each seat.",
    range=(2, MOST_GAMES),
    even="half of them from each seat",
)
PILOT_GAMES = GAMES.says(
    "Games per match-up when others play again what was found; 0 to skip this.", range=(0, MOST_GAMES)
)
OBSERVED_HELP = "A CSV of games that people have played: deck, opponent, games, wins, and perhaps share."
SEED = Setting("Another seed gives other games.", range=(0, MOST_SEED))


# --- where runs go if nobody says otherwise, and how their folders are named ------------------------

DEFAULT_ROOT = Path("runs")
MOST_LETTERS = 60  # of the name of a folder without its number: no file system has room for more than 255


def next_folder(stem: str, root: Path = DEFAULT_ROOT) -> Path:
    """The first number after all that are taken."""
    numbers = [path.name.removeprefix(f"{stem}-") for path in root.glob(f"{stem}-*")]
    taken = [int(number) for number in numbers if number.isdecimal()]
    return root / f"{stem}-{max(taken, default=0) + 1}"


def in_letters(name: str) -> str:
    """A name as part of a folder's: small letters, digits and `-`, and not too many of them."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:MOST_LETTERS].rstrip("-")
