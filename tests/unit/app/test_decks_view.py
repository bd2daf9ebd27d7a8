"""What a terminal shows of a deck search, and its last words as JSON."""

from __future__ import annotations

import io
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from tests.unit.experiments.planted_searches import SMALL_SEARCH
from tests.unit.metagame.planted_decks import META, Interrupted, PlantedDecks

from evometa.app.terminal.screen import Screen
from evometa.app.views.decks import final_decks, name_by_cost, show_decks
from evometa.cards import load_cards
from evometa.experiments import runs
from evometa.experiments.decks.work import DECKS, DecksRun
from evometa.metagame.evidence import Estimated
from evometa.report.words.numbers import ABSENT, UNKNOWN, number
from evometa.store import create_run

HUNTER = META.decks[0].name


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> DecksRun:
    """A finished search."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        DECKS.start(folder, SMALL_SEARCH, PlantedDecks())
    return DECKS.read(folder)


def shown(run: DecksRun) -> str:
    """What is shown on a console."""
    text = io.StringIO()
    show_decks(Screen(file=text, width=100), run)
    return text.getvalue()


def line_of(text: str, name: str, after: str) -> list[str]:
    """The words of the line that begins with a name, below a heading."""
    (line,) = (line for line in text.partition(after)[2].partition("\n\n")[0].splitlines() if line.startswith(name))
    return line.removeprefix(name).split()


def test_it_shows_the_deck_the_audit_and_the_map(search: DecksRun) -> None:
    text, final = shown(search), search.results.final
    assert final is not None
    assert max(map(len, text.splitlines())) <= 100
    assert text.startswith(
        f"Hunter (Aggro)  wins {100 * final.win_rate.value:.1f}% against the metagame (95% interval "
    )
    assert "4 x 4 cells: sum of the cards' mana costs, variance of the cards' mana costs" in " ".join(text.split())
    assert f"40 tried, {final.elites} on the map" in text
    assert f"H is {HUNTER}, " in text
    assert text.count("best found") == 1
    assert f"{search.games:,}" in text


def weaken(search: DecksRun, by: float) -> DecksRun:
    """The search as if all that it found won so much less often than the known deck, surely."""
    (known,) = search.results.known
    middle = known.win_rate.value - by
    worse = Estimated(middle, middle - 0.01, middle + 0.01)
    audits = tuple(each if each.is_known else replace(each, win_rate=worse) for each in search.results.audits)
    return replace(search, results=replace(search.results, audits=audits))


def test_a_best_deck_that_is_weaker_than_a_known_one_is_told_first(search: DecksRun) -> None:
    text = " ".join(shown(weaken(search, by=0.4)).split())
    (known,) = search.results.known
    assert text.startswith("No better deck was found: Hunter (Aggro) wins ")
    assert f"and the known deck {known.name} {100 * known.win_rate.value:.1f}% in the same games. 40 decks are" in text
    assert "No better deck" not in shown(search)


def test_a_difference_that_may_be_chance_is_told_as_one(search: DecksRun) -> None:
    text = " ".join(shown(weaken(search, by=0.001)).split())
    assert "in the same games, though the difference may be chance." in text
    assert "40 decks are few: a search that is not quick tries 10,000." in text


def test_all_finalists_stand_in_the_audit_with_their_three_values(search: DecksRun) -> None:
    text, results = shown(search), search.results
    assert len(results.found) == 2
    for audit in results.found:
        words = line_of(text, audit.name, "The audit: ")
        assert words[-3:] == [number(value) for value in (audit.objective, audit.searched, audit.again)]
    (known,) = results.known
    words = line_of(text, known.name, "The audit: ")
    assert words[-3:] == [number(known.objective), ABSENT, ABSENT]
    assert words[:2] == ["known", "before"]


def test_decks_without_decided_games_are_shown(search: DecksRun) -> None:
    unknown = Estimated(nan, 0.0, 1.0)
    audits = tuple(replace(audit, win_rate=unknown) for audit in search.results.audits)
    text = shown(replace(search, results=replace(search.results, audits=audits)))
    assert f"wins {UNKNOWN}% against the metagame (95% interval 0.0 to 100.0%)" in text


def test_cards_stand_beside_their_cost(search: DecksRun) -> None:
    cards, audit = load_cards(), search.results.audits[0]
    groups = name_by_cost(audit)
    for cost, names in enumerate(groups):
        assert {min(cards[name.removeprefix("2x ")].tree["cost"], 7) for name in names} <= {cost}
        assert sum(2 if name.startswith("2x ") else 1 for name in names) == audit.curve[cost]
    assert sum(map(len, groups)) == len(audit.cards)


def test_a_search_that_has_not_ended_shows_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with create_run(tmp_path / "new", DECKS.name, SMALL_SEARCH.to_json()):
        assert shown(DECKS.read(tmp_path / "new")) == "The run has not tried any deck yet.\n"
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)
    with pytest.raises(KeyboardInterrupt):
        DECKS.start(tmp_path / "run", SMALL_SEARCH, Interrupted(3))
    text = shown(DECKS.read(tmp_path / "run"))
    assert text.startswith("20 decks were tried, and ")
    assert "no audit is finished" in text


def test_a_search_amid_its_audits_does_not_say_that_there_is_none(search: DecksRun) -> None:
    unfinished = replace(search.results, audits=search.results.audits[:2], map=None, final=None)
    text = shown(replace(search, results=unfinished))
    assert text.startswith("40 decks were tried, and ")
    assert "audits finished: 2." in text


def test_the_final_object_says_where_run_and_deck_are(search: DecksRun) -> None:
    final = final_decks(search)
    assert list(final) == [
        *("run", "deck", "name", "number", "searched", "again", "objective", "win_rate", "low", "high"),
        *("elites", "evaluations", "games", "pilots"),
    ]
    assert (final["run"], final["deck"]) == (str(search.folder), str(search.folder / "deck.toml"))
    assert Path(final["deck"]).is_file()
    assert final["low"] <= final["win_rate"] <= final["high"]
    assert final["games"] == search.games
