"""Each invariant notices the position that breaks it, and lets a sound one pass."""

from __future__ import annotations

from typing import Any

import pytest
from tests.properties.random_positions import card_table

from evometa.games.hearthstone.cards.language.codes import DOOMED, HAS_AURA, TAUNT
from evometa.games.hearthstone.engine.state import invariants as inv
from evometa.games.hearthstone.engine.state.invariants import find_broken
from evometa.games.hearthstone.engine.telling.position import Position

HERO, FIRST, SECOND = ("board.0.", "board.1.", "board.2.")

# What is broken, whose field it is (None: the game's own), the field, and a value that it cannot have.
TAMPERED: list[tuple[int, int | None, str, int]] = [
    (inv.STACK_NOT_EMPTY, None, "n_frames", 1),
    (inv.STACK_NOT_EMPTY, None, "dirty", 1),
    (inv.HAND_TOO_LARGE, 0, "n_hand", 11),
    (inv.BOARD_TOO_LARGE, 0, "n_minions", 8),
    (inv.DECK_OUT_OF_BOUNDS, 0, "n_deck", -1),
    (inv.DEAD_MINION_STAYS, 0, FIRST + "damage", 9),
    (inv.DEAD_MINION_STAYS, 0, FIRST + "keywords", DOOMED),
    (inv.MANA_OUT_OF_BOUNDS, 0, "mana", -1),
    (inv.MANA_OUT_OF_BOUNDS, 0, "max_mana", 11),
    (inv.MANA_OUT_OF_BOUNDS, 0, "locked", 11),
    (inv.MANA_OUT_OF_BOUNDS, 0, "overload", -1),
    (inv.EMPTY_SLOT, 0, FIRST + "card", 0),
    (inv.LEFTOVER_SLOT, 0, "board.3.attack", 1),
    (inv.LEFTOVER_SLOT, 0, "order.3", 1),
    (inv.LEFTOVER_SLOT, 1, "weapon.attack", 2),
    (inv.WEAPON_WITHOUT_DURABILITY, 0, "weapon.durability", 0),
    (inv.DEAD_HERO_PLAYS_ON, 0, "hero_died", 1),
    (inv.DEAD_HERO_PLAYS_ON, 1, HERO + "damage", 30),
    (inv.IMPOSSIBLE_CARD, 0, "hand.0.card", 0),
    (inv.IMPOSSIBLE_CARD, 0, "deck.0", -1),
    (inv.IMPOSSIBLE_CARD, 0, HERO + "card", 0),
    (inv.IMPOSSIBLE_CARD, 1, "secrets.0", 0),
    (inv.LEFTOVER_CARD, 0, "hand.1.cost", 1),
    (inv.LEFTOVER_CARD, 0, "deck.2", 1),
    (inv.LEFTOVER_CARD, 0, "secrets.0", 1),
    (inv.LEFTOVER_CARD, 0, "later.0", 1),
    (inv.LEFTOVER_CARD, 0, "died.0", 1),
    (inv.STATS_OUT_OF_BOUNDS, 0, SECOND + "attack", 10_000),
    (inv.STATS_OUT_OF_BOUNDS, 0, SECOND + "damage", -1),
    (inv.STATS_OUT_OF_BOUNDS, 1, "armor", -1),
    (inv.WRONG_ATTACKS, 0, FIRST + "attacks", 3),
    (inv.WRONG_ATTACKS, 0, HERO + "attacks", -1),
    (inv.WRONG_MARKS, 0, FIRST + "n_marks", -1),
    (inv.WRONG_MARKS, 0, FIRST + "marks.0", 1),
    (inv.WRONG_LISTENER, 0, FIRST + "listens", 0),
    (inv.WRONG_LISTENER, 0, SECOND + "listens", 1 << HAS_AURA),
    (inv.WRONG_ORDER, 0, "order.1", 0),
    (inv.WRONG_ORDER, 0, "order.1", 2),
    (inv.WRONG_ORDER, 0, "weapon.order", 99),
    (inv.WRONG_ORDER, None, "next_order", 1),
    (inv.WRONG_SECRETS, 1, "n_secrets", 6),
    (inv.WRONG_COUNTER, 0, "power_used", 2),
    (inv.WRONG_COUNTER, 0, "minions_played", 1),
    (inv.WRONG_COUNTER, 1, "cards_played", 1),
    (inv.WRONG_COUNTER, 0, "n_later", 4),
    (inv.WRONG_TURN, None, "turn", 0),
    (inv.WRONG_TURN, None, "current", 1),
    (inv.WRONG_TURN, None, "winner", 1),
    (inv.WRONG_CHOICE, None, "n_look", 5),
    (inv.WRONG_CHOICE, None, "look_player", 1),
    (inv.WRONG_CHOICE, None, "look.0", 1),
    (inv.STALE_AURAS, 0, SECOND + "aura_attack", 0),
    (inv.STALE_AURAS, 0, SECOND + "aura_keywords", TAUNT),
    (inv.STALE_AURAS, 1, FIRST + "aura_health", 1),
    (inv.STALE_AURAS, 0, "spell_damage", 1),
    (inv.STALE_AURAS, 0, "minion_cost", -1),
    (inv.STALE_AURAS, 0, HERO + "aura_attack", 0),
    (inv.UNHEARD_LISTENER, None, "listens", 0),
    (inv.UNHEARD_LISTENER, None, "had_auras", 0),
]


