"""`evometa play`: one game as text that a player enjoys reading, and the same game again from its seed or its log."""

from __future__ import annotations

import json
import secrets
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from evometa.app.game.game_text import print_lines
from evometa.app.terminal.own_cards import CardsOption, OverlayOption, PatchOption, RulesOption
from evometa.app.terminal.progress import explain_wait
from evometa.app.terminal.screen import Screen, complain, echo, open_screen
from evometa.cards.compiling.compiler import compile_table
from evometa.cards.decks.deck import Deck, load_deck
from evometa.cards.language.codes import MINION, SPELL, WEAPON
from evometa.cards.lookup import find_card
from evometa.cards.model import CardSet
from evometa.engine import RULES_VERSION
from evometa.engine.telling.narration import wrap_line
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.shown_text import show_name
from evometa.matches.game_log import GameLog, log_tree, read_log, write_log
from evometa.matches.playthrough import Playthrough, ReplayError, Setting, record_game
from evometa.metagame.variants import PLAIN, Variant
from evometa.players.styles import DEFAULT_PLAYERS, load_player_for

DIFFERENT = 1  # exit code of a replay that goes another way
NEW_SEEDS = 1_000_000  # a seed that nobody chose is a short number
MOST_SEED = (1 << 64) - 1
MOST_GAME = (1 << 63) - 1

DeckArgument = Annotated[str, typer.Argument(help="A deck file, or the name of a built-in deck; the first one starts.")]
PlayerOption = Annotated[str, typer.Option(help="Who plays the deck: a preset, a built-in player or a player file.")]
SeedOption = Annotated[int | None, typer.Option(help="The same seed gives the same game.", min=0, max=MOST_SEED)]


def play(
    deck_a: DeckArgument = "",
    deck_b: DeckArgument = "",
    player_a: PlayerOption = DEFAULT_PLAYERS,
    player_b: PlayerOption = DEFAULT_PLAYERS,
    seed: SeedOption = None,
    game: Annotated[
        int, typer.Option(help="The number of the game in a match with this seed.", min=0, max=MOST_GAME)
    ] = 0,
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
    variant = Variant(tuple(cards or ()), tuple(overlay or ()), patch, rules)
    if replay is not None:
        if deck_a or save:
            raise InputError("a log has its own decks: give --replay FILE alone, and the cards and rules of its game")
        show_replay(console, replay, as_json, variant)
        return
    if not deck_a or not deck_b:
        raise InputError("which decks? Give two of them, or --replay FILE")
    setting = prepare_game((deck_a, deck_b), (player_a, player_b), choose_seed(seed), game, variant)
    log = tell_game(console, setting, play_once(setting), as_json)
    if save:
        write_log(log, save)
    if not as_json:
        print_lines(console, describe_way_back((deck_a, deck_b), (player_a, player_b), setting, save, variant))


def show_game(console: Screen, deck_a: str, deck_b: str, player_a: str, player_b: str, seed: int) -> GameLog:
    """Play one game between two decks and show it; decks and players are given by name or file."""
    setting = prepare_game((deck_a, deck_b), (player_a, player_b), seed)
    return tell_game(console, setting, play_once(setting))


def show_replay(console: Screen, path: Path, as_json: bool = False, variant: Variant = PLAIN) -> None:
    """Play the game of a log again; says where it goes another way than recorded, if it does."""
    log = read_log(path)
    try:
        tell_game(
            console, restore_game(log, variant), [(step.action, step.hash) for step in log.steps], as_json, log.start
        )
    except ReplayError as error:
        complain(f"{path}: the game goes another way than recorded, at {error};\n  {_guess_reason(log)}")
        raise typer.Exit(DIFFERENT) from None
    if not as_json:
        print_lines(console, ["", f"All {len(log.steps) + 1} positions are as recorded."])


def _guess_reason(log: GameLog) -> str:
    if log.rules_version != RULES_VERSION:
        return f"the log is of rules version {log.rules_version}, and this is version {RULES_VERSION}"
    return "cards have changed since, or the log was edited"


# --- preparing --------------------------------------------------------------------------------------------------------


def choose_seed(seed: int | None) -> int:
    """The seed that was given, or a new one."""
    return secrets.randbelow(NEW_SEEDS) if seed is None else seed


def prepare_game(
    decks: tuple[str, str], players: tuple[str, str], seed: int, game: int = 0, variant: Variant = PLAIN
) -> Setting:
    """A game between decks and players given by name or file, with the cards that the players are meant for."""
    numbered_cards = variant.load_cards() if variant.cards else None  # a deck code may hold cards of the files
    deck_a, deck_b = (load_deck(deck, numbered_cards) for deck in decks)
    player_a, player_b = load_player_for(players[0], deck_a), load_player_for(players[1], deck_b)
    cards, patch, rules = variant.load_game((player_a, player_b))
    for deck in (deck_a, deck_b):
        deck.validate(cards, rules, patch)
    return Setting(compile_table(cards, rules), (deck_a, deck_b), (player_a, player_b), seed, game)


def play_once(setting: Setting) -> list[tuple[int, int]]:
    """The actions of a game and the hashes of its positions."""
    with explain_wait():
        return record_game(setting)


def restore_game(log: GameLog, variant: Variant = PLAIN) -> Setting:
    """The game of a log, with the cards as they are now."""
    cards, _, rules = variant.load_game(log.players)
    for deck in log.decks:
        check_types(deck, cards)
    return Setting(compile_table(cards, rules), log.decks, log.players, log.seed, log.game)


def check_types(deck: Deck, cards: CardSet) -> None:
    """Refuse a deck with what no hand can hold; a log may have decks that are not legal otherwise."""
    for name in dict.fromkeys(deck.cards):
        with errors_at(Where(deck.place())):
            card = find_card(cards, name)
        if card.definition.type not in (MINION, SPELL, WEAPON):
            raise InputError(f"{deck.place()}: {card.name} cannot be in a deck; allowed: minions, spells and weapons")


# --- telling ----------------------------------------------------------------------------------------------------------


def tell_game(
    console: Screen,
    setting: Setting,
    record: Sequence[tuple[int, int]],
    as_json: bool = False,
    start: int | None = None,
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
    yield [*describe_game(playthrough.setting), *playthrough.opening]
    yield from playthrough.follow(record)


def describe_game(setting: Setting) -> list[str]:
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


def describe_way_back(
    decks: tuple[str, str], players: tuple[str, str], setting: Setting, save: Path | None, variant: Variant = PLAIN
) -> list[str]:
    """How to see the same game again."""
    own = shlex.join(variant.as_options())
    options = [f"--player-{side} {shlex.quote(player)}" for side, player in zip("ab", players, strict=True)]
    options += [f"--seed {setting.seed}"] + ([f"--game {setting.game}"] if setting.game else [])
    again = [f"  evometa play {shlex.join(decks)} \\", f"    {' '.join([*options, own]).rstrip()}"]
    replay = [f"  evometa play --replay {shlex.quote(str(save))} {own}".rstrip()] if save else []
    return ["", f"The seed was {setting.seed}. To see this game again:", *again, *replay]
