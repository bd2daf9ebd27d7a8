"""What commands are asked with that start a run, or go on with one: where it goes, and what it shows at its end."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from evometa.app.ctrl_c import INTERRUPTED, farewell
from evometa.app.terminal.options import PlaceOptions
from evometa.app.terminal.own_cards import OwnCardOptions
from evometa.app.terminal.program import program
from evometa.experiments.settings import DEFAULT_ROOT, in_letters, next_folder
from evometa.games.registry import find_game, note_move
from evometa.input.errors import InputError
from evometa.show.terminal.screen import echo, open_screen

if TYPE_CHECKING:
    from evometa.experiments.experiment import Experiment, R, S, StoredRun
    from evometa.experiments.progress import OnProgress
    from evometa.story.blocks import Story
    from evometa.story.kind import Kind

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run; 'evometa runs' lists them.")]


def follow_game(run: Path, moved: str | None) -> None:
    """Take what a run says of its game's folder as meant of another one, if that is asked for."""
    from evometa.store import open_run  # it needs NumPy, which takes long to import

    if moved is None:
        return
    with open_run(run) as opened:
        versions = opened.versions
    game = find_game(moved)
    if game.name != versions.game:
        raise InputError(f"--game {moved}: this is the game '{game.name}', but {run} is a run of '{versions.game}'")
    if versions.folder:  # else it is a game in code, which is known since the command began
        note_move(versions.folder, game)


def choose_folder(wanted: Path | None, kind: str, subject: str = "") -> Path:
    """The folder asked for, which must be new or empty, or the next one of its kind: `runs/balance-paper-small-3`."""
    from evometa.store.folder import is_unused  # it needs NumPy, which takes long to import

    if wanted is None:
        return next_folder(in_letters(f"{kind} {subject}"))
    if exists(wanted) and not isdir(wanted):
        raise InputError(f"--out {wanted}: this is a file; allowed: a folder that is new or empty")
    if exists(wanted) and not is_unused(wanted):
        raise InputError(
            f"--out {wanted}: there are files in it already; allowed: a folder that is new or empty. "
            f"If it is a run, 'evometa resume {wanted}' goes on with it"
        )
    return wanted


@dataclass(frozen=True, kw_only=True)
class RunOptions(PlaceOptions):
    """What all commands that start a run or go on with one are asked with."""

    with_report: Annotated[
        bool, typer.Option("--report/--no-report", help="Whether to write the report, one HTML page, at the end.")
    ] = True
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print one JSON object at the end instead, and nothing else on standard output."),
    ] = False

    def publish(self, kind: Kind, folder: Path) -> None:
        """Show what a finished run has found out, and write its report."""
        from evometa.app.terminal.progress import say  # these need NumPy, which takes long to import
        from evometa.show.page.writing import PAGE, write_page

        run = kind.read(folder)
        story = kind.tell(run)
        self.print_run(kind, run, story)
        if made := kind.story.made:
            say(f"\n{made(run)}")
        if self.with_report:
            say(f"Report: {write_page(story, folder / PAGE)}")

    def print_run(self, kind: Kind, run: StoredRun[Any, Any], story: Story) -> None:
        """Print what a finished run has found, in the form that is asked for."""
        from evometa.show.data import as_json
        from evometa.show.terminal.voice import tell_story
        from evometa.story.words.names import tell_players

        if self.as_json:
            echo(as_json({**kind.story.final(run), "players": run.players}))
            return
        screen = open_screen()
        tell_story(screen, story)
        for told in tell_players(run.players):
            screen.print(f"\n{told}")


@dataclass(frozen=True, kw_only=True)
class NewRunOptions(RunOptions):
    """What all commands that start a run are asked with."""

    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            show_default=f"{DEFAULT_ROOT}/ and the next number",
            help="The folder of the run: new or empty.",
        ),
    ] = None
    asks: tuple[type[Any], ...] = ()  # what settings can start from, and then the settings of the run
    asked: Mapping[str, Any] = field(default_factory=dict)  # the values of these, by the names of their options

    def start(self, experiment: Experiment[S, R], settings: S, subject: str = "", name: str = "") -> None:
        """Start a run about something in the folder asked for; the name is that of the folder (default: the kind's)."""
        from evometa.story.kind import KINDS

        folder = choose_folder(self.out, name or experiment.name, subject)
        settings = self.keep_cards(settings, folder)
        runner = self.make_runner()
        with run_at_work(folder, subject or experiment.name) as tell:
            experiment.start(folder, settings, runner, tell)
        self.publish(KINDS[experiment.name], folder)

    def keep_cards(self, settings: S, folder: Path) -> S:
        """The settings as the run will need them: nothing that they name goes away when the command ends."""
        return settings


@dataclass(frozen=True, kw_only=True)
class MetagameRunOptions(NewRunOptions, OwnCardOptions):
    """What commands are asked with that start a run about the decks of a metagame."""

    def keep_cards(self, settings: S, folder: Path) -> S:
        """With own cards or rules, the metagame that has them lies in the folder of the run."""
        if not self.has_own_cards():
            return settings
        from evometa.experiments.runs import keep_metagame
        from evometa.metagame.metagames import load_metagame

        kept = keep_metagame(load_metagame(getattr(settings, self.metagame_field)), folder)
        return settings.change({self.metagame_field: kept})

    def with_metagame(self, path: Path) -> Self:
        """The same options for the metagame of a file."""
        return replace(self, asked={**self.asked, self.metagame_field: str(path)})

    def name_metagame(self) -> str | None:
        """The metagame that is asked for, or the usual one."""
        found: str | None = self.asked[self.metagame_field] or getattr(self.asks[-1], self.metagame_field)
        return found


# --- while it runs --------------------------------------------------------------------------------


@contextmanager
def run_at_work(folder: Path, label: str) -> Iterator[OnProgress]:
    """For `with`: what the experiment in a folder is to tell. Ctrl-C ends with exit code 130 and says how to go on.

    So do the loss of a cluster and a simulator that fails, but that is an error.
    """
    # Imported before anything runs: after Ctrl-C there may be no time left for that. They need numba, which takes long.
    from evometa.app.terminal.progress import run_meter, say
    from evometa.experiments.runs import has_run
    from evometa.games.game import SimulatorError
    from evometa.matches.remote.answers import ClusterError

    def tell_rest() -> str:
        """What is left of a run that ended before its time, if it had begun."""
        if not has_run(folder):
            return ""
        return f"; what is finished is stored. To go on: {program()} resume {shlex.quote(str(folder))}"

    def describe_stop() -> str:
        return f"Interrupted{tell_rest() or ' before the run began; nothing was stored.'}"

    try:
        with farewell(describe_stop), run_meter(label, f"Run {folder}") as tell:
            yield tell
    except KeyboardInterrupt:
        say(describe_stop())
        raise typer.Exit(INTERRUPTED) from None
    except (ClusterError, SimulatorError) as error:
        raise type(error)(f"{error}{tell_rest()}") from error
