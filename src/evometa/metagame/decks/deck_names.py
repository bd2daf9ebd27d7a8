"""Names for decks that a search has found, as players would name them: how fast, of which class, and about what.

`Aggro Hunter (beasts)` has low costs and many beasts. If there is such a deck, the next one is named after a card
that tells it apart: `Aggro Hunter (beasts, Savannah Highmane)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import count
from statistics import mean

from evometa.games.decks.space import DeckSpace
from evometa.matches.inference import Counts

FAST, SLOW = 0.8, 1.1  # mean cost of a deck's cards, as a share of that of all cards that it could have
PACES = ("Aggro", "Midrange", "Control")
THEME = 0.2  # of the cards of a deck, if they make it one of a theme
LEAST_OF_THEME = 3  # cards
NO_CLASS = "deck"


def name_deck(space: DeckSpace, counts: Counts, taken: Collection[str] = (), others: Sequence[Counts] = ()) -> str:
    """A name for a deck of the space that is not taken; `others` are decks of the space that have names already."""
    names = {each.casefold() for each in taken}
    return next(each for each in _list_names(space, counts, others) if each.casefold() not in names)


def _list_names(space: DeckSpace, counts: Counts, others: Sequence[Counts]) -> Iterator[str]:
    """The shortest name, then with one card after the other; with a number if these are all taken."""
    stem = f"{_name_pace(space, counts)} {space.klass.title() or NO_CLASS}"
    theme = _find_theme(space, counts)
    yield f"{stem} ({theme})" if theme else stem
    for card in _list_signatures(space, counts, others):
        yield f"{stem} ({theme}, {card})" if theme else f"{stem} ({card})"
    yield from (f"{stem} {number}" for number in count(2))


def _name_pace(space: DeckSpace, counts: Counts) -> str:
    of_deck = float(sum(n * card.cost for n, card in zip(counts, space.cards, strict=True)) / max(1, counts.sum()))
    usual = mean(card.cost for card in space.cards)
    return PACES[int(of_deck >= FAST * usual) + int(of_deck > SLOW * usual)]


def _find_theme(space: DeckSpace, counts: Counts) -> str:
    """The theme or the tribe of which a deck has most cards, if it has enough; nothing else."""
    themes, found = space.card_set.game.themes, Counter[str]()
    for n, card in zip(counts.tolist(), space.cards, strict=True):
        tribe = str(card.tree.get("race", ""))
        for name in (*(name for name, is_of in themes.items() if is_of(card.tree)), *([f"{tribe}s"] if tribe else [])):
            found[name] += n
    name, most = max(found.items(), key=lambda entry: entry[1], default=("", 0))
    return name if most >= max(LEAST_OF_THEME, THEME * counts.sum()) else ""


def _list_signatures(space: DeckSpace, counts: Counts, others: Sequence[Counts]) -> list[str]:
    """The cards of a deck, first those that fewest others have; of these the cards of the class, and the dearest."""
    neutral = space.card_set.game.neutral
    held = sum((other > 0 for other in others), counts * 0)
    order = sorted(
        (place for place in range(len(space)) if counts[place]),
        key=lambda place: (
            held[place],
            space.cards[place].tree.get("class", neutral) == neutral,
            -space.cards[place].cost,
            space.cards[place].id,
        ),
    )
    return [space.cards[place].name for place in order]
