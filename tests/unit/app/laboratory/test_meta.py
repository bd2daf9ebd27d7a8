"""`evometa meta`: its tables, its JSON and CSV, its folder, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas
import pytest
from tests.unit.app.laboratory.planted_laboratory import NAMES, RANKED, Laboratory, N, open_laboratory

import evometa
from evometa.app.main import main
from evometa.games.registry import default_game

SIX = ("meta", "paper-six")


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    with open_laboratory(monkeypatch, capsys) as laboratory:
        yield laboratory


# --- JSON -----------------------------------------------------------------------------------------


def test_the_json_has_all_that_others_rely_on(lab: Laboratory) -> None:
    data = lab.data(*SIX, "--games", "400")
    assert data["decks"] == NAMES
    matrices = ("games", "draws", "win_rate", "win_rate_starting", "low", "high")
    assert all(np.array(data[name]).shape == (N, N) for name in matrices)
    assert all(len(data[name]) == N for name in ("against_meta", "nash"))
    assert data["games"] == [[400 if i == j else 200 for j in range(N)] for i in range(N)]
    assert np.array(data["win_rate_starting"]) == pytest.approx(RANKED, abs=0.15)
    assert data["against_meta"] == sorted(data["against_meta"], reverse=True)
    assert data["nash"] == [1, 0, 0, 0, 0, 0]
    assert data["f"] > data["f_corrected"] > 10 * data["f_noise_floor"] > 0, "F as measured holds the share of chance"
    assert data["f_low"] < data["f_corrected"] < data["f_high"]
    assert data["games_played"] == 21 * 400
    assert data["ranking"] == NAMES
    assert data["is_partial"] is False


def test_the_json_has_the_diversity(lab: Laboratory) -> None:
    diversity = lab.data(*SIX, "--games", "4000")["diversity"]
    assert (diversity["within"], diversity["least_share"]) == (0.05, 0.01)
    # The two in the middle are on the edge, 5 points from 50%; the other four are far off. The first one beats all.
    assert [diversity["viable"][name] for name in ("low", "high")] == [0, 2]
    assert diversity["viable"]["is_sure"] == [True, True, False, False, True, True]
    assert diversity["viable"]["decks"] == sum(diversity["viable"]["is_viable"]) <= 2
    assert [diversity["viable_in_nash"][name] for name in ("decks", "low", "high")] == [1, 1, 1]
    assert diversity["viable_in_nash"]["is_viable"] == [True] + [False] * (N - 1)
    assert diversity["viable_in_nash"]["is_sure"] == [True] * N
    distances = np.array(diversity["distances"])
    assert (distances.shape, distances.diagonal().tolist()) == ((N, N), [0] * N)
    assert diversity["distance"] == pytest.approx(distances.mean(), abs=1e-6)
    assert diversity["distance_in_nash"] == 0
    cards, in_nash = diversity["cards"], diversity["cards_in_nash"]
    assert 0 < in_nash["played"] <= 30 < cards["played"] < cards["playable"] < cards["pool"] == 396
    assert cards["part_of_pool"] == pytest.approx(cards["played"] / 396, abs=1e-6)


def test_the_json_does_not_tell_when_or_where(lab: Laboratory) -> None:
    text = lab.run(*SIX, "--games", "20", "--json")
    assert "seconds" not in text
    assert "/" not in text


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_the_game_that_is_played_anyway_may_be_named(lab: Laboratory, form: str) -> None:
    asked = ("meta", "paper-six", "--games", "2", form)
    assert lab.run(*asked, "--game", "hearthstone") == lab.run(*asked)


def test_a_game_that_is_not_there_is_refused(lab: Laboratory) -> None:
    assert "unknown game 'nonsense'; allowed: hearthstone" in lab.refuse("meta", "paper-six", "--game", "nonsense")


def test_a_file_for_another_game_is_refused(lab: Laboratory, tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text('game = "haerthstone"\n[[deck]]\ndeck = "Starter Mage"\n', encoding="utf-8")
    message = "field 'game': unknown game 'haerthstone'; did you mean 'hearthstone'?"
    assert message in lab.refuse("meta", str(path))


def test_what_is_not_known_is_null(lab: Laboratory) -> None:
    lab.runner.draws = 1.0
    data = lab.data(*SIX, "--games", "2")
    assert data["win_rate"][0] == [0.5, None, None, None, None, None]
    assert data["f"] is data["f_corrected"] is data["f_noise_floor"] is None
    assert data["diversity"]["viable"]["is_viable"] == [None] * N
    assert [data["diversity"]["viable"][name] for name in ("decks", "low", "high")] == [None, 0, N]
    assert data["diversity"]["distance_in_nash"] is data["diversity"]["cards_in_nash"] is None
    assert data["draws"][0][1] == 1


def test_real_games_give_the_same_bytes_on_any_number_of_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = default_game().format_rules(default_game().load_rules())
    assert "hero_health = 30" in rules
    Path("rules.toml").write_text(rules.replace("hero_health = 30", "hero_health = 6"), encoding="utf-8")
    decks = "".join(f'[[deck]]\ndeck = "Exp1 {klass} Aggro"\n' for klass in ("Hunter", "Warlock"))
    Path("quick.toml").write_text(f'players = "random"\nrules = "rules.toml"\n{decks}', encoding="utf-8")
    texts = []
    for threads in ("1", "2"):
        with pytest.raises(SystemExit):
            main(["meta", "quick.toml", "--games", "2", "--threads", threads, "--json"])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["games"] == [[2, 1], [1, 2]]


# --- CSV and folders ------------------------------------------------------------------------------


def test_csv_has_a_row_for_each_ordered_pair(lab: Laboratory) -> None:
    rows = list(csv.DictReader(io.StringIO(lab.run(*SIX, "--games", "20", "--csv"))))
    assert [(row["deck"], row["opponent"]) for row in rows] == [(one, other) for one in NAMES for other in NAMES]
    assert {row["games"] for row in rows} == {"10", "20"}
    assert float(rows[5]["win_rate"]) > 0.5 > float(rows[30]["win_rate"])


def test_a_folder_gets_tables_numbers_and_pictures(lab: Laboratory, tmp_path: Path) -> None:
    folder = tmp_path / "six"
    printed = lab.run(*SIX, "--games", "20", "--json", "--out", str(folder))
    names = {path.name for path in folder.iterdir()}
    tables = {f"{name}.{kind}" for name in ("match_ups", "decks") for kind in ("csv", "parquet")}
    assert {"result.json", "matrix.png", "matrix.svg", "report.html"} | tables <= names
    assert "A typical match-up is" in (folder / "report.html").read_text(encoding="utf-8")
    assert (folder / "result.json").read_text() == printed
    frame = pandas.read_parquet(folder / "decks.parquet")
    assert frame["deck"].tolist() == NAMES
    assert frame["against_meta"].tolist() == pytest.approx(json.loads(printed)["against_meta"], abs=1e-6)
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda place: place.write_text("mine"), "this is a file"),
        (lambda place: (place.mkdir(), (place / "mine.txt").write_text("mine")), "there are files in it already"),
    ],
)
def test_nothing_of_the_users_is_written_over(lab: Laboratory, tmp_path: Path, make: object, problem: str) -> None:
    place = tmp_path / "results"
    assert callable(make)
    make(place)
    assert problem in lab.refuse(*SIX, "--out", str(place))
    assert {path.read_text() for path in tmp_path.rglob("*") if path.is_file()} == {"mine"}


def test_a_folder_in_no_folder_is_refused(lab: Laboratory, tmp_path: Path) -> None:
    assert "make it first" in lab.refuse(*SIX, "--out", str(tmp_path / "nowhere" / "six"))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_fails_half_way_leaves_nothing(
    lab: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("evometa.app.laboratory.options.save_pictures", fail)
    lab.run(*SIX, "--games", "20", "--out", str(tmp_path / "six"), code=2)
    assert "cannot be written (No space left on device)" in lab.said
    assert not list(tmp_path.iterdir())


# --- on the terminal ------------------------------------------------------------------------------


def test_the_tables_fit_and_say_what_a_designer_asks(lab: Laboratory) -> None:
    text = lab.run(*SIX, "--games", "400")
    words = " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 100
    assert "paper-six  8,400 games, 400 per match-up. Played by skilled. Seed 1." in text
    lines = text.splitlines()
    assert lines[2].startswith("A typical match-up is ")
    assert f"The strongest deck is {NAMES[0]}" in text
    strongest = next(line for line in lines if line.startswith(NAMES[0]))
    assert "100 to 100" in strongest
    assert "F says how uneven a metagame is: 0 if all match-ups are even" in words
    assert "the noise floor" in words
    assert f"By strength alone: {' > '.join(NAMES)}." in words
    assert "No three decks clearly beat each other" in words
    assert "10.0 turns; both players' counted" in words


@pytest.mark.parametrize(("draws", "games"), [(0.0, "2"), (0.5, "4"), (1.0, "2")])
def test_what_is_not_known_is_a_question_mark(lab: Laboratory, draws: float, games: str) -> None:
    lab.runner.draws = draws
    text = lab.run(*SIX, "--games", games)
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)
    assert ("?" in text) == (draws > 0)


def test_behind_plus_minus_stands_the_same_on_the_terminal_on_a_page_and_in_a_notebook(lab: Laboratory) -> None:
    lab.runner.rates = np.array([[0.5, 0.96, 0.9], [0.04, 0.5, 0.5], [0.1, 0.5, 0.5]])
    played = evometa.play("paper-small", games=60, runner=lab.runner)
    evidence = played.played.evidence
    low, high = evidence.rates.low, evidence.rates.high
    reach = np.maximum(high - evidence.win_rate, evidence.win_rate - low)
    assert (reach > (high - low) / 2 + 0.01).any(), "some intervals are not even to both sides"
    expected = {(100 * evidence.win_rate[i, j], 100 * reach[i, j]) for i, j in permutations(range(3), 2)}
    text = lab.run("meta", "paper-small", "--games", "60")
    matrix = text.partition("Who beats whom: win rate of the row")[2].partition(" is Exp")[0]
    rates, reaches = (re.findall(pattern, matrix) for pattern in (r"(?<!±)\b\d+\.\d", r"±(\d+\.\d)"))
    shown = set(zip(rates, reaches, strict=True))  # against all decks, too
    assert shown >= {(f"{one:.1f}", f"{other:.1f}") for one, other in expected}
    whole = {(f"{one:.0f}", f"{other:.0f}") for one, other in expected}
    assert whole <= set(re.findall(r">(\d+)</text><text[^>]*>±(\d+)", played.plot("matrix").svg))


def test_cycles_are_named(lab: Laboratory) -> None:
    lab.runner.rates = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    text = " ".join(lab.run("meta", "paper-small", "--games", "200").split())
    hunter, paladin, warlock = (deck.name for deck in evometa.load("paper-small").decks)
    assert f"{hunter} beats {paladin} beats {warlock} beats {hunter}" in text
    assert "Strength alone explains" in text


def test_the_diversity_is_told(lab: Laboratory) -> None:
    lab.runner.rates = np.full((N, N), 0.5)
    few, many = (" ".join(lab.run(*SIX, "--games", games).split()) for games in ("40", "4000"))
    assert "Decks near even 6 of 6; within 5 points of 50% against the metagame Decks in" in many
    assert re.search(r"near even [4-6] of 6; within 5 points .* metagame; surely \d, at most 6 ", few)
    assert re.search(r"in the equilibrium [1-6] of 6; .* Nash equilibrium; surely 0, at most 6 ", few)
    assert re.search(r"Cards that differ 2\d\.\d; on average between two decks that meet", few)
    assert re.search(r"Cards in decks \d+; \d\d% of the 240 .*% of all 396; in the equilibrium", few)


def test_an_unknown_diversity_is_told_as_far_as_it_is_known(lab: Laboratory) -> None:
    lab.runner.draws = 1.0
    text = " ".join(lab.run(*SIX, "--games", "2").split())
    assert "near even ? of 6; within 5 points of 50% against the metagame; surely 0, at most 6" in text
    assert re.search(r"that meet, mirrors included Cards in decks", text), "nothing about an unknown equilibrium"


def test_an_even_metagame_is_not_called_imbalanced(lab: Laboratory) -> None:
    lab.runner.rates = np.full((N, N), 0.5)
    text = " ".join(lab.run(*SIX, "--games", "20").split())
    assert "All match-ups may be even, and more games would tell." in text
    assert "A typical match-up" not in text


def test_shares_are_shown_if_they_differ(lab: Laboratory, tmp_path: Path) -> None:
    shares = {"Exp1 Hunter Aggro": 0.75, "Exp1 Warlock Aggro": 0.25}
    decks = "".join(f'[[deck]]\ndeck = "{deck}"\nshare = {share}\n' for deck, share in shares.items())
    (tmp_path / "mine.toml").write_text(decks)
    assert " 75.0 " in lab.run("meta", str(tmp_path / "mine.toml"), "--games", "20")
    assert not re.search(r"^deck .* share", lab.run(*SIX, "--games", "20"), re.MULTILINE)


def test_a_metagame_of_one_deck_has_no_balance_to_speak_of(lab: Laboratory, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('[[deck]]\ndeck = "Exp1 Hunter Aggro"\n')
    text = lab.run("meta", str(tmp_path / "one.toml"), "--games", "20")
    assert "Who starts wins" in text
    assert "F as measured" not in text
    assert "How diverse it is" not in text


# --- wishes ---------------------------------------------------------------------------------------


def test_a_precision_is_reached(lab: Laboratory) -> None:
    data = lab.data(*SIX, "--precision", "0.05")
    assert ((np.array(data["high"]) - np.array(data["low"])) / 2).max() <= 0.05
    assert data["imprecise"] == []


def test_match_ups_that_stay_imprecise_are_named(lab: Laboratory) -> None:
    lab.runner.draws = 1.0
    text = lab.run("meta", "paper-small", "--precision", "0.4")
    assert "so many draws that the precision was not reached" in text


def test_players_can_be_chosen(lab: Laboratory) -> None:
    players = ["paper-aggro", "paper-control"] * 3
    assert lab.data(*SIX, "--games", "2", "--players", "paper")["players"] == players


def test_every_deck_with_every_player(lab: Laboratory) -> None:
    lab.runner.rates = np.tile([[0.9], [0.1]], (N, 2 * N))  # whatever the deck, the first player wins
    fair = (*SIX, "--players", "fair", "--games", "40", "--cross-players")
    text = lab.run(*fair)
    assert max(map(len, text.splitlines())) <= 100
    assert "who plays, whatever the deck" in text
    data = lab.data(*fair)
    assert data["players"] == ["fair-aggro", "fair-control"]
    assert data["parts"]["player"]["value"] > 0.9
    assert data["is_viable"] == [[True, False]] * N
    rows = list(csv.DictReader(io.StringIO(lab.run(*fair, "--csv"))))
    assert len(rows) == 2 * N


# --- Ctrl-C ---------------------------------------------------------------------------------------


def test_after_an_interrupt_it_tells_what_is_known(lab: Laboratory, tmp_path: Path) -> None:
    lab.runner.interrupt_after = 1
    folder = tmp_path / "six"
    text = lab.run(*SIX, "--games", "4000", "--out", str(folder), code=130)
    assert "PARTIAL: the run was interrupted" in text
    assert "Interrupted: this is partial" in lab.said
    assert json.loads((folder / "result.json").read_text())["is_partial"] is True
    assert (folder / "PARTIAL.txt").is_file()


def test_an_interrupt_after_a_tenth_of_the_games_leaves_every_match_up_with_its_part(lab: Laboratory) -> None:
    lab.data(*SIX, "--games", "4000")
    lab.runner.is_reversed, lab.runner.interrupt_after = False, len(lab.runner.chunks) // 10
    data = lab.data(*SIX, "--games", "4000", code=130)
    assert np.array(data["games"]).min() >= 4000 / 2 / 20
    assert None not in [rate for row in data["win_rate"] for rate in row]


def test_partial_json_says_so(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 1
    assert lab.data(*SIX, "--games", "4000", code=130)["is_partial"] is True


def test_an_interrupt_before_any_game_prints_nothing(lab: Laboratory, tmp_path: Path) -> None:
    lab.runner.interrupt_after = 0
    assert lab.run(*SIX, "--json", "--out", str(tmp_path / "six"), code=130) == ""
    assert "there is nothing to tell yet" in lab.said
    assert not list(tmp_path.iterdir())


# --- bad input ------------------------------------------------------------------------------------

REFUSED = {
    "unknown metagame": (["meta", "paper-sixx"], "did you mean 'paper-six'?"),
    "unknown player": ([*SIX, "--players", "papr"], "did you mean 'paper'?"),
    "no games": ([*SIX, "--games", "0"], "Invalid value for '--games'"),
    "negative games": ([*SIX, "--games", "-4"], "Invalid value for '--games'"),
    "odd games": ([*SIX, "--games", "7"], "found 7 games per match-up; allowed: an even number"),
    "no precision": ([*SIX, "--precision", "0"], "found a precision of 0.0; allowed: 0.001"),
    "games and precision": ([*SIX, "--games", "2", "--precision", "0.1"], "cannot stand together"),
    "crossed precision": ([*SIX, "--cross-players", "--precision", "0.1"], "give --games, not --precision"),
    "two forms": ([*SIX, "--json", "--csv"], "cannot stand together"),
    "no threads": ([*SIX, "--threads", "0"], "Invalid value for '--threads'"),
    "negative seed": ([*SIX, "--seed", "-1"], "Invalid value for '--seed'"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: Laboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)


FILES = {
    "not TOML": ("decks = [", "this is not TOML"),
    "unknown deck": ('[[deck]]\ndeck = "Exp1 Huntr Aggro"', "Exp1 Huntr Aggro"),
    "negative share": ('[[deck]]\ndeck = "Starter Mage"\nshare = -1', "the share -1.0 is out of range"),
    "too small shares": ('[[deck]]\ndeck = "Starter Mage"\nshare = 0.5', "sum to 0.5; allowed: shares that sum to 1"),
}


@pytest.mark.parametrize(("text", "problem"), FILES.values(), ids=FILES)
def test_a_metagame_file_with_a_mistake(lab: Laboratory, tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "mine.toml").write_text(text)
    assert problem in lab.refuse("meta", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


# --- on every rung of skill -----------------------------------------------------------------------


def test_a_metagame_on_every_rung(lab: Laboratory, tmp_path: Path) -> None:
    asked = (*SIX, "--skills", "--games", "20")
    text = lab.run(*asked, "--out", str(tmp_path / "out"))
    assert max(map(len, text.splitlines())) <= 100
    for words in ("novice", "master", "typical match-up", "How alike", "a beginner's win rate"):
        assert words in text
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert files >= {"skills.csv", "rungs.csv", "skills.png", "skills.svg", "result.json"}
    data = lab.data(*asked)
    skills = data["skills"]
    assert skills["rungs"] == ["novice", "greedy", "fair", "skilled", "expert", "master"]
    assert (len(skills["win_rate"]), len(skills["win_rate"][0]), len(skills["f"])) == (N, 6, 6)
    assert skills["correlation"][0][1] == 1  # the planted games do not know who plays
    assert data["standings"]["fair"]["players"] == ["fair-aggro", "fair-control"] * 3
    rows = list(csv.DictReader(io.StringIO(lab.run(*asked, "--csv"))))
    assert len(rows) == 6 * N
    assert {"deck", "rung", "player", "win_rate", "low", "high", "gain"} <= rows[0].keys()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "fair"), "--players cannot stand beside it"),
        (("--cross-players",), "--cross-players cannot stand beside it"),
        (("--precision", "0.1"), "give --games, not --precision"),
        (("--games", "3"), "an even number"),
    ],
)
def test_what_skills_refuse(lab: Laboratory, words: tuple[str, ...], message: str) -> None:
    assert message in lab.refuse(*SIX, "--skills", *words)
