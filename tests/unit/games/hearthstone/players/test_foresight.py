"""When foresight is sure, when it is not, and that it knows the whole card language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.properties.foreseen_scores import N_COUNTS, WRONG, compare_scores
from tests.rules.builder import ENEMY, ME, card_table, duel
from tests.unit.games.hearthstone.engine.test_codes import codes_of, copy_table, full_position, instruction, run_frame

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.picking import pick
from evometa.games.hearthstone.engine.effects.quantities import holds, multiplier
from evometa.games.hearthstone.engine.effects.steps import execute
from evometa.games.hearthstone.engine.kernel.actions import apply
from evometa.games.hearthstone.engine.kernel.auras import apply_aura
from evometa.games.hearthstone.engine.state import stack
from evometa.games.hearthstone.engine.state.action_codes import END, FIGHT, NO_TARGET, PLAY, aim, encode
from evometa.games.hearthstone.engine.state.references import bit, hero_of, reference
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.players import records as r
from evometa.games.hearthstone.players.foresight import UNKNOWN, foresee, look_around
from evometa.games.hearthstone.players.scores import score
from evometa.games.hearthstone.players.workspace import SearchSize, new_workspace
from evometa.games.players import load_player

WEIGHTS = load_player("paper-control").record().weights
END_TURN = aim(encode(END, 0, 0, 0), NO_TARGET)
FIRST_PLACE = aim(encode(PLAY, 0, 1, 0), NO_TARGET)
ON_HERO = aim(encode(FIGHT, 1, 0, 0), hero_of(ENEMY))
ON_MINION = aim(encode(FIGHT, 1, 0, 0), reference(ENEMY, 1))


def board(mine: str = "Chillwind Yeti", theirs: str = "River Crocolisk") -> Position:
    """A minion on each side, mine ready to attack."""
    game = duel()
    game.add_minion(ME, mine)
    game.add_minion(ENEMY, theirs)
    return game


def is_sure(game: Position, action: int, weights: Any = WEIGHTS) -> bool:
    """Is the action foreseen? What is foreseen is compared with what happens."""
    g, table, workspace = game.game, game.stepper.table.record, new_workspace(SearchSize())
    counts = np.zeros(N_COUNTS, np.int64)
    workspace.game[0].words = g.words
    assert compare_scores(table, weights, workspace, np.uint64(1), counts) == -1
    assert counts[WRONG] == 0
    look_around(workspace.outlook[0], g, table, weights, ME, score(g, table, ME, weights))
    return bool(foresee(g, table, weights, ME, workspace.outlook[0], action) != UNKNOWN)


# --- when it is sure ----------------------------------------------------------------------------


@pytest.mark.parametrize("action", [END_TURN, ON_HERO, ON_MINION, FIRST_PLACE])
def test_plain_things_are_foreseen(action: int) -> None:
    assert is_sure(board().give(ME, "Sen'jin Shieldmasta"), action)


@pytest.mark.parametrize("minion", ["Dalaran Mage", "Raid Leader", "Argent Squire", "Emperor Cobra"])
def test_shields_poison_and_plain_auras_are_foreseen(minion: str) -> None:
    game = board(theirs=minion)
    game.add_minion(ENEMY, "Raid Leader")
    assert is_sure(game, END_TURN)
    assert is_sure(game, ON_HERO)


def test_the_own_secrets_are_silent() -> None:
    assert is_sure(board().add_secret(ME, "Explosive Trap"), ON_HERO)
    assert not is_sure(board().add_secret(ENEMY, "Explosive Trap"), ON_HERO)


def test_a_minion_scores_the_same_at_every_place() -> None:
    game = board().give(ME, "Raid Leader")
    workspace, table = new_workspace(SearchSize()), game.stepper.table.record
    workspace.game[0].words = game.game.words
    compare_scores(table, WEIGHTS, workspace, np.uint64(1), np.zeros(N_COUNTS, np.int64))
    second = aim(encode(PLAY, 0, 2, 0), NO_TARGET)
    foreseen = foresee(game.game, table, WEIGHTS, ME, workspace.outlook[0], second)
    assert foreseen == score(game.play("Raid Leader").game, table, ME, WEIGHTS)


# --- when it is not -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minion", "action"),
    [
        ("Loot Hoarder", ON_MINION),  # a deathrattle
        ("Acolyte of Pain", ON_MINION),  # hears its damage
        ("Flesheating Ghoul", ON_MINION),  # hears deaths, and there is one
        ("Amani Berserker", ON_MINION),  # an aura that sees wounds
        ("Doomsayer", END_TURN),
        ("Young Priestess", END_TURN),
        ("Dire Wolf Alpha", ON_MINION),  # an aura that is gone
        ("Warsong Commander", END_TURN),  # an aura that asks who has charge
    ],
)
def test_what_follows_from_an_action_is_not_foreseen(minion: str, action: int) -> None:
    game = board(theirs=minion)
    game.add_minion(ENEMY, "Wisp")
    assert not is_sure(game, action)


@pytest.mark.parametrize("card", ["Stormpike Commando", "Raid Leader", "Fireball", "Druid of the Claw"])
def test_a_card_that_does_something_is_tried(card: str) -> None:
    assert not is_sure(board().give(ME, card), FIRST_PLACE)


@pytest.mark.parametrize("minion", ["Raid Leader", "Knife Juggler", "Questing Adventurer"])
def test_a_minion_that_is_noticed_is_tried(minion: str) -> None:
    assert not is_sure(board(mine=minion).give(ME, "Wisp"), FIRST_PLACE)


def test_a_place_is_tried_if_no_other_one_was() -> None:
    """A player may have overlooked the first one."""
    assert not is_sure(board().give(ME, "Raid Leader"), aim(encode(PLAY, 0, 2, 0), NO_TARGET))


def test_a_last_blow_is_tried() -> None:
    assert not is_sure(board().set_health(ENEMY, 4), ON_HERO)


def test_an_empty_deck_is_tried() -> None:
    assert not is_sure(board().set_deck(ENEMY, []), END_TURN)


def test_a_feature_that_is_not_foreseen_has_everything_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(r.SIDE_FEATURES, "hand_size", r.AT_END)
    weights = np.zeros(1, r.Weights)[0]
    r.put_weight(weights, "my_hand_size", 1)
    assert not is_sure(board(), ON_HERO, weights)
    assert is_sure(board(), END_TURN, weights)


# --- it knows the whole language ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "raised"),
    [
        (END_TURN, {"ON_TURN_END", "ON_TURN_START"}),
        (ON_HERO, {"ON_ATTACK", "ON_DAMAGE", "ON_AFTER_ATTACK"}),
        (ON_MINION, {"ON_ATTACK", "ON_DAMAGE", "ON_AFTER_ATTACK", "ON_DEATH"}),
        (FIRST_PLACE, {"ON_PLAY_CARD", "ON_SUMMON", "ON_AFTER_SUMMON", "ON_AFTER_PLAY"}),
    ],
)
def test_a_foreseen_action_raises_no_other_events(
    action: int, raised: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a rule asks for one more event, foresight has to be unsure where somebody hears it."""
    names, asked = {code: name for name, code in codes_of("ON_").items()}, set()

    def hear(bits: int, event: int) -> bool:
        asked.add(names[event])
        return bool(bits >> event & 1)

    monkeypatch.setattr(stack, "has_bit", hear)
    game = board(mine="Core Hound").give(ME, "Wisp")
    game.game.listens = sum(bit(code) for code in names)
    apply(game.game, game.stepper.table.record, action)
    assert asked == raised


