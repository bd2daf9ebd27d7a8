"""`evometa meta`: who beats whom in a metagame, how balanced it is, and how sure that is.

`evometa compare` lays it beside games that people have played.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.game.inventory import list_metagames, print_rows
from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.options import GamesOption, MetagameArgument, describe, takes
from evometa.experiments.runs import load_played
from evometa.experiments.settings import GAMES, METAGAME, OBSERVED_HELP
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.matches.inference import INTERVAL
from evometa.metagame.changes.comparison import Comparison
from evometa.metagame.changes.observed import read_observed
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games, check_precision, play
from evometa.metagame.skill.cross_players import cross_players
from evometa.metagame.skill.skills import play_skills
from evometa.story.laboratory.compare import tell_comparison
from evometa.story.laboratory.crossed import tell_crossed
from evometa.story.laboratory.meta import tell_meta
from evometa.story.laboratory.skills import tell_rungs
from evometa.story.laboratory.told import Told

DEFAULT_GAMES = 1_000
_SKILL_GAMES = 400  # on each rung
_CROSSED_GAMES = 200  # with every player there are several times as many match-ups


@dataclass(frozen=True, kw_only=True)
class _MetaOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: Annotated[
        str | None, describe(replace(METAGAME, is_argument=True), "", "a list of the built-in ones")
    ] = None
    games: Annotated[
        int | None,
        describe(
            GAMES, "--games", f"{DEFAULT_GAMES}; with --cross-players {_CROSSED_GAMES}, with --skills {_SKILL_GAMES}"
        ),
    ] = None
    precision: Annotated[
        float | None,
        typer.Option(
            metavar="HALF-WIDTH",
            help=f"Instead of --games: play until no {INTERVAL} reaches farther to either side than this, as in 0.01.",
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


@takes(_MetaOptions)
def show_meta(options: _MetaOptions) -> None:
    """Play all decks of a metagame against each other: win rates, balance, equilibrium."""
    options.check()
    if options.metagame is None:
        print_rows("metagames", list_metagames(options.chosen_game or default_game()))
        return
    loaded = load_played(options.metagame, options.players)
    options.publish(_play(loaded, options))


def _play(metagame: Metagame, options: _MetaOptions) -> Told:
    """All decks against each other: on each rung of skill, with every player, or each with its own."""
    name, games = metagame.name, options.games
    if options.skills:
        rungs = partial(play_skills, metagame, games=games or _SKILL_GAMES)
        return tell_rungs(options.play(f"{name}, every rung", rungs))
    if options.crossed:
        crossed = partial(cross_players, metagame, games=games or _CROSSED_GAMES)
        return tell_crossed(options.play(f"{name}, every player", crossed))
    wanted = DEFAULT_GAMES if games is None and options.precision is None else games
    return tell_meta(options.play(name, partial(play, metagame, games=wanted, precision=options.precision)))


# --- beside what people have played ---------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _CompareOptions(LaboratoryOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    observed: Annotated[Path, typer.Option("--observed", metavar="FILE", help=OBSERVED_HELP)]
    games: GamesOption = DEFAULT_GAMES


@takes(_CompareOptions)
def show_comparison(options: _CompareOptions) -> None:
    """Lay the simulation of a metagame beside games that people have played, and show where they differ."""
    games = check_games(options.games)
    loaded = load_played(options.metagame, options.players)
    observed = read_observed(options.observed, loaded)
    result = options.play(loaded.name, partial(play, loaded, games=games))
    options.publish(tell_comparison(Comparison(result, observed)))
