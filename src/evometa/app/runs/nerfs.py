"""`evometa nerfs`: what a small change of each card does to its deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from evometa.app.runs.session import MetagameRunOptions
from evometa.app.terminal.metagames import METAGAME_HELP
from evometa.app.terminal.options import GamesOption, PilotGamesOption, PlayersOption, SeedOption, takes
from evometa.experiments.nerfs.work import NERFS, NerfsSettings
from evometa.experiments.runs import load_played


@dataclass(frozen=True, kw_only=True)
class NerfsOptions(MetagameRunOptions):
    """What the command is asked with."""

    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck of the metagame.")]
    metagame: Annotated[str, typer.Option("--in", metavar="METAGAME", help=METAGAME_HELP)] = NerfsSettings.metagame
    attribute: Annotated[
        str, typer.Option(metavar="NAME", help="What changes: cost, attack, health, durability, or a path.")
    ] = NerfsSettings.attribute
    amount: Annotated[
        int, typer.Option(metavar="NUMBER", help="By how much; to buff instead, a cost below 0 or another above.")
    ] = NerfsSettings.amount
    allow_zero: Annotated[bool, typer.Option("--allow-zero", help="Let health and durability fall to 0.")] = False
    games: GamesOption = NerfsSettings.games
    players: PlayersOption = None
    seed: SeedOption = NerfsSettings.seed
    pilot_games: PilotGamesOption = NerfsSettings.pilot_games


@takes(NerfsOptions)
def run_nerfs(options: NerfsOptions) -> None:
    """Find the cards that a deck relies on: change each in turn, and see what the deck wins without it."""
    loaded = load_played(options.metagame, options.players)
    deck = loaded.decks[loaded.index_of(options.deck)].name
    wanted = {name: getattr(options, name) for name in NerfsSettings.readers}
    options.start(NERFS, NerfsSettings(**{**wanted, "deck": deck}), loaded.name)
