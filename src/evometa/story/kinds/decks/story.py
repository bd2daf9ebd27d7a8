"""The story of a deck search, section by section, and its tables for other programs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from evometa.experiments.decks.results import DeckAudit, Elite, LearnedCard, LearningRound, PilotedDeck
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.experiments.settings import file_name
from evometa.input.toml_text import quote_text
from evometa.matches.inference import INTERVAL
from evometa.story.blocks import Beside, Column, Fold, Level, Table, Teller, Words, alike
from evometa.story.cards import CardFaces, read_metagame
from evometa.story.charts.decks import search_plots
from evometa.story.deck_quantities import objective_of
from evometa.story.evaluations import deck_evaluations
from evometa.story.formats import COUNT, PLAIN_RATE, POINTS, RATE, WHOLE
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
    tell_cards(run, teller, faces)
    tell_map(run, teller, metagame)
    tell_search(run, teller)


def _best(run: DecksRun) -> str:
    results, best = run.results, run.results.best
    if best is not None:
        return f"{best.name} wins {rate(best.win_rate.value)}%"
    if results.rounds:
        return f"best {rate(results.rounds[-1].best.value)}%"
    if not results.history:
        return ""
    last = results.history[-1]
    return f"best {number(last.best)}, {last.elites:,} decks on the map"


def _final(run: DecksRun) -> dict[str, Any]:
    """What `--json` prints: the best deck, and the places of the run and of the deck as they can be opened."""
    results, best = run.results, run.results.best
    if best is None or not run.is_finished:
        return {"run": str(run.folder)}
    audit = best.to_json()
    return {
        "run": str(run.folder),
        "deck": str(run.folder / DECK_FILE),
        "name": run.settings.deck_name,
        **{name: audit[name] for name in ("number", "searched", "again", "objective", "win_rate", "low", "high")},
        **({"elites": len(results.map.elites)} if results.map else {}),
        "evaluations": results.history[-1].evaluations if results.history else len(run.evaluations),
        "search_games": run.search_games,
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
        "rounds": lambda run: Table("rounds", (), run.results.rounds, record=LearningRound, index="round"),
        "cards": lambda run: Table("cards", (), run.results.cards, record=LearnedCard, index="card", axis="card"),
        "pilots": lambda run: Table("pilots", (), run.results.pilots, record=PilotedDeck, index="pilot"),
    },
    exported="evaluations",
    made=_describe_files,
)


# --- what the model has learned -------------------------------------------------------------------

MOST_SHOWN = 15  # cards beside those of the best deck
CARDS_EXPLAINED = (
    "What a copy is worth in the best deck, less that of cards on average, in points of win rate in an even game, "
    f"with {INTERVAL}s: the last copy that the deck has, or the first that it might have. By the model of all games "
    "of the search; of cards with few games it knows little, and says so by wide intervals."
)


def tell_cards(run: DecksRun, teller: Teller, faces: CardFaces) -> None:
    """What the model thinks of each card, if there is one."""
    if not (cards := run.results.cards):
        return
    others = [each for each in cards if not each.copies]
    shown = [each for each in cards if each.copies] + others[:MOST_SHOWN]
    columns = (
        Column("card", lambda each: faces.name(each.card)),
        Column("copies", lambda each: each.copies, WHOLE),
        Column("worth", lambda each: each.worth, POINTS),
        Column("games", lambda each: each.games, COUNT),
    )
    rest = f" Of {count(len(others), 'card')} that the best deck does not have, the best {MOST_SHOWN}."
    teller.tell(
        "cards",
        "What each card is worth",
        Table("worths", columns, shown, note=CARDS_EXPLAINED + (rest if len(others) > MOST_SHOWN else "")),
        level=Level.MAIN,
    )


# --- how the search went --------------------------------------------------------------------------


ELITES_EXPLAINED = (
    "As the search saw the elites, which luck makes too good. The average can fall when the map grows, because new "
    "cells take decks that had no place before."
)
ROUNDS_EXPLAINED = (
    f"Band: the {INTERVAL} of what the model said of the best deck. The first decks are random; later ones are what "
    "the model thought might be best, at first boldly; in the end few decks race with many games each."
)
CELLS_EXPLAINED = (
    f"Band: the {INTERVAL} of what the model said of the best deck. The first decks are random; later ones are what "
    "the model thought might be best in some cells of the map; in the end the best deck of every cell is played again."
)
ORANGE_EXPLAINED = " Orange: audited, that is played again with many fresh games."


def tell_search(run: DecksRun, teller: Teller) -> None:
    """The progress of the search, if it has begun."""
    best, is_learning = run.results.best, bool(run.results.rounds)
    if not run.results.history and not is_learning:
        return
    explained = ELITES_EXPLAINED
    if is_learning:
        explained = CELLS_EXPLAINED if run.settings.has_map else ROUNDS_EXPLAINED
    explained += ORANGE_EXPLAINED if best or run.results.strongest_known else ""
    teller.tell(
        "search",
        "How the search went",
        Words(_describe_rounds(run) if is_learning else _describe_search(run)),
        Beside.of(search_plots(teller.id("history"), run, best)),
        Words(explained, is_faint=True, level=Level.FULL),
        _fold_rounds(run) if is_learning else Fold("Every batch as a table", (_history_table(run),), is_file=True),
        level=Level.MAIN,
    )


def _describe_rounds(run: DecksRun) -> str:
    """What a search that learns did, in a sentence."""
    rounds, n_decks = run.results.rounds, sum(each.decks for each in run.results.rounds)
    return (
        f"A model of all games asked for the next decks, round by round: {count(n_decks, 'deck')} "
        f"in {count(len(rounds), 'round')}, {rounds[-1].games:,} games in all. The decks of the first round won "
        f"{rate(rounds[0].won)}% of their games, those of the last {rate(rounds[-1].won)}%."
    )


def _fold_rounds(run: DecksRun) -> Fold:
    columns = (
        Column("round", lambda told: told.round, WHOLE),
        Column("decks", lambda told: told.decks, COUNT),
        Column("games so far", lambda told: told.games, COUNT),
        Column("won in the round", lambda told: told.won, PLAIN_RATE),
        Column("best deck", lambda told: told.best, RATE),
    )
    return Fold(
        "Every round as a table", (Table("rounds", columns, run.results.rounds, level=Level.FULL),), is_file=True
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