# Codes whose rules ask where minions stand. A rule that does says so by `g.saw_places`.
ASK_ABOUT_PLACES = {
    "PICK_ADJACENT",
    "PICK_NEXT_TO_TARGET",
    "PER_ADJACENT_ATTACK",
    "PER_ADJACENT_HEALTH",
    "OP_REDIRECT",
}
# All others: what they do is the same wherever a minion stands, or they draw a random number. A new code belongs in
# one of the two lists.
DO_NOT_ASK = {
    "PICK_": "NONE THIS TARGET IT OTHER ALL RANDOM ALL_BUT_ONE SUMMONED",
    "PER_": "ONE CHARACTER ITS_ATTACK ITS_HEALTH ITS_DAMAGE TARGET_ATTACK TARGET_HEALTH HERO_ATTACK HERO_DAMAGE ARMOR "
    "WEAPON_ATTACK ENEMY_DURABILITY HAND_CARD CARD_PLAYED CARD_BEHIND DRAWN_COST AFFECTED EVENT_AMOUNT FREE_SPACE "
    "HAND_KIND",
    "IF_": "ALWAYS COMBO COUNT TARGET TARGET_DIED TARGET_SURVIVED WEAPON HERO_HEALTH CHANCE SECRET DAMAGED POWER_IS "
    "NO_MINION_PLAYED NEW",
    "OP_": "END IF JUMP DAMAGE MISSILES HEAL CHANGE TAKE SET_ATTACK SET_HEALTH SWAP_STATS FREEZE SILENCE DESTROY "
    "RETURN TAKE_CONTROL TRANSFORM BECOME_COPY SUMMON SUMMON_COPY RESUMMON EQUIP CHANGE_WEAPON DESTROY_WEAPON DRAW "
    "DRAW_RACE DISCARD ADD ADD_PLAYED COPY_FROM_HAND COPY_FROM_DECK SUMMON_FROM_DECK GAIN_MANA GAIN_CRYSTALS ARMOR "
    "SET_POWER SET_HERO COUNTER DESTROY_SECRETS LOOK NEXT_COST ATTACH SWAP_WITH_HAND RETURN_LATER SPELL_DAMAGE "
    "SUMMON_DEAD REPEAT DISCOVER SHUFFLE",
    "AURA_": "STATS COST WEAPON HEALING_HURTS DOUBLE",
}


