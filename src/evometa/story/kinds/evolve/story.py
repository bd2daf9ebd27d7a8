"""The story of a metagame that evolved, section by section, and its tables for other programs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from evometa.experiments.evolve.results import EvolvedDeck, EvolvedRound, LastAnswer
from evometa.experiments.evolve.work import EvolveRun
from evometa.experiments.runs import METAGAME_FILE
from evometa.games.registry import options_for
from evometa.story.blocks import Code, Column, Level, Table, Teller, Words
from evometa.story.cards import read_faces
from evometa.story.kinds.evolve.decks import tell_answers, tell_cards, tell_lists, tell_played
from evometa.story.kinds.evolve.rounds import tell_rounds
from evometa.story.kinds.evolve.summary import tell_best, tell_summary
from evometa.story.runs import RunStory


def tell_evolve(run: EvolveRun, teller: Teller, others: Sequence[EvolveRun] = ()) -> None:
    """All sections."""
    tell_summary(run, teller)
    if not run.results.decks:
        tell_rounds(run.results, teller)
        return
    faces = read_faces(run.settings.metagame, run.settings.players)
    tell_played(run, teller)
    tell_rounds(run.results, teller)
    tell_cards(run, faces, teller)
    tell_answers(run, faces, teller)
    tell_lists(run, faces, teller)
    told = f"The metagame is the file {METAGAME_FILE} of the run, which every command takes:"
    teller.tell("next", "What to do with it", Words(told), Code(_list_next(run, METAGAME_FILE)), level=Level.FULL)


def _list_next(run: EvolveRun, file: str) -> str:
    """Commands that go on from the metagame."""
    best = run.results.best_answer
    klass = (best.klass if best else run.results.decks[0].klass) if run.results.decks else ""
    of_class = f" --class {shlex.quote(klass)}" if klass else ""
    options = "".join(f" {shlex.quote(word)}" for word in options_for(run.versions.game))
    metagame = shlex.quote(file)
    return "\n".join(
        (
            f"evometa meta {metagame}{options}",
            f"evometa balance {metagame}{options}",
            f"evometa decks{of_class} --against {metagame}{options}",
        )
    )


def _describe_files(run: EvolveRun) -> str:
    """Where the metagame is, and what to do with it: lines to copy."""
    path = run.folder / METAGAME_FILE
    lines = "\n".join(f"  {line}" for line in _list_next(run, str(path)).splitlines())
    return f"Metagame: {path}\n{lines}"


def _final(run: EvolveRun) -> dict[str, Any]:
    """What `--json` prints: all results, in which a class is called `class`, and the best answer apart."""
    results, tree = run.results, run.results.to_json()
    best = results.best_answer
    for name in ("decks", "classes"):
        tree[name] = [{"class" if key == "klass" else key: each[key] for key in each} for each in tree[name]]
    if best is not None:
        ends = {"win_rate": best.win_rate.value, "low": best.win_rate.low, "high": best.win_rate.high}
        tree["exploitability"] = {**ends, "class": best.klass}
    return {"run": str(run.folder), "seed": run.settings.seed, **tree, "games": run.games}


# --- for other programs ---------------------------------------------------------------------------


def _decks(run: EvolveRun) -> Table:
    return Table("decks", (), run.results.decks, record=EvolvedDeck, index="name", axis="deck", without=("toml",))


def _answers(run: EvolveRun) -> Table:
    return Table("answers", (), run.results.classes, record=LastAnswer, index="name", axis="deck", without=("toml",))


def _rounds(run: EvolveRun) -> Table:
    """A row for each round: the best answer, and the share of each class after it."""
    rounds = run.results.rounds
    classes = dict.fromkeys(klass for each in rounds for klass in each.classes if klass)
    columns = (
        Column("best_class", lambda found: found.best_answer and found.best_answer.klass, key="best_class"),
        Column("best_deck", lambda found: found.best_answer and found.best_answer.deck, key="best_deck"),
        Column("best_expected", lambda found: found.best_answer and found.best_answer.expected, key="best_expected"),
    )
    bulk = {f"share_{klass}": [each.classes.get(klass, 0.0) for each in rounds] for klass in classes}
    return Table("rounds", columns, rounds, record=EvolvedRound, index="round", bulk=bulk)


STORY = RunStory(
    title=lambda run: f"How a metagame evolves: {run.subject}",
    tell=tell_evolve,
    best=tell_best,
    final=_final,
    tables={"decks": _decks, "answers": _answers, "rounds": _rounds},
    exported="decks",
    made=_describe_files,
)
