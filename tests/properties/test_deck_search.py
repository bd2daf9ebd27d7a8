"""Every deck that a deck search ever plays is legal: in the search, measured again, audited, and as a file."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from tests.unit.metagame.planted_decks import CARDS, META, PlantedDecks, read_list

from evometa.experiments import runs
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS
from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.decks.space import find_sets, make_deck_space
from evometa.games.game import EVERY_SET
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.patches.patch import Patch
from evometa.metagame.metagames import Metagame
from evometa.search.settings import MapSettings


@dataclass(frozen=True)
class Search:
    """A search with random wishes: cards that a patch bans and limits, and others that are locked and banned."""

    metagame: Metagame
    settings: DecksSettings

    @classmethod
    def draw(cls, klass: str, pool: str, algorithm: str) -> Search:
        """For a class and a pool of cards; the metagame's own decks must be legal."""
        source = random.Random(f"{klass} {pool}")
        seed = source.getrandbits(32)
        space = make_deck_space(klass, pool, CARDS, META.rules)
        free = sorted({card.id for card in space.cards} - cards_of_the_metagame())
        source.shuffle(free)
        patch = Patch(banned=frozenset(free[:20]), limited=frozenset(free[20:60]))
        legal = make_deck_space(klass, pool, CARDS, META.rules, patch)
        deck = legal.draw(1, np.random.default_rng(seed))[0]
        copies = [card.id for card, n in zip(legal.cards, deck, strict=True) for _ in range(n)]
        others = [card.id for card, n in zip(legal.cards, deck, strict=True) if not n]
        wishes = DecksSettings(
            klass,
            player="random",
            pool=pool,
            algorithm=algorithm,
            max_games=400,
            games=6,
            again_games=6,
            audit_games=2,
            finalists=1,
            others=1,
            given=(f"Starter {klass.title()}",),
            locked=tuple(source.sample(copies, source.randrange(10))),
            banned=tuple(source.sample(others, source.randrange(40))),
            seed=seed,
            pilot_games=0,
            map=MapSettings(evaluations=24, first=8, batch=8, largest=3, remap_every=8),
        )
        return cls(META.with_patch(patch), wishes)

    def carry_out(self, runner: PlantedDecks) -> tuple[DecksResults, Deck]:
        """The results, and the deck that is written."""
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setattr(runs, "load_metagame", lambda reference: self.metagame)
            results = DECKS.start(Path(folder) / "run", self.settings, runner)
            return results, load_deck(Path(folder) / "run" / DECK_FILE)

    def problems(self, deck: Deck) -> list[str]:
        """What is wrong with a deck of ids, as the check of decks sees it."""
        cards = self.metagame.patched_cards
        own = CardSet.from_cards([cards[card] for card in dict.fromkeys(deck.cards)])  # where it is found faster
        return list(deck.problems(own, self.metagame.rules, self.metagame.patch))

    def breaches(self, deck: Deck) -> Iterator[str]:
        """What a deck of ids has that the search was not to find, or lacks."""
        sets = find_sets(self.settings.pool)
        yield from (card for card in deck.cards if CARDS[card].tree["set"] not in sets)
        yield from (card for card in deck.cards if card in self.settings.banned)
        yield from Counter(self.settings.locked) - Counter(deck.cards)


@lru_cache(maxsize=1)
def cards_of_the_metagame() -> set[str]:
    return {card for deck in META.decks for card in deck.card_ids(CARDS)}


EVERY_POOL = list(product(HEARTHSTONE.classes, [*HEARTHSTONE.pools, EVERY_SET], ["map-elites"]))
LEARNING = [
    (klass, pool, algorithm)
    for klass, pool, algorithm in zip(
        HEARTHSTONE.classes, cycle([*HEARTHSTONE.pools, EVERY_SET]), cycle(["model", "model-map"])
    )
]


@pytest.mark.parametrize(("klass", "pool", "algorithm"), [*EVERY_POOL, *LEARNING])
def test_every_deck_that_a_search_plays_is_legal(klass: str, pool: str, algorithm: str) -> None:
    search, runner = Search.draw(klass, pool, algorithm), PlantedDecks()
    results, best = search.carry_out(runner)
    batches = [[read_list(each, klass) for each in lists] for lists in runner.decks()]
    n_known = len(results.known)
    searched = [deck for decks in batches[: len(batches) - n_known] for deck in decks]
    known = [deck for decks in batches[len(batches) - n_known :] for deck in decks]
    assert len(searched) > 24 + 1, "elites are measured again, and one is audited"
    for deck in (*searched, *known):
        assert search.problems(deck) == []
    for deck in searched:
        assert list(search.breaches(deck)) == []
    audited = [sorted(decks[0].cards) for decks in batches[: len(batches) - n_known][-len(results.found) :]]
    assert sorted(best.card_ids(CARDS)) in audited
