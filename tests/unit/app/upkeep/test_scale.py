"""`evometa bench --scale`: which cases there are, what is measured of each, and how it is printed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest

from evometa.app.upkeep import scale
from evometa.app.upkeep.bench import run_bench
from evometa.app.upkeep.scale import DECKS, PATCHES, games_of, many_decks, measure_case, scale_table
from evometa.games.hearthstone.cards import load_rules
from evometa.games.players import load_player

CASE = {
    "decks": 6,
    "patches": 256,
    "games": 7680,
    "games_per_second": 3900.5,
    "games_per_cpu_second": 2000.0,
    "outside_share": 0.0123,
    "megabytes": 512,
}


def test_every_case_has_enough_games_from_both_seats() -> None:
    for decks, patches in product(DECKS, PATCHES):
        games = games_of(decks, patches)
        assert games % 2 == 0
        assert games * decks * (decks - 1) // 2 * patches >= 4000


def test_many_decks_are_distinct_by_name_and_have_players() -> None:
    metagame = many_decks(8)
    assert len({deck.name for deck in metagame.decks}) == len(metagame.players) == 8
    assert metagame.decks[6].cards == metagame.decks[0].cards
    assert {player.name for player in metagame.players} == {"paper-aggro", "paper-control"}


def test_a_case_is_measured() -> None:
    two = many_decks(2)
    quick = replace(two, players=(load_player("random"),) * 2, rules=replace(load_rules(), hero_health=2))
    case = measure_case(quick, patches=3, games=2, seed=1)
    assert list(case) == list(CASE)
    assert (case["decks"], case["patches"], case["games"]) == (2, 3, 6)
    assert case["games_per_second"] > 0
    assert 0 <= case["outside_share"] < 1
    assert case["megabytes"] > 50


def test_it_is_printed_for_people_and_for_programs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale, "run_python", lambda code, cache: json.dumps(CASE))
    run_bench(as_json=True, scale=True)
    figures = json.loads(capsys.readouterr().out)
    assert figures["cases"] == [CASE] * 20
    monkeypatch.setenv("COLUMNS", "100")
    run_bench(scale=True)
    assert "3,900" in (printed := capsys.readouterr().out)
    assert "1.2%" in printed
    assert scale_table(figures).row_count == len(figures["cases"])
