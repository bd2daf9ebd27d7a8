"""How strong players are, from games among them with the same decks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL, Estimate, Estimates
from evometa.metagame.skill.ladder import LadderResult
from evometa.metagame.skill.ratings import MEAN
from evometa.story.blocks import Column, Figure, Headline, Level, Table, Teller
from evometa.story.charts.heat_map import SURE, metagame_map
from evometa.story.charts.metagames import ladder_plot
from evometa.story.formats import COUNT, ELO, RATE
from evometa.story.laboratory.told import Told, finish_story, table_of_rows
from evometa.story.words.numbers import count, number, rate

_LADDER_EXPLAINED = (
    f"Elo: the mean of all is {number(MEAN, 0)}, and 400 points are odds of ten to one. Nodes: actions that players "
    "think of in a game. Nodes and speed are those of games of a player against itself, nodes of both sides, games per "
    "second of one core."
)
_SAMPLE_NOTE = " The intervals also hold that the decks are a random sample."
_PAIRS_EXPLAINED = (
    f"How often the player of the row beats that of the column in %, ± the {INTERVAL}, draws left out. "
) + SURE.format(middle=50)


def tell_ladder(result: LadderResult) -> Told:
    """All that the games of a ladder tell."""
    teller, names, players = Teller(), result.ladder.names, _player_table(result)
    teller.tell("summary", "In short", Headline(_tell_strongest(result)))
    teller.tell("ladder", "The ladder", players, _ladder_figure(result))
    if len(names) > 2:
        teller.tell("pairs", "Who beats whom", _pair_figure(result))
    told = f"{count(len(names), 'player')}, {count(result.games, 'game')}"
    story = finish_story(f"How strong each player is: {result.metagame.name}", teller, told, result, names)
    tables = {
        "players": replace(players, rows=range(len(names))),
        "pairs": table_of_rows("pairs", _pair_rows(result)),
        "decks": table_of_rows("decks", _deck_rows(result)),
    }
    return Told(story, _data(result), tables, result.games, result.is_partial)


def _tell_strongest(result: LadderResult) -> str:
    """Who is the strongest, and how sure that is."""
    first, second = result.order()[:2]
    found = result.win_rate(first, second)
    names = [show_name(result.ladder.names[place]) for place in (first, second)]
    sure = "" if found.low > 0.5 else ", which may be chance"
    return f"{names[0]} is the strongest: it wins {rate(found.value)}% of its games against {names[1]}{sure}."


def _player_table(result: LadderResult) -> Table:
    """A row for each player, the strongest first; programs get them as they were asked for."""
    alone, order = result.alone, result.order()
    below = dict(pairwise(order))  # the next weaker one of each
    columns = (
        Column("player", lambda i: result.ladder.names[i], key="name"),
        Column("Elo", result.elo.at, ELO, key="elo"),
        Column("nodes", lambda i: alone[i].nodes_per_game, COUNT, key="nodes_per_game"),
        Column("games/s", lambda i: alone[i].games_per_second, COUNT, key="games_per_second"),
        Column("against itself", lambda i: alone[i].games, COUNT, key="self_play_games", level=Level.DATA),
        Column("against the next", lambda i: result.win_rate(i, below[i]) if i in below else None, RATE, is_short=True),
        Column("worst deck", lambda i: _worst_deck(result, i, below[i]) if i in below else ""),
    )
    note = _LADDER_EXPLAINED + (_SAMPLE_NOTE if result.ladder.is_sample else "")
    return Table("players", columns, order, note=note, coloured="above or below 50%")


def _worst_deck(result: LadderResult, player: int, other: int) -> str:
    """With which deck a player beats another one least often."""
    lowest = result.lowest_deck(player, other)
    worst = result.win_rates_by_deck(player, other)[lowest].value
    return f"{rate(worst, 0)}% {show_name(result.metagame.decks[lowest].name)}"


def _ladder_figure(result: LadderResult) -> Figure:
    elo = result.elo
    rated = [(result.ladder.names[i], elo.at(i), result.alone[i].nodes_per_game) for i in result.order()]
    explained = f"Elo with its {INTERVAL}; mirrors from both seats. Filled dots: the interval leaves the mean out."
    return Figure(ladder_plot("ladder", "How strong each player is", rated), explained)


def _pair_figure(result: LadderResult) -> Figure:
    """How often each player beats each other, the strongest first."""
    places = range(len(result.ladder.names))
    found = np.array([[result.win_rate(i, j) for j in places] for i in places])  # [n, n, 3]
    rates = Estimates(*np.moveaxis(found, -1, 0))
    chart = metagame_map("pairs", "Who beats whom", result.ladder.names, rates, order=result.order())
    return Figure(replace(chart, unit="win rate of the row's player, %"), _PAIRS_EXPLAINED, Level.MAIN)


# --- for other programs ---------------------------------------------------------------------------


def _data(result: LadderResult) -> dict[str, Any]:
    """All numbers. `games_per_second` is the only one that differs from run to run."""
    metagame = result.metagame
    return {
        "rules_version": result.rules_version,
        "seed": result.seed,
        "is_partial": result.is_partial,
        "games": result.games,
        "metagame": metagame.name,
        "is_sample": result.ladder.is_sample,
        "decks": [{"name": deck.name, "class": deck.klass, "cards": deck.cards} for deck in metagame.decks],
        "players": _player_rows(result),
        "pairs": _pair_rows(result),
        "by_deck": _deck_rows(result),
    }


def _player_rows(result: LadderResult) -> list[dict[str, Any]]:
    """A row for each player, in the order in which they were asked for."""
    elo = result.elo
    return [
        {
            "name": name,
            **_named(elo.at(place), "elo", "elo_low", "elo_high"),
            "nodes_per_game": alone.nodes_per_game,
            "games_per_second": alone.games_per_second,
            "self_play_games": alone.games,
        }
        for place, (name, alone) in enumerate(zip(result.ladder.names, result.alone, strict=True))
    ]


def _pair_rows(result: LadderResult) -> list[dict[str, Any]]:
    """A row for every two players: how often the first wins, and the deck with which it does worst."""
    names, decks, outcomes = result.ladder.names, result.metagame.decks, result.outcomes
    return [
        {
            "a": names[one],
            "b": names[other],
            "games": int(outcomes[:, one, other].sum()),
            "draws": int(outcomes[:, one, other, 2].sum()),
            **_named(result.win_rate(one, other)),
            "lowest_deck": decks[lowest].name,
            "lowest_win_rate": result.win_rates_by_deck(one, other)[lowest].value,
        }
        for one, other in combinations(range(len(names)), 2)
        for lowest in [result.lowest_deck(one, other)]
    ]


def _deck_rows(result: LadderResult) -> list[dict[str, Any]]:
    """A row for every two players and each deck."""
    names, decks = result.ladder.names, result.metagame.decks
    return [
        {
            "a": names[one],
            "b": names[other],
            "deck": deck.name,
            "games": int(result.outcomes[place, one, other].sum()),
            **_named(found),
        }
        for one, other in combinations(range(len(names)), 2)
        for place, (deck, found) in enumerate(zip(decks, result.win_rates_by_deck(one, other), strict=True))
    ]


def _named(found: Estimate, *names: str) -> dict[str, float]:
    return dict(zip(names or ("win_rate", "low", "high"), found, strict=True))
