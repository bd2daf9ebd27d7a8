"""`evometa tiers`: what a copy of each card is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from evometa.app.runs.session import NewRunOptions
from evometa.app.terminal.options import SeedOption, takes
from evometa.experiments.tiers.settings import DECK_GAMES, FEWEST_DECKS, TiersSettings
from evometa.experiments.tiers.work import TIERS
from evometa.metagame.playing import MOST_GAMES


@dataclass(frozen=True, kw_only=True)
class TiersOptions(NewRunOptions):
    """What the command is asked with."""

    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="PLAYER",
            help="Who plays all decks: a player, a preset or a file. A preset means its player for control decks, as "
            "random decks have no style.",
        ),
    ] = TiersSettings.players
    games: Annotated[
        int,
        typer.Option(min=FEWEST_DECKS, max=MOST_GAMES, help="Games in all: four times as many halve the intervals."),
    ] = TiersSettings.games
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=FEWEST_DECKS,
            show_default=f"so many that each plays {DECK_GAMES} games",
            help="Random decks in all. The more different they are, the better cards are told apart.",
        ),
    ] = None
    cards: Annotated[
        list[str] | None,
        typer.Option(
            "--cards",
            metavar="FILE",
            help="A file of your own cards, which are measured among the others and drawn more often; may be repeated.",
        ),
    ] = None
    seed: SeedOption = TiersSettings.seed


@takes(TiersOptions)
def run_tiers(options: TiersOptions) -> None:
    """Measure what a copy of each card is worth, from games among random decks of all classes."""
    settings = TiersSettings(
        players=options.players,
        games=options.games,
        decks=options.decks,
        cards=tuple(options.cards or ()),
        seed=options.seed,
    )
    options.start(TIERS, settings)
