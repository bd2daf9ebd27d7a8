"""What a deck search plays: which decks there may be, against whom, by whom, and what is measured of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.runs import load_played
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.decks.space import DeckSpace, make_deck_space
from evometa.games.players import Player, style_of
from evometa.input.errors import InputError, Where, errors_at
from evometa.matches.inference import Counts, Floats
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.decks.deck_measures import PlayedDecks, find_measure, measure_decks
from evometa.metagame.decks.gauntlet import Gauntlet, GauntletResult, find_player
from evometa.metagame.metagames import Metagame
from evometa.store import Evaluations, RunError


class Finalist(NamedTuple):
    """A deck that is audited."""

    number: int | None  # of its evaluation, the first one; None: it was not played
    searched: float  # the objective as the search saw it
    again: float  # and as fresh games have shown it, if there were any before the audit; else NaN
    counts: Counts  # [n]
    is_other: bool = False  # whether it is there because it is unlike the best


@dataclass(frozen=True, eq=False)
class MeasuredDecks:
    """Decks [k, n] that were played, with what was measured."""

    played: PlayedDecks
    values: Floats  # [k, 1 + m]: the objective and the measures

    @property
    def objective(self) -> Floats:
        """[k]"""
        return self.values[:, 0]

    @property
    def measures(self) -> Floats:
        """[k, m]"""
        return self.values[:, 1:]

    def evaluations(self, generation: int, first: int) -> Evaluations:
        """As a run stores them; `first` is the number of the first one."""
        outcomes = self.played.result.outcomes
        return Evaluations.of_generation(
            generation, first, self.played.counts, self.values, outcomes[..., 0], outcomes.sum(axis=-1)
        )


class Trials:
    """Plays decks against a metagame, and measures them."""

    def __init__(self, settings: DecksSettings, runner: Runner) -> None:
        settings.check_search()
        self.settings, self.runner = settings, runner
        self.metagame = load_played(settings.metagame, settings.players)
        find_measure(settings.objective, self.metagame.game, "objective")
        for name in settings.measures:
            find_measure(name, self.metagame.game)
        self.space = make_space(settings, self.metagame)
        self.player = find_player(settings.player, self.metagame, settings.players)
        self.gauntlet = self._make_gauntlet(self.space)
        for name in () if settings.learns else ("games", "again_games"):
            with errors_at(Where(name)):
                self.gauntlet.check_games(getattr(settings, name))
        self.given = [self._read_given(each) for each in settings.given]

    @property
    def opponents(self) -> tuple[Deck, ...]:
        """The decks of the metagame that are met."""
        return self.gauntlet.opponents

    @property
    def style(self) -> str:
        """Of the decks that are found: that which was asked for, or else that of their player, if it has one."""
        return self.settings.style or style_of(self.player)

    @cached_property
    def landmarks(self) -> list[Deck]:
        """The decks of the class that are known: given ones, and those of the metagame."""
        cards, rules, patch = self.metagame.patched_cards, self.metagame.rules, self.metagame.patch
        decks = [deck for deck in (*self.metagame.decks, *self.given) if deck.klass == self.settings.klass]
        known = {(deck.name, *sorted(deck.card_ids(cards))): deck for deck in decks}
        return [deck for deck in known.values() if not any(deck.problems(cards, rules, patch))]

    @cached_property
    def fingerprint(self) -> str:
        """A text that differs if the settings' files now say something else of the decks or of who plays them."""
        space = self.space
        decks = [(deck.name, deck.card_ids(space.card_set)) for deck in self.given]
        cards = [card.id for card in space.cards]
        parts = (
            repr((cards, space.low.tolist(), space.high.tolist(), decks)).encode(),
            self.metagame.game.pack_players([self.player]).tobytes(),
        )
        return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()

    def check_files(self, fingerprint: str, folder: Path) -> None:
        """Refuse to go on with other files. Those of the metagame itself are checked for all runs."""
        if fingerprint != self.fingerprint:
            raise RunError(
                f"{folder}: since the run began, the player, a given deck or the cards that a deck may "
                "have are no longer what they were (some may be banned or limited now); bring that back, or start a "
                "new run in another folder"
            )

    # --- games ---

    def measure(self, decks: Counts, games: int, purpose: str, numbers: Iterable[int]) -> MeasuredDecks:
        """Play decks of the space; the games of each depend on the seed, the purpose and its number alone."""
        seeds = [seed_for(self.settings.seed, purpose, number) for number in numbers]
        return self._play(self.gauntlet, decks, games, seeds)

    def audit_found(self, counts: Counts) -> MeasuredDecks:
        """Play a deck [n] of the space with many fresh games, the same for all decks."""
        return self._audit(self.gauntlet, counts)

    def audit_known(self, deck: Deck) -> MeasuredDecks:
        """The same with any deck of the class."""
        return self._audit(self._known_gauntlet, self._known_gauntlet.space.encode([deck])[0])

    def count_audit_games(self, n_decks: int) -> int:
        """The number of games that it takes to audit some decks."""
        return n_decks * self.settings.audit_games * len(self.opponents)

    def play_by(self, player: Player, metagame: Metagame, decks: Sequence[Deck], purpose: str) -> GauntletResult:
        """Play decks of the class by another player, against the metagame as it is given; all have the same seeds."""
        space = self._known_gauntlet.space
        gauntlet = Gauntlet(metagame, space, player, self.runner, self.settings.seats)
        seed, games = seed_for(self.settings.seed, "pilot", purpose), self.settings.pilot_games * len(self.opponents)
        return gauntlet.play(space.encode(decks), games, [seed] * len(decks))

    def count_pilot_games(self) -> int:
        """The number of games of a pilot: with the deck that was found, and with those that were known."""
        return (1 + len(self.landmarks)) * self.settings.pilot_games * len(self.opponents)

    def _audit(self, gauntlet: Gauntlet, counts: Counts) -> MeasuredDecks:
        seed = seed_for(self.settings.seed, "audit")
        return self._play(gauntlet, counts[None], self.count_audit_games(1), [seed])

    def _play(self, gauntlet: Gauntlet, decks: Counts, games: int, seeds: Sequence[int]) -> MeasuredDecks:
        played = PlayedDecks(gauntlet.space, decks, gauntlet.play(decks, games, seeds))
        return MeasuredDecks(played, measure_decks((self.settings.objective, *self.settings.measures), played))

    # --- who plays what ---

    @cached_property
    def _known_gauntlet(self) -> Gauntlet:
        """For all decks of the class: known ones may have cards that are not in the pool, or lack locked ones."""
        return self._make_gauntlet(make_space(replace(self.settings, pool="all", locked=(), banned=()), self.metagame))

    def _make_gauntlet(self, space: DeckSpace) -> Gauntlet:
        return Gauntlet(self.metagame, space, self.player, self.runner, self.settings.seats)

    def _read_given(self, reference: str) -> Deck:
        """A deck to start from."""
        deck = load_deck(reference, self.metagame.patched_cards)
        if deck.klass != self.settings.klass:
            raise InputError(
                f"given deck {deck.name}: it is a {deck.klass} deck; allowed: decks of the class {self.settings.klass}"
            )
        return deck


def make_space(settings: DecksSettings, metagame: Metagame) -> DeckSpace:
    """The decks that a search may find, with the metagame's cards as they are played."""
    return make_deck_space(
        settings.klass,
        settings.pool,
        metagame.patched_cards,
        metagame.rules,
        metagame.patch,
        settings.locked,
        settings.banned,
    )
