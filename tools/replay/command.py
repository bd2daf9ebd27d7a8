"""The command line of the replay."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from tools.replay.replaying import replay
from tools.replay.report import Outcome, write_drafts, write_summary, write_text, write_tree
from tools.replay.traces import find_traces, read_trace, trace_name
from tools.replay.waivers import WaiverBook, read_waivers
from tools.replay.words import CardWords

from evometa.games.hearthstone.cards import compile_table, load_cards
from evometa.games.tables import CardTable
from evometa.input.errors import InputError

OVERLAY = "mid_2019_costs"
RECORDER_CARDS = Path(__file__).resolve().parent / "recorder.toml"
WAIVERS = Path(__file__).resolve().parent.parent / "waivers.toml"
CLEAN, DIFFERENT, WRONG_INPUT = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Replay, print, and say whether anything is left to explain: 0 for nothing, 1 for something, 2 for bad input."""
    options = _read_arguments(arguments)
    try:
        paths = _choose(find_traces(options.folder), options.game)
        book = WaiverBook(read_waivers(options.waivers))
        outcome = run(paths, book)
    except InputError as error:
        print(f"replay_traces: {error}", file=sys.stderr)
        return WRONG_INPUT
    print("\n".join(_write(outcome, options)))
    return CLEAN if outcome.is_clean else DIFFERENT


@lru_cache(maxsize=1)
def load_table() -> CardTable:
    """The cards as the recorder had them."""
    return compile_table(load_cards(None, [OVERLAY, RECORDER_CARDS]))


@lru_cache(maxsize=1)
def recorder_cards() -> frozenset[str]:
    """The ids of the cards that the recorder has otherwise than they are printed."""
    tree = tomllib.loads(RECORDER_CARDS.read_text(encoding="utf-8"))
    return frozenset(card["id"] for card in tree["card"])


def run(paths: Sequence[Path], book: WaiverBook) -> Outcome:
    """Replay some games."""
    table = load_table()
    words = CardWords(table)
    outcome = Outcome()
    for i, path in enumerate(paths, start=1):
        trace = read_trace(path, words.by_id)
        outcome.add(replay(trace, table, words), book, words)
        outcome.n_recorder_cards += sum(step.action.get("card") in recorder_cards() for step in trace.steps)
        if sys.stderr.isatty():
            print(f"\r{i} of {len(paths)} games", end="" if i < len(paths) else "\n", file=sys.stderr)
    outcome.stale = book.stale(map(trace_name, paths))
    return outcome


def _write(outcome: Outcome, options: argparse.Namespace) -> Iterable[str]:
    if options.json:
        return [json.dumps(write_tree(outcome), indent=2)]
    if options.drafts:
        return write_drafts(outcome)
    return write_summary(outcome) if options.summary else write_text(outcome, options.limit)


def _choose(paths: list[Path], game: str | None) -> list[Path]:
    """All games, or the one of a name or number."""
    if game is None:
        return paths
    wanted = f"game_{int(game):04}" if game.isdecimal() else game
    found = [path for path in paths if trace_name(path) == wanted]
    if not found:
        raise InputError(f"there is no game '{game}' in {paths[0].parent}; there are: {_list_names(paths)}")
    return found


def _list_names(paths: list[Path]) -> str:
    return ", ".join(map(trace_name, paths))


def _read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="replay_traces",
        description="Replay recorded games action by action, and say where this engine differs.",
        epilog="Exit status: 0 if nothing unexplained is left, 1 if something is, 2 if the input cannot be read.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the recorded games, game_*.jsonl.gz")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.add_argument("--game", metavar="NAME_OR_NUMBER", help="replay one game only")
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="print the differences of at most N actions")
    parser.add_argument("--summary", action="store_true", help="count the differences by card and field instead")
    parser.add_argument(
        "--drafts", action="store_true", help="print lines for the waivers, without their rules, instead"
    )
    parser.add_argument(
        "--waivers", type=Path, default=WAIVERS, metavar="FILE", help="explained differences (default: %(default)s)"
    )
    return parser.parse_args(arguments)
