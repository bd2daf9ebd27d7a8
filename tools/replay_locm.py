"""Plays recorded matches of Legends of Code and Magic 1.2 again, and tells where the engine's game is another one.

    python -m tools.replay_locm MATCHES.jsonl.gz --json

A line of the file is a match: every turn with what its player was shown (`sees`) and did (`does`), and who won. Decks
are read from the draft, and their order from the hands. In each turn all that the player sees is compared: both heroes
with mana, deck, rune and draws, the size of the enemy's hand, the enemy's actions, and every card with its numbers.
Actions that are not legal are ignored, as they were in the match. A record that does not fit is a difference, too. Exit
code 0: no difference.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from evometa.games.locm.game import LOCM
from evometa.games.locm.records import (
    ATTACK,
    FACE,
    GREEN,
    LANE_SIZE,
    LANES,
    MAX_DECK,
    PASS,
    RUNE_STEP,
    SUMMON,
    USE,
    Record,
    encode,
)
from evometa.games.locm.stepper import Stepper

LETTERS = "BCDGLW"  # of the keywords
KEYWORDS_COLUMN = 7
HAND, MINE, THEIRS = 0, 1, -1  # places of cards
NOBODY = -1  # as a target, and as the lane of a card in hand
KINDS = {"SUMMON": SUMMON, "ATTACK": ATTACK, "USE": USE}
MOST_TOLD = 20  # differences of a file that are printed
MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)  # what odd records lead to
Numbers = tuple[Any, ...]


class View(NamedTuple):
    """What a player sees."""

    heroes: list[list[int]]  # the own, the enemy's: health, mana, cards in the deck, next rune, draws
    n_hand: int  # of the enemy
    actions: list[str]  # of the enemy's last turn
    cards: list[tuple[int, Numbers]]  # instance; number, place, then what the card says, and its lane


def read_view(text: str) -> View:
    """What the lines of a turn say."""
    lines = text.splitlines()
    n_hand, n_actions = map(int, lines[2].split())
    cards = []
    for line in lines[4 + n_actions :]:
        if row := [each if k == KEYWORDS_COLUMN else int(each) for k, each in enumerate(line.split())]:
            number, instance, *others = row
            cards.append((int(instance), (number, *others)))
    heroes = [[*map(int, line.split())] for line in lines[:2]]
    return View(heroes, n_hand, [line.strip() for line in lines[3 : 3 + n_actions]], cards)


class Match:
    """A record: the picks of the draft, and then the turns. Instances tell copies of a card apart."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.winner = record["winner"]
        turns = [(turn["player"], read_view(turn["sees"]), turn["does"]) for turn in record["turns"]]
        self.picks, self.turns = turns[: 2 * MAX_DECK], turns[2 * MAX_DECK :]
        self.drawn = (self._list_drawn(0), self._list_drawn(1))

    def _list_drawn(self, p: int) -> dict[int, int]:
        """The cards that a player was seen to draw, by instance, in order."""
        views = [view for player, view, _ in self.turns if player == p]
        return {instance: row[0] for view in views for instance, row in view.cards if row[1] == HAND}

    def deck(self, p: int) -> list[int]:
        """The deck of a player with the next card last: cards that nobody saw come at the end, as they were picked."""
        unseen = [read_pick(view, does) for player, view, does in self.picks if player == p]
        for number in self.drawn[p].values():
            unseen.remove(number)
        return [*self.drawn[p].values(), *unseen][::-1]


def read_pick(view: View, does: str) -> int:
    """The card that a player has taken; without a choice it is the first one."""
    words = does.split()
    return int(view.cards[int(words[1]) if words[:1] == ["PICK"] else 0][1][0])


