"""`evometa demo`: the laboratory on the paper's six decks, and the cards of the strongest of them."""

from __future__ import annotations

from rich.console import Console

from evometa.app.card_statistics_command import DeckCards, Selection
from evometa.app.laboratory_options import GamesOption, SeedOption, ThreadsOption
from evometa.app.meta_report import Standing, print_table, show_metagame
from evometa.app.outputs import open_console, stop_if_partial
from evometa.app.progress import game_meter, say
from evometa.matches.runners import ThreadRunner
from evometa.metagame.card_statistics import Seat
from evometa.metagame.metagames import load_metagame
from evometa.metagame.playing import MetagameResult, check_games, play

METAGAME, PLAYERS = "paper-six", "paper"
GAMES = 1_000
SHOWN = 5  # best and worst cards
NEXT = (
    'evometa cards "Exp1 Paladin (Control)" --in paper-six --players paper',
    'evometa what-if paper-six --players paper --change "Consecration cost +1"',
    "evometa play exp1_hunter_aggro exp1_warlock_control",
)


def run_demo(
    games: GamesOption = GAMES,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
) -> None:
    """Measure the metagame of the paper's six decks, and show which cards carry the strongest one."""
    show_demo(open_console(), games, seed, threads)
    say("\n".join(["\nTo go on from here:", *(f"  {command}" for command in NEXT)]))


def show_demo(console: Console, games: int, seed: int, threads: int | None = None) -> None:
    """How the metagame stands, and the cards of the strongest deck."""
    metagame = load_metagame(METAGAME).with_players(PLAYERS)
    with game_meter(METAGAME) as progress:
        result = play(metagame, games=check_games(games), seed=seed, runner=ThreadRunner(threads), progress=progress)
    if result.games:
        show_metagame(console, Standing(result))
        show_best_cards(console, result)
    stop_if_partial(result.games, result.is_partial)


def show_best_cards(console: Console, result: MetagameResult) -> None:
    """The cards that do most for the strongest deck, and least."""
    cards = DeckCards(result, Standing(result).order[0], Seat.BOTH)
    order = cards.choose(Selection())
    title = f"{cards.deck}: what drawing a card is worth, the {SHOWN} best and the {SHOWN} worst"
    print_table(console, title, cards.table([*order[:SHOWN], *order[-SHOWN:]]))
