"""Decks: reading files and lists, the built-in decks, and what makes a deck illegal."""

from dataclasses import replace
from pathlib import Path

import pytest

from evometa.games.decks.deck import Deck, builtin_decks, load_deck, parse_deck, parse_list, read_deck
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.patches.patch import Patch
from evometa.input import InputError

CARDS = load_cards()
RULES = load_rules()

LEGAL = load_deck("Exp1 Hunter (Aggro)")


def with_cards(*cards: str) -> Deck:
    """The legal deck with some of its cards (all single copies) replaced by these."""
    singles = [card for card, n in LEGAL.counts().items() if n == 1]
    kept = list(LEGAL.cards)
    for card in singles[: len(cards)]:
        kept.remove(card)
    return replace(LEGAL, name="Mine", source="mine.toml", cards=(*kept, *cards))


def error_of(deck: Deck, patch: Patch | None = None) -> str:
    with pytest.raises(InputError) as caught:
        deck.validate(CARDS, RULES, patch)
    return str(caught.value)


# --- reading --------------------------------------------------------------------------------------


def test_a_toml_deck_counts_copies_before_or_after_the_name() -> None:
    deck = parse_deck(
        'name = "Mine"\nclass = "Hunter"\nstyle = "Aggro"\ncards = ["2x Wisp", "King Krush", "Timber Wolf x2"]'
    )
    assert deck == Deck("Mine", "hunter", "aggro", ("Wisp", "Wisp", "King Krush", "Timber Wolf", "Timber Wolf"))
    assert deck.counts() == {"Wisp": 2, "King Krush": 1, "Timber Wolf": 2}


def test_a_plain_list_is_a_deck_too(tmp_path: Path) -> None:
    path = tmp_path / "wolves.txt"
    path.write_text("# my first deck\nclass: hunter\nstyle: aggro\n\n2x Wisp\nKing Krush  # big\n2 Timber Wolf\n")
    assert read_deck(path) == Deck(
        "wolves", "hunter", "aggro", ("Wisp", "Wisp", "King Krush", "Timber Wolf", "Timber Wolf")
    )


@pytest.mark.parametrize(
    "reference", ["Exp1 Hunter (Aggro)", "exp1 hunter (aggro)", "exp1_hunter_aggro", "Exp1 Hunter Aggro"]
)
def test_a_builtin_deck_is_found_by_its_name_or_file(reference: str) -> None:
    assert load_deck(reference).name == "Exp1 Hunter (Aggro)"


def test_a_deck_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nclass = "mage"\ncards = ["Wisp"]')
    assert load_deck(str(path)) == Deck("Mine", "mage", "", ("Wisp",))


def test_a_relative_path_starts_at_the_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("class: mage\nWisp\n")
    assert load_deck("mine.txt", folder=tmp_path) == Deck("mine", "mage", "", ("Wisp",))
    with pytest.raises(InputError, match=f"there is no deck file {tmp_path / 'yours.txt'}"):
        load_deck("yours.txt", folder=tmp_path)


def test_a_text_that_is_too_long_for_a_file_is_not_found() -> None:
    with pytest.raises(InputError, match="there is no deck file and no built-in deck"):
        load_deck("Wolves " * 100)


def test_a_comment_in_a_line_stands_apart() -> None:
    deck = parse_list("# name: No\nname: Deck #1 # mine\n  # class: no\nclass: mage\nWisp #")
    assert deck == Deck("Deck #1", "mage", "", ("Wisp",))


@pytest.mark.parametrize("name", sorted(builtin_decks()))
def test_every_builtin_deck_is_legal(name: str) -> None:
    deck = builtin_decks()[name]
    deck.validate(CARDS, RULES)
    assert deck.style in ("aggro", "control")


