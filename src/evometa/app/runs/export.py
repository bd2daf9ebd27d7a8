"""`evometa export`: the numbers of a run as a table for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from evometa.app.runs.decks_export import decks_frame
from evometa.app.runs.folders import RunArgument
from evometa.app.terminal.progress import say
from evometa.balance.space_files import make_space
from evometa.experiments.runs import load_played, read_checkpoints
from evometa.input.errors import InputError, describe_words
from evometa.input.writing import new_file
from evometa.store import Evaluations, Run, list_runs, open_run, to_frame
from evometa.store.export import WRITERS

if TYPE_CHECKING:
    import pandas as pd

OUTCOMES = ("wins", "losses", "draws")


def export_run(
    run: RunArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="A file whose name ends in .csv or .parquet.")],
) -> None:
    """Write a run as a table: every evaluation of a balance run, every card of a scan, every deck of a search."""
    if to.suffix not in WRITERS:
        raise InputError(f"--to {to}: unknown ending {to.suffix!r}; {describe_words(to.suffix, WRITERS)}")
    with open_run(run) as opened, opened.snapshot():
        frame = frame_of(opened)
    write_frame(frame, to)
    say(f"Wrote {to}: {len(frame):,} rows")


def frame_of(run: Run) -> pd.DataFrame:
    """The table of a run, whatever its kind."""
    if run.kind == "balance":
        return balance_frame(run)
    if run.kind == "nerfs":
        return card_frame(run)
    if run.kind == "table":
        return table_frame(run)
    if run.kind == "decks":
        return decks_frame(run)
    parts = [str(info.folder) for info in list_runs(run.folder) if info.folder != run.folder]
    raise InputError(
        f"{run.folder}: a run of the kind '{run.kind}' has no table of its own; "
        f"export one of its parts: {', '.join(parts) or 'there is none yet'}"
    )


def card_frame(run: Run) -> pd.DataFrame:
    """A row for each card that is finished."""
    import pandas as pd  # takes half a second, which only an export is worth

    _, *cards = [json.loads(each.state) for each in read_checkpoints(run)] or [None]  # the first is no card
    return pd.DataFrame(cards)


def table_frame(run: Run) -> pd.DataFrame:
    """A row for each ordered pair of decks, once the table is finished."""
    import pandas as pd

    table = run.results().get("table")
    if table is None:
        raise InputError(f"{run.folder}: the table is not finished yet; 'evometa resume {run.folder}' goes on with it")
    decks = table["decks"]
    names = ("win_rate", "low", "high")
    return pd.DataFrame(
        {"deck": one, "opponent": other} | {name: table[name][i][j] for name in names}
        for i, one in enumerate(decks)
        for j, other in enumerate(decks)
    )


# --- balance runs ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Names:
    """What the columns of a balance run stand for; None: not known, so that they are numbered."""

    genes: Sequence[str] | None
    decks: Sequence[str] | None

    @classmethod
    def of(cls, run: Run) -> Names:
        """The names in the metagame of a run, as far as it can still be loaded."""
        settings = run.settings
        try:
            metagame = load_played(settings["metagame"], settings["players"])
            space = make_space(metagame, settings["space"])
        except InputError as error:
            say(f"The columns of genes and decks are numbered, because their names are not known any more: {error}")
            return cls(None, None)
        genes = [f"{card}.{attribute}" for card, attribute in space.labels]
        are_different = len(set(genes)) == len(genes)
        return cls(genes if are_different else space.addresses, [deck.name for deck in metagame.decks])


def balance_frame(run: Run) -> pd.DataFrame:
    """A row for each evaluation: its genes, its objectives, and the games behind them."""
    import pandas as pd

    evaluations, names = run.evaluations(), Names.of(run)
    nothing = np.zeros((len(evaluations), 0), np.int64)
    values = replace(evaluations, wins=nothing, games=nothing)
    n_genes = evaluations.genomes.shape[-1]
    genes = names.genes if names.genes is not None and len(names.genes) == n_genes else None
    frame = to_frame(values, genes, run.settings["objectives"] if len(evaluations) else None)
    return pd.concat([frame, pd.DataFrame(match_up_columns(evaluations, names.decks))], axis="columns")


def match_up_columns(evaluations: Evaluations, decks: Sequence[str] | None) -> dict[str, Any]:
    """The outcomes of each pair of decks, for the deck that starts."""
    counts = evaluations.wins  # [k, n, n, 3]
    if counts.ndim != 4:
        return {}  # there is no evaluation yet
    n_decks = counts.shape[1]
    names = decks if decks is not None and len(decks) == n_decks else [f"deck {i + 1}" for i in range(n_decks)]
    return {
        f"{outcome} {names[i]} starts against {names[j]}": counts[:, i, j, place]
        for i, j in permutations(range(n_decks), 2)
        for place, outcome in enumerate(OUTCOMES)
    }


def write_frame(frame: pd.DataFrame, path: Path) -> None:
    """Write a table, CSV or Parquet by the name of the file, which appears only when it is whole."""
    with new_file(path, f"--to {path}") as draft:
        getattr(frame, WRITERS[path.suffix])(draft, index=False)
