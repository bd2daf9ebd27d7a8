"""A real metagame, compiled: the same games however they are spread, and a patch that does what everybody expects."""

from functools import lru_cache
from itertools import combinations

import pytest

from evometa.games.patches.files import parse_change
from evometa.matches.inference import unpaired_change
from evometa.matches.runners import ThreadRunner
from evometa.metagame.changes.what_if import WhatIfResult, what_if
from evometa.metagame.metagames import load_metagame
from evometa.metagame.playing import MetagameResult, play

SEED = 1


@lru_cache(maxsize=1)
def play_small() -> MetagameResult:
    return play(load_metagame("paper-small"), seed=SEED, games=60, runner=ThreadRunner(1))


@pytest.mark.parametrize(("threads", "task_games"), [(2, None), (3, 7), (1, 1000)])
def test_the_counts_do_not_depend_on_threads_and_tasks(threads: int, task_games: int | None) -> None:
    result = play(
        load_metagame("paper-small"), seed=SEED, games=60, runner=ThreadRunner(threads), task_games=task_games
    )
    assert result.sums.tobytes() == play_small().sums.tobytes()


def test_a_precision_is_reached_with_real_games() -> None:
    result = play(load_metagame("paper-small"), seed=SEED, precision=0.06)
    assert ((result.evidence.rates.high - result.evidence.rates.low) / 2).max() <= 0.06
    assert result.evidence.games.min() >= 50


@lru_cache(maxsize=1)
def slow_consecration() -> WhatIfResult:
    metagame = load_metagame("paper-six")
    return what_if(metagame, parse_change("Consecration cost = 10", metagame.patched_cards), games=300, seed=SEED)


def test_a_patch_changes_the_decks_that_have_its_cards_and_no_others() -> None:
    result = slow_consecration()
    has_card = [any(card == "Consecration" for card in deck.cards) for deck in result.before.metagame.decks]
    assert any(has_card)
    assert result.is_affected.tolist() == [[one or other for other in has_card] for one in has_card]


def test_games_that_were_not_played_again_would_have_been_the_same() -> None:
    result = slow_consecration()
    pairs = list(combinations(range(len(result.after.metagame.decks)), 2))
    again = play(result.after.metagame, seed=SEED, games=300, pairs=pairs)
    assert again.sums.tobytes() == result.after.sums.tobytes()


def test_a_card_that_comes_too_late_weakens_its_deck() -> None:
    result = slow_consecration()
    change = result.change_against_meta
    weakened = [i for i, deck in enumerate(result.before.metagame.decks) if "Consecration" in deck.cards]
    assert max(change.high[i] for i in weakened) < 0


def test_common_seeds_save_games() -> None:
    result = slow_consecration()
    paired = result.change_against_meta
    unpaired = unpaired_change(result.before.evidence.strengths, result.after.evidence.strengths)
    assert ((paired.high - paired.low) < (unpaired.high - unpaired.low)).all()
