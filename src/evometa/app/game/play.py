"""`evometa play`: one game as text that a player enjoys reading, and the same game again, from its seed or its log."""

from __future__ import annotations

import json
import re
import secrets
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from evometa.app.terminal.own_cards import CardsOption, GameOption, OverlayOption, PatchOption, RulesOption
from evometa.app.terminal.progress import explain_wait
from evometa.games.hearthstone.engine.telling.narration import wrap_line
from evometa.games.hearthstone.watching.game_log import GameLog, format_log, log_tree, read_log
from evometa.games.hearthstone.watching.playthrough import MOST_GAME, Playthrough, ReplayError, record_game
from evometa.games.registry import find_game
from evometa.games.setting import Setting
from evometa.input.errors import InputError
from evometa.input.fields import MOST_SEED
from evometa.input.shown_text import show_line, show_name
from evometa.input.writing import write_file
from evometa.metagame.model import Variant
from evometa.metagame.single_games import prepare_game, restore_game
from evometa.show.terminal.screen import Screen, complain, echo, open_screen

DIFFERENT = 1  # exit code of a replay that does not go as recorded
NEW_SEEDS = 1_000_000  # a seed that nobody chose is a short number

# What gets which colour; later ones win.
STYLES: tuple[tuple[str, str], ...] = (
    (r"\(\d+ mana\)", "blue"),
    (r"\d+ damage|(?<=takes )\d+|(?<=for )\d+(?= \(| and|,|$)", "red"),
    (r"(?<=by )\d+(?= \()|\(now \d+\)", "green"),
    (r"\(\d+ left\)", "dim"),
    (r"[+]\d+/[+]\d+|[+-]\d+ (?:attack|health|durability)", "green"),
    (r"\b(?:dies|die|destroyed|silenced|frozen|countered)$", "red"),
    (r"secret: .+!$", "bold yellow"),
    (r"^ +\|", "dim"),
    (r"^Turn \d+.*", "bold"),
    (r"^.+ wins\.$|^The game ends in a draw\.$", "bold green"),
)
_LABEL_STYLES = ("bold cyan", "bold magenta")

DeckArgument = Annotated[str, typer.Argument(help="A deck file, or the name of a built-in deck; the first one starts.")]
_PlayerOption = Annotated[
    str | None,
    typer.Option(
        help="Who plays the deck: a preset, a built-in player or a player file.", show_default="as the game says"
    ),
]
SeedOption = Annotated[int | None, typer.Option(help="The same seed gives the same game.", min=0, max=MOST_SEED)]


