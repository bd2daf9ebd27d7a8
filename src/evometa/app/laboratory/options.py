"""What the commands of the laboratory (`meta`, `cards`, `what-if`, `ladder`) have in common: how they are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from evometa.app.terminal.options import OutOption, PlaceOptions, PlayersOption, SeedOption
from evometa.app.terminal.outputs import Output
from evometa.app.terminal.own_cards import OwnCardOptions


@dataclass(frozen=True, kw_only=True)
class PlayingOptions(PlaceOptions):
    """What all commands of the laboratory are asked with."""

    seed: SeedOption = 1
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead, with all numbers.")] = False
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead.")] = False
    out: OutOption = None

    @property
    def output(self) -> Output:
        """Where the report goes."""
        return Output(self.as_json, self.as_csv, self.out)


@dataclass(frozen=True, kw_only=True)
class LaboratoryOptions(PlayingOptions, OwnCardOptions):
    """What those are asked with that play the decks of a metagame, all with the same player if that is wanted."""

    players: PlayersOption = None
