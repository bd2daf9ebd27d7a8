"""`evometa respond`: the decks with which players would answer a patch, and what becomes of the metagame then."""

from __future__ import annotations

from evometa.app.laboratory.options import MetagameArgument, PlayersOption, SeedOption, ThreadsOption
from evometa.app.laboratory.what_if import read_changes
from evometa.app.runs import respond_options as options
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.runs.session import FinalOption, ReportOption, Session
from evometa.cards.patches.files import format_patch
from evometa.experiments.respond.settings import ResponseSettings
from evometa.experiments.respond.work import RESPONSE
from evometa.experiments.runs import load_played
from evometa.matches.runners import ThreadRunner


def run_respond(
    metagame: MetagameArgument,
    patch: options.PatchOption = None,
    change: options.ChangeOption = None,
    classes: options.ClassesOption = None,
    styles: options.StylesOption = None,
    pool: options.PoolOption = options.DEFAULTS.pool,
    depth: options.DepthOption = options.DEFAULTS.depth,
    evaluations: options.EvaluationsOption = options.DEFAULTS.evaluations,
    batch: options.BatchOption = options.DEFAULTS.batch,
    map_size: options.MapSizeOption = options.DEFAULTS.map_size,
    games: options.GamesOption = options.DEFAULTS.games,
    again_games: options.AgainGamesOption = options.DEFAULTS.again_games,
    finalists: options.FinalistsOption = options.DEFAULTS.finalists,
    audit_games: options.AuditGamesOption = options.DEFAULTS.audit_games,
    table_games: options.TableGamesOption = options.DEFAULTS.table_games,
    balance_scale: options.BalanceScaleOption = options.DEFAULTS.balance_scale,
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
        patch_label=patch.name if patch else options.DEFAULTS.patch_label,
        classes=tuple(name.lower() for name in classes or ()),
        styles=tuple(styles or options.DEFAULTS.styles),
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
