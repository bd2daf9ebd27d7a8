"""What players thought of is thought again exactly: every action of a recorded game is what its thought says."""

import pytest

from evometa.games.hearthstone.watching.playthrough import Film, film_game, film_log
from evometa.games.players import load_player
from evometa.games.setting import Setting
from evometa.metagame.metagames import load_metagame


def film(players: str, seed: int) -> Film:
    metagame = load_metagame("paper-small").with_players(players)
    return film_game(Setting(metagame.table(), metagame.decks[:2], metagame.players[:2], seed))  # type: ignore[arg-type]


@pytest.mark.parametrize("players", ["paper", "fair", "novice", "skilled", "expert"])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_action_was_planned(players: str, seed: int) -> None:
    frames = film(players, seed).frames
    assert all(frame.thought is not None for frame in frames[:-1])
    assert frames[-1].thought is None
    for frame in frames[:-1]:
        assert frame.thought is not None
        assert frame.thought.player == frame.position.current
        assert sum(option.is_chosen for option in frame.thought.options) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_option_is_chosen_by_who_does_not_look_at_replies(seed: int) -> None:
    for frame in film("skilled", seed).frames[:-1]:
        assert frame.thought is not None
        scores = [option.score for option in frame.thought.options]
        assert scores == sorted(scores, reverse=True)
        assert frame.thought.options[0].is_chosen


def test_a_player_that_does_not_think_has_no_thoughts_and_does_not_disturb_those_of_the_other() -> None:
    metagame = load_metagame("paper-small").with_players("skilled")
    players = (load_player("random"), metagame.players[1])
    frames = film_game(Setting(metagame.table(), metagame.decks[:2], players, 4)).frames  # type: ignore[arg-type]
    assert all((frame.thought is None) == (frame.position.current == 0) for frame in frames[:-1])


def test_the_film_of_a_log_ends_where_the_game_goes_another_way() -> None:
    whole = film("skilled", 1)
    other = film("skilled", 2)
    assert film_log(whole.log, whole.setting).problem == ""
    cut = film_log(whole.log, other.setting)
    assert "the opening hands are not as recorded" in cut.problem
    assert len(cut.frames) == 1
