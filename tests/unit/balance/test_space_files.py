"""What may change, as people write it: which genes that gives, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import BOW, CARDS, HOUNDS, META, RHINO, WISP, WOLF

from evometa.balance.space import BalanceSpace
from evometa.balance.space_files import choose_space, make_space
from evometa.input.errors import InputError

HYENA = CARDS["Hyena"].id


def space_of(**wanted: Any) -> BalanceSpace:
    return make_space(META, wanted)


def ranges_of(space: BalanceSpace, card_id: str) -> dict[str, tuple[int, int]]:
    return {gene.attribute: (gene.low, gene.high) for gene in space.genes if gene.card_id == card_id}


# --- genes ----------------------------------------------------------------------------------------


def test_all_cards_of_the_decks_have_genes_for_their_type() -> None:
    space = space_of()
    in_decks = {card_id for deck in META.decks for card_id in deck.card_ids(CARDS)}
    assert set(space.cards) == in_decks
    by_type = {"minion": ["cost", "attack", "health"], "weapon": ["cost", "attack", "durability"], "spell": ["cost"]}
    for card_id in space.cards:
        assert list(ranges_of(space, card_id)) == by_type[CARDS[card_id].tree["type"]]
    assert set(space.low) == {-3}
    assert set(space.high) == {3}


def test_genes_stand_in_the_order_of_the_decks() -> None:
    first_deck = list(dict.fromkeys(META.decks[0].card_ids(CARDS)))
    assert list(space_of().cards[: len(first_deck)]) == first_deck


def test_tokens_powers_and_heroes_on_request() -> None:
    assert HYENA not in space_of().cards
    space = space_of(also=["Hyena", "Steady Shot"])
    assert list(ranges_of(space, HYENA)) == ["cost", "attack", "health"]
    assert list(ranges_of(space, CARDS["Steady Shot"].id)) == ["cost"]


def test_numbers_inside_effects() -> None:
    space = space_of(effects=["Timber Wolf.aura.attack"])
    assert set(ranges_of(space, WOLF)) == {"cost", "attack", "health", "aura.attack"}
    assert len(space) == len(space_of()) + 1
    everything = space_of(effects=True)
    assert set(everything.addresses) == {a for card_id in space.cards for a in CARDS[card_id].numbers()}
    assert space_of(effects=False).addresses == space_of().addresses


# --- narrower -------------------------------------------------------------------------------------


def test_locked_cards_attributes_and_numbers() -> None:
    space = space_of(lock=["Wisp", "health", f"{WOLF}.cost"])
    assert not ranges_of(space, WISP)
    assert list(ranges_of(space, WOLF)) == ["attack"]
    assert list(ranges_of(space, BOW)) == ["cost", "attack", "durability"]


def test_only_cards_and_only_attributes_hold_together() -> None:
    assert space_of(only=["wisp", WOLF]).cards == (WISP, WOLF)
    assert {gene.attribute for gene in space_of(only=["cost"]).genes} == {"cost"}
    assert set(space_of(only=["cost", "attack", "Wisp"]).addresses) == {f"{WISP}.cost", f"{WISP}.attack"}
    assert space_of(only=["Wisp.cost", "Timber Wolf.health"]).addresses == (f"{WISP}.cost", f"{WOLF}.health")


def test_nerfs_and_buffs() -> None:
    assert ranges_of(space_of(nerf_only=True), BOW) == {"cost": (0, 3), "attack": (-3, 0), "durability": (-3, 0)}
    assert ranges_of(space_of(buff_only=True), BOW) == {"cost": (-3, 0), "attack": (0, 3), "durability": (0, 3)}
    mixed = space_of(nerf_only=["Wisp"], buff_only=["Timber Wolf.cost"])
    assert ranges_of(mixed, WISP) == {"cost": (0, 3), "attack": (-3, 0), "health": (-3, 0)}
    assert ranges_of(mixed, WOLF) == {"cost": (-3, 0), "attack": (-3, 3), "health": (-3, 3)}


def test_what_is_named_more_exactly_has_its_own_range() -> None:
    own = {"Wisp.cost": [0, 1], "Wisp": [-2, 2], "cost": [-1, 1]}
    space = space_of(range=[-5, 4], ranges=own)
    assert ranges_of(space, WISP) == {"cost": (0, 1), "attack": (-2, 2), "health": (-2, 2)}
    assert ranges_of(space, WOLF) == {"cost": (-1, 1), "attack": (-5, 4), "health": (-5, 4)}


def test_a_range_of_nothing_is_no_gene() -> None:
    assert f"{WISP}.cost" not in space_of(ranges={"Wisp.cost": [0, 0]}).addresses


def test_a_nerf_of_an_effect_needs_a_direction() -> None:
    effect = f"{WOLF}.aura.attack"
    with pytest.raises(InputError, match=rf"which way {effect} makes Timber Wolf weaker is not known; give it a range"):
        space_of(effects=[effect], nerf_only=True)
    space = space_of(effects=[effect], nerf_only=True, ranges={effect: [-1, 0]})
    assert ranges_of(space, WOLF)["aura.attack"] == (-1, 0)


def test_rules_and_the_number_of_cards() -> None:
    space = space_of(max_cards=3, attack_at_most_cost_plus=3, health_at_most_cost_plus=4, allow_zero=True)
    assert [str(rule) for rule in space.rules] == ["attack_at_most_cost_plus = 3", "health_at_most_cost_plus = 4"]
    assert (space.max_cards, space.allow_zero) == (3, True)


def test_a_space_starts_from_a_base_and_goes_on() -> None:
    gentle = space_of(base="gentle")
    assert (set(gentle.low), set(gentle.high), gentle.max_cards) == ({-2, -1, 0}, {2}, 8)
    assert [str(rule) for rule in gentle.rules] == ["one_way = true", "like_printed = 0.9"]
    own = space_of(base="gentle", range=[-1, 1], max_cards=3, one_way=False, like_printed=0, lock=["Wisp"])
    assert (set(own.high), own.max_cards, own.rules) == ({1}, 3, ())
    assert WISP not in own.cards
    assert space_of(base="free").genes == space_of().genes


def test_a_cost_stops_at_the_least_unless_it_is_lower() -> None:
    assert (CARDS[WISP].cost, CARDS[WOLF].cost, CARDS[RHINO].cost) == (0, 1, 5)
    space = space_of(cost_at_least=1, range=[-9, 9])
    assert [ranges_of(space, card)["cost"][0] for card in (WISP, WOLF, RHINO)] == [0, 0, -4]


def test_a_name_is_a_base_or_a_file(tmp_path: Path) -> None:
    assert [choose_space(name) for name in ("gentle", "free")] == [{"base": "gentle"}, {"base": "free"}]
    path = tmp_path / "space.toml"
    path.write_text('base = "gentle"\nmax_cards = 3\n', encoding="utf-8")
    assert choose_space(str(path)) == {"base": "gentle", "max_cards": 3}


def test_a_misspelt_base_is_told_from_a_missing_file() -> None:
    with pytest.raises(InputError, match=r"no file and no space 'gentel'; did you mean 'gentle'\?"):
        choose_space("gentel")
    with pytest.raises(InputError, match=r"none.toml: cannot be read"):
        choose_space("none.toml")


def test_a_file_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "space.toml"
    path.write_text('range = [-1, 2]\nonly = ["Wisp"]\n\n[ranges]\ncost = [0, 1]\n', encoding="utf-8")
    assert ranges_of(make_space(META, choose_space(str(path))), WISP) == {
        "cost": (0, 1),
        "attack": (-1, 2),
        "health": (-1, 2),
    }


def test_a_name_may_have_a_point_in_it() -> None:
    space = space_of(also=["Venture Co. Mercenary"], only=["Venture Co. Mercenary.cost"])
    assert space.labels == (("Venture Co. Mercenary", "cost"),)


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"locked": ["Wisp"]}, "unknown field 'locked'; did you mean 'lock'?"),
        ({"lock": ["Wips"]}, "field 'lock.0': there is no card or attribute 'Wips'; did you mean 'Wisp'?"),
        ({"lock": ["atack"]}, "did you mean 'attack'?"),
        ({"lock": "Wisp"}, "field 'lock': found 'Wisp'; allowed: a list of texts"),
        ({"only": ["King Krush"]}, "field 'only.0': no deck of the metagame has King Krush"),
        ({"lock": ["Wisp.durability"]}, "Wisp has no 'durability' that may change"),
        ({"lock": ["cost", "attack", "health", "durability"]}, "the space has no genes"),
        ({"nerf_only": True, "buff_only": True}, "the space has no genes"),
        ({"only": []}, "the space has no genes"),
        ({"nerf_only": "Wisp"}, "field 'nerf_only': found 'Wisp'; allowed: true, false, or a list of texts"),
        ({"range": [3, -3]}, "field 'range': found [3, -3], whose lowest is above its highest"),
        ({"range": [1, 3]}, "found [1, 3]; allowed: from 0 or less to 0 or more"),
        ({"range": [1]}, "found a list; allowed: two numbers such as [-3, 3]"),
        ({"range": [-0.5, 3]}, "found -0.5; allowed: a whole number"),
        ({"ranges": [1]}, "field 'ranges': found a list; allowed: a table"),
        ({"ranges": {"Wisp": 3}}, "field 'ranges.Wisp': found 3; allowed: two numbers"),
        ({"ranges": {"Wips": [0, 3]}}, "did you mean 'Wisp'?"),
        ({"max_cards": 0}, "field 'max_cards': the number 0 is out of range; allowed: a whole number from 1 to 1000"),
        ({"max_cards": True}, "field 'max_cards': found true; allowed: a whole number"),
        ({"allow_zero": 1}, "field 'allow_zero': found 1"),
        ({"also": ["Hyenna"]}, "field 'also.0': there is no card 'Hyenna'; did you mean 'Hyena'?"),
        ({"effects": "all"}, "field 'effects': found 'all'; allowed: true, or a list of addresses"),
        ({"effects": ["aura.attack"]}, "allowed: a card and a path, such as CS2_029.spell.damage"),
        ({"effects": ["Timber Wolf.aura.atack"]}, "has no number 'aura.atack'; did you mean 'aura.attack'?"),
        ({"effects": ["CS2_029.spell.damage"]}, "no deck of the metagame has Fireball; add it to the list 'also'"),
        ({"base": "gentel"}, "field 'base': found 'gentel'; did you mean 'gentle'? allowed: free, gentle"),
        ({"base": 3}, "field 'base': found 3; allowed: free, gentle"),
        ({"one_way": "yes"}, "field 'one_way': found 'yes'; allowed: true or false"),
        ({"cost_at_least": -1}, "field 'cost_at_least': the number -1 is out of range"),
        ({"like_printed": 0.2}, "field 'like_printed': found 0.2; allowed: 0 for no limits, or a number from 0.5 to 1"),
        ({"like_printed": True}, "field 'like_printed': found true; allowed: 0 for no limits"),
        ({"attack_at_most_cost_plus": "3"}, "field 'attack_at_most_cost_plus': found '3'; allowed: a whole number"),
    ],
)
def test_bad_settings_say_what_is_allowed(wanted: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        make_space(META, wanted, "my space")
    assert str(caught.value).startswith("my space")
    assert message in str(caught.value)


def test_bad_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.toml: cannot be read"):
        choose_space(str(tmp_path / "none.toml"))
    for content, message in ((b"lock = [", "this is not TOML"), (b"\xff", "this is not UTF-8 text")):
        (tmp_path / "bad.toml").write_bytes(content)
        with pytest.raises(InputError, match=rf"bad.toml: {message}"):
            choose_space(str(tmp_path / "bad.toml"))


def test_every_number_of_every_card_can_go_to_both_ends() -> None:
    space = space_of(effects=True, also=[card.id for card in CARDS], range=[-99, 99])
    for end in (space.low, space.high):
        assert len(space.to_patch(end).apply(CARDS)) == len(CARDS)
    assert np.all(space.lowest <= 0)
    assert {RHINO, HOUNDS} <= set(space.cards)
