"""The commands that start runs, but for `balance` and `decks`: the settings of theirs are quick to import."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from evometa.app.runs.options import MetagameRunOptions, NewRunOptions
from evometa.app.terminal.options import ChangeOption, read_changes, takes
from evometa.experiments.evolve.settings import STARTERS, EvolveSettings, choose_evolve
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.tiers.settings import TiersSettings, choose_tiers
from evometa.experiments.tune.settings import TuneSettings
from evometa.games.game import Game
from evometa.games.patches.patch import Patch
from evometa.games.registry import DEFAULT, find_game
from evometa.input.errors import InputError, describe_words
from evometa.input.settings import gather
from evometa.metagame.limits import builtin_metagames
from evometa.metagame.metagames import Metagame
from evometa.show.terminal.screen import echo

if TYPE_CHECKING:
    from evometa.experiments.experiment import StoredRun
    from evometa.story.blocks import Story
    from evometa.story.kind import Kind


@takes(MetagameRunOptions, NerfsSettings)
def run_nerfs(options: MetagameRunOptions) -> None:
    """Find the cards that a deck relies on: change each in turn, and see what the deck wins without it."""
    from evometa.experiments.nerfs.work import NERFS, choose_nerfs  # they need numba, which takes long to import

    options.start(NERFS, *choose_nerfs(options.asked))


@dataclass(frozen=True, kw_only=True)
class EvolveOptions(MetagameRunOptions):
    """What the command is asked with."""

    def name_metagame(self) -> str | None:
        """The metagame that is asked for; a game without starter decks begins with the first that it has."""
        name, known = super().name_metagame(), builtin_metagames(self.chosen_game)
        return known[0] if name == STARTERS and known and STARTERS not in known else name


@takes(EvolveOptions, EvolveSettings)
def run_evolve(options: EvolveOptions) -> None:
    """Let a metagame evolve: equilibrium and best answers in turn, until nobody has an answer."""
    from evometa.experiments.evolve.work import EVOLVE  # it needs numba, which takes long to import

    options.start(EVOLVE, *choose_evolve({**options.asked, "metagame": options.name_metagame()}))


@takes(NewRunOptions, PaperSettings)
def run_paper(options: NewRunOptions) -> None:
    """Run the paper's three experiments and its table, and show the published values beside ours."""
    from evometa.experiments.paper.work import PAPER  # it needs numba, which takes long to import

    options.start(PAPER, PaperSettings(**gather(PaperSettings, options.asked)))


@dataclass(frozen=True, kw_only=True)
class _RespondOptions(MetagameRunOptions):
    """What the command is asked with."""

    patch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The patch to answer, or --change.", show_default="none: the metagame as it is"
        ),
    ] = None
    change: ChangeOption = None

    def read_patch(self, metagame: Metagame) -> Patch | None:
        """The patch that is asked for."""
        if not (self.change or self.patch):
            return None
        return read_changes(self.change or [], self.patch, metagame.patched_cards)


@takes(_RespondOptions, RespondSettings)
def run_respond(options: _RespondOptions) -> None:
    """Search each class for decks that beat a patched metagame, and show how far these tilt it."""
    from evometa.experiments.respond.work import RESPOND, choose_respond  # they need numba, which takes long to import

    label = options.patch.name if options.patch else RespondSettings.patch_label
    options.start(RESPOND, *choose_respond(options.asked, options.read_patch, label))


@dataclass(frozen=True, kw_only=True)
class _TiersOptions(NewRunOptions):
    """What the command is asked with."""

    klass: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help="Show the cards that decks of this class can have, by their worth there. The games and the report are "
            "the same.",
        ),
    ] = None
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print all cards as CSV instead, and nothing else on standard output.")
    ] = False

    def check(self) -> None:
        """Refuse what cannot be shown, before games are played for it."""
        if self.as_json and self.as_csv:
            raise InputError("--json and --csv cannot stand together: choose one")
        classes = find_game(self.asked.get("game", DEFAULT)).classes
        if self.klass is not None and self.klass.lower() not in classes:
            raise InputError(f"--class: found {self.klass!r}; {describe_words(self.klass, classes)}")

    def print_run(self, kind: Kind, run: StoredRun[Any, Any], story: Story) -> None:
        """Print the cards of all classes or of one, as CSV if that is asked for."""
        if self.klass is not None:
            run = replace(run, results=run.results.in_class(self.klass.lower()))
            story = kind.tell(run)
        if not self.as_csv:
            super().print_run(kind, run, story)
            return
        from evometa.app.runs.export import write_csv  # these need pandas, which takes long to import
        from evometa.show.frames import frame_of

        text = io.StringIO()
        write_csv(frame_of(kind.story.tables[kind.story.exported](run)), text)
        echo(text.getvalue(), ends_line=False)


@takes(_TiersOptions, TiersSettings)
def run_tiers(options: _TiersOptions) -> None:
    """Measure what a copy of each card is worth, from games among random decks of all classes."""
    from evometa.experiments.tiers.work import TIERS  # it needs numba, which takes long to import

    options.check()
    options.start(TIERS, choose_tiers(options.asked))


@dataclass(frozen=True, kw_only=True)
class _TuneOptions(MetagameRunOptions):
    """What the command is asked with."""

    metagame_field: ClassVar[str] = "decks"
    game: str | None = None  # it is a setting

    @property
    def chosen_game(self) -> Game | None:
        """The game that is asked for."""
        return find_game(name) if (name := self.asked.get("game")) else None


@takes(_TuneOptions, TuneSettings)
def run_tune(options: _TuneOptions) -> None:
    """Fit the weights of a player to the results of its own games, and choose among several fits by games."""
    from evometa.experiments.tune.work import TUNE  # it needs numba, which takes long to import

    options.start(TUNE, TuneSettings(**gather(TuneSettings, options.asked)))
