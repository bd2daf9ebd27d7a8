"""The decks of a metagame that evolved: classes, tiers, cards, the best answers to it, and every list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evometa.experiments.evolve.results import EvolvedDeck, EvolveResults, LastAnswer
from evometa.experiments.evolve.work import EvolveRun
from evometa.games.cards import lookup_card
from evometa.matches.inference import INTERVAL
from evometa.story.blocks import Block, Column, Figure, Fold, Level, Table, Teller, Words
from evometa.story.cards import CardFaces, CardName
from evometa.story.charts.data import FILLED, CostCurve
from evometa.story.charts.decks import rates_plot
from evometa.story.deck_lists import ListedDeck, card_table, code_of, file_of
from evometa.story.formats import RATE, RIGHT, SHARE, WHOLE, Quantity
from evometa.story.kinds.evolve.summary import explain_exploitability, name_class
from evometa.story.words.numbers import rate, rate_interval

MOST_NEUTRAL = 15  # neutral cards on a terminal
COPIES = Quantity(decimals=1)
MOST_OF_CLASS = 8  # cards of a class in its row
TIERS = {1: "1", 0: "2", -1: "3"}
TIERS_EXPLAINED = (
    "Tier 1 surely wins more than half of its games against the metagame, tier 3 surely less; of tier 2 neither is "
    "sure. In an equilibrium everything that is played wins about half: what wins more is soon played more."
)
CARDS_EXPLAINED = "In decks: of all decks that are met, how many have the card. Copies: in those that have it."


def tell_played(run: EvolveRun, teller: Teller) -> None:
    """Classes and decks by their shares."""
    results = run.results
    blocks = [_class_table(results)] if results.has_classes else []
    teller.tell("played", "Who is played", *blocks, _deck_table(results.played), level=Level.MAIN)


def _class_table(results: EvolveResults) -> Table:
    shares, answers = results.class_shares, {each.klass: each for each in results.classes}
    decks = {klass: sum(each.klass == klass for each in results.played) for klass in shares}
    columns = (
        Column("class", name_class),
        Column("share", lambda klass: shares.get(klass, 0.0), SHARE),
        Column("decks", lambda klass: decks.get(klass, 0), WHOLE),
        *([Column("best answer wins", lambda klass: _rate_of(answers.get(klass)), RATE)] if answers else []),
    )
    rows = list(dict.fromkeys((*shares, *answers)))
    return Table("classes", columns, rows, "Classes", marked=lambda klass: klass in shares, level=Level.MAIN)


def _rate_of(found: LastAnswer | None) -> object:
    return None if found is None else found.win_rate


def _deck_table(decks: Sequence[EvolvedDeck]) -> Table:
    columns = (
        Column("deck", lambda each: each.name),
        Column("share", lambda each: each.share, SHARE),
        Column("tier", lambda each: TIERS[RATE.side(each.win_rate)], RIGHT),
        Column("win rate", lambda each: each.win_rate, RATE),
        Column("from round", lambda each: each.round, WHOLE, is_expendable=True),
    )
    ranked = sorted(decks, key=lambda each: (TIERS[RATE.side(each.win_rate)], -each.share))
    return Table("decks", columns, ranked, "Decks", TIERS_EXPLAINED, coloured="above or below 50%")


# --- cards ----------------------------------------------------------------------------------------


class PlayedCard(NamedTuple):
    """A card and who plays it."""

    name: str
    share: float  # of all decks
    copies: float
    classes: tuple[str, ...]  # which have it, the most common first

    @classmethod
    def of(cls, name: str, decks: Sequence[EvolvedDeck]) -> PlayedCard:
        """A card, as it is played in some decks."""
        held = {each.name: dict(each.cards).get(name, 0) for each in decks}
        holders = [each for each in decks if held[each.name]]
        share = sum(each.share for each in holders)
        copies = sum(each.share * held[each.name] for each in holders) / share
        return cls(name, share, copies, tuple(dict.fromkeys(name_class(each.klass) for each in holders)))


def tell_cards(run: EvolveRun, faces: CardFaces, teller: Teller) -> None:
    """Which cards are played by whom: neutral ones, and by class."""
    decks = run.results.played
    names = dict.fromkeys(name for each in decks for name, _ in each.cards)
    cards = sorted((PlayedCard.of(name, decks) for name in names), key=lambda card: -card.share)
    blocks = _tell_by_class(run.results, cards, faces) if run.results.has_classes and faces.cards else []
    every = _card_table("played", "All cards", cards, faces, has_classes=run.results.has_classes)
    teller.tell("cards", "Which cards are played", *blocks, *_fold(every, is_folded=bool(blocks)), level=Level.MAIN)


def _fold(table: Table, *, is_folded: bool) -> Iterator[Block]:
    yield Fold(table.title, (table,), level=Level.FULL) if is_folded else table


def _tell_by_class(results: EvolveResults, cards: Sequence[PlayedCard], faces: CardFaces) -> list[Block]:
    own = {card.name: _class_of(card.name, faces) for card in cards}
    neutral = [card for card in cards if own[card.name] not in results.class_shares]
    shared = _card_table("neutral", "Neutral cards", neutral, faces, has_classes=True)

    def name_own(klass: str) -> tuple[CardName, ...]:
        return tuple(faces.name(card.name) for card in cards if own[card.name] == klass)[:MOST_OF_CLASS]

    columns = (
        Column("class", name_class),
        Column("share", lambda klass: results.class_shares[klass], SHARE),
        Column("its cards in most decks", name_own),
    )
    title = "Cards of the classes"
    return [Table("class_cards", columns, list(results.class_shares), title, level=Level.MAIN), shared]


def _class_of(name: str, faces: CardFaces) -> str:
    card = lookup_card(faces.cards, name) if faces.cards else None
    return str(card.tree.get("class", "")) if card else ""


def _card_table(name: str, title: str, cards: Sequence[PlayedCard], faces: CardFaces, *, has_classes: bool) -> Table:
    columns = (
        Column("card", lambda card: faces.name(card.name)),
        Column("in decks", lambda card: card.share, SHARE),
        Column("copies", lambda card: card.copies, COPIES),
        *([Column("played by", lambda card: card.classes)] if has_classes else []),
    )
    return Table(name, columns, cards, title, CARDS_EXPLAINED, most=MOST_NEUTRAL, level=Level.MAIN)


# --- the best answers to it -----------------------------------------------------------------------


def tell_answers(run: EvolveRun, faces: CardFaces, teller: Teller) -> None:
    """What a fresh search found against the metagame, class by class; nothing if nobody has looked."""
    answers = run.results.classes
    if not answers:
        return
    columns = (
        Column("answer", lambda each: each.name),
        Column("win rate", lambda each: each.win_rate, RATE),
        Column("nearest deck", lambda each: each.nearest),
        Column("shared", lambda each: each.shared, WHOLE),
    )
    note = explain_exploitability(run.settings.check_games, run.settings.audit_games, answers)
    rates = rates_plot(teller.id("answers"), [(each.name, each.win_rate) for each in answers])
    teller.tell(
        "answers",
        "The best answers to it",
        Table("answers", columns, answers, "The best answers", note, coloured="above or below 50%"),
        Figure(rates, f"From fresh games, with {INTERVAL}s. {FILLED.format(line='50')}"),
        *(_fold_deck(each, f"wins {_rate_words(each)}", faces) for each in answers),
        level=Level.MAIN,
    )


# --- lists ----------------------------------------------------------------------------------------


def tell_lists(run: EvolveRun, faces: CardFaces, teller: Teller) -> None:
    """Each deck with its cards."""
    decks = run.results.decks
    folds = (
        _fold_deck(
            each, f"{rate(each.share, 0)}% of all decks, wins {_rate_words(each)}", faces, teller.id(f"curve-{i}")
        )
        for i, each in enumerate(decks)
    )
    teller.tell("lists", "Every deck of the metagame", *folds, level=Level.FULL)


def _rate_words(found: EvolvedDeck | LastAnswer) -> str:
    return f"{rate(found.win_rate.value)}% ({rate_interval(found.win_rate)})"


def _fold_deck(deck: ListedDeck, told: str, faces: CardFaces, curve: str = "") -> Fold:
    shown: list[Block | None] = [Words(f"{told[0].upper()}{told[1:]}."), card_table(deck, faces)]
    if curve and deck.curve:
        shown.append(Figure(CostCurve(curve, f"Curve of {deck.name}", deck.curve)))
    shown += [code_of(deck, faces.cards), file_of(deck)]
    return Fold(f"{deck.name}: {told}", tuple(each for each in shown if each))
