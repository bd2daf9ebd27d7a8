"""Watch a game: any match-up and seed, a saved game, or a position that one sets up by hand.

The address says which: `?metagame=...&first=DECK&second=DECK&seed=N&game=N`, `?log=games/NAME.json`, `?board=KEY`, or
`?board=new`.
"""

from __future__ import annotations

from asyncio import to_thread
from urllib.parse import urlencode

from nicegui import ui

from evometa.games.cards import CardSet
from evometa.games.game import POSITIONS
from evometa.games.hearthstone.sandbox.sandbox import usual_classes
from evometa.games.hearthstone.watching.playthrough import MOST_GAME, Film
from evometa.input.errors import InputError
from evometa.input.fields import MOST_SEED
from evometa.input.shown_text import show_message
from evometa.metagame.metagames import Metagame
from evometa.studio.films import GameChoice, Screening, list_decks
from evometa.studio.folder import FileKind
from evometa.studio.pages.page import LOOK_SECONDS, Arguments, StudioPage, choose_metagame, read_number
from evometa.studio.pages.parts import PlainButton, Words, named
from evometa.studio.pages.watch.by_hand import HandView
from evometa.studio.pages.watch.player import FilmView
from evometa.studio.state import Studio

FIRST = "paper-small"
NEW = "new"
WAITING = (
    "The game is being played. The first time, the rules of single games are compiled, which takes a minute or two."
)


async def _build(studio: Studio, arguments: Arguments) -> None:
    """The page: what to watch, and the film or the board."""
    try:
        if "board" in arguments:
            await _show_board(studio, arguments)
        elif "log" in arguments:
            screening = studio.films.of_file(studio.folder, arguments["log"])
            _add_ways(studio, arguments["log"])
            _wait_for_film(studio, screening)
        else:
            await _show_game(studio, arguments)
    except InputError:
        _add_ways(studio)
        raise


def _add_ways(studio: Studio, log: str | None = None) -> None:
    """The other things that can be watched."""
    logs = [file.reference for file in studio.folder.list_files(FileKind.GAME)]
    with ui.element("div").classes("choices"):
        choice = ui.select(logs, value=log if log in logs else None, label="Saved game").props("outlined dense")
        named(choice, "Saved game").on_value_change(lambda event: _go({"log": str(event.value)}))
        ui.link("A game of any match-up", PATH)
        ui.link("A position of your own", f"{PATH}?board={NEW}")


def _go(arguments: dict[str, str]) -> None:
    ui.navigate.to(f"{PATH}?{urlencode(arguments)}")


# --- a game of a match-up -------------------------------------------------------------------------


async def _show_game(studio: Studio, arguments: Arguments) -> None:
    reference, players = arguments.get("metagame", studio.first_metagame(FIRST)), arguments.get("players")
    choose_metagame(studio, PATH, reference, players)
    metagame = await to_thread(studio.load_metagame, reference, players)
    choice = _read_choice(reference, arguments, metagame)
    _add_match_up(studio, metagame, choice)
    screening = studio.films.of_choice(choice, metagame, studio.folder)
    _add_ways(studio)
    _wait_for_film(studio, screening)


def _read_choice(reference: str, arguments: Arguments, metagame: Metagame) -> GameChoice:
    """The game of an address; where it says nothing, the first one of the first two decks."""
    names = [deck.name for deck in metagame.decks]
    return GameChoice(
        metagame=reference,
        players=arguments.get("players"),
        first=arguments.get("first", names[0]),
        second=arguments.get("second", names[min(1, len(names) - 1)]),
        seed=read_number(arguments.get("seed", "1"), "seed", MOST_SEED),
        game=read_number(arguments.get("game", "0"), "game", MOST_GAME),
    )


def _add_match_up(studio: Studio, metagame: Metagame, choice: GameChoice) -> None:
    names = list_decks(metagame, studio.folder)

    def go(step: int = 0) -> None:
        wanted = {"metagame": choice.metagame, "first": str(first.value), "second": str(second.value)}
        wanted |= {"players": choice.players} if choice.players else {}
        game = read_number(f"{number.value or 0:.0f}", "game", MOST_GAME) + step
        _go({**wanted, "seed": str(read_number(str(seed.value).strip(), "seed", MOST_SEED)), "game": str(game)})

    with ui.element("div").classes("choices"):
        first, second = (
            ui.select(names, value=deck if deck in names else None, label=label, with_input=True)
            for deck, label in ((choice.first, "Goes first"), (choice.second, "Goes second"))
        )
        seed = ui.input("Seed", value=str(choice.seed))
        number = ui.number("Game", value=choice.game, min=0, precision=0)
        for element, name in ((first, "Deck that goes first"), (second, "Deck that goes second"), (seed, "Seed")):
            named(element.props("outlined dense"), name)
        named(number.props("outlined dense"), "Number of the game under this seed")
        PlainButton("Watch", "Watch this game", go)
        PlainButton("Next game", "Watch the next game of this match-up", lambda: go(1))


def _wait_for_film(studio: Studio, screening: Screening) -> None:
    """Show the film as soon as it is there."""
    place = ui.element("div")
    with place:
        state = Words(WAITING, "p", "faint")

    def look() -> None:
        film, cards = screening.film, screening.cards
        if film is not None and cards is not None:
            timer.deactivate()
            place.clear()
            with place:
                FilmView(studio, film, cards, lambda at: _go_on(studio, film, cards, at))
        elif screening.problem:
            timer.deactivate()
            state.say(show_message(screening.problem))
            state.classes(add="problem", remove="faint")

    timer = ui.timer(LOOK_SECONDS, look)


def _go_on(studio: Studio, film: Film, cards: CardSet, at: int) -> None:
    """A board with the position of a frame."""
    position = film.frames[at].position
    board = studio.go_on_by_hand(position, cards, film.setting.players[position.current])
    _go({"board": board.key})


# --- a position -----------------------------------------------------------------------------------


async def _show_board(studio: Studio, arguments: Arguments) -> None:
    key = arguments["board"]
    studio.game.require(POSITIONS, "setting up a position")
    usual = usual_classes(studio.game)
    classes = (arguments.get("first", usual[0]), arguments.get("second", usual[1]))
    board = await to_thread(studio.start_board, classes) if key == NEW else studio.boards.find(key)
    ui.navigate.history.replace(f"{PATH}?board={board.key}")
    _add_ways(studio)
    HandView(studio, board)
    with ui.element("div").classes("choices"):
        first, second = (ui.select(list(studio.game.classes), value=klass) for klass in usual_classes(studio.game))
        for choice, name in ((first, "First hero"), (second, "Second hero")):
            named(choice.props(f'outlined dense label="{name}"'), name)
        PlainButton(
            "New position",
            "Begin a new position with these heroes",
            lambda: _go({"board": NEW, "first": str(first.value), "second": str(second.value)}),
        )


PATH = "/watch"
PAGE = StudioPage(PATH, "Watch", "Watch a game turn by turn, with what the players thought of.", _build)
