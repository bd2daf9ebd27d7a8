"""The story of a metagame that evolved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evometa.experiments.evolve.work import EvolveRun
from evometa.story.blocks import Headline, Teller
from evometa.story.runs import RunStory
from evometa.story.words.numbers import rate


def tell_evolve(run: EvolveRun, teller: Teller, others: Sequence[EvolveRun] = ()) -> None:
    """In short."""
    best = run.results.best_answer
    if best is not None:
        teller.tell("summary", "In short", Headline(f"The best answer wins {rate(best.win_rate.value)}."))


def _final(run: EvolveRun) -> dict[str, Any]:
    """What `--json` prints."""
    results, tree = run.results, run.results.to_json()
    best = results.best_answer
    for name in ("decks", "classes"):
        tree[name] = [{"class" if key == "klass" else key: each[key] for key in each} for each in tree[name]]
    if best is not None:
        ends = {"win_rate": best.win_rate.value, "low": best.win_rate.low, "high": best.win_rate.high}
        tree["exploitability"] = {**ends, "class": best.klass}
    return {"run": str(run.folder), "seed": run.settings.seed, **tree, "games": run.games}


STORY = RunStory(
    title=lambda run: f"How a metagame evolves: {run.subject}",
    tell=tell_evolve,
    best=lambda run: "",
    final=_final,
)
