"""What several sections show of an audited deck: its cards, its code, its file and its place among the others."""

from __future__ import annotations

from evometa.cards.decks.deck import Deck
from evometa.cards.decks.summary import CURVE_END
from evometa.cards.lookup import find_card
from evometa.cards.model import Card, CardSet
from evometa.cards.wording.faces import describe_briefly
from evometa.experiments.decks.results import DeckAudit, DecksResults
from evometa.input.errors import InputError
from evometa.metagame.evidence import Estimated
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.deck_maps import code_of
from evometa.report.pages.parts import Html, Story, folded, join, paragraph, preformatted, table
from evometa.report.words.numbers import count, listed, rate

NO_COSTS = "Costs are not shown: the cards of the metagame are not there any more, or have changed since the run."


def rank_audits(results: DecksResults) -> list[DeckAudit]:
    """All audited decks: those that were found before the known ones, and the strongest first."""
    return sorted(results.audits, key=lambda audit: (audit.is_known, -audit.strength))


def show_ends(found: Estimated) -> str:
    """The interval of a win rate."""
    return f"{rate(found.low)} to {rate(found.high)}%"


def describe_types(audit: DeckAudit) -> str:
    """How many cards of each type a deck has."""
    return listed([count(n, word) for word, n in audit.types.items()])


def card_table(audit: DeckAudit, cards: CardSet | None, story: Story) -> Html:
    """All cards of a deck by cost, then name; without costs if they are not known any more."""
    entries, faces = None if cards is None else look_up(audit, cards), CardFaces(cards)
    if entries is None:
        plain = table("", ["card", "copies"], [[name, str(n)] for name, n in audit.cards])
        return join([plain, paragraph(NO_COSTS, "faint")])
    rows = [
        [faces.mention(card.name, story), describe_briefly(card.tree), str(n), str(card.cost)] for card, n in entries
    ]
    return table("", ["card", "what", "copies", "cost"], rows, texts=2)


def look_up(audit: DeckAudit, cards: CardSet) -> list[tuple[Card, int]] | None:
    """The cards of a deck with their copies, by cost, then name; None if they are not what they were."""
    try:
        found = [(find_card(cards, name), n) for name, n in audit.cards]
    except InputError:
        return None  # a card is gone; the page says so where it would show them
    curve = [0] * (CURVE_END + 1)
    for card, n in found:
        curve[min(card.cost, CURVE_END)] += n
    if tuple(curve) != audit.curve:
        return None
    return sorted(found, key=lambda entry: (entry[0].cost, entry[0].name))


def code_parts(audit: DeckAudit, cards: CardSet | None) -> list[Html]:
    """The code of an audited deck, if its cards are known."""
    if cards is None or look_up(audit, cards) is None:
        return []
    names = tuple(name for name, n in audit.cards for _ in range(n))
    return code_of(Deck(audit.name, audit.klass, audit.style, names), cards)


def deck_file(audit: DeckAudit) -> Html:
    """The deck as a file, folded."""
    return folded("The deck as a file", preformatted(audit.toml), is_file=True)
