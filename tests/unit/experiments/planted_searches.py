"""A small deck search, for runners that play no game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.unit.experiments.planted_meta import FILE

from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER
from evometa.search.settings import MapSettings
from evometa.store import open_run, to_json

SMALL_SEARCH = DecksSettings(
    "hunter",
    player="aggro",
    metagame=FILE,
    algorithm="map-elites",
    objective="health",
    games=6,
    again_games=12,
    audit_games=20,
    finalists=2,
    pilot_games=0,  # other pilots have tests of their own
    map=MapSettings(evaluations=40, first=12, batch=8, smallest=2, largest=4, remap_every=10),
)


SMALL_LEARNING = DecksSettings(
    "hunter",
    player="aggro",
    metagame=FILE,
    max_games=1200,
    audit_games=20,
    finalists=2,
    pilot_games=0,
)


SMALL_MODEL_MAP = replace(SMALL_LEARNING, algorithm="model-map", map=MapSettings(largest=3))


def read_all(folder: Path) -> dict[str, bytes]:
    """All that a finished run has to show for itself, by name: results, evaluations and files."""
    with open_run(folder) as run:
        assert run.status == "finished"
        rows = [list(row) for row in run.evaluations().rows()]
        found = {"results": to_json(run.results()).encode(), "evaluations": to_json(rows).encode()}
    paths = [folder / DECK_FILE, *sorted((folder / DECKS_FOLDER).iterdir())]
    return found | {str(path.relative_to(folder)): path.read_bytes() for path in paths}
