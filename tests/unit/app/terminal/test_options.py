"""Commands whose options are a dataclass: each field is an option, and the command gets them as an object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from evometa.app.terminal.options import GamesOption, SeedOption, takes


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
