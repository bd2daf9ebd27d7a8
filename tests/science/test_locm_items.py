"""Items in recorded matches of version 1.5, where they are: what they do to creatures is as the engine has it.

These matches have other cards, and effects on whole lanes (areas), which 1.2 has not. So each turn is set up as its
player saw it, with the cards that it shows, and played by the engine up to the enemy's view; turns with areas are left
out.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from evometa.games.locm.game import LOCM
from evometa.games.locm.records import (
    ATTACK,
    CREATURE,
    LANE_SIZE,
    READY,
    SUMMON,
    USE,
    Creature,
    encode,
)
from evometa.games.locm.stepper import Stepper

MATCHES = Path(__file__).resolve().parents[3] / "shared" / "reference" / "locm" / "recorded_matches_1.5.jsonl.gz"
pytestmark = pytest.mark.skipif(
    not MATCHES.exists(), reason="the matches of 1.5 are not here: put them into ../shared/reference/locm to lift this"
)

KINDS = {"SUMMON": SUMMON, "ATTACK": ATTACK, "USE": USE}
ENOUGH = 1000  # so much health that nobody dies of what 1.5 does otherwise
NUMBERS = ("type", "cost", "attack", "defence", "keywords", "own_health", "enemy_health", "draw")


class Turn(NamedTuple):
    """What a player saw and did: cards by instance, with place, the numbers of a card, area and lane."""

    player: int
    mana: int
    cards: dict[int, tuple[int, list[int], int, int]]
    does: list[list[str]]


def read_turns(match: dict[str, Any]) -> Iterator[Turn]:
    for turn in match["turns"]:
        lines = turn["sees"].splitlines()
        hero = lines[0].split()
        if len(hero) != 4 or hero[1] == "0":
            continue  # the choice of cards
        cards = {}
        for line in lines[4 + int(lines[2].split()[1]) :]:
            if row := line.split():
                row[7] = str(sum(1 << i for i, letter in enumerate(row[7]) if letter != "-"))
                _, instance, place, *numbers = map(int, row)
                cards[instance] = (place, numbers[:8], numbers[8], numbers[9])
        does = [words for text in turn["does"].replace("\n", ";").split(";") if (words := text.split())]
        yield Turn(turn["player"], int(hero[1]), cards, does)


class Replayed:
    """A turn that is set up and played; `n_used` counts items by their type, and `has_area` what is not of 1.2."""

    def __init__(self, turn: Turn) -> None:
        tables = LOCM.compile(LOCM.own_cards).array.copy()
        tables["n_cards"], table = len(turn.cards), tables[0]["cards"]
        self.turn, self.stepper, self.hand = turn, Stepper(tables), list[int]()
        self.slots: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.n_used: Counter[int] = Counter()
        self.has_area = False
        self.game = self.stepper.game
        self.game.turn = 5
        for player in self.game.players:
            player.health, player.mana = ENOUGH, turn.mana
        for number, (instance, (place, numbers, _, lane)) in enumerate(turn.cards.items(), start=1):
            table[number] = tuple(numbers)
            if place == 0:
                self.game.players[0].hand[len(self.hand)] = number
                self.hand.append(instance)
            else:
                self.put(0 if place == 1 else 1, instance, number, lane)
        self.game.players[0].n_hand = len(self.hand)
        for words in turn.does:
            self.act(words)

    def put(self, p: int, instance: int, number: int, lane: int) -> None:
        slot, row = self.free_slot(p, lane), self.stepper.table.cards[number]
        state = READY if p == 0 else 0
        self.game.players[p].board[slot] = np.array((number, row.attack, row.defence, row.keywords, state), Creature)
        self.slots[p][instance] = slot

    def free_slot(self, p: int, lane: int) -> int:
        places = range(lane * LANE_SIZE, (lane + 1) * LANE_SIZE)
        return next((slot for slot in places if slot not in self.slots[p].values()), 0)

    def act(self, words: list[str]) -> None:
        if words[0] not in KINDS or self.has_area:
            return
        kind, instance, target = KINDS[words[0]], int(words[1]), int(words[2])
        places = self.slots[0] if kind == ATTACK else {each: i for i, each in enumerate(self.hand)}
        aim = target if kind == SUMMON else {**self.slots[0], **self.slots[1], -1: -1}.get(target, -2) + 1
        slot = self.free_slot(0, target) if kind == SUMMON else 0
        if instance not in places or aim < 0:
            return
        action = encode(kind, places[instance], aim)
        if action not in self.stepper.actions():
            return
        _, numbers, area, _ = self.turn.cards[instance]
        self.has_area = kind != ATTACK and area != 0
        self.stepper.apply(action)
        self.n_used[numbers[0]] += kind == USE
        if kind != ATTACK:
            self.hand.remove(instance)
        if kind == SUMMON:
            self.slots[0][instance] = slot
        for p, slots in enumerate(self.slots):
            for gone in [each for each, at in slots.items() if not self.game.players[p].board[at].card]:
                del slots[gone]

    def creatures(self) -> dict[int, tuple[int, ...]]:
        """By instance: whose it is, attack, defence, keywords, lane, as the enemy sees it."""
        boards = [(p, instance, slot) for p in range(2) for instance, slot in self.slots[p].items()]
        bodies = {instance: (p, slot, self.game.players[p].board[slot]) for p, instance, slot in boards}
        return {
            instance: (2 * p - 1, int(body.attack), int(body.defence), int(body.keywords), slot // LANE_SIZE)
            for instance, (p, slot, body) in bodies.items()
        }


def test_items_do_to_creatures_what_they_did_in_the_matches() -> None:
    n_used: Counter[int] = Counter()
    n_turns = 0
    with gzip.open(MATCHES, "rt", encoding="utf-8") as lines:
        for line in lines:
            for turn, after in pairwise(read_turns(json.loads(line))):
                replayed = Replayed(turn)
                if turn.player == after.player or replayed.has_area or replayed.game.over:
                    continue
                n_turns += 1
                n_used += replayed.n_used
                expected = {
                    instance: (place, numbers[2], numbers[3], numbers[4], lane)
                    for instance, (place, numbers, _, lane) in after.cards.items()
                    if place
                }
                assert replayed.creatures() == expected, turn
    assert n_turns > 600
    assert n_used.total() > 100
    assert CREATURE not in n_used
    assert len(n_used) == 3
