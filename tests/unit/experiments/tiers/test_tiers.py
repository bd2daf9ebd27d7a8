"""Card tiers as a run: own cards, stages, and what is refused. What every kind of run can do is in test_kinds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from evometa.app.main import main
from evometa.experiments.tiers.settings import STAGE_GAMES, TiersSettings
from evometa.experiments.tiers.work import TIERS
from evometa.games.records import Result, Sums
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk

CARD = """
[[card]]
id = "MY_001"
name = "Garden Giant"
class = "neutral"
set = "custom"
type = "minion"
rarity = "common"
cost = 1
attack = 9
health = 9
"""
TOKEN = CARD.replace("cost = 1", "cost = 1\ncollectible = false")


@dataclass
class GiantRunner:
    """Who has more giants wins; otherwise a coin decides."""

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        giant = int(max(games.decks["cards"].max(initial=0), 0))  # cards of one's own come last in the table
        rng = np.random.default_rng(1)
        for chunk in chunks:
            copies = (games.decks["cards"][chunk.jobs["decks"]] == giant).sum(axis=2)
            coin = rng.random(len(copies)) < 0.5
            rows = np.zeros(chunk.games, Result)
            rows["winner"] = np.where(copies[:, 0] == copies[:, 1], coin, copies[:, 0] < copies[:, 1])
            collect(chunk, Outcome(np.zeros(len(chunk.cells), Sums), rows, 0.0))


def test_an_overlay_says_which_cards_there_are_and_what_they_are(tmp_path: Path) -> None:
    settings = TiersSettings("random", games=400, overlays=("classic_2014",))
    cards = {card.name: card for card in TIERS.start(tmp_path / "run", settings, GiantRunner()).cards}
    assert (len(cards), "Siegebreaker" in cards, cards["Leeroy Jenkins"].cost) == (382, False, 4)
    with pytest.raises(InputError, match="unknown overlay 'classic_2013'; did you mean 'classic_2014'"):
        TIERS.start(tmp_path / "other", TiersSettings("random", games=400, overlays=("classic_2013",)), GiantRunner())


def test_an_overpowered_card_of_ones_own_is_at_the_top(tmp_path: Path) -> None:
    (tmp_path / "garden.toml").write_text(CARD, encoding="utf-8")
    settings = TiersSettings("random", games=3_000, cards=(str(tmp_path / "garden.toml"),))
    results = TIERS.start(tmp_path / "run", settings, GiantRunner())
    best, second = results.cards[:2]
    assert (best.name, best.is_own) == ("Garden Giant", True)
    assert best.worth.low > second.worth.value
    assert not any(card.is_own for card in results.cards[1:])
    assert len(results.cards) == 397
    assert best.copies > 3 * next(card.copies for card in results.cards if card.name == "Wisp")
    assert {each.klass for each in results.by_class if each.id == "MY_001"} == {each.klass for each in results.classes}
    assert results.games_played == 3_000


def test_games_come_in_stages_that_are_about_as_long() -> None:
    settings = TiersSettings(games=3 * STAGE_GAMES - 1)
    assert sum(games for _, games in settings.stages) == settings.games
    assert len(settings.stages) == 3
    assert {2 * games // decks for decks, games in settings.stages} <= {9, 10}
    assert TiersSettings(games=1_000, decks=1_000).stages == [(1_000, 1_000)]
    assert TiersSettings(games=18).stages == [(18, 18)]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"games": 17}, "games: the number 17 is out of range; allowed: a whole number from 18"),
        ({"games": 100, "decks": 101}, "decks: found 101 for 100 games"),
        ({"games": 100, "decks": 17}, "decks: the number 17 is out of range; allowed: a whole number from 18"),
    ],
)
def test_impossible_settings_are_refused(fields: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TiersSettings(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "nobody"), "no preset 'nobody'"),
        (("--cards", "token.toml"), "no card in it that decks may hold"),
        (("--cards", "nowhere.toml"), "nowhere.toml"),
        (("--games", "100", "--decks", "200"), "decks: found 200"),
    ],
)
def test_bad_input_is_one_message_and_no_run(
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "token.toml").write_text(TOKEN, encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["tiers", *words])
    assert stop.value.code == 2
    said = " ".join(capsys.readouterr().err.split())
    assert message in said
    assert "Traceback" not in said
    assert not (tmp_path / "runs").exists()
