"""All that a deck search needs, as data that can be stored, compared and read again; and the searches with a name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from evometa.experiments.settings import METAGAME, PILOT_GAMES, PLAYERS, SEED, RunSettings, describe_metagames
from evometa.games.game import Game
from evometa.games.registry import GAMES, default_game, find_game
from evometa.input.errors import InputError, Where, describe_words
from evometa.input.fields import read_any_text, read_name
from evometa.input.reading import read_toml
from evometa.input.settings import Setting, gather, options_of
from evometa.metagame.decks.deck_measures import measures_of
from evometa.metagame.limits import ANY_STYLE, MOST_DECKS, MOST_GAMES, MOST_PILOTS, SEATS
from evometa.search.settings import MapSettings

SEARCHES = Path(__file__).parent / "searches.toml"
MOST_FINALISTS = 10_000
MOST_OTHERS = 20
MOST_CELLS = 10_000_000  # of a map
MOST_IN_ALL = 1_000_000_000  # games of a search
MODEL, MODEL_MAP, MAP_ELITES = "model", "model-map", "map-elites"
ALGORITHMS = (MODEL, MODEL_MAP, MAP_ELITES)
OF_ANY_MAP = ("measures", "largest")
ONLY_OF_MAP = ("games", "again_games")  # that evolves, and all else of the map itself
MOST_MODEL_CELLS = 1000  # of a map that a model fills
WINS = "wins"  # what a search that learns wants
# What is usual for a map: what the search did that made the paper's decks, but for seats and players.
OF_MAP: dict[str, Any] = {
    "objective": "health",
    "audit_games": 5000,
    "finalists": 8,
    "pilot_games": 1000,
}
QUICK: dict[str, Any] = {"max_games": 10_000}
MODEL_CELLS = 8  # along each measure of a map that a model fills
QUICK_OF_MAP = {"games": 60, "again_games": 120, "audit_games": 1000, "finalists": 3, "pilot_games": 400}
QUICK_MAP = {"evaluations": 1000, "largest": 8}

_GAMES = Setting(range=(1, MOST_GAMES))


def _describe_opponents() -> str:
    return f"What the decks must beat. {describe_metagames()}"


def _describe_classes() -> str:
    return f"The class of the decks: {', '.join(default_game().classes)}; none in a game without classes."


def _describe_pools() -> str:
    return f"Which cards there are: {', '.join(default_game().pools)}, all, or card sets, as in basic,classic."


def _describe_measures() -> str:
    return f"The axes of the map: some of {', '.join(measures_of(default_game()))}."


def _read_deck_name(where: Where, value: object) -> str:
    return "" if value == "" else read_name(where, value)


@dataclass(frozen=True)
class DecksSettings(RunSettings):
    """A deck search; `OF_MAP` says what is usual for one that fills a map."""

    klass: Annotated[
        str,
        Setting(
            _describe_classes,
            flag="--class",
            metavar="CLASS",
            reader=read_any_text,
        ),
    ]
    player: Annotated[str, PLAYERS.says("Who plays the decks: any, aggro, control, or a player.", always=True)] = (
        ANY_STYLE
    )
    metagame: Annotated[str, METAGAME.says(_describe_opponents, flag="--against", always=True)] = "paper-six"
    players: Annotated[str | None, PLAYERS.says("Who plays the metagame, instead of its own players.")] = None
    pool: Annotated[
        str,
        Setting(_describe_pools, metavar="POOL"),
    ] = "paper"
    locked: Annotated[
        tuple[str, ...],
        Setting("A card that every deck has; repeat it for two copies, or for more.", flag="--lock", metavar="CARD"),
    ] = ()
    banned: Annotated[
        tuple[str, ...], Setting("A card that no deck has; may be repeated.", flag="--ban", metavar="CARD")
    ] = ()
    given: Annotated[
        tuple[str, ...],
        Setting(
            "A deck file or a built-in deck to start from; may be repeated.",
            flag="--start-from",
            metavar="DECK",
            names="file",
        ),
    ] = ()
    algorithm: Annotated[
        str,
        Setting(
            "How decks are found: model learns from every game, model-map fills a map by what it learns, map-elites "
            "fills one as the paper did.",
            words=ALGORITHMS,
        ),
    ] = MODEL
    max_games: Annotated[
        int, Setting("Games of a search that learns, all in all; audits come on top.", range=(1, MOST_IN_ALL))
    ] = 30_000
    objective: Annotated[
        str,
        Setting(
            "What makes a deck good: wins, or, for a map, any of the measures, the higher the better.", metavar="NAME"
        ),
    ] = WINS
    measures: Annotated[
        tuple[str, ...],
        Setting(_describe_measures, metavar="LIST", has_commas=True),
    ] = ("cost", "cost_variance")
    seats: Annotated[str, Setting("With first, the decks always start.", words=tuple(SEATS))] = "both"
    games: Annotated[int, _GAMES.says("Games per deck of a map, over all opponents and seats.")] = 200
    again_games: Annotated[int, _GAMES.says("Games per deck of the map, when all are measured again.")] = 200
    audit_games: Annotated[int, _GAMES.says("Games per match-up, when the best are audited.")] = 1000
    finalists: Annotated[int, Setting("How many decks are audited.", range=(1, MOST_FINALISTS))] = 3
    others: Annotated[
        int,
        Setting(
            "Decks unlike the best that are audited as well, where a model learns: by turns cheaper and dearer ones.",
            range=(0, MOST_OTHERS),
        ),
    ] = 2
    pilot_games: Annotated[int, PILOT_GAMES] = 400
    map: Annotated[
        MapSettings,
        Setting(
            inside={
                "evaluations": Setting("Decks that are tried."),
                "first": Setting("Random or given decks at the start; all later ones are mutants."),
                "batch": Setting("Decks that are played at once."),
                "smallest": Setting("Cells of the map at the start, along each measure."),
                "largest": Setting("Cells of the map at the end, along each measure."),
                "remap_every": Setting("Decks after which the map's boundaries move."),
            }
        ),
    ] = field(default_factory=MapSettings)
    name: Annotated[
        str,
        Setting("The name of the best deck (default: its class and player).", metavar="TEXT", reader=_read_deck_name),
    ] = ""
    seed: Annotated[int, SEED.says("Another seed gives another search.")] = 1

    def check(self) -> None:
        """Refuse fewer games than seats, and a map without axes."""
        if not self.measures:
            raise InputError("measures: found none; allowed: one or more numbers of a deck, such as cost and turns")
        if self.audit_games < len(SEATS[self.seats]):
            raise InputError(f"audit_games: found {self.audit_games}; allowed: {len(SEATS[self.seats])} or more")

    @property
    def learns(self) -> bool:
        """Whether a model learns from the games."""
        return self.algorithm != MAP_ELITES

    @property
    def has_map(self) -> bool:
        """Whether it looks for the best deck of every kind."""
        return self.algorithm != MODEL

    def check_search(self) -> None:
        """Refuse what does not go together; not when made, as the rest and the map may change one by one."""
        if not self.learns:
            self._check_map()
        elif self.objective != WINS:
            raise InputError(
                f"objective: found {self.objective!r}; allowed: {WINS}, which is what a search learns from; or choose "
                f"the algorithm {MAP_ELITES}"
            )
        elif self.has_map and self.map.largest ** len(self.measures) > MOST_MODEL_CELLS:
            raise InputError(
                f"largest: found {self.map.largest} cells along each of {len(self.measures)} measures; allowed: "
                f"{MOST_MODEL_CELLS:,} cells in all, so choose fewer"
            )

    def _check_map(self) -> None:
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

    def count_search(self) -> int:
        """About how many games the search itself plays; of a map, if each cell is filled in the end."""
        if self.learns:
            return self.max_games
        elites: int = min(self.map.evaluations, self.map.largest ** len(self.measures))
        return self.map.evaluations * self.games + elites * self.again_games

    def count_later(self, n_opponents: int, n_known: int) -> int:
        """About how many games follow when the search has ended: audits and other pilots."""
        others = self.others if self.algorithm == MODEL else 0
        audits = (self.finalists + others + n_known) * self.audit_games
        return (audits + MOST_PILOTS * (1 + n_known) * self.pilot_games) * n_opponents

    @property
    def deck_name(self) -> str:
        """The name of the best deck."""
        found = "found" if self.player.strip().lower() == ANY_STYLE else self.style or Path(self.player).stem
        return self.name or f"{self.klass.title() or 'Deck'} ({found.title()})"

    @property
    def style(self) -> str:
        """Of the decks that are found, as far as the settings tell; nothing if the player has no style by its name."""
        words: dict[str, str] = {}
        for game in map(find_game, GAMES):
            presets = ("", *(f"{name}-" for name in game.presets))
            words |= {f"{preset}{style}": style for style in game.styles for preset in presets}
        return words.get(self.player.strip().lower(), "")


@cache
def named_searches() -> dict[str, DecksSettings]:
    """The searches behind the paper's decks."""
    tree = read_toml(SEARCHES, Where(SEARCHES.name))
    usual = {"algorithm": MAP_ELITES, **OF_MAP}
    return {name: DecksSettings.from_json({**usual, **fields}, SEARCHES.name) for name, fields in tree.items()}


