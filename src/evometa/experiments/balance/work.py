"""A balance run: search for patches that make a metagame even, and play the best again with many more games."""

from __future__ import annotations

from evometa.experiments.balance.audited_work import AuditedWork
from evometa.experiments.balance.evolving import EvolvingWork
from evometa.experiments.balance.learning import LearningWork
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.settings import MODEL, BalanceSettings
from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Tracker


def prepare_balance(settings: BalanceSettings, tracker: Tracker) -> AuditedWork:
    """The work of a balance run, by its algorithm."""
    kind = LearningWork if settings.algorithm == MODEL else EvolvingWork
    return kind(settings, tracker)


BALANCE = Experiment("balance", BalanceSettings, BalanceResults, prepare_balance)  # it ends with the file `patch.toml`
