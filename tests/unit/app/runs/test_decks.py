"""`evometa decks`: from options to a stored search, what it shows, its table, and back after a Ctrl-C."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from tests.unit.app.runs.run_laboratory import HUNTER, METAGAME, PALADIN, RATES, InterruptedRunner, RunLaboratory
from tests.unit.metagame.planted_games import uniform

from evometa.experiments.decks.settings import QUICK_MAP, QUICK_OF_MAP, choose_decks, find_search
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DECKS as DECKS_RUN
from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.cards import load_cards
from evometa.games.hearthstone.cards.rules import load_rules
from evometa.matches.known_runners import DEFAULT, RUNNERS
from evometa.matches.runners import Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.metagame.metagames import load_metagame
from evometa.store import open_run
from evometa.story.reproduction import reproduce_decks
from evometa.story.words.numbers import ABSENT
from evometa.story.words.progress import describe_best

SIZE = ("--evaluations", "40", "--batch", "10", "--largest", "4", "--remap-every", "10", "--finalists", "3")
GAMES = ("--games", "20", "--again-games", "40", "--audit-games", "400")
TINY = (*SIZE, *GAMES, "--no-report")
DECKS = ("decks", "--class", "paladin", "--player", "control", "--against", "two.toml", "--algorithm", "map-elites")
FOLDER = "runs/decks-paladin-control-1"
FINAL = {
    *("run", "deck", "name", "number", "searched", "again", "objective", "win_rate", "low", "high"),
    *("elites", "evaluations", "search_games", "games", "pilots", "players"),
}


class PlantedDecks(InterruptedRunner):
    """The more different cards a deck has, the more it wins; the winner has 10 health left."""

    def make_outcome(self, games: Games, chunk: Chunk) -> Outcome:
        self.n_distinct = games.decks["n_distinct"]
        outcome = super().make_outcome(games, chunk)
        outcome.sums["health"] = 10 * outcome.sums["wins"][:, :2]
        return outcome

    def draw_winners(self, job: Any) -> NDArray[np.int64]:
        one, other = self.n_distinct[job.decks].astype(int)
        luck = uniform(int(job.seed), np.arange(job.first, job.first + job.games))
        return np.where(luck < 0.5 + 0.03 * (one - other), 0, 1)


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    laboratory = RunLaboratory.open(tmp_path, monkeypatch, capsys)
    laboratory.runner = PlantedDecks(RATES)
    monkeypatch.setitem(RUNNERS, DEFAULT, lambda threads: laboratory.runner)
    return laboratory


def settings_of(folder: str) -> dict[str, Any]:
    with open_run(Path(folder)) as run:
        return run.settings


def results_of(folder: str) -> dict[str, Any]:
    with open_run(Path(folder)) as run:
        return run.results()


# --- what comes out -------------------------------------------------------------------------------


def test_json_is_the_final_object_alone(lab: RunLaboratory) -> None:
    final = lab.data(*DECKS, *TINY)
    assert set(final) == FINAL
    assert (final["run"], final["name"], final["evaluations"]) == (FOLDER, "Paladin (Control)", 40)
    assert final["low"] <= final["win_rate"] <= final["high"]
    deck = load_deck(final["deck"])
    deck.validate(load_cards(), load_rules())
    assert (deck.name, deck.klass, deck.style) == ("Paladin (Control)", "paladin", "control")


def test_the_terminal_shows_the_deck_the_audit_and_the_map(lab: RunLaboratory) -> None:
    text = lab.run(*DECKS, *TINY)
    assert max(map(len, text.splitlines())) <= 100
    assert re.match(r"\n(No better deck was found: (.*\n)+?)?Paladin \(Control\) wins ", text)
    (known,) = (line for line in text.splitlines() if "known before" in line)
    assert known.split()[:5] == [*PALADIN.split(), "known", "before"]
    assert known.split()[-2:] == [ABSENT, ABSENT]
    assert text.count("best found") == 1
    assert f"HA is {HUNTER}, PC is {PALADIN}" in text
    assert f"40; {len(results_of(FOLDER)['map']['elites'])} elites" in text


def test_what_it_says_about_the_deck_can_be_copied(lab: RunLaboratory) -> None:
    lab.run(*DECKS, *TINY, "--out", "my runs/one")
    command, entry = lab.said.split("To add it to a metagame file:")
    assert "Deck: my runs/one/deck.toml (all that were audited: my runs/one/decks)" in command
    assert "evometa deck 'my runs/one/deck.toml' --to code" in command
    assert tomllib.loads(entry)["deck"][0]["deck"] == str(lab.folder / "my runs/one/deck.toml")
    Path("three.toml").write_text(METAGAME + entry, encoding="utf-8")
    assert [deck.name for deck in load_metagame("three.toml").decks] == [HUNTER, PALADIN, "Paladin (Control)"]


def test_progress_tells_the_deck_and_the_highest_objective(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evometa.app.terminal.progress.LINE_SECONDS", 0.0)
    lab.run(*DECKS, *TINY, "--evaluations", "20", "--finalists", "1")
    best = describe_best({"health": results_of(FOLDER)["history"][0]["best"]})
    assert f"Paladin (Control): deck 10 of 20; highest {best}" in lab.said
    assert "best decks measured again: 0 of " in lab.said
    assert "audit: 1 of 2; highest health " in lab.said
    assert "lowest" not in lab.said


# --- settings -------------------------------------------------------------------------------------


def test_options_become_settings(lab: RunLaboratory) -> None:
    lock = ("--lock", "Wisp", "--lock", "wisp", "--ban", "Consecration", "--start-from", PALADIN)
    kind = ("--pool", "all", "--objective", "wins", "--measures", "minions, dust", "--seats", "first")
    more = ("--player", "random", "--seed", "3", "--name", "My deck", "--smallest", "3", "--first", "5")
    final = lab.data(*DECKS, "--class", "Paladin", *lock, *kind, *more, *TINY)
    found = settings_of(final["run"])
    wanted = {
        "klass": "paladin",
        "metagame": str(lab.folder / "two.toml"),
        "locked": ["Wisp", "wisp"],
        "banned": ["Consecration"],
        "given": [PALADIN],
        "pool": "all",
        "objective": "wins",
        "measures": ["minions", "dust"],
        "seats": "first",
        "player": "random",
        "seed": 3,
        "name": "My deck",
        "games": 20,
        "again_games": 40,
        "audit_games": 400,
        "finalists": 3,
        "map": {"evaluations": 40, "first": 5, "batch": 10, "smallest": 3, "largest": 4, "remap_every": 10},
    }
    assert {name: found[name] for name in wanted} == wanted
    assert final["run"] == "runs/decks-my-deck-1"
    assert load_deck(final["deck"]).cards.count("Wisp") == 2


@pytest.mark.parametrize(
    ("asked", "pool"),
    [
        ({"metagame": "classic-2014"}, "all"),
        ({"metagame": "classic-2014", "pool": "paper"}, "paper"),
        ({"metagame": "paper-six"}, "paper"),
    ],
)
def test_the_cards_are_those_that_the_metagame_says(asked: dict[str, str], pool: str) -> None:
    settings, _ = choose_decks({"klass": "priest", **asked})
    assert settings.pool == pool
    space = make_space(settings, load_metagame(settings.metagame))
    names = {card.name: card.cost for card in space.cards}
    assert ("Sylvanas Windrunner" in names, "Radiance" in names) == (pool == "all", False)
    assert names["Leeroy Jenkins"] == (4 if settings.metagame == "classic-2014" else 5)


def test_options_count_more_than_quick_and_that_more_than_the_preset() -> None:
    preset = find_search("exp2-paladin-control")
    assert choose_decks({"preset": "exp2-paladin-control"}) == (preset, "Exp2 Paladin (Control)")
    found, _ = choose_decks({"preset": "exp2-paladin-control", "quick": True, "games": 70, "largest": 5})
    grid = replace(preset.map, **QUICK_MAP | {"largest": 5})
    assert found == replace(preset, **QUICK_OF_MAP | {"games": 70, "map": grid})


@pytest.mark.parametrize(
    ("fields", "name"), [({"klass": "mage"}, "Mage (Control)"), ({"seed": 9}, "Exp2 Paladin (Control)")]
)
def test_a_deck_is_named_after_the_preset_only_if_it_is_of_its_kind(fields: dict[str, Any], name: str) -> None:
    assert choose_decks({"preset": "exp2-paladin-control", **fields})[1] == name
    assert choose_decks({"klass": "mage"})[1] == "Mage (Found)"


@pytest.mark.parametrize(
    ("evaluations", "n_given", "first"), [(10_000, 0, 100), (60, 0, 60), (1, 0, 1), (400, 120, 120)]
)
def test_a_small_search_starts_with_fewer_decks_and_one_from_many_with_more(
    evaluations: int, n_given: int, first: int
) -> None:
    asked = {"klass": "mage", "algorithm": "map-elites", "given": [PALADIN] * n_given, "evaluations": evaluations}
    found, _ = choose_decks(asked)
    assert found.map.first == first


def test_the_command_that_a_report_shows_makes_the_same_search(lab: RunLaboratory) -> None:
    cards = ("--lock", "Wisp", "--ban", "Consecration", "--start-from", PALADIN)
    lab.run(*DECKS, *TINY, *cards, "--measures", "minions,dust", "--seats", "first", "--first", "7", "--name", "Mine")
    words = reproduce_decks(DECKS_RUN.read(Path("runs/decks-mine-1"))).words
    lab.run(*words, "--no-report", "--out", "again")
    assert settings_of("again") == settings_of("runs/decks-mine-1")


# --- interrupted runs -----------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [0, 3, 5, -1])  # in the first batch, a later one, measuring again, the audit
def test_a_resumed_search_ends_as_one_that_was_not_interrupted(lab: RunLaboratory, calls: int) -> None:
    whole = lab.data(*DECKS, *TINY, "--out", "whole")
    lab.runner.calls_left = calls % len(lab.runner.calls)
    lab.runner.calls.clear()
    lab.run(*DECKS, *TINY, "--out", "cut", code=130)
    assert "evometa resume cut" in lab.said
    lab.runner.calls_left = None
    assert lab.data("resume", "cut", "--no-report") == whole | {"run": "cut", "deck": "cut/deck.toml"}
    assert results_of("cut")["map"] == results_of("whole")["map"]
    assert Path("cut/deck.toml").read_text(encoding="utf-8") == Path("whole/deck.toml").read_text(encoding="utf-8")


def test_a_search_does_not_go_on_with_another_metagame(lab: RunLaboratory) -> None:
    lab.runner.calls_left = 2
    lab.run(*DECKS, *TINY, code=130)
    lab.runner.calls.clear()
    Path("two.toml").write_text(METAGAME.replace(HUNTER, "Exp1 Warlock (Aggro)"), encoding="utf-8")
    assert "has changed since the run began" in lab.refuse("resume", FOLDER)
    assert f"'evometa resume {FOLDER}' goes on with it" in lab.refuse(*DECKS, *TINY, "--seed", "2", "--out", FOLDER)


# --- export ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["all.csv", "all.parquet"])
def test_every_deck_is_a_row_of_a_file(lab: RunLaboratory, name: str) -> None:
    lab.run(*DECKS, *TINY)
    lab.run("export", FOLDER, "--to", name)
    frame = pd.read_csv(name) if name.endswith(".csv") else pd.read_parquet(name)
    with open_run(Path(FOLDER)) as run:
        evaluations, found = run.evaluations(), run.results()["map"]
    assert f"Wrote {name}: {len(evaluations)} rows" in lab.said
    assert frame["number"].tolist() == evaluations.numbers.tolist()
    assert frame["objective health"].tolist() == pytest.approx(evaluations.objectives[:, 0].tolist())
    assert frame["measure cost"].tolist() == evaluations.objectives[:, 1].tolist()
    assert (frame.filter(regex="^copies ").sum(axis=1) == 30).all()
    assert (frame.filter(regex="^games ").sum(axis=1) == np.where(frame["is_again"], 40, 20)).all()
    assert (frame[f"wins first against {HUNTER}"] <= frame[f"games first against {HUNTER}"]).all()
    assert set(frame.loc[frame["is_elite"].astype(bool), "deck"]) == {elite["number"] for elite in found["elites"]}


def test_a_search_without_decks_is_an_empty_file(lab: RunLaboratory) -> None:
    lab.runner.calls_left = 0
    lab.run(*DECKS, *TINY, code=130)
    lab.run("export", FOLDER, "--to", "all.csv")
    frame = pd.read_csv("all.csv")
    assert frame.empty
    assert {"number", "objective health", "measure cost"} <= set(frame.columns)


def test_columns_that_are_numbered_are_explained(lab: RunLaboratory) -> None:
    lab.run(*DECKS, *TINY)
    Path("two.toml").unlink()
    lab.run("export", FOLDER, "--to", "all.csv")
    assert {"copies card 1", "wins second against opponent 2"} <= set(pd.read_csv("all.csv").columns)
    assert "numbered, because their names are not known any more" in lab.said


# --- what cannot be done --------------------------------------------------------------------------

REFUSED = {
    "no class": (
        ["decks", "--quick"],
        "the class of the decks is missing (--class, in Python klass)",
    ),
    "unknown class": (["decks", "--class", "palladin"], "unknown class 'palladin'; did you mean 'paladin'?"),
    "unknown preset": (["decks", "--preset", "exp3"], "unknown preset 'exp3'"),
    "unknown measure": ([*DECKS, "--measures", "cost,minons"], "unknown measure 'minons'; did you mean 'minions'?"),
    "unknown objective": ([*DECKS, "--objective", "winns"], "unknown objective 'winns'; did you mean 'wins'?"),
    "unknown pool": ([*DECKS, "--pool", "papper"], "unknown pool or set 'papper'; did you mean 'paper'?"),
    "unknown seats": ([*DECKS, "--seats", "second"], "seats: found 'second'; allowed: both, first"),
    "unknown player": ([*DECKS, "--player", "slow"], "no player file and no preset 'slow'"),
    "unknown metagame": (["decks", "--class", "mage", "--against", "paper-sixx"], "did you mean 'paper-six'?"),
    "a map without cells": ([*DECKS, "--largest", "0"], "'--largest'"),
    "a map that shrinks": ([*DECKS, "--smallest", "9", "--largest", "5"], "smallest is 9, but must be at most largest"),
    "too large a map": ([*DECKS, "--measures", "cost,dust,turns", "--largest", "999"], "allowed: a map of 10,000,000"),
    "locked and banned": ([*DECKS, "--lock", "Wisp", "--ban", "wisp"], "Wisp is banned as well; lock it or ban it"),
    "too many copies": ([*DECKS, *("--lock", "Wisp") * 3], "locked cards: found 3 copies of Wisp"),
    "a card of another class": ([*DECKS, "--lock", "King Krush"], "King Krush is a hunter card"),
    "unknown card": ([*DECKS, "--ban", "Whisp"], "banned cards: there is no card 'Whisp'; did you mean 'Wisp'?"),
    "too few cards": ([*DECKS, "--pool", "hall-of-fame"], "allow a deck of 9 cards, but a deck has 30"),
    "too few games": ([*DECKS, "--games", "3"], "games: found 3 games per deck; allowed: 4 or more"),
    "too few games again": ([*DECKS, "--again-games", "3"], "again_games: found 3 games per deck; allowed: 4 or more"),
    "too few audit games": ([*DECKS, "--audit-games", "1"], "audit_games: found 1; allowed: 2 or more"),
    "a deck of another class": ([*DECKS, "--start-from", HUNTER], f"given deck {HUNTER}: it is a hunter deck"),
    "no such deck": ([*DECKS, "--start-from", "mine.toml"], "there is no deck file mine.toml"),
    "more decks than the first": (
        [*DECKS, "--first", "1", *("--start-from", PALADIN) * 2],
        "given: found 2 decks, but the search starts with only 1",
    ),
    "more first than all": (
        [*DECKS, "--first", "9", "--evaluations", "5"],
        "first is 9, but must be at most evaluations",
    ),
    "a full folder": ([*DECKS, "--out", "."], "--out .: there are files in it already"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: RunLaboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)