def find_search(name: str) -> DecksSettings:
    """The search of that name."""
    if name not in named_searches():
        raise InputError(f"unknown preset {name!r}; {describe_words(name, named_searches())}")
    return named_searches()[name]


# --- what is asked for ----------------------------------------------------------------------------


@dataclass(frozen=True)
class DecksStart:
    """What a deck search takes beside its settings: where they start from."""

    quick: Annotated[
        bool, Setting("A small search: 10,000 games; or a small map: 1,000 decks, in about 110,000 games.")
    ] = False
    preset: Annotated[
        str | None, Setting("A search behind the paper's decks, such as exp2-paladin-control.", metavar="NAME")
    ] = None


def choose_decks(asked: Mapping[str, Any]) -> tuple[DecksSettings, str]:
    """The settings that somebody asks for, by the names of options, and the name of the best deck."""
    wanted = gather(DecksSettings, asked)
    if "klass" in wanted:
        wanted["klass"] = wanted["klass"].lower()
    base, of_map = _choose_base(asked.get("preset"), wanted), wanted.pop("map", {})
    algorithm = wanted.get("algorithm", base.algorithm)
    if any(wanted.get(name, getattr(base, name)) != getattr(base, name) for name in ("klass", "player")):
        wanted.setdefault("name", "")  # that of the preset would be wrong
    is_quick = bool(asked.get("quick"))
    _refuse_of_others({*wanted, *of_map}, algorithm)
    small = (QUICK_OF_MAP if algorithm == MAP_ELITES else QUICK) if is_quick else {}
    settings = replace(base, **{**small, **wanted})
    if algorithm == MODEL_MAP:
        of_map = {"largest": MODEL_CELLS, **of_map}
    settings = replace(settings, map=_choose_map(settings, {**(QUICK_MAP if is_quick else {}), **of_map}))
    return settings, settings.deck_name


