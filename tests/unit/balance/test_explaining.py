"""What each change of a patch buys: the one that helps is found, the idle one is not, and the intervals hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from tests.unit.balance.planted_cards import BOW, CARDS, META, RHINO, WISP, WOLF
from tests.unit.experiments.planted_meta import PlantedDraws

from evometa.balance.explaining import Explanation, explain_patch
from evometa.balance.objectives import OBJECTIVES
from evometa.games.patches.parts import split_patch, take_out
from evometa.games.patches.patch import Patch
from evometa.matches.interrupts import Interrupted

PATCH = Patch("Test", {f"{WOLF}.cost": 2, f"{WOLF}.health": 1, f"{RHINO}.attack": 1})


def explain(patch: Patch = PATCH, games: int = 2000, seed: int = 3, by_draw: float = 0.15) -> Explanation:
    return explain_patch(META, patch, OBJECTIVES["f"], games, seed, PlantedDraws(by_draw=by_draw))


# --- parts ----------------------------------------------------------------------------------------


def test_a_patch_has_a_part_for_every_change_and_for_every_card_with_several() -> None:
    patch = Patch(
        changes={f"{WOLF}.cost": 1, f"{WOLF}.attack": 1, f"{BOW}.attack": -1},
        given={WISP: frozenset(["taunt", "charge"])},
        banned=frozenset([RHINO]),
    )
    parts = split_patch(patch, CARDS)
    notes = {tuple(part.own.notes(CARDS)): part.is_single for part in parts}
    assert sorted(notes.items()) == [
        (("Eaglehorn Bow: attack 3 -> 2",), True),
        (("Timber Wolf: attack 1 -> 2",), True),
        (("Timber Wolf: cost 1 -> 2",), True),
        (("Timber Wolf: cost 1 -> 2", "Timber Wolf: attack 1 -> 2"), False),
        (("Tundra Rhino: banned",), True),
        (("Wisp: gains charge",), True),
        (("Wisp: gains charge, taunt",), False),
        (("Wisp: gains taunt",), True),
    ]
    for part in parts:
        assert sorted([*part.rest.notes(CARDS), *part.own.notes(CARDS)]) == sorted(patch.notes(CARDS)) or (
            part.card_id == WISP
        )
        assert take_out(part.rest, part.own) == part.rest


def test_what_is_clamped_away_is_no_part() -> None:
    assert split_patch(Patch(changes={f"{WISP}.cost": -2}), CARDS) == []


# --- what they buy --------------------------------------------------------------------------------


def test_the_change_that_helps_is_told_from_those_that_do_not() -> None:
    found = explain()
    verdicts = {part.notes: part.verdict for part in found.parts}
    assert verdicts == {
        ("Timber Wolf: cost 1 -> 3", "Timber Wolf: health 1 -> 2"): "buys",
        ("Timber Wolf: cost 1 -> 3",): "buys",
        ("Timber Wolf: health 1 -> 2",): "undecided",
        ("Tundra Rhino: attack 2 -> 3",): "undecided",
    }
    cost = found.changes[0]
    # The hunter wins 60% against two decks with the patch, 80% without its cost: F is 0.163 and 0.490.
    assert cost.buys.value == pytest.approx(2 * np.sqrt(2 / 3) * 0.2, abs=0.03)
    assert cost.buys.low > 0.2
    assert cost.match_ups.value[0, 1] == pytest.approx(-0.2, abs=0.03)
    assert cost.match_ups.high[0, 1] < 0 < cost.match_ups.low[1, 0]
    assert cost.magnitude == 4


def test_games_that_cannot_change_are_not_played_again() -> None:
    found = explain(games=200)
    assert [part.games for part in found.parts] == [2 * 200] * 4  # the hunter's cards turn up in two of three match-ups
    assert found.games == 3 * 200 + 4 * 400
    assert found.parts[0].match_ups.value[1, 2] == 0
    assert found.standing.games_played == 600


def test_a_change_that_does_harm_is_named() -> None:
    found = explain(Patch(changes={f"{WOLF}.cost": -1, f"{RHINO}.attack": 1}))
    assert found.parts[0].verdict == "harms"
    assert found.parts[0].buys.high < 0


def test_the_same_seed_gives_the_same() -> None:
    found = explain(games=100).to_json()
    assert explain(games=100).to_json() == found
    assert explain(games=100, seed=4).to_json() != found
    assert Explanation.from_json(found).to_json() == found


def test_intervals_hold_the_truth() -> None:
    """The wolf's cost is worth the same whatever the seed: of 30 intervals about 28 hold that."""
    truth = 2 * np.sqrt(2 / 3) * 0.1
    patch = Patch(changes={f"{WOLF}.cost": 1})
    found = [explain(patch, games=400, seed=seed, by_draw=0.0).parts[0].buys for seed in range(30)]
    assert sum(each.low <= truth <= each.high for each in found) >= 26
    assert all(each.low > 0 for each in found)


def test_games_that_others_have_played_make_it_surer() -> None:
    """With the patch all is even; without it the hunter wins 60%."""
    counts = np.where(np.eye(3, dtype=bool)[:, :, None], 0, [5000, 5000, 0])
    patch, runner = Patch(changes={f"{WOLF}.cost": 1}), PlantedDraws(edge=0.1, by_draw=0.0)
    alone, known = (
        explain_patch(META, patch, OBJECTIVES["f"], 200, 5, runner, known=others).parts[0].buys
        for others in (None, counts)
    )
    assert known.low < 2 * np.sqrt(2 / 3) * 0.1 < known.high
    assert known.high - known.low < 0.8 * (alone.high - alone.low)


@dataclass
class Stopped(PlantedDraws):
    """Is interrupted after some batches."""

    batches: int = 2

    def run(self, *arguments: object) -> None:
        if not self.batches:
            raise KeyboardInterrupt
        self.batches -= 1
        super().run(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("batches", [0, 1, 2])
def test_an_interrupt_leaves_the_parts_that_are_finished(batches: int) -> None:
    with pytest.raises(Interrupted) as caught:
        explain_patch(META, PATCH, OBJECTIVES["f"], 20, 3, Stopped(batches=batches))
    known = caught.value.known
    assert isinstance(known, Explanation)
    assert known.is_partial
    assert len(known.parts) == max(0, batches - 1)
    assert known.games == (60 if batches else 0) + 40 * len(known.parts)
