"""The parts of a round of patch and answer, each a run of its own: tables, deck searches, and balance runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path

from evometa.cards.patches.files import parse_patch
from evometa.cards.patches.patch import Patch
from evometa.experiments.balance.audit import Facts
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECK_SEARCH
from evometa.experiments.experiment import Experiment, Results, SettingsT
from evometa.experiments.progress import Whole
from evometa.experiments.respond.rounds import describe_metagame
from evometa.experiments.respond.settings import ResponseSettings, label_style
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.metagames import Metagame

BEFORE, AFTER = "before", "after"  # the answers; in the folder of a round, metagame files and their tables


@dataclass
class Parts:
    """The parts of a round: where they are, and with which seeds and budgets they are carried out."""

    root: Path  # the folder of the whole run
    number: int  # of the round
    settings: ResponseSettings
    runner: Runner
    whole: Whole  # that hears how far a part is
    games: int = 0  # of all parts that are finished

    @property
    def name(self) -> str:
        """That of the round's folder in the folder of the whole run."""
        return f"round-{self.number}"

    @property
    def folder(self) -> Path:
        """The folder of the round."""
        return self.root / self.name

    def seed(self, *purpose: str) -> int:
        """The seed for a purpose in this round."""
        return seed_for(self.settings.seed, "round", self.number, *purpose)

    def balance(self, metagame: Metagame) -> Patch | None:
        """The patch for what the last round has left, by a balance run; None if it leaves the metagame alone."""
        settings = replace(
            self.settings.balance(),
            metagame=str(self.root / f"round-{self.number - 1}" / f"{AFTER}.toml"),
            seed=self.seed(BALANCE.kind),
        )
        results = self.carry_on(BALANCE, BALANCE.kind, settings)
        chosen = next(audit for audit in results["audits"] if audit["number"] == results["chosen"])
        patch = parse_patch(chosen["patch"], metagame.patched_cards, BALANCE.kind)
        return patch if patch.notes(metagame.patched_cards) else None

    def play_table(self, metagame: Metagame, name: str) -> Facts:
        """Play all match-ups of a metagame that is written. A match-up has the same games before and after."""
        file, seed = self.folder / f"{name}.toml", self.seed(TABLE.kind)
        settings = TableSettings(str(file), games=self.settings.table_games, seed=seed)
        results = self.carry_on(TABLE, table_of(name), settings)
        return describe_metagame(metagame, results["table"])

    def search(self, klass: str, style: str, player: str, name: str, given: Sequence[Path]) -> Results:
        """Search for the answer of a class and style to the metagame before the answers."""
        settings = replace(
            self.settings.search(klass, len(given)),
            name=name,
            player=player,
            metagame=str(self.folder / f"{BEFORE}.toml"),
            given=tuple(map(str, given)),
            seed=self.seed("answer", klass, label_style(style)),
        )
        return self.carry_on(DECK_SEARCH, place_of(klass, style), settings)

    def carry_on(self, experiment: Experiment[SettingsT], place: str, settings: SettingsT) -> Results:
        """Start a part in its folder, or go on with it."""
        tell = self.whole.of_part(part_of(self.number, place))
        results = experiment.carry_on(self.folder / place, settings, self.runner, tell)
        self.games += results["table" if experiment.kind == TABLE.kind else "final"]["games"]
        return results


def plan_games(settings: ResponseSettings, n_decks: int, searches: Sequence[tuple[str, str]]) -> dict[str, int]:
    """About how many games each part of all rounds plays, if all answers enter."""
    table, planned = TableSettings(games=settings.table_games), {}
    for number in range(1, settings.depth + 1):
        if number > 1:
            planned[part_of(number, BALANCE.kind)] = settings.balance().games_left(-1, comb(n_decks, 2))
        planned[part_of(number, table_of(BEFORE))] = table.count_games(n_decks)
        for klass, style in searches:
            planned[part_of(number, place_of(klass, style))] = settings.search(klass, 1).games_left(0, n_decks, 1)
        n_decks += len(searches)
        planned[part_of(number, table_of(AFTER))] = table.count_games(n_decks)
    return planned


def part_of(number: int, place: str) -> str:
    """What a part of a round is called while it is carried out."""
    return f"round {number}: {Path(place).name}"


def table_of(name: str) -> str:
    """The folder of a table in that of its round."""
    return f"{name}-{TABLE.kind}"


def place_of(klass: str, style: str) -> str:
    """The folder of a search in that of its round."""
    return f"answers/{klass}-{label_style(style)}"
