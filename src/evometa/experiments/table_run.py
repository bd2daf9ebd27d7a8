"""The table of a metagame as a run: every match-up with its games, each stored when it is played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from evometa.experiments.audit import describe_evidence, to_number
from evometa.experiments.progress import OnProgress, Tracker
from evometa.experiments.runs import (
    begin_run,
    check_metagame,
    has_run,
    load_played,
    locate_metagame,
    own_settings,
    read_checkpoints,
    reopen_run,
)
from evometa.matches.runners import Runner, ThreadRunner
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import COUNTS, Evidence
from evometa.metagame.measures import estimate_imbalance
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games, play
from evometa.store import Run, to_json

KIND = "table"


@dataclass(frozen=True)
class TableSettings:
    """A table of all match-ups, mirrors too."""

    metagame: str = "paper-six"
    players: str | None = None
    games: int = 10_000  # per match-up
    seed: int = 1

    def __post_init__(self) -> None:
        check_games(self.games)

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        return asdict(self)

    @classmethod
    def from_json(cls, tree: Mapping[str, Any]) -> TableSettings:
        """From what `to_json` gives."""
        return cls(**tree)


def continue_table(
    folder: Path, settings: TableSettings, runner: Runner | None = None, progress: OnProgress | None = None
) -> dict[str, Any]:
    """Resume the table in a folder if there is one, and start it if not; return its results."""
    wanted = replace(settings, metagame=locate_metagame(settings.metagame))
    if has_run(folder):
        return resume_table(folder, wanted, runner, progress)
    metagame = load_played(wanted.metagame, wanted.players)
    with begin_run(folder, KIND, wanted.to_json(), metagame) as run:
        return _play_table(run, metagame, wanted, runner, progress)


def resume_table(
    folder: Path,
    settings: TableSettings | None = None,
    runner: Runner | None = None,
    progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Go on with a table to its end, and return its results."""
    with reopen_run(folder, KIND, None if settings is None else settings.to_json()) as run:
        if run.status == "finished":
            return run.results()
        own = TableSettings.from_json(own_settings(run))
        metagame = load_played(own.metagame, own.players)
        check_metagame(run, metagame)
        return _play_table(run, metagame, own, runner, progress)


def _play_table(
    run: Run, metagame: Metagame, settings: TableSettings, runner: Runner | None, progress: OnProgress | None
) -> dict[str, Any]:
    tracker = Tracker(runner or ThreadRunner(), progress)
    pairs = list(combinations_with_replacement(range(len(metagame.decks)), 2))
    counts = {name: np.zeros((len(metagame.decks),) * 2, np.int64) for name in COUNTS}
    states = [json.loads(each.state) for each in read_checkpoints(run)]
    for number, pair in enumerate(pairs):
        if number == len(states):
            tracker.expect("table", number, len(pairs), (len(pairs) - number) * settings.games)
            states.append(_play_pair(run, number, metagame, pair, settings, tracker))
        for name in COUNTS:
            counts[name] += np.array(states[number][name])
    names, shares = tuple(deck.name for deck in metagame.decks), np.array(metagame.shares)
    games, wins, losses, draws, turns = (counts[name] for name in COUNTS)
    evidence = Evidence(names, shares, games, wins, losses, draws, turns)
    run.save_result("table", describe_table(evidence))
    run.finish()
    return run.results()


def _play_pair(
    run: Run, number: int, metagame: Metagame, pair: tuple[int, int], settings: TableSettings, tracker: Tracker
) -> dict[str, Any]:
    """The counts of one match-up, stored."""
    result = play(metagame, seed=seed_for(settings.seed, "table"), games=settings.games, pairs=[pair], runner=tracker)
    if result.is_partial:
        raise KeyboardInterrupt
    state = {name: getattr(result.evidence, name).tolist() for name in COUNTS}
    run.save_checkpoint(number, to_json(state).encode())
    return state


def describe_table(evidence: Evidence) -> dict[str, Any]:
    """The table of a metagame."""
    return {
        "decks": list(evidence.decks),
        **describe_evidence(evidence),
        "noise_floor": to_number(estimate_imbalance(evidence).noise_floor),
        "games": int(evidence.games.sum()),
    }
