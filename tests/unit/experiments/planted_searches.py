"""A small deck search, for runners that play no game, and how evometa 0.1.0 would have stored it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from tests.unit.experiments.planted_meta import FILE

from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER
from evometa.experiments.runs import read_checkpoints
from evometa.search.map_settings import MapSettings
from evometa.store import Evaluations, create_run, open_run, to_json

SMALL_SEARCH = DecksSettings(
    "hunter",
    player="aggro",
    metagame=FILE,
    games=6,
    again_games=12,
    audit_games=20,
    finalists=2,
    pilot_games=0,  # other pilots have tests of their own
    map=MapSettings(evaluations=40, first=12, batch=8, smallest=2, largest=4, remap_every=10),
)


def read_all(folder: Path) -> dict[str, bytes]:
    """All that a finished run has to show for itself, by name: results, evaluations and files."""
    with open_run(folder) as run:
        assert run.status == "finished"
        rows = [list(row) for row in run.evaluations().rows()]
        found = {"results": to_json(run.results()).encode(), "evaluations": to_json(rows).encode()}
    paths = [folder / DECK_FILE, *sorted((folder / DECKS_FOLDER).iterdir())]
    return found | {str(path.relative_to(folder)): path.read_bytes() for path in paths}


# --- as evometa 0.1.0 stored it -------------------------------------------------------------------


def write_old_run(folder: Path, whole: Path, n_checkpoints: int, n_audits: int) -> None:
    """A run that 0.1.0 has left after some checkpoints and audits; `whole` is the same run, finished."""
    with open_run(whole) as run:
        settings, results, evaluations = run.settings, run.results(), run.evaluations()
        checkpoints = read_checkpoints(run)[:n_checkpoints]
    with create_run(folder, "decks", settings) as old:
        for each in checkpoints:
            old.save_checkpoint(each.generation, each.state, of_batch(evaluations, each.generation))
        old.save_results({"history": results["history"][:n_checkpoints]})
        if n_audits:
            old.save_results({"audits": [old_audit(audit) for audit in results["audits"][:n_audits]]})


def of_batch(evaluations: Evaluations, generation: int) -> Evaluations:
    """The evaluations of one checkpoint."""
    found = evaluations.generations == generation
    return Evaluations(*(getattr(evaluations, each.name)[found] for each in fields(evaluations)))


def old_audit(audit: dict[str, Any]) -> dict[str, Any]:
    """An audit with the words of 0.1.0."""
    return {"class" if name == "klass" else name: value for name, value in audit.items()}
