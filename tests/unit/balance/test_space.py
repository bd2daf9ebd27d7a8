"""Genomes and patches: what a genome really changes, with clamping, rules and a number of cards, and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.balance.planted_cards import BOW, CARDS, META, RHINO, WISP, WOLF

from evometa.balance.card_rules import AtMostCost, LikePrinted, OneWay
from evometa.balance.space import BalanceSpace, Ints
from evometa.balance.space_files import make_space
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError

SPACE = make_space(META)
NARROW = replace(SPACE, max_cards=4, rules=(AtMostCost("attack", 1), AtMostCost("health", 2)))

STATS = ("cost", "attack", "health", "durability")

seeds = st.integers(0, 2**32)


def random_genome(space: BalanceSpace, seed: int) -> Ints:
    return np.random.default_rng(seed).integers(space.low, space.high + 1)


def genome_of(space: BalanceSpace, **changes: int) -> Ints:
    """A genome by addresses, whose point is written as two underscores."""
    genome = space.unchanged()
    for address, change in changes.items():
        card_id, _, path = address.rpartition("__")
        genome[space.addresses.index(f"{card_id}.{path}")] = change
    return genome


# --- genome to patch and back ---------------------------------------------------------------------


@given(seeds, st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_patch_holds_what_clamping_leaves_of_a_genome(seed: int, allow_zero: bool) -> None:
    space = replace(SPACE, allow_zero=allow_zero)
    genome = random_genome(space, seed)
    raw = Patch(changes=dict(zip(space.addresses, genome.tolist(), strict=True)), allow_zero=allow_zero)
    patch = space.to_patch(genome)
    assert patch.changes == raw.effective(CARDS).changes
    assert patch.effective(CARDS).changes == patch.changes
    assert space.to_genome(patch).tolist() == space.repair(genome).tolist()


def test_a_number_can_be_at_its_limit_already() -> None:
    patch = SPACE.to_patch(genome_of(SPACE, CS2_231__cost=-2, CS2_231__health=-3, CS2_231__attack=3))
    assert CARDS[WISP].tree["cost"] == 0
    assert patch.changes == {f"{WISP}.attack": 3}
    zero = replace(SPACE, allow_zero=True).to_patch(genome_of(SPACE, CS2_231__health=-3))
    assert zero.apply(CARDS)[WISP].tree["health"] == 0


def test_no_change_is_an_empty_patch() -> None:
    assert not SPACE.to_patch(SPACE.unchanged())
    assert SPACE.to_genome(Patch()).tolist() == SPACE.unchanged().tolist()


def test_the_patch_of_a_patched_metagame_comes_on_top() -> None:
    patched = META.with_patch(Patch(changes={f"{WOLF}.cost": 2}))
    space = make_space(patched)
    patch = space.to_patch(genome_of(space, DS1_175__cost=3))
    assert patched.with_patch(patch).patched_cards[WOLF].tree["cost"] == CARDS[WOLF].tree["cost"] + 5


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (Patch(changes={"CS2_029.spell.damage": 1}), "changes CS2_029.spell.damage, but that may not change"),
        (Patch(changes={f"{WOLF}.cost": 5}), rf"changes {WOLF}.cost by 5, .*; allowed: -3 to 3"),
        (Patch(given={WISP: frozenset(["taunt"])}), "changes keywords"),
        (Patch(banned=frozenset([WISP])), "bans or limits cards"),
    ],
)
def test_a_patch_outside_the_space_has_no_genome(patch: Patch, message: str) -> None:
    with pytest.raises(InputError, match=message):
        SPACE.to_genome(patch)


def test_a_patch_that_breaks_a_rule_has_no_genome() -> None:
    with pytest.raises(InputError, match=r"attack_at_most_cost_plus = 1, .*4 changed cards at most"):
        NARROW.to_genome(Patch(changes={f"{WISP}.attack": 3}))


def test_labels_name_card_and_attribute() -> None:
    assert SPACE.labels[SPACE.addresses.index(f"{BOW}.durability")] == ("Eaglehorn Bow", "durability")
    assert SPACE.cards[SPACE.card_of[SPACE.addresses.index(f"{BOW}.attack")]] == BOW
    assert SPACE.weights[SPACE.addresses.index(f"{BOW}.cost")] == 2


# --- rules and the number of cards ----------------------------------------------------------------


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_whatever_is_repaired_keeps_all_limits(seed: int) -> None:
    repaired = NARROW.repair(random_genome(NARROW, seed))
    assert ((NARROW.low <= repaired) & (repaired <= NARROW.high)).all()
    assert NARROW.repair(repaired).tolist() == repaired.tolist()
    patch = NARROW.to_patch(repaired)
    after = patch.apply(CARDS)
    changed = {address.partition(".")[0] for address in patch.changes}
    assert 0 < len(changed) <= 4
    for card_id in changed:
        old, new = CARDS[card_id].tree, after[card_id].tree
        for rule in NARROW.rules:
            if rule.attribute in new:
                ahead = old[rule.attribute] - old["cost"]
                assert new[rule.attribute] - new["cost"] <= max(rule.plus, ahead)


def test_a_rule_lowers_the_attribute_first() -> None:
    space = replace(SPACE, rules=(AtMostCost("attack", 1),))
    assert (CARDS[WISP].tree["attack"], CARDS[WISP].tree["cost"]) == (1, 0)
    assert not space.to_patch(genome_of(space, CS2_231__attack=2))
    wisp = space.to_patch(genome_of(space, CS2_231__attack=3, CS2_231__cost=2))
    assert wisp.changes == {f"{WISP}.attack": 2, f"{WISP}.cost": 2}


def test_a_rule_raises_the_cost_if_the_attribute_cannot_fall() -> None:
    assert (CARDS[RHINO].tree["attack"], CARDS[RHINO].tree["cost"]) == (2, 5)
    space = replace(make_space(META, {"lock": ["attack"]}), rules=(AtMostCost("attack", -2),))
    assert space.to_patch(genome_of(space, DS1_178__cost=-3)).changes == {f"{RHINO}.cost": -1}
    both = replace(SPACE, rules=(AtMostCost("attack", -3),))
    patch = both.to_patch(genome_of(both, DS1_178__cost=-3, DS1_178__attack=3))
    assert patch.changes == {f"{RHINO}.attack": -2, f"{RHINO}.cost": -2}


def test_a_card_above_a_rule_may_stay_but_not_get_worse() -> None:
    space = replace(SPACE, rules=(AtMostCost("attack", -5),))
    assert not space.to_patch(genome_of(space, CS2_231__attack=1))
    assert space.to_patch(genome_of(space, CS2_231__attack=-1)).changes == {f"{WISP}.attack": -1}


GENTLE = make_space(META, {"base": "gentle"})


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_gentle_patches_are_such_as_a_designer_would_ship(seed: int) -> None:
    repaired = GENTLE.repair(random_genome(GENTLE, seed))
    assert GENTLE.repair(repaired).tolist() == repaired.tolist()
    patch = GENTLE.to_patch(repaired)
    after, limits = patch.apply(CARDS), LikePrinted.of(CARDS, 0.9).limits
    assert max(map(abs, patch.changes.values())) <= 2
    changed = {address.partition(".")[0] for address in patch.changes}
    assert 0 < len(changed) <= 8
    for card_id in changed:
        old, new = CARDS[card_id].tree, after[card_id].tree
        ways = {(new[name] > old[name]) == (name != "cost") for name in STATS if new.get(name) != old.get(name)}
        assert len(ways) == 1
        assert new["cost"] >= min(1, old["cost"])
        for name in STATS[1:]:
            if name in old and (old["type"], name) in limits:
                low, high = limits[old["type"], name]
                was, becomes = old["cost"], new["cost"]
                assert low[becomes] - new[name] <= max(0, low[was] - old[name])
                assert new[name] - high[becomes] <= max(0, old[name] - high[was])


def test_the_larger_part_of_a_card_that_goes_both_ways_stays() -> None:
    space = replace(SPACE, rules=(OneWay(),))
    assert space.to_patch(genome_of(space, DS1_178__cost=1, DS1_178__attack=1)).changes == {f"{RHINO}.cost": 1}
    stronger = genome_of(space, DS1_178__cost=1, DS1_178__attack=2, DS1_178__health=2)
    assert space.to_patch(stronger).changes == {f"{RHINO}.attack": 2, f"{RHINO}.health": 2}
    weaker = genome_of(space, DS1_178__cost=2, DS1_178__attack=-1)
    assert space.repair(weaker).tolist() == weaker.tolist()


def list_attacks(*costs: int) -> list[int]:
    minions = [card for card in CARDS if card.is_collectible and card.tree["type"] == "minion"]
    return [card.tree["attack"] for card in minions if card.cost in costs]


def test_limits_are_those_of_the_printed_cards_of_a_cost() -> None:
    low, high = LikePrinted.of(CARDS, 1.0).limits["minion", "attack"]
    assert (low[4], high[4]) == (min(list_attacks(4)), max(list_attacks(4)))
    narrow_low, narrow_high = LikePrinted.of(CARDS, 0.5).limits["minion", "attack"]
    assert (narrow_low >= low).all()
    assert (narrow_high <= high).all()
    assert (narrow_high < high).any()


def test_a_cost_with_few_cards_takes_the_next_costs_too() -> None:
    assert len(list_attacks(0)) < 5
    low, high = LikePrinted.of(CARDS, 1.0).limits["minion", "attack"]
    assert (low[0], high[0]) == (min(list_attacks(0, 1)), max(list_attacks(0, 1)))


def test_a_card_that_looks_like_no_other_may_stay_or_come_closer() -> None:
    imp = CARDS["Flame Imp"]
    assert imp.tree["attack"] > LikePrinted.of(CARDS, 0.5).limits["minion", "attack"][1][imp.cost]
    space = make_space(META, {"like_printed": 0.5, "also": [imp.name], "only": [imp.name, "attack"]})
    assert not space.to_patch(np.array([1]))
    assert space.to_patch(np.array([-1])).changes == {f"{imp.id}.attack": -1}


def test_of_too_many_cards_the_largest_changes_stay() -> None:
    space = replace(SPACE, max_cards=2)
    genome = genome_of(space, CS2_231__attack=1, DS1_175__cost=1, DS1_178__attack=3, EX1_536__attack=1)
    assert space.to_patch(genome).changes == {f"{WOLF}.cost": 1, f"{RHINO}.attack": 3}


def test_many_genomes_are_repaired_like_one() -> None:
    genomes = np.stack([random_genome(NARROW, seed) for seed in range(5)])
    before = genomes.copy()
    together = NARROW.repair(genomes)
    assert together.tolist() == [NARROW.repair(genome).tolist() for genome in genomes]
    assert genomes.tolist() == before.tolist()


# --- what is no space or genome -------------------------------------------------------------------


def test_a_space_without_genes_is_refused() -> None:
    with pytest.raises(InputError, match="nothing may change: the space has no genes; lock less"):
        replace(SPACE, genes=())


def test_a_range_without_zero_is_refused() -> None:
    gene = replace(SPACE.genes[0], low=1)
    with pytest.raises(InputError, match=r"found \[1, 3\]; allowed: from 0 or less to 0 or more"):
        replace(SPACE, genes=(gene,))


def test_a_genome_must_fit() -> None:
    with pytest.raises(ValueError, match=rf"allowed: integers, {len(SPACE)} a genome"):
        SPACE.to_patch(np.zeros(3, int))
    with pytest.raises(ValueError, match="found an array of float64"):
        SPACE.to_patch(np.zeros(len(SPACE)))
    with pytest.raises(ValueError, match=r"found 4 for \S+; allowed: -3 to 3"):
        SPACE.to_patch(np.full(len(SPACE), 4))
