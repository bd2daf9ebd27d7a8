"""How an answer differs from the deck that is nearest to it: the cards that came and those that went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from evometa.cards.decks.formats import name_cards
from evometa.experiments.respond.results import Answer, Round
from evometa.metagame.metagames import Metagame
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.parts import Html, Story, card_list
from evometa.report.words.numbers import ABSENT, MINUS

Copies = Counter[str]


class Difference(NamedTuple):
    """The cards of a deck that another one lacks, with their copies, and the other way round."""

    added: Copies
    removed: Copies

    def __str__(self) -> str:
        """`+2 -2`"""
        return f"+{self.added.total()} {MINUS}{self.removed.total()}"


def read_decks(metagame: Metagame | None, rounds: Sequence[Round]) -> dict[str, Copies]:
    """The cards of all decks that an answer can be near to, by name; without the metagame, those of the answers."""
    known = {answer.name: Counter(dict(answer.cards)) for found in rounds for answer in found.answers}
    if metagame is None:
        return known
    decks = [name_cards(deck, metagame.patched_cards) for deck in metagame.decks]
    return {**known, **{deck.name: Counter(deck.counts()) for deck in decks}}


def find_difference(answer: Answer, decks: dict[str, Copies]) -> Difference | None:
    """What an answer has that the nearest deck has not, and the other way round; None if that deck is not known."""
    nearest, cards = decks.get(answer.nearest.deck), Counter(dict(answer.cards))
    return None if nearest is None else Difference(cards - nearest, nearest - cards)


def show_copies(copies: Copies, sign: str, faces: CardFaces, story: Story) -> Html | str:
    """Cards with their copies: `+2 Leper Gnome, +1 Wisp`."""
    return card_list([(f"{sign}{n}", faces.mention(name, story)) for name, n in copies.items()]) if copies else ABSENT
