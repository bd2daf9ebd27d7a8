"""Bad input at the command line: one message with the place and the nearest valid word, exit code 2, no traceback."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from evometa.app.main import main

GARDENER = """
[[card]]
id = "MY_001"
name = "Old Gardener"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
cost = 3
attack = 2
health = 3
keywords = ["taunt"]
battlecry = { heal = 2, to = "all friendly characters" }
deathrattle = { summon = "Hedgehog", count = 2 }

[[card]]
id = "MY_001t"
name = "Hedgehog"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
collectible = false
cost = 1
attack = 1
health = 1
"""

# Thirty cards: each of these twice.
PAIRS = [
    "Wisp",
    "Murloc Raider",
    "Stonetusk Boar",
    "River Crocolisk",
    "Bloodfen Raptor",
    "Novice Engineer",
    "Kobold Geomancer",
    "Razorfen Hunter",
    "Shattered Sun Cleric",
    "Chillwind Yeti",
    "Sen'jin Shieldmasta",
    "Boulderfist Ogre",
    "Arcane Shot",
    "Timber Wolf",
    "Houndmaster",
]

Refuse = Callable[..., str]


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refuse:
    """Runs a command that must be refused, in a folder with one file, and returns the message."""

    def run(file: str, text: str, *arguments: str) -> str:
        (tmp_path / file).write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = capsys.readouterr()
        assert (stop.value.code, captured.out) == (2, "")
        assert "Traceback" not in captured.err
        return captured.err

    return run


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# --- cards ------------------------------------------------------------------------------------------------------------

CARD_MISTAKES = {
    "unknown verb": ("{ heal", "{ hael", "field 'battlecry': unknown verb 'hael'; did you mean 'heal'?"),
    "unknown quantifier": (
        "all friendly",
        "al friendly",
        "field 'battlecry.to': unknown selector 'al friendly characters'",
        "did you mean 'all'?",
    ),
    "unknown word of a selector": (
        "all friendly",
        "all freindly",
        "field 'battlecry.to': unknown word 'freindly' in 'freindly characters'; did you mean 'friendly'?",
    ),
    "unknown field": ("attack = 2", "atack = 2", "unknown field 'atack'; did you mean 'attack'?"),
    "unknown field of a step": (
        "count = 2",
        "cuont = 2",
        "field 'deathrattle.cuont'",
        "'cuont'",
        "did you mean 'count'?",
    ),
    "unknown keyword": ('"taunt"', '"tuant"', "field 'keywords.0': unknown keyword 'tuant'; did you mean 'taunt'?"),
    "missing number": ("health = 3\n", "", "the field 'health' is missing", "a whole number from 0 to 99"),
    "negative number": ("health = 3", "health = -3", "field 'health': the number -3 is out of range; allowed: "),
    "negative number of a step": ("heal = 2", "heal = -2", "field 'battlecry.heal': the number -2 is out of range"),
    "text for a number": ("cost = 3", 'cost = "three"', "field 'cost': found 'three'; allowed: a whole number"),
    "token that does not exist": (
        '"Hedgehog", count',
        '"Hedghog", count',
        "field 'deathrattle.summon': there is no card 'Hedghog'; did you mean 'Hedgehog'?",
    ),
    "number above the limit": ("cost = 3", "cost = 100", "field 'cost': the number 100 is out of range"),
    "number too large for the state": (
        "health = 3",
        "health = 32768",
        "field 'health': the number 32768 is out of range; allowed: a whole number from 0 to 99",
    ),
    "number that would wrap to a small one": (
        "heal = 2",
        "heal = 65538",
        "field 'battlecry.heal': the number 65538 is out of range; allowed: a whole number from 0 to 99",
    ),
}


@pytest.mark.parametrize("mistake", CARD_MISTAKES.values(), ids=CARD_MISTAKES)
def test_a_mistake_in_a_card_file(refuse: Refuse, mistake: tuple[str, ...]) -> None:
    old, new, *parts = mistake
    message = refuse("mine.toml", changed(GARDENER, old, new), "card", "Old Gardener", "--cards", "mine.toml")
    assert re.match(r"evometa: mine\.toml, line \d+, card MY_001", message)
    for part in parts:
        assert part in message
    assert message.count("\n") == 1


DUPLICATES = {
    "in the file": (
        "MY_001t",
        "MY_001",
        "card MY_001, field 'id': the id 'MY_001' is there twice; the first is 'Old Gardener' in",
    ),
    "of the game": (
        "MY_001t",
        "CS2_231",
        "card CS2_231, field 'id': the id 'CS2_231' is there twice; the first is 'Wisp' in",
    ),
}


@pytest.mark.parametrize(("old", "new", "part"), DUPLICATES.values(), ids=DUPLICATES)
def test_a_duplicate_id(refuse: Refuse, old: str, new: str, part: str) -> None:
    message = refuse("mine.toml", changed(GARDENER, old, new), "card", "Wisp", "--cards", "mine.toml")
    assert re.search(rf"mine\.toml, line \d+, {re.escape(part)}", message)


def test_a_mistake_in_a_card_file_stops_a_deck_too(refuse: Refuse) -> None:
    text = changed(GARDENER, "{ heal", "{ hael")
    message = refuse("mine.toml", text, "deck", "exp1_hunter_aggro", "--cards", "mine.toml")
    assert message.startswith("evometa: mine.toml, line 13, card MY_001, field 'battlecry': unknown verb 'hael'")


def test_a_card_file_that_is_not_there_or_not_toml(refuse: Refuse) -> None:
    message = refuse("mine.toml", "[[card]\n", "card", "Wisp", "--cards", "nothing.toml")
    assert message.startswith("evometa: nothing.toml: cannot be read")
    message = refuse("mine.toml", "[[card]\n", "card", "Wisp", "--cards", "mine.toml")
    assert message.startswith("evometa: mine.toml, line 1: this is not TOML: ")


def test_a_good_card_file_is_added_to_the_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GARDENER, encoding="utf-8")
    (tmp_path / "deck.toml").write_text(deck(("2x Wisp", "2x Old Gardener")), encoding="utf-8")
    for arguments in (("card", "Old Gardener"), ("card", "Wisp"), ("deck", str(tmp_path / "deck.toml"))):
        with pytest.raises(SystemExit) as stop:
            main([*arguments, "--cards", str(tmp_path / "mine.toml")])
        assert (stop.value.code or 0) == 0
    assert "Old Gardener" in capsys.readouterr().out


# --- decks ------------------------------------------------------------------------------------------------------------


def deck(*changes: tuple[str, str], klass: str = "hunter") -> str:
    """A legal deck file, with some of its entries replaced."""
    entries = [f"2x {name}" for name in PAIRS]
    for old, new in changes:
        entries[entries.index(old)] = new
    return f'name = "Mine"\nclass = "{klass}"\nstyle = "aggro"\ncards = {entries}\n'


def test_the_deck_without_a_mistake_is_legal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(deck(), encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["deck", str(tmp_path / "mine.toml")])
    assert (stop.value.code or 0, capsys.readouterr().err) == (0, "")


DECK_MISTAKES = {
    "29 cards": (deck(("2x Wisp", "Wisp")), "found 29 cards, but a deck has exactly 30"),
    "31 cards": (deck(("2x Wisp", "3x Fen Creeper")), "found 31 cards, but a deck has exactly 30"),
    "three copies": (
        deck(("2x Wisp", "3x Wisp"), ("2x Houndmaster", "Houndmaster")),
        "found 3 copies of Wisp, but the rule for copies allows 2 at most",
    ),
    "two copies of a legendary": (
        deck(("2x Wisp", "2x King Krush")),
        "found 2 copies of King Krush, but the rule for legendary cards allows 1 at most",
    ),
    "card of another class": (
        deck(("2x Wisp", "2x Fireball")),
        "Fireball is a mage card, but this is a hunter deck: allowed are hunter and neutral cards",
    ),
    "unknown name": (deck(("2x Wisp", "2x Wsip")), "there is no card 'Wsip'; did you mean 'Wisp'?"),
    "card that only other cards make": (
        deck(("2x Wisp", "2x Murloc Scout")),
        "Murloc Scout cannot be put into a deck: it is not collectible",
    ),
}
COMMANDS = {"deck": ("deck", "mine.toml"), "play": ("play", "exp1_hunter_aggro", "mine.toml", "--seed", "1")}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(("text", "problem"), DECK_MISTAKES.values(), ids=DECK_MISTAKES)
def test_an_illegal_deck(refuse: Refuse, command: tuple[str, ...], text: str, problem: str) -> None:
    message = refuse("mine.toml", text, *command)
    assert f"mine.toml, deck 'Mine': {problem}" in message


DECK_FILE_MISTAKES = {
    "class": (deck(klass="huntre"), "mine.toml, field 'class': unknown class 'huntre'; did you mean 'hunter'?"),
    "field": (
        changed(deck(), "style", "stlye"),
        "mine.toml: unknown field 'stlye'; did you mean 'style'? allowed: name, class, style, cards",
    ),
    "count": (deck(("2x Wisp", f"{10**30}x Wisp")), "mine.toml, field 'cards.0': found '1000"),
}


@pytest.mark.parametrize(("text", "start"), DECK_FILE_MISTAKES.values(), ids=DECK_FILE_MISTAKES)
def test_a_mistake_in_a_deck_file(refuse: Refuse, text: str, start: str) -> None:
    assert refuse("mine.toml", text, "deck", "mine.toml").startswith(f"evometa: {start}")


# --- players ----------------------------------------------------------------------------------------------------------

PLAY = ("play", "exp1_hunter_aggro", "exp1_warlock_aggro", "--seed", "1", "--player-a")


def test_an_unknown_player_of_a_preset(refuse: Refuse) -> None:
    message = refuse("unused.toml", "", *PLAY, "fair-agro")
    assert message.startswith("evometa: there is no player file and no preset 'fair-agro'; did you mean 'fair-aggro'?")


def test_an_unknown_preset(refuse: Refuse) -> None:
    message = refuse("unused.toml", "", *PLAY, "fiar")
    assert message.startswith("evometa: there is no player file and no preset 'fiar'; did you mean 'fair'?")


PLAYER_MISTAKES = {
    "unknown weight": (
        "[weights]\nmy_minoins = 5",
        "field 'weights': unknown weight 'my_minoins'; did you mean 'my_minions'?",
    ),
    "weight too large": (
        "[weights]\nmy_minions = 9223372036854775808",
        "field 'weights.my_minions': the number 9223372036854775808 is out of range; allowed: ",
    ),
    "width too large": ("width = 65536", "field 'width': the number 65536 is out of range; allowed: "),
    "unknown field": ("witdh = 3", "unknown field 'witdh'; did you mean 'width'?"),
    "unknown base": ('based_on = "fair-contrl"', "field 'based_on': ", "did you mean 'fair-control'?"),
    "unknown mulligan": ('mulligan = "keep cheep"', "field 'mulligan': ", "did you mean 'keep cheap'?"),
}


@pytest.mark.parametrize("mistake", PLAYER_MISTAKES.values(), ids=PLAYER_MISTAKES)
def test_a_mistake_in_a_player_file(refuse: Refuse, mistake: tuple[str, ...]) -> None:
    text, *parts = mistake
    base = "" if "based_on" in text else 'based_on = "fair-aggro"\n'
    message = refuse("careful.toml", base + text, *PLAY, "careful.toml")
    assert message.startswith("evometa: careful.toml")
    for part in parts:
        assert part in message


# --- patches and numbers ----------------------------------------------------------------------------------------------

PATCH_MISTAKES = {
    "unknown card": ('ban = ["Wsip"]', "field 'ban.0': there is no card 'Wsip'; did you mean 'Wisp'?"),
    "unknown number": (
        "[change]\nWisp = { atack = 1 }",
        "field 'change.Wisp.atack': card Wisp (CS2_231) has no number 'atack'; did you mean 'attack'?",
    ),
    "unknown keyword": (
        '[give]\nWisp = ["tuant"]',
        "field 'give.Wisp': card Wisp (CS2_231): unknown keyword 'tuant'; did you mean 'taunt'?",
    ),
}


@pytest.mark.parametrize(("text", "part"), PATCH_MISTAKES.values(), ids=PATCH_MISTAKES)
def test_a_mistake_in_a_patch(refuse: Refuse, text: str, part: str) -> None:
    message = refuse("patch.toml", text, "card", "Wisp", "--patch", "patch.toml")
    assert message.startswith(f"evometa: patch.toml, {part}")


def test_an_unclamped_patch_cannot_go_beyond_the_state(refuse: Refuse) -> None:
    text = "exact = true\n[change]\nWisp = { attack = 900 }"
    message = refuse("patch.toml", text, "card", "Wisp", "--patch", "patch.toml")
    assert "card CS2_231, field 'attack': the number 901 is out of range; allowed: a whole number from 0 to" in message


POSITION = (
    '[[sides]]\nhero = "Rexxar"\nmana = {mana}\n[[sides]]\nhero = "Thrall"\nboard = [{{ card = "Wisp", {wisp} }}]\n'
)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            POSITION.format(mana=70000, wisp="damage = 0"),
            "field 'sides.0.mana': the number 70000 is out of range; allowed: ",
        ),
        (
            POSITION.format(mana=7, wisp="attack = 65537"),
            "field 'sides.1.board.0.attack': the number 65537 is out of range; ",
        ),
        (POSITION.format(mana=7, wisp="atack = 1"), "did you mean 'attack'?"),
    ],
)
def test_a_position_that_does_not_fit_the_state(refuse: Refuse, text: str, part: str) -> None:
    message = refuse("position.toml", text, "console", "--position", "position.toml")
    assert message.startswith("evometa: position.toml: ")
    assert part in message


NUMBER_OPTIONS = {
    "seed": ("play", "exp1_hunter_aggro", "exp1_warlock_aggro", "--seed", str(2**64)),
    "negative seed": ("play", "exp1_hunter_aggro", "exp1_warlock_aggro", "--seed", "-1"),
    "game": ("play", "exp1_hunter_aggro", "exp1_warlock_aggro", "--number", str(2**63)),
    "too many games": ("meta", "paper-small", "--games", str(2**63)),
    "no games": ("meta", "paper-small", "--games", "0"),
    "games of the bench": ("bench", "--games", str(2**63)),
    "threads": ("demo", "--threads", "0"),
}


@pytest.mark.parametrize("arguments", NUMBER_OPTIONS.values(), ids=NUMBER_OPTIONS)
def test_a_number_out_of_range_in_an_option(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    message = refuse("unused.toml", "", *arguments)
    option = next(argument for argument in arguments if argument.startswith("--"))
    assert f"Invalid value for '{option}'" in message
