"""`evometa ladder`: how strong players are, from games among them with the same decks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

import typer

from evometa.app.laboratory.options import PlayingOptions
from evometa.app.terminal.options import takes
from evometa.app.terminal.own_cards import OwnCardOptions
from evometa.games.registry import default_game
from evometa.metagame.limits import MOST_GAMES
from evometa.metagame.playing import check_games
from evometa.metagame.skill.ladder import play_ladder
from evometa.metagame.skill.ladder_setup import make_ladder
from evometa.story.laboratory.ladder import tell_ladder

DEFAULT_GAMES = 4_000
_DEFAULT_DECKS = "random:36"


@dataclass(frozen=True, kw_only=True)
class _LadderOptions(PlayingOptions, OwnCardOptions):
    """What the command is asked with."""

    metagame_field: ClassVar[str] = "decks"

    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            show_default="all rungs of the game's ladder",
            help="Players, presets or player files, two or more. A preset means its player for the style of a deck, "
            "and for a deck without a style the one for control decks.",
        ),
    ] = None
    decks: Annotated[
        str,
        typer.Option(
            metavar="METAGAME|builtin|random:N|themed:N",
            help="With which decks: those of a metagame, all that come with evometa, or N random legal decks of all "
            "classes, drawn by the seed; some of the themed ones have many cards of a rare kind.",
        ),
    ] = _DEFAULT_DECKS
    games: Annotated[
        int,
        typer.Option(
            min=2,
            max=MOST_GAMES,
            help="Games between every two players: an even number. They are spread evenly over decks and seats, and "
            "rounded up until each deck has the same even number.",
        ),
    ] = DEFAULT_GAMES


@takes(_LadderOptions)
def show_ladder(options: _LadderOptions) -> None:
    """Measure how strong players are: all against all in mirrors, with Elo, nodes and speed."""
    games = check_games(options.games)
    game = options.chosen_game or default_game()
    ladder = make_ladder(options.players or game.ladder, options.decks, options.seed, game)
    result = options.play(f"{len(ladder.names)} players", partial(play_ladder, ladder, games=games))
    options.publish(tell_ladder(result))
