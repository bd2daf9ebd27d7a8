"""Deck codes: to and fro, in agreement with the `hearthstone` package, and what is wrong with bad ones."""

import base64
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hearthstone.deckstrings import parse_deckstring, write_deckstring
from hearthstone.enums import FormatType

from evometa.games.decks.deck import Deck, builtin_decks, load_deck, parse_code, parse_list
from evometa.games.decks.formats import format_deck
from evometa.games.hearthstone.cards import Card, CardSet, load_cards, load_rules
from evometa.games.hearthstone.decks import codes
from evometa.input import InputError

CARDS = load_cards()
MAGE = builtin_decks()["starter_mage"]
JAINA, WISP, FIREBALL = (CARDS[name].tree["dbf_id"] for name in ("Jaina Proudmoore", "Wisp", "Fireball"))
UNKNOWN = 99_999


def code_of(deck: Deck) -> str:
    return format_deck(deck, "code", CARDS).strip()


def make_code(*copies: tuple[int, int], hero: int = JAINA) -> str:
    return str(write_deckstring(list(copies), [hero], FormatType.FT_STANDARD))


def with_byte(code: str, position: int, value: int) -> str:
    data = bytearray(base64.b64decode(code))
    data[position] = value
    return base64.b64encode(data).decode()


def error_of(code: str) -> str:
    with pytest.raises(InputError) as caught:
        load_deck(code)
    return str(caught.value)


# --- to and fro ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(builtin_decks()))
def test_a_builtin_deck_comes_back_from_its_code(name: str) -> None:
    deck = builtin_decks()[name]
    back = load_deck(code_of(deck))
    assert Counter(back.card_ids(CARDS)) == Counter(deck.card_ids(CARDS))
    assert (back.klass, back.name, back.style) == (deck.klass, deck.klass.capitalize(), "")
    back.validate(CARDS, load_rules())
    assert code_of(back) == code_of(deck)


@pytest.mark.parametrize("name", sorted(builtin_decks()))
def test_the_package_reads_the_same_numbers(name: str) -> None:
    deck = builtin_decks()[name]
    copies, heroes, game_format, sideboards = parse_deckstring(code_of(deck))
    numbers = Counter(CARDS[card].tree["dbf_id"] for card in deck.card_ids(CARDS))
    assert (dict(copies), game_format, sideboards) == (dict(numbers), FormatType.FT_WILD, [])
    (hero,) = heroes
    assert [(card.tree["type"], card.tree["class"]) for card in CARDS if card.tree["dbf_id"] == hero] == [
        ("hero", deck.klass)
    ]


def test_the_order_of_the_cards_does_not_matter_to_a_code() -> None:
    assert code_of(Deck("Turned", "mage", "", MAGE.cards[::-1])) == code_of(MAGE)


@pytest.mark.parametrize("game_format", [FormatType.FT_WILD, FormatType.FT_STANDARD, FormatType.FT_CLASSIC])
def test_a_code_of_any_format_and_number_of_copies_is_read(game_format: FormatType) -> None:
    deck = load_deck(write_deckstring([(WISP, 3), (FIREBALL, 1)], [JAINA], game_format))
    assert (deck.klass, deck.counts()) == ("mage", {"Wisp": 3, "Fireball": 1})


def test_the_class_of_a_hero_with_another_look_is_that_of_the_cards() -> None:
    assert load_deck(make_code((WISP, 2), (FIREBALL, 2), hero=UNKNOWN)).klass == "mage"


def test_own_cards_are_known_by_their_numbers() -> None:
    lantern = Card.from_tree({**CARDS["Wisp"].tree, "id": "MY_1", "name": "Lantern", "dbf_id": UNKNOWN})
    cards = CardSet.from_cards([*CARDS, lantern])
    deck = Deck("Mine", "mage", "", ("Lantern", "Lantern"))
    assert load_deck(format_deck(deck, "code", cards), cards).cards == deck.cards


