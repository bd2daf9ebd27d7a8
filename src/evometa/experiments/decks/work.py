"""A deck search as a run: a map of the best deck of every kind, played against a metagame, and the best few audited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evometa.cards.decks.deck import parse_deck
from evometa.cards.decks.formats import format_toml
from evometa.experiments.decks.audit import DeckAuditor
from evometa.experiments.decks.map_search import MapSearch
from evometa.experiments.decks.pilots import DeckPilots
from evometa.experiments.decks.results import DeckAudit, DecksFinal, DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.trials import Trials
from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.progress import Tracker
from evometa.input.writing import make_folder, write_file
from evometa.store.results import Ledger

DECK_FILE = "deck.toml"  # in the folder of the run: the best deck
DECKS_FOLDER = "decks"  # in the folder of the run: all audited decks that were found


class DecksWork:
    """A deck search: the map, the elites measured again, the audit, and what has come of them."""

    def __init__(self, settings: DecksSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.trials = Trials(settings, tracker)
        self.metagame = self.trials.metagame

    def carry_out(self, ledger: Ledger[DecksResults]) -> None:
        """Do all that is still to do."""
        search = MapSearch(self.trials, self.tracker, ledger)
        search.fill_map()
        search.measure_again()
        DeckAuditor(self.trials, self.tracker).audit(ledger, search)
        DeckPilots(self.trials, self.tracker).fly(ledger)
        self.conclude(ledger, search)

    def conclude(self, ledger: Ledger[DecksResults], search: MapSearch) -> None:
        """Store the map and what has come of it, and write the decks."""
        best, algorithm = ledger.results.best, search.algorithm
        assert best is not None
        assert best.number is not None
        self.write_decks(ledger.run.folder, ledger.results.found, best)
        name, games = ledger.run.folder.resolve().name, ledger.run.n_games + ledger.results.games_beside
        values = best.number, best.searched, best.again, best.objective, best.win_rate
        sizes = len(algorithm.archive), algorithm.n_evaluations, games
        final = DecksFinal(name, DECK_FILE, self.settings.deck_name, *values, *sizes, ledger.results.pilots)
        ledger.keep(replace(ledger.results, map=search.describe_map(), final=final))

    def write_decks(self, folder: Path, found: Sequence[DeckAudit], best: DeckAudit) -> None:
        """Write all decks that were found and audited, and the best of them once more, under its own name."""
        make_folder(folder / DECKS_FOLDER)
        for number, audit in enumerate(found, start=1):
            write_file(folder / DECKS_FOLDER / f"{number}.toml", audit.toml)
        chosen = replace(parse_deck(best.toml), name=self.settings.deck_name)
        write_file(folder / DECK_FILE, format_toml(chosen, self.metagame.patched_cards))


DecksRun = StoredRun[DecksSettings, DecksResults]
DECKS = Experiment("decks", DecksSettings, DecksResults, DecksWork)  # it ends with the file `deck.toml`
