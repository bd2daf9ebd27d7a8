"""A search for decks: a map of the best deck of every kind, played against a metagame.

MAP-Elites with sliding boundaries fills the map. A deck that was only lucky must not stay an elite: all elites are
measured again, and who falls behind gives way to the next. Then the best few are audited with many fresh games, the
same for all, and beside them the decks of the class that are known already.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evometa.cards.decks.deck import Deck, load_deck, parse_deck
from evometa.cards.decks.formats import format_toml, name_cards
from evometa.cards.decks.space import DeckSpace
from evometa.cards.decks.space_setup import make_deck_space
from evometa.cards.decks.summary import summarise_deck
from evometa.cards.model import CardSet
from evometa.experiments.balance.audit import Facts, to_number
from evometa.experiments.decks.settings import DeckSearchSettings
from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Tracker
from evometa.experiments.runs import load_played, read_checkpoints
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.writing import write_file
from evometa.matches.schedule import seed_for
from evometa.metagame.deck_measures import MEASURES, PlayedDecks, measure_decks
from evometa.metagame.evidence import Counts, Floats
from evometa.metagame.gauntlet import Gauntlet, GauntletResult, find_player
from evometa.metagame.metagames import Metagame
from evometa.store import Evaluations, Run, RunError, to_json

if TYPE_CHECKING:
    from evometa.search.map_elites import MapElites

DECK_FILE = "deck.toml"  # in the folder of the run: the best deck
DECKS_FOLDER = "decks"  # in the folder of the run: all audited decks that were found


class _Work:
    """A deck search: the map, the elites measured again, the audit, and what has come of them.

    Checkpoints are batches of decks: up to the last one of the search, decks of the search, and then elites that were
    measured again. Evaluations are numbered through.
    """

    def __init__(self, settings: DeckSearchSettings, tracker: Tracker) -> None:
        settings.check_map()
        self.settings, self.tracker = settings, tracker
        self.metagame = load_played(settings.metagame, settings.players)
        self.space = make_space(settings, self.metagame)
        player = find_player(settings.player, self.metagame, settings.players)
        self.gauntlet = Gauntlet(self.metagame, self.space, player, tracker, settings.seats)
        for name in ("games", "again_games"):
            with errors_at(Where(name)):
                self.gauntlet.check_games(getattr(settings, name))
        self.given = [self.read_given(each) for each in settings.given]
        self.n_opponents = len(self.gauntlet.opponents)

    def read_given(self, reference: str) -> Deck:
        """A deck to start from."""
        deck = load_deck(reference, self.metagame.patched_cards)
        if deck.klass != self.settings.klass:
            raise InputError(
                f"given deck {deck.name}: it is a {deck.klass} deck; allowed: decks of the class {self.settings.klass}"
            )
        return deck

    def carry_out(self, run: Run) -> None:
        """Do all that is still to do."""
        search = self.resume_search(run)
        self.search(run, search)
        self.measure_again(run, search)
        audits = self.audit(run, search)
        self.conclude(run, search, audits)

    # --- the search ---

    def new_search(self) -> MapElites:
        """A search before its first deck."""
        from evometa.search.map_elites import MapElites  # takes a second to import

        settings, seed = self.settings, seed_for(self.settings.seed, "search")
        given = self.space.adapt(self.given, np.random.default_rng(seed_for(settings.seed, "given")))
        return MapElites(self.space, len(settings.measures), settings.map, seed, given)

    def resume_search(self, run: Run) -> MapElites:
        """The search as it is stored, with all elites that have been measured again."""
        search, states, stored = self.new_search(), read_states(run), run.evaluations()
        n_batches = sum("search" in state for state in states)
        if n_batches:
            self.check_files(run, states[0])
            found = stored.generations < n_batches
            values = stored.objectives[found]
            search.go_to(states[n_batches - 1]["search"], stored.genomes[found], values[:, 0], values[:, 1:])
        for generation, state in enumerate(states[n_batches:], start=n_batches):
            search.confirm(state["again"], stored.objectives[stored.generations == generation, 0])
        return search

    @cached_property
    def fingerprint(self) -> str:
        """A text that differs if the settings' files now say something else of the decks or of who plays them."""
        space, player = self.space, self.gauntlet.player
        decks = [(deck.name, deck.card_ids(space.card_set)) for deck in self.given]
        cards = [card.id for card in space.cards]
        parts = repr((cards, space.low.tolist(), space.high.tolist(), decks)).encode(), player.record().tobytes()
        return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()

    def check_files(self, run: Run, state: Facts) -> None:
        """Refuse to go on from a state with other files. Those of the metagame itself are checked for all runs."""
        if state.get("fingerprint") != self.fingerprint:
            raise RunError(
                f"{run.folder}: since the run began, the player, a given deck or the cards that a deck may have are no "
                "longer what they were (some may be banned or limited now); bring that back, or start a new run in "
                "another folder"
            )

    def search(self, run: Run, search: MapElites) -> None:
        """Fill the map, batch by batch."""
        history = [state["batch"] for state in read_states(run) if "batch" in state]
        run.save_result("history", history)
        self._tell(search)
        while not search.is_done:
            first = search.n_evaluations
            decks = search.ask()
            played = self.play(decks, self.settings.games, "deck", range(first, first + len(decks)))
            values = self.measure(played)
            search.tell(values[:, 0], values[:, 1:])
            history.append(describe_batch(search))
            state = {"search": search.get_position(), "batch": history[-1], "fingerprint": self.fingerprint}
            evaluations = self._evaluations(search.generation, first, played, values)
            run.save_checkpoint(search.generation, to_json(state).encode(), evaluations)
            run.save_result("history", history)
            self._tell(search)

    def _tell(self, search: MapElites) -> None:
        if search.n_evaluations:
            self.tracker.best = {self.settings.objective: float(search.best["objective"])}
        left = self.settings.games_left(search.n_evaluations, self.n_opponents, len(self.landmarks))
        self.tracker.expect("decks", search.n_evaluations, self.settings.map.evaluations, left)

    # --- elites, measured again ---

    def measure_again(self, run: Run, search: MapElites) -> None:
        """Measure elites with fresh games until none is left that was measured only once."""
        number, generation = run.n_evaluations, len(read_states(run))
        while len(search.unconfirmed):
            waiting = search.unconfirmed
            batch = waiting[: self.settings.map.batch]
            n_elites = len(search.archive)
            audits = (len(self.landmarks) + self.settings.finalists) * self.settings.audit_games * self.n_opponents
            left = len(waiting) * self.settings.again_games + audits
            self.tracker.expect("again", n_elites - len(waiting), n_elites, left)
            decks = search.archive.look_up(batch)["solution"]
            played = self.play(decks, self.settings.again_games, "again", batch.tolist())
            values = self.measure(played)
            state = to_json({"again": batch.tolist()}).encode()
            run.save_checkpoint(generation, state, self._evaluations(generation, number, played, values))
            search.confirm(batch, values[:, 0])
            number, generation = number + len(batch), generation + 1

    # --- the audit ---

    @cached_property
    def landmarks(self) -> list[Deck]:
        """The decks of the class that are known: given ones, and those of the metagame."""
        cards, rules, patch = self.metagame.patched_cards, self.metagame.rules, self.metagame.patch
        decks = [deck for deck in (*self.metagame.decks, *self.given) if deck.klass == self.settings.klass]
        known = {(deck.name, *sorted(deck.card_ids(cards))): deck for deck in decks}
        return [deck for deck in known.values() if not any(deck.problems(cards, rules, patch))]

    def audit(self, run: Run, search: MapElites) -> list[Facts]:
        """Play the best elites and the landmarks with many fresh games, the same for all."""
        elites = sorted(search.archive, key=lambda elite: (-elite["objective"], elite["number"]))
        chosen = elites[: self.settings.finalists]
        audits: list[Facts] = run.results().get("audits", [])
        n_decks = len(chosen) + len(self.landmarks)
        for place in range(len(audits), n_decks):
            left = (n_decks - place) * self.settings.audit_games * self.n_opponents
            self.tracker.expect("deck audit", place, n_decks, left)
            if place < len(chosen):
                audits.append(self.audit_elite(chosen[place], place))
            else:
                audits.append(self.audit_known(self.landmarks[place - len(chosen)]))
            run.save_result("audits", audits)
        return audits

    def audit_elite(self, elite: Any, place: int) -> Facts:
        """What many games say about an elite, beside what was seen of it before; it has so many before it."""
        counts = elite["solution"]
        deck = self.space.decode(counts, f"{self.settings.deck_name} {place + 1}", self.settings.style)
        return {
            "is_known": False,
            "number": int(elite["number"]),
            "searched": float(elite["first_objective"]),
            "again": float(elite["objective"]),
            **self.audit_deck(deck, counts[None], self.gauntlet),
        }

    def audit_known(self, deck: Deck) -> Facts:
        """The same about a landmark."""
        audit = self.audit_deck(deck, self.known_gauntlet.space.encode([deck]), self.known_gauntlet)
        return {"is_known": True, "number": None, "searched": None, "again": None, **audit}

    def audit_deck(self, deck: Deck, counts: Counts, gauntlet: Gauntlet) -> Facts:
        """What many games say about a deck, which is `counts` [1, n] in the space of the gauntlet."""
        games = self.settings.audit_games * self.n_opponents
        result = gauntlet.play(counts, games, [seed_for(self.settings.seed, "audit")])
        objective, *measures = self.measure(PlayedDecks(gauntlet.space, counts, result))[0].tolist()
        return {
            "objective": objective,
            "measures": measures,
            **describe_rates(result, [each.name for each in gauntlet.opponents]),
            "games": int(result.games.sum()),
            **describe_deck(deck, self.metagame.patched_cards),
        }

    @cached_property
    def known_gauntlet(self) -> Gauntlet:
        """For all decks of the class: known ones may have cards that are not in the pool, or lack locked ones."""
        metagame = self.metagame
        space = make_deck_space(self.settings.klass, "all", metagame.patched_cards, metagame.rules, metagame.patch)
        return Gauntlet(metagame, space, self.gauntlet.player, self.tracker, self.settings.seats)

    # --- the end ---

    def conclude(self, run: Run, search: MapElites, audits: list[Facts]) -> None:
        """Store the map and what has come of it, and write the decks."""
        found = [audit for audit in audits if not audit["is_known"]]
        best = max(found, key=lambda audit: (audit["win_rate"] or 0.0, -audit["number"]))
        (run.folder / DECKS_FOLDER).mkdir(exist_ok=True)
        for i, audit in enumerate(found):
            write_file(run.folder / DECKS_FOLDER / f"{i + 1}.toml", audit["toml"])
        chosen = replace(parse_deck(best["toml"]), name=self.settings.deck_name)
        write_file(run.folder / DECK_FILE, format_toml(chosen, self.metagame.patched_cards))
        run.save_result("map", describe_map(search, self.settings))
        run.save_result(
            "final",
            {
                "run": run.folder.resolve().name,
                "deck": DECK_FILE,
                "name": self.settings.deck_name,
                "number": best["number"],
                **{name: best[name] for name in ("searched", "again", "objective", "win_rate", "low", "high")},
                "elites": len(search.archive),
                "evaluations": search.n_evaluations,
                "games": run.n_games + sum(audit["games"] for audit in audits),
            },
        )
        run.finish()

    # --- small things ---

    def play(self, decks: Counts, games: int, purpose: str, numbers: Iterable[int]) -> PlayedDecks:
        """Play decks; the games of each depend on the seed, the purpose and its number alone."""
        seeds = [seed_for(self.settings.seed, purpose, number) for number in numbers]
        return PlayedDecks(self.space, decks, self.gauntlet.play(decks, games, seeds))

    def measure(self, played: PlayedDecks) -> Floats:
        """[k, 1 + m]: the objective and the measures of decks."""
        return measure_decks((self.settings.objective, *self.settings.measures), played)

    @staticmethod
    def _evaluations(generation: int, first: int, played: PlayedDecks, values: Floats) -> Evaluations:
        outcomes = played.result.outcomes
        return Evaluations.of_generation(
            generation, first, played.counts, values, outcomes[..., 0], outcomes.sum(axis=-1)
        )


