"""The page of patch and answer: the answers, what they do, and what there is to say if there are none."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from tests.unit.experiments.planted_ogres import FREE_OGRE, OGRE, SMALL, PlantedOgres, write_metagame
from tests.unit.report.html_check import words_of

from evometa.experiments.respond.results import RespondResults, Round, RoundPatch
from evometa.experiments.respond.work import RESPOND
from evometa.metagame.evidence import Estimated
from evometa.report.pages.reproduction import reproduce_respond
from evometa.report.pages.respond import RespondRun, tell_respond, title_respond
from evometa.report.pages.writing import Page, write_page
from evometa.report.words.numbers import MINUS

AGGRO = "Answer 1 Hunter (Aggro)"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RespondRun:
    """A run of one round."""
    folder = tmp_path_factory.mktemp("respond")
    RESPOND.start(folder / "run", replace(SMALL, metagame=write_metagame(folder)), PlantedOgres())
    return RESPOND.read(folder / "run")


def text_of(run: RespondRun, target: Path) -> str:
    """What a reader of the page sees."""
    page = write_page(run, Page(title_respond, tell_respond), reproduce_respond(run), target)
    return words_of(page.read_text(encoding="utf-8"))


def quiet_round(run: RespondRun) -> Round:
    """A round of one answer, which loses."""
    found = run.results.rounds[0]
    answer = replace(found.answers[0], enters=False, win_rate=Estimated(0.4, 0.35, 0.45), changed_cards=())
    return replace(found, answers=(answer,), after=found.before, newly_played=(), patch=None)


def test_it_tells_what_the_answers_do(run: RespondRun, tmp_path: Path) -> None:
    said, final = text_of(run, tmp_path / "page.html"), run.results.final
    assert final is not None
    assert f"2 answers of 2 entered the metagame. The best, {final.best}, wins" in said
    assert f"Cards that the patch has brought into play: {OGRE}." in said
    assert f"F goes from {final.f_before:.3f} to {final.f_after:.3f}." in said
    assert "How players answer: two" in said
    assert f"{OGRE} cost 6 → 0" in said
    assert f"{OGRE} yes {AGGRO}" in said
    assert "Of 4 decks," in said
    assert str(run.folder) not in said


def test_it_tells_which_cards_came_and_went(run: RespondRun, tmp_path: Path) -> None:
    said, answer = text_of(run, tmp_path / "page.html"), run.results.rounds[0].ranked[0]
    n_new = sum(n for _, n in answer.cards) - answer.nearest.shared
    assert f"{answer.name} yes {answer.nearest.deck} +{n_new} {MINUS}{n_new} {OGRE}" in said
    assert re.search(rf"{re.escape(answer.nearest.deck)} \+2 {OGRE} , \+1 .* {MINUS}1 ", said)


def test_without_the_metagame_it_tells_how_many_cards_are_shared(run: RespondRun, tmp_path: Path) -> None:
    lost = replace(run, settings=replace(run.settings, metagame=str(tmp_path / "gone.toml")))
    said, answer = text_of(lost, tmp_path / "page.html"), run.results.rounds[0].ranked[0]
    assert f"{answer.nearest.deck} {answer.nearest.shared} shared" in said


def test_it_tells_how_to_do_it_again(run: RespondRun, tmp_path: Path) -> None:
    again = reproduce_respond(run)
    assert again.command.startswith(
        "evometa respond two.toml --patch patch.toml --class hunter --style aggro --style control "
    )
    assert dict(again.files) == {"patch.toml": FREE_OGRE}
    assert again.command in text_of(run, tmp_path / "page.html")


def test_without_a_patch_or_an_answer(run: RespondRun, tmp_path: Path) -> None:
    said = text_of(replace(run, results=RespondResults((quiet_round(run),))), tmp_path / "page.html")
    assert "No search found a deck that wins more than half of its games" in said
    assert "There is none: the metagame is answered as it is." in said
    assert "All cards of the answers were played before." in said
    assert "40.0 35.0 to 45.0" in said


def test_rounds_have_their_own_headings(run: RespondRun, tmp_path: Path) -> None:
    patch = RoundPatch(("Wisp: cost 0 -> 1",), "[change]\nWisp = { cost = 1 }\n")
    loud = replace(quiet_round(run), round=2, patch=patch)
    said = text_of(replace(run, results=RespondResults((quiet_round(run), loud))), tmp_path / "page.html")
    assert said.index("Round 1 The patch There is none") < said.index("Round 2 The patch card change Wisp cost 0 → 1")


def test_what_is_not_known_is_told_as_such(run: RespondRun, tmp_path: Path) -> None:
    found = quiet_round(run)
    unknown = Estimated(nan, nan, nan)
    side = replace(found.before, f_corrected=unknown, nash=found.before.nash * nan, viable=None, viable_in_nash=None)
    blind = replace(found, before=side, after=side, answers=(replace(found.answers[0], win_rate=unknown),))
    said = text_of(replace(run, results=RespondResults((blind,))), tmp_path / "page.html")
    assert "F is ? before the answers and ? with the answers." in said
    assert "Of 2 decks" not in said


def test_a_run_that_has_only_begun_has_a_page(run: RespondRun, tmp_path: Path) -> None:
    begun = replace(run, results=RespondResults(), status="interrupted")
    assert "No round of patch and answer is finished yet." in text_of(begun, tmp_path / "page.html")