def sound_position() -> Position:
    """Something of everything: minions with an aura, weapon, secret, hand and deck."""
    position = (
        Position.empty(card_table()).set_mana(0, 5).give(0, "Arcane Shot").set_deck(0, ["Wisp", "Bloodfen Raptor"])
    )
    for player, minion in ((0, "Raid Leader"), (0, "Wisp"), (1, "Chillwind Yeti")):
        position.add_minion(player, minion)
    return position.equip(0, "Fiery War Axe").add_secret(1, "Counterspell")


def broken_in(position: Position) -> int:
    return int(find_broken(position.game, position.stepper.table.record))


def tamper(game: Any, player: int | None, field: str, value: int) -> None:
    """Set a field that is given by its way: names and numbers with dots between them."""
    *way, last = field.split(".")
    place = game if player is None else game.players[player]
    for name in way:
        place = place[int(name)] if name.isdigit() else place[name]
    if last.isdigit():
        place[int(last)] = value
    else:
        setattr(place, last, value)


def test_a_sound_position_passes_and_stays_as_it_is() -> None:
    position = sound_position()
    before = position.stepper.games[0].players.tobytes(), position.hash()
    assert broken_in(position) == 0
    assert (position.stepper.games[0].players.tobytes(), position.hash()) == before


@pytest.mark.parametrize(("broken", "player", "field", "value"), TAMPERED)
def test_an_impossible_value_is_noticed(broken: int, player: int | None, field: str, value: int) -> None:
    position = sound_position()
    tamper(position.game, player, field, value)
    assert broken_in(position) == broken


def test_every_invariant_is_broken_here() -> None:
    assert {broken for broken, *_ in TAMPERED} == set(inv.BROKEN)


def test_one_secret_twice() -> None:
    position = sound_position()
    them = position.game.players[1]
    them.secrets[1] = them.secrets[0]
    them.n_secrets = 2
    assert broken_in(position) == inv.WRONG_SECRETS


def test_a_minion_that_lost_its_aura_silently() -> None:
    """What an engine would do that forgot to look at auras when their source leaves."""
    position = sound_position()
    me = position.game.players[0]
    me.board[1] = me.board[2]
    assert broken_in(position) == inv.STALE_AURAS


def test_a_finished_game_may_leave_the_dead_where_they_are() -> None:
    position = sound_position()
    tamper(position.game, 0, FIRST + "damage", 9)
    position.game.over = 1
    assert broken_in(position) == 0
