"""`evometa balance`: search for the smallest patch that evens a metagame out."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from evometa.app.runs.session import MetagameRunOptions
from evometa.app.terminal.metagames import METAGAME_HELP
from evometa.app.terminal.options import OBSERVED_HELP, PILOT_GAMES_HELP, PlayersOption, takes
from evometa.balance.objectives import OBJECTIVES
from evometa.balance.space_files import BASES
from evometa.cards.compiling.sizes import MAX_CARDS
from evometa.experiments.balance.request import BalanceRequest, read_included
from evometa.experiments.balance.settings import MOST_IN_ALL, PRESETS, BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.input.fields import MOST_SEED
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MOST_GAMES
from evometa.search.learning.settings import MOST_BUDGET


def _games(option: str, words: str) -> Any:
    return typer.Option(option, min=2, max=MOST_GAMES, help=words)


@dataclass(frozen=True, kw_only=True)
class BalanceOptions(MetagameRunOptions):
    """What the command is asked with. None, or nothing in a list: not asked for."""

    default_metagame: ClassVar[str] = BalanceSettings().metagame

    metagame: Annotated[
        str | None,
        typer.Argument(metavar="METAGAME", help=METAGAME_HELP, show_default="paper-small, or as --settings says"),
    ] = None
    quick: Annotated[bool, typer.Option("--quick", help="About a minute's worth; the same as --preset quick.")] = False
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help=f"Start from these settings: {', '.join(PRESETS)}.")
    ] = None
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="A TOML file of settings; options count more.")
    ] = None
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="model|nsga2|ga",
            help="A model that learns from every game, NSGA-II (several objectives), or a genetic algorithm (one).",
        ),
    ] = None
    objectives: Annotated[
        str | None,
        typer.Option(
            "--objectives", metavar="LIST", help=f"What to make low, as in f,m. There are {', '.join(OBJECTIVES)}."
        ),
    ] = None
    max_m: Annotated[
        int | None, typer.Option("--max-m", min=1, max=MOST_BUDGET, help="The best patch of at most this magnitude.")
    ] = None
    max_cards: Annotated[
        int | None, typer.Option("--max-cards", min=1, max=MAX_CARDS, help="Change at most so many cards.")
    ] = None
    earlier: Annotated[
        Path | None,
        typer.Option("--from", metavar="RUN", help="Start with all games of an earlier run on the same metagame."),
    ] = None
    population: Annotated[
        int | None, typer.Option("--population", min=2, help="Patches in a generation, of nsga2 and ga.")
    ] = None
    generations: Annotated[
        int | None, typer.Option("--generations", min=1, help="Generations after the initial one, of nsga2 and ga.")
    ] = None
    games: Annotated[
        int | None, _games("--games", "Games per match-up for each patch, of nsga2 and ga: an even number.")
    ] = None
    players: PlayersOption = None
    space: Annotated[
        str | None,
        typer.Option(
            "--space",
            metavar="|".join((*BASES, "FILE")),
            help="What may change: small changes that a designer would ship, all cards, or as a TOML file says.",
        ),
    ] = None
    target: Annotated[
        Path | None,
        typer.Option(
            "--target", metavar="FILE", help="A matrix as CSV that says how match-ups should go, instead of even."
        ),
    ] = None
    observed: Annotated[
        Path | None,
        typer.Option(
            "--observed",
            metavar="FILE",
            help=f"Start from what was observed: the simulation says how far a patch moves it. {OBSERVED_HELP}",
        ),
    ] = None
    include: Annotated[
        list[Path] | None,
        typer.Option("--include", metavar="PATCH", help="A patch file for the initial population; may be repeated."),
    ] = None
    guide: Annotated[
        str | None, typer.Option("--guide", metavar="wrd|wrp|wrn", help="Prefer cards that this statistic points at.")
    ] = None
    guide_top: Annotated[
        int | None, typer.Option("--top", min=1, help="With --guide: only this number of cards may change.")
    ] = None
    again_games: Annotated[
        int | None, _games("--again-games", "Games per match-up when many of the best are measured.")
    ] = None
    again_size: Annotated[
        int | None, typer.Option("--again-size", min=1, help="How many of the search's best are measured again.")
    ] = None
    audit_games: Annotated[
        int | None, _games("--audit-games", "Games per match-up when the best of them are audited.")
    ] = None
    audit_size: Annotated[
        int | None,
        typer.Option("--audit-size", min=2, help="How many patches are audited, the empty one among them."),
    ] = None
    explain_games: Annotated[
        int | None,
        typer.Option(
            "--explain-games",
            min=0,
            max=MOST_GAMES,
            help="Games per match-up with each change of the patch put back; 0: nobody asks what they buy.",
        ),
    ] = None
    pilot_games: Annotated[
        int | None,
        typer.Option("--pilot-games", min=0, max=MOST_GAMES, help=PILOT_GAMES_HELP),
    ] = None
    max_games: Annotated[
        int | None,
        typer.Option("--max-games", min=2, max=MOST_IN_ALL, help="Games per match-up in all, audits too, of model."),
    ] = None
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Another seed gives another run.")
    ] = None

    def choose(self) -> tuple[BalanceSettings, Metagame]:
        """The settings that come of it, and their metagame; an `InputError` names the place of a mistake."""
        asked = {each.name: getattr(self, each.name) for each in fields(BalanceRequest) if hasattr(self, each.name)}
        words = None if self.objectives is None else [word.strip() for word in self.objectives.split(",")]
        patches = [read_included(path) for path in self.include or ()] or None
        return BalanceRequest(**{**asked, "objectives": words, "patches": patches}).choose()


@takes(BalanceOptions)
def run_balance(options: BalanceOptions) -> None:
    """Search for patches that even a metagame out with little change, play the best again, and report."""
    settings, metagame = options.choose()
    options.start(BALANCE, settings, metagame.name)
