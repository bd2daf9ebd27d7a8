"""Games from before a search that learns: those of the metagame as it is, and those of an earlier run.

An earlier run tells all that it has played of the same metagame with the same players: its evaluations, its audits, and
what it knew itself. It may have searched with other locks, other objectives or another algorithm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evometa.balance.evaluator import pool_seats
from evometa.balance.space import Gene
from evometa.balance.space_files import make_space
from evometa.cards.model import CardSet
from evometa.cards.patches.files import parse_patch
from evometa.cards.patches.patch import split_address
from evometa.experiments.balance.crew import Member, add_weaker, load_crew
from evometa.experiments.balance.results import Audit, BalanceResults, DeckCards, KnownGames
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.runs import fingerprint_of, is_played_as_begun, own_settings
from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.metagame.evidence import Counts
from evometa.metagame.standing import Standing
from evometa.search.learning.evidence import Evidence
from evometa.store import Run, open_run

KIND = "balance"

Changes = Mapping[str, int]  # by address
Row = tuple[Changes, Counts]  # and the wins, decided games and all games of it, [3, R]


@dataclass(frozen=True, eq=False)
class Earlier:
    """What an earlier run knows that a new one can take over."""

    known: KnownGames
    unchanged: Audit | None  # the metagame as it is; None if another number of players has audited it
    cards: tuple[DeckCards, ...]

    __repr__ = short_repr


def know_unchanged(counts: Counts) -> KnownGames:
    """The games [3, R] of the metagame as it is."""
    return _write_known([({}, counts)], next_number=0)


def join_known(*parts: KnownGames) -> KnownGames:
    """All games together."""
    rows = [row for part in parts for row in _read_known(part, range(part.wins.shape[1]))]
    return _write_known(rows, max(part.next_number for part in parts))


def list_genes(known: KnownGames, card_set: CardSet, addresses: Sequence[str]) -> tuple[Gene, ...]:
    """Genes for the numbers that were changed and are not among those that may."""
    numbers = card_set.numbers()
    others = [address for address in known.genes if address not in set(addresses)]
    names = {address: card_set[split_address(address)[0]].name for address in others}
    return tuple(Gene(address, names[address], numbers[address], 0, 0) for address in others)


def to_evidence(known: KnownGames, addresses: Sequence[str]) -> Evidence:
    """The games as the model wants them, for genes at these addresses, which include all that were changed."""
    places = {address: place for place, address in enumerate(addresses)}
    genomes = np.zeros((len(known.genomes), len(addresses)), np.int64)
    genomes[:, [places[address] for address in known.genes]] = known.genomes
    evidence = Evidence(len(addresses), known.wins.shape[1])
    evidence.add(genomes, known.wins, known.decided, known.games)
    return evidence


# --- an earlier run -------------------------------------------------------------------------------


def read_earlier(folder: Path, crew: Sequence[Member], company: Sequence[Member]) -> Earlier:
    """All that a run has played; an `InputError` if that was another metagame or none of those who play now.

    The company is the crew, whose audits count, and who else plays in the search.
    """
    with open_run(folder) as run, run.snapshot():
        if run.kind != KIND:
            raise InputError(f"{folder}: this is a run of the kind '{run.kind}'; allowed: one of '{KIND}'")
        settings = BalanceSettings.from_json(BalanceSettings.as_stored(own_settings(run)), str(folder))
        results, players = BalanceResults.read(run), load_crew(settings.metagame, settings.players)
        former = add_weaker(players, settings.weaker_share)
        rows_of = _match_rows(run, former, company)
        rows = list(_read_rows(run, results, settings, former, rows_of))
        next_number = 0 if results.known is None else results.known.next_number
        last = run.evaluations().numbers.max(initial=-1)
    is_same = _print_all(players) == _print_all(crew)
    unchanged = results.audits[0] if results.audits and is_same else None
    known = _write_known(rows, max(next_number, int(last) + 1))
    return Earlier(known, unchanged, results.cards)


def _print_all(crew: Sequence[Member]) -> set[str]:
    return {fingerprint_of(each.metagame) for each in crew}


def _match_rows(run: Run, former: Sequence[Member], crew: Sequence[Member]) -> list[int | None]:
    """[R]: for each match-up of those who play now, where the earlier run has it; None if nobody of them played."""
    if not is_played_as_begun(run, former[0].metagame):
        raise InputError(f"{run.folder}: its metagame has changed since; its games tell nothing of the one that is now")
    prints = [fingerprint_of(each.metagame) for each in former]
    n_pairs = len(crew[0].metagame.decks) * (len(crew[0].metagame.decks) - 1) // 2
    rows: list[int | None] = []
    for member in crew:
        found = fingerprint_of(member.metagame)
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
    former: Sequence[Member],
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
    is_there = [row is not None and row < counts.shape[1] for row in rows_of]
    columns = [counts[:, row] if found else np.zeros(3, np.int64) for row, found in zip(rows_of, is_there, strict=True)]
    return np.stack(columns, axis=1)


# --- rows of all kinds ----------------------------------------------------------------------------


def _read_known(known: KnownGames, rows_of: Sequence[int | None]) -> Iterator[Row]:
    for genome, *counts in zip(known.genomes, known.wins, known.decided, known.games, strict=True):
        changes = {known.genes[i]: int(genome[i]) for i in np.flatnonzero(genome)}
        yield changes, _pick(np.stack(counts), rows_of)


def _write_known(rows: Sequence[Row], next_number: int) -> KnownGames:
    """Each patch once."""
    genes = tuple(dict.fromkeys(address for changes, _ in rows for address in changes))
    evidence = Evidence(len(genes), rows[0][1].shape[1] if rows else 0)
    for changes, counts in rows:
        evidence.add([[changes.get(address, 0) for address in genes]], *counts[:, None])
    return KnownGames(genes, evidence.genomes, evidence.wins, evidence.decided, evidence.games, next_number)
