"""The whole public interface at work, for mypy alone: it must see the type of everything that a user gets.

mypy checks `assert_type`, so nothing here is ever run. `test_interface.py` lets it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, assert_type

import evometa
from evometa.balance.explaining import Explanation
from evometa.experiments.balance.results import Audit, BalanceResults, FrontPatch
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.decks.results import DeckAudit, DeckMap, PilotedDeck
from evometa.experiments.evolve.results import EvolvedDeck, EvolvedRound, LastAnswer
from evometa.experiments.nerfs.results import DeckWinRate, PilotedCard, ScannedCard
from evometa.experiments.pilots import Piloted
from evometa.experiments.respond.results import Answer, Round
from evometa.experiments.tiers.results import CardWorth
from evometa.experiments.tune.results import Round as TunedRound
from evometa.games.decks.deck import Deck
from evometa.metagame.standing import Standing
from evometa.show.svg.draw import Picture
from evometa.store import Evaluations


def measure() -> None:
    assert_type(evometa.__version__, str)
    metagame = evometa.load("paper-six", players="fair")
    assert_type(metagame, evometa.Metagame)
    result = evometa.play(metagame, games=2, progress=False)
    assert_type(result, evometa.Result)
    assert_type(result.games, int)
    assert_type(result.plot("strength"), Picture)
    change = evometa.what_if(metagame, Path("patch.toml"), games=2, progress=lambda finished, planned: None)
    assert_type(change, evometa.WhatIf)
    assert_type(change.before, evometa.Result)
    assert_type(change.notes, list[str])
    explained = evometa.explain(metagame, evometa.Patch())
    assert_type(explained, evometa.Explained)
    assert_type(explained.played, Explanation)


def balance() -> None:
    run = evometa.balance("paper-small", quick=True, objectives=["f", "m"], include=[evometa.Patch(), "other.toml"])
    assert_type(run, evometa.BalanceRun)
    assert_type(run.settings, BalanceSettings)
    assert_type(run.results, BalanceResults)
    assert_type(run.evaluations, Evaluations)
    assert_type(run.front, tuple[FrontPatch, ...])
    assert_type(run.audits, tuple[Audit, ...])
    assert_type(run.chosen, Audit)
    assert_type(run.baseline, Standing)
    assert_type(run.patch, evometa.Patch)
    assert_type(run.explanation, Explanation)
    assert_type(run.pilots, tuple[Piloted, ...])
    assert_type(run.resume(), evometa.BalanceRun)
    assert_type(run.reload(), evometa.BalanceRun)
    assert_type(run.report(), Path)
    assert_type(run.plot(), Picture)


def others() -> None:
    scan = evometa.nerfs("Exp1 Hunter (Aggro)")
    assert_type(scan, evometa.NerfsRun)
    assert_type(scan.cards, tuple[ScannedCard, ...])
    assert_type(scan.baseline, DeckWinRate)
    assert_type(scan.pilots, tuple[PilotedCard, ...])
    search = evometa.decks("paladin", "paper-six", quick=True, lock=["Wisp"])
    assert_type(search, evometa.DecksRun)
    assert_type(search.best, DeckAudit)
    assert_type(search.deck, Deck)
    assert_type(search.map, DeckMap)
    assert_type(search.pilots, tuple[PilotedDeck, ...])
    evolved = evometa.evolve("starters", classes=["hunter", "mage"], check_games=0)
    assert_type(evolved, evometa.EvolveRun)
    assert_type(evolved.rounds, tuple[EvolvedRound, ...])
    assert_type(evolved.decks, tuple[EvolvedDeck, ...])
    assert_type(evolved.answers, tuple[LastAnswer, ...])
    assert_type(evolved.evolved, evometa.Metagame)
    answered = evometa.respond("paper-small", ["Consecration cost +1"])
    assert_type(answered, evometa.RespondRun)
    assert_type(answered.answers, tuple[Answer, ...])
    assert_type(answered.rounds, tuple[Round, ...])


def opened() -> None:
    run = evometa.open_run("runs/balance-paper-small-1")
    assert_type(run, evometa.Run[Any, Any])
    try:
        assert_type(run.resume(), evometa.Run[Any, Any])
    except evometa.MissingPartError as error:
        assert_type(error, evometa.MissingPartError)
    except evometa.InputError as mistake:
        assert_type(mistake, evometa.InputError)
    if isinstance(run, evometa.BalanceRun):
        assert_type(run.patch, evometa.Patch)
        assert_type(run.front, tuple[FrontPatch, ...])
    if isinstance(run, evometa.TableRun):
        assert_type(run.table, Standing)
    if isinstance(run, evometa.TiersRun):
        assert_type(run.cards, tuple[CardWorth, ...])
    if isinstance(run, evometa.TuneRun):
        assert_type(run.rounds, tuple[TunedRound, ...])
    if isinstance(run, evometa.PaperRun):
        assert_type(run.parts, tuple[evometa.Run[Any, Any], ...])


def extend(
    search: evometa.Algorithm,
    objective: evometa.Objective,
    player: evometa.PlayerKind,
    runner: evometa.RunnerKind,
    kind: evometa.Kind,
) -> None:
    evometa.register(search, objective, player, runner, kind)
