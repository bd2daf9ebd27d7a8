"""Every code of the card language has a rule in the engine, and a code without one stops the game."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.rules.builder import ENEMY, ME, card_table
from tests.unit.matches.small_games import DECKS, PLAYERS

from evometa.games.game import GameError
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.grammar import Verb
from evometa.games.hearthstone.cards.language.verbs import OP_NOTHING, VERBS
from evometa.games.hearthstone.engine.effects.picking import pick
from evometa.games.hearthstone.engine.effects.quantities import holds, multiplier
from evometa.games.hearthstone.engine.effects.steps import execute
from evometa.games.hearthstone.engine.kernel.auras import applies, apply_aura
from evometa.games.hearthstone.engine.state.records import NO_ERROR, UNKNOWN_CODE
from evometa.games.hearthstone.engine.state.references import reference
from evometa.games.hearthstone.engine.state.stack import PROGRAM, SEQUENCE, push
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.tables import CardTable
from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

MINE, THEIRS = reference(ME, 1), reference(ENEMY, 1)


def codes_of(prefix: str) -> dict[str, int]:
    return {name: code for name, code in vars(c).items() if name.startswith(prefix)}


def parametrize_codes(prefix: str) -> Any:
    """The test runs for each code, and for one that does not exist."""
    codes = codes_of(prefix)
    beyond = max(codes.values()) + 1
    cases = [(code, NO_ERROR) for code in codes.values()] + [(beyond, UNKNOWN_CODE)]
    return pytest.mark.parametrize(("code", "expected"), cases, ids=[*codes, f"{prefix}MADE_UP"])


def full_position(table: CardTable | None = None) -> Position:
    """Something of everything, so that no effect is without an object."""
    position = Position.empty(table or card_table(), ("mage", "warrior")).seed(1)
    for player in (ME, ENEMY):
        position.set_mana(player, 5).set_deck(player, ["Wisp", "Void Terror"] * 3).give(
            player, "Wisp", "Bloodfen Raptor"
        )
        position.add_minion(player, "Chillwind Yeti", damage=1)
        position.add_minion(player, "Chillwind Yeti")
        position.equip(player, "Arcanite Reaper")
    return position


def run_frame(position: Position, pc: int = 0) -> Any:
    """A running effect of my first minion about itself and the enemy's, in an action that is going on."""
    action = push(position.game, SEQUENCE, 0, ME, MINE, 1)
    action.target, action.played = THEIRS, position.stepper.find_card("Fireball")
    frame = push(position.game, PROGRAM, pc, ME, MINE, position.stepper.find_card("Fireball"))
    frame.it, frame.target, frame.other, frame.summoned, frame.played = MINE, THEIRS, THEIRS, MINE, action.played
    return frame


def instruction(**fields: int) -> Any:
    blank = np.zeros(1, t.Instruction)[0]
    for name, value in fields.items():
        blank[name] = value
    return blank


# --- operations ---------------------------------------------------------------------------------


def write_example(verb: Verb) -> str:
    """A card whose effect is the verb's example."""
    effect = f"{{ {verb.example.replace('Treant', 'EX1_158t')} }}"  # of which there are several
    words = {"resummon": "dies", "counter": "attacks", "redirect": "attacks", '"it"': "attacks", "played": "dies"}
    happens = next((what for word, what in words.items() if word in effect), None)
    if happens:
        return f'[[card]]\nname = "{verb.name}"\nwhenever = {{ event = "a minion {happens}", do = {effect} }}\n'
    return f'[[card]]\nname = "{verb.name}"\nbattlecry = {effect}\n'


def copy_table(table: CardTable) -> CardTable:
    """The same cards in memory of their own, for a test to spoil."""
    return CardTable(table.array.copy(), table.names, table.ids, table.roster, table.game)


def find_instruction(table: CardTable, verb: Verb) -> int:
    """The place of the instruction in the program of the verb's example."""
    card = table.record.cards[table.roster.find(verb.name)]
    at = int(card.play) or int(card.triggers[0].pc)
    assert table.record.code[at].op == verb.op
    return at


