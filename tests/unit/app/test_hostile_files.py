"""Files that somebody made to do harm, given to commands: one message that says what is allowed, and no long wait."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evometa.app.main import main
from evometa.experiments.settings import in_letters
from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.watching.game_log import GameLog, log_tree
from evometa.games.players import load_player

HUGE = 10**20
LONG = "a" * 5000
TOO_LONG = "a" * 300  # for a name in any file system

Refuse = Callable[..., str]


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refuse:
    """Runs a command that must be refused in one line, in a folder with a file `odd.toml`; returns the message."""

    def run(text: str, *arguments: str) -> str:
        (tmp_path / "odd.toml").write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = capsys.readouterr()
        assert (stop.value.code, captured.out) == (2, "")
        assert captured.err.startswith("evometa: ")
        assert captured.err.count("\n") == 1
        return captured.err

    return run


READING = {
    "apply": ("apply", "{}"),
    "cards": ("card", "Wisp", "--cards", "{}"),
    "overlay": ("card", "Wisp", "--overlay", "{}"),
    "patch": ("card", "Wisp", "--patch", "{}"),
    "deck": ("deck", "{}"),
    "replay": ("play", "--replay", "{}"),
    "position": ("console", "--position", "{}"),
    "metagame": ("meta", "{}"),
    "settings": ("balance", "--settings", "{}"),
    "space": ("balance", "--space", "{}"),
    "include": ("balance", "--include", "{}"),
    "player": ("play", "Starter Mage", "Starter Mage", "--player-a", "{}"),
}


@pytest.mark.parametrize("arguments", READING.values(), ids=READING)
def test_no_command_waits_for_a_pipe_or_reads_a_device(
    arguments: tuple[str, ...], refuse: Refuse, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path in ("pipe.toml", "/dev/zero"):
        message = refuse("", *(each.format(path) for each in arguments))
        assert Path(path).name in message
        assert "this is a" in message or "there is no" in message


@pytest.mark.parametrize("arguments", READING.values(), ids=READING)
def test_every_command_refuses_what_is_too_deep_too_large_or_no_text(
    arguments: tuple[str, ...], refuse: Refuse, tmp_path: Path
) -> None:
    command = [each.format("odd.toml") for each in arguments]
    assert "too deep" in refuse("a = " + "[" * 3000 + "]" * 3000, *command)
    (tmp_path / "large.toml").write_bytes(b"#" * (9 << 20))
    assert "too large" in refuse("", *(each.format("large.toml") for each in arguments))
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe4'")
    assert "not UTF-8" in refuse("", *(each.format("latin.toml") for each in arguments))


@pytest.mark.parametrize("arguments", READING.values(), ids=READING)
def test_a_name_that_no_file_can_have_is_refused(arguments: tuple[str, ...], refuse: Refuse) -> None:
    for name in (f"{TOO_LONG}.toml", f"{LONG}/{LONG}.toml"):
        assert "cannot be read" in (message := refuse("", *(each.format(name) for each in arguments))) or (
            "there is no" in message
        )


FIELDS = {
    "keyword in a list of lists": ("apply", '[give]\nWisp = [["taunt"]]', "field 'give.Wisp.0': found a list"),
    "keyword that is a table": ("apply", "[take]\nWisp = [{}]", "field 'take.Wisp.0': found a table"),
    "ban of a list": ("apply", 'ban = [["Wisp"]]', "field 'ban.0': found a list; allowed: the name or id of a card"),
    "large change": ("apply", f"[change]\nWisp = {{ cost = {HUGE} }}", "from -1000 to 1000"),
    "large exact change": ("apply", "exact = true\n[change]\nWisp = { cost = 900 }", "from 0 to 99"),
    "long name of a patch": (
        "apply",
        f'name = "{LONG}"',
        "found a text of 5000 letters; allowed: a text of at most 200",
    ),
    "remove of a list": ("overlay", '[[card]]\nid = "CS2_231"\nremove = [["cost"]]', "field 'remove.0': found a list"),
    "large cost": ("overlay", f'[[card]]\nid = "CS2_231"\ncost = {HUGE}', "from 0 to 99"),
    "large dbf_id": ("overlay", f'[[card]]\nid = "CS2_231"\ndbf_id = {HUGE}', "up to 2147483647"),
    "set that is a list": ("overlay", '[[card]]\nid = "CS2_231"\nset = [["basic"]]', "field 'set': found a list"),
    "keyword of a card": (
        "overlay",
        '[[card]]\nid = "CS2_231"\nkeywords = [["taunt"]]',
        "found a list; allowed: a keyw",
    ),
    "long card name": ("overlay", f'[[card]]\nid = "CS2_231"\nname = "{LONG}"', "of at most 200"),
    "many copies": ("deck", f'name = "x"\nclass = "mage"\ncards = ["{"9" * 5000}x Wisp"]', "of at most 200"),
    "many cards": ("deck", 'name = "x"\nclass = "mage"\ncards = [' + '"99x Wisp",' * 9 + "]", "more than 200 cards"),
    "long list": ("deck", 'name = "x"\nclass = "mage"\ncards = [' + '"Wips",' * 50_000 + "]", "more than 200 cards"),
    "long deck name": ("deck", f'name = "{LONG}"\nclass = "mage"\ncards = []', "field 'name': found a text of 5000"),
    "card that is a list": ("deck", 'name = "x"\nclass = "mage"\ncards = [["Wisp"]]', "must be a list of cards"),
    "wide line of a deck": ("deck", f'name = "x"\nclass = "mage"\ncards = ["a{" " * 100_000}b"]', "of at most 200"),
    "long metagame name": ("metagame", f'name = "{LONG}"', "field 'name': found a text of 5000 letters"),
    "share that is large": ("metagame", f'[[deck]]\ndeck = "Starter Mage"\nshare = {HUGE}', "out of range; allowed: 0"),
    "many decks": ("metagame", "[[deck]]\n" * 5001, "found 5001 entries; allowed: at most 5000"),
    "deck that is a list": ("metagame", '[[deck]]\ndeck = ["Starter Mage"]', "field 'deck.0.deck': found a list"),
    "objective in a list of lists": ("settings", 'objectives = [["f"]]', "field 'objectives.0': found a list"),
    "objectives that are a word": ("settings", 'objectives = "f"', "allowed: a list of objectives"),
    "population of 10^19": ("settings", f"[evolution]\npopulation = {10**19}", "a whole number from 2 to 100000"),
    "large population": ("settings", "[evolution]\npopulation = 100001", "from 2 to 100000"),
    "many generations": ("settings", f"[evolution]\ngenerations = {10**9}", "from 1 to 1000000"),
    "many games": ("settings", f"games = {10**12}", "from 2 to 1000000000"),
    "many audits": ("settings", "audit_size = 1000000", "from 2 to 100000"),
    "algorithm that is a list": ("settings", 'algorithm = ["ga"]', "field 'algorithm': found a list"),
    "guide that is a table": ("settings", "guide = {}", "field 'guide': found a table"),
    "metagame that is a list": ("settings", "metagame = [[]]", "field 'metagame': found a list"),
    "long reference": ("settings", f'metagame = "{LONG}"', "at most 4096"),
    "space with large max_cards": ("space", f"max_cards = {HUGE}", "from 1 to 1000"),
    "space with a large range": ("space", f"range = [-{HUGE}, 3]", "from -1000 to 1000"),
    "space with a large range of a number": ("space", f"[ranges]\ncost = [0, {HUGE}]", "from -1000 to 1000"),
    "space with a large rule": ("space", f"attack_at_most_cost_plus = {HUGE}", "from -1000 to 1000"),
    "space with a list": ("space", 'only = [["cost"]]', "field 'only.0': found a list"),
    "space with a range of lists": ("space", "range = [[1], [2]]", "field 'range': found a list"),
    "player with a large width": (
        "player",
        f"based_on = 'fair-aggro'\nwidth = {HUGE}",
        "field 'width': the number 1000",
    ),
    "player with a large weight": ("player", f"weights = {{ my_minions = {HUGE} }}", "from -1000000 to 1000000"),
    "player of a kind in a list": ("player", 'kind = [["beam"]]', "field 'kind': found a list"),
    "player of a long name": ("player", f'based_on = "fair-aggro"\nname = "{LONG}"', "of at most 200"),
}


@pytest.mark.parametrize(("command", "text", "message"), FIELDS.values(), ids=FIELDS)
def test_every_field_has_a_kind_and_a_range(command: str, text: str, message: str, refuse: Refuse) -> None:
    assert message in refuse(text, *(each.format("odd.toml") for each in READING[command]))


def test_players_based_on_each_other_come_to_an_end(refuse: Refuse, tmp_path: Path) -> None:
    for n in range(400):
        (tmp_path / f"p{n}.toml").write_text(f'based_on = "p{n + 1}.toml"\n')
    assert "more than 20 players" in refuse(
        'based_on = "p0.toml"', *(each.format("odd.toml") for each in READING["player"])
    )


@pytest.mark.parametrize(
    "option", ["--population", "--generations", "--games", "--audit-size", "--again-size", "--top"]
)
def test_options_have_the_same_ranges(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["balance", "--guide", "wrd", option, str(HUGE)])
    assert stop.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_change_of_thousands_of_digits_is_refused(refuse: Refuse) -> None:
    message = refuse("", "what-if", "paper-small", "--change", f"Wisp cost +{'9' * 5000}")
    assert "out of range; allowed: from -1000 to 1000" in message
    assert len(message) < 500


def test_folders_have_names_that_fit() -> None:
    assert in_letters(f"balance {LONG}") == f"balance-{'a' * 52}"


# --- game logs ------------------------------------------------------------------------------------

MAGE, FAIR = load_deck("Starter Mage"), load_player("fair-control")
LOG = log_tree(GameLog((MAGE, MAGE), (FAIR, FAIR), seed=1, game=0, start=5, steps=()))


def changed(*way: str | int, to: Any) -> dict[str, Any]:
    """The log with another value somewhere in it."""
    tree = json.loads(json.dumps(LOG))
    part: Any = tree
    for name in way[:-1]:
        part = part[name]
    part[way[-1]] = to
    return tree


LOGS = {
    "seed": (changed("seed", to=1 << 64), "field 'seed': the number 18446744073709551616 is out of range"),
    "negative seed": (changed("seed", to=-1), "field 'seed'"),
    "seed in words": (changed("seed", to="1"), "field 'seed': found '1'"),
    "game": (changed("game", to=HUGE), "field 'game'"),
    "version": (changed("rules_version", to=HUGE), "field 'rules_version'"),
    "start": (changed("start", to="f" * 17), "field 'start'"),
    "start that is a number": (changed("start", to=5), "field 'start': found 5; allowed: a hash"),
    "action": (changed("steps", to=[[HUGE, "0", ""]]), "field 'steps.0.0'"),
    "negative action": (changed("steps", to=[[-1, "0", ""]]), "field 'steps.0.0'"),
    "hash": (changed("steps", to=[[1, "-1", ""]]), "field 'steps.0.1'"),
    "step": (changed("steps", to=[[1]]), "field 'steps.0': found a list; allowed: an action, a hash and a text"),
    "steps": (changed("steps", to={}), "field 'steps': found a table; allowed: a list of steps"),
    "one deck": (changed("decks", to=[LOG["decks"][0]]), "field 'decks': found 1 entries; allowed: exactly 2"),
    "class": (changed("decks", 0, "class", to=["mage"]), "field 'decks.0.class': found a list"),
    "unknown class": (changed("decks", 0, "class", to="wizard"), "field 'decks.0.class': found 'wizard'"),
    "many cards": (changed("decks", 0, "cards", to=["Wisp"] * 61), "found 61 entries; allowed: at most 60"),
    "unknown card": (changed("decks", 0, "cards", to=["Wips"]), "there is no card 'Wips'; did you mean 'Wisp'"),
    "hero in a deck": (changed("decks", 0, "cards", to=["HERO_08"]), "allowed: cards that a hand can hold"),
    "card that is a list": (changed("decks", 1, "cards", to=[["Wisp"]]), "field 'decks.1.cards.0': found a list"),
    "width": (changed("players", 0, "width", to=HUGE), "field 'players.0.width'"),
    "unknown field": (changed("players", 0, "strength", to=1), "unknown field 'strength'"),
    "player that is a text": (changed("players", 0, to="fair"), "field 'players.0': found 'fair'; allowed: a table"),
    "missing field": ({name: value for name, value in LOG.items() if name != "seed"}, "the field 'seed' is missing"),
}


@pytest.mark.parametrize(("tree", "message"), LOGS.values(), ids=LOGS)
def test_a_game_log_is_checked_before_it_is_played(tree: dict[str, Any], message: str, refuse: Refuse) -> None:
    assert message in refuse(json.dumps(tree), "play", "--replay", "odd.toml")
