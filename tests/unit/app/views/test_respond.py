"""What a terminal shows of patch and answer."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest
from tests.unit.app.runs.run_laboratory import printed
from tests.unit.experiments.planted_ogres import OGRE, SMALL, PlantedOgres, write_metagame

from evometa.app.views.respond import show_respond
from evometa.experiments.respond.results import RespondResults, Round, RoundPatch
from evometa.experiments.respond.work import RESPOND
from evometa.metagame.evidence import Estimated
from evometa.report.pages.respond import RespondRun

AGGRO, CONTROL = "Answer 1 Hunter (Aggro)", "Answer 1 Hunter (Control)"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RespondRun:
    """A run of one round."""
    folder = tmp_path_factory.mktemp("respond")
    RESPOND.start(folder / "run", replace(SMALL, metagame=write_metagame(folder)), PlantedOgres())
    return RESPOND.read(folder / "run")


def text_of(run: RespondRun, *rounds: Round) -> str:
    """What is shown of a run, which may have other rounds, without line breaks."""
    shown = replace(run, results=RespondResults(rounds)) if rounds else run
    return " ".join(printed(lambda console: show_respond(console, shown)).split())


def test_it_shows_the_answers_and_what_they_do(run: RespondRun) -> None:
    said = text_of(run)
    assert f"{OGRE}: cost 6 -> 0" in said
    assert f"{OGRE} yes {AGGRO}, {CONTROL}" in said
    assert "F before the answers: 0.0" in said
    assert "equilibrium 100% answers" in said
    final = run.results.final
    assert final is not None
    assert f"best answer {final.best}, wins {100 * final.best_win_rate.value:.1f}% (95% interval" in said
    assert f"games {final.games:,}" in said


def test_without_a_patch_or_an_answer(run: RespondRun) -> None:
    found = run.results.rounds[0]
    answer = replace(found.answers[0], enters=False, win_rate=Estimated(0.4, 0.35, 0.45))
    quiet = replace(found, answers=(answer,), after=found.before, newly_played=(), patch=None)
    loud = replace(quiet, round=2, patch=RoundPatch(("Wisp: cost 0 -> 1",), ""))
    said = text_of(run, quiet, loud)
    assert "There is no patch: the metagame is answered as it is." in said
    assert "40.0 35.0 to 45.0 no" in said
    assert said.index("Round 1") < said.index("Round 2") < said.index("Wisp: cost 0 -> 1")
    assert "Cards that are new" not in said
    assert "All in all" not in said


def test_what_is_not_known_is_no_number(run: RespondRun) -> None:
    found = run.results.rounds[0]
    blind = replace(found, answers=(replace(found.answers[0], win_rate=Estimated(nan, nan, nan)), found.answers[1]))
    said = text_of(run, blind)
    assert "nan" not in said
    assert "Answer 1 Hunter ? yes" in said
    assert [answer.name for answer in blind.ranked] == [CONTROL, AGGRO], "what is not known comes last"


def test_what_is_not_there_yet(run: RespondRun) -> None:
    begun = replace(run, results=RespondResults())
    shown = printed(lambda console: show_respond(console, begun))
    assert shown.strip() == "No round of patch and answer is finished yet."
