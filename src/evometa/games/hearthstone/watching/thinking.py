"""What players thought of while they played: the ends of their turns that their search liked best, with the scores.

A game is thought through again from its record, each search with the random stream that it had. So what is told is what
the player had in mind then, and not what it would think of today.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evometa.games.compiled.randomness import GOLDEN, MIX_2, mix
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.kernel.setup import SEARCH_STREAM
from evometa.games.hearthstone.engine.telling.naming import read_action
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.players.beam import plan_position
from evometa.games.hearthstone.players.knowledge import hide_enemy
from evometa.games.hearthstone.players.player import SearchPlayer, pack_players
from evometa.games.hearthstone.players.scores import BEST
from evometa.games.hearthstone.players.workspace import new_workspace, size_search
from evometa.games.tables import CardTable
from evometa.input.short_repr import Short

_N_OPTIONS = 5  # ends of a turn that are told
_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Option(Short):
    """A way to play the turn, in words, and what the player thinks its end is worth."""

    actions: tuple[str, ...]
    score: int
    is_chosen: bool

    @property
    def is_win(self) -> bool:
        """Whether the game is won then."""
        return self.score >= BEST

    @property
    def is_loss(self) -> bool:
        """Whether the game is lost then."""
        return self.score <= -BEST


@dataclass(frozen=True)
class Thought(Short):
    """What a player thought of before it began to act: the best first."""

    player: int
    options: tuple[Option, ...]
    nodes: int  # positions that it looked at
    weighs_replies: bool  # whether it also looked at what the enemy can answer, which the scores do not tell


@dataclass(frozen=True)
class _Plan:
    """What came out of a search: actions and the chance that each of them had in it."""

    thought: Thought
    actions: tuple[int, ...]
    chances: tuple[int, ...]
    seen: Stepper  # the position as the player saw it


class Thinker:
    """A player who can be asked what it thinks of a position."""

    def __init__(self, table: CardTable, player: SearchPlayer) -> None:
        self.table, self.player = table, player
        # Who does not look at replies is asked for more ends than the best one by letting it look at some that do not
        # count; the search is the same.
        asked = player if player.replies else replace(player, replies=_N_OPTIONS, reply_width=1, reply_mix=0)
        self._styles = pack_players([asked])
        self._workspace = new_workspace(size_search(self._styles))

    def think(self, position: Position) -> Thought:
        """What the player thinks of a position that nobody has played before."""
        return self.plan(position, position.search_hash()).thought

    def plan(self, position: Position, rng: int) -> _Plan:
        """Search with this random stream."""
        workspace = self._workspace
        workspace.game[0].words = position.game.words
        workspace.ends.lengths[:] = 0  # what is left of an earlier search
        length, nodes = plan_position(self.table.array, self._styles, workspace, np.uint64(rng))
        actions = tuple(map(int, workspace.plan[:length]))
        options = tuple(self._read_options(rng, actions)) if length else ()
        replies = self.player.replies > 0
        thought = Thought(position.current, options, int(nodes), replies)
        return _Plan(thought, actions, tuple(map(int, workspace.chances[:length])), self._seen())

    def _read_options(self, rng: int, chosen: tuple[int, ...]) -> Iterator[Option]:
        ends = self._workspace.ends
        found = set()
        for slot in map(int, ends.order[: len(ends.order) - 1]):
            actions = tuple(map(int, ends.plans[slot, : int(ends.lengths[slot])]))
            if not actions or actions in found:
                continue  # there are fewer ends than there is room for
            found.add(actions)
            words = tuple(self._tell(actions, [int(n) for n in ends.births[slot]], rng))
            if len(words) == len(actions):
                yield Option(words, int(ends.scores[slot]), actions == chosen)

    def _tell(self, actions: Sequence[int], chances: Sequence[int], rng: int) -> Iterator[str]:
        """The actions in words, as far as they can be done."""
        stepper = self._seen()
        for action, chance in zip(actions, chances, strict=False):
            n = stepper.run(entry.LIST_ACTIONS)
            if action not in stepper.out[:n]:
                return
            yield read_action(stepper, action).text
            _follow_chance(stepper, action, chance, rng)

    def _seen(self) -> Stepper:
        stepper = Stepper(self.table)
        stepper.game.words = self._workspace.seen[0].words
        return stepper


def recall_thoughts(
    table: CardTable, players: tuple[SearchPlayer, SearchPlayer], key: int, start: Position, actions: Sequence[int]
) -> list[Thought | None]:
    """What was thought before each action of a game: None where its player does not think.

    `key` is the seed of the game itself. Where a game goes another way than its players would play it, as one that was
    recorded with other players' weights, all that follows is None.
    """
    return list(_Recollection(table, players, key, start.copy(), actions).recall())


class _Recollection:
    """The loop of `batch.play_game` once more, along the actions of a record."""

    def __init__(
        self,
        table: CardTable,
        players: tuple[SearchPlayer, SearchPlayer],
        key: int,
        position: Position,
        actions: Sequence[int],
    ) -> None:
        self.players, self.position, self.actions = players, position, actions
        self.thinkers = tuple(Thinker(table, player) if player.kind == "beam" else None for player in players)
        self.rng = stream_of(key, SEARCH_STREAM)
        self.at = 0

    def recall(self) -> Iterator[Thought | None]:
        while self.at < len(self.actions):
            self.rng = _mixed(self.rng + int(GOLDEN))
            thinker, before = self.thinkers[self.position.current], self.at
            if thinker is None:
                self.rng = (self.rng + int(GOLDEN)) & _MASK  # its choice takes one number of the stream
                self._do(self.actions[self.at])
                yield None
                continue
            plan = thinker.plan(self.position, self.rng)
            self._follow(plan, thinker.player.knowledge == "fair")
            yield from [plan.thought] * (self.at - before)
            if self.at == before:
                yield from [None] * (len(self.actions) - before)
                return

    def _follow(self, plan: _Plan, is_fair: bool) -> None:
        """Do what was recorded, as long as it is what the plan says."""
        game, me, expected = self.position.game, self.position.current, plan.seen
        for k, (action, chance) in enumerate(zip(plan.actions, plan.chances, strict=True)):
            is_last = k == len(plan.actions) - 1
            if is_fair and not is_last:
                _follow_chance(expected, action, chance, self.rng)
            if action not in [legal.code for legal in self.position.actions()]:
                continue
            if self.at == len(self.actions) or self.actions[self.at] != action:
                return
            self._do(action)
            if self.position.over or self.position.current != me or game.n_look:
                return
            if is_fair and not is_last:
                view = self.position.copy()
                getattr(hide_enemy, "py_func", hide_enemy)(view.game, me)
                if view.search_hash() != expected.run(entry.SEARCH_HASH):
                    return  # surprised

    def _do(self, action: int) -> None:
        self.position.game.n_journal = 0
        self.position.stepper.apply(action)
        self.at += 1


def _follow_chance(stepper: Stepper, action: int, node: int, rng: int) -> None:
    """Do an action of a search with the chance that it had there, as `beam.follow`."""
    stepper.game.rng = np.uint64(_mixed(rng + int(GOLDEN) * node))
    stepper.run(entry.APPLY, action)


# --- the streams of `evometa.games.compiled.randomness`, for Python ---------------------------------------------------


def _mixed(number: int) -> int:
    """`randomness.mix` of a number, as far as it has 64 bits."""
    with np.errstate(over="ignore"):
        return int(getattr(mix, "py_func", mix)(np.uint64(number & _MASK)))


def stream_of(seed: int, key: int) -> int:
    """`randomness.stream`."""
    return _mixed(_mixed(seed + int(GOLDEN)) ^ ((key * int(MIX_2) + int(GOLDEN)) & _MASK))
