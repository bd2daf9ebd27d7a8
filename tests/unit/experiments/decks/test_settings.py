"""The settings of deck searches, those with a name, and the decks that these have found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.experiments.planted_searches import SMALL_SEARCH
from tests.unit.metagame.planted_decks import PlantedDecks

from evometa.experiments.decks.settings import DecksSettings, find_search, named_searches
from evometa.experiments.decks.trials import Trials, make_space
from evometa.games.decks.deck import builtin_decks, load_deck
from evometa.input.errors import InputError
from evometa.metagame.metagames import load_metagame
from evometa.search.settings import MapSettings


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"seats": "frist"}, "my.toml, field 'seats': found 'frist'; did you mean 'first'"),
        ({"measures": []}, "measures: found none; allowed: one or more numbers of a deck, such as cost and turns"),
        ({"games": 0}, "field 'games': the number 0 is out of range; allowed: a whole number from 1"),
        ({"finalists": 0}, "field 'finalists': the number 0 is out of range; allowed: a whole number from 1"),
        ({"audit_games": 1}, "audit_games: found 1; allowed: 2 or more"),
        ({"games": "many"}, "my.toml, field 'games': found 'many'; allowed: a whole number"),
        ({"measures": "cost"}, "my.toml, field 'measures': found 'cost'; allowed: a list of texts"),
        ({"gamess": 3}, "my.toml: unknown field 'gamess'; did you mean 'games'"),
        ({"map": {"siz": 3}}, "my.toml, field 'map': unknown field 'siz'"),
        ({"map": {"batch": 1.5}}, "my.toml, field 'map.batch': found 1.5; allowed: a whole number"),
        (
            {"map": {"first": 0}},
            "my.toml, field 'map.first': the number 0 is out of range; allowed: a whole number from 1",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(tree: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        DecksSettings.from_json({"klass": "hunter", **tree}, "my.toml")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"klass": "huntr"}, "unknown class 'huntr'; did you mean 'hunter'"),
        ({"objective": "halth"}, "unknown objective 'halth'; did you mean 'health'"),
        ({"measures": ("cots",)}, "unknown measure 'cots'; did you mean 'cost'"),
    ],
)
def test_what_the_game_does_not_know_is_refused_before_a_game_is_played(fields: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Trials(replace(SMALL_SEARCH, metagame="starters", **fields), PlantedDecks())


def test_settings_survive_json() -> None:
    full = replace(SMALL_SEARCH, given=("x",), locked=("Wisp", "Wisp"), banned=("Hogger",), players="fair", name="N")
    assert DecksSettings.from_json(full.to_json()) == full
    assert DecksSettings.from_json({"klass": "mage"}) == DecksSettings("mage")


def test_a_search_needs_a_class() -> None:
    with pytest.raises(InputError, match=r"my\.toml: the field 'klass' is missing"):
        DecksSettings.from_json({"games": 100}, "my.toml")


def test_some_settings_of_the_map_change_and_the_others_stay() -> None:
    changed = SMALL_SEARCH.change({"map": {"batch": 5}, "seed": 2})
    assert changed == replace(SMALL_SEARCH, seed=2, map=replace(SMALL_SEARCH.map, batch=5))


def test_files_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("meta.toml", "deck.txt", "player.toml", "aggro"):
        (tmp_path / name).touch()
    located = DecksSettings("mage", given=("deck.txt", "Starter Mage"), metagame="meta.toml", player="player.toml")
    assert located.located() == replace(
        located,
        given=(str(tmp_path / "deck.txt"), "Starter Mage"),
        metagame=str(tmp_path / "meta.toml"),
        player=str(tmp_path / "player.toml"),
    )
    assert located.located().deck_name == "Mage (Player)"
    assert DecksSettings("mage", player="aggro").located().player == "aggro"


@pytest.mark.parametrize(
    ("player", "style", "name"),
    [
        ("aggro", "aggro", "Mage (Aggro)"),
        ("Fair-Control", "control", "Mage (Control)"),
        ("random", "", "Mage (Random)"),
        (" aggro ", "aggro", "Mage (Aggro)"),
    ],
)
def test_decks_are_named_after_class_and_player(player: str, style: str, name: str) -> None:
    settings = DecksSettings("mage", player=player)
    assert (settings.style, settings.deck_name) == (style, name)
    assert replace(settings, name="Mine").deck_name == "Mine"


def test_the_searches_behind_the_papers_decks_have_names_and_seeds_of_their_own() -> None:
    searches = named_searches()
    assert len(searches) == 12
    assert {settings.seats for settings in searches.values()} == {"first"}
    assert (
        len({settings.seed for settings in searches.values()}) == len({each.name for each in searches.values()}) == 12
    )
    for name, settings in searches.items():
        _, klass, style = name.split("-")
        assert (settings.klass, settings.style, settings.players) == (klass, style, "paper")
        assert settings.map == MapSettings()
    assert find_search("exp2-paladin-control").name == "Exp2 Paladin (Control)"
    with pytest.raises(InputError, match="unknown preset 'exp3-paladin-control'; did you mean 'exp"):
        find_search("exp3-paladin-control")


@pytest.mark.parametrize("name", [name for name in named_searches() if name.startswith("exp2")])
def test_the_decks_that_the_named_searches_found_are_in_their_spaces(name: str) -> None:
    search = find_search(name)
    deck = load_deck(search.name)
    assert (deck.klass, deck.style) == (search.klass, search.style)
    assert deck == builtin_decks()[name.replace("-", "_")]
    space = make_space(search, load_metagame(search.metagame))
    assert space.contains(space.encode([deck])).all()
