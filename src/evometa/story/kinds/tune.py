"""The story of a tuned player: how strong it has become, round by round, and what it finds good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evometa.experiments.tune.results import INCUMBENT, Opponent, Round, Rung, TuneResults
from evometa.experiments.tune.work import PLAYER_FILE, TuneRun
from evometa.games.registry import find_game
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.metagame.skill.ratings import MEAN
from evometa.story.blocks import Block, Column, Figure, Fold, Headline, Level, Table, Teller, Words, alike
from evometa.story.charts.metagames import ladder_plot
from evometa.story.formats import COUNT, ELO, RATE, RIGHT, WHOLE, Quantity
from evometa.story.runs import RunStory, not_yet
from evometa.story.words.numbers import ABSENT, MINUS, count, listed, rate, rate_interval

STRENGTH = "How strong it has become"
_NEW_DECKS = "Mirrors from both seats, with random decks of all classes that no round has seen, and fresh games."
_RATINGS_EXPLAINED = (
    f"Elo with its {INTERVAL}, the mean of all is {MEAN:.0f}; 400 points are odds of ten to one. Filled dots: the "
    "interval leaves the mean out."
)
_RATINGS_NOTE = "In mirrors with random decks that no round has seen. 400 points of Elo are odds of ten to one."
ROUNDS_EXPLAINED = (
    "In each round the player plays itself, weights are fitted to who won, and the candidates play mirrors against "
    "each other and against the incumbent, the player of the round before. The first of each table went on. Win rate: "
    "against the incumbent. Nodes: actions that a game makes it think of. Log loss: how badly its fit foretells who "
    "wins; it does not say how well it plays."
)
_WEIGHTS_NOTE = (
    "In thousandths of log odds to win, for a unit of each feature at the end of the player's turn. Features that go "
    "together share what they are worth, so a single weight can look strange."
)
SIDES = ("my_", "enemy_")  # with which the features of a side begin
_LOSS = Quantity(decimals=4, unknown=ABSENT)  # the incumbent has none
FROM_EVEN = "above or below 50%"


def _tell_tune(run: TuneRun, teller: Teller, others: Sequence[TuneRun] = ()) -> None:
    """All sections."""
    results = run.results
    written = f"The player is in the file {PLAYER_FILE} of the run." if run.is_finished else ""
    teller.tell("summary", "In short", Headline(_describe_tuning(run)), Words(written, level=Level.FULL))
    if results.ladder:
        teller.tell("strength", STRENGTH, *_tell_strength(results, teller))
    if results.rounds:
        tables = [_round_table(place, each) for place, each in enumerate(results.rounds, start=1)]
        told = Words(ROUNDS_EXPLAINED, level=Level.MAIN)
        teller.tell("rounds", "Round by round", told, *tables, level=Level.MAIN)
    if results.weights:
        teller.tell("weights", "Weights", _weight_table(run), level=Level.MAIN)


def _tell_strength(results: TuneResults, teller: Teller) -> Iterator[Block]:
    yield Words(_NEW_DECKS, level=Level.FULL)
    rated = [(each.name, each.elo, each.nodes_per_game) for each in results.ladder]
    yield Figure(ladder_plot(teller.id("ladder"), "How strong the player has become", rated), _RATINGS_EXPLAINED)
    yield Fold("The same as a table", (_rating_table(results.ladder),), is_file=True, level=Level.MAIN)
    yield _opponent_table(results.opponents)


def _rating_table(ladder: Sequence[Rung]) -> Table:
    """The player before the first round and after each, and others."""
    columns = (
        Column("player", lambda each: each.name),
        Column("Elo", lambda each: each.elo, ELO),
        Column("nodes a game", lambda each: each.nodes_per_game, WHOLE),
    )
    return Table("ladder", columns, ladder, STRENGTH, _RATINGS_NOTE, level=Level.MAIN)


def _opponent_table(opponents: Sequence[Opponent]) -> Table:
    columns = (
        Column("against", lambda each: each.name),
        Column("win rate", lambda each: each.win_rate, RATE, is_short=True),
        Column("games", lambda each: each.games, COUNT),
        Column("worst deck", lambda each: f"{each.lowest_deck} ({rate(each.lowest.value, 0)}%)"),
    )
    return Table("opponents", columns, opponents, "The tuned player", coloured=FROM_EVEN)


def _round_table(place: int, found: Round) -> Table:
    """The candidates, the strongest of which goes on; the incumbent has no win rate against itself."""
    columns = (
        Column("candidate", lambda each: each.name),
        Column("Elo", lambda each: each.elo, ELO),
        Column("win rate", lambda each: each.win_rate if each.win_rate.is_known else None, RATE, is_short=True),
        Column("nodes a game", lambda each: each.nodes_per_game, WHOLE),
        Column("log loss", lambda each: each.loss, _LOSS),
    )
    candidates = count(len(found.contenders), "candidate")
    title = f"Round {place}: {candidates}, fitted to {count(found.positions, 'end')} of turns"
    rows, first = found.contenders, found.chosen
    return Table(f"round_{place}", columns, rows, title, marked=lambda each: each is first, level=Level.MAIN)


def _weight_table(run: TuneRun) -> Table:
    sides = alike(("my", "enemy"), lambda row, k: row[1 + k], RIGHT)
    columns = (Column("feature", lambda row: row[0]), *sides)
    rows = _weight_rows(run.results.weights, find_game(run.settings.game).features_of())
    return Table("weights", columns, rows, note=_WEIGHTS_NOTE, level=Level.MAIN)


# --- for other programs ---------------------------------------------------------------------------


def _best(run: TuneRun) -> str:
    opponents = run.results.opponents
    return f"wins {rate(opponents[0].win_rate.value)}% against {opponents[0].name}" if opponents else ""


def _final(run: TuneRun) -> dict[str, Any]:
    """What `--json` prints: all results, and what they are of."""
    return {"run": str(run.folder), "seed": run.settings.seed, "decks": run.settings.decks, **run.results.to_json()}


def _rounds(run: TuneRun) -> Table:
    """A row for each candidate of each round, the strongest of a round first, with all weights."""
    features = find_game(run.settings.game).features_of()
    rows = [
        {"round": place, **each.to_json(), **{name: each.weights.get(name, 0) for name in features}}
        for place, found in enumerate(run.results.rounds, start=1)
        for each in found.contenders
    ]
    if not rows:
        raise not_yet(run, "no round is finished")
    bulk = {name: [row[name] for row in rows] for name in rows[0] if name != "weights"}
    return Table("rounds", (), (), bulk=bulk)


STORY = RunStory(
    title=lambda run: f"A player tuned with {run.settings.decks}, from {run.results.start or run.settings.start}",
    tell=_tell_tune,
    best=_best,
    final=_final,
    tables={"rounds": _rounds},
    exported="rounds",
    made=lambda run: f"Player: {run.folder / PLAYER_FILE}",
)


# --- in words -------------------------------------------------------------------------------------


def _describe_tuning(run: TuneRun) -> str:
    """What was done, and how good the player has become."""
    results, settings = run.results, run.settings
    done = f"{count(len(results.rounds), 'round')} of {settings.rounds}, {results.games_played:,} games"
    if not results.ladder:
        return f"{done}; how strong the player is comes at the end."
    told = [
        f"{rate(each.win_rate.value)}% ({rate_interval(each.win_rate)}) against {show_name(each.name)}"
        for each in results.opponents
    ]
    kept = all(each.chosen.name == INCUMBENT for each in results.rounds)
    unchanged = " No candidate was better than the player that it began with." if kept else ""
    return f"{done}. With new decks the player wins {listed(told)}.{unchanged}" if told else f"{done}.{unchanged}"


def _weight_rows(weights: Mapping[str, int], features: Sequence[str]) -> list[tuple[str, str, str]]:
    """For each feature that has a weight: its name, and the weights of both sides, or one of the whole position."""
    mine, theirs = SIDES
    rows: dict[str, tuple[str, str]] = {}
    for feature in features:
        weight, name = _show(weights.get(feature, 0)), feature.removeprefix(mine).removeprefix(theirs)
        before, after = rows.get(name, ("", ""))
        rows[name] = (before, weight) if feature.startswith(theirs) else (weight, after)
    return [(name, *both) for name, both in rows.items() if any(both)]


def _show(weight: int) -> str:
    return f"{weight:,}".replace("-", MINUS) if weight else ""