DECK_SEARCH = Experiment("decks", DeckSearchSettings, _Work)


def make_space(settings: DeckSearchSettings, metagame: Metagame) -> DeckSpace:
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


def describe_rates(result: GauntletResult, opponents: Sequence[str]) -> Facts:
    """How often a deck wins, the first one of the result, in all and against each opponent."""
    total, match_ups = result.estimate_win_rate(), result.estimate_match_ups()
    rows = zip(opponents, np.stack(match_ups, axis=-1)[0], strict=True)
    return {
        **name_rates(np.stack(total, axis=-1)[0]),
        "opponents": [{"deck": name, **name_rates(rates)} for name, rates in rows],
    }


def name_rates(rates: Floats) -> Facts:
    """A win rate with its interval [3]."""
    return dict(zip(("win_rate", "low", "high"), map(to_number, rates.tolist()), strict=True))


def describe_deck(deck: Deck, cards: CardSet) -> Facts:
    """A deck in a few numbers, and as a file."""
    summary = summarise_deck(deck, cards)
    return {
        "name": deck.name,
        "class": deck.klass,
        "style": deck.style,
        "cards": [[name, n] for name, n in name_cards(deck, cards).counts().items()],
        "curve": list(summary.curve),
        "types": summary.types,
        "dust": summary.dust,
        "toml": format_toml(deck, cards),
    }


