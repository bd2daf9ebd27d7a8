"""Replaying one recorded game, action by action.

After an action the states are compared. Where they differ, the position is brought to the recorded state (see
repairs.py), so that one mistake is seen once. If that does not succeed, the actions up to the next state that can be
reached are not compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from tools.replay.differences import LEGAL, NOTHING, RANDOM, STATE, Difference, compare_moves, compare_states
from tools.replay.echoes import Echoes
from tools.replay.flaws import Change
from tools.replay.moves import OwnAction, attackers, own_actions, recorded_move
from tools.replay.outcomes import Pick, Run, list_picks, runs
from tools.replay.repairs import follow_order, repair_lists, repair_numbers
from tools.replay.states import own_state, recorded_state
from tools.replay.traces import Step, Trace, Tree
from tools.replay.words import CardWords

from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.tables import CardTable

OPENING = -1  # the number of what comes before the first action
MAX_RUNS = 64  # ways to do an action with its random outcomes that are tried
MAX_ROUNDS = 4  # of repair; a change of one number may move others, through auras


@dataclass(frozen=True)
class ActionReport:
    """An action after which, or before which, something differs."""

    number: int
    player: int
    action: Tree
    differences: list[Difference]
    change: Change  # as the recording has it


@dataclass
class GameReport:
    """What came out of one game."""

    name: str
    n_actions: int = 0
    n_compared: int = 0
    n_echoes: int = 0  # differences that followed from earlier ones
    reports: list[ActionReport] = field(default_factory=list)
    odds: list[str] = field(default_factory=list)  # random picks among more or fewer than recorded


def replay(trace: Trace, table: CardTable, words: CardWords) -> GameReport:
    """Play a recorded game and compare every step."""
    return _Replay(trace, table, words).run()


def open_game(trace: Trace, table: CardTable) -> Position:
    """The recorded game after its opening draw: decks as they lie, no mulligan."""
    position = Position.empty(table, trace.heroes)
    rules = table.record.rules
    for p, n in enumerate((int(rules.first_cards), int(rules.second_cards))):
        position.give(p, *trace.decks[p][:n]).set_deck(p, trace.decks[p][n:])
    position.stepper.run(entry.START)
    return position


@dataclass(frozen=True)
class _Try:
    """One way to do an action, and where it led."""

    run: Run
    differences: list[Difference]
    games: Any
    actions: list[OwnAction]


class _Replay:
    def __init__(self, trace: Trace, table: CardTable, words: CardWords) -> None:
        self.trace = trace
        self.words = words
        self.position = open_game(trace, table)
        self.report = GameReport(trace.name)
        self.echoes = Echoes()
        self.state = trace.state  # as it was recorded before the action
        self.actions: list[OwnAction] = []  # what may be done now
        self.is_lost = False  # the position is not the recorded one, and could not be made so

    def run(self) -> GameReport:
        opening = Step(OPENING, 0, {"type": "setup"}, [], [], self.trace.state)
        self._settle(opening, self._compare(opening.state))
        for step in self.trace.steps:
            self.report.n_actions += 1
            if self.is_lost:
                self._repair(step.state)
                self.state = step.state
            else:
                self._settle(step, self._take(step))
        return self.report

    def _settle(self, step: Step, differences: list[Difference]) -> None:
        """Note what differs, and go on from the recorded state."""
        if n_echoes := self.echoes.take_back(self.position, differences):
            self.report.n_echoes += n_echoes
            differences = [d for d in differences if d.kind != STATE] + self._compare(step.state)
        if differences:
            change = Change(self.state, step.state, self.words.by_id)
            self.report.reports.append(ActionReport(step.number, step.player, step.action, differences, change))
            self._repair(step.state)
        self.state = step.state

    # --- doing an action ----------------------------------------------------------------------------------------------

    def _take(self, step: Step) -> list[Difference]:
        """Do an action; what differs before and after it."""
        actions, move = self.actions, recorded_move(step.action, self.words)
        legal = {recorded_move(action, self.words) for action in step.legal} | {move}
        differences = compare_moves(legal, {action.move for action in actions})
        places = (step.action["pos"] + 1,) if "pos" in step.action else (0, 1)
        codes = [action.code for action in actions if action.move == move and action.position in places]
        if not codes:
            return differences or [Difference(LEGAL, f"{move} at {step.action.get('pos')}", "legal", "not legal")]
        return differences + self._do(codes[0], step)

    def _do(self, code: int, step: Step) -> list[Difference]:
        """Do an action in the first way that leads to the recorded state, or else to the fewest differences."""
        picks = list_picks(step.rng, self.words)
        games = self.position.stepper.games
        tried: list[_Try] = []
        for run in islice(runs(self.position, code, picks, self.words), MAX_RUNS):
            found = _check_outcomes(run, picks)
            if not run.problem:
                found += self._compare(step.state)
            tried.append(_Try(run, found, games.copy(), self.actions))
            if not found:
                break
        best = min(tried, key=lambda way: (bool(way.run.problem), len(way.differences)))
        games[:], self.actions = best.games, best.actions
        self.report.n_compared += not best.run.problem
        self.report.odds += best.run.odds
        return best.differences

    # --- comparing ----------------------------------------------------------------------------------------------------

    def _compare(self, state: Tree) -> list[Difference]:
        """The position against a recorded state. When the game is over, only who has won counts."""
        if (recorded := _winner(state)) != (own := _own_winner(self.position)):
            return [Difference(STATE, "winner", recorded, own)]
        if recorded != NOTHING:
            return []
        tree = recorded_state(state, self.words)
        if follow_order(self.position, tree, own_tree := self._observe()):
            own_tree = self._observe()
        return compare_states(tree, own_tree)

    def _observe(self) -> Tree:
        self.actions = own_actions(self.position, self.words)
        return own_state(self.position, self.words, attackers(self.actions))

    def _repair(self, state: Tree) -> None:
        """Bring the position to a recorded state; notes whether that worked."""
        recorded = recorded_state(state, self.words)
        game = self.position.game
        game.n_frames = game.n_grave = game.dirty = game.hits = game.heals = 0
        repair_lists(self.position, recorded, self._observe())
        for _ in range(MAX_ROUNDS):
            differences = compare_states(recorded, own := self._observe())
            if not differences:
                break
            self.echoes.note(self.position, differences)
            repair_numbers(self.position, recorded, own)
        self.is_lost = bool(compare_states(recorded, self._observe()))


def _check_outcomes(run: Run, picks: list[Pick]) -> list[Difference]:
    """What is wrong with the random outcomes of a run."""
    listed = ", ".join(str(pick.thing) for pick in picks) or NOTHING
    if run.problem:
        return [Difference(RANDOM, "outcome", listed, run.problem)]
    if run.left:
        return [Difference(RANDOM, "outcome", listed, f"not asked for: {', '.join(str(p.thing) for p in run.left)}")]
    return []


def _winner(state: Tree) -> str:
    states = [side["state"] for side in state["p"]]
    if states == ["PLAYING", "PLAYING"]:
        return NOTHING
    return f"p{states.index('WON')}" if "WON" in states else "a draw"


def _own_winner(position: Position) -> str:
    winner = position.winner
    if winner is None:
        return NOTHING
    return f"p{winner}" if winner < 2 else "a draw"
