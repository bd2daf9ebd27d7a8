"""The parts of a round of patch and answer, each a run of its own: tables, deck searches, and balance runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import aims_in
from evometa.experiments.decks.work import DECKS
from evometa.experiments.experiment import Experiment, R, S
from evometa.experiments.progress import Whole
from evometa.experiments.respond.settings import RespondSettings, label_style
from evometa.experiments.runs import count_games, is_finished
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.games.patches.files import parse_patch
from evometa.games.patches.patch import Patch
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.metagames import Metagame, find_game_of
from evometa.metagame.standing import Standing

BEFORE, AFTER = "before", "after"  # the answers; in the folder of a round, metagame files and their tables
BASE = "unpatched"  # the metagame before the patch, which is played if its levels were observed
PILOTS = "pilots"  # the part of a round that is no run of its own: the same decks with a better pilot


@dataclass
class Parts:
    """The parts of a round: where they are, and with which seeds and budgets they are carried out."""

    root: Path  # the folder of the whole run
    number: int  # of the round
    settings: RespondSettings
    runner: Runner
    whole: Whole  # that hears how far a part is
    n_searches: int  # in each round
    games: int = 0  # of all parts that are finished
    search_games: int = 0  # those of the searches themselves

    @property
    def folder(self) -> Path:
        """The folder of the round."""
        return self.root / folder_of(self.number)

    def seed(self, *purpose: str) -> int:
        """The seed for a purpose in this round."""
        return seed_for(self.settings.seed, "round", self.number, *purpose)

    def balance(self, metagame: Metagame) -> Patch | None:
        """The patch for what the last round has left, by a balance run; None if it leaves the metagame alone."""
        settings = replace(
            self.settings.balance(),
            metagame=str(self.root / folder_of(self.number - 1, f"{AFTER}.toml")),
            seed=self.seed(BALANCE.name),
        )
        results = self.carry_on(BALANCE, BALANCE.name, settings)
        assert results.chosen_audit is not None
        patch = parse_patch(results.chosen_audit.patch, metagame.patched_cards, BALANCE.name)
        return patch if patch.notes(metagame.patched_cards) else None

    def play_table(self, name: str) -> Standing:
        """Play all match-ups of a metagame that is written. A match-up has the same games before and after."""
        file, seed = self.folder / f"{name}.toml", self.seed(TABLE.name)
        settings = TableSettings(str(file), games=self.settings.table_games, seed=seed)
        results = self.carry_on(TABLE, table_of(name), settings)
        assert results.table is not None
        return results.table

    def search(self, klass: str, style: str, player: str, name: str, given: Sequence[Path]) -> DecksResults:
        """The answer of a class and style to the metagame before the answers, by a deck search."""
        metagame = str(self.folder / f"{BEFORE}.toml")
        settings = replace(
            self.settings.search(klass, self.n_searches),
            **aims_in(find_game_of(metagame), {}),
            name=name,
            player=player,
            metagame=metagame,
            given=tuple(map(str, given)),
            seed=self.seed("answer", klass, label_style(style)),
        )
        results = self.carry_on(DECKS, place_of(klass, style), settings)
        self.search_games += results.rounds[-1].games
        return results

    def carry_on(self, experiment: Experiment[S, R], place: str, settings: S) -> R:
        """Start a part in its folder, or go on with it."""
        folder, tell = self.folder / place, self.whole.of_part(part_of(self.number, place))
        results = experiment.carry_on(folder, settings, self.runner, tell)
        self.games += count_games(folder)
        return results


def plan_left(
    root: Path, settings: RespondSettings, n_decks: int, searches: Sequence[tuple[str, str]]
) -> dict[str, int]:
    """About how many games each part plays that is not finished, by what it is called."""
    planned = plan_games(settings, n_decks, searches)
    return {part_of(*part): games for part, games in planned.items() if not is_finished(root / folder_of(*part))}


def plan_games(
    settings: RespondSettings, n_decks: int, searches: Sequence[tuple[str, str]]
) -> dict[tuple[int, str], int]:
    """About how many games each part of all rounds plays, if all answers enter; by round and folder in its folder."""
    table, planned = TableSettings(games=settings.table_games), {}
    for number in range(1, settings.depth + 1):
        if number > 1:
            planned[number, BALANCE.name] = settings.balance().games_left(-1, comb(n_decks, 2))
        planned[number, table_of(BEFORE)] = table.count_games(n_decks)
        if settings.observed and settings.patch:
            planned[number, table_of(BASE)] = table.count_games(n_decks)
        for klass, style in searches:
            search = settings.search(klass, len(searches))
            planned[number, place_of(klass, style)] = search.count_search() + search.count_later(n_decks, 1)
        pilots, n_decks = settings.pilot_games * n_decks**2, n_decks + len(searches)
        planned[number, table_of(AFTER)] = table.count_games(n_decks)
        planned[number, PILOTS] = pilots
    return planned


def part_of(number: int, place: str) -> str:
    """What a part of a round is called while it is carried out."""
    return f"round {number}: {Path(place).name}"


def folder_of(number: int, place: str = "") -> Path:
    """The folder of a round, or of a part of it, in that of the whole run."""
    return Path(f"round-{number}", place)


def table_of(name: str) -> str:
    """The folder of a table in that of its round."""
    return f"{name}-{TABLE.name}"


def place_of(klass: str, style: str) -> str:
    """The folder of a search in that of its round."""
    return f"answers/{'-'.join(filter(None, (klass, label_style(style))))}"
