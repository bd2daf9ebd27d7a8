"""`evometa demo`: two of the paper's decks play each other, many times and then once as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from evometa.app.play_command import show_game
from evometa.app.progress import COMPILING, game_counter, say
from evometa.cards.compiler import compile_table
from evometa.cards.decks import Deck, load_deck
from evometa.cards.loader import load_cards
from evometa.matches.intervals import wilson
from evometa.matches.schedule import Match, seed_for
from evometa.matches.threads import play_games
from evometa.players.styles import Player, load_player_for, overlays_of

DECKS = ("exp1_paladin_control", "exp1_warlock_control")
PRESET = "paper"
GAMES = 2_000
MOST_GAMES = 1_000_000_000


def run_demo(
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES, help="Games from each seat.")] = GAMES,
    seed: Annotated[int, typer.Option(help="Another seed gives other games.")] = 1,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads to play on; without: one per core.")] = None,
) -> None:
    """Play two of the paper's decks against each other, and show one game."""
    show_demo(Console(), games, seed, threads)


def show_demo(console: Console, games: int, seed: int, threads: int | None = None) -> None:
    """The table of win rates, and a game."""
    decks = [load_deck(name) for name in DECKS]
    players = [load_player_for(PRESET, deck) for deck in decks]
    wins = play_both_seats(decks, players, games, seed, threads)
    console.print(seat_table(decks, wins))
    console.print(f"\nOne such game, with the seed {seed}:\n", highlight=False)
    show_game(console, DECKS[0], DECKS[1], players[0].name, players[1].name, seed)


def play_both_seats(
    decks: Sequence[Deck], players: Sequence[Player], games: int, seed: int, threads: int | None
) -> list[list[int]]:
    """A row for each deck that starts: wins of the first deck, wins of the second, draws."""
    table = compile_table(load_cards(overlays=overlays_of(players)))
    seats = ((0, 1), (1, 0))
    matches = [Match(pair, pair, games, seed_for(seed, "demo", *pair)) for pair in seats]
    say(f"Playing {2 * games:,} games. {COMPILING}")
    with game_counter("games", 2 * games) as progress:
        sums = play_games(table, decks, players, matches, threads, progress=progress).sums
    starting, other = sums["wins"].tolist()
    return [starting, [other[1], other[0], other[2]]]


def seat_table(decks: Sequence[Deck], wins: Sequence[Sequence[int]]) -> Table:
    """Wins and win rate of the first deck, by who starts."""
    first, second = (deck.klass.capitalize() for deck in decks)
    headings = ("who starts", "games", f"{first} wins", f"{second} wins", "draws", "win rate", "95% interval")
    table = Table(*headings, title=f"Win rate of {decks[0].name} against {decks[1].name}", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for column in (table.columns[0], table.columns[-1]):
        column.no_wrap = True
    table.add_row(first, *_cells(wins[0]))
    table.add_row(second, *_cells(wins[1]), end_section=True)
    table.add_row("both seats", *_cells([a + b for a, b in zip(*wins, strict=True)]))
    return table


def _cells(wins: Sequence[int]) -> list[str]:
    """Games, wins, losses, draws, and the rate among decided games with its interval."""
    decided = wins[0] + wins[1]
    low, high = wilson(wins[0], decided)
    rate = f"{wins[0] / decided:.1%}" if decided else "-"
    return [f"{sum(wins):,}", *(f"{n:,}" for n in wins), rate, f"{100 * low:.1f} to {high:.1%}"]
