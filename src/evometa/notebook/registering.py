"""The front door for extensions: what somebody adds to evometa, and every command, page and the studio know then."""

from __future__ import annotations

from typing import Any

from evometa.balance.objectives import Objective, register_objective
from evometa.games.game import Game
from evometa.games.hearthstone.players.kinds import PlayerKind, register_player_kind
from evometa.games.outside.loading import as_game
from evometa.games.registry import register_game
from evometa.matches.known_runners import RunnerKind, register_runner
from evometa.search.algorithms import Algorithm, register_search
from evometa.story.kind import Kind, register_kind

__all__ = ["Algorithm", "Game", "Kind", "Objective", "PlayerKind", "RunnerKind", "register"]


def register(*things: Algorithm | Game | Objective | PlayerKind | RunnerKind | Kind | Any) -> None:
    """Make searches, objectives, games, kinds of player, runners and kinds of run known.

    A package calls it where its entry point says so, and scripts before they use what they add. A name that is taken is
    refused with an `InputError`.

    Args:
        things: What is added: an `Algorithm` (a search), an `Objective`, a `PlayerKind`, a `RunnerKind`, a `Kind` or
            a `Game`. Also a class or an object that plays a game of its own, as `--game` takes one.
    """
    for thing in things:
        match thing:
            case Algorithm():
                register_search(thing)
            case Objective():
                register_objective(thing)
            case Game():
                register_game(thing)
            case PlayerKind():
                register_player_kind(thing)
            case RunnerKind():
                register_runner(thing)
            case Kind():
                register_kind(thing)
            case _:
                register_game(as_game(thing))