class Replay:
    """A match that is played again by the engine."""

    def __init__(self, match: Match, stepper: Stepper) -> None:
        self.match, self.stepper = match, stepper
        self.hands: tuple[list[int], list[int]] = ([], [])  # instances, in the order of the hand
        self.slots: tuple[dict[int, int], dict[int, int]] = ({}, {})  # by instance
        self.touched: set[int] = (
            set()
        )  # creatures that took part in an action: what they do when played is shown no more
        self.actions: list[str] = []  # of the turn before
        self.draws = 1  # cards that this turn was to bring

    @property
    def game(self) -> Record:
        """The engine's state."""
        return self.stepper.game

    def run(self) -> Iterator[str]:
        """Play the match; tells what is different."""
        yield from self._compare_draft()
        self.stepper.deal(self.match.deck(0), self.match.deck(1))
        for player, view, does in self.match.turns:
            if self.game.over or self.game.current != player:
                yield f"turn {self.game.turn}: the record goes on with player {player}, the engine does not"
                return
            self._note_cards()
            views = (each._replace(cards=sorted(each.cards)) for each in (self._view(), view))
            for what, found, expected in zip(View._fields, *views, strict=True):
                if found != expected:
                    yield f"turn {self.game.turn}: {what}: the engine has {found}, the record {expected}"
            self.actions = [done for text in does.replace("\n", ";").split(";") if (done := self.act(text.split()))]
            if not self.game.over:
                self.draws = int(self.game.players[1 - player].draws)
                self.stepper.apply(PASS)
        winner = int(self.game.winner) if self.game.over else None
        if winner != self.match.winner:
            yield f"the end: the winner is {winner}, in the record {self.match.winner}"

    def _compare_draft(self) -> Iterator[str]:
        """Both players are offered the same, and the offered cards are as they are printed."""
        for (_, first, _), (_, second, _) in [*zip(self.match.picks[::2], self.match.picks[1::2], strict=True)]:
            if first.cards != second.cards:
                yield f"the draft: one player is offered {first.cards}, the other {second.cards}"
            for instance, row in first.cards:
                if row != (expected := self._show_card(row[0])):
                    yield f"the draft: card {instance} is {row}, the engine has {expected}"

    # --- acting ---

    def act(self, words: list[str]) -> str:
        """Do an action if it is legal; returns it as the enemy sees it."""
        is_whole = len(words) > 2 and all(re.fullmatch(r"-?\d{1,9}", word) for word in words[1:3])
        if not is_whole or words[0] not in KINDS or self.game.over:
            return ""
        me, kind, instance, target = int(self.game.current), KINDS[words[0]], int(words[1]), int(words[2])
        places = self.slots[me] if kind == ATTACK else {each: i for i, each in enumerate(self.hands[me])}
        if instance not in places:
            return ""
        source, player = places[instance], self.game.players[me]
        card = int(player.board[source].card if kind == ATTACK else player.hand[source])
        aims = self._list_aims(kind, card)
        if target not in aims or (action := encode(kind, source, aims[target])) not in self.stepper.actions():
            return ""
        self.stepper.apply(action)
        if kind != ATTACK:
            self.hands[me].remove(instance)
        if kind == SUMMON:
            lane = range(target * LANE_SIZE, (target + 1) * LANE_SIZE)
            self.slots[me][instance] = next(slot for slot in lane if slot not in self.slots[me].values())
        if kind != SUMMON:
            self.touched |= {*map(int, words[1:3])}
        for p, slots in enumerate(self.slots):
            for gone in [each for each, at in slots.items() if not self.game.players[p].board[at].card]:
                del slots[gone]
        return f"{card} {' '.join(words[:3])}"

    def _list_aims(self, kind: int, card: int) -> dict[int, int]:
        """What an action may aim at, as records call it: lanes, or nobody and the creatures of the right side."""
        if kind == SUMMON:
            return {lane: lane for lane in range(LANES)}
        me = int(self.game.current)
        is_mine = kind == USE and self.stepper.table.cards[card].type == GREEN
        slots = self.slots[me if is_mine else 1 - me]
        return {NOBODY: FACE, **{instance: slot + 1 for instance, slot in slots.items()}}

    # --- seeing ---

    def _note_cards(self) -> None:
        """Put the instances of cards that were drawn into the hands."""
        for hand, player, drawn in zip(self.hands, self.game.players, self.match.drawn, strict=True):
            n_new = int(player.n_hand) - len(hand)
            last = MAX_DECK - int(player.n_deck)
            hand += [*drawn][last - n_new : last] if n_new else []

    def _view(self) -> View:
        """What the current player sees."""
        me = int(self.game.current)
        heroes = []
        for p, draws in ((me, self.draws), (1 - me, self.game.players[1 - me].draws)):
            player = self.game.players[p]
            rune = RUNE_STEP * player.runes
            heroes.append([int(n) for n in (player.health, player.max_mana, player.n_deck, rune, draws)])
        cards = [
            (instance, self._show_card(int(number)))
            for instance, number in zip(self.hands[me], self.game.players[me].hand, strict=False)
        ]
        for p, place in ((me, MINE), (1 - me, THEIRS)):
            for instance, slot in self.slots[p].items():
                cards.append((instance, self._show_creature(instance, self.game.players[p].board[slot], place, slot)))
        return View(heroes, int(self.game.players[1 - me].n_hand), self.actions, cards)

    def _show_card(self, number: int) -> Numbers:
        """A card in hand as it is shown."""
        card = self.stepper.table.cards[number]
        effects = map(int, (card.own_health, card.enemy_health, card.draw))
        numbers = map(int, (card.type, card.cost, card.attack, card.defence))
        return (number, HAND, *numbers, show_keywords(card.keywords), *effects, NOBODY)

    def _show_creature(self, instance: int, creature: Record, place: int, slot: int) -> Numbers:
        """A creature as it is shown."""
        number, _, kind, cost, _, _, _, *effects, _ = self._show_card(int(creature.card))
        numbers = (int(creature.attack), int(creature.defence), show_keywords(creature.keywords))
        shown = [0] * len(effects) if instance in self.touched else effects
        return (number, place, kind, cost, *numbers, *shown, slot // LANE_SIZE)


def show_keywords(bits: int) -> str:
    """Keywords as the records write them."""
    return "".join(letter if bits >> i & 1 else "-" for i, letter in enumerate(LETTERS))


def replay_line(line: str, stepper: Stepper) -> tuple[int, list[str]]:
    """Play a match of a file; returns the number of its turns, and what is different.

    A record that cannot be read, or that does what no engine can follow, is a difference as well.
    """
    n_turns, different = 0, []
    try:
        match = Match(json.loads(line))
        n_turns = len(match.turns)
        for each in Replay(match, stepper).run():
            different.append(each)
    except MISFITS as error:
        different.append(f"the record does not fit: {type(error).__name__}: {error}")
    return n_turns, different


def replay_file(path: Path) -> dict[str, Any]:
    """Play all matches of a file; returns their number, the number of turns, and what is different."""
    stepper, n_turns, found = Stepper(LOCM.compile(LOCM.own_cards).array), 0, list[str]()
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        lines = [line for line in file if line.strip()]
    for number, line in enumerate(lines, start=1):
        turns, different = replay_line(line, stepper)
        n_turns += turns
        found += [f"match {number}, {each}" for each in different]
    return {"matches": len(lines), "turns": n_turns, "differences": len(found), "found": found[:MOST_TOLD]}


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args(arguments)
    report = replay_file(options.file)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        print(f"{report['matches']} matches, {report['turns']} turns, {report['differences']} differences")
        print("\n".join(report["found"]))
    return 1 if report["differences"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
