"""What the commands of the laboratory have in common: how they are asked, how they play, and what they hand out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

import typer

from evometa.app.ctrl_c import INTERRUPTED
from evometa.app.terminal.options import OutOption, PlaceOptions, PlayersOption, SeedOption
from evometa.app.terminal.outputs import check_folder, print_told, write_folder
from evometa.app.terminal.own_cards import OwnCardOptions
from evometa.app.terminal.progress import game_meter, say
from evometa.input.errors import InputError
from evometa.matches.interrupts import until_interrupted
from evometa.story.laboratory.told import Told

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class PlayingOptions(PlaceOptions):
    """What all commands of the laboratory are asked with."""

    seed: SeedOption = 1
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead, with all numbers.")] = False
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead.")] = False
    out: OutOption = None

    def play(self, label: str, work: Callable[..., T]) -> T:
        """What comes of games, which are played with a bar; Ctrl-C ends with those that are finished.

        `work` is told the `seed`, the `runner` and what its `progress` is told to. What cannot be handed out is
        refused before.
        """
        if self.as_json and self.as_csv:
            raise InputError("--json and --csv cannot stand together: choose one")
        if self.out is not None:
            check_folder(self.out)
        runner = self.make_runner()
        with game_meter(label) as progress:
            return until_interrupted(lambda: work(seed=self.seed, runner=runner, progress=progress))

    def publish(self, told: Told) -> None:
        """Print what was found and write its folder; ends with exit code 130 if it was interrupted."""
        if told.n_games or not told.is_partial:
            print_told(told, self.as_json, self.as_csv)
            if self.out is not None:
                write_folder(told, self.out)
        if told.is_partial:
            if told.n_games:
                say(f"Interrupted: this is partial, from the {told.n_games:,} games that were finished.")
            else:
                say("Interrupted before any games were finished: there is nothing to tell yet.")
            raise typer.Exit(INTERRUPTED)


@dataclass(frozen=True, kw_only=True)
class LaboratoryOptions(PlayingOptions, OwnCardOptions):
    """What those are asked with that play the decks of a metagame, all with the same player if that is wanted."""

    players: PlayersOption = None
