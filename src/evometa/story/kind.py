"""Kinds of run: what one is called, and where everything that belongs to it is found.

A kind is one `Kind`. Commands, pages, studio and notebooks know runs through it alone, so a kind from outside is as
good as one of ours once it is registered. Its parts are named and imported when they are first used: the help of a
command needs none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evometa.input.errors import InputError, describe_words

if TYPE_CHECKING:
    from evometa.experiments.experiment import Experiment, StoredRun
    from evometa.store import Run
    from evometa.story.blocks import Story
    from evometa.story.runs import RunStory


@dataclass(frozen=True)
class Kind:
    """A kind of run. Its name is that of its command; parts are named as `package.module:NAME`."""

    name: str
    words: str  # what one of them is called: `a balance run`
    about: str  # what the command does, in a line
    experiment_at: str  # its settings, its results and its work: an `Experiment`
    story_at: str  # what there is to say about it: a `RunStory`
    command_at: str = ""  # the function of its command, if it has one
    run_at: str = "evometa.notebook.run:Run"  # what Python gets: `Run` or a class of its own

    @property
    def experiment(self) -> Experiment[Any, Any]:
        """How it is carried out."""
        found: Experiment[Any, Any] = load(self.experiment_at)
        return found

    @property
    def story(self) -> RunStory[Any, Any]:
        """What is said about it."""
        found: RunStory[Any, Any] = load(self.story_at)
        return found

    def read(self, folder: Path) -> StoredRun[Any, Any]:
        """The run in a folder."""
        return self.experiment.read(folder)

    def tell(self, run: StoredRun[Any, Any], beside: Sequence[StoredRun[Any, Any]] = ()) -> Story:
        """The story of a run, other runs of this kind beside it."""
        from evometa.store import refuse_misfits

        with refuse_misfits(run.folder):
            return self.story.of(run, beside)

    def read_beside(self, folder: Path) -> StoredRun[Any, Any]:
        """A run that is to stand beside one of this kind."""
        other = find_kind(folder)
        if other is not self or not self.story.can_compare:
            comparable = [name for name, kind in KINDS.items() if kind.story.can_compare]
            raise InputError(
                f"{folder}: a run of the kind '{other.name}' cannot stand beside one of the kind '{self.name}'; runs "
                f"that can be compared: {', '.join(comparable)}"
            )
        return self.read(folder)


def load(place: str) -> Any:
    """What stands at `package.module:NAME`."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _ours(name: str, words: str, about: str, story: str = "", commands: str = "searches") -> Kind:
    return Kind(
        name,
        words,
        about,
        f"evometa.experiments.{name}.work:{name.upper()}",
        story or f"evometa.story.kinds.{name}:STORY",
        f"evometa.app.runs.{commands}:run_{name}",
        f"evometa.notebook.runs:{name.capitalize()}Run",
    )


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        _ours(
            "balance",
            "a balance run",
            "Search for patches that even a metagame out with little change, play the best again, and report.",
            "evometa.story.kinds.balance.story:STORY",
            "balance",
        ),
        _ours(
            "nerfs",
            "a card scan",
            "Find the cards that a deck relies on: change each in turn, and see what the deck wins without it.",
        ),
        _ours(
            "decks",
            "a deck search",
            "Search for the decks of a class that beat a metagame, and play the best again with fresh games.",
            "evometa.story.kinds.decks.story:STORY",
            "decks",
        ),
        _ours(
            "respond",
            "a run of patch and answer",
            "Search each class for decks that beat a patched metagame, and show how far these tilt it.",
            "evometa.story.kinds.respond.story:STORY",
        ),
        _ours(
            "evolve",
            "the evolution of a metagame",
            "Let a metagame evolve: equilibrium and best answers in turn, until nobody has an answer.",
            "evometa.story.kinds.evolve.story:STORY",
        ),
        _ours(
            "paper",
            "the paper's programme",
            "Run the paper's three experiments and its table, and show the published values beside ours.",
        ),
        _ours(
            "tiers",
            "a measurement of all cards",
            "Measure what a copy of each card is worth, from games among random decks of all classes.",
        ),
        _ours(
            "tune",
            "a run that tunes a player",
            "Fit the weights of a player to the results of its own games, and choose among several fits by games.",
        ),
        Kind(
            "table",
            "a table",
            "",
            "evometa.experiments.table.work:TABLE",
            "evometa.story.kinds.table:STORY",
            run_at="evometa.notebook.runs:TableRun",
        ),
    )
}


def register_kind(kind: Kind) -> None:
    """Make a kind of run known to commands, pages, studio and notebooks."""
    if kind.name in KINDS and KINDS[kind.name] != kind:
        raise InputError(f"there is a kind of run '{kind.name}' already; choose another name")
    KINDS[kind.name] = kind


def find_kind(folder: Path) -> Kind:
    """The kind of the run in a folder."""
    from evometa.store import open_run

    with open_run(folder) as run:
        return kind_of(run)


def kind_of(run: Run) -> Kind:
    """The kind of a run that is open."""
    from evometa.store import RunError  # which needs NumPy, and that takes long to import

    if run.kind not in KINDS:
        raise RunError(f"{run.folder}: unknown kind of run {run.kind!r}; {describe_words(run.kind, KINDS)}")
    return KINDS[run.kind]
