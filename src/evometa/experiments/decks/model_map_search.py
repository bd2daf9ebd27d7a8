"""The search for a map that a model fills: it learns as the other one does, and hands over the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evometa.experiments.decks.map_search import title_measure
from evometa.experiments.decks.model_search import ModelSearch
from evometa.experiments.decks.results import DeckMap, DecksResults, Elite
from evometa.experiments.decks.trials import Finalist
from evometa.metagame.decks.deck_measures import describe_decks
from evometa.search.decks.kinds import pick_unlike
from evometa.search.maps.model_map import ModelMap


class ModelMapSearch(ModelSearch):
    """The search of a run, from where the run has left it."""

    learner: ModelMap

    def list_finalists(self) -> list[Finalist]:
        """The best decks of the map, first those that are unlike each other."""
        is_elite = np.isin(self.learner.rank(), self.learner.find_elites().places)
        places = self.learner.rank()[is_elite]
        decks = self.learner.posterior.decks[places]
        picked = pick_unlike(self.learner.task, decks, self.trials.settings.finalists)
        return self.describe_played(places[picked].tolist())

    def conclude(self, results: DecksResults) -> DecksResults:
        """The results with the map, too."""
        return replace(super().conclude(results), map=self._describe_map())

    def _describe_map(self) -> DeckMap:
        """The map: its axes with their boundaries, and the deck of every cell that is best by the model."""
        settings, game, found = self.trials.settings, self.trials.metagame.game, self.learner.find_elites()
        posterior, played = self.learner.posterior, self.describe_played(found.places.tolist())
        measures = describe_decks(settings.measures, self.trials.space)(posterior.decks[found.places])
        seen = posterior.rate(posterior.seen[found.places])
        shape = (settings.map.largest,) * len(settings.measures)
        cells = np.stack(np.unravel_index(found.cells, shape), axis=-1)
        return DeckMap(
            objective=title_measure(settings.objective, game),
            measures=tuple(title_measure(name, game) for name in settings.measures),
            boundaries=found.boundaries,
            elites=tuple(
                Elite(tuple(cell.tolist()), each.number or 0, float(own), each.searched, tuple(values.tolist()))
                for cell, each, own, values in zip(cells, played, seen, measures, strict=True)
            ),
        )
