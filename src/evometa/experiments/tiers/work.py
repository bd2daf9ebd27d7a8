"""How strong every card is: games among very many random decks of all classes, and what each copy adds to the odds.

The games come in stages. Each is stored when it is finished, as its winners alone: its decks and pairs come from the
seed. At the end a regression tells what a copy of each card is worth.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import read_checkpoints
from evometa.experiments.tiers.results import CardWorth, ClassWorth, TiersResults, WorthInClass
from evometa.experiments.tiers.settings import TiersSettings
from evometa.games.cards import Card
from evometa.games.decks.space import DeckSpace, class_spaces, draw_random_decks
from evometa.games.players import load_player_for_any
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate
from evometa.metagame.cards.card_worths import DRAWN, Layout, Worths, fit_worths
from evometa.metagame.cards.random_games import RandomGames, StagePlan, Winners
from evometa.metagame.metagames import Metagame
from evometa.metagame.model import CardSource
from evometa.metagame.skill.ladder_setup import ANY_DECK
from evometa.store.results import Ledger

PLAYING = Stage("stage {step} of {steps}")
DIGITS = 6  # of what is stored: beyond them numbers may depend on the machine


class _TiersWork:
    """Stage by stage; checkpoint i holds the winners of stage i."""

    def __init__(self, settings: TiersSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        game = find_game(settings.game)
        self.player, rules = load_player_for_any(settings.players, ANY_DECK, game), game.load_rules()
        self.card_set = CardSource(tuple(map(Path, settings.cards)), settings.overlays, game).load([self.player])
        self.spaces = class_spaces(self.card_set, rules)
        self.own = _find_own(self.spaces, settings.cards)
        decks = draw_random_decks(len(self.spaces), settings.seed, self.spaces)
        shares = (1 / len(decks),) * len(decks)
        # That it is the same one tells that cards, rules and player are, when a run goes on.
        self.metagame = Metagame("random decks", decks, (self.player,) * len(decks), shares, self.card_set, rules)
        self.games = RandomGames(self.spaces, self.metagame.table(), self.player, settings.seed, self.own)

    def carry_out(self, ledger: Ledger[TiersResults]) -> None:
        """Play the stages that are missing, and then tell what the cards are worth."""
        stages, plans = self.settings.stages, [self.games.plan(i, *each) for i, each in enumerate(self.settings.stages)]
        known = [np.frombuffer(zlib.decompress(each.state), np.int8) for each in read_checkpoints(ledger.run)]
        for number in range(len(known), len(stages)):
            left = sum(games for _, games in stages[number:])
            self.tracker.expect(PLAYING, number + 1, len(stages), left)
            known.append(self.games.play(number, plans[number], self.tracker))
            ledger.run.save_checkpoint(number, zlib.compress(known[-1].tobytes(), 9))
            ledger.keep(self.count(plans, known))
        ledger.keep(self.conclude(plans, known))

    def count(self, plans: list[StagePlan], known: list[Winners]) -> TiersResults:
        """How far it has come."""
        return TiersResults(
            player=self.player.name,
            games_played=sum(map(len, known)),
            decks_played=sum(len(decks) for plan in plans[: len(known)] for decks in plan.decks),
            draws=sum(int((winners == DRAWN).sum()) for winners in known),
        )

    def conclude(self, plans: list[StagePlan], known: list[Winners]) -> TiersResults:
        """What all games say about the cards."""
        cards = list_cards(self.spaces)
        numbers = {card.id: number for number, card in enumerate(cards)}
        layout = Layout(tuple(tuple(numbers[card.id] for card in space.cards) for space in self.spaces), len(cards))
        worths = fit_worths(layout, list(zip(plans, known, strict=True)))
        of_cards, in_class = worths.of_cards(), worths.of_card_in_class()
        order = [int(i) for i in np.argsort(-of_cards.value, kind="stable")]
        of_classes = worths.of_classes()
        classes = [ClassWorth(each.klass, of_classes.at(i).rounded(DIGITS)) for i, each in enumerate(self.spaces)]
        return replace(
            self.count(plans, known),
            cards=tuple(
                self.describe(cards[i], of_cards.at(i).rounded(DIGITS), layout.places[i], worths) for i in order
            ),
            by_class=tuple(
                WorthInClass(
                    cards[i].id, cards[i].name, self.spaces[klass].klass, in_class.at(parameter).rounded(DIGITS)
                )
                for i in order
                if len(layout.places[i]) > 1
                for klass, parameter in layout.places[i]
            ),
            classes=tuple(sorted(classes, key=lambda each: -each.worth.value)),
            seat=worths.of_seat().at(0).rounded(DIGITS),
        )

    def describe(self, card: Card, worth: Estimate, places: Sequence[tuple[int, int]], worths: Worths) -> CardWorth:
        """A card with what it is worth."""
        tree = card.tree
        copies = float(np.mean([worths.copies[parameter] for _, parameter in places]))
        return CardWorth(
            id=card.id,
            name=card.name,
            klass=tree.get("class", ""),
            worth=worth,
            cost=card.cost,
            type=tree.get("type", ""),
            rarity=tree.get("rarity", ""),
            copies=round(copies, DIGITS),
            is_own=card.id in self.own,
        )


def _find_own(spaces: Sequence[DeckSpace], files: Sequence[str]) -> tuple[str, ...]:
    """The ids of the cards that come with card files; refused if decks can hold none of them."""
    known = {card.id for card in spaces[0].card_set.game.own_cards}
    own = tuple(card.id for card in list_cards(spaces) if card.id not in known)
    if files and not own:
        raise InputError(f"{', '.join(files)}: there is no card in it that decks may hold; allowed: collectible cards")
    return own


def list_cards(spaces: Sequence[DeckSpace]) -> list[Card]:
    """All cards that a deck of any class can have, each of them once."""
    return list({card.id: card for space in spaces for card in space.cards}.values())


TiersRun = StoredRun[TiersSettings, TiersResults]
TIERS = Experiment("tiers", TiersSettings, TiersResults, _TiersWork)
