"""The parts of a round of patch and answer, each a run of its own: tables, deck searches, and balance runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evometa.cards.patch_files import parse_patch
from evometa.cards.patches import Patch
from evometa.experiments.audit import Facts
from evometa.experiments.balance_run import BALANCE
from evometa.experiments.balance_settings import find_preset
from evometa.experiments.deck_search import DECK_SEARCH
from evometa.experiments.experiment import Experiment, Results, SettingsT
from evometa.experiments.progress import Tracker, of_part
from evometa.experiments.response_facts import describe_metagame
from evometa.experiments.response_settings import ResponseSettings, label_style
from evometa.experiments.table_run import TABLE, TableSettings
from evometa.matches.schedule import seed_for
from evometa.metagame.metagames import Metagame

BEFORE, AFTER = "before", "after"  # the answers; in the folder of a round, metagame files and their tables


@dataclass
class Parts:
    """The parts of a round: where they are, and with which seeds and budgets they are carried out."""

    root: Path  # the folder of the whole run
    number: int  # of the round
    settings: ResponseSettings
    tracker: Tracker
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
        preset = find_preset("quick")
        settings = replace(
            preset,
            metagame=str(self.root / f"round-{self.number - 1}" / f"{AFTER}.toml"),
            games=self.settings.scale(preset.games),
            audit_games=self.settings.scale(preset.audit_games),
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
        results = self.carry_on(TABLE, f"{name}-{TABLE.kind}", settings)
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
        tell = of_part(self.tracker.tell, f"round {self.number}: {Path(place).name}")
        results = experiment.carry_on(self.folder / place, settings, self.tracker.runner, tell)
        self.games += results["table" if experiment.kind == TABLE.kind else "final"]["games"]
        return results


def place_of(klass: str, style: str) -> str:
    """The folder of a search in that of its round."""
    return f"answers/{klass}-{label_style(style)}"