def _refuse_of_others(said: Collection[str], algorithm: str) -> None:
    """Refuse what only other algorithms have, of which this one would take no notice."""
    of_map = {option.name for option in options_of(DecksSettings) if option.path[0] == "map"}
    needed: dict[str, tuple[str, ...]] = dict.fromkeys(sorted(of_map | {*ONLY_OF_MAP}), (MAP_ELITES,))
    needed |= dict.fromkeys(OF_ANY_MAP, (MODEL_MAP, MAP_ELITES))
    for name, allowed in needed.items():
        if name in said and algorithm not in allowed:
            raise InputError(f"{name}: it is of a map; choose the algorithm {' or '.join(allowed)}, or leave it out")


def _choose_base(preset: str | None, wanted: Mapping[str, Any]) -> DecksSettings:
    """The search of a name, or the usual one of a class."""
    if preset is not None:
        return find_search(preset)
    from evometa.metagame.metagames import find_game_of, find_pool_of  # these need NumPy, which help can do without

    against = wanted.get("metagame", DecksSettings.metagame)
    game = find_game_of(against)
    if "klass" in wanted or not game.classes:
        usual = OF_MAP if wanted.get("algorithm") == MAP_ELITES else {}
        pool = find_pool_of(against)
        return DecksSettings(wanted.get("klass", ""), pool=pool, **{**usual, **aims_in(game, usual)})
    raise InputError(
        f"the class of the decks is missing (--class, in Python klass), or a preset; allowed: {', '.join(game.classes)}"
    )


def aims_in(game: Game, usual: Mapping[str, Any] = OF_MAP) -> dict[str, Any]:
    """What a search is after and what its map tells apart where nothing is said, as far as a game has it."""
    measures, known = DecksSettings.measures, tuple(measures_of(game))
    objective = usual.get("objective", DecksSettings.objective)
    return {
        "objective": objective if objective in (WINS, *game.counted) else WINS,
        "measures": measures if {*measures} <= {*known} else known[: len(measures)],
    }


def _choose_map(settings: DecksSettings, wanted: Mapping[str, Any]) -> MapSettings:
    """The map; a search of few decks starts with fewer than usual, and one from many given decks with more."""
    evaluations = wanted.get("evaluations", settings.map.evaluations)
    first = max(min(settings.map.first, evaluations), len(settings.given))
    return replace(settings.map, **{"first": first, **wanted})
