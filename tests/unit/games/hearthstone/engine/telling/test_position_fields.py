"""Positions from files: whatever they say, it is a position that the rules can play on from, or one clear message."""

import random
from typing import Any

import pytest

from evometa.games.hearthstone.cards.compiling.compiler import compile_table
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.input.errors import InputError
from evometa.input.fields import MOST_INTEGER

TABLE = compile_table(game_cards())


def of_game(**fields: Any) -> dict[str, Any]:
    return {"sides": [{"hero": "mage"}, {"hero": "hunter"}], **fields}


def of_side(**fields: Any) -> dict[str, Any]:
    return {"sides": [{"hero": "mage", **fields}, {"hero": "hunter"}]}


def of_minion(**fields: Any) -> dict[str, Any]:
    return of_side(board=[{"card": "Wisp", **fields}])


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([], "found a list; allowed: a table"),
        ({}, "a position has two sides, not 0"),
        ({"sides": 1}, "field 'sides': found 1; allowed: a list of two sides"),
        ({"sides": [1, 2]}, "field 'sides.0': found 1; allowed: a table"),
        ({"sides": [{}, {}]}, "there is no hero or class"),
        (of_side(hero=["mage"]), "field 'sides.0.hero': found a list; allowed: a text"),
        (of_game(mana=3), "unknown field 'mana'"),
        (of_game(current=2), "field 'current': the number 2 is out of range; allowed: a whole number from 0 to 1"),
        (of_game(current=-1), "from 0 to 1"),
        (of_game(current=True), "field 'current': found true; allowed: a whole number from 0 to 1"),
        (of_game(turn=0), "from 1 to 201"),
        (of_game(turn=202), "from 1 to 201"),
        (of_game(over=2), "from 0 to 1"),
        (of_game(winner=3), "from 0 to 2"),
        (of_game(winner=1), "field 'winner': only a game that is over has a winner"),
        (of_game(next_order=0), "field 'next_order': the number 0 is out of range"),
        (of_game(next_order=32767), "from 1 to 16000"),
        (of_game(look_player=1), "field 'look_player': found 1; allowed: 0"),
        (of_game(look=["Wisp"], current=1, look_player=0), "field 'look_player': found 0; allowed: 1"),
        (of_game(look=["Wisp"] * 5), "field 'look': found 5 entries; allowed: at most 4"),
        (of_game(look=["Rexxar"]), "Rexxar is not a minion or spell or weapon"),
        (of_game(rng=7), "field 'rng': found 7; allowed: a text of up to 16 hexadecimal digits"),
        (of_game(rng="0x" + "f" * 17), "up to 16 hexadecimal digits"),
        (of_game(rng="-1"), "up to 16 hexadecimal digits"),
        (
            of_game(script=[-1]),
            "field 'script.0': the number -1 is out of range; allowed: a whole number from 0 to 999",
        ),
        (of_game(script=[40_000]), "from 0 to 999"),
        (of_game(script=[10**20]), "from 0 to 999"),
        (of_game(script=[[1]]), "field 'script.0': found a list; allowed: a whole number"),
        (of_game(script=[0] * 129), "field 'script': found 129 entries; allowed: at most 128"),
        (of_game(script="0"), "field 'script': found '0'; allowed: a list of outcomes"),
        (of_side(bord=[]), "unknown field 'bord'; did you mean 'board'"),
        (of_side(mana=10**6), "field 'sides.0.mana': the number 1000000 is out of range; .* from 0 to 99"),
        (of_side(max_mana=-1), "from 0 to 99"),
        (of_side(armor=10_000), "from 0 to 9999"),
        (of_side(fatigue=30_000), "from 0 to 999"),
        (of_side(power_used=2), "from 0 to 1"),
        (of_side(all_spells=128), "field 'sides.0.all_spells': the number 128 is out of range; .* from -99 to 99"),
        (of_side(next_spell=-127), "from -99 to 99"),
        (of_side(newcomers=1 << 15), "from 0 to 32767"),
        (of_side(minions_played=1), "more minions were played than cards"),
        (of_side(power="Fireball"), "Fireball is not a hero power"),
        (of_side(weapon="Wisp"), "Wisp is not a weapon"),
        (of_side(weapon={"card": "Fiery War Axe", "durability": -1}), "from 0 to 9999"),
        (of_side(hand=[{"cost": 1}]), "the field 'card' is missing"),
        (of_side(hand=["Wisp"] * 11), "field 'sides.0.hand': found 11 entries; allowed: at most 10"),
        (of_side(hand=["Rexxar"]), "Rexxar is not a minion or spell or weapon"),
        (of_side(hand=[["Wisp"]]), "field 'sides.0.hand.0': found a list; allowed: a table"),
        (of_side(deck=["Wips"]), "there is no card 'Wips'; did you mean 'Wisp'"),
        (of_side(deck=["Wisp"] * 61), "field 'sides.0.deck': found 61 entries; allowed: at most 60"),
        (of_side(deck=[{}]), "field 'sides.0.deck.0': found a table; allowed: the name or id"),
        (of_side(secrets=["Fireball"]), "Fireball is not a secret"),
        (of_side(secrets=["Mirror Entity"] * 2), "found a secret twice"),
        (of_side(died=["Fireball"]), "Fireball is not a minion"),
        (of_side(later=["Wisp"] * 4), "at most 3"),
        (of_side(board=["Wisp"] * 8), "field 'sides.0.board': found 8 entries; allowed: at most 7"),
        (of_side(board=["Fireball"]), "Fireball is not a minion"),
        (of_side(board="Wisp"), "field 'sides.0.board': found 'Wisp'; allowed: a list of minions"),
        (of_side(hero_state={"max_health": 30_000}), "from -9999 to 9999"),
        (of_side(hero_state=[1]), "field 'sides.0.hero_state': found a list; allowed: a table"),
        (of_minion(marks=[127]), "field 'sides.0.board.0.marks.0': the number 127 is out of range"),
        (of_minion(marks=[-1]), "out of range"),
        (of_minion(marks=[0] * 9), "at most 8"),
        (of_minion(attacks=3), "from 0 to 2"),
        (of_minion(damage=-1), "from 0 to 9999"),
        (of_minion(attack=10**20), "from -9999 to 9999"),
        (of_minion(keywords=[["taunt"]]), "field 'sides.0.board.0.keywords.0': found a list; allowed: taunt"),
        (of_minion(keywords=1), "found 1; allowed: a keyword or a list of them"),
        (of_minion(turn_keywords=["frozen"]), "found 'frozen'; .*allowed: taunt"),
        (of_minion(order=0), "from 1 to 16000"),
        (of_side(board=[{"card": "Wisp", "order": 2}] * 2), "two minions or weapons have the order 2"),
        (
            of_side(board=[{"card": "Wisp", "order": 2}, "Wisp"]),
            "some minions or weapons have an order and others have none",
        ),
        ({**of_minion(order=5), "next_order": 5}, "field 'next_order': found 5; allowed: more than"),
    ],
)
def test_a_wrong_position_is_refused(tree: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Position.load(TABLE, tree)


def test_what_comes_next_comes_after_all_that_is_there() -> None:
    tree = of_side(board=[{"card": "Wisp", "order": 40}], hand=["Wisp"], mana=1)
    game = Position.load(TABLE, tree)
    game.play("Wisp")
    assert [minion.order for minion in game.me.board] == [40, 41]


def test_a_position_without_its_turn_has_that_of_its_player() -> None:
    assert (Position.load(TABLE, of_game(current=1)).turn, Position.load(TABLE, of_game()).turn) == (2, 1)


def test_keywords_of_minions_to_come_are_not_those_of_minions_that_are_there() -> None:
    game = Position.load(TABLE, {**of_side(board=["Wisp"], newcomers=2), "turn": 1})
    assert not game.me.board[0].has("charge")


# --- all fields at once ---------------------------------------------------------------------------

ODD = [-1, 0, 1, 2, 3, 9, 99, 127, -128, 999, 9999, 10_000, 16_000, 32_767, 65_536, MOST_INTEGER, -MOST_INTEGER, 10**20]
ODDITIES: list[Any] = [*ODD, True, None, 0.5, "", "Wisp", "Rexxar", "Fireball", "frozen", [], [0], [[]], ["Wisp"], {}]


def played(seed: int) -> dict[str, Any]:
    """The position of a game after some random actions."""
    dice = random.Random(seed)
    decks = [["Wisp", "Fireball", "Mirror Entity", "Fiery War Axe", "Knife Juggler", "Soul of the Forest"] * 5] * 2
    game = Position.begin(TABLE, ["mage", "druid"], decks, seed)
    for _ in range(dice.randrange(60)):
        if not game.over:
            game.do(dice.choice(game.actions()))
    return game.save()


def spoil(tree: Any, dice: random.Random) -> Any:
    """The same with one value somewhere in it replaced by an odd one, or with an odd one more."""
    if isinstance(tree, dict) and tree and dice.random() < 0.9:
        name = dice.choice(sorted(tree))
        return {**tree, name: spoil(tree[name], dice)}
    if isinstance(tree, list) and tree and dice.random() < 0.8:
        place = dice.randrange(len(tree))
        return [*tree[:place], spoil(tree[place], dice), *tree[place + 1 :]]
    return dice.choice(ODDITIES)


def play_on(game: Position, dice: random.Random) -> None:
    for _ in range(8):
        if not game.over and (actions := game.actions()):
            game.do(dice.choice(actions))


@pytest.mark.parametrize("seed", range(12))
def test_every_position_is_refused_or_can_be_played_on(seed: int) -> None:
    dice, tree = random.Random(seed), played(seed)
    play_on(Position.load(TABLE, tree), dice)
    n_refused = 0
    for _ in range(12):
        try:
            game = Position.load(TABLE, spoil(spoil(tree, dice), dice))
            game.text()
            play_on(game, dice)
        except InputError:
            n_refused += 1
    assert n_refused > 0
