"""Games from before a search that learns: those of the metagame as it is, and those of an earlier run.

An earlier run tells all that it has played of the same metagame with the same players: its evaluations, its audits, and
what it knew itself. It may have searched with other locks, other objectives or another algorithm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

from evometa.balance.evaluator import pool_seats
from evometa.balance.space import Gene
from evometa.balance.space_files import make_space
from evometa.experiments.balance.players import RunPlayer, add_weaker, load_players
from evometa.experiments.balance.results import Audit, BalanceResults, DeckCards, KnownGames
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.runs import fingerprint_of, is_played_as_begun, own_settings
from evometa.games.cards import CardSet
from evometa.games.patches.files import parse_patch
from evometa.games.patches.patch import split_address
from evometa.input.errors import InputError
from evometa.input.short_repr import Short
from evometa.matches.inference import Counts
from evometa.metagame.standing import Standing
from evometa.search.learning.judging import GenomeGames
from evometa.store import Run, open_run

KIND = "balance"

Changes = Mapping[str, int]  # by address
Row = tuple[Changes, Counts]  # and the wins, decided games and all games of it, [3, R]


@dataclass(frozen=True, eq=False)
class Earlier(Short):
    """What an earlier run knows that a new one can take over."""

    known: KnownGames
    unchanged: Audit | None  # the metagame as it is; None if another number of players has audited it
    cards: tuple[DeckCards, ...]


def add_unchanged(known: KnownGames | None, counts: Counts) -> KnownGames:
    """What is known already, if anything is, and the games [3, R] of the metagame as it is."""
    rows = [] if known is None else list(_read_known(known, range(counts.shape[1])))
    return _write_known([*rows, ({}, counts)], next_number=0 if known is None else known.next_number)


def list_genes(known: KnownGames, card_set: CardSet, addresses: Sequence[str]) -> tuple[Gene, ...]:
    """Genes for the numbers that were changed and are not among those that may."""
    numbers = card_set.numbers()
    return tuple(
        Gene(address, card_set[split_address(address)[0]].name, numbers[address], 0, 0)
        for address in known.genes
        if address not in addresses
    )


def to_genome_games(known: KnownGames, addresses: Sequence[str]) -> GenomeGames:
    """The games as the model wants them, for genes at these addresses, which include all that were changed."""
    places = {address: place for place, address in enumerate(addresses)}
    genomes = np.zeros((len(known.genomes), len(addresses)), np.int64)
    genomes[:, [places[address] for address in known.genes]] = known.genomes
    evidence = GenomeGames(len(addresses), known.wins.shape[1])
    evidence.add(genomes, known.wins, known.decided, known.games)
    return evidence


# --- an earlier run -------------------------------------------------------------------------------


def read_earlier(folder: Path, players: Sequence[RunPlayer], all_players: Sequence[RunPlayer]) -> Earlier:
    """All that a run has played; an `InputError` if that was another metagame or none of those who play now.

    Of all who play in the search now, only some count in the audits: the players.
    """
    with open_run(folder) as run, run.snapshot():
        if run.kind != KIND:
            raise InputError(f"{folder}: this is a run of the kind '{run.kind}'; allowed: one of '{KIND}'")
        settings = BalanceSettings.from_json(own_settings(run), str(folder))
        results, theirs = BalanceResults.read(run), load_players(settings.metagame, settings.players)
        former = add_weaker(theirs, settings.weaker_share)
        rows_of = _match_rows(run, former, all_players)
        rows = list(_read_rows(run, results, settings, former, rows_of))
        next_number = 0 if results.known is None else results.known.next_number
        last = run.evaluations().numbers.max(initial=-1)
    is_same = {fingerprint_of(each.metagame) for each in theirs} == {fingerprint_of(each.metagame) for each in players}
    unchanged = results.audits[0] if results.audits and is_same else None
    known = _write_known(rows, max(next_number, int(last) + 1))
    return Earlier(known, unchanged, results.cards)


def _match_rows(run: Run, former: Sequence[RunPlayer], players: Sequence[RunPlayer]) -> list[int | None]:
    """[R]: for each match-up of those who play now, where the earlier run has it; None if nobody of them played."""
    if not is_played_as_begun(run, former[0].metagame):
        raise InputError(f"{run.folder}: its metagame has changed since; its games tell nothing of the one that is now")
    prints = [fingerprint_of(each.metagame) for each in former]
    n_pairs = comb(len(players[0].metagame.decks), 2)
    rows: list[int | None] = []
    for found in (fingerprint_of(each.metagame) for each in players):
        first = prints.index(found) * n_pairs if found in prints else None
        rows += [None if first is None else first + k for k in range(n_pairs)]
    if all(row is None for row in rows):
        played = ",".join(each.name for each in former)
        raise InputError(
            f"{run.folder}: it was played with another metagame or by others ({played}); its games tell nothing of this"
        )
    return rows


def _read_rows(
    run: Run,
    results: BalanceResults,
    settings: BalanceSettings,
    former: Sequence[RunPlayer],
    rows_of: Sequence[int | None],
) -> Iterator[Row]:
    if results.known is not None:
        yield from _read_known(results.known, rows_of)
    evaluations, space = run.evaluations(), make_space(former[0].metagame, settings.space)
    if len(evaluations):
        pooled = [part.reshape(len(evaluations), -1) for part in pool_seats(evaluations.wins)]
        for genome, counts in zip(space.repair(evaluations.genomes), np.stack(pooled, axis=1), strict=True):
            changes = {space.addresses[i]: int(genome[i]) for i in np.flatnonzero(genome)}
            yield changes, _pick(counts, rows_of)
    for audit in results.audits[results.known is not None :]:  # games of the first are known already
        patch = parse_patch(audit.patch, space.card_set, audit.label)
        yield patch.changes, _pick(count_games(audit.played_by(each.name for each in former)), rows_of)


def count_games(standings: Sequence[Standing]) -> Counts:
    """[3, R]: wins and games of an audit, which has as many games from each seat; draws are taken for halves."""
    first, second = np.triu_indices(len(standings[0].decks), 1)
    rates = np.concatenate([each.win_rate.value[first, second] for each in standings])
    games = np.concatenate([np.full(len(first), each.games_played // len(first)) for each in standings])
    return np.stack([np.rint(rates * games).astype(np.int64), games, games])


def _pick(counts: Counts, rows_of: Sequence[int | None]) -> Counts:
    """[3, R]: the rows that are wanted; none were played of those that are not there."""
    nothing = np.zeros(3, np.int64)
    columns = [nothing if row is None or row >= counts.shape[1] else counts[:, row] for row in rows_of]
    return np.stack(columns, axis=1)


# --- rows of all kinds ----------------------------------------------------------------------------


def _read_known(known: KnownGames, rows_of: Sequence[int | None]) -> Iterator[Row]:
    for genome, *counts in zip(known.genomes, known.wins, known.decided, known.games, strict=True):
        changes = {known.genes[i]: int(genome[i]) for i in np.flatnonzero(genome)}
        yield changes, _pick(np.stack(counts), rows_of)


def _write_known(rows: Sequence[Row], next_number: int) -> KnownGames:
    """Each patch once."""
    genes = tuple(dict.fromkeys(address for changes, _ in rows for address in changes))
    evidence = GenomeGames(len(genes), rows[0][1].shape[1] if rows else 0)
    for changes, counts in rows:
        evidence.add([[changes.get(address, 0) for address in genes]], *counts[:, None])
    return KnownGames(genes, evidence.genomes, evidence.wins, evidence.decided, evidence.games, next_number)