def run_instruction(position: Position, at: int) -> int:
    """Run the instruction at a place, about somebody wherever it is about characters at all; returns the error."""
    code = position.stepper.table.record.code
    if code[at].pick != c.PICK_NONE:
        code[at].pick = c.PICK_THIS
    execute(position.game, position.stepper.table.record, run_frame(position, at))
    return int(position.game.error)


STEPS = [verb for verb in VERBS if verb.op != OP_NOTHING]
EXAMPLES = "".join(write_example(verb) for verb in STEPS)


@pytest.mark.parametrize("verb", STEPS, ids=lambda verb: verb.name)
def test_every_verb_has_a_rule(verb: Verb) -> None:
    table = copy_table(card_table(EXAMPLES))
    assert run_instruction(full_position(table), find_instruction(table, verb)) == NO_ERROR


@pytest.mark.parametrize("how", [c.PICK_THIS, c.PICK_NONE], ids=["about somebody", "about a player"])
@pytest.mark.parametrize("name", ["OP_END", "OP_IF", "OP_JUMP", "OP_MADE_UP"])
def test_other_operations_are_known_and_a_made_up_one_is_not(name: str, how: int) -> None:
    op = codes_of("OP_").get(name, max(codes_of("OP_").values()) + 1)
    table = copy_table(card_table())
    first = table.record.code[1]
    first.op, first.pick, first.whose = op, how, c.YOU
    assert run_instruction(full_position(table), 1) == (UNKNOWN_CODE if name == "OP_MADE_UP" else NO_ERROR)


# --- the other codes of instructions and auras --------------------------------------------------


@parametrize_codes("PICK_")
def test_every_pick_has_a_rule(code: int, expected: int) -> None:
    position = full_position()
    who = instruction(pick=code, count=1)
    who.who.sides, who.who.kinds, who.who.min_attack, who.who.max_attack = c.EITHER, c.CHARACTERS, -1, -1
    found = pick(position.game, position.stepper.table.record, run_frame(position), who)
    assert (position.game.error, bool(found)) == (expected, expected == NO_ERROR and code != c.PICK_NONE)


@parametrize_codes("PER_")
def test_every_quantity_has_a_rule(code: int, expected: int) -> None:
    position = full_position()
    multiplier(position.game, position.stepper.table.record, run_frame(position), instruction(quantity=code), MINE)
    assert position.game.error == expected


@parametrize_codes("IF_")
def test_every_condition_has_a_rule(code: int, expected: int) -> None:
    position = full_position()
    holds(position.game, position.stepper.table.record, run_frame(position), instruction(condition=code))
    assert position.game.error == expected


@parametrize_codes("AURA_")
def test_every_aura_has_a_rule(code: int, expected: int) -> None:
    position = full_position()
    aura = np.zeros(1, t.Aura)[0]
    aura.kind, aura.pick = code, c.PICK_THIS
    apply_aura(position.game, position.stepper.table.record, aura, ME, MINE, False)
    assert position.game.error == expected


@pytest.mark.parametrize("word", [*v.AURA_CONDITIONS, "made up"])
def test_every_condition_of_an_aura_has_a_rule(word: str) -> None:
    position = full_position()
    code = v.CONDITIONS[word].code if word in v.CONDITIONS else max(codes_of("IF_").values()) + 1
    applies(position.game, code, ME, position.game.players[ME].board[1])
    assert position.game.error == (NO_ERROR if word in v.CONDITIONS else UNKNOWN_CODE)


# --- what a user notices ------------------------------------------------------------------------


def with_unknown_code() -> CardTable:
    """Cards of which one does something that no rule knows."""
    table = copy_table(card_table())
    table.record.code[table.record.cards[table.roster.find("Arcane Shot")].play].op = 99
    return table


def test_a_position_says_that_a_code_is_unknown() -> None:
    position = full_position(with_unknown_code()).give(ME, "Arcane Shot")
    with pytest.raises(InputError, match="an effect has a code that no rule knows"):
        position.play("Arcane Shot", target="enemy hero")


def test_a_batch_stops_at_an_unknown_code() -> None:
    hunter = replace(DECKS[0], cards=("Arcane Shot",) * 30)
    with pytest.raises(GameError, match=r"seed \d+: an effect has a code that no rule knows"):
        play_games(with_unknown_code(), [hunter], PLAYERS[1:], [Match((0, 0), (0, 0), 1, 1)], threads=1)
