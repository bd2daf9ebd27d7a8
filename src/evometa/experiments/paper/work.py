"""The programme of the paper: the table of its decks and its three experiments, each a run in a folder of its own.

Six of its twelve decks were never published: ours are others, which the same search has found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb, isnan, nan
from pathlib import Path

import numpy as np

from evometa.experiments.balance.results import Audit, BalanceResults
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import Experiment
from evometa.experiments.nerfs.results import Correlations, NerfsResults
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import NERFS, count_scan_games
from evometa.experiments.paper.results import (
    FIRST,
    PARTS,
    SECOND,
    THIRD,
    ChosenPatch,
    EvenPatch,
    OurBalance,
    OurScan,
    OurTable,
    PaperResults,
    Part,
    PublishedTable,
    Twins,
    block_of,
    read_published,
)
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.progress import OnProgress, Tracker, Whole
from evometa.experiments.runs import is_finished, load_played
from evometa.experiments.table.work import TABLE, TableResults, TableSettings
from evometa.metagame.standing import Standing
from evometa.search.settings import EvolutionSettings
from evometa.store.results import Ledger

_EVEN_F = 0.10  # an audited F at most this high is called even


# --- the parts ------------------------------------------------------------------------------------


class PaperWork:
    """The programme, part by part; each is a run of its own, and sees to it that it goes on as it began."""

    metagame = None

    def __init__(self, settings: PaperSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.small = load_played(settings.small, settings.players)  # now, so that a late part does not trip over it
        self.original = load_played(settings.metagame, settings.players)
        self.place = self.original.index_of(settings.deck)

    def carry_out(self, ledger: Ledger[PaperResults]) -> None:
        """Do all that is still to do."""
        root, parts = ledger.run.folder, list[Part]()
        planned = {name: games for name, games in self.plan_games().items() if not is_finished(root / name)}
        whole = Whole(self.tracker.tell, planned)
        for name in PARTS:
            parts.append(self._play_part(name, root, whole.of_part(name)))
            ledger.keep(replace(ledger.results, parts=tuple(parts)))

    def plan_games(self) -> dict[str, int]:
        """About how many games each part plays."""
        n_match_ups = comb(len(self.small.decks), 2)
        searches = {name: self._search_settings(name).games_left(-1, n_match_ups) for name in (FIRST, *SECOND)}
        return {
            TABLE.name: self._table_settings.count_games(len(self.original.decks)),
            **searches,
            THIRD: count_scan_games(self.original, self.place, self._scan_settings.games),
        }

    def _play_part(self, name: str, root: Path, tell: OnProgress | None) -> Part:
        """Carry out a part in its folder, and set what it found beside what was published."""
        folder, runner, published = root / name, self.tracker.runner, read_published()
        if name == TABLE.name:
            table = TABLE.carry_on(folder, self._table_settings, runner, tell)
            return Part(name, name, published.table, _summarise_table(table))
        if name == THIRD:
            scan = NERFS.carry_on(folder, self._scan_settings, runner, tell)
            return Part(name, name, published.scan, _summarise_scan(scan))
        settings = self._search_settings(name)
        if name in SECOND:
            first = _find_best_searched(BALANCE.read(root / FIRST).results.audits)
            settings = replace(settings, patches=((FIRST, first.patch),))
        found = BALANCE.carry_on(folder, settings, runner, tell)
        return Part(name, name, published.balance[name], _summarise_balance(found))

    @property
    def _table_settings(self) -> TableSettings:
        """The settings of the table."""
        asked = self.settings
        return TableSettings(asked.metagame, asked.players, asked.games(10_000), asked.seed)

    @property
    def _scan_settings(self) -> NerfsSettings:
        """The settings of experiment 3."""
        asked, games = self.settings, self.settings.games(10_000)
        return NerfsSettings(asked.deck, asked.metagame, asked.players, games, seed=asked.seed, pilot_games=0)

    def _search_settings(self, name: str) -> BalanceSettings:
        """The settings of experiments 1 and 2, but for what the second takes from the first."""
        settings, preset = self.settings, find_preset("paper-1" if name == FIRST else "paper-2")
        scaled = replace(
            preset,
            metagame=settings.small,
            players=settings.players,
            games=settings.games(preset.games),
            again_games=settings.games(preset.again_games),
            audit_games=settings.games(preset.audit_games),
            seed=settings.seed,
        )
        if name == FIRST:
            return scaled
        generations = SECOND[name]
        seed = (settings.seed + generations) % (1 << 64)
        return replace(scaled, evolution=EvolutionSettings(generations=generations), seed=seed)


PAPER = Experiment("paper", PaperSettings, PaperResults, PaperWork)


# --- what came of them ----------------------------------------------------------------------------


def _summarise_table(results: TableResults) -> OurTable:
    """The table, how far it is from the published one where the decks are the same, and how twins do."""
    table, published = results.table, read_published().table
    assert table is not None
    twins = tuple(_compare_twins(table, published))
    found = OurTable(table.games_played, table.decks, table.win_rate.value, twins=twins)
    same = tuple(deck for deck in published.decks if deck in table.decks and deck not in published.not_published)
    if len(same) < 2:
        return found
    ours = block_of(table.win_rate.value, table.decks, same)
    gaps = np.abs(ours - published.rates_of(*same))[np.triu_indices(len(same), 1)]
    return replace(
        found, same_decks=len(same), mean_difference=float(gaps.mean()), largest_difference=float(gaps.max())
    )


def _compare_twins(table: Standing, published: PublishedTable) -> Iterator[Twins]:
    """Each deck for a control player against its twin for an aggro player."""
    for name in table.decks:
        twin = name.replace("(Control)", "(Aggro)")
        if twin == name or twin not in table.decks:
            continue
        rate = table.win_rate.at((table.decks.index(name), table.decks.index(twin)))
        is_published = {name, twin} <= set(published.decks)
        yield Twins(
            control=name,
            aggro=twin,
            win_rate=rate,
            published=float(published.rates_of(name, twin)[0, 1]) if is_published else nan,
            is_above=rate.low > 0.5 if rate.low > 0.5 or rate.high < 0.5 else None,
        )


def _summarise_balance(results: BalanceResults) -> OurBalance:
    """What the search called best, as searched and as audited, and the smallest patch that is even."""
    chosen, last, best = results.chosen_audit, results.history[-1], _find_best_searched(results.audits)
    assert chosen is not None
    even = [audit for audit in results.audits if audit.f.value <= _EVEN_F]
    described = [EvenPatch(audit.number, audit.f, audit.magnitude, audit.cards_changed) for audit in even]
    return OurBalance(
        games=last.games + results.games_beside,
        baseline_f=results.f_before.value,
        searched_f=best.searched_f,
        audited_f=best.f,
        is_noise=best.is_noise,
        magnitude=best.magnitude,
        magnitude_unweighted=best.magnitude_unweighted,
        generations=last.generation,
        evaluations=last.evaluations,
        smallest_even=min(described, key=lambda each: each.magnitude, default=None),
        chosen=ChosenPatch(chosen.f.value, chosen.magnitude, chosen.cards_changed),
    )


def _find_best_searched(audits: Sequence[Audit]) -> Audit:
    """The audited patch with the lowest F that the search saw."""
    patches = [audit for audit in audits if not audit.is_unchanged]
    return min(patches or audits, key=lambda audit: (audit.searched_f, audit.number))


def _summarise_scan(results: NerfsResults) -> OurScan:
    """How well the statistics tell what a nerf does."""
    baseline, wrp, wrd = results.baseline, *(results.correlations[name] for name in ("wrp", "wrd"))
    assert results.deck is not None
    assert baseline is not None
    return OurScan(
        games=baseline.games + sum(card.games for card in results.cards),
        deck=results.deck,
        win_rate=baseline.win_rate.value,
        wrp_pearson=wrp.pearson,
        wrp_spearman=wrp.spearman,
        wrp_sign=_sign_of(wrp),
        wrd_pearson=wrd.pearson,
        wrd_spearman=wrd.spearman,
        wrd_sign=_sign_of(wrd),
    )


def _sign_of(found: Correlations) -> int | None:
    value = found.pearson.value
    return None if isnan(value) else int(np.sign(value))
