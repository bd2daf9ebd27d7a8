"""`evometa respond`: the decks with which players would answer a patch, and what becomes of the metagame then."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evometa.app.laboratory_options import MOST_GAMES, MetagameArgument, PlayersOption, SeedOption, ThreadsOption
from evometa.app.run_folders import FolderOption, choose_folder
from evometa.app.run_session import FinalOption, ReportOption, Session
from evometa.app.what_if_command import read_changes
from evometa.cards.deck_space_setup import POOLS
from evometa.cards.decks import DECK_CLASSES
from evometa.cards.patch_files import format_patch
from evometa.experiments.response import RESPONSE
from evometa.experiments.response_settings import ResponseSettings
from evometa.experiments.runs import load_played
from evometa.matches.runners import ThreadRunner

DEFAULTS = ResponseSettings()


def run_respond(
    metagame: MetagameArgument,
    patch: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The patch to answer.", show_default="none: the metagame as it is"),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(metavar="CHANGE", help='Instead of --patch: a change, as in "Wisp attack +1"; may be repeated.'),
    ] = None,
    classes: Annotated[
        list[str] | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help=f"A class that answers: {', '.join(DECK_CLASSES)}; may be repeated.",
            show_default="those of the metagame's decks",
        ),
    ] = None,
    styles: Annotated[
        list[str] | None,
        typer.Option(
            "--style",
            metavar="aggro|control|PLAYER",
            help="How answers are played: each class is searched once for each style; may be repeated.",
            show_default=" and ".join(DEFAULTS.styles),
        ),
    ] = None,
    pool: Annotated[
        str, typer.Option(metavar="POOL", help=f"The cards of answers: {', '.join(POOLS)}, or sets with commas.")
    ] = DEFAULTS.pool,
    depth: Annotated[
        int, typer.Option(min=1, help="Rounds of patch and answer; a balance run makes each patch after the first.")
    ] = DEFAULTS.depth,
    evaluations: Annotated[int, typer.Option(min=1, help="Decks that each search tries.")] = DEFAULTS.evaluations,
    batch: Annotated[int, typer.Option(min=1, help="Decks that are played at once.")] = DEFAULTS.batch,
    map_size: Annotated[
        int, typer.Option(min=1, help="Cells along each axis of a search's map, at its end.")
    ] = DEFAULTS.map_size,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Games per deck, over all opponents and seats.")
    ] = DEFAULTS.games,
    again_games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Games per deck, when a search measures its best again.")
    ] = DEFAULTS.again_games,
    finalists: Annotated[int, typer.Option(min=1, help="Decks of each search that are audited.")] = DEFAULTS.finalists,
    audit_games: Annotated[
        int, typer.Option(min=2, max=MOST_GAMES, help="Games per match-up, when the best of a search are audited.")
    ] = DEFAULTS.audit_games,
    table_games: Annotated[
        int, typer.Option(min=2, max=MOST_GAMES, help="Games per match-up of the metagame, before and after.")
    ] = DEFAULTS.table_games,
    balance_scale: Annotated[
        float, typer.Option(metavar="S", help="With --depth: multiplies the games of the balance runs.")
    ] = DEFAULTS.balance_scale,
    players: PlayersOption = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Search each class for decks that beat a patched metagame, and show how far these tilt it."""
    loaded = load_played(metagame, players)
    cards = loaded.patched_cards
    asked = read_changes(change or [], patch, cards) if change or patch else None
    settings = ResponseSettings(
        metagame=metagame,
        players=players,
        patch=format_patch(asked, cards) if asked else "",
        patch_label=patch.name if patch else DEFAULTS.patch_label,
        classes=tuple(name.lower() for name in classes or ()),
        styles=tuple(styles or DEFAULTS.styles),
        pool=pool,
        depth=depth,
        evaluations=evaluations,
        batch=batch,
        map_size=map_size,
        games=games,
        again_games=again_games,
        finalists=finalists,
        audit_games=audit_games,
        table_games=table_games,
        balance_scale=balance_scale,
        seed=seed,
    )
    session = Session(choose_folder(out, "respond", loaded.name), as_json, with_report)
    runner = ThreadRunner(threads)
    session.work(loaded.name, lambda tell: RESPONSE.start(session.folder, settings, runner, tell))
