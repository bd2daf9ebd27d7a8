"""Words that stand for genes: an attribute, a card, or a number of a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from evometa.balance.space import Gene
from evometa.games.cards import Card, CardSet, lookup_card
from evometa.input.errors import Where, describe_words
from evometa.input.fields import read_text, wrong_type
from evometa.input.short_repr import Short

EFFECTS = "effects"  # the word for all numbers inside effects

Picks = Callable[[Gene], bool]

ATTRIBUTE, CARD, EXACT = range(3)  # how exactly a word names a number


@dataclass(frozen=True)
class _Word(Short):
    """A word that stands for some genes."""

    picks: Picks
    exactness: int


@dataclass(frozen=True)
class Words(Short):
    """Reads words that stand for genes: an attribute, a card, or a number of a card."""

    card_set: CardSet
    genes: tuple[Gene, ...]

    def read(self, where: Where, word: str) -> _Word:
        """What a word stands for; an `InputError` if it is nothing that could change."""
        attributes = self.card_set.game.attributes
        if word in attributes:
            return _Word(lambda gene: gene.attribute == word, ATTRIBUTE)
        if word == EFFECTS:
            return _Word(lambda gene: gene.attribute not in attributes, ATTRIBUTE)
        card, path = split_word(self.card_set, word)
        if card is None:
            known = (*attributes, EFFECTS, *dict.fromkeys(gene.card for gene in self.genes))
            listed = (*attributes, EFFECTS, "a card, or a card and a number such as CS2_029.cost")
            raise where.error(f"there is no card or attribute {word!r}; {describe_words(word, known, listed)}")
        own = [gene for gene in self.genes if gene.card_id == card.id]
        if not own:
            raise where.error(f"no deck of the metagame has {card.name}; take it out, or add it to the list 'also'")
        if not path:
            return _Word(lambda gene: gene.card_id == card.id, CARD)
        if path not in (paths := [gene.attribute for gene in own]):
            raise where.error(f"{card.name} has no {path!r} that may change; {describe_words(path, paths)}")
        return _Word(lambda gene: gene.address == f"{card.id}.{path}", EXACT)

    def read_any(self, where: Where, value: object) -> Picks:
        """Picks what any word of a list stands for."""
        return _any_of([self.read(place, word) for place, word in read_words(where, value)])

    def read_only(self, where: Where, value: object) -> Picks:
        """Picks what is both of the attributes and of the cards of a list, as far as it has such."""
        words = [self.read(place, word) for place, word in read_words(where, value)]
        attributes = [word for word in words if word.exactness == ATTRIBUTE]
        cards = [word for word in words if word.exactness != ATTRIBUTE]
        fits = [_any_of(group) for group in (attributes, cards) if group]
        return lambda gene: bool(fits) and all(picks(gene) for picks in fits)

    def read_choice(self, where: Where, value: object) -> Picks:
        """Picks everything, nothing, or what a list says."""
        if isinstance(value, bool):
            return lambda gene: value
        if not isinstance(value, list | tuple):
            raise wrong_type(where, value, "true, false, or a list of texts")
        return self.read_any(where, value)


def read_words(where: Where, value: object, expected: str = "a list of texts") -> Iterator[tuple[Where, str]]:
    """The words of a list, each with its place."""
    if not isinstance(value, list | tuple):
        raise wrong_type(where, value, expected)
    for i, word in enumerate(value):
        yield where / i, read_text(where / i, word)


def split_word(card_set: CardSet, word: str) -> tuple[Card | None, str]:
    """The card and the path of `Wisp`, `Wisp.cost` or `CS2_029.spell.damage`; a name may have points itself."""
    parts = word.split(".")
    for n in range(len(parts), 0, -1):
        if card := lookup_card(card_set, ".".join(parts[:n])):
            return card, ".".join(parts[n:])
    return None, ""


def _any_of(words: Sequence[_Word]) -> Picks:
    return lambda gene: any(word.picks(gene) for word in words)
