"""Every kind of player that can be written down is played by compiled code."""

from dataclasses import replace

import pytest
from tests.unit.matches.small_games import DECKS, PLAYERS, TABLE

from evometa.games.game import GameError
from evometa.games.hearthstone.players import kinds
from evometa.games.hearthstone.players.kinds import KINDS
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

MATCHES = [Match((0, 1), (0, 0), 1, 1)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_plays_to_the_end(kind: str) -> None:
    assert play_games(TABLE, DECKS, [replace(PLAYERS[0], kind=kind)], MATCHES, threads=1).n_games == 1


def test_a_kind_that_nothing_plays_stops_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "random", max(KINDS.values()) + 1)
    with pytest.raises(GameError, match="a player is of a kind that nothing plays"):
        play_games(TABLE, DECKS, PLAYERS[1:], MATCHES, threads=1)
