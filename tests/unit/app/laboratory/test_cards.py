"""`evometa cards`: whose cards, against whom, in which order, and in which form."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas
import pytest
from tests.unit.app.laboratory.planted_laboratory import Laboratory, open_laboratory

from evometa.games.decks.deck import load_deck
from evometa.games.records import Sums
from evometa.metagame.cards.card_statistics import Seat
from evometa.metagame.metagames import load_metagame
from evometa.metagame.playing import MetagameResult, count_evidence
from evometa.show.frames import frame_of
from evometa.story.laboratory.cards import DeckCards, Order, Selection, tell_cards

HUNTER = ("cards", "exp1 hunter aggro", "--in", "paper-six")
FIELDS = ("name", "drawn", "drawn_won", "played", "played_won", "wrd", "wrp")


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    with open_laboratory(monkeypatch, capsys) as laboratory:
        yield laboratory


def made_up_result() -> MetagameResult:
    """A metagame of two decks; the first three cards of the first deck have something to tell."""
    metagame = load_metagame("paper-six")
    two = type(metagame)("two", metagame.decks[:2], metagame.players[:2], (0.5, 0.5), metagame.card_set)
    sums = np.zeros((2, 2), Sums)
    for i, j, won in ((0, 1, 60), (1, 0, 70)):
        sums[i, j]["games"], sums[i, j]["wins"] = 100, (won, 100 - won, 0)
    cards = sums["cards"][0, 1][0]
    cards["drawn"][:3], cards["drawn_won"][:3] = (80, 40, 10), (40, 30, 9)
    cards["played"][:3], cards["played_won"][:3], cards["drawn_played"][:3] = (20, 40, 5), (16, 30, 1), (20, 40, 5)
    cards["turn_played"][:3] = 60, 200, 30
    ids = tuple(tuple(dict.fromkeys(deck.card_ids(two.card_set))) for deck in two.decks)
    return MetagameResult(two, count_evidence(two, sums), sums, ids, seed=1)


# --- numbers --------------------------------------------------------------------------------------


def test_the_json_has_all_that_others_rely_on(lab: Laboratory) -> None:
    data = lab.data(*HUNTER, "--games", "20")
    deck = load_deck("Exp1 Hunter Aggro")
    assert {card["name"] for card in data["cards"]} == set(deck.cards)
    assert all(field in card for card in data["cards"] for field in FIELDS)
    assert sum(card["copies"] for card in data["cards"]) == 30
    drawn = [card for card in data["cards"] if card["drawn"]]
    assert [card["drawn"] for card in drawn] == [50]  # what the planted games say: the first card, when it starts
    assert data["deck"] == deck.name
    assert data["games"] == 5 * 20


def test_the_numbers_of_both_seats_are_given() -> None:
    told = tell_cards(DeckCards(made_up_result(), 0, Seat.BOTH), Selection(Order.DRAWN))
    data = told.data
    first, *_ = data["cards"]
    assert (first["drawn"], first["drawn_won"], first["played"], first["played_won"]) == (80, 40, 20, 16)
    assert (first["wrd"], first["wrp"]) == pytest.approx((0.5, 0.8))
    assert (first["starting"]["drawn"], first["second"]["drawn"]) == (80, 0)
    assert np.isnan(first["second"]["wrd"])
    assert float(data["win_rate"]) == pytest.approx((0.6 + 0.3) / 2)
    frame = frame_of(told.tables["cards"])
    assert frame["wrd_starting"][:2].tolist() == pytest.approx([0.5, 0.75])
    assert frame["name"].tolist() == [card["name"] for card in data["cards"]]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.WRD, [2, 1, 0]),
        (Order.WRP, [0, 1, 2]),
        (Order.PLAY_RATE, [1, 2, 0]),
        (Order.DRAWN, [0, 1, 2]),
        (Order.TURN, [0, 1, 2]),
    ],
)
def test_cards_are_sorted_the_best_first_and_the_unknown_last(order: Order, expected: list[int]) -> None:
    chosen = DeckCards(made_up_result(), 0, Seat.BOTH).choose(Selection(order))
    assert chosen[:3] == expected
    assert len(chosen) == len(set(chosen)) > 3


def test_cards_are_filtered_by_name_and_number() -> None:
    table = DeckCards(made_up_result(), 0, Seat.BOTH)
    names = [card.name for card in table.cards]
    assert table.choose(Selection(text=names[1].upper())) == [1]
    assert sorted(table.choose(Selection(least_drawn=20))) == [0, 1]
    by_name = table.choose(Selection(Order.NAME))
    assert [names[k] for k in by_name] == sorted(names)
    costs = [table.cards[k].cost for k in table.choose(Selection(Order.COST))]
    assert costs == sorted(costs)


# --- which games ----------------------------------------------------------------------------------


def test_only_match_ups_of_the_deck_are_played_and_no_mirror(lab: Laboratory) -> None:
    lab.run(*HUNTER, "--games", "20")
    pairs = {tuple(sorted(job.decks.tolist())) for chunk in lab.runner.chunks for job in chunk.jobs}
    assert pairs == {(0, other) for other in range(1, 6)}


def test_a_deck_from_elsewhere_meets_the_metagame(lab: Laboratory, tmp_path: Path) -> None:
    lab.runner.rates = np.full((7, 7), 0.5)
    data = lab.data("cards", "Starter Mage", "--in", "paper-six", "--players", "paper", "--games", "20")
    assert (data["deck"], data["player"], data["games"]) == ("Starter Mage", "paper-control", 6 * 20)
    assert len(data["cards"]) == len(set(load_deck("Starter Mage").cards))


# --- forms ----------------------------------------------------------------------------------------


def test_the_table_fits_and_names_the_deck(lab: Laboratory) -> None:
    text = lab.run(*HUNTER, "--games", "20", "--seat", "starting")
    assert max(map(len, text.splitlines())) <= 100
    assert text.startswith("Which cards win: Exp1 Hunter (Aggro) in paper-six  100 games. Played by skilled. Seed 1.\n")
    assert re.search(r"Games +50; those that the deck starts", text)
    assert "Unleash the Hounds" in text


def test_csv_has_a_row_for_each_card(lab: Laboratory) -> None:
    rows = list(csv.DictReader(io.StringIO(lab.run(*HUNTER, "--games", "20", "--csv", "--sort", "name"))))
    assert [row["name"] for row in rows] == sorted(set(load_deck("Exp1 Hunter Aggro").cards))
    assert rows[0]["wrd"] == ""


def test_a_folder_gets_the_table_and_the_picture(lab: Laboratory, tmp_path: Path) -> None:
    lab.run(*HUNTER, "--games", "20", "--out", str(tmp_path / "hunter"))
    names = {path.name for path in (tmp_path / "hunter").iterdir()}
    assert {"cards.csv", "cards.parquet", "cards.png", "cards.svg", "report.html", "result.json"} <= names
    assert len(pandas.read_parquet(tmp_path / "hunter" / "cards.parquet")) > 20


def test_partial_numbers_are_marked(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 1
    assert "PARTIAL: the run was interrupted" in lab.run(*HUNTER, "--games", "4000", code=130)


REFUSED = {
    "unknown deck": (["cards", "Exp1 Huntr Aggro", "--in", "paper-six"], "did you mean 'Exp1 Hunter (Aggro)'?"),
    "unknown metagame": (["cards", "Starter Mage", "--in", "papersix"], "did you mean 'paper-six'?"),
    "no such card": ([*HUNTER, "--name", "Fireball"], "no card of Exp1 Hunter (Aggro) has it in its name"),
    "unknown order": ([*HUNTER, "--sort", "luck"], "Invalid value for '--sort'"),
    "odd games": ([*HUNTER, "--games", "3"], "found 3 games per match-up"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: Laboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)


def test_a_deck_needs_an_opponent(lab: Laboratory, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('[[deck]]\ndeck = "Exp1 Hunter Aggro"\n')
    assert "has no opponent for" in lab.refuse("cards", "Exp1 Hunter Aggro", "--in", str(tmp_path / "one.toml"))
