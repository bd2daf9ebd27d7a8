"""`evometa console`: set up a position and step it by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from evometa.app.game.play import DeckArgument, SeedOption, choose_seed, print_lines
from evometa.app.terminal.own_cards import CardsOption, GameOption, OverlayOption, PatchOption, RulesOption
from evometa.app.terminal.progress import explain_wait
from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.hearthstone.engine.telling.narration import wrap_line
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.players.beam import plan_position
from evometa.games.hearthstone.players.player import SearchPlayer, pack_players
from evometa.games.hearthstone.players.workspace import new_workspace, size_search
from evometa.games.hearthstone.sandbox.sandbox import Advisor, Sandbox, empty_position, load_position, seed_open
from evometa.games.players import Player, load_player
from evometa.games.registry import find_game
from evometa.games.tables import CardTable
from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.metagame.model import Variant
from evometa.show.terminal.screen import Screen, echo, open_screen

_PROMPT = "> "


def open_console(
    deck_a: DeckArgument = "",
    deck_b: DeckArgument = "",
    position: Annotated[Path | None, typer.Option(help="Start from a position in a file.", metavar="FILE")] = None,
    player: Annotated[str | None, typer.Option(help="Who gives the hints.", show_default="as the game says")] = None,
    seed: SeedOption = None,
    cards: CardsOption = None,
    overlay: OverlayOption = None,
    patch: PatchOption = None,
    rules: RulesOption = None,
    game: GameOption = None,
) -> None:
    """Set up a position and step it by hand."""
    chosen_game = find_game(game) if game else None
    variant = Variant(tuple(cards or ()), tuple(overlay or ()), patch, rules, chosen_game)
    card_set, banned, ruled = variant.load_game()
    table = card_set.game.compile(card_set, ruled)
    chosen = choose_seed(seed)
    decks = [load_deck(deck, card_set) for deck in (deck_a, deck_b) if deck]
    for deck in decks:
        deck.validate(card_set, ruled, banned)
    with explain_wait():
        start = prepare_position(table, card_set, decks, position, chosen)
    console = open_screen()
    print_lines(console, [f"The seed is {chosen}. 'help' lists the commands, 'quit' leaves."])
    advisor = make_advisor(table, load_player(player or variant.game.default_player, variant.game))
    _run(console, Sandbox(start, card_set, table, advisor))


def prepare_position(
    table: CardTable, card_set: CardSet, decks: Sequence[Deck], path: Path | None, seed: int
) -> Position:
    """The position that a console starts with: of a file, of two decks, or two heroes alone."""
    if path is not None:
        if decks:
            raise InputError("give two decks or a position, not both")
        return seed_open(load_position(path, table), seed)
    if not decks:
        return empty_position(table, seed)
    if len(decks) < 2:
        raise InputError("give two decks, or none")
    return Position.begin(table, [deck.klass for deck in decks], [deck.card_ids(card_set) for deck in decks], seed)


def make_advisor(table: CardTable, player: Player) -> Advisor:
    """Asks a player what it would do."""
    if not isinstance(player, SearchPlayer) or not player.can_think:
        raise InputError(f"the player '{player.name}' does not plan, so it has no hints to give")
    styles = pack_players([player])
    workspace = new_workspace(size_search(styles))

    def advise(position: Position) -> list[int]:
        workspace.game[0].words = position.stepper.game.words
        seed = np.uint64(position.search_hash())
        with explain_wait():
            length, _ = plan_position(table.array, styles, workspace, seed)
        return [int(action) for action in workspace.plan[:length]]

    return advise


def _run(console: Screen, sandbox: Sandbox) -> None:
    """Read lines until somebody leaves, or the input ends."""
    print_lines(console, ["", *sandbox.show()], sandbox.labels)
    for line in _read_lines():
        before = sandbox.position
        try:
            told = sandbox.answer(line)
        except InputError as error:
            told = wrap_line(f"! {show_message(str(error))}", "")
        print_lines(console, told, sandbox.labels)
        if not sandbox.is_open:
            return
        if sandbox.position is not before:
            print_lines(console, ["", *sandbox.show()], sandbox.labels)


def _read_lines() -> Iterator[str]:
    """The lines that are typed or piped in, to the end of the input."""
    while True:
        try:
            line = input(_PROMPT)
        except EOFError:
            echo("")
            return
        except UnicodeDecodeError:
            raise InputError("what was typed or piped in is not UTF-8 text") from None
        if not sys.stdin.isatty():
            echo(line)  # so that a transcript shows what was asked
        yield line
