"""The story of a deck search, section by section, and its tables for other programs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from evometa.experiments.decks.results import DeckAudit, Elite, PilotedDeck
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.experiments.settings import file_name
from evometa.input.toml_text import quote_text
from evometa.story.blocks import Beside, Column, Fold, Level, Table, Teller, Words, alike
from evometa.story.cards import CardFaces, read_metagame
from evometa.story.charts.decks import search_plots
from evometa.story.deck_quantities import objective_of
from evometa.story.evaluations import deck_evaluations
from evometa.story.formats import COUNT, WHOLE
from evometa.story.kinds.decks.finalists import rank_audits, tell_deck, tell_finalists, tell_match_ups, tell_pilots
from evometa.story.kinds.decks.map import tell_map
from evometa.story.kinds.decks.summary import tell_summary
from evometa.story.reproduction import reproduce_decks
from evometa.story.runs import RunStory
from evometa.story.words.numbers import count, number, rate


def tell_decks(run: DecksRun, teller: Teller, others: Sequence[DecksRun] = ()) -> None:
    """All sections of a deck search."""
    best, metagame = run.results.best, read_metagame(run.settings.metagame, run.settings.players)
    faces = CardFaces(metagame.patched_cards if metagame else None)
    tell_summary(run, teller)
    if best:
        tell_deck(run, teller, best, faces)
        tell_match_ups(run, teller, best)
        tell_pilots(run, teller)
        tell_finalists(run, teller, best, faces)
    tell_map(run, teller, metagame)
    tell_search(run, teller)


def _best(run: DecksRun) -> str:
    results, best = run.results, run.results.best
    if best is not None:
        return f"{best.name} wins {rate(best.win_rate.value)}%"
    if not results.history:
        return ""
    last = results.history[-1]
    return f"best {number(last.best)}, {last.elites:,} decks on the map"


def _final(run: DecksRun) -> dict[str, Any]:
    """What `--json` prints: the best deck, and the places of the run and of the deck as they can be opened."""
    results, best, deck_map = run.results, run.results.best, run.results.map
    if best is None or deck_map is None:
        return {"run": str(run.folder)}
    audit = best.to_json()
    return {
        "run": str(run.folder),
        "deck": str(run.folder / DECK_FILE),
        "name": run.settings.deck_name,
        **{name: audit[name] for name in ("number", "searched", "again", "objective", "win_rate", "low", "high")},
        "elites": len(deck_map.elites),
        "evaluations": results.history[-1].evaluations,
        "games": run.games,
        "pilots": [each.to_json() for each in results.pilots],
    }


def _describe_files(run: DecksRun) -> str:
    """Where the decks are, and what to do with the best one: lines to copy."""
    folder, form = run.folder, "code" if run.versions.find_game().has_codes else "list"
    path = folder / DECK_FILE
    return (
        f"Deck: {path} (all that were audited: {folder / DECKS_FOLDER})\n"
        f"  evometa deck {shlex.quote(str(path))} --to {form}\n"
        "To add it to a metagame file:\n"
        "  [[deck]]\n"
        f"  deck = {quote_text(str(path.resolve()))}"
    )


# --- for other programs ---------------------------------------------------------------------------


def _audits(run: DecksRun) -> Table:
    columns, audits = _measures(run.settings.measures), rank_audits(run.results)
    return Table("audits", columns, audits, record=DeckAudit, index="name", axis="deck", without=("toml",))


def _map(run: DecksRun) -> Table:
    """Each deck on the map: its measures and its cell, and the objective as searched and again."""
    deck_map = run.results.map
    names = [measure.name for measure in deck_map.measures] if deck_map else []
    columns = (*_measures(names), *alike(names, lambda elite, place: elite.cell[place], key="cell_{}"))
    return Table("map", columns, deck_map.elites if deck_map else (), record=Elite, index="number")


def _measures(names: Sequence[str]) -> tuple[Column, ...]:
    return alike(names, lambda row, place: row.measures[place], key="{}")


STORY = RunStory(
    title=lambda run: f"Deck search: {run.settings.deck_name} against {file_name(run.settings.metagame)}",
    tell=tell_decks,
    best=_best,
    reproduce=reproduce_decks,
    final=_final,
    tables={
        "evaluations": deck_evaluations,
        "audits": _audits,
        "map": _map,
        "pilots": lambda run: Table("pilots", (), run.results.pilots, record=PilotedDeck, index="pilot"),
    },
    exported="evaluations",
    made=_describe_files,
)


# --- how the search went --------------------------------------------------------------------------


ELITES_EXPLAINED = (
    "As the search saw the elites, which luck makes too good. The average can fall when the map grows, because new "
    "cells take decks that had no place before."
)
ORANGE_EXPLAINED = " Orange: audited, that is played again with many fresh games."


def tell_search(run: DecksRun, teller: Teller) -> None:
    """The progress of the search, if it has begun."""
    best = run.results.best
    if not run.results.history:
        return
    explained = ELITES_EXPLAINED + (ORANGE_EXPLAINED if best or run.results.strongest_known else "")
    teller.tell(
        "search",
        "How the search went",
        Words(_describe_search(run)),
        Beside.of(search_plots(teller.id("history"), run, best)),
        Words(explained, is_faint=True, level=Level.FULL),
        Fold("Every batch as a table", (_history_table(run),), is_file=True),
        level=Level.MAIN,
    )


def _describe_search(run: DecksRun) -> str:
    """What the search did, in a few sentences."""
    first, last = (run.results.history[place] for place in (0, -1))
    told = (
        f"MAP-Elites with sliding boundaries evaluated {count(last.evaluations, 'deck')}, each from "
        f"{run.settings.games:,} games. The map grew from {first.size} to {last.size} cells per measure."
    )
    n_again = len(run.evaluations) - last.evaluations
    if not n_again or run.results.map is None:
        return told
    n_elites = len(run.results.map.elites)
    return (
        f"{told} Then {count(n_again, 'deck')} were measured again, until each of the {count(n_elites, 'elite')} had "
        f"been: {n_again - n_elites:,} of them fell behind and gave way to another deck."
    )


def _history_table(run: DecksRun) -> Table:
    """The same numbers, for those who cannot see the charts or want the digits."""
    value = objective_of(run).format
    columns = (
        Column("evaluated decks", lambda batch: batch.evaluations, COUNT),
        Column("best elite", lambda batch: batch.best, value),
        Column("average elite", lambda batch: batch.mean, value),
        Column("elites", lambda batch: batch.elites, WHOLE),
    )
    return Table("batches", columns, run.results.history, objective_of(run).label, level=Level.FULL)
