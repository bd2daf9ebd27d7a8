"""What other pilots make of a recommendation, in words: whether it holds, and with whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.nerfs.results import PilotedCard
from evometa.experiments.pilots import Piloted, find_failing
from evometa.experiments.respond.results import Answer
from evometa.input.shown_text import show_name
from evometa.report.words.numbers import listed, number, points, rate, typical_match_up

P = TypeVar("P", bound=Piloted)

HOLDS = {True: "yes", False: "no", None: "nothing was sure"}
PILOTS_EXPLAINED = (
    "{first}. It holds with another if that one's games surely show an improvement, and one of at least half of what "
    "was found{claim}. Games before and after have the same seeds."
)
DECK_PILOTS_EXPLAINED = (
    "The first pilot is who it was found with. Known: the strongest known deck of the class in the same hands. The "
    "deck holds with a pilot if it surely wins more than that."
)

BETTER_PILOT_EXPLAINED = (
    "Each deck of the metagame before the answers, against all of its decks as they are played, its mirror counted: "
    "with its own player, and with a better one. What a better pilot wins needs no new deck. Both are simulated."
)


def explain_pilots(pilots: Sequence[Piloted]) -> str:
    """Who a patch or cards were found with, and how to read what others make of them, if others have played."""
    found = _name_finders(pilots)
    if len(found) < 2:
        return PILOTS_EXPLAINED.format(first="The first pilot is who it was found with", claim="")
    told = f"It was found with {listed(found)}"
    if not any(each.games for each in pilots):
        return f"{told}; nobody else has played it."
    return PILOTS_EXPLAINED.format(first=told, claim=f" with {found[0]}")


def doubt_patch(pilots: Sequence[Piloted]) -> str:
    """What must be said first of a patch that does not hold; nothing if it does."""
    return _doubt(pilots, "This patch", _tell_match_up)


def _tell_match_up(each: Piloted) -> str:
    """What a patch does in the hands of a pilot."""
    sides = (f"{typical_match_up(f.value)} (F {number(f.value)})" for f in (each.before, each.after))
    return f"a typical match-up goes from {' to '.join(sides)}"


def doubt_deck(pilots: Sequence[PilotedDeck]) -> str:
    """What must be said first of a deck that does not hold; nothing if it does."""
    return _doubt_deck("This deck", pilots)


def doubt_answer(answer: Answer) -> str:
    """The same of an answer, which is named."""
    return _doubt_deck(show_name(answer.name), answer.pilots)


def _doubt_deck(what: str, pilots: Sequence[PilotedDeck]) -> str:
    def tell(each: PilotedDeck) -> str:
        known = f", and {show_name(each.known)} wins {rate(each.before.value)}%" if each.known else ""
        return f"it wins {rate(each.after.value)}%{known}"

    return _doubt(pilots, what, tell)


def doubt_cards(pilots: Sequence[PilotedCard]) -> str:
    """What must be said first of the changes of cards of which some do not hold; nothing if all do."""

    def tell(each: PilotedCard) -> str:
        return f"{show_name(each.card)} moves the win rate by {points(each.change.value)} points"

    return _doubt(pilots, "What the scan says of its first cards", tell)


def confirm(pilots: Sequence[Piloted]) -> str:
    """That a recommendation holds, and with whom; nothing if it does not, or if nobody else has played."""
    others = list(dict.fromkeys(show_name(each.pilot) for each in pilots if each.games))
    if not others or any(each.holds is not True for each in pilots):
        return ""
    return f"It holds in other hands, too: with {listed(others)}."


def _doubt(pilots: Sequence[P], what: str, tell: Callable[[P], str]) -> str:
    failing = find_failing(pilots)
    if not failing:
        return ""
    told = [f"with {show_name(each.pilot)} {tell(each)}" for each in pilots if each.holds is False]
    found = listed(_name_finders(pilots))
    return f"{what} does not hold in other hands: {'; '.join(told)}. It was found with {found}."


def _name_finders(pilots: Sequence[Piloted]) -> list[str]:
    """Who something was found with: those who have not played again."""
    return list(dict.fromkeys(show_name(each.pilot) for each in pilots if not each.games))
