"""`evometa decks`: search for the decks of a class that do best against a metagame."""

from __future__ import annotations

from evometa.app.laboratory.options import ThreadsOption
from evometa.app.runs import decks_options as options
from evometa.app.runs.folders import FolderOption, choose_folder
from evometa.app.runs.session import FinalOption, ReportOption, Session
from evometa.experiments.decks.work import DECK_SEARCH
from evometa.matches.runners import ThreadRunner


def run_decks(
    klass: options.ClassOption = None,
    player: options.PlayerOption = None,
    metagame: options.AgainstOption = None,
    quick: options.QuickOption = False,
    preset: options.PresetOption = None,
    players: options.PlayersOption = None,
    pool: options.PoolOption = None,
    lock: options.LockOption = None,
    ban: options.BanOption = None,
    start_from: options.StartOption = None,
    objective: options.ObjectiveOption = None,
    measures: options.MeasuresOption = None,
    seats: options.SeatsOption = None,
    evaluations: options.EvaluationsOption = None,
    games: options.GamesOption = None,
    again_games: options.AgainGamesOption = None,
    audit_games: options.AuditGamesOption = None,
    finalists: options.FinalistsOption = None,
    first: options.FirstOption = None,
    batch: options.BatchOption = None,
    smallest: options.SmallestOption = None,
    largest: options.LargestOption = None,
    remap_every: options.RemapOption = None,
    name: options.NameOption = None,
    seed: options.SeedOption = None,
    threads: ThreadsOption = None,
    out: FolderOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Search for decks that beat a metagame: the best of every kind on a map, the best of all audited."""
    fields = {
        "klass": None if klass is None else klass.lower(),
        "player": player,
        "metagame": metagame,
        "players": players,
        "pool": pool,
        "locked": tuple(lock or ()),
        "banned": tuple(ban or ()),
        "given": tuple(start_from or ()),
        "objective": objective,
        "measures": options.split_words(measures),
        "seats": seats,
        "games": games,
        "again_games": again_games,
        "audit_games": audit_games,
        "finalists": finalists,
        "name": name,
        "seed": seed,
    }
    grid = {
        "evaluations": evaluations,
        "first": first,
        "batch": batch,
        "smallest": smallest,
        "largest": largest,
        "remap_every": remap_every,
    }
    settings = options.DeckWishes(preset, quick, fields, grid).settings()
    session = Session(choose_folder(out, "decks", settings.deck_name), as_json, with_report)
    runner = ThreadRunner(threads)
    session.work(settings.deck_name, lambda tell: DECK_SEARCH.start(session.folder, settings, runner, tell))
