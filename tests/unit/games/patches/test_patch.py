"""Patches: apply, clamp, invert, compose, diff, magnitude, notes; as TOML and as single lines."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evometa.games.hearthstone.cards import CardSet, load_cards
from evometa.games.hearthstone.cards.language.vocabulary import KEYWORDS_OF
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.patches.files import (
    format_patch,
    parse_change,
    parse_changes,
    parse_patch,
    read_patch,
)
from evometa.games.patches.patch import Patch, changed_number
from evometa.input import InputError

CARDS = load_cards()
NUMBERS = CARDS.numbers()
CARD_IDS = [card.id for card in CARDS]
WITH_KEYWORDS = [card.id for card in CARDS if card.tree["type"] in KEYWORDS_OF]

AXE, CROCOLISK, BOAR, CLERIC, WISP = "CS2_106", "CS2_120", "CS2_171", "EX1_019", "CS2_231"


def number(card_set: CardSet, address: str) -> int:
    return card_set.numbers()[address]


# --- what a patch does ----------------------------------------------------------------------------


def test_a_change_is_added_to_the_number_at_its_address() -> None:
    patched = Patch(changes={f"{AXE}.cost": 1, f"{CLERIC}.battlecry.attack": 2}).apply(CARDS)
    assert number(patched, f"{AXE}.cost") == number(CARDS, f"{AXE}.cost") + 1
    assert number(patched, f"{CLERIC}.battlecry.attack") == number(CARDS, f"{CLERIC}.battlecry.attack") + 2


def test_applying_a_patch_leaves_the_card_set_alone() -> None:
    before = CARDS.numbers()
    Patch(changes={f"{AXE}.cost": 1}, given={CROCOLISK: frozenset(["taunt"])}).apply(CARDS)
    assert CARDS.numbers() == before
    assert "keywords" not in CARDS[CROCOLISK].tree


def test_keywords_come_and_go() -> None:
    patch = Patch(given={CROCOLISK: frozenset(["taunt"])}, taken={BOAR: frozenset(["charge"])})
    patched = patch.apply(CARDS)
    assert patched[CROCOLISK].tree["keywords"] == ["taunt"]
    assert "keywords" not in patched[BOAR].tree


@pytest.mark.parametrize(
    ("path", "printed", "delta", "allow_zero", "expected"),
    [
        ("cost", 3, 9, False, 10),
        ("cost", 3, -9, False, 0),
        ("attack", 12, 0, False, 12),
        ("attack", 12, 1, False, 12),
        ("attack", 12, -1, False, 11),
        ("health", 3, -9, False, 1),
        ("health", 3, -9, True, 0),
        ("durability", 2, -9, False, 1),
        ("durability", 2, -9, True, 0),
        ("health", 0, -1, False, 0),
        ("battlecry.health", 1, -9, False, 0),
        ("own_cost.cost", -1, -1, False, -1),
        ("own_cost.cost", -1, 3, False, 2),
    ],
)
def test_a_changed_number_is_clamped(path: str, printed: int, delta: int, allow_zero: bool, expected: int) -> None:
    assert HEARTHSTONE.change_number(path, printed, delta, allow_zero) == expected


def test_a_changed_number_is_that_of_the_card() -> None:
    assert changed_number(CARDS[CROCOLISK], f"{CROCOLISK}.health", 20) == 10
    assert changed_number(CARDS[CROCOLISK], f"{CROCOLISK}.health", -20) == 1


def test_health_may_fall_to_zero_only_where_the_patch_says_so() -> None:
    change = {f"{CROCOLISK}.health": -9}
    assert Patch(changes=change).apply(CARDS)[CROCOLISK].tree["health"] == 1
    assert Patch(changes=change, allow_zero=True).apply(CARDS)[CROCOLISK].tree["health"] == 0


def test_magnitude_counts_what_really_changes_and_mana_double() -> None:
    wisp_cost = number(CARDS, f"{WISP}.cost")
    patch = Patch(changes={f"{AXE}.cost": 1, f"{AXE}.attack": -2, f"{WISP}.cost": -5})
    assert wisp_cost == 0
    assert patch.magnitude(CARDS, weighted=False) == 3
    assert patch.magnitude(CARDS) == 4


def test_magnitude_counts_keywords_that_come_or_go_and_no_others() -> None:
    patch = Patch(given={CROCOLISK: frozenset(["taunt"]), BOAR: frozenset(["charge"])})
    assert patch.magnitude(CARDS) == 1


def test_notes_have_a_line_for_each_real_change() -> None:
    patch = Patch(
        changes={f"{AXE}.cost": 1, f"{WISP}.cost": -1, f"{CLERIC}.battlecry.attack": 1},
        given={CROCOLISK: frozenset(["taunt"])},
        taken={BOAR: frozenset(["charge"])},
        banned=frozenset(["EX1_543"]),
        limited=frozenset(["NEW1_019"]),
    )
    cost = number(CARDS, f"{AXE}.cost")
    assert sorted(patch.notes(CARDS)) == [
        f"Fiery War Axe: cost {cost} -> {cost + 1}",
        "King Krush: banned",
        "Knife Juggler: limited to one copy",
        "River Crocolisk: gains taunt",
        "Shattered Sun Cleric: battlecry attack 1 -> 2",
        "Stonetusk Boar: loses charge",
    ]


def test_compose_lets_the_later_patch_have_the_last_word_on_keywords() -> None:
    gives, takes = Patch(given={BOAR: frozenset(["charge"])}), Patch(taken={BOAR: frozenset(["charge"])})
    assert gives.compose(takes) == takes
    assert takes.compose(gives) == gives


def test_compose_joins_bans_and_limits() -> None:
    both = Patch(name="one", banned=frozenset([WISP])).compose(Patch(name="two", limited=frozenset([AXE])))
    assert both == Patch(name="one + two", banned=frozenset([WISP]), limited=frozenset([AXE]))


def test_changes_of_zero_do_not_count() -> None:
    assert Patch(changes={f"{AXE}.cost": 0}, given={WISP: frozenset()}) == Patch()
    assert not Patch(changes={f"{AXE}.cost": 0})


def test_equal_patches_have_equal_hashes() -> None:
    one = Patch(changes={f"{AXE}.cost": 1, f"{WISP}.attack": 1})
    assert hash(one) == hash(Patch(changes={f"{WISP}.attack": 1, f"{AXE}.cost": 1}))


def test_diff_refuses_what_no_patch_says() -> None:
    renamed = CARDS.replace(WISP, CARDS[WISP].dict_copy() | {"name": "Big Wisp"})
    with pytest.raises(InputError, match=r"Wisp \(CS2_231\) differs in more than its numbers and keywords"):
        Patch.diff(CARDS, renamed)


EVERY = settings(deadline=None, max_examples=50)  # a slow machine is no failure


# --- what holds for every patch -------------------------------------------------------------------


@st.composite
def patches(draw: st.DrawFn) -> Patch:
    """Any patch to the cards of the game."""
    cards = draw(st.lists(st.sampled_from(WITH_KEYWORDS), max_size=4, unique=True))
    allowed = {card: list(KEYWORDS_OF[CARDS[card].tree["type"]]) for card in cards}
    words = {card: draw(st.lists(st.sampled_from(allowed[card]), max_size=4, unique=True)) for card in cards}
    cut = draw(st.integers(0, 4))
    return Patch(
        name=draw(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)),
        changes=draw(st.dictionaries(st.sampled_from(list(NUMBERS)), st.integers(-15, 15), max_size=6)),
        given={card: frozenset(some[:cut]) for card, some in words.items()},
        taken={card: frozenset(some[cut:]) for card, some in words.items()},
        banned=draw(st.frozensets(st.sampled_from(CARD_IDS), max_size=3)),
        limited=draw(st.frozensets(st.sampled_from(CARD_IDS), max_size=3)),
        allow_zero=draw(st.booleans()),
    )


@st.composite
def unclamped_pairs(draw: st.DrawFn) -> tuple[Patch, Patch]:
    """Two patches to the same numbers, of which neither meets a limit."""
    first, second = {}, {}
    for address in draw(st.lists(st.sampled_from(list(NUMBERS)), max_size=6, unique=True)):
        printed = NUMBERS[address]
        middle = draw(st.integers(min(1, printed), 10))
        first[address] = middle - printed
        second[address] = draw(st.integers(min(1, middle), 10)) - middle
    return Patch(changes=first), Patch(changes=second)


@EVERY
@given(patches())
def test_a_patch_and_then_its_inverse_give_the_original(patch: Patch) -> None:
    assert patch.invert(CARDS).apply(patch.apply(CARDS)) == CARDS


@EVERY
@given(unclamped_pairs())
def test_a_composed_patch_equals_one_after_the_other(pair: tuple[Patch, Patch]) -> None:
    first, second = pair
    assert first.compose(second).apply(CARDS) == second.apply(first.apply(CARDS))


@EVERY
@given(patches(), patches())
def test_composed_keywords_equal_one_after_the_other(one: Patch, other: Patch) -> None:
    first, second = Patch(given=one.given, taken=one.taken), Patch(given=other.given, taken=other.taken)
    assert first.compose(second).apply(CARDS) == second.apply(first.apply(CARDS))


@EVERY
@given(patches())
def test_the_difference_that_a_patch_makes_is_its_effective_part(patch: Patch) -> None:
    patched = patch.apply(CARDS)
    difference = Patch.diff(CARDS, patched)
    assert difference.apply(CARDS) == patched
    assert difference.changes == patch.effective(CARDS).changes
    assert difference.magnitude(CARDS) == patch.magnitude(CARDS)


@EVERY
@given(patches(), st.booleans())
def test_a_patch_survives_writing_and_reading(patch: Patch, with_names: bool) -> None:
    assert parse_patch(format_patch(patch, CARDS if with_names else None), CARDS) == patch


@EVERY
@given(patches())
def test_changed_numbers_stay_in_their_limits(patch: Patch) -> None:
    for address, value in patch.apply(CARDS).numbers().items():
        assert min(0, NUMBERS[address]) <= value <= max(10, NUMBERS[address])


# --- files and lines ------------------------------------------------------------------------------


def test_a_patch_file_reads_as_people_write_it(tmp_path: Path) -> None:
    path = tmp_path / "patch.toml"
    path.write_text(
        """
        name = "A slower axe"
        ban = ["King Krush"]
        one_copy = ["Knife Juggler"]
        [change]
        "Fiery War Axe" = { cost = 1 }
        "Shattered Sun Cleric" = { battlecry.attack = -1, "battlecry.health" = 1 }
        [give]
        "River Crocolisk" = ["taunt"]
        [take]
        "Stonetusk Boar" = ["charge"]
        """
    )
    assert read_patch(path, CARDS) == Patch(
        name="A slower axe",
        changes={f"{AXE}.cost": 1, f"{CLERIC}.battlecry.attack": -1, f"{CLERIC}.battlecry.health": 1},
        given={CROCOLISK: frozenset(["taunt"])},
        taken={BOAR: frozenset(["charge"])},
        banned=frozenset(["EX1_543"]),
        limited=frozenset(["NEW1_019"]),
    )


def test_a_written_patch_names_its_cards() -> None:
    patch = Patch(changes={f"{AXE}.cost": 1, f"{AXE}.attack": -1})
    assert format_patch(patch, CARDS) == '[change]\n"Fiery War Axe" = { attack = -1, cost = 1 }\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nme = 'x'", "my.toml: unknown field 'nme'; did you mean 'name'?"),
        ("name = ", "my.toml: this is not TOML: Invalid value"),
        ("name = 3", "my.toml, field 'name': found 3, but it must be a text"),
        ("allow_zero = 1", "my.toml, field 'allow_zero': found 1, but it must be true or false"),
        ("[change]\nWosp = { cost = 1 }", "there is no card 'Wosp'; did you mean 'Wisp'?"),
        (
            "[change]\nWisp = 1",
            "my.toml, field 'change.Wisp': found 1, but the changes of a card look like { cost = 1 }",
        ),
        ("[change]\nWisp = { cots = 1 }", "card Wisp (CS2_231) has no number 'cots'; did you mean 'cost'?"),
        ("[change]\nWisp = { cost = 1.5 }", "field 'change.Wisp.cost': found 1.5, but a change is a whole number"),
        ("[change]\nWisp = { cost = 1 }\nCS2_231 = { cost = 2 }", "the number CS2_231.cost is changed twice"),
        (
            "[give]\nWisp = ['tount']",
            "field 'give.Wisp': card Wisp (CS2_231): unknown keyword 'tount'; did you mean 'taunt'?",
        ),
        ("[give]\nWisp = 'taunt'", "field 'give.Wisp': found 'taunt', but keywords are a list"),
        ("[give]\nWisp = ['taunt']\n[take]\nWisp = ['taunt']", "my.toml: the patch both gives and takes taunt"),
        ("[give]\nConsecration = ['taunt']", "no keyword of a spell: 'taunt'; allowed: lifesteal"),
        ("[give]\n'Rexxar' = ['taunt']", "is a hero and cannot have keywords"),
        ("[give]\nWisp = ['spends attack']", "no keyword of a minion: 'spends attack'; did you mean 'cannot attack'"),
        ("ban = ['Wosp']", "my.toml, field 'ban.0': there is no card 'Wosp'; did you mean 'Wisp'?"),
    ],
)
def test_a_bad_patch_file_gets_a_clear_message(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_patch(text, CARDS, "my.toml")
    assert message in str(caught.value)
    assert "my.toml" in str(caught.value)


def test_a_missing_patch_file_gets_a_clear_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read \\(No such file"):
        read_patch(tmp_path / "none.toml", CARDS)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Fiery War Axe cost +1", Patch(changes={f"{AXE}.cost": 1})),
        ("fiery war axe  cost - 1", Patch(changes={f"{AXE}.cost": -1})),
        ("Fiery War Axe mana +1", Patch(changes={f"{AXE}.cost": 1})),
        ("CS2_106.cost +1", Patch(changes={f"{AXE}.cost": 1})),
        ("Shattered Sun Cleric battlecry attack +2", Patch(changes={f"{CLERIC}.battlecry.attack": 2})),
        ("Shattered Sun Cleric battlecry.attack = 4", Patch(changes={f"{CLERIC}.battlecry.attack": 3})),
        ("River Crocolisk gains taunt, divine shield", Patch(given={CROCOLISK: frozenset(["taunt", "divine shield"])})),
        ("Stonetusk Boar loses charge", Patch(taken={BOAR: frozenset(["charge"])})),
        ("Wisp banned", Patch(banned=frozenset([WISP]))),
        ("Wisp one copy", Patch(limited=frozenset([WISP]))),
        ("Wisp limited to one copy", Patch(limited=frozenset([WISP]))),
    ],
)
def test_a_change_of_one_line(line: str, expected: Patch) -> None:
    assert parse_change(line, CARDS) == expected


def test_many_lines_make_one_patch() -> None:
    patch = parse_changes(["Wisp attack +1", "Wisp attack +1", "Wisp health +1"], CARDS)
    assert patch == Patch(changes={f"{WISP}.attack": 2, f"{WISP}.health": 1})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Firey War Axe cost +1", "there is no card 'Firey War Axe'; did you mean 'Fiery War Axe'?"),
        ("Fiery War Axe cots +1", "has no number 'cots'; did you mean 'cost'?"),
        ("Fiery War Axe +1", "card Fiery War Axe (CS2_106) has no number ''; allowed: cost, attack, durability"),
        ("Wisp gains tount", "unknown keyword 'tount'; did you mean 'taunt'?"),
        ("Wisp is weak", "cannot read the change 'Wisp is weak'; write one of: CARD NUMBER +1"),
    ],
)
def test_a_bad_line_gets_a_clear_message(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_change(line, CARDS)
    assert message in str(caught.value)


def test_a_patch_for_another_card_set_is_refused() -> None:
    with pytest.raises(InputError, match="no card 'XYZ_1'"):
        Patch(changes={"XYZ_1.cost": 1}).apply(CARDS)
