"""A balance run in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from evometa.balance.contributions import Contribution, Explanation
from evometa.cards.patches.files import parse_patch
from evometa.cards.patches.patch import Patch
from evometa.experiments.balance.crew import load_crew
from evometa.experiments.balance.results import Audit, BalanceResults, FrontPatch, list_front
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.pilots import Piloted
from evometa.metagame.metagames import Metagame
from evometa.metagame.standing import Standing
from evometa.report.exports.balance import balance_frame
from evometa.report.notebook.choosing import choose_drawing
from evometa.report.notebook.missing_parts import MissingPartError
from evometa.report.notebook.record_frames import records_frame
from evometa.report.notebook.run_frames import Frames
from evometa.report.notebook.run_summaries import summarise_balance
from evometa.report.notebook.stored_runs import Run, RunKind
from evometa.report.pages.balance import tell_balance, title_balance
from evometa.report.pages.reproduction import reproduce_balance
from evometa.report.pages.writing import Page
from evometa.report.words.players import add_player

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture


class BalanceRun(Run[BalanceSettings, BalanceResults]):
    """A search for the smallest patch that evens a metagame out."""

    of_kind = RunKind(
        "a balance run", BALANCE, Page(title_balance, tell_balance, tell_balance), reproduce_balance, summarise_balance
    )

    @property
    def metagame(self) -> Metagame:
        """The metagame without the patch, as it is now."""
        return load_crew(self.settings.metagame, self.settings.players)[0].metagame

    @property
    def baseline(self) -> Standing:
        """How the metagame stood before any change."""
        if self.results.baseline is None:
            raise self._comes_later("baseline")
        return self.results.baseline

    @property
    def front(self) -> tuple[FrontPatch, ...]:
        """The audited patches from the smallest to the largest, F without the share of chance; no change is first."""
        return list_front(self.results.audits)

    @property
    def audits(self) -> tuple[Audit, ...]:
        """All that was played again with many fresh games; the first is the metagame as it is."""
        return self.results.audits

    @property
    def chosen(self) -> Audit:
        """The audit of what the run recommends, which may be no change: then its patch is empty."""
        if self.results.chosen_audit is None:
            raise self._comes_later("recommendation")
        return self.results.chosen_audit

    @property
    def patch(self) -> Patch:
        """The patch that it recommends, for `evometa.what_if` or `Metagame.with_patch`; `patch.toml` has it, too."""
        return parse_patch(self.chosen.patch, self.metagame.patched_cards, str(self.folder))

    @property
    def notes(self) -> list[str]:
        """What the patch notes would say."""
        return list(self.chosen.notes)

    @property
    def explanation(self) -> Explanation:
        """What each change of the recommended patch buys."""
        if self.results.explanation is not None:
            return self.results.explanation
        if not self.is_finished:
            raise self._comes_later("explanation")
        raise MissingPartError(
            f"{self.folder}: nobody has asked what each change buys: explain_games was 0, or no change is recommended"
        )

    @property
    def pilots(self) -> tuple[Piloted, ...]:
        """F without the recommended patch and with it, with who played the search and in other hands."""
        return self.results.pilots

    @property
    def frames(self) -> BalanceFrames:
        """The same as pandas tables."""
        return BalanceFrames(self)

    def plot(self, kind: str = "front") -> Picture:
        """A picture: the `front` of patches, the `strength` of the decks with the patch, or what `changes` buy."""
        from evometa.report.pictures.run_plots import draw_contributions, draw_front, draw_standings

        subject = add_player(self.subject, self.results.first_player)
        drawings = {
            "front": lambda: draw_front(self.subject, self.front, self._chosen_label),
            "strength": lambda: draw_standings(subject, self.baseline, self.chosen.standing, self.notes),
            "changes": lambda: draw_contributions(subject, self.explanation),
        }
        return choose_drawing(kind, drawings)()

    @property
    def _chosen_label(self) -> str:
        return "" if self.results.chosen_audit is None else self.results.chosen_audit.label


class BalanceFrames(Frames):
    """A balance run as pandas tables."""

    _run: BalanceRun

    @property
    def evaluations(self) -> pd.DataFrame:
        """A row for each patch that the search has tried, with its genes, objectives and games; as `evometa export`."""
        return balance_frame(self._run.stored)

    @property
    def baseline(self) -> pd.DataFrame:
        """A row for each deck before any change, the strongest first: its win rate against the metagame."""
        return standing_frame(self._run.baseline)

    @property
    def chosen(self) -> pd.DataFrame:
        """A row for each deck with the recommended patch, the strongest first: its win rate against the metagame."""
        return standing_frame(self._run.chosen.standing)

    @property
    def front(self) -> pd.DataFrame:
        """A row for each audited patch, the smallest first: its size, and F without the share of chance."""
        return records_frame(FrontPatch, self._run.front, "label").rename_axis("patch")

    @property
    def audits(self) -> pd.DataFrame:
        """A row for each audited patch: its size, F as searched, measured again and audited, and its notes."""
        return records_frame(Audit, self._run.audits, "label", _audited, ("patch",)).rename_axis("patch")

    @property
    def explanation(self) -> pd.DataFrame:
        """A row for each change of the recommended patch: how much higher the objective would be without it."""
        return parts_frame(self._run.explanation)

    @property
    def pilots(self) -> pd.DataFrame:
        """A row for each player: F without the patch and with it, and whether the patch holds."""
        return records_frame(Piloted, self._run.pilots, "pilot")


def standing_frame(standing: Standing) -> pd.DataFrame:
    """A row for each deck, the strongest first: its win rate against the metagame."""
    value, low, high = standing.against_meta
    columns = {"win_rate": value, "low": low, "high": high}
    return pd.DataFrame(columns, index=pd.Index(standing.decks, name="deck")).iloc[standing.order]


def parts_frame(found: Explanation) -> pd.DataFrame:
    """A row for each part of a patch: what it is, what it buys, and the verdict."""
    return records_frame(Contribution, found.parts, "card", lambda part: {"verdict": part.verdict}, ("addresses",))


def _audited(audit: Audit) -> dict[str, Any]:
    """F without the share of chance, and the other objectives as audited."""
    others = {name: found.audited for name, found in audit.objectives.items() if name not in ("f", "m")}
    return {
        f"{name}{end}": part
        for name, found in {"f": audit.f, **others}.items()
        for end, part in zip(("", "_low", "_high"), found, strict=True)
    }
