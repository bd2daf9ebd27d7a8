"""`evometa check-game`: what results from a simulator rest on, looked at one by one before anybody relies on it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from evometa.app.terminal.options import SeedOption
from evometa.app.terminal.own_cards import GameOption
from evometa.games.decks.deck import Deck, builtin_decks
from evometa.games.decks.space import class_spaces, draw_random_decks, make_deck_space
from evometa.games.game import EVERY_SET, Game
from evometa.games.outside.game import OutsideGame
from evometa.games.patches.patch import Patch, split_address
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.input.shown_text import join_names, show_name
from evometa.matches.counting import play_games
from evometa.matches.schedule import CHUNK_GAMES, Match, pack_matches
from evometa.show.data import as_json as format_json
from evometa.show.terminal.screen import echo, open_screen
from evometa.show.terminal.tables import new_table, print_table

FAILED = 1  # exit code
MOST_DECKS = 6
LARGE = 1_000  # more than any number changes: where its range ends
SURE = 4.0  # standard errors, so that a sound game fails once in some ten thousand times
_SLACK = 0.1  # of win rate: what starting is worth may depend on the decks
_DECIDED = 0.95  # of mirror games won by one seat: the decks hardly matter any more
_MOST_FOUND = 400  # letters
SLOW, FAST = 2.0, 10.0  # times as slow or as fast as the simulator says


@dataclass(frozen=True)
class Check:
    """What was looked at, what was found, and what to do about it."""

    name: str
    is_passed: bool
    found: str
    advice: str = ""  # if it is not passed
    hint: str = ""  # whether it is passed or not


@dataclass(frozen=True)
class Trial:
    """A game, and how it is tried: every check plays this many games of a match-up."""

    game: Game
    games: int
    seed: int

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """Random decks of every class, and more of them until every card is in one."""
        cards, rules = self.game.own_cards, self.game.load_rules()
        for deck in builtin_decks(self.game).values():
            deck.validate(cards, rules)
        spaces = class_spaces(cards, rules)
        decks = list(draw_random_decks(max(MOST_DECKS, len(spaces)), self.seed, spaces))
        held = {card for deck in decks for card in deck.card_ids(cards)}
        for card in cards:
            space = next((space for space in spaces if card in space.cards), None)
            if space is not None and card.id not in held:
                locked = make_deck_space(space.klass, EVERY_SET, cards, rules, locked=[card.id])
                decks += draw_random_decks(1, self.seed, [locked])
                held.update(decks[-1].card_ids(cards))
        return tuple(decks)

    def play(
        self,
        pairs: Sequence[tuple[int, int]],
        player: str = "",
        seed: int = 0,
        patch: Patch | None = None,
        threads: int = 1,
    ) -> NDArray[Any]:
        """[pairs, games]: what came out of each game (`records.Result`)."""
        cards = self.game.own_cards
        table = self.game.compile(patch.apply(cards) if patch else cards)
        players = [self.game.players.builtin[player or self.game.default_player]]
        matches = pack_matches([Match(pair, (0, 0), self.games, self.seed + seed) for pair in pairs])
        rows = play_games(table, self.decks, players, matches, threads, per_game=True).games
        assert rows is not None
        return rows.reshape(len(pairs), self.games)

    # --- the checks ---

    def look(self) -> Iterator[Check]:
        """All checks, in order."""
        game = self.game
        numbers = len(game.own_cards.numbers())
        yield Check(
            "hello",
            True,
            f"version {game.rules_version}: {len(game.own_cards)} cards, {numbers} numbers, "
            f"{len(builtin_decks(game))} decks, {len(game.players.names)} players",
        )
        yield self.check_players()
        yield self.check_seeds()
        yield self.check_threads()
        yield self.check_luck()
        yield self.check_decks()
        yield self.check_seats()
        yield self.check_numbers()
        yield self.check_speed()

    def check_players(self) -> Check:
        """Every player plays every class."""
        pairs = [(i, (i + 1) % len(self.decks)) for i in range(len(self.decks))]
        for player in self.game.players.names:
            self.play(pairs, player)
        return Check("players", True, join_names(self.game.players.names))

    def check_seeds(self) -> Check:
        """The same seeds bring the same games, after other games and in another process or instance too."""
        pairs = [(0, 1), (1, 0), (2, 3)]
        first = self.play(pairs)
        again, single = self.play(pairs[::-1])[::-1], self.play(pairs[:1])
        n = int((first["winner"] != again["winner"]).sum() + (first[:1]["winner"] != single["winner"]).sum())
        advice = "take all randomness from the seed, and keep nothing from one game to the next"
        return _check_same("same seed", n, first.size + single.size, "in any order", advice)

    def check_threads(self) -> Check:
        """Two at a time play the same games as one."""
        pairs = [(0, 1), (2, 3), (1, 2), (3, 0)]
        one, two = self.play(pairs), self.play(pairs, threads=2)
        n = int((one["winner"] != two["winner"]).sum())
        advice = "register the class, not an object of it; keep nothing outside of it, and no files"
        return _check_same("threads", n, one.size, "on two threads as on one", advice)

    def check_luck(self) -> Check:
        """Other seeds bring other games."""
        rows = [self.play([(0, 1), (2, 3), (4, 5)], seed=seed) for seed in (0, 1)]
        differ = any((rows[0][name] != rows[1][name]).any() for name in ("winner", "turns"))
        return Check(
            "other seed",
            differ,
            "yes" if differ else "no: one game of a match-up tells all",
            "use the seed; a game without chance needs no more than 2 games per match-up",
        )

    def check_decks(self) -> Check:
        """With another deck on either side the same seeds bring other games."""
        played, one, other = (self.play(pairs)["winner"] for pairs in ([(0, 1)], [(1, 1)], [(0, 0)]))
        idle = [seat for seat, mirror in (("first", one), ("second", other)) if (played == mirror).all()]
        return Check(
            "both decks",
            not idle,
            "yes" if not idle else f"with another {' or '.join(idle)} deck every game ended as before",
            "give each seat its own deck",
        )

    def check_seats(self) -> Check:
        """Which of two decks is better does not depend on who starts, and both seats can win."""
        pairs = [(i, j) for i in range(MOST_DECKS) for j in range(i, MOST_DECKS)]
        rates = {pair: _rate(row) for pair, row in zip(pairs, self.play(pairs), strict=True)}
        swapped = {pair: 1 - _rate(row) for pair, row in zip(pairs, self.play([(j, i) for i, j in pairs]), strict=True)}
        worth = float(np.mean([rates[i, i] for i in range(MOST_DECKS)])) - 0.5
        unequal = [pair for pair in pairs if pair[0] != pair[1]]
        gaps = [rates[pair] - swapped[pair] - 2 * worth for pair in unequal]
        worst = max(range(len(gaps)), key=lambda k: abs(gaps[k]))
        limit = SURE * math.sqrt(0.5 / self.games) + 2 * _SLACK + abs(worth)
        found = f"starting is worth {100 * worth:+.1f} points of win rate in mirror games"
        is_sound = abs(gaps[worst]) <= limit and abs(worth) < _DECIDED - 0.5
        if not is_sound:
            first, second = (self.decks[i].name for i in unequal[worst])
            at = rates[unequal[worst]], swapped[unequal[worst]]
            found += (
                f"; {first} wins {100 * at[0]:.0f}% against {second} if it starts, {100 * at[1]:.0f}% if it does not"
            )
        return Check(
            "both seats",
            is_sound,
            found,
            "winner 0 is the deck that is given first; look whether both decks and both players are used",
        )

    def check_numbers(self) -> Check:
        """A change of each number brings other games."""
        silent = [address for address in self.game.own_cards.numbers() if not self._arrives(address)]
        n, names = len(self.game.own_cards.numbers()), join_names(silent[:MOST_DECKS])
        more = f" and {len(silent) - MOST_DECKS} more" if len(silent) > MOST_DECKS else ""
        return Check(
            "numbers",
            len(silent) < n,
            f"all {n} matter" if not silent else f"{n - len(silent)} of {n}; without effect: {names}{more}",
            "play with the numbers that are given, not with those in the code",
        )

    def _arrives(self, address: str) -> bool:
        card = split_address(address)[0]
        holders = [i for i, deck in enumerate(self.decks) if card in deck.card_ids(self.game.own_cards)]
        pairs = [(i, (i + 1) % len(self.decks)) for i in holders]
        before = self.play(pairs)
        for change in (LARGE, -LARGE) if holders else ():
            after = self.play(pairs, patch=Patch(changes={address: change}))
            if any((before[name] != after[name]).any() for name in ("winner", "turns")):
                return True
        return False

    def check_speed(self) -> Check:
        """It is as fast as it says, so that chunks take about a second; a game of data has nothing to say of that."""
        pairs = [(i, j) for i in range(MOST_DECKS) for j in range(MOST_DECKS)]
        started = time.perf_counter()
        self.play(pairs)
        speed = len(pairs) * self.games / (time.perf_counter() - started)
        if not isinstance(self.game, OutsideGame):
            return Check("speed", True, f"{speed:,.0f} games a second")
        said, at_once = CHUNK_GAMES / self.game.effort_of(self.game.pack_players([])), min(speed, CHUNK_GAMES)
        return Check(
            "speed",
            speed * SLOW >= said,
            f"{speed:,.0f} games a second; it is asked for {said:,.0f} at once",
            hint=f"tell speed = {max(1, int(speed))}" if not said / SLOW <= at_once <= said * FAST else "",
        )


def _check_same(name: str, n_other: int, n_games: int, how: str, advice: str) -> Check:
    """Whether all games ended as those that they repeat."""
    found = how if n_other == 0 else f"{n_other} games of {n_games} ended otherwise"
    return Check(name, n_other == 0, found, advice)


def _rate(rows: NDArray[Any]) -> float:
    """The share of games that the first deck wins; draws count half."""
    return float(((rows["winner"] == 0) + 0.5 * (rows["winner"] == 2)).mean())


def check_game(
    game: GameOption = None,
    games: Annotated[int, typer.Option(min=20, max=100_000, help="Games of each match-up.")] = 200,
    seed: SeedOption = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """Check a simulator of your own: same seed, same game; both seats alike; changes of numbers arrive; speed."""
    if game is None:
        raise InputError("which game? Give --game FILE.py, or --game-command PROGRAM")
    found = list(Trial(find_game(game), games, seed).look())
    if as_json:
        echo(format_json({"checks": [asdict(each) for each in found]}))
    else:
        table = new_table()
        for heading in ("check", "", "found"):
            table.add_column(heading, overflow="fold")
        for each in found:
            table.add_row(each.name, "passed" if each.is_passed else "FAILED", show_name(each.found, _MOST_FOUND))
        advice = {each.name: each.hint or ("" if each.is_passed else each.advice) for each in found}
        to_do = [f"{name}: {what}." for name, what in advice.items() if what]
        print_table(open_screen(), f"Checks of {find_game(game).title}", table, "\n".join(to_do))
    if not all(each.is_passed for each in found):
        raise typer.Exit(FAILED)
