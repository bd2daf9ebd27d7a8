"""`evometa cards`: which cards of a deck win and lose games in a metagame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import typer

from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.options import GamesOption, takes
from evometa.experiments.runs import load_played
from evometa.games.decks.deck import load_deck
from evometa.games.game import STATISTICS
from evometa.games.players import load_player_for, preset_of
from evometa.input.errors import InputError
from evometa.metagame.cards.card_statistics import Seat
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import check_games, play
from evometa.story.laboratory.cards import DeckCards, Order, Selection, tell_cards

DEFAULT_GAMES = 1_000
_DEFAULT_METAGAME = "paper-six"


@dataclass(frozen=True, kw_only=True)
class _CardsOptions(LaboratoryOptions):
    """What the command is asked with."""

    deck: Annotated[
        str, typer.Argument(metavar="DECK", help="A deck of the metagame, or any other deck: a name, a file or a code.")
    ]
    metagame: Annotated[
        str, typer.Option("--in", metavar="METAGAME", help="Against which decks: a metagame file or a built-in one.")
    ] = _DEFAULT_METAGAME
    games: GamesOption = DEFAULT_GAMES
    seat: Annotated[Seat, typer.Option(help="Which games count, by who starts.")] = Seat.BOTH
    sort: Annotated[Order, typer.Option(help="What the list is sorted by, the best first.")] = Order.EFFECT
    name: Annotated[str, typer.Option(metavar="TEXT", help="Only cards with this text in their name.")] = ""
    least_drawn: Annotated[
        int, typer.Option(min=0, help="Only cards that were drawn in at least this number of games.")
    ] = 0


@takes(_CardsOptions)
def show_card_statistics(options: _CardsOptions) -> None:
    """Show which cards of a deck win and lose games in a metagame."""
    games, players = check_games(options.games), options.players
    loaded, place = _find_deck(load_played(options.metagame, players), options.deck, players)
    loaded.game.require(STATISTICS, "evometa cards")
    _check_name(loaded, place, options.name)
    work = partial(play, loaded, games=games, pairs=_choose_opponents(loaded, place))
    result = options.play(loaded.decks[place].name, work)
    selection = Selection(options.sort, options.name, options.least_drawn)
    options.publish(tell_cards(DeckCards(result, place, options.seat), selection))


# --- whose cards, against whom ------------------------------------------------------------------


def _find_deck(metagame: Metagame, reference: str, players: str | None = None) -> tuple[Metagame, int]:
    """The metagame and the place of a deck in it; a deck from elsewhere joins as one that nobody else plays."""
    try:
        return metagame, metagame.index_of(reference)
    except InputError as not_there:
        try:
            deck = load_deck(reference, metagame.card_set)
        except InputError as error:
            raise InputError(f"{not_there}; and as a deck from elsewhere: {error}") from None
    player = load_player_for(players or _preset_of(metagame), deck, game=metagame.game)
    decks, players_of = (*metagame.decks, deck), (*metagame.players, player)
    return replace(metagame, decks=decks, players=players_of, shares=(*metagame.shares, 0.0)), len(metagame.decks)


def _preset_of(metagame: Metagame) -> str:
    """The preset that all players of a metagame belong to, or the default one."""
    presets, game = {preset_of(player) for player in metagame.players}, metagame.game
    return presets.pop() if len(presets) == 1 and presets <= {*game.presets, *game.ladder} else game.default_player


def _choose_opponents(metagame: Metagame, place: int) -> list[tuple[int, int]]:
    """The match-ups of a deck that count: against all decks but itself that are met at all."""
    pairs = [(place, other) for other, share in enumerate(metagame.shares) if other != place and share > 0]
    if not pairs:
        raise InputError(
            f"the metagame '{metagame.name}' has no opponent for {metagame.decks[place].name}; allowed: a metagame "
            "with another deck whose share is above 0"
        )
    return pairs


def _check_name(metagame: Metagame, place: int, text: str) -> None:
    names = [metagame.card_set[card].name for card in dict.fromkeys(metagame.decks[place].cards)]
    if not any(text.casefold() in name.casefold() for name in names):
        raise InputError(
            f"--name {text}: no card of {metagame.decks[place].name} has it in its name; it has {', '.join(names)}"
        )