def meet_pick(position: Position, table: Any, code: int) -> None:
    who = instruction(pick=code, count=1)
    who.who.sides, who.who.kinds, who.who.min_attack, who.who.max_attack = c.EITHER, c.CHARACTERS, -1, -1
    pick(position.game, table, run_frame(position), who)


def meet_quantity(position: Position, table: Any, code: int) -> None:
    multiplier(position.game, table, run_frame(position), instruction(quantity=code), reference(ME, 1))


def meet_condition(position: Position, table: Any, code: int) -> None:
    holds(position.game, table, run_frame(position), instruction(condition=code))


def meet_aura(position: Position, table: Any, code: int) -> None:
    aura = np.zeros(1, position.stepper.table.record.cards[0].auras[0].dtype)[0]
    aura.kind, aura.pick = code, c.PICK_THIS
    apply_aura(position.game, table, aura, ME, reference(ME, 1), False)


def meet_operation(position: Position, table: Any, code: int) -> None:
    step = table.code[1]
    step.op, step.pick, step.whose, step.quantity, step.condition = code, c.PICK_THIS, c.YOU, c.PER_ONE, c.IF_ALWAYS
    execute(position.game, table, run_frame(position, 1))


@pytest.mark.parametrize(
    ("prefix", "meet"),
    [
        ("OP_", meet_operation),
        ("PICK_", meet_pick),
        ("PER_", meet_quantity),
        ("IF_", meet_condition),
        ("AURA_", meet_aura),
    ],
)
def test_every_code_is_known_to_ask_about_places_or_not(
    prefix: str, meet: Callable[[Position, Any, int], None]
) -> None:
    blind = {prefix + name for name in DO_NOT_ASK[prefix].split()}
    asking = {name for name in ASK_ABOUT_PLACES if name.startswith(prefix)}
    assert set(codes_of(prefix)) == blind | asking
    for name, code in codes_of(prefix).items():
        position = full_position(copy_table(card_table()))
        meet(position, position.stepper.table.record, code)
        assert bool(position.game.saw_places) == (name in asking), name


def test_damage_that_is_not_the_same_for_all_asks_about_places() -> None:
    position = full_position(copy_table(card_table()))
    step = position.stepper.table.record.code[1]
    step.op, step.pick, step.quantity = c.OP_DAMAGE, c.PICK_THIS, c.PER_ITS_ATTACK
    execute(position.game, position.stepper.table.record, run_frame(position, 1))
    assert position.game.saw_places


def test_auras_on_neighbours_ask_about_places() -> None:
    game = board(mine="Dire Wolf Alpha")
    game.game.saw_places = 0
    game.refresh()
    assert game.game.saw_places