def describe_batch(search: MapElites) -> Facts:
    """How far the map is."""
    stats = search.archive.stats
    return {
        "generation": search.generation,
        "evaluations": search.n_evaluations,
        "size": int(search.archive.dims[0]),
        "elites": stats.num_elites,
        "best": float(search.best["objective"]),
        "mean": float(stats.qd_score) / stats.num_elites,
    }


def describe_map(search: MapElites, settings: DeckSearchSettings) -> Facts:
    """The map: its axes with their boundaries, and the elite of every cell that has one."""
    archive = search.archive
    data = archive.data(["index", "number", "first_objective", "objective", "measures"], "dict")
    cells = np.stack(np.unravel_index(data["index"], tuple(archive.dims)), axis=-1)
    return {
        "objective": {"name": settings.objective, "title": MEASURES[settings.objective].title},
        "measures": [{"name": name, "title": MEASURES[name].title} for name in settings.measures],
        "boundaries": archive.boundaries.tolist(),
        "elites": [
            {
                "cell": cells[i].tolist(),
                "number": int(data["number"][i]),
                "searched": float(data["first_objective"][i]),
                "again": float(data["objective"][i]),
                "measures": data["measures"][i].tolist(),
            }
            for i in range(len(cells))
        ],
    }


def read_states(run: Run) -> list[Facts]:
    """What the checkpoints say: first those of the search, then those of elites that were measured again."""
    return [json.loads(each.state) for each in read_checkpoints(run)]
