"""Every deck with every player: what is the deck, what is the player, and who suits whom."""

from __future__ import annotations

from itertools import product
from typing import Any

from numpy.typing import NDArray

from evometa.input.shown_text import show_name
from evometa.matches.inference import Estimate
from evometa.metagame.skill.cross_players import VIABLE_LOSS, CrossedResult
from evometa.story.blocks import Column, Headline, Level, Table, Teller, alike
from evometa.story.formats import PHRASE, RATE, SHARE
from evometa.story.laboratory.meta import describe_games, strength_figure, tell_match_ups, tell_seats
from evometa.story.laboratory.numbers import Played, metagame_data
from evometa.story.laboratory.told import Told, data_table, finish_story, name_estimate
from evometa.story.words.numbers import rate

MEANINGS = {
    "deck": "which deck it is",
    "player": "who plays, whatever the deck",
    "interaction": "that some players suit some decks",
}


def tell_crossed(result: CrossedResult) -> Told:
    """All that decks with every player tell."""
    teller, games = Teller(), result.result
    played = Played(games)
    teller.tell("summary", "In short", Headline(_tell_first(result)), _part_table(result))
    title = "Win rate of each deck in the hands of each player, against all decks with all players"
    teller.tell("decks", title, _player_table(result))
    matrices = (strength_figure(played, teller), *tell_match_ups(played, teller, Level.FULL))
    teller.tell("match-ups", "Who beats whom", *matrices, *tell_seats(played, teller, Level.FULL), level=Level.FULL)
    told = describe_games(games.games, games.evidence)
    story = finish_story(f"Every deck with every player: {games.metagame.name}", teller, told, games)
    return Told(story, _data(result, played), {"decks_and_players": _columns(result)}, games.games, games.is_partial)


def _tell_first(result: CrossedResult) -> str:
    """What makes most of the difference."""
    most = max(result.parts, key=lambda name: float(result.parts[name].value))
    share = rate(float(result.parts[most].value), 0)
    return f"What makes win rates differ is, more than anything else, {MEANINGS[most]}: {share}% of the variance."


def _player_table(result: CrossedResult) -> Table:
    """A row for each deck, a column for each player."""

    def viable(deck: int) -> str:
        return ", ".join(show_name(name) for j, name in enumerate(result.players) if result.is_viable[deck, j])

    columns = (
        Column("deck", lambda i: result.decks[i]),
        *alike(result.players, lambda i, j: result.win_rate.at((i, j)), RATE, is_short=True),
        Column("viable", viable, PHRASE),
    )
    note = f"Viable: at most {rate(VIABLE_LOSS, 0)} points below the deck's best player."
    return Table("players", columns, range(len(result.decks)), note=note, coloured="above or below 50%")


def _part_table(result: CrossedResult) -> Table:
    """How much of the variance is what."""
    columns = (
        Column("", lambda row: MEANINGS[row[0]], PHRASE),
        Column("of the variance", lambda row: Estimate(*map(float, row[1])), SHARE),
    )
    return Table("parts", columns, list(result.parts.items()), "What makes win rates differ", level=Level.MAIN)


# --- for programs -------------------------------------------------------------------------------


def _data(result: CrossedResult, played: Played) -> dict[str, Any]:
    """All numbers. Matrices have a row for each deck and a column for each player."""
    return {
        "decks": result.decks,
        "players": result.players,
        "shares": result.shares,
        **_matrices(result),
        "parts": {name: part._asdict() for name, part in result.parts.items()},
        "crossed": metagame_data(played),
    }


def _columns(result: CrossedResult) -> Table:
    """A row for each deck with each player."""
    pairs = list(product(result.decks, result.players))
    names = {"deck": [deck for deck, _ in pairs], "player": [player for _, player in pairs]}
    return data_table("decks_and_players", {**names, **_matrices(result)})


def _matrices(result: CrossedResult) -> dict[str, NDArray[Any]]:
    """The numbers of each deck with each player."""
    rates, losses = name_estimate(result.win_rate, "win_rate", "low", "high"), name_estimate(result.loss, "loss")
    return {**rates, **losses, "is_viable": result.is_viable}
