"""`evometa meta`: who beats whom in a metagame, how balanced it is, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from evometa.app.game.inventory import list_metagames, print_rows
from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.metagames import METAGAME_HELP
from evometa.app.terminal.options import takes
from evometa.app.terminal.outputs import Report
from evometa.app.terminal.progress import game_meter
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.matches.interrupts import until_interrupted
from evometa.metagame.cross_players import cross_players
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MOST_GAMES, check_games, check_precision, play
from evometa.metagame.skills import play_skills

DEFAULT_GAMES = 1_000
SKILL_GAMES = 400  # on each rung
CROSSED_GAMES = 200  # with every player there are several times as many match-ups


@dataclass(frozen=True, kw_only=True)
class MetaOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: Annotated[
        str | None, typer.Argument(metavar="METAGAME", show_default="a list of the built-in ones", help=METAGAME_HELP)
    ] = None
    games: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=MOST_GAMES,
            show_default=f"{DEFAULT_GAMES}; with --cross-players {CROSSED_GAMES}, with --skills {SKILL_GAMES}",
            help="Games per match-up: an even number, half of them from each seat.",
        ),
    ] = None
    precision: Annotated[
        float | None,
        typer.Option(
            metavar="HALF-WIDTH",
            help="Instead of --games: play until no 95% interval reaches farther to either side than this, as in 0.01.",
        ),
    ] = None
    crossed: Annotated[
        bool, typer.Option("--cross-players", help="Play every deck with every style: what is deck, what is player?")
    ] = False
    skills: Annotated[
        bool, typer.Option("--skills", help="Play on every rung of skill: who gains, whose win rate is a beginner's?")
    ] = False

    def check(self) -> None:
        """Refuse what cannot be played."""
        if self.skills and (self.crossed or self.players is not None):
            other = "--cross-players" if self.crossed else "--players"
            raise InputError(f"--skills plays all decks by each rung in turn, so {other} cannot stand beside it")
        if self.precision is not None and self.skills:
            raise InputError("--skills plays a number of games per match-up: give --games, not --precision")
        if self.games is not None and self.precision is not None:
            raise InputError("--games and --precision cannot stand together: choose one")
        if self.precision is not None and self.crossed:
            raise InputError("--cross-players plays a number of games per match-up: give --games, not --precision")
        if self.games is not None:
            check_games(self.games)
        if self.precision is not None:
            check_precision(self.precision)


@takes(MetaOptions)
def show_meta(options: MetaOptions) -> None:
    """Play all decks of a metagame against each other: win rates, balance, equilibrium."""
    options.check()
    if options.metagame is None:
        print_rows("metagames", list_metagames())
        return
    loaded = load_played(options.metagame, options.players)
    options.output.check()
    play_it = play_on_rungs if options.skills else play_crossed if options.crossed else play_metagame
    options.output.publish(play_it(loaded, options))


def play_metagame(metagame: Metagame, options: MetaOptions) -> Report:
    """All decks against each other, each with its player."""
    from evometa.app.laboratory.meta_view import report_metagame

    wanted = DEFAULT_GAMES if options.games is None and options.precision is None else options.games
    precision, seed, runner = options.precision, options.seed, options.make_runner()
    with game_meter(metagame.name) as progress:
        result = until_interrupted(
            lambda: play(metagame, games=wanted, precision=precision, seed=seed, runner=runner, progress=progress)
        )
    return report_metagame(result)


def play_crossed(metagame: Metagame, options: MetaOptions) -> Report:
    """All decks against each other, each with every player."""
    from evometa.app.laboratory.crossed_view import report_crossed

    games, runner = options.games or CROSSED_GAMES, options.make_runner()
    with game_meter(f"{metagame.name}, every player") as progress:
        result = until_interrupted(
            lambda: cross_players(metagame, games=games, seed=options.seed, runner=runner, progress=progress)
        )
    return report_crossed(result)


def play_on_rungs(metagame: Metagame, options: MetaOptions) -> Report:
    """All decks against each other, on each rung of skill."""
    from evometa.app.laboratory.skills_view import report_skills

    games, runner = options.games or SKILL_GAMES, options.make_runner()
    with game_meter(f"{metagame.name}, every rung") as progress:
        result = until_interrupted(
            lambda: play_skills(metagame, games=games, seed=options.seed, runner=runner, progress=progress)
        )
    return report_skills(result)
