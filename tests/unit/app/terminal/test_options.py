"""Commands whose options are a dataclass: each field is an option, and the command gets them as an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from evometa.app.terminal.options import GamesOption, SeedOption, takes
from evometa.experiments.settings import GAMES, RunSettings
from evometa.input.settings import Setting


@dataclass(frozen=True, kw_only=True)
class Shared:
    """What several commands have."""

    seed: SeedOption = 1
    is_loud: Annotated[bool, typer.Option("--loud", help="Shout.")] = False


@dataclass(frozen=True, kw_only=True)
class Own(Shared):
    """What one command has."""

    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck.")]
    games: GamesOption = 10
    cards: Annotated[list[str] | None, typer.Option("--card", help="May be repeated.")] = None


asked: list[Own] = []


@takes(Own)
def run_it(options: Own) -> None:
    """Do it."""
    asked.append(options)


app = typer.Typer()
app.command()(run_it)


@pytest.fixture(autouse=True)
def _nothing_asked() -> None:
    asked.clear()


def ask(*words: str) -> str:
    return CliRunner().invoke(app, words).output


def test_options_arrive_as_an_object() -> None:
    ask("Mage", "--seed", "7", "--card", "Wisp", "--card", "Imp", "--loud")
    assert asked == [Own(deck="Mage", seed=7, is_loud=True, games=10, cards=["Wisp", "Imp"])]


def test_what_is_not_asked_for_has_its_default() -> None:
    ask("Mage")
    assert asked == [Own(deck="Mage")]


def test_the_own_options_of_a_command_stand_before_those_that_it_shares() -> None:
    said = ask("--help")
    assert "Do it." in said
    places = [said.index(name) for name in ("--games", "--card", "--seed", "--loud")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "Missing argument 'DECK'"),
        (["Mage", "--games", "1"], "Invalid value for '--games'"),
        (["Mage", "--seed", "-1"], "Invalid value for '--seed'"),
        (["Mage", "--luck", "1"], "No such option: --luck"),
    ],
)
def test_mistakes_are_named(words: list[str], problem: str) -> None:
    assert problem in ask(*words)
    assert not asked


# --- settings -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted(RunSettings):
    """Settings of several kinds."""

    deck: Annotated[str, Setting("A deck.", metavar="DECK", is_argument=True)]
    games: Annotated[int, GAMES] = 10
    klass: Annotated[str | None, Setting("A class.", flag="--class", words=("mage", "rogue"))] = None
    locked: Annotated[tuple[str, ...], Setting("A card.", flag="--lock")] = ()
    measures: Annotated[tuple[str, ...], Setting("Some measures.", has_commas=True)] = ("cost", "dust")
    is_loud: Annotated[bool, Setting("Shout.", flag="--loud")] = False
    hidden: int = 3


@dataclass(frozen=True)
class Start:
    """What they can start from."""

    preset: Annotated[str | None, Setting("Where to start.", metavar="NAME")] = None


@dataclass(frozen=True, kw_only=True)
class Asking:
    """Options that ask for settings."""

    seed: SeedOption = 1
    asks: tuple[type[Any], ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)


def run_with(*asks: type[Any]) -> typer.Typer:
    """A command that asks for settings, and prints what it was asked for."""

    @takes(Asking, *asks)
    def run(options: Asking) -> None:
        print(options.asked, options.seed)

    found = typer.Typer()
    found.command()(run)
    return found


def test_settings_are_options_and_arrive_by_their_names() -> None:
    words = ("Mage", "--class", "rogue", "--lock", "Wisp", "--lock", "Imp", "--measures", "a,b", "--seed", "4")
    said = CliRunner().invoke(run_with(Wanted), words).output
    expected = {"deck": "Mage", "games": 10, "klass": "rogue", "locked": ["Wisp", "Imp"], "measures": "a,b"}
    assert said.split() == f"{expected | {'is_loud': False}} 4".split()


def test_settings_that_can_start_from_others_have_no_defaults() -> None:
    said = CliRunner().invoke(run_with(Start, Wanted), ["--games", "4"]).output
    expected = {"preset": None, "deck": None, "games": 4, "klass": None, "locked": None, "measures": None}
    assert said.split() == f"{expected | {'is_loud': False}} 1".split()


def test_the_help_shows_what_is_usual_and_which_words_there_are() -> None:
    for app_of, usual in ((run_with(Wanted), "[default: 10]"), (run_with(Start, Wanted), "[default: (10)]")):
        said = CliRunner().invoke(app_of, ["--help"], env={"COLUMNS": "200"}).output
        assert usual in said
        assert "mage|rogue" in said
        assert "--hidden" not in said
