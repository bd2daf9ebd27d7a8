"""How a balance run is asked for: what follows from the size of the metagame, and what was given stays."""

from __future__ import annotations

from pathlib import Path

from evometa.experiments.balance.settings import LATER_GAMES, BalanceSettings
from evometa.experiments.balance.work import choose_balance


def games_after(settings: BalanceSettings) -> tuple[int, ...]:
    return tuple(getattr(settings, name) for name in LATER_GAMES)


def test_more_match_ups_get_fewer_games_each_after_the_search() -> None:
    small, _ = choose_balance({"metagame": "paper-small"})
    six, _ = choose_balance({"metagame": "paper-six"})
    assert games_after(small) == games_after(BalanceSettings()) == (4000, 600, 1000)
    assert games_after(six) == (1788, 268, 448), "15 match-ups instead of 3, and the root of that many times the games"


def test_games_that_were_given_stay(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('metagame = "paper-six"\nexplain_games = 500\n', encoding="utf-8")
    asked, _ = choose_balance({"settings": file, "audit_games": 4000, "pilot_games": 0})
    assert games_after(asked) == (4000, 500, 0)


def test_even_decks_are_the_goal_and_those_who_repeat_the_paper_have_its_own() -> None:
    def objectives(**asked: object) -> tuple[str, ...]:
        return choose_balance({"metagame": "paper-small", **asked})[0].objectives

    assert objectives() == objectives(quick=True) == ("f_meta", "m")
    assert objectives(algorithm="ga") == ("f_meta",)
    assert objectives(preset="paper-1") == ("f",)
    assert objectives(preset="paper-2") == objectives(preset="demo") == ("f", "m")
    assert objectives(preset="paper-2", algorithm="ga") == ("f",)


def test_what_is_asked_for_by_a_number_is_an_objective(tmp_path: Path) -> None:
    def objectives(**asked: object) -> tuple[str, ...]:
        return choose_balance({"metagame": "paper-small", **asked})[0].objectives

    assert objectives(ceiling=55) == ("ceiling", "m")
    assert objectives(ceiling=55, classes_within=5) == ("ceiling", "classes", "m")
    assert objectives(ceiling=55, objectives="f_meta,cards") == ("ceiling", "f_meta", "cards")
    assert objectives(ceiling=55, objectives="f_meta,ceiling,m") == ("f_meta", "ceiling", "m")
    assert objectives(ceiling=55, algorithm="ga") == ("ceiling",)
    file = tmp_path / "settings.toml"
    file.write_text('objectives = ["f_meta", "m"]\nclasses_within = 3\n', encoding="utf-8")
    assert objectives(settings=file) == ("classes", "f_meta", "m")
    assert objectives(settings=file, ceiling=60) == ("ceiling", "classes", "f_meta", "m")
    assert objectives(settings=file, objectives="f_meta,cards") == ("classes", "f_meta", "cards")


def test_algorithms_that_evolve_have_their_own_numbers() -> None:
    asked, _ = choose_balance({"metagame": "paper-six", "algorithm": "nsga2"})
    assert asked.audit_games == 4000
