"""`evometa tiers`: what a copy of each card is worth."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from evometa.app.kinds import Kind
from evometa.app.runs.export import write_csv
from evometa.app.runs.session import NewRunOptions
from evometa.app.terminal.options import SeedOption, takes
from evometa.app.terminal.screen import echo
from evometa.cards.decks.deck import DECK_CLASSES
from evometa.experiments.experiment import StoredRun
from evometa.experiments.tiers.settings import DECK_GAMES, FEWEST_DECKS, TiersSettings
from evometa.experiments.tiers.work import TIERS
from evometa.input.errors import InputError, describe_words
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
    klass: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help=f"Show the cards that decks of this class can have, by their worth there: {', '.join(DECK_CLASSES)}. "
            "The games and the report are the same.",
        ),
    ] = None
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print all cards as CSV instead, and nothing else on standard output.")
    ] = False

    def check(self) -> None:
        """Refuse what cannot be shown, before games are played for it."""
        if self.as_json and self.as_csv:
            raise InputError("--json and --csv cannot stand together: choose one")
        if self.klass is not None and self.klass.lower() not in DECK_CLASSES:
            raise InputError(f"--class: found {self.klass!r}; {describe_words(self.klass, DECK_CLASSES)}")

    def print_run(self, kind: Kind[Any, Any], run: StoredRun[Any, Any]) -> None:
        """Print the cards of all classes or of one, as CSV if that is asked for."""
        if self.klass is not None:
            run = replace(run, results=run.results.in_class(self.klass.lower()))
        if not self.as_csv:
            super().print_run(kind, run)
            return
        text = io.StringIO()
        write_csv(kind.export(run), text)
        echo(text.getvalue(), ends_line=False)


@takes(TiersOptions)
def run_tiers(options: TiersOptions) -> None:
    """Measure what a copy of each card is worth, from games among random decks of all classes."""
    options.check()
    settings = TiersSettings(
        players=options.players,
        games=options.games,
        decks=options.decks,
        cards=tuple(options.cards or ()),
        seed=options.seed,
    )
    options.start(TIERS, settings)
