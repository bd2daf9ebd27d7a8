"""What the laboratory asks of the game: cards, rules, decks, drafts and players by name."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.games.locm.made_games import CARDS, DECKS, PLAYERS, TABLE

from evometa.games.decks.deck import builtin_decks, parse_list
from evometa.games.decks.space import make_deck_space
from evometa.games.locm.game import LOCM
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match
from evometa.metagame.decks.drafting import draft_deck
from evometa.metagame.metagames import load_metagame

RULES = LOCM.load_rules()


def test_it_is_found_by_its_name() -> None:
    assert find_game("locm") is LOCM
    assert LOCM.classes == ()


def test_what_a_file_of_rules_does_not_say_is_as_in_the_game(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("health = 20\ncopies = 3\n", encoding="utf-8")
    rules = LOCM.load_rules(file)
    assert rules == replace(RULES, health=20, copies=3)
    file.write_text(LOCM.format_rules(rules), encoding="utf-8")
    assert LOCM.load_rules(file) == rules
    file.write_text("hand_limit = 9", encoding="utf-8")
    with pytest.raises(InputError, match=r"from 1 to 8"):
        LOCM.load_rules(file)


def test_a_deck_has_thirty_cards_two_of_each_at_most() -> None:
    deck = parse_list("name: Mine\n3x Slimer\n20x Beavrat", "mine.txt", game=LOCM)
    problems = list(deck.problems(CARDS, RULES))
    assert len(problems) == 3
    assert "3 copies of Slimer" in problems[0]
    space = make_deck_space("", "all", CARDS, RULES)
    assert (len(space), space.klass, set(space.high.tolist())) == (160, "", {2})


def test_built_in_decks_may_be_played() -> None:
    for deck in builtin_decks(LOCM).values():
        deck.validate(CARDS, RULES)
    metagame = load_metagame("locm-four")
    assert (metagame.game, len(metagame.decks)) == (LOCM, 4)


def test_the_same_seed_gives_the_same_games_and_seats_can_be_swapped() -> None:
    players = [PLAYERS["greedy"], PLAYERS["random"]]
    one, other = (
        play_games(TABLE, DECKS, players, [Match((i, 1 - i), (i, 1 - i), 6, 3)], per_game=True).games for i in range(2)
    )
    again = play_games(TABLE, DECKS, players, [Match((0, 1), (0, 1), 6, 3)], per_game=True).games
    assert one is not None
    assert other is not None
    assert again is not None
    assert one.tobytes() == again.tobytes() != other.tobytes()
    assert (one["winner"] == 0).sum() > 3
    assert (other["winner"] == 1).sum() > 3


def test_a_draft_offers_thirty_times_three_different_cards_of_sixty() -> None:
    offers = LOCM.draw_offers(CARDS, RULES, 1)
    assert [len(set(offered)) for offered in offers] == [3] * 30
    assert len({card for offered in offers for card in offered}) <= 60
    assert offers == LOCM.draw_offers(CARDS, RULES, 1) != LOCM.draw_offers(CARDS, RULES, 2)


def test_the_best_card_is_picked_as_long_as_a_deck_may_have_it() -> None:
    ratings = {"L001": 0.1, "L002": 0.5, "L003": 0.3}
    deck = draft_deck("Mine", [("L001", "L002", "L003")] * 5, ratings, CARDS, RULES)
    assert Counter(deck.cards) == {"Scuttler": 2, "Beavrat": 2, "Slimer": 1}


def test_a_game_without_a_draft_says_so() -> None:
    game = find_game("hearthstone")
    with pytest.raises(InputError, match="does not offer a draft"):
        game.draw_offers(game.own_cards, game.load_rules(), 1)
