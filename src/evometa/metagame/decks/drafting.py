"""Drafts: a deck is picked from what is offered, by what games between random decks say of each card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from evometa.games.cards import CardSet, reference_to
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import class_spaces
from evometa.games.game import Rules
from evometa.games.players import Player
from evometa.matches.runners import Runner
from evometa.metagame.cards.card_worths import Layout, fit_worths
from evometa.metagame.cards.random_games import RandomGames

_GAMES_OF_A_DECK = 10  # in which each random deck plays


def rate_cards(cards: CardSet, rules: Rules, player: Player, games: int, seed: int, runner: Runner) -> dict[str, float]:
    """What a copy of each card is worth in random decks that this player plays, by id, in log odds."""
    spaces = class_spaces(cards, rules)
    random = RandomGames(spaces, cards.game.compile(cards, rules), player, seed)
    plan = random.plan(0, max(2, games // _GAMES_OF_A_DECK), games)
    winners = random.play(0, plan, runner)
    ids = list(dict.fromkeys(card.id for space in spaces for card in space.cards))
    layout = Layout(tuple(tuple(ids.index(card.id) for card in space.cards) for space in spaces), len(ids))
    worths = fit_worths(layout, [(plan, winners)]).of_cards().value
    return dict(zip(ids, worths.tolist(), strict=True))


def draft_deck(
    name: str, offers: Sequence[tuple[str, ...]], ratings: Mapping[str, float], cards: CardSet, rules: Rules
) -> Deck:
    """The deck of who takes the best card of each offer of which the deck may have one more copy."""
    taken: Counter[str] = Counter()
    for offered in offers:
        free = [card for card in offered if taken[card] < cards.game.allowed_copies(cards[card], rules)[0]]
        taken[max(free or offered, key=lambda card: ratings[card])] += 1
    picked = sorted((cards[card] for card in taken.elements()), key=lambda card: (card.cost, card.name))
    return Deck(name, "", "", tuple(reference_to(cards, card) for card in picked))
