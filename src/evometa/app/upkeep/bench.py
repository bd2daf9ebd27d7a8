"""`evometa bench`: how fast games are played here, with a checksum of what was played."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.table import Table

from evometa.app.terminal.progress import say
from evometa.app.upkeep.scale import measure_scale, run_python, scale_table
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.hearthstone.engine.state.records import STATE_BYTES
from evometa.games.players import Player, load_player_for, overlays_of
from evometa.games.registry import default_game
from evometa.games.tables import CardTable
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.schedule import Match, ordered_pairs
from evometa.show.terminal.screen import echo, open_screen

DECKS = tuple(f"exp1_{klass}_{style}" for klass in ("hunter", "paladin", "warlock") for style in ("aggro", "control"))
MOST_GAMES = 1_000_000_000
ROUNDS = 20  # of a short batch on one thread and one on two; the best of each counts, because machines are noisy
STARTS = 3  # of a process with a filled cache


def run_bench(
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Games of a batch, over all 36 ordered pairs of decks.")
    ] = 720,
    seed: Annotated[int, typer.Option(help="Another seed gives other games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    scale: Annotated[
        bool, typer.Option("--scale", help="Instead: how the cost of a search grows with decks and patches.")
    ] = False,
) -> None:
    """Measure the speed of games between the six Exp1 decks."""
    if scale:
        _show_figures(measure_scale(seed), scale_table, as_json)
        return
    with tempfile.TemporaryDirectory(prefix="evometa-bench-") as cache:
        _show_figures(_measure_all(games, seed, cache), _figure_table, as_json)


def _show_figures(figures: dict[str, Any], table_of: Callable[[dict[str, Any]], Table], as_json: bool) -> None:
    """Print figures as they are asked for."""
    if as_json:
        echo(json.dumps(figures, indent=2))
    else:
        open_screen(plain_width=None).print(table_of(figures))


def _measure_all(games: int, seed: int, cache: str) -> dict[str, Any]:
    """All figures, by the names that the JSON has; `cache` is an empty folder, in which all is compiled once."""
    say("Compiling in an empty cache (about a minute) ...")
    starts = measure_starts(cache)
    say("Playing with the paper's players ...")
    paper = measure_preset("paper", games, seed, cache)
    say("Playing with the fair players ...")
    fair = measure_preset("fair", games, seed, cache)
    checksum = paper.pop("checksum")
    return {**paper, **starts, "state_bytes": STATE_BYTES, "checksum": checksum, "fair": fair}


# --- speed --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Bench:
    """A batch that is played again and again."""

    table: CardTable
    decks: Sequence[Deck]
    players: Sequence[Player]
    matches: Sequence[Match]


def prepare_bench(preset: str, games: int, seed: int) -> Bench:
    """The six decks, all ordered pairs of them, with the players of a preset; at least this number of games."""
    decks = [load_deck(name) for name in DECKS]
    players = [load_player_for(preset, deck) for deck in decks]
    table = default_game().compile(default_game().load_cards(overlays=overlays_of(players)))
    per_pair = -(-games // len(decks) ** 2)
    return Bench(table, decks, players, ordered_pairs([deck.name for deck in decks], per_pair, seed))


def measure_speed(bench: Bench, rounds: int = ROUNDS) -> dict[str, Any]:
    """Games per second (wall clock) and nanoseconds per node (CPU time) on one thread and on two, taken in turns."""
    _play_timed(bench, 1)  # loads the compiled code
    one, two = zip(*((_play_timed(bench, 1), _play_timed(bench, 2)) for _ in range(rounds)), strict=True)
    results = [result for _, result in (*one, *two)]
    if len({result.checksum() for result in results}) > 1:
        raise AssertionError("the same games gave different results on one thread and on two")
    n, nodes = results[0].n_games, results[0].n_nodes
    seconds, seconds_2 = (min(seconds for seconds, _ in batches) for batches in (one, two))
    return {
        "games": n,
        "games_per_second": round(n / seconds, 1),
        "nodes_per_game": round(nodes / n, 2),
        "turns_per_game": round(results[0].n_turns / n, 3),
        "ns_per_node": _ns_per_node(one),
        "games_per_second_2_threads": round(n / seconds_2, 1),
        "ns_per_node_2_threads": _ns_per_node(two),
        "speedup_2_threads": round(seconds / seconds_2, 3),
        "checksum": results[0].checksum(),
    }


def _play_timed(bench: Bench, threads: int) -> tuple[float, BatchResult]:
    """Seconds by the clock on the wall, and what came out."""
    started = time.perf_counter()
    result = play_games(bench.table, bench.decks, bench.players, bench.matches, threads)
    return time.perf_counter() - started, result


def _ns_per_node(batches: Sequence[tuple[float, BatchResult]]) -> float:
    return round(min(result.cpu_seconds / result.n_nodes for _, result in batches) * 1e9, 1)


# --- processes of their own, with a cache folder of their own -------------------------------------

_FIRST_GAME = "from evometa.app.upkeep.bench import play_first_game; play_first_game()"
SPEED = "from evometa.app.upkeep.bench import print_speed; print_speed({preset!r}, {games}, {seed})"


def measure_starts(cache: str) -> dict[str, float]:
    """Seconds from the start of a process to its first game: with an empty cache, then with what that left in it."""
    seconds = []
    for _ in range(1 + STARTS):
        started = time.perf_counter()
        run_python(_FIRST_GAME, cache)
        seconds.append(time.perf_counter() - started)
    return {"compile_seconds": round(seconds[0], 2), "cached_start_seconds": round(min(seconds[1:]), 2)}


def play_first_game() -> None:
    """What such a process does: load cards, decks and players, and play one game."""
    bench = prepare_bench("paper", 1, 1)
    play_games(bench.table, bench.decks, bench.players, bench.matches[:1], 1)


def measure_preset(preset: str, games: int, seed: int, cache: str) -> dict[str, Any]:
    """The speed with the players of a preset."""
    figures: dict[str, Any] = json.loads(run_python(SPEED.format(preset=preset, games=games, seed=seed), cache))
    return figures


def print_speed(preset: str, games: int, seed: int) -> None:
    """What such a process does: measure, and print JSON."""
    echo(json.dumps(measure_speed(prepare_bench(preset, games, seed))))


# --- for people ---------------------------------------------------------------------------------

ROWS = {
    "games": ("games in a batch", ",.0f"),
    "games_per_second": ("games per second, one thread", ",.0f"),
    "games_per_second_2_threads": ("games per second, two threads", ",.0f"),
    "speedup_2_threads": ("speed-up by the second thread", ".2f"),
    "ns_per_node": ("CPU nanoseconds per node, one thread", ",.0f"),
    "ns_per_node_2_threads": ("CPU nanoseconds per node, two threads", ",.0f"),
    "nodes_per_game": ("nodes per game", ",.0f"),
    "turns_per_game": ("turns per game", ".2f"),
    "compile_seconds": ("seconds to the first game, with an empty cache", ".1f"),
    "cached_start_seconds": ("seconds to the first game, with a filled cache", ".2f"),
    "state_bytes": ("bytes of a position", ",d"),
    "checksum": ("checksum", ""),
}


def _figure_table(figures: dict[str, Any]) -> Table:
    """The figures side by side: the paper's players, and the fair ones."""
    table = Table("", "paper", "fair", title=f"six Exp1 decks, best of {ROUNDS} batches", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, (label, form) in ROWS.items():
        fair = figures["fair"].get(name)
        table.add_row(label, format(figures[name], form), "" if fair is None else format(fair, form))
    return table
