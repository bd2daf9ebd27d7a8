"""What is read from a run for its report: all of it of one moment, though the run may still go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evometa.experiments.balance.audit import UNCHANGED
from evometa.metagame.evidence import Estimate, Floats
from evometa.store import Evaluations, Versions, open_run

Facts = Mapping[str, Any]  # an object of the results, as JSON has it


@dataclass(frozen=True, eq=False)
class RunRecord:
    """A run as it is stored."""

    folder: Path
    kind: str
    settings: Facts
    created: str
    versions: Versions
    status: str
    games: int
    results: Facts
    evaluations: Evaluations

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.resolve().name

    @property
    def metagame(self) -> str:
        """The metagame that was played, without the folder of its file."""
        return Path(str(self.settings.get("metagame", "a metagame"))).stem

    @property
    def is_finished(self) -> bool:
        return self.status == "finished"


def read_run(folder: Path) -> RunRecord:
    """All of a run that a report tells."""
    with open_run(folder) as run, run.snapshot():
        return RunRecord(
            folder=folder,
            kind=run.kind,
            settings=run.settings,
            created=run.created,
            versions=run.versions,
            status=run.status,
            games=run.n_games,
            results=run.results(),
            evaluations=run.evaluations(),
        )


# --- numbers --------------------------------------------------------------------------------------


def numbers_of(values: Sequence[Any]) -> Floats:
    """Numbers of the results as an array; what is not known is NaN."""
    return np.array(values, dtype=float)


def match_ups_in(facts: Facts) -> Estimate:
    """[n, n]: the win rates of all match-ups that some results tell, from 0 to 1."""
    return Estimate(*(numbers_of(facts[name]) for name in ("win_rate", "low", "high")))


def strengths_in(facts: Facts) -> Estimate:
    """[n]: the win rates against the metagame."""
    return Estimate(*(numbers_of(facts[f"against_meta{end}"]) for end in ("", "_low", "_high")))


def estimates_in(rows: Sequence[Facts], name: str) -> Estimate:
    """[k]: a number of each row with its interval."""
    return Estimate(*(numbers_of([row[key] for row in rows]) for key in (name, f"{name}_low", f"{name}_high")))


# --- what a balance run has found -----------------------------------------------------------------


def baseline_of(record: RunRecord) -> Facts | None:
    """The metagame as it was, if its F is known by now."""
    baseline: Facts = record.results.get("baseline", {})
    return baseline if baseline.get("f") is not None else None


def audits_of(record: RunRecord) -> list[Facts]:
    """All that was played again and whose F is known, the unchanged metagame too."""
    return [audit for audit in record.results.get("audits", []) if audit["f"] is not None]


def patches_of(record: RunRecord) -> list[Facts]:
    """All audited patches."""
    return [audit for audit in audits_of(record) if audit["label"] != UNCHANGED]


def find_best(record: RunRecord) -> Facts | None:
    """The patch that the run ends with; while it has not said, the most even one of its audits."""
    chosen = record.results.get("chosen")
    for audit in audits_of(record):
        if chosen is not None and audit["number"] == chosen:
            return audit if audit["label"] != UNCHANGED else None
    return min(patches_of(record), key=lambda audit: float(audit["f"]), default=None)
