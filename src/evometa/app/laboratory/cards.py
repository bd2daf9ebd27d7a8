"""`evometa cards`: which cards of a deck win and lose games in a metagame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich.table import Table
from rich.text import Text

from evometa.app.laboratory.options import LaboratoryOptions
from evometa.app.terminal.options import GamesOption, takes
from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.progress import game_meter
from evometa.app.terminal.rate_text import change_cell, rate_cell
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import new_table, print_partial, print_table
from evometa.cards.decks.deck import load_deck
from evometa.experiments.runs import load_played
from evometa.input.errors import InputError
from evometa.input.shown_text import show_name
from evometa.matches.interrupts import until_interrupted
from evometa.metagame.card_statistics import CardStatistics, Seat, card_statistics
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult, check_games, play
from evometa.players.styles import DEFAULT_PLAYERS, LADDER, PRESETS, load_player_for, preset_of
from evometa.report.words.drawn_cards import tell_drawn
from evometa.report.words.numbers import UNKNOWN, rate, rates_between

DEFAULT_GAMES = 1_000
DEFAULT_METAGAME = "paper-six"
NOTE = (
    "Effect: what drawing the card is worth, in points of win rate, compared with games that reached the same turn "
    "without it. WRD, WRP: the deck's win rate when the card was drawn, and when it was played, in %. Behind ±: how "
    'far the 95% interval reaches. What each of them can tell is on the page "Card statistics" of the documentation.'
)


EXPENDABLE = ("turn", "play rate", "played", "drawn", "n", "cost", "WRP", "WRD")  # first to go on a narrow terminal


class Order(StrEnum):
    """What a list of cards is sorted by."""

    EFFECT = "effect"
    WRD = "wrd"
    WRP = "wrp"
    PLAY_RATE = "play-rate"
    DRAWN = "drawn"
    TURN = "turn"
    COST = "cost"
    NAME = "name"


@dataclass(frozen=True)
class Selection:
    """Which cards of a deck are shown, and in which order."""

    order: Order = Order.EFFECT
    text: str = ""  # a part of the name
    least_drawn: int = 0


@dataclass(frozen=True, kw_only=True)
class CardsOptions(LaboratoryOptions):
    """What the command is asked with."""

    deck: Annotated[
        str, typer.Argument(metavar="DECK", help="A deck of the metagame, or any other deck: a name, a file or a code.")
    ]
    metagame: Annotated[
        str, typer.Option("--in", metavar="METAGAME", help="Against which decks: a metagame file or a built-in one.")
    ] = DEFAULT_METAGAME
    games: GamesOption = DEFAULT_GAMES
    seat: Annotated[Seat, typer.Option(help="Which games count, by who starts.")] = Seat.BOTH
    sort: Annotated[Order, typer.Option(help="What the list is sorted by, the best first.")] = Order.EFFECT
    name: Annotated[str, typer.Option(metavar="TEXT", help="Only cards with this text in their name.")] = ""
    least_drawn: Annotated[
        int, typer.Option(min=0, help="Only cards that were drawn in at least this number of games.")
    ] = 0


@takes(CardsOptions)
def show_card_statistics(options: CardsOptions) -> None:
    """Show which cards of a deck win and lose games in a metagame."""
    games, players = check_games(options.games), options.players
    loaded, place = find_deck(load_played(options.metagame, players), options.deck, players)
    _check_name(loaded, place, options.name)
    options.output.check()
    pairs, runner = choose_opponents(loaded, place), options.make_runner()
    with game_meter(loaded.decks[place].name) as progress:
        result = until_interrupted(
            lambda: play(loaded, games=games, seed=options.seed, pairs=pairs, runner=runner, progress=progress)
        )
    selection = Selection(options.sort, options.name, options.least_drawn)
    options.output.publish(report_cards(result, place, options.seat, selection))


# --- whose cards, against whom ------------------------------------------------------------------


def find_deck(metagame: Metagame, reference: str, players: str | None = None) -> tuple[Metagame, int]:
    """The metagame and the place of a deck in it; a deck from elsewhere joins as one that nobody else plays."""
    try:
        return metagame, metagame.index_of(reference)
    except InputError as not_there:
        try:
            deck = load_deck(reference, metagame.card_set)
        except InputError as error:
            raise InputError(f"{not_there}; and as a deck from elsewhere: {error}") from None
    player = load_player_for(players or _preset_of(metagame), deck)
    joined = replace(
        metagame,
        decks=(*metagame.decks, deck),
        players=(*metagame.players, player),
        shares=(*metagame.shares, 0.0),
    )
    return joined, len(metagame.decks)


def _preset_of(metagame: Metagame) -> str:
    """The preset that all players of a metagame belong to, or the default one."""
    presets = {preset_of(player) for player in metagame.players}
    return presets.pop() if len(presets) == 1 and presets <= {*PRESETS, *LADDER} else DEFAULT_PLAYERS


def choose_opponents(metagame: Metagame, place: int) -> list[tuple[int, int]]:
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


# --- the report ---------------------------------------------------------------------------------


def report_cards(result: MetagameResult, place: int, seat: Seat, selection: Selection) -> Report:
    """All that the games tell about the cards of a deck."""
    table = DeckCards(result, place, seat)
    chosen = table.choose(selection)

    def draw(folder: Path) -> None:
        from evometa.report.pictures.figures import write_card_figures

        deck = result.metagame.decks[place].name
        write_card_figures(table.statistics(seat), folder, deck=deck, metagame=result.metagame.name)

    def page() -> str:
        from evometa.report.pages.cards import cards_page

        return cards_page(result, place, table.statistics(seat), chosen)

    return Report(
        data=table.data(chosen),
        tables={"cards": table.columns(chosen)},
        show=lambda console: table.show(console, chosen),
        draw=draw,
        n_games=result.games,
        is_partial=result.is_partial,
        page=page,
    )


class DeckCard(NamedTuple):
    """What a distinct card of a deck is."""

    name: str
    id: str
    copies: int
    cost: int


@dataclass(frozen=True)
class DeckCards:
    """The cards of a deck, with their statistics."""

    result: MetagameResult
    place: int
    seat: Seat

    @property
    def deck(self) -> str:
        """The name of the deck."""
        return self.result.metagame.decks[self.place].name

    def statistics(self, seat: Seat) -> CardStatistics:
        """The numbers of one seat or of both."""
        names = [card.name for card in self.cards()]
        return card_statistics(self.result.sums, self.place, names, self.result.metagame.shares, seat)

    def cards(self) -> list[DeckCard]:
        """What each distinct card of the deck is, in the order of the statistics."""
        card_set = self.result.metagame.patched_cards
        copies = Counter(self.result.metagame.decks[self.place].card_ids(card_set))
        cards = [card_set[card] for card in self.result.cards[self.place]]
        return [DeckCard(card.name, card.id, copies[card.id], card.cost) for card in cards]

    def choose(self, selection: Selection) -> list[int]:
        """The places of the cards that fit, in order; those of which nothing is known come last."""
        cards, found = self.cards(), self.statistics(self.seat)
        numbers = {
            Order.EFFECT: found.draw_effect.value,
            Order.WRD: found.wrd.value,
            Order.WRP: found.wrp.value,
            Order.PLAY_RATE: found.play_rate.value,
            Order.DRAWN: found.drawn,
            Order.TURN: -found.turn_played,
            Order.COST: -np.array([card.cost for card in cards]),
            Order.NAME: np.zeros(len(cards)),
        }[selection.order]
        fitting = [
            k
            for k, card in enumerate(cards)
            if selection.text.casefold() in card.name.casefold() and found.drawn[k] >= selection.least_drawn
        ]
        return sorted(fitting, key=lambda k: (bool(np.isnan(numbers[k])), -np.nan_to_num(numbers[k]), cards[k].name))

    # --- for programs ---

    def data(self, chosen: Sequence[int]) -> dict[str, Any]:
        """All numbers: of each card for the games asked for, and by seat."""
        result, found = self.result, self.statistics(self.seat)
        return {
            "metagame": result.metagame.name,
            "rules_version": result.rules_version,
            "seed": result.seed,
            "is_partial": result.is_partial,
            "deck": self.deck,
            "player": result.metagame.players[self.place].name,
            "seat": self.seat.value,
            "games": found.games,
            "win_rate": found.win_rate.value,
            "low": found.win_rate.low,
            "high": found.win_rate.high,
            "cards": self._card_data(chosen),
        }

    def _card_data(self, chosen: Sequence[int]) -> list[dict[str, Any]]:
        """What there is to know about each card, for the games asked for and by seat."""
        cards, rows = self.cards(), {seat: _rows(self.statistics(seat).columns()) for seat in Seat}
        return [
            cards[k]._asdict()
            | rows[self.seat][k]
            | {seat.value: _without_name(rows[seat][k]) for seat in (Seat.STARTING, Seat.SECOND)}
            for k in chosen
        ]

    def columns(self, chosen: Sequence[int]) -> Columns:
        """A row for each card; the columns of single seats carry their names."""
        rows = [_flatten(row) for row in self._card_data(chosen)]
        names = list(rows[0]) if rows else ["name"]
        return {name: [row[name] for row in rows] for name in names}

    # --- for people ---

    def show(self, console: Screen, chosen: Sequence[int]) -> None:
        """The cards as a table."""
        found = self.statistics(self.seat)
        value, low, high = (float(part) for part in found.win_rate)
        seat = {Seat.BOTH: "", Seat.STARTING: " starting", Seat.SECOND: " going second"}[self.seat]
        where = f" in {show_name(self.result.metagame.name)}  {describe_games_of(self.result)}"
        print_headed(console, self.deck, where)
        if self.result.is_partial:
            print_partial(console)
        console.print(f"wins {rate(value)}% of {found.games:,} games{seat} (95% interval {rates_between(low, high)}%)")
        console.print(Text(f"\n{tell_drawn(found, chosen, self.deck)}", style="bold"))
        print_table(console, "Cards", self.table(chosen), NOTE, "above or below the deck's own win rate")

    def table(self, chosen: Sequence[int]) -> Table:
        """A row for each card."""
        table, found, cards = new_table(expendable=EXPENDABLE), self.statistics(self.seat), self.cards()
        own = float(found.win_rate.value)
        table.add_column("card", overflow="ellipsis", no_wrap=True, max_width=26)
        for heading in ("n", "cost", "drawn", "played", "WRD", "WRP", "play rate", "turn", "effect"):
            table.add_column(heading, justify="right", no_wrap=True)
        for k in chosen:
            table.add_row(
                name_text(cards[k].name),
                str(cards[k].copies),
                str(cards[k].cost),
                f"{found.drawn[k]:,}",
                f"{found.played[k]:,}",
                rate_cell(found.wrd, k, even=own),
                rate_cell(found.wrp, k, even=own),
                rate(found.play_rate.value[k]),
                f"{found.turn_played[k]:.1f}" if np.isfinite(found.turn_played[k]) else UNKNOWN,
                change_cell(found.draw_effect, k),
            )
        return table


def describe_games_of(result: MetagameResult) -> str:
    """How many games were played, and with which seed."""
    return f"{result.games:,} games; seed {result.seed}"


def _rows(columns: Columns) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _without_name(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "name"}


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    """`wrd_starting` instead of a `wrd` inside of `starting`."""
    flat = {name: value for name, value in row.items() if not isinstance(value, dict)}
    return flat | {f"{name}_{seat.value}": value for seat in Seat for name, value in row.get(seat.value, {}).items()}
