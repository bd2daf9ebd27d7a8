"""`evometa decks`: search for the decks of a class that do best against a metagame."""

from __future__ import annotations

from evometa.app.runs.options import MetagameRunOptions
from evometa.app.terminal.options import takes
from evometa.experiments.decks.settings import DecksSettings, DecksStart, choose_decks


@takes(MetagameRunOptions, DecksStart, DecksSettings)
def run_decks(options: MetagameRunOptions) -> None:
    """Search for the decks of a class that beat a metagame, and play the best again with fresh games."""
    from evometa.experiments.decks.work import DECKS  # it needs numba, which takes long to import

    options.start(DECKS, *choose_decks(options.asked))
