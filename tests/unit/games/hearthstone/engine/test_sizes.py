"""No rules file can ask for more than the arrays of compiled code hold, which does not look before it writes."""

import re
from dataclasses import fields, replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from tests.science.random_decks import all_cards

from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.cards import Rules, compile_table, load_rules
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.compiling.sizes import MAX_MARKS, MAX_OPTIONS, MAX_STAT
from evometa.games.hearthstone.cards.rules import RANGES
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state import action_codes as a
from evometa.games.hearthstone.engine.state import records as r
from evometa.games.hearthstone.engine.state.references import pack_mark
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.play.batch import own_turn, turns_begun
from evometa.games.hearthstone.players.workspace import SearchSize, new_workspace
from evometa.games.players import load_player
from evometa.games.records import DeckList, Result
from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

HAND, DECK = r.Player["hand"].shape[0], min(r.Player["deck"].shape[0], DeckList["cards"].shape[0])
ROOM = {  # what a rule fills
    "hand_limit": HAND,
    "first_cards": HAND,
    "second_cards": HAND,
    "board_limit": r.Player["board"].shape[0] - 1,
    "secret_limit": r.Player["secrets"].shape[0],
    "deck_size": DECK,
    "copies": DECK,
    "legendary_copies": DECK,
}
# What only counts, up to what its number may be.
COUNTS = {
    "hero_health": MAX_STAT,
    **dict.fromkeys(("first_mana", "mana_per_turn", "mana_limit", "first_fatigue", "fatigue_step"), MAX_STAT),
    **dict.fromkeys(("turn_limit", "cards_per_turn"), np.iinfo(np.int16).max - 1),
}
RULES_FILE = resources.files("evometa.games.hearthstone.cards").joinpath("data/rules.toml").read_text(encoding="utf-8")


def rules_file(folder: Path, name: str, value: int) -> Path:
    """The game's rules with one number changed."""
    path = folder / "rules.toml"
    path.write_text(re.sub(rf"^{name} = \d+", f"{name} = {value}", RULES_FILE, flags=re.MULTILINE), encoding="utf-8")
    return path


def test_every_rule_that_is_a_number_is_looked_at_here() -> None:
    numbers = {field.name for field in fields(Rules) if isinstance(field.default, int)}
    assert set(RANGES) == numbers == {*ROOM, *COUNTS}


@pytest.mark.parametrize(("name", "room"), [*ROOM.items(), *COUNTS.items()])
def test_no_rule_may_ask_for_more_than_there_is_room_for(name: str, room: int, tmp_path: Path) -> None:
    assert RANGES[name][1] <= room
    assert t.Rules[name] == np.int16
    with pytest.raises(InputError, match=f"{name}.*the number {room + 1} is out of range"):
        load_rules(rules_file(tmp_path, name, room + 1))


@pytest.mark.parametrize("name", RANGES)
def test_the_rules_file_says_what_is_allowed(name: str) -> None:
    shown = re.search(rf"^{name} = \d+ +# (\d+) to (\d+)", RULES_FILE, re.MULTILINE)
    if name in ("hand_limit", "board_limit", "secret_limit", "deck_size", "hero_health"):
        assert shown
    assert shown is None or (int(shown[1]), int(shown[2])) == RANGES[name]


@pytest.mark.parametrize("end", [0, 1], ids=["lowest", "highest"])
def test_a_game_under_the_utmost_rules_stays_inside_its_arrays(end: int) -> None:
    utmost = {name: RANGES[name][end] for name in ROOM}
    rules = replace(load_rules(), **utmost, hero_health=20, mana_per_turn=10)
    cards = ("Wisp", "Secretkeeper", "Arcane Missiles", "Counterspell", "Vaporize", "Mirror Entity", "Ice Barrier")
    deck = Deck("mage", "mage", "", (cards * 60)[: rules.deck_size])
    table = compile_table(all_cards(), rules)
    busy = replace(load_player("random"), kind="busy")
    result = play_games(table, [deck], [busy], [Match((0, 0), (0, 0), 2, 1)], threads=1, check=True)
    assert result.n_games == 2


def test_actions_fit_their_code_and_their_array() -> None:
    parts = (a.CHOOSE, max(HAND, r.MAX_LOOK, r.SLOTS) - 1, r.SLOTS, MAX_OPTIONS)
    action = a.aim(a.encode(*parts), r.GRAVE - 1)
    found = (a.kind_of(action), a.source_of(action), a.position_of(action), a.option_of(action))
    assert (found, a.target_of(action)) == (parts, r.GRAVE - 1)
    assert a.target_of(a.aim(a.encode(*parts), a.NO_TARGET)) == r.NOBODY
    assert action <= np.iinfo(new_workspace(SearchSize()).actions.dtype).max
    druid = crowded_position()
    assert druid.stepper.run(entry.LIST_ACTIONS) <= a.MAX_ACTIONS == len(new_workspace(SearchSize()).actions)


def crowded_position() -> Position:
    """A hand full of minions that choose, beside as many minions as leave room for one more."""
    position = Position.empty(compile_table(all_cards()), ("druid", "mage"))
    for player in range(2):
        for _ in range(r.SLOTS - 2):
            position.add_minion(player, "Wisp")
    return position.set_mana(0, 10).give(0, *["Keeper of the Grove"] * HAND)


def test_marks_fit_their_field() -> None:
    assert pack_mark(MAX_MARKS - 1, 1) <= np.iinfo(r.Character["marks"].base).max


def test_the_last_turn_fits_a_result() -> None:
    last = RANGES["turn_limit"][1] + 1
    room = min(np.iinfo(Result[name].base).max for name in ("first_drawn", "first_played", "missed"))
    assert 0 < own_turn(last) <= room
    assert all(0 < turns_begun(last, p) <= room for p in range(2))
    assert RANGES["mana_limit"][1] * last <= np.iinfo(Result["spent"].base).max


def test_all_that_python_asks_of_a_single_game_has_room() -> None:
    out = Stepper(compile_table(all_cards())).out
    assert len(out) >= max(a.MAX_ACTIONS, 4 + 2 * DECK, HAND + 1)
