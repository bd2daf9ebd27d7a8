"""The story of a balance run, section by section, and its tables for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evometa.balance.objectives import label_objective
from evometa.experiments.balance.audited_work import PATCH_FILE
from evometa.experiments.balance.results import Audit, BalanceResults, FrontPatch, PilotedPatch, list_front
from evometa.experiments.balance.work import BalanceRun
from evometa.experiments.settings import file_name
from evometa.metagame.standing import Standing
from evometa.story.blocks import Column, Table, Teller, alike
from evometa.story.cards import read_faces
from evometa.story.contributions import part_table
from evometa.story.evaluations import patch_evaluations
from evometa.story.formats import NUMBER
from evometa.story.kinds.balance import summary
from evometa.story.kinds.balance.audit import tell_audit, tell_choice
from evometa.story.kinds.balance.goals import goals_data
from evometa.story.kinds.balance.others import tell_beside
from evometa.story.kinds.balance.run import is_about_match_ups, search_games, share_out
from evometa.story.kinds.balance.search import tell_search
from evometa.story.matrices import standing_table
from evometa.story.reproduction import reproduce_balance
from evometa.story.runs import RunStory
from evometa.story.words.numbers import ARROW, number
from evometa.story.words.progress import describe_best


def tell_balance(run: BalanceRun, teller: Teller, others: Sequence[BalanceRun] = ()) -> None:
    """All sections of a balance run; other runs stand beside it in the picture of its front and in a table."""
    faces = read_faces(run.settings.metagame).inside(teller.prefix)
    summary.tell_summary(run, teller)
    summary.tell_patch(run, teller, faces)
    summary.tell_metagame(run, teller)
    summary.tell_aims(run, teller)
    summary.tell_explanation(run, teller, faces)
    summary.tell_pilots(run, teller)
    tell_choice(run, teller, faces)
    tell_audit(run, teller)
    tell_search(run, teller, others, faces)
    tell_beside(run, teller, others)


def _best(run: BalanceRun) -> str:
    results, best = run.results, run.results.recommended
    if results.baseline is None:
        return ""
    goal = run.settings.goal
    before = share_out(results.audits[0], goal)
    if best is not None:
        reached = f"{label_objective(goal)} {number(best.value_of(goal).value)}"
        return f"{before}{_then(goal)}{share_out(best, goal)}, {reached}, M {best.magnitude}"
    if results.chosen is not None:
        return f"no patch is better than {before}"
    return _best_so_far(results) or f"{before} as it is"


def _then(goal: str) -> str:
    """What stands between before and after: a word, or a sign between two that have that word themselves."""
    return " to " if is_about_match_ups(goal) else f" {ARROW} "


def _best_so_far(results: BalanceResults) -> str:
    """What a search that goes on calls the best."""
    if results.rounds:
        found = min(results.rounds[-1].best, key=lambda each: each.value.value)
        return f"{number(found.value.value)} by the model, size {found.size:g}"
    if not results.history:
        return ""
    lowest = {label_objective(name): value for name, value in results.history[-1].min.items()}
    return f"lowest {describe_best(lowest)}"


def _final(run: BalanceRun) -> dict[str, Any]:
    """What `--json` prints: what it comes to, with the places of the run and of its patch as they can be opened.

    F is without the share of chance, but for the searched one, which is as measured.
    """
    results, chosen = run.results, run.results.chosen_audit
    if chosen is None or not run.is_finished:
        return {"run": str(run.folder)}
    best, explanation = chosen.to_json(), results.explanation
    return {
        "run": str(run.folder),
        "baseline_f": results.f_before.value,
        "searched_f": best["searched_f"],
        **dict(zip(("audited_f", "audited_low", "audited_high"), chosen.f, strict=True)),
        **{name: best[name] for name in ("magnitude", "magnitude_unweighted", "cards_changed")},
        "search_games": search_games(run),
        "games": run.games,
        "patch": str(run.folder / PATCH_FILE),
        "objectives": best["objectives"],
        "pilots": [each.to_json() for each in results.pilots],
        "jolt": best["jolt"],
        "front": [each.to_json() for each in list_front(results.audits, run.settings.goal)],
        "explanation": None if explanation is None else explanation.to_json(),
        "dropped": results.dropped,
        "target": [each.to_json() for each in results.aims],
        "observed": None if results.observed is None else results.observed.to_json(),
        "goals": goals_data(run, chosen),
        "worth": None if chosen.worth is None else chosen.worth.to_json(),
        "parts": {name: _parts_of(each.standing) for name, each in (("before", results.audits[0]), ("after", chosen))},
    }


def _parts_of(standing: Standing) -> dict[str, Any]:
    """F of the strengths of decks, and F of the cycles beside them; where several play, with the first of them."""
    parts = {"strength": standing.f_strength, "cycles": standing.f_cycles}
    return {name: dict(zip(("value", "low", "high"), found, strict=True)) for name, found in parts.items()}


# --- for other programs ---------------------------------------------------------------------------


def _audits(run: BalanceRun) -> Table:
    """F without the share of chance, and the other objectives as audited."""
    audits = run.results.audits
    others = [*dict.fromkeys(name for audit in audits for name in audit.objectives if name not in ("f", "m"))]
    columns = (
        Column("F", lambda audit: audit.f, NUMBER, key="f"),
        *alike(others, lambda audit, k: audit.objectives[others[k]].audited, NUMBER, key="{}"),
    )
    return Table("audits", columns, audits, record=Audit, index="label", axis="patch", without=("patch",))


STORY = RunStory(
    title=lambda run: f"Balance of {file_name(run.settings.metagame)}",
    tell=tell_balance,
    best=_best,
    reproduce=reproduce_balance,
    final=_final,
    tables={
        "evaluations": patch_evaluations,
        "baseline": lambda run: standing_table("baseline", run.results.baseline),
        "front": lambda run: Table(
            "front",
            (),
            list_front(run.results.audits, run.settings.goal),
            record=FrontPatch,
            index="label",
            axis="patch",
        ),
        "audits": _audits,
        "chosen": lambda run: standing_table("chosen", best.standing if (best := run.results.chosen_audit) else None),
        "explanation": lambda run: part_table("explanation", run.results.explanation),
        "pilots": lambda run: Table("pilots", (), run.results.pilots, record=PilotedPatch, index="pilot"),
    },
    exported="evaluations",
    made=lambda run: f"Patch: {run.folder / PATCH_FILE}",
    can_compare=True,
)
