"""The memory of a run: a folder with one SQLite file that holds settings, every evaluation, checkpoints and results."""

from evometa.store.errors import DamagedRunError, RunError, refuse_misfits
from evometa.store.evaluations import Evaluations, evaluation_columns, join_evaluations, to_json
from evometa.store.run import Checkpoint, Run, RunInfo, Versions, create_run, list_runs, open_run
from evometa.store.salvage import salvage

__all__ = [
    "Run",
    "RunInfo",
    "Checkpoint",
    "Evaluations",
    "join_evaluations",
    "Versions",
    "create_run",
    "open_run",
    "list_runs",
    "salvage",
    "evaluation_columns",
    "to_json",
    "RunError",
    "DamagedRunError",
    "refuse_misfits",
]
