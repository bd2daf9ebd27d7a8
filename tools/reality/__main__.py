"""`python -m tools.reality`: tests of the simulation against what people said about cards, did to them, and played.

    python -m tools.reality arena RUN...            runs of `evometa tiers`, against a list of experts
    python -m tools.reality changes TIERS DECKS...  a run of tiers and nine of decks, against changes made later
    python -m tools.reality hall TIERS DECKS...     the same, against cards that were retired
    python -m tools.reality matchups MATRIX...      what `evometa meta classic-2014 --json` printed, against match-ups
                                                    of people; the first is what the others are compared with

They print tables in Markdown. What is asked, and what counts as success, is in docs/results/reality.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.reality.arena import common_cards, compare, correlate_orders, find_differences
from tools.reality.card_scores import count_copies, read_found, read_worths, regress_objective
from tools.reality.marked import ask, mark_changes, mark_retired
from tools.reality.matchups import compare_match_ups, find_known, rate_decks, read_played
from tools.reality.reference import (
    EXPERTS,
    MATCH_UPS,
    REFERENCE,
    read_changed_between,
    read_expert_values,
    read_list_date,
    read_match_ups,
)
from tools.reality.tables import (
    write_agreements,
    write_areas,
    write_deck_rates,
    write_differences,
    write_match_ups,
    write_orders,
    write_places,
)

from evometa.input.errors import InputError

WRONG_INPUT = 2
SHOWN = 15  # cards that differ most, on either side


def test_arena(options: argparse.Namespace) -> list[str]:
    """Test (a): worths against experts."""
    file = options.experts or options.reference / EXPERTS
    experts = read_expert_values(file)
    found = [read_worths(folder) for folder in options.runs]
    if len(common_cards(found, experts)) < SHOWN:
        raise InputError(f"{file}: there are hardly any cards in it that the runs have; allowed: the game's names")
    changed = read_changed_between(options.reference, read_list_date(file))
    above, below = find_differences(found, experts, changed, SHOWN)
    return [
        *write_agreements([compare(each, experts) for each in found]),
        *write_orders(correlate_orders(found)),
        *write_differences("Higher here than with the experts", above),
        *write_differences("Lower here than with the experts", below),
    ]


def test_marked(options: argparse.Namespace) -> list[str]:
    """Tests (b) and (c): the cards that something happened to later."""
    tiers, *searches = options.runs
    found = read_found(searches)
    orders = [count_copies(found), regress_objective(found), read_worths(tiers)]
    kinds = mark_changes(options.reference) if options.test == "changes" else mark_retired(options.reference)
    asked = [ask(order, marks) for marks in kinds for order in orders]
    return [*write_areas(asked), *write_places(asked)]


def test_match_ups(options: argparse.Namespace) -> list[str]:
    """Who beats whom, with people and here."""
    file = options.reference / MATCH_UPS
    real, played = read_match_ups(file), [read_played(each) for each in options.runs]
    known = find_known(played, real, file)
    return [
        *write_match_ups(compare_match_ups(played, real, known)),
        *write_deck_rates([each.title for each in played], rate_decks(played, real, known)),
    ]


TESTS = {"arena": test_arena, "changes": test_marked, "hall": test_marked, "matchups": test_match_ups}


def main(arguments: Sequence[str]) -> int:
    """Do one test and print what came out."""
    options = read_arguments(arguments)
    try:
        print("\n".join(TESTS[options.test](options)))
    except InputError as error:
        print(f"reality: {error}", file=sys.stderr)
        return WRONG_INPUT
    return 0


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.reality", description="Test the simulation against reality.")
    parser.add_argument("test", choices=tuple(TESTS))
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of finished runs, or matrices")
    parser.add_argument(
        "--reference", type=Path, default=REFERENCE, metavar="DIR", help="the tables of facts (default: %(default)s)"
    )
    parser.add_argument(
        "--experts", type=Path, metavar="FILE", help=f"another list than {EXPERTS}: card, class, value; date if known"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
