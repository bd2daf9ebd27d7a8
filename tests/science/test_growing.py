"""Games after a patch in stages: the same result as all at once, and decks that a ban has changed."""

import numpy as np
import pytest

from evometa.cards.patches.files import parse_change
from evometa.cards.patches.patch import Patch
from evometa.matches.runners import ThreadRunner
from evometa.metagame.growing import GrowingWhatIf, patch_metagame
from evometa.metagame.metagames import Metagame, load_metagame
from evometa.metagame.paired_games import KeptWinners
from evometa.metagame.playing import Session, choose_pairs, spread_games
from evometa.metagame.what_if import WhatIfResult, what_if

SEED = 5


@pytest.fixture(scope="module")
def metagame() -> Metagame:
    return load_metagame("paper-small").with_players("novice")


def play_in_stages(metagame: Metagame, patch: Patch, stages: tuple[int, ...]) -> WhatIfResult:
    kept = KeptWinners(len(metagame.decks) ** 2, stages[-1])
    session = Session(metagame, SEED, None, per_game=True)
    growing = GrowingWhatIf(metagame, patch, SEED)
    for games in stages:
        wanted = spread_games(games, choose_pairs(len(metagame.decks), None))
        session.play_up_to(wanted, ThreadRunner(1), kept.collect)
        result = growing.play_up_to(games, kept.winners, session.sums, ThreadRunner(1))
    return result


def test_stages_end_where_all_games_at_once_do(metagame: Metagame) -> None:
    patch = parse_change("Consecration cost +3", metagame.patched_cards)
    found = play_in_stages(metagame, patch, (2, 4, 8))
    expected = what_if(metagame, patch, games=8, seed=SEED, runner=ThreadRunner(1))
    assert (found.joint == expected.joint).all()
    assert (found.is_affected == expected.is_affected).all()
    for ours, theirs in ((found.before, expected.before), (found.after, expected.after)):
        assert (ours.evidence.wins == theirs.evidence.wins).all()
        assert (ours.evidence.turns == theirs.evidence.turns).all()
    assert np.array_equal(found.change_against_meta.low, expected.change_against_meta.low)


def test_a_ban_changes_the_decks_that_had_the_card_and_their_match_ups_alone(metagame: Metagame) -> None:
    card = metagame.patched_cards["Consecration"]
    result = play_in_stages(metagame, Patch(banned=frozenset([card.id])), (2, 4))
    had_it = [card.id in deck.card_ids(metagame.patched_cards) for deck in metagame.decks]
    assert result.is_affected.tolist() == [[one or other for other in had_it] for one in had_it]
    assert not any(card.id in deck.card_ids(metagame.patched_cards) for deck in result.after.metagame.decks)


def test_a_limit_takes_one_copy(metagame: Metagame) -> None:
    card = metagame.patched_cards["Consecration"]
    patched = patch_metagame(metagame, Patch(limited=frozenset([card.id])))
    counts = [deck.card_ids(metagame.patched_cards).count(card.id) for deck in patched.metagame.decks]
    assert max(counts) == 1
    assert sum(map(len, patched.replaced)) == 1
