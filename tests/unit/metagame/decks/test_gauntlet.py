"""The gauntlet: who meets whom from which seat, whose numbers are whose, and what they say of a deck."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_decks import CARDS, META, PlantedDecks, count_copies, own_deck, read_list, seat_of

from evometa.games.decks.deck import Deck
from evometa.games.decks.space import DeckSpace, make_deck_space
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.patches.patch import Patch
from evometa.games.players import load_player
from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.runners import ThreadRunner
from evometa.matches.schedule import Match, seed_for
from evometa.metagame.decks.gauntlet import Gauntlet, GauntletResult, find_player
from evometa.metagame.evidence import Evidence
from evometa.metagame.metagames import Metagame

RANDOM = load_player("random")
BUSY = replace(RANDOM, name="busy", kind="busy")  # acts as long as it can, so it spends more mana
UNEVEN = replace(META, shares=(0.5, 0.0, 0.5))
WOLF = "DS1_175"


@lru_cache
def space_of(klass: str = "hunter") -> DeckSpace:
    return make_deck_space(klass, "paper", CARDS, META.rules)


def draw(n: int, klass: str = "hunter") -> Any:
    return space_of(klass).draw(n, np.random.default_rng(1))


def record(decks: Any, games: int, metagame: Metagame = META, seats: str = "both") -> tuple[GauntletResult, list[Any]]:
    """The result of planted games, and all their jobs."""
    runner = PlantedDecks()
    result = Gauntlet(metagame, space_of(), RANDOM, runner, seats).play(decks, games, range(len(decks)))
    ((_, jobs),) = runner.batches
    return result, list(jobs)


# --- whose numbers are whose ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> tuple[GauntletResult, Any]:
    """Some real games of a deck, and the same games one by one: [n, 2, games] rows of results."""
    rules = replace(META.rules, hero_health=5, turn_limit=7)  # so that games are short, and some end in a draw
    metagame = replace(UNEVEN, rules=rules, players=(RANDOM, BUSY, BUSY))
    space, seed = space_of("mage"), 13
    (counts,) = draw(1, "mage")
    gauntlet = Gauntlet(metagame, space, BUSY, ThreadRunner(1))
    result = gauntlet.play(counts[None], 16, [seed])

    cards = [card.id for card, n in zip(space.cards, counts, strict=True) for _ in range(n)]
    decks = [*gauntlet.opponents, Deck("mine", "mage", "", tuple(cards))]
    matches = []
    for opponent in range(2):
        for seat in range(2):
            pair = (opponent, 2) if seat else (2, opponent)
            name = gauntlet.opponents[opponent].name
            matches.append(Match(pair, pair, 4, seed_for(seed, "match", name, seat)))
    played = play_games(metagame.table(), decks, [RANDOM, BUSY, BUSY], matches, threads=1, per_game=True)
    assert played.games is not None
    return result, played.games.reshape(2, 2, 4)


def test_real_games_are_those_of_the_same_seeds_and_decks(real: Any) -> None:
    result, rows = real
    for opponent in range(2):
        for seat in range(2):
            winners = Counter(rows["winner"][opponent, seat].tolist())
            assert result.outcomes[0, opponent, seat].tolist() == [winners[seat], winners[1 - seat], winners[2]]
            assert result.turns[0, opponent, seat] == rows["turns"][opponent, seat].sum()
    assert (result.outcomes.sum(axis=(0, 1, 2)) > 0).all(), "the seed was chosen to have wins, losses and draws"


def test_health_mana_and_draws_of_real_games_are_those_of_the_deck(real: Any) -> None:
    result, rows = real
    for seat in range(2):
        for name in ("drawn", "spent"):
            assert getattr(result, name)[0, :, seat].tolist() == rows[name][:, seat, :, seat].sum(axis=1).tolist()
        health = rows["health"][:, seat, :, seat].astype(int) - rows["health"][:, seat, :, 1 - seat]
        assert result.health[0, :, seat].tolist() == health.sum(axis=1).tolist()
    other = rows["spent"][:, [0, 1], :, [1, 0]].sum()
    assert result.spent.sum() != other, "the two players differ in what they spend"


# --- who meets whom -------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [6, 60, 61, 64])
def test_games_are_spread_evenly_over_opponents_and_seats(games: int) -> None:
    result, jobs = record(draw(3), games)
    assert (result.games.sum(axis=(1, 2)) == games).all()
    assert result.games.max() - result.games.min() <= 1
    played: Counter[tuple[int, int, int]] = Counter()
    for job in jobs:
        seat = seat_of(job)
        assert job.players[1 - seat] == 1 + job.decks[1 - seat], "an opponent is played by its own player"
        played[own_deck(job) - 3, int(job.decks[1 - seat]), seat] += int(job.games)
    assert played == dict(np.ndenumerate(result.games))


def test_by_shares_common_opponents_are_met_more_often_and_rare_ones_by_some_decks() -> None:
    metagame, decks = replace(META, shares=(0.9, 0.07, 0.03)), draw(200)
    gauntlet = Gauntlet(metagame, space_of(), RANDOM, PlantedDecks())
    seeds = [seed_for(5, number) for number in range(len(decks))]
    games = gauntlet.play_by_shares(decks, 10, seeds).games
    assert (games.sum(axis=(1, 2)) == 10).all()
    met = games.sum(axis=(0, 2)) / 2000
    assert met == pytest.approx([0.9, 0.07, 0.03], abs=0.01)
    assert 0.1 < (games[:, 2].sum(axis=-1) > 0).mean() < 0.5
    seats = games.sum(axis=(0, 1))
    assert abs(seats[0] - seats[1]) < 50
    alone = gauntlet.play_by_shares(decks[7:8], 10, seeds[7:8])
    assert alone.games.tolist() == games[7:8].tolist(), "they do not depend on the decks beside it"


def test_a_deck_that_always_starts_has_seat_0_in_every_game() -> None:
    result, jobs = record(draw(2), 30, seats="first")
    assert {seat_of(job) for job in jobs} == {0}
    assert result.games[..., 0].tolist() == [[10, 10, 10]] * 2
    assert not result.games[..., 1].any()
    assert result.weights.sum() == pytest.approx(2)


def test_an_opponent_without_a_share_is_not_met() -> None:
    runner = PlantedDecks()
    gauntlet = Gauntlet(UNEVEN, space_of(), RANDOM, runner)
    result = gauntlet.play(draw(1), 8, [1])
    assert [deck.name for deck in gauntlet.opponents] == [META.decks[0].name, META.decks[2].name]
    ((games, _),) = runner.batches
    assert games.names == (META.decks[0].name, META.decks[2].name, "deck 1")
    assert result.games.tolist() == [[[2, 2], [2, 2]]]


def test_every_game_has_a_seed_of_its_own() -> None:
    _, jobs = record(draw(4), 60)
    games = [(int(job.seed), int(job.first) + i) for job in jobs for i in range(job.games)]
    assert len(set(games)) == len(games) == 240


def test_the_games_of_a_deck_do_not_depend_on_those_beside_it() -> None:
    decks = draw(3)
    gauntlet = Gauntlet(META, space_of(), RANDOM, PlantedDecks(draws=0.2))
    together, alone = gauntlet.play(decks, 40, [5, 6, 7]), gauntlet.play(decks[1:2], 40, [6])
    for name in ("outcomes", "health", "turns", "drawn", "spent"):
        assert getattr(together, name)[1].tolist() == getattr(alone, name)[0].tolist()
    assert together.outcomes[0].tolist() != gauntlet.play(decks[:1], 40, [6]).outcomes[0].tolist()


# --- which cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("klass", HEARTHSTONE.classes)
def test_games_have_the_cards_and_the_hero_of_the_deck(klass: str) -> None:
    space, runner, decks = space_of(klass), PlantedDecks(), draw(3, klass)
    Gauntlet(META, space, RANDOM, runner).play(decks, 6, range(3))
    (lists,) = runner.decks()
    assert [count_copies(space, read_list(each, klass)) for each in lists] == decks.tolist()


def test_cards_are_as_the_patch_makes_them() -> None:
    patched, runner = META.with_patch(Patch(changes={f"{WOLF}.cost": 3})), PlantedDecks()
    Gauntlet(patched, space_of(), RANDOM, runner).play(draw(1), 6, [1])
    ((games, _),) = runner.batches
    place = META.table().ids.index(WOLF)
    assert games.tables["cards"]["cost"][0, place] == META.table().array["cards"]["cost"][0, place] + 3


# --- what they say of a deck ----------------------------------------------------------------------


def make_result(outcomes: Any, shares: Any = (0.75, 0.25)) -> GauntletResult:
    """Of one deck against two opponents, with outcomes [2, 2, 3]."""
    counts = np.array([outcomes])
    sums = counts.sum(axis=-1) * np.array([[[1, 2], [3, 4]]])
    return GauntletResult(counts, sums, sums, sums, sums, np.array(shares))


def test_opponents_count_by_their_shares_and_seats_alike() -> None:
    result = make_result([[[4, 0, 0], [5, 15, 80]], [[1, 1, 0], [0, 9, 0]]])
    assert result.win_rate == pytest.approx([0.75 * (1 + 0.25) / 2 + 0.25 * (0.5 + 0) / 2])
    assert result.mean(result.turns) == pytest.approx([0.75 * 1.5 + 0.25 * 3.5])
    assert result.estimate_win_rate().value == pytest.approx(result.win_rate)
    assert result.estimate_match_ups().value == pytest.approx(np.array([[0.625, 0.25]]))


def test_seats_that_were_not_played_do_not_count() -> None:
    result = make_result([[[3, 1, 0], [0, 0, 0]], [[1, 3, 4], [0, 0, 0]]])
    assert result.win_rate == pytest.approx([0.75 * 0.75 + 0.25 * 0.25])
    assert result.mean(result.health) == pytest.approx([0.75 * 1 + 0.25 * 3])
    assert result.estimate_match_ups().value == pytest.approx(np.array([[0.75, 0.25]]))


def test_without_decided_games_a_rate_is_even_for_the_search_and_unknown_for_people() -> None:
    result = make_result([[[4, 0, 0], [4, 0, 0]], [[0, 0, 7], [2, 2, 0]]])
    assert result.win_rate == pytest.approx([0.75 + 0.25 * 0.5])
    value, low, high = result.estimate_win_rate()
    assert (np.isnan(value).all(), low.tolist(), high.tolist()) == (True, [0], [1])
    assert np.isnan(result.estimate_match_ups().value).tolist() == [[False, True]]


def test_intervals_are_those_of_a_metagame_with_the_same_counts() -> None:
    rng = np.random.default_rng(3)
    metagame = replace(META, shares=(0.5, 0.2, 0.3))
    gauntlet = Gauntlet(metagame, space_of(), RANDOM, PlantedDecks())
    result = replace(gauntlet.play(draw(1), 6, [1]), outcomes=rng.integers(1, 40, (1, 3, 2, 3)))
    evidence = add_to_evidence(metagame, result.outcomes[0])
    for mine, theirs in zip(result.estimate_match_ups(), evidence.rates, strict=True):
        assert mine[0] == pytest.approx(theirs[3, :3])
    parts = evidence.strengths
    for mine, theirs in zip(result.estimate_win_rate(), parts, strict=True):
        assert mine[0] == pytest.approx(theirs[3])
    assert result.win_rate[0] == pytest.approx(evidence.strengths.value[3])


def add_to_evidence(metagame: Metagame, outcomes: Any) -> Evidence:
    """The metagame with the deck of a gauntlet, which nobody else meets, as its last one."""
    counts = np.ones((4, 4, 3), int)  # wins, losses and draws of the deck that starts
    counts[3, :3] = outcomes[:, 0]
    counts[:3, 3] = outcomes[:, 1][:, [1, 0, 2]]  # what the opponent wins, the deck loses
    names = (*(deck.name for deck in metagame.decks), "mine")
    wins, losses, draws = np.moveaxis(counts, -1, 0)
    return Evidence(names, np.array([*metagame.shares, 0]), counts.sum(axis=-1), wins, losses, draws, wins)


# --- who plays ------------------------------------------------------------------------------------


def test_a_style_is_played_by_who_plays_it_in_the_metagame() -> None:
    metagame = replace(META, players=(BUSY, RANDOM, RANDOM))
    assert find_player("aggro", metagame) == find_player(" Aggro ", metagame) == BUSY
    assert find_player("control", metagame, "paper") == load_player("paper-control")
    assert find_player("control", metagame, "random") == RANDOM
    assert find_player("fair-aggro", metagame, "paper") == load_player("fair-aggro")


def test_who_plays_all_decks_plays_any_style() -> None:
    assert find_player("control", META) == find_player("any", META) == RANDOM
    styled = META.with_players("fair")
    assert find_player("any", styled, "fair") == load_player("fair-control")
    assert find_player("any", replace(META, players=(BUSY, RANDOM, RANDOM)), "paper") == load_player("paper-control")


def test_a_style_that_nobody_plays_is_refused() -> None:
    with pytest.raises(InputError, match=r"'test' has no control deck, so nobody who plays one; .* paper-control or"):
        find_player("control", META.with_players("fair"))
    with pytest.raises(InputError, match="there is no player file and no preset 'agro'"):
        find_player("agro", META)


# --- refused --------------------------------------------------------------------------------------


def test_a_player_for_other_cards_is_refused() -> None:
    with pytest.raises(InputError, match=r"'paper-aggro' is meant for other cards \(.+\) than .* \(no overlays\)"):
        Gauntlet(META, space_of(), load_player("paper-aggro"), PlantedDecks())


def test_unknown_seats_are_refused() -> None:
    with pytest.raises(InputError, match="seats: found 'frist'; did you mean 'first'"):
        Gauntlet(META, space_of(), RANDOM, PlantedDecks(), "frist")


@pytest.mark.parametrize(("seats", "fewest"), [("both", 6), ("first", 3)])
def test_too_few_games_to_meet_everybody_are_refused(seats: str, fewest: int) -> None:
    gauntlet = Gauntlet(META, space_of(), RANDOM, PlantedDecks(), seats)
    with pytest.raises(InputError, match=f"found {fewest - 1} games per deck; allowed: {fewest} or more"):
        gauntlet.play(draw(1), fewest - 1, [1])
    assert (gauntlet.play(draw(1), fewest, [1]).games.sum(axis=-1) == fewest // 3).all()


def test_every_deck_needs_a_seed() -> None:
    with pytest.raises(ValueError, match="found 1 seeds for 2 decks"):
        Gauntlet(META, space_of(), RANDOM, PlantedDecks()).play(draw(2), 6, [1])
