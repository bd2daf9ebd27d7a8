"""`evometa respond`: the decks with which players would answer a patch, and what becomes of the metagame then."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from evometa.app.runs.session import MetagameRunOptions
from evometa.app.terminal.changes import read_changes
from evometa.app.terminal.metagames import MetagameArgument
from evometa.app.terminal.options import OBSERVED_HELP, ChangeOption, PilotGamesOption, PlayersOption, SeedOption, takes
from evometa.cards.decks.deck import DECK_CLASSES
from evometa.cards.decks.space_setup import POOLS
from evometa.cards.patches.files import format_patch
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.respond.work import RESPOND
from evometa.experiments.runs import load_played
from evometa.metagame.observed import read_observed
from evometa.metagame.playing import MOST_GAMES

DEFAULTS = RespondSettings()


def _games(words: str, least: int = 1) -> Any:
    return typer.Option(min=least, max=MOST_GAMES, help=words)


@dataclass(frozen=True, kw_only=True)
class RespondOptions(MetagameRunOptions):
    """What the command is asked with."""

    metagame: MetagameArgument
    patch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The patch to answer, or --change.", show_default="none: the metagame as it is"
        ),
    ] = None
    change: ChangeOption = None
    classes: Annotated[
        list[str] | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help=f"A class that answers: {', '.join(DECK_CLASSES)}; may be repeated.",
            show_default="those of the metagame's decks",
        ),
    ] = None
    styles: Annotated[
        list[str] | None,
        typer.Option(
            "--style",
            metavar="any|aggro|control|PLAYER",
            help="How answers are played: each class is searched once for each style; may be repeated.",
            show_default="any: by who plays the metagame; aggro and control if each has its player",
        ),
    ] = None
    pool: Annotated[
        str, typer.Option(metavar="POOL", help=f"The cards of answers: {', '.join(POOLS)}, or sets with commas.")
    ] = DEFAULTS.pool
    depth: Annotated[
        int, typer.Option(min=1, help="Rounds of patch and answer; a balance run makes each patch after the first.")
    ] = DEFAULTS.depth
    evaluations: Annotated[int, typer.Option(min=1, help="Decks that each search tries.")] = DEFAULTS.evaluations
    batch: Annotated[int, typer.Option(min=1, help="Decks that are played at once.")] = DEFAULTS.batch
    map_size: Annotated[int, typer.Option(min=1, help="Cells along each axis of a search's map, at its end.")] = (
        DEFAULTS.map_size
    )
    games: Annotated[int, _games("Games per deck, over all opponents and seats.")] = DEFAULTS.games
    again_games: Annotated[int, _games("Games per deck, when a search measures its best again.")] = DEFAULTS.again_games
    finalists: Annotated[int, typer.Option(min=1, help="Decks of each search that are audited.")] = DEFAULTS.finalists
    audit_games: Annotated[int, _games("Games per match-up, when the best of a search are audited.", least=2)] = (
        DEFAULTS.audit_games
    )
    table_games: Annotated[int, _games("Games per match-up of the metagame, before and after.", least=2)] = (
        DEFAULTS.table_games
    )
    pilot_games: PilotGamesOption = DEFAULTS.pilot_games
    balance_scale: Annotated[
        float, typer.Option(metavar="S", help="With --depth: multiplies the games of the balance runs.")
    ] = DEFAULTS.balance_scale
    observed: Annotated[
        Path | None,
        typer.Option(
            "--observed",
            metavar="FILE",
            help=f"Where known match-ups stand before the patch; new decks are simulated. {OBSERVED_HELP}",
        ),
    ] = None
    players: PlayersOption = None
    seed: SeedOption = DEFAULTS.seed


@takes(RespondOptions)
def run_respond(options: RespondOptions) -> None:
    """Search each class for decks that beat a patched metagame, and show how far these tilt it."""
    loaded = load_played(options.metagame, options.players)
    cards = loaded.patched_cards
    asked = read_changes(options.change or [], options.patch, cards) if options.change or options.patch else None
    wanted = {name: getattr(options, name) for name in RespondSettings.readers if hasattr(options, name)}
    wanted |= {
        "patch": format_patch(asked, cards) if asked else "",
        "patch_label": options.patch.name if options.patch else DEFAULTS.patch_label,
        "classes": tuple(name.lower() for name in options.classes or ()),
        "styles": tuple(options.styles or DEFAULTS.styles),
        "observed": () if options.observed is None else read_observed(options.observed, loaded).to_rows(),
    }
    options.start(RESPOND, RespondSettings(**wanted), loaded.name)
