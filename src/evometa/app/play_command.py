"""`evometa play`: one game as text that a player enjoys reading, and the same game again from its seed or its log."""

from __future__ import annotations

import json
import secrets
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from evometa.app.game_text import print_lines
from evometa.cards.compiler import compile_table
from evometa.cards.decks import Deck, load_deck
from evometa.cards.errors import InputError
from evometa.cards.loader import load_cards
from evometa.cards.rules import load_rules
from evometa.engine import RULES_VERSION
from evometa.engine.narration import wrap_line
from evometa.matches.game_log import GameLog, log_tree, read_log, write_log
from evometa.matches.playthrough import Playthrough, ReplayError, Setting, record_game
from evometa.matches.schedule import pack_decks
from evometa.players.styles import load_player

MOST_SEEDS = 1_000_000  # a seed that nobody chose is a short number
DIFFERENT = 1  # exit code


def play(
    deck_a: Annotated[str, typer.Argument(help="The deck that goes first: a file, or the name of a built-in deck.")] = "",
    deck_b: Annotated[str, typer.Argument(help="The deck that goes second.")] = "",
    player_a: Annotated[str, typer.Option(help="Who plays the first deck; without, fair in the deck's style.")] = "",
    player_b: Annotated[str, typer.Option(help="Who plays the second deck.")] = "",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game.", min=0)] = None,
    overlay: Annotated[list[str] | None, typer.Option(help="Cards changed by an overlay.", metavar="NAME")] = None,
    save: Annotated[Path | None, typer.Option(help="Write a log that can be replayed.", metavar="FILE")] = None,
    replay: Annotated[Path | None, typer.Option(help="Replay a log instead.", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play one game between two decks and show it, or replay a saved one."""
    if replay is not None:
        if deck_a or save:
            raise InputError("a log has its own decks: give --replay FILE alone")
        show_replay(Console(), replay, as_json)
        return
    if not deck_a or not deck_b:
        raise InputError("which decks? Give two of them, or --replay FILE; built-in decks are listed by 'evometa deck'")
    chosen = secrets.randbelow(MOST_SEEDS) if seed is None else seed
    game = prepare_game((deck_a, deck_b), (player_a, player_b), chosen, tuple(overlay or ()))
    log = tell_game(Console(), game, record_game(game.setting), as_json)
    if save:
        write_log(log, save)
    if not as_json:
        _print_way_back(Console(), (deck_a, deck_b), game, save)


def show_game(console: Console, deck_a: str, deck_b: str, player_a: str, player_b: str, seed: int) -> GameLog:
    """Play one game between two decks (names or files) and show it."""
    game = prepare_game((deck_a, deck_b), (player_a, player_b), seed, ())
    return tell_game(console, game, record_game(game.setting))


def show_replay(console: Console, path: Path, as_json: bool = False) -> None:
    """Play the game of a log again; says where it goes another way than recorded, if it does."""
    log = read_log(path)
    game = restore_game(log)
    record = [(step.action, step.hash) for step in log.steps]
    try:
        tell_game(console, game, record, as_json, start=log.start)
    except ReplayError as error:
        print(f"evometa: {path}: the game goes another way than recorded, at {error}", file=sys.stderr)
        print(f"  {_guess_reason(log)}", file=sys.stderr)
        raise typer.Exit(DIFFERENT) from None
    if not as_json:
        print_lines(console, ["", f"Every one of the {len(record)} positions is as recorded."])


def _guess_reason(log: GameLog) -> str:
    if log.rules_version != RULES_VERSION:
        return f"the log is of rules version {log.rules_version}, and this is version {RULES_VERSION}"
    return "the cards have changed since, or the log was edited"


# --- a game ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A game for people: who plays which deck, and how to call them."""

    setting: Setting
    decks: tuple[Deck, Deck]
    players: tuple[str, str]
    overlays: tuple[str, ...]

    @property
    def labels(self) -> tuple[str, str]:
        """The classes, told apart by A and B where they are the same."""
        first, second = (deck.klass.title() for deck in self.decks)
        return (first, second) if first != second else (f"{first} A", f"{second} B")

    @property
    def title(self) -> list[str]:
        """What is played, by whom, with which seed."""
        seed = f"seed {self.setting.seed}" + "".join(f", overlay {name}" for name in self.overlays)
        players = f"{self.labels[0]} is played by {self.players[0]}, {self.labels[1]} by {self.players[1]}; {seed}"
        return [*wrap_line(f"{self.decks[0].name} against {self.decks[1].name}", ""), *wrap_line(players, "  "), ""]


def prepare_game(
    decks: tuple[str, str], players: tuple[str, str], seed: int, overlays: tuple[str, ...]
) -> Game:
    """A game between two decks (names or files); a player without a name is fair, in the style of its deck."""
    card_set = load_cards(overlays=overlays)
    first, second = (load_deck(deck) for deck in decks)
    for deck in (first, second):
        deck.validate(card_set, load_rules())
    names = (players[0] or default_player(first), players[1] or default_player(second))
    styles = np.array([load_player(name).record for name in names])
    setting = Setting(compile_table(card_set), pack_decks((first, second), card_set), styles, seed)
    return Game(setting, (first, second), names, overlays)


def restore_game(log: GameLog) -> Game:
    """The game of a log, with the cards as they are now."""
    card_set = load_cards(overlays=log.overlays)
    setting = Setting(compile_table(card_set), pack_decks(log.decks, card_set), log.styles, log.seed)
    return Game(setting, log.decks, log.players, log.overlays)


def default_player(deck: Deck) -> str:
    """Who plays a deck if nobody is named."""
    return f"fair-{deck.style or 'control'}"


def tell_game(
    console: Console, game: Game, record: Sequence[tuple[int, int]], as_json: bool = False, start: int | None = None
) -> GameLog:
    """Show a recorded game; `start` is the recorded hash of its first turn."""
    playthrough = Playthrough(game.setting, game.labels)
    lines = [*game.title, *playthrough.opening]
    if start not in (None, playthrough.start):
        raise ReplayError("the start: the opening hands are not as recorded")
    for told in playthrough.follow(record):
        if as_json:
            lines += told
        else:
            print_lines(console, [*lines, *told], game.labels)
            lines = []
    log = _make_log(game, playthrough)
    if as_json:
        print(json.dumps(_describe_result(playthrough) | log_tree(log) | {"story": lines}, indent=1))
    return log


def _make_log(game: Game, playthrough: Playthrough) -> GameLog:
    return GameLog(
        decks=game.decks,
        players=game.players,
        styles=game.setting.styles,
        overlays=game.overlays,
        seed=game.setting.seed,
        start=playthrough.start,
        steps=tuple(playthrough.steps),
    )


def _describe_result(playthrough: Playthrough) -> dict[str, Any]:
    position = playthrough.position
    winner = position.winner
    name = None if winner is None else "draw" if winner == 2 else playthrough.labels[winner]
    return {"winner": name, "turns": position.turn, "health": [position.side(p).health for p in range(2)]}


def _print_way_back(console: Console, decks: tuple[str, str], game: Game, save: Path | None) -> None:
    """How to see the same game again."""
    options = [f"--player-a {game.players[0]}", f"--player-b {game.players[1]}", f"--seed {game.setting.seed}"]
    options += [f"--overlay {name}" for name in game.overlays]
    again = [f"  evometa play {shlex.join(decks)} \\", f"    {' '.join(options)}"]
    replay = [f"  evometa play --replay {shlex.quote(str(save))}"] if save else []
    print_lines(console, ["", f"The seed was {game.setting.seed}. To see this game again:", *again, *replay])
