"""`evometa draft`: a deck that is picked from what a draft offers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evometa.app.game.play import choose_seed
from evometa.app.terminal.own_cards import CardsOption, GameOption, OverlayOption, PatchOption, RulesOption
from evometa.app.terminal.progress import explain_wait, say
from evometa.games.decks.formats import format_toml
from evometa.games.game import DRAFT
from evometa.games.players import load_player_for_any
from evometa.games.registry import DEFAULT, find_game
from evometa.input.fields import MOST_SEED
from evometa.input.writing import write_file
from evometa.matches.runners import ThreadRunner
from evometa.metagame.decks.drafting import draft_deck, rate_cards
from evometa.metagame.model import Variant
from evometa.metagame.skill.ladder_setup import ANY_DECK
from evometa.show.terminal.screen import echo

_RATINGS = "ratings"
MOST_GAMES = 1_000_000


def draft(
    game: GameOption = None,
    seed: Annotated[int | None, typer.Option(help="The same seed offers the same cards.", min=0, max=MOST_SEED)] = None,
    by: Annotated[
        str,
        typer.Option(
            help="Whose games rate the cards: a player, or those of the game's fast one.", metavar=f"PLAYER|{_RATINGS}"
        ),
    ] = _RATINGS,
    games: Annotated[
        int, typer.Option(help="Games between random decks that rate the cards.", min=2, max=MOST_GAMES)
    ] = 20_000,
    out: Annotated[Path | None, typer.Option("--out", help="Write the deck into this file.", metavar="FILE")] = None,
    threads: Annotated[int | None, typer.Option(help="Default: one on each core.", min=1)] = None,
    cards: CardsOption = None,
    overlay: OverlayOption = None,
    patch: PatchOption = None,
    rules: RulesOption = None,
) -> None:
    """Draft a deck: from each offer, take the card that is worth most in games between random decks."""
    chosen, number = find_game(game or DEFAULT), choose_seed(seed)
    chosen.require(DRAFT, "this command")
    player = load_player_for_any(chosen.yardstick if by == _RATINGS else by, ANY_DECK, chosen)
    variant = Variant(tuple(cards or ()), tuple(overlay or ()), patch, rules, chosen)
    card_set, _, numbers = variant.load_game([player])
    with explain_wait():
        ratings = rate_cards(card_set, numbers, player, games, 0, ThreadRunner(threads))
    offers = chosen.draw_offers(card_set, numbers, number)
    text = format_toml(draft_deck(f"Draft {number}", offers, ratings, card_set, numbers), card_set)
    if out is None:
        echo(text, ends_line=False)
    else:
        write_file(out, text, f"--out {out}")
        say(f"Wrote {out}: 'evometa deck {out} --game {chosen.name}' shows it")
