"""The memory of a run: a folder with one SQLite file that holds settings, every evaluation, checkpoints and results."""

from evometa.store.errors import DamagedRunError, RunError, refuse_misfits
from evometa.store.evaluations import Evaluations
from evometa.store.export import to_frame
from evometa.store.json_text import to_json
from evometa.store.listing import RunInfo, list_runs
from evometa.store.run import Checkpoint, Run, Versions, create_run, open_run
from evometa.store.salvage import salvage

__all__ = [
    "Run",
    "RunInfo",
    "Checkpoint",
    "Evaluations",
    "Versions",
    "create_run",
    "open_run",
    "list_runs",
    "salvage",
    "to_frame",
    "to_json",
    "RunError",
    "DamagedRunError",
    "refuse_misfits",
]