def test_a_name_means_the_card_of_a_deck_and_not_its_token() -> None:
    card_set = CARDS.replace("NEW1_034", CARDS["NEW1_034"].dict_copy() | {"name": "Wisp"})
    assert Deck("Mine", "mage", "", ("Wisp", "NEW1_034")).card_ids(card_set) == ("CS2_231", "NEW1_034")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "mine.toml: this is not TOML"),
        ('nmae = "x"', "mine.toml: unknown field 'nmae'; did you mean 'name'?"),
        ('class = "mage"\ncards = []', "mine.toml: the field 'name' is missing"),
        ('name = "x"\ncards = []', "mine.toml: the field 'class' is missing"),
        ('name = "x"\nclass = "mage"', "mine.toml, field 'cards': found None, but it must be a list of cards"),
        ('name = "x"\nclass = "magus"\ncards = []', "field 'class': unknown class 'magus'; did you mean 'mage'?"),
        ('name = "x"\nclass = "neutral"\ncards = []', "field 'class': unknown class 'neutral'"),
        ('name = 3\nclass = "mage"\ncards = []', "field 'name': found 3, but it must be a text"),
        (
            'name = "x"\nclass = "mage"\ncards = ["0x Wisp"]',
            "field 'cards.0': found '0x Wisp', but it must be a card such as",
        ),
        ('name = "x"\nclass = "mage"\ncards = [""]', "field 'cards.0': found '', but it must be a card such as"),
        ('name = "x"\nclass = "mage"\ncards = [3]', "field 'cards': found [3], but it must be a list of cards"),
    ],
)
def test_a_bad_deck_file_gets_a_clear_message(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_deck(text, "mine.toml")
    assert message in str(caught.value)


def test_a_list_without_a_class_gets_a_clear_message() -> None:
    with pytest.raises(InputError, match=r"wolves\.txt: the field 'class' is missing"):
        parse_list("2x Wisp", "wolves.txt")


def test_an_unknown_deck_gets_the_nearest_name() -> None:
    with pytest.raises(
        InputError, match=r"no built-in deck 'Exp1 Huntr \(Agro\)'; did you mean 'Exp1 Hunter \(Aggro\)'\?"
    ):
        load_deck("Exp1 Huntr (Agro)")


def test_a_missing_file_is_not_taken_for_a_name() -> None:
    with pytest.raises(InputError, match=r"there is no deck file decks/mine\.toml"):
        load_deck("decks/mine.toml")


# --- legal and illegal decks ----------------------------------------------------------------------


def test_a_legal_deck_passes() -> None:
    with_cards().validate(CARDS, RULES)
    with_cards("King Krush").validate(CARDS, RULES)


def test_a_deck_of_29_cards_is_refused() -> None:
    deck = replace(LEGAL, cards=LEGAL.cards[1:])
    assert error_of(deck).endswith("deck 'Exp1 Hunter (Aggro)': found 29 cards, but a deck has exactly 30")


def test_a_deck_of_31_cards_is_refused() -> None:
    assert "found 31 cards, but a deck has exactly 30" in error_of(
        replace(LEGAL, cards=(*LEGAL.cards, "Boulderfist Ogre"))
    )


def test_three_copies_are_refused() -> None:
    message = error_of(with_cards("Bloodfen Raptor", "Bloodfen Raptor", "Bloodfen Raptor"))
    assert message == (
        "mine.toml, deck 'Mine': found 3 copies of Bloodfen Raptor, but the rule for copies allows 2 at most"
    )


def test_copies_by_name_and_by_id_are_counted_together() -> None:
    assert "found 3 copies of Bloodfen Raptor" in error_of(with_cards("Bloodfen Raptor", "CS2_172", "CS2_172"))


def test_two_copies_of_a_legendary_are_refused() -> None:
    message = error_of(with_cards("King Krush", "King Krush"))
    assert message.endswith("found 2 copies of King Krush, but the rule for legendary cards allows 1 at most")


def test_a_card_of_another_class_is_refused() -> None:
    message = error_of(with_cards("Fireball"))
    assert message.endswith("Fireball is a mage card, but this is a hunter deck: allowed are hunter and neutral cards")


def test_a_card_that_only_other_cards_make_is_refused() -> None:
    assert error_of(with_cards("Huffer")).endswith("Huffer cannot be put into a deck: it is not collectible")


def test_an_unknown_card_gets_the_nearest_name() -> None:
    message = error_of(with_cards("Bloodfen Rapter"))
    assert message.startswith(
        "mine.toml, deck 'Mine': there is no card 'Bloodfen Rapter'; did you mean 'Bloodfen Raptor'?"
    )


def test_all_that_is_wrong_is_said_at_once() -> None:
    lines = error_of(replace(with_cards("Fireball", "Fireball", "Fireball"), klass="hunter")).splitlines()
    assert len(lines) == 2
    assert all(line.startswith("mine.toml, deck 'Mine': ") for line in lines)


def test_a_banned_card_is_refused() -> None:
    patch = Patch(name="Spring", banned=frozenset(["EX1_543"]))
    assert error_of(with_cards("King Krush"), patch).endswith("King Krush is banned by the patch (Spring)")


def test_a_card_limited_to_one_copy_is_refused_twice() -> None:
    patch = Patch(limited=frozenset(["CS2_172"]))
    with_cards("Bloodfen Raptor").validate(CARDS, RULES, patch)
    message = error_of(with_cards("Bloodfen Raptor", "Bloodfen Raptor"), patch)
    assert message.endswith("found 2 copies of Bloodfen Raptor, but the patch allows 1 at most")


def test_the_rules_say_how_many_cards_and_copies() -> None:
    rules = replace(RULES, deck_size=3, copies=3)
    Deck("Wisps", "mage", "", ("Wisp",) * 3).validate(CARDS, rules)
