"""The story of patch and answer: the answers, what they do, and what there is to say if there are none."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from math import nan
from pathlib import Path

import pytest
from tests.unit.experiments.planted_ogres import FREE_OGRE, HUNTER, OGRE, SMALL, PlantedOgres, write_metagame
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal, page_of

from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.respond.results import BetterPilot, BetterPiloted, RespondResults, Round, RoundPatch
from evometa.experiments.respond.work import RESPOND
from evometa.games.decks.replacing import Replacement
from evometa.matches.inference import Estimate
from evometa.show.frames import frame_of
from evometa.story.blocks import Level, Story, walk
from evometa.story.kinds.respond.story import STORY, RespondRun
from evometa.story.reproduction import reproduce_respond
from evometa.story.words.numbers import ABSENT, MINUS

AGGRO, CONTROL = "Answer 1 Hunter (Aggro)", "Answer 1 Hunter (Control)"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RespondRun:
    """A run of one round."""
    folder = tmp_path_factory.mktemp("respond")
    RESPOND.start(folder / "run", replace(SMALL, metagame=write_metagame(folder)), PlantedOgres())
    return RESPOND.read(folder / "run")


def told(run: RespondRun, *rounds: Round) -> Story:
    """The story of a run with other rounds."""
    return STORY.of(replace(run, results=RespondResults(rounds)))


def quiet_round(run: RespondRun) -> Round:
    """A round of one answer, which loses."""
    found = run.results.rounds[0]
    answer = replace(found.answers[0], enters=False, win_rate=Estimate(0.4, 0.35, 0.45), changed_cards=())
    return replace(found, answers=(answer,), after=found.before, newly_played=(), patch=None)


def words_of(story: Story, anchor: str) -> str:
    """All words of a section."""
    (section,) = (each for each in story.sections if each.anchor == anchor)
    return " ".join(getattr(block, "text", "") for block in walk([section]))


def test_it_tells_what_the_answers_do(run: RespondRun) -> None:
    story, last = STORY.of(run), run.results.rounds[-1]
    best, sides = last.ranked[0], [f"{side.f_corrected.value:.3f}" for side in (last.before, last.after)]
    for said in (on_page(story), " ".join(on_terminal(story).split()), in_notebook(story)):
        assert "With the answers a typical match-up goes from 53:47 to " in said
        assert f"2 answers of 2 entered the metagame. The best, {best.name}, wins" in said
        assert f"Cards that the patch has brought into play: {OGRE}." in said
        assert f"F goes from {' to '.join(sides)}." in said
        assert f"{best.name} {100 * best.win_rate.value:.1f}" in said
    assert story.title == "How players answer: two"
    assert f"Games played {run.games:,}" in on_page(story)
    assert str(run.folder) not in page_of(story)


def test_terminals_and_pages_show_the_patch_and_the_metagame(run: RespondRun) -> None:
    story = STORY.of(run)
    page, terminal = on_page(story), on_terminal(story)
    assert f"{OGRE} cost 6 → 0" in page
    assert f"{OGRE}: cost 6 -> 0" in terminal
    assert "Answers in the equilibrium 100% their shares together" in page
    assert "Of 4 decks," in terminal
    assert cells_of(story, "new_cards", Level.MAIN)[OGRE] == ["yes", f"{AGGRO}, {CONTROL}"]
    rows = {deck: rest for deck, *rest in cells_of(story, "decks").values()}
    assert (rows[AGGRO][0], rows[AGGRO][2]) == (ABSENT, ABSENT), "it was not there before"
    assert ABSENT not in rows[HUNTER]
    labels = list(cells_of(story, "distances", Level.MAIN))
    assert len(labels) == 4
    assert cells_of(story, "distances", Level.MAIN)[labels[0]][0] == ABSENT


def test_it_tells_which_cards_came_and_went(run: RespondRun) -> None:
    story, answer = STORY.of(run), run.results.rounds[0].ranked[0]
    nearest, added, removed = cells_of(story, "changes")[answer.name]
    n_new = sum(n for _, n in answer.cards) - answer.nearest.shared
    for cell, sign in ((added, "+"), (removed, MINUS)):
        assert sum(int(n) for n in re.findall(rf"{re.escape(sign)}(\d+) ", cell)) == n_new
    assert nearest == answer.nearest.deck
    assert f"+2 {OGRE}" in added
    assert cells_of(story, "answers")[answer.name][4:6] == [str(answer.nearest.shared), OGRE]


def test_without_the_metagame_it_tells_how_many_cards_are_shared(run: RespondRun, tmp_path: Path) -> None:
    lost = STORY.of(replace(run, settings=replace(run.settings, metagame=str(tmp_path / "gone.toml"))))
    answer, table = run.results.rounds[0].ranked[0], lost.table("changes")
    assert cells_of(lost, "answers")[answer.name][3:5] == [answer.nearest.deck, str(answer.nearest.shared)]
    assert table is not None
    assert not table.rows, "what the nearest deck was is not known"
    assert OGRE in on_page(lost)


def test_it_tells_how_to_do_it_again(run: RespondRun) -> None:
    again = reproduce_respond(run)
    assert again.command.startswith(
        "evometa respond two.toml --patch patch.toml --class hunter --style aggro --style control "
    )
    assert dict(again.files) == {"patch.toml": FREE_OGRE}
    assert again.command in on_page(STORY.of(run))


def test_without_a_patch_or_an_answer(run: RespondRun) -> None:
    story = told(run, quiet_round(run))
    page, terminal = on_page(story), " ".join(on_terminal(story).split())
    for said in (page, terminal):
        assert "The metagame stays as it is: a typical match-up is 53:47." in said
        assert "No search found a deck that wins more than half of its games" in said
        assert "There is no patch: the metagame is answered as it is." in said
    assert "All cards of the answers were played before." in page
    assert "Cards that are new" not in terminal.partition("Games played")[2]
    assert cells_of(story, "answers")[AGGRO][:3] == ["40.0", "35.0 to 45.0", "no"]


def test_rounds_have_their_own_headings(run: RespondRun) -> None:
    patch = RoundPatch(("Wisp: cost 0 -> 1",), "[change]\nWisp = { cost = 1 }\n")
    story = told(run, quiet_round(run), replace(quiet_round(run), round=2, patch=patch))
    page, terminal = on_page(story), on_terminal(story)
    assert page.index("Round 1 No search") < page.index("Round 2 No search") < page.index("card change Wisp cost 0 → 1")
    assert terminal.index("Round 1") < terminal.index("Round 2") < terminal.index("Wisp: cost 0 -> 1")
    assert "The answers of round 1" in in_notebook(story)


def test_what_decks_play_instead_of_what_a_patch_bans_is_told(run: RespondRun) -> None:
    instead = Replacement(HUNTER, "Wisp", 2, "Leper Gnome", "banned")
    found = run.results.rounds[0]
    assert found.patch is not None
    story = told(run, replace(found, patch=replace(found.patch, replaced=(instead,))))
    for said in (on_page(story), " ".join(on_terminal(story).split())):
        assert f"Wisp is banned: {HUNTER} plays 2x Leper Gnome instead." in said


def test_what_is_not_known_is_told_as_such(run: RespondRun) -> None:
    found, unknown = quiet_round(run), Estimate(nan, nan, nan)
    side = replace(found.before, f_corrected=unknown, nash=found.before.nash * nan, viable=None, viable_in_nash=None)
    blind = replace(found, before=side, after=side, answers=(replace(found.answers[0], win_rate=unknown),))
    story = told(run, blind)
    said = on_page(story)
    assert "F is ? before the answers and ? with the answers." in said
    assert "Of 2 decks" not in said
    assert cells_of(story, "answers")[AGGRO][:3] == ["?", "", "no"]
    assert "nan" not in on_terminal(story)


def test_a_run_that_has_only_begun_has_a_story(run: RespondRun) -> None:
    begun = replace(run, results=RespondResults(), status="interrupted")
    story = STORY.of(begun)
    for said in (on_page(story), on_terminal(story), in_notebook(story)):
        assert "No round of patch and answer is finished yet." in said
    assert STORY.best(begun) == ""
    assert STORY.final(begun)["final"] is None
    assert all(frame_of(make(begun)).empty for make in STORY.tables.values())


def test_a_run_that_goes_on_has_no_last_words(run: RespondRun) -> None:
    assert "All in all" in on_terminal(STORY.of(run))
    assert "All in all" not in on_terminal(STORY.of(replace(run, status="running")))


# --- who plays ------------------------------------------------------------------------------------


def test_answers_that_do_not_hold_in_other_hands_are_told_first(run: RespondRun) -> None:
    pilot = partial(PilotedDeck, before=Estimate.exactly(0.5), known=HUNTER)
    change = Estimate(0.25, 0.2, 0.3)
    pilots = (
        pilot("random", after=Estimate.exactly(0.75), change=change, holds=True, games=0),
        pilot("skilled", after=Estimate.exactly(0.4), change=Estimate(-0.1, -0.2, 0.0), holds=False, games=90),
    )
    found = run.results.rounds[0]
    story = told(run, replace(found, answers=(replace(found.answers[0], pilots=pilots), *found.answers[1:])))
    doubt = f"{AGGRO} does not hold in other hands: with skilled it wins 40.0%, and {HUNTER} wins 50.0%."
    for said in (on_page(story), " ".join(on_terminal(story).split()), in_notebook(story)):
        assert doubt in said
    assert f"{AGGRO} skilled no 50.0 ±0.0 40.0 ±0.0 {MINUS}10.0 ±10.0" in " ".join(on_terminal(story).split())


def test_a_better_pilot_stands_beside_the_answers(run: RespondRun) -> None:
    deck = BetterPiloted(HUNTER, Estimate(0.5, 0.45, 0.55), Estimate(0.7, 0.65, 0.75), Estimate(0.2, 0.15, 0.25))
    better = BetterPilot(1, "skilled", (deck,), 100)
    story = STORY.of(replace(run, results=replace(run.results, better_pilots=(better,))))
    assert f"with skilled, {HUNTER} wins 70.0% against the metagame" in words_of(story, "summary")
    assert "The same decks with a better pilot: skilled" in on_terminal(story)
    cells = ["50.0", "45.0 to 55.0", "70.0", "65.0 to 75.0", "+20.0", "+15.0 to +25.0"]
    assert cells_of(story, "better_pilot")[HUNTER] == cells


# --- for other programs ---------------------------------------------------------------------------


def test_the_last_round_comes_to_a_few_numbers(run: RespondRun) -> None:
    tree, last = STORY.final(run), run.results.rounds[-1]
    assert list(tree) == ["run", "rounds", "observed", "better_pilots", "final"]
    assert list(tree["final"]) == [
        *("run", "best", "best_win_rate", "best_low", "best_high", "f_before", "f_after"),
        *("nash_of_answers", "newly_played", "search_games", "games", "observed"),
    ]
    assert (tree["run"], tree["final"]["run"]) == (str(run.folder), run.name)
    assert tree["final"]["best_win_rate"] == last.ranked[0].win_rate.value
    assert tree["final"]["games"] == run.games
    assert re.fullmatch(r"53:47 to \d+:\d+ with the answers", STORY.best(run))


def test_frames_have_a_row_for_each_answer_and_round(run: RespondRun) -> None:
    answers, rounds = (frame_of(STORY.tables[name](run)) for name in ("answers", "rounds"))
    assert answers.index.tolist() == [answer.name for answer in run.results.rounds[0].ranked]
    assert answers.index.name == "deck"
    assert {"class", "win_rate", "nearest_deck", "nearest_shared_cards"} <= set(answers.columns)
    assert rounds[["answers", "entered"]].to_numpy().tolist() == [[2, 2]]
    assert {"f_before", "f_before_low", "f_after_high"} <= set(rounds.columns)
    assert "deck" in frame_of(STORY.tables["pilots"](run))