def test_a_card_whose_name_is_not_enough_comes_by_its_id() -> None:
    cards = CARDS.replace("CS2_029", CARDS["CS2_029"].dict_copy() | {"name": "Wisp"})
    assert parse_code(make_code((FIREBALL, 1)), cards).cards == ("CS2_029",)


def test_the_package_is_imported_only_for_a_code() -> None:
    program = "import sys, evometa.app.main; sys.exit('hearthstone' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# --- in files -----------------------------------------------------------------------------------


def test_a_file_may_hold_a_code(tmp_path: Path) -> None:
    path = tmp_path / "quick.txt"
    path.write_text(f"{code_of(MAGE)}\n")
    deck = load_deck(path)
    assert (deck.name, deck.klass, deck.style) == ("quick", "mage", "")
    assert Counter(deck.cards) == Counter(MAGE.cards)


def test_lines_beside_the_code_give_name_and_style() -> None:
    deck = parse_list(f"name: Quick\nclass: Mage\nstyle: Aggro\n{code_of(MAGE)}  # mine")
    assert (deck.name, deck.klass, deck.style) == ("Quick", "mage", "aggro")


def test_the_text_that_the_game_copies_is_a_deck() -> None:
    text = f"### Quick #1\n# Class: Mage\n# Format: Wild\n#\n# 2x (4) Fireball\n#\n{code_of(MAGE)}\n#\n# Copy me\n"
    deck = parse_list(text, "quick.txt")
    assert (deck.name, deck.klass, len(deck.cards)) == ("Quick #1", "mage", 30)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("2x Wisp", "mine.txt: found a deck code and 1 more lines with cards; allowed: a deck code or cards"),
        ("class: hunter", "mine.txt, field 'class': found 'hunter', but the deck code is that of a mage deck"),
    ],
)
def test_lines_that_do_not_fit_the_code_are_refused(lines: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_list(f"{lines}\n{code_of(MAGE)}", "mine.txt")
    assert str(caught.value) == message


# --- bad codes ----------------------------------------------------------------------------------


def test_a_code_that_is_cut_off_anywhere_is_refused() -> None:
    code = code_of(MAGE)
    for length in range(8, len(code)):
        assert error_of(code[:length]).startswith("deck code: the deck code is cut off; copy all of it")


def test_a_code_without_its_last_byte_is_one_of_before_there_were_sideboards() -> None:
    old = base64.b64encode(base64.b64decode(code_of(MAGE))[:-1]).decode()
    assert load_deck(old) == load_deck(code_of(MAGE))


def test_a_code_of_another_version_is_refused() -> None:
    message = "deck code: the deck code is of format version 2; allowed: version 1"
    assert error_of(with_byte(code_of(MAGE), 1, 2)) == message


def test_a_code_of_an_unknown_format_of_the_game_is_refused() -> None:
    message = error_of(with_byte(code_of(MAGE), 2, 77))
    assert message.startswith("deck code: the deck code is not for a format of the game (")
    assert "77" in message


MISSING = (
    "deck code: the card set does not have 2 of the 3 different cards of the deck code: {}; allowed: the cards that "
    "'evometa card --all' lists, and your own"
)
ALL_CARDS = """<?xml version="1.0" encoding="utf-8"?>
<CardDefs build="1">
<Entity CardID="OTHER_1" ID="88888"><Tag enumID="185" name="CARDNAME"><enUS>Somebody Else</enUS></Tag></Entity>
<Entity CardID="OTHER_2" ID="99999"><Tag enumID="184" name="CARDTEXT"><enUS>Strange</enUS></Tag>
<Tag enumID="185" name="CARDNAME"><deDE>Fremder</deDE><enUS>Stranger</enUS></Tag></Entity>
{}</CardDefs>
"""
NAMELESS = '<Entity CardID="OTHER_3" ID="100000"><Tag enumID="45" name="HEALTH" value="3"/></Entity>\n'


@pytest.fixture
def all_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a made-up package `hearthstone_data`, which can be imported."""
    package, file = tmp_path / "hearthstone_data", tmp_path / "hearthstone_data" / "CardDefs.xml"
    package.mkdir()
    (package / "__init__.py").write_text(f"def get_carddefs_path():\n    return {str(file)!r}\n", encoding="utf-8")
    file.write_text(ALL_CARDS.format(NAMELESS), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "hearthstone_data", raising=False)
    yield file
    sys.modules.pop("hearthstone_data", None)


@pytest.fixture
def no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, whether or not it is installed here."""
    monkeypatch.setattr(codes, "find_spec", lambda name: None)


@pytest.mark.usefixtures("no_names")
def test_cards_that_the_set_does_not_have_are_all_told_by_their_numbers() -> None:
    assert error_of(make_code((WISP, 2), (UNKNOWN, 1), (UNKNOWN + 1, 2))) == (
        MISSING.format("those with the dbf_id 99999, 100000")
        + "; pip install 'evometa[names]' names cards that are missing"
    )


@pytest.mark.usefixtures("all_cards")
def test_with_the_names_of_all_cards_they_are_named() -> None:
    message = error_of(make_code((WISP, 2), (UNKNOWN, 1), (UNKNOWN + 1, 2)))
    assert message == MISSING.format("Stranger, OTHER_3")


def test_cards_that_nobody_knows_are_told_by_their_numbers(all_cards: Path) -> None:
    all_cards.write_text(ALL_CARDS.format(""), encoding="utf-8")
    message = error_of(make_code((WISP, 2), (UNKNOWN, 1), (UNKNOWN + 1, 2)))
    assert message == MISSING.format("Stranger, and those with the dbf_id 100000")


def test_a_hero_that_nothing_tells_the_class_of_is_refused() -> None:
    message = "deck code: the card set has no hero with the dbf_id 99999, and no card tells the class"
    assert error_of(make_code((WISP, 2), hero=UNKNOWN)) == message
    assert error_of(make_code((WISP, 2), hero=WISP)).endswith(f"{WISP}, and no card tells the class")


@pytest.mark.parametrize("n", [0, 100, 10**15])
def test_an_absurd_number_of_copies_is_refused(n: int) -> None:
    message = f"deck code: the deck code has {n} copies of the card with the dbf_id {WISP}; allowed: 1 to 99"
    assert error_of(make_code((WISP, n))) == message


def test_a_code_with_a_sideboard_is_refused() -> None:
    code = write_deckstring([(WISP, 1)], [JAINA], FormatType.FT_WILD, [(FIREBALL, 1, WISP)])
    assert error_of(code) == "deck code: the deck code has a sideboard of 1 cards; allowed: codes without one"


def test_a_code_with_two_heroes_is_refused() -> None:
    code = base64.b64encode(bytes([0, 1, 1, 2, 7, 31, 0, 0, 0, 0])).decode()
    assert error_of(code) == "deck code: the deck code has 2 heroes; allowed: 1"


def test_what_is_no_code_at_all_is_not_read_as_one() -> None:
    with pytest.raises(InputError, match="'Fireball' is not a deck code"):
        parse_code("Fireball")


def test_a_bad_code_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(make_code((UNKNOWN, 1)))
    assert error_of(str(path)).startswith(f"{path}: the card set does not have 1 of the 1 different cards")


def test_a_card_without_a_number_cannot_be_written() -> None:
    lantern = {name: value for name, value in CARDS["Wisp"].tree.items() if name != "dbf_id"}
    cards = CardSet.from_cards([*CARDS, Card.from_tree({**lantern, "id": "MY_1", "name": "Lantern"})])
    with pytest.raises(
        InputError, match=r"card Lantern \(MY_1\) cannot be in a deck code: it has no dbf_id; give it one"
    ):
        format_deck(Deck("Mine", "mage", "", ("Lantern",)), "code", cards)


def test_a_class_without_a_hero_cannot_be_written() -> None:
    cards = CardSet.from_cards(card for card in CARDS if card.tree["type"] == "minion" and card.name == "Wisp")
    with pytest.raises(InputError, match="the card set has no hero of the class mage, which a deck code needs"):
        format_deck(Deck("Mine", "mage", "", ("Wisp",)), "code", cards)
