"""All that a deck search needs, as data that can be stored, compared and read again; and the searches with a name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import ClassVar, Self

from evometa.cards.decks.deck import DECK_CLASSES
from evometa.experiments.pilots import check_pilot_games
from evometa.experiments.runs import locate_file
from evometa.experiments.settings import Nested, RunSettings, check_range
from evometa.input.errors import InputError, Where, describe_words
from evometa.input.fields import Readers, maybe, read_name, read_seed, read_text, read_texts, whole_number
from evometa.input.reading import read_toml
from evometa.metagame.deck_measures import MEASURES, find_measure
from evometa.metagame.gauntlet import ANY_STYLE, MOST_DECKS, SEATS
from evometa.metagame.pilots import MOST_PILOTS
from evometa.metagame.playing import MOST_GAMES, read_games
from evometa.players.styles import PRESETS, STYLES
from evometa.search.map_settings import MOST, MapSettings

SEARCHES = Path(__file__).parent / "searches.toml"
MOST_FINALISTS = 10_000
MOST_CELLS = 10_000_000  # of a map
MAP_READERS: Readers = {name: whole_number(highest=most) for name, most in MOST.items()}


@dataclass(frozen=True)
class DecksSettings(RunSettings):
    """A deck search; the defaults are those of the search that made the paper's decks, but for seats and players."""

    readers: ClassVar[Readers] = {
        **dict.fromkeys(("klass", "player", "metagame", "pool", "objective", "seats"), read_text),
        "name": lambda where, value: value if value == "" else read_name(where, value),
        "players": maybe(read_text),
        **dict.fromkeys(("measures", "given", "locked", "banned"), read_texts),
        **dict.fromkeys(("games", "again_games", "audit_games", "pilot_games"), read_games),
        "finalists": whole_number(highest=MOST_FINALISTS),
        "seed": read_seed,
        "map": Nested(MapSettings, MAP_READERS),
    }
    player_references: ClassVar[tuple[str, ...]] = ("player", "players")

    klass: str
    name: str = ""  # of the best deck; default: after class and player
    player: str = ANY_STYLE  # a style, `any` for who plays the metagame, or a player
    metagame: str = "paper-six"  # that the decks are played against
    players: str | None = None  # who plays the metagame's decks; None: its own players
    pool: str = "paper"  # of cards
    objective: str = "health"  # to be as high as possible
    measures: tuple[str, ...] = ("cost", "cost_variance")  # the axes of the map
    seats: str = "both"
    games: int = 200  # per deck
    again_games: int = 200  # per elite that is measured again
    audit_games: int = 5000  # per match-up
    finalists: int = 8  # that are audited
    pilot_games: int = 1000  # per match-up, when others play the best deck again; 0: nobody else does
    given: tuple[str, ...] = ()  # decks to start from
    locked: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    seed: int = 1
    map: MapSettings = field(default_factory=MapSettings)

    def __post_init__(self) -> None:
        for name, found, allowed in (("class", self.klass, DECK_CLASSES), ("seats", self.seats, SEATS)):
            if found not in allowed:
                raise InputError(f"{name}: found {found!r}; {describe_words(found, allowed)}")
        find_measure(self.objective, "objective")
        if not self.measures:
            raise InputError(f"measures: found none; allowed: one or more of {', '.join(MEASURES)}")
        for name in self.measures:
            find_measure(name)
        n_seats = len(SEATS[self.seats])
        for name, least in (("games", 1), ("again_games", 1), ("audit_games", n_seats)):
            check_range(name, getattr(self, name), least, MOST_GAMES)
        check_pilot_games(self.pilot_games)
        check_range("finalists", self.finalists, 1, MOST_FINALISTS)

    def check_map(self) -> None:
        """Refuse a map that does not fit the rest; not when made, as the rest and the map may change one by one."""
        if len(self.given) > self.map.first:
            raise InputError(
                f"given: found {len(self.given)} decks, but the search starts with only {self.map.first}; "
                "give fewer, or start with more"
            )
        if self.map.largest ** len(self.measures) > MOST_CELLS:
            raise InputError(
                f"measures: found {len(self.measures)}, with {self.map.largest} cells along each; allowed: a map of "
                f"{MOST_CELLS:,} cells at most, so choose fewer measures or a smaller map"
            )
        if self.map.batch > MOST_DECKS:
            raise InputError(f"map, field 'batch': found {self.map.batch}; allowed: {MOST_DECKS} at most")

    def games_left(self, n_evaluations: int, n_opponents: int, n_known: int) -> int:
        """About how many games are left after a number of decks, if each cell of the map is filled in the end."""
        elites: int = min(self.map.evaluations, self.map.largest ** len(self.measures))
        audits = (self.finalists + n_known) * self.audit_games * n_opponents
        audits += MOST_PILOTS * (1 + n_known) * self.pilot_games * n_opponents
        return (self.map.evaluations - n_evaluations) * self.games + elites * self.again_games + audits

    def located(self) -> Self:
        """Given decks that are files by their whole paths, too."""
        return replace(super().located(), given=tuple(locate_file(each) for each in self.given))

    @property
    def deck_name(self) -> str:
        """The name of the best deck."""
        found = "found" if self.player.strip().lower() == ANY_STYLE else self.style or Path(self.player).stem
        return self.name or f"{self.klass.title()} ({found.title()})"

    @property
    def style(self) -> str:
        """Of the decks that are found, as far as the settings tell; nothing if the player has no style by its name."""
        words = {f"{preset}{style}": style for style in STYLES for preset in ("", *(f"{name}-" for name in PRESETS))}
        return words.get(self.player.strip().lower(), "")


@cache
def named_searches() -> dict[str, DecksSettings]:
    """The searches behind the paper's decks."""
    tree = read_toml(SEARCHES, Where(SEARCHES.name))
    return {name: DecksSettings.from_json(fields, SEARCHES.name) for name, fields in tree.items()}


def find_search(name: str) -> DecksSettings:
    """The search of that name."""
    if name not in named_searches():
        raise InputError(f"unknown preset {name!r}; {describe_words(name, named_searches())}")
    return named_searches()[name]