def play(
    deck_a: DeckArgument = "",
    deck_b: DeckArgument = "",
    player_a: _PlayerOption = None,
    player_b: _PlayerOption = None,
    seed: SeedOption = None,
    number: Annotated[
        int, typer.Option(help="The number of the game in a match with this seed.", min=0, max=MOST_GAME)
    ] = 0,
    game: GameOption = None,
    save: Annotated[Path | None, typer.Option(help="Write a log that can be replayed.", metavar="FILE")] = None,
    replay: Annotated[Path | None, typer.Option(help="Replay a log instead.", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    cards: CardsOption = None,
    overlay: OverlayOption = None,
    patch: PatchOption = None,
    rules: RulesOption = None,
) -> None:
    """Play one game between two decks and show it, or replay a saved one."""
    console = open_screen()
    variant = Variant(tuple(cards or ()), tuple(overlay or ()), patch, rules, find_game(game) if game else None)
    players = player_a or variant.game.default_player, player_b or variant.game.default_player
    if replay is not None:
        if deck_a or save:
            raise InputError("a log has its own decks: give --replay FILE alone, and the cards and rules of its game")
        _show_replay(console, replay, as_json, variant)
        return
    if not deck_a or not deck_b:
        raise InputError("which decks? Give two of them, or --replay FILE")
    setting = prepare_game((deck_a, deck_b), players, choose_seed(seed), number, variant)
    with explain_wait():
        record = record_game(setting)
    log = _tell_game(console, setting, record, as_json)
    if save:
        write_file(save, format_log(log))
    if not as_json:
        print_lines(console, _describe_way_back((deck_a, deck_b), players, setting, save, variant))


def _show_replay(console: Screen, path: Path, as_json: bool, variant: Variant) -> None:
    """Play the game of a log again; says where it does not go as recorded, if that is so."""
    log = read_log(path)
    record = [(step.action, step.hash) for step in log.steps]
    try:
        setting = restore_game(log.decks, log.players, log.seed, log.game, variant)
        _tell_game(console, setting, record, as_json, log.start)
    except ReplayError as error:
        reason = "cards have changed since, or the log was edited"
        here = log.players[0].game.rules_version
        if log.rules_version != here:
            reason = f"the log is of rules version {log.rules_version}, and this is version {here}"
        complain(f"{path}: the game does not go as recorded, at {error};\n  {reason}")
        raise typer.Exit(DIFFERENT) from None
    if not as_json:
        print_lines(console, ["", f"All {len(log.steps) + 1} positions are as recorded."])


def choose_seed(seed: int | None) -> int:
    """The seed that was given, or a new one."""
    return secrets.randbelow(NEW_SEEDS) if seed is None else seed


# --- telling ----------------------------------------------------------------------------------------------------------


def _tell_game(
    console: Screen, setting: Setting, record: Sequence[tuple[int, int]], as_json: bool, start: int | None = None
) -> GameLog:
    """Show a recorded game: actions, and hashes to compare with; `start` is the hash of the first turn."""
    with explain_wait():
        playthrough = Playthrough(setting)
    if start not in (None, playthrough.start):
        raise ReplayError("the start: the opening hands are not as recorded")
    story = tell_story(playthrough, record)
    if as_json:
        lines = [line for part in story for line in part]
        echo(json.dumps({**_describe_result(playthrough), **log_tree(playthrough.log()), "story": lines}, indent=1))
    else:
        for part in story:
            print_lines(console, part, setting.labels)
    return playthrough.log()


def tell_story(playthrough: Playthrough, record: Sequence[tuple[int, int]]) -> Iterator[list[str]]:
    """A game in lines, from its title to its end."""
    yield [*_describe_game(playthrough.setting), *playthrough.opening]
    yield from playthrough.follow(record)


def _describe_game(setting: Setting) -> list[str]:
    """Who plays what against whom, with which seed."""
    (deck_a, deck_b), (player_a, player_b), labels = setting.decks, setting.players, setting.labels
    seed = f"seed {setting.seed}" + (f", game {setting.game}" if setting.game else "")
    players = f"{labels[0]} is played by {show_name(player_a.name)}, {labels[1]} by {show_name(player_b.name)}; {seed}"
    return [*wrap_line(f"{show_name(deck_a.name)} against {show_name(deck_b.name)}", ""), *wrap_line(players, "  "), ""]


def _describe_result(playthrough: Playthrough) -> dict[str, Any]:
    position = playthrough.position
    names = (*playthrough.labels, "draw")
    winner = None if position.winner is None else names[position.winner]
    return {"winner": winner, "turns": position.turn, "health": [position.side(p).health for p in range(2)]}


def _describe_way_back(
    decks: tuple[str, str], players: tuple[str, str], setting: Setting, save: Path | None, variant: Variant
) -> list[str]:
    """How to see the same game again."""
    own = shlex.join(variant.as_options())
    options = [f"--player-{side} {shlex.quote(player)}" for side, player in zip("ab", players, strict=True)]
    options += [f"--seed {setting.seed}"] + ([f"--number {setting.game}"] if setting.game else [])
    again = [f"  evometa play {shlex.join(decks)} \\", f"    {' '.join([*options, own]).rstrip()}"]
    replay = [f"  evometa play --replay {shlex.quote(str(save))} {own}".rstrip()] if save else []
    return ["", f"The seed was {setting.seed}. To see this game again:", *again, *replay]


# --- printing ---------------------------------------------------------------------------------------------------------


def _style_line(line: str, labels: tuple[str, str] = ("", "")) -> Text:
    """A line of a story with its colours; each player has one."""
    line = show_line(line)
    text = Text(line)
    for pattern, style in STYLES:
        text.highlight_regex(pattern, style)
    for label, style in zip(labels, _LABEL_STYLES, strict=True):
        for start, end in find_label(line, label):
            text.stylize(style, start, end)
    return text


def find_label(line: str, label: str) -> Iterator[tuple[int, int]]:
    """Where a player is named; a card such as Razorfen Hunter or Hunter's Mark does not name the Hunter."""
    if label:
        for match in re.finditer(rf"(?:\b[A-Z][\w'-]* )?\b{re.escape(label)}\b(?!'s [A-Z])", line):
            if match[0] == label:
                yield match.span()


def print_lines(console: Screen, lines: Iterable[str], labels: tuple[str, str] = ("", "")) -> None:
    """Print lines as they are: no wrapping, no markup."""
    for line in lines:
        console.print(_style_line(line, labels), soft_wrap=True)
