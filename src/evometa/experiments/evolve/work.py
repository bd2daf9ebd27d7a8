"""A metagame that evolves: match-ups, equilibrium, the best answers of all classes to it, and again.

This is the double oracle: nobody would play a deck against which others have an answer, so answers join until there is
none. The equilibrium of ever more decks is what people would play who all choose as well as they can, among decks that
somebody has found. How finished it is, a search says in the end that knows nothing of all before.

A step is a search of one class, or a meeting of all decks. Each is stored when it is done, and everything follows from
the steps, so that a run that was killed goes on to the same end.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from evometa.experiments.evolve.evolution import EVEN, Evolution, Member, gather_known
from evometa.experiments.evolve.plan import CLOSE, FIRST_MEETING, GIVEN, KEPT, LAST_LEVELS, LEVELS, Plan
from evometa.experiments.evolve.results import (
    DeckShare,
    EvolvedDeck,
    EvolvedRound,
    EvolveResults,
    LastAnswer,
)
from evometa.experiments.evolve.searching import search_answer
from evometa.experiments.evolve.settings import EvolveSettings
from evometa.experiments.evolve.steps import Met, Searched, Step, read_step, write_step
from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import METAGAME_FILE, load_played, read_checkpoints
from evometa.games.decks.deck import Deck
from evometa.games.decks.formats import format_toml, name_cards
from evometa.games.decks.space import DeckSpace, count_shared_cards, find_sets, make_deck_space
from evometa.games.decks.summary import summarise_deck
from evometa.games.game import EVERY_SET
from evometa.games.players import load_player_for_any
from evometa.input.errors import InputError, Where, describe_words
from evometa.matches.inference import UNKNOWN, Counts, Estimate, Estimates, Floats, estimate_mean
from evometa.matches.schedule import seed_for
from evometa.metagame.decks.deck_names import name_deck
from evometa.metagame.decks.gauntlet import Gauntlet, find_general_player
from evometa.metagame.decks.population import Arena, MatchUps
from evometa.metagame.metagame_files import write_metagame
from evometa.metagame.metagames import Metagame
from evometa.search.decks.settings import DeckSearchSettings
from evometa.store import refuse_misfits
from evometa.store.results import Ledger

PERCENT = 100
TINY = 1e-12  # a share of all others, where there are none
SEARCHING = Stage("round {step}: searches", is_best_highest=True)
MEETING = Stage("round {step}: match-ups", is_best_highest=True)
CHECKING = Stage("check: class {step} of {steps}", is_best_highest=True)
DIGITS = 6  # of what is stored: beyond them numbers may depend on the machine


class _EvolveWork:
    """Round by round, step by step; then the check."""

    def __init__(self, settings: EvolveSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.metagame = load_played(settings.metagame, settings.players)
        self.spaces = self._make_spaces()
        player = find_general_player(self.metagame) or load_player_for_any(
            self.metagame.game.default_player, self.metagame.decks[0], self.metagame.game
        )
        self.arena = Arena(self.metagame, player, seed_for(settings.seed, "match"), tracker)
        self.plan = Plan(settings.max_games, len(self.classes))
        Gauntlet(self.arena.gather(self.metagame.decks), next(iter(self.spaces.values())), player, tracker)

    @property
    def classes(self) -> tuple[str, ...]:
        """Those that look for answers."""
        return self.settings.classes or self.metagame.game.classes or ("",)

    def _make_spaces(self) -> dict[str, DeckSpace]:
        metagame, game = self.metagame, self.metagame.game
        pool = self.settings.pool or next(iter(game.pools), EVERY_SET)
        find_sets(pool, game)
        if unknown := [klass for klass in self.settings.classes if klass not in game.classes]:
            raise InputError(f"class: found {unknown[0]!r}; {describe_words(unknown[0], game.classes)}")
        present = [] if self.settings.from_nothing else [deck.klass for deck in metagame.decks]
        return {
            klass: make_deck_space(klass, pool, metagame.patched_cards, metagame.rules, metagame.patch)
            for klass in dict.fromkeys((*present, *self.classes))
        }

    def carry_out(self, ledger: Ledger[EvolveResults]) -> None:
        """Do all that is still to do."""
        evolution = self._restore(ledger)
        while (step := self._do_next(evolution)) is not None:
            ledger.run.save_checkpoint(evolution.n_steps, write_step(step))
            evolution.take(step)
            ledger.keep(self._describe(evolution, ledger.results))
        ledger.keep(replace(ledger.results, decks=self._describe_decks(evolution)))
        living = self._write_metagame(evolution, ledger.run.folder)
        self._check(living, ledger)

    def _restore(self, ledger: Ledger[EvolveResults]) -> Evolution:
        """The evolution where the run has left it; what there is to tell of its last step may not be stored yet."""
        evolution, results = Evolution(self.spaces, self._first_members()), ledger.results
        with refuse_misfits(ledger.run.folder):
            for place, checkpoint in enumerate(read_checkpoints(ledger.run)):
                evolution.take(read_step(checkpoint.state, Where(f"{ledger.run.folder}: its step {place + 1}")))
                results = self._describe(evolution, results)
        ledger.keep(results)
        return evolution

    def _first_members(self) -> list[Member]:
        """The decks with which it begins: those of the metagame, or random ones."""
        if not self.settings.from_nothing:
            rng = np.random.default_rng(seed_for(self.settings.seed, "first"))
            counts = [self.spaces[deck.klass].adapt([deck], rng)[0] for deck in self.metagame.decks]
            return [Member(deck, each, 0) for deck, each in zip(self.metagame.decks, counts, strict=True)]
        members = list[Member]()
        for klass, space in self.spaces.items():
            (counts,) = space.draw(1, np.random.default_rng(seed_for(self.settings.seed, "first", klass)))
            name = name_deck(space, counts, [each.deck.name for each in members])
            members.append(Member(space.decode(counts, name), counts, 0))
        return members

    # --- steps ---

    def _do_next(self, evolution: Evolution) -> Step | None:
        """The next step, or none if it is over."""
        if evolution.is_over:
            return None
        if not evolution.has_met or len(evolution.answered) == len(self.classes):
            return Step(met=self._meet(evolution))
        if not evolution.answered and not self._goes_on(evolution):
            return Step(met=self._meet_at_last(evolution))
        return Step(searched=self._search(evolution, self.classes[len(evolution.answered)]))

    def _goes_on(self, evolution: Evolution) -> bool:
        """Whether there is to be another round: somebody has an answer, and there are games to look for more."""
        found = [each.expected for each in evolution.last_answers]
        has_answer = not found or max(found) > EVEN + self.settings.edge / PERCENT
        return has_answer and self.plan.has_room(evolution.round + 1, evolution.search_games)

    def _meet(self, evolution: Evolution) -> Met:
        """New decks meet all that are still played, and those that could belong to the equilibrium meet more often."""
        decks, living = evolution.decks, np.array(evolution.living)
        self._expect(MEETING, evolution)
        wanted = np.zeros((len(decks), len(decks)), np.int64)
        wanted[np.ix_(living, living)] = FIRST_MEETING
        met = self.arena.play(decks, evolution.met.grown(len(decks)), wanted)
        for level in LEVELS:
            met = self._meet_again(evolution, met, level * choose_close(met, met.find_equilibrium(living), living))
        return Met(met.wins, met.games)

    def _meet_at_last(self, evolution: Evolution) -> Met:
        """The decks of the equilibrium that is chosen meet all that could be about as good, also of long ago."""
        met, every = evolution.met, np.arange(len(evolution.members))
        self._expect(MEETING, evolution)
        for level in LAST_LEVELS:
            met = self._meet_again(evolution, met, level * choose_close(met, evolution.choose_equilibrium(met), every))
        return Met(met.wins, met.games, is_last=True)

    def _meet_again(self, evolution: Evolution, met: MatchUps, wanted: Counts) -> MatchUps:
        """Play more games, if there are so many left."""
        spent = evolution.search_games + met.n_games - evolution.met.n_games
        is_affordable = spent + met.count_missing(wanted) <= self.settings.max_games
        return self.arena.play(evolution.decks, met, wanted) if is_affordable else met

    def _search(self, evolution: Evolution, klass: str) -> Searched:
        """What a search of a class finds against the equilibrium, with all that was seen of the class before."""
        number = evolution.round + (not evolution.answered)
        self._expect(SEARCHING, evolution)
        known = evolution.known_of(klass)
        columns, kept = gather_known(known, evolution.played, KEPT)
        return search_answer(
            self._make_gauntlet(evolution, klass),
            evolution.played,
            self.plan.search(number, is_new=not known),
            seed_for(self.settings.seed, "answer", number, klass),
            evolution.best_of(klass, GIVEN),
            columns,
            kept,
        ).searched

    def _make_gauntlet(self, evolution: Evolution, klass: str) -> Gauntlet:
        """The equilibrium, for decks of a class."""
        played = evolution.played
        metagame = self.arena.gather([evolution.decks[place] for place in played], evolution.shares[played])
        return Gauntlet(metagame, self.spaces[klass], self.arena.player, self.tracker)

    def _expect(self, stage: Stage, evolution: Evolution) -> None:
        left = max(0, self.settings.max_games - evolution.search_games)
        left += len(self.classes) * (self.settings.check_games + self.settings.audit_games)
        self.tracker.expect(stage, evolution.round + (not evolution.answered), 0, left)

    # --- what there is to tell ---

    def _describe(self, evolution: Evolution, results: EvolveResults) -> EvolveResults:
        """The results after a step: with a meeting, a round is finished."""
        known = replace(results, player=self.arena.player.name, search_games=evolution.search_games)
        if evolution.answered or not evolution.has_met:
            return known
        found = self._describe_round(evolution)
        return replace(known, rounds=(*(each for each in results.rounds if each.round < found.round), found))

    def _describe_round(self, evolution: Evolution) -> EvolvedRound:
        """What the last round has come to; the last meeting says it once more, with more games."""
        members, last = evolution.members, evolution.last_answers
        self.tracker.best = {"best answer": max((each.expected for each in last), default=EVEN)}
        return EvolvedRound(
            round=evolution.round,
            answers=tuple(sorted(map(evolution.describe, last), key=lambda each: -each.expected)),
            shares=tuple(
                DeckShare(members[i].deck.name, members[i].deck.klass, round(float(evolution.shares[i]), DIGITS))
                for i in evolution.played
            ),
            decks=len(members),
            living=len(evolution.living),
            games=evolution.search_games,
        )

    def _describe_decks(self, evolution: Evolution) -> tuple[EvolvedDeck, ...]:
        """The decks of the metagame in the end, and of classes that are hardly played their latest answers."""
        latest = evolution.list_latest()
        places = [*evolution.played, *(place for place, each in enumerate(evolution.members) if each in latest)]
        rates = rate_against(evolution.met, np.array(places), evolution.shares)
        known = {evolution.members[i].deck.name: rates.at(place) for place, i in enumerate(places)}
        shares = [float(evolution.shares[place]) for place in evolution.played] + [0.0] * len(latest)
        told = [*(evolution.members[place] for place in evolution.played), *latest]
        return tuple(
            self._describe_deck(each, share, known.get(each.deck.name, UNKNOWN))
            for each, share in zip(told, shares, strict=True)
        )

    def _describe_deck(self, member: Member, share: float, win_rate: Estimate) -> EvolvedDeck:
        deck, cards = member.deck, self.metagame.patched_cards
        return EvolvedDeck(
            name=deck.name,
            klass=deck.klass,
            share=round(share, DIGITS),
            win_rate=win_rate.rounded(DIGITS),
            round=member.round,
            cards=tuple(name_cards(deck, cards).counts().items()),
            curve=summarise_deck(deck, cards).curve,
            toml=format_toml(deck, cards),
        )

    def _write_metagame(self, evolution: Evolution, folder: Path) -> Metagame:
        """The metagame in the end, for all commands."""
        decks = [evolution.decks[place] for place in evolution.played]
        living = self.arena.gather(decks, evolution.shares[evolution.played])
        about = f"Evolved from {self.metagame.name} in {evolution.round} rounds."
        named = replace(living, name=f"{self.metagame.name}, evolved", about=about)
        write_metagame(named, folder / METAGAME_FILE)
        return named

    # --- the check ---

    def _check(self, metagame: Metagame, ledger: Ledger[EvolveResults]) -> None:
        """The best answer of each class, by a search that knows nothing of all before; each is stored when found."""
        for place in range(len(ledger.results.classes), len(self.classes) if self.settings.check_games else 0):
            left = (len(self.classes) - place) * (self.settings.check_games + self.settings.audit_games)
            self.tracker.expect(CHECKING, place + 1, len(self.classes), left)
            found = (*ledger.results.classes, self._check_class(metagame, self.classes[place]))
            ledger.keep(replace(ledger.results, classes=found))
        strongest = sorted(ledger.results.classes, key=lambda each: -each.win_rate.value)
        ledger.keep(replace(ledger.results, classes=tuple(strongest)))

    def _check_class(self, metagame: Metagame, klass: str) -> LastAnswer:
        """The best of the finalists of a fresh search, by fresh games."""
        settings, seed = self.settings, seed_for(self.settings.seed, "check", klass)
        gauntlet = Gauntlet(metagame, self.spaces[klass], self.arena.player, self.tracker)
        found = search_answer(
            gauntlet, range(len(metagame.decks)), DeckSearchSettings(games=settings.check_games), seed
        )
        seeds = [seed_for(seed, "audit", place) for place in range(len(found.finalists))]
        outcomes = gauntlet.play_by_shares(found.finalists, settings.audit_games, seeds).outcomes.sum(axis=(1, 2))
        wins, decided = outcomes[:, :1], outcomes[:, :2].sum(axis=1, keepdims=True)
        rates = estimate_mean(wins, decided, np.ones(wins.shape))
        best = int(np.argmax(rates.value))
        deck = self._name_answer(metagame, klass, found.finalists[best])
        shared = [count_shared_cards(deck, other, self.metagame.patched_cards) for other in metagame.decks]
        nearest = int(np.argmax(shared))
        return LastAnswer(
            klass=klass,
            name=deck.name,
            win_rate=rates.at(best).rounded(DIGITS),
            cards=tuple(name_cards(deck, self.metagame.patched_cards).counts().items()),
            curve=summarise_deck(deck, self.metagame.patched_cards).curve,
            toml=format_toml(deck, self.metagame.patched_cards),
            nearest=metagame.decks[nearest].name,
            shared=shared[nearest],
            search_games=int(found.searched.games.sum()),
            games=int(outcomes.sum()),
        )

    def _name_answer(self, metagame: Metagame, klass: str, counts: Counts) -> Deck:
        space = self.spaces[klass]
        return space.decode(counts, name_deck(space, counts, [deck.name for deck in metagame.decks]))


def choose_close(met: MatchUps, shares: Floats, among: Counts) -> Counts:
    """[n, n]: 1 for the match-ups of decks that are played with those that might be, else 0."""
    chances, played = met.estimate() @ shares, np.flatnonzero(shares)
    close = np.array([place for place in among if shares[place] > 0 or chances[place] > CLOSE])
    chosen = np.zeros(met.games.shape, np.int64)
    chosen[np.ix_(close, played)] = 1
    return chosen


def rate_against(met: MatchUps, places: Counts, shares: Floats) -> Estimates:
    """[m]: how often some decks win against all decks by their shares [n], their mirrors included."""
    wins, decided = met.wins[places], (met.wins + met.wins.T)[places]
    others = np.where(np.arange(len(shares)) == places[:, None], 0, shares)
    weights = others / np.maximum(others.sum(axis=1, keepdims=True), TINY)
    own = shares[places]
    return estimate_mean(wins, decided, weights).each(lambda part: own / 2 + (1 - own) * part)


EvolveRun = StoredRun[EvolveSettings, EvolveResults]
EVOLVE = Experiment("evolve", EvolveSettings, EvolveResults, _EvolveWork)  # it ends with the metagame as a file
