"""What other players make of a recommendation: whether it holds in their hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from evometa.balance.objectives import label_objective
from evometa.experiments.balance.results import PilotedPatch
from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.nerfs.results import PilotedCard
from evometa.experiments.pilots import Piloted
from evometa.input.shown_text import show_name
from evometa.story.blocks import Column, Level, Table
from evometa.story.formats import CHANGE, NUMBER, PLAIN_RATE, POINTS, RIGHT, Quantity
from evometa.story.words.numbers import ABSENT, listed, number, points, rate, typical_match_up


def patch_pilots(pilots: Sequence[PilotedPatch]) -> Table:
    """What a patch is to lower, before it and after, by who played."""
    goal = label_objective(pilots[0].objective if pilots else "f")
    columns = _columns((f"{goal} before", f"{goal} after"), (NUMBER, CHANGE))
    return _table("pilots", columns, pilots, "The patch in other hands", explain_pilots(pilots))


def card_pilots(pilots: Sequence[PilotedCard]) -> Table:
    """The win rate of a deck before the change of a card and after, by who played."""
    card = Column("card", lambda row: row.card)
    columns = _columns(("before", "after"), (PLAIN_RATE, POINTS), card)
    return _table("pilots", columns, pilots, "The first cards in other hands", explain_pilots(pilots))


def deck_pilots(pilots: Sequence[PilotedDeck], title: str = "", found: Sequence[str] = ()) -> Table:
    """A found deck beside the strongest known one, by who played; `found` names several."""
    named = (Column("found deck", lambda row: found[list(pilots).index(row)]),) if found else ()
    are_several = len({each.known for each in pilots}) > 1
    known = [Column("known deck", lambda row: row.known or ABSENT, is_expendable=True)] if are_several else []
    columns = _columns(("known", "found"), (PLAIN_RATE, POINTS), *known, is_tight=bool(found))
    return _table("pilots", (*named, *columns), pilots, title, _explain_deck_pilots(pilots))


def _table(name: str, columns: tuple[Column, ...], rows: Sequence[Piloted], title: str, note: str) -> Table:
    return Table(name, columns, rows, title, note, marked=lambda row: row.holds is False, level=Level.MAIN)


def _columns(
    heads: tuple[str, str], formats: tuple[Quantity, Quantity], *names: Column, is_tight: bool = False
) -> tuple[Column, ...]:
    """Who played, whether it holds, what is named, two numbers and their difference, which matters most."""
    value, change = formats
    return (
        Column("pilot", lambda row: row.pilot),
        Column("holds", lambda row: _HOLDS[row.holds]),
        *names,
        Column(heads[0], lambda row: row.before, value, is_short=True, is_expendable=True),
        Column(heads[1], lambda row: row.after, value, is_short=True, is_expendable=True),
        Column("change", lambda row: row.change, change, is_short=is_tight),
        Column("games", lambda row: f"{row.games:,}" if row.games else "as audited", RIGHT, level=Level.FULL),
    )


# --- in words -------------------------------------------------------------------------------------


P = TypeVar("P", bound=Piloted)

_HOLDS = {True: "yes", False: "no", None: "nothing was sure"}
_PILOTS_EXPLAINED = (
    "{first}. It holds with another if that one's games surely show an improvement, and one of at least half of what "
    "was found{claim}. Games before and after have the same seeds."
)
_DECK_PILOTS_EXPLAINED = (
    "The first pilot is who it was found with. Known: the strongest known deck in the same hands. The "
    "deck holds with a pilot if it surely wins more than that."
)
_NO_KNOWN_DECK_EXPLAINED = (
    "The first pilot is who it was found with. No such deck is known: it holds with a pilot if it surely wins "
    "more than half of its games."
)
BETTER_PILOT_EXPLAINED = (
    "Each deck of the metagame before the answers, against all of its decks as they are played, its mirror counted: "
    "with its own player, and with a better one. What a better pilot wins needs no new deck. Both are simulated."
)


def explain_pilots(pilots: Sequence[Piloted]) -> str:
    """Who a patch or cards were found with, and how to read what others make of them, if others have played."""
    found = _name_finders(pilots)
    if len(found) < 2:
        return _PILOTS_EXPLAINED.format(first="The first pilot is who it was found with", claim="")
    told = f"It was found with {listed(found)}"
    if not any(each.games for each in pilots):
        return f"{told}; nobody else has played it."
    return _PILOTS_EXPLAINED.format(first=told, claim=f" with {found[0]}")


def _explain_deck_pilots(pilots: Sequence[PilotedDeck]) -> str:
    """Who a deck was found with, which one is beside it, and how to read what others make of it."""
    known = list(dict.fromkeys(each.known for each in pilots))
    if len(known) != 1:
        return _DECK_PILOTS_EXPLAINED
    if known == [""]:
        return _NO_KNOWN_DECK_EXPLAINED
    named = f"Known: {show_name(known[0])}, the strongest known deck, in the same hands"
    return _DECK_PILOTS_EXPLAINED.replace("Known: the strongest known deck in the same hands", named)


def doubt_patch(pilots: Sequence[PilotedPatch]) -> str:
    """What must be said first of a patch that does not hold; nothing if it does."""
    return _doubt(pilots, "This patch", _tell_goal)


def _tell_goal(each: PilotedPatch) -> str:
    """What a patch does in the hands of a pilot."""
    if each.objective != "f":
        return f"{label_objective(each.objective)} goes from {number(each.before.value)} to {number(each.after.value)}"
    sides = (f"{typical_match_up(f.value)} (F {number(f.value)})" for f in (each.before, each.after))
    return f"a typical match-up goes from {' to '.join(sides)}"


def doubt_deck(pilots: Sequence[PilotedDeck], deck: str = "This deck") -> str:
    """What must be said first of a deck that does not hold, perhaps by its name; nothing if it does."""

    def tell(each: PilotedDeck) -> str:
        known = f", and {show_name(each.known)} wins {rate(each.before.value)}%" if each.known else ""
        return f"it wins {rate(each.after.value)}%{known}"

    return _doubt(pilots, deck, tell)


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
    told = [f"with {show_name(each.pilot)} {tell(each)}" for each in pilots if each.holds is False]
    if not told:
        return ""
    found = listed(_name_finders(pilots))
    return f"{what} does not hold in other hands: {'; '.join(told)}. It was found with {found}."


def _name_finders(pilots: Sequence[Piloted]) -> list[str]:
    """Who something was found with: those who have not played again."""
    return list(dict.fromkeys(show_name(each.pilot) for each in pilots if not each.games))
