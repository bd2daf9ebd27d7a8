"""Patch and answer in Python: the decks with which players would answer a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from evometa.cards.patches.files import parse_patch
from evometa.cards.patches.patch import Patch
from evometa.experiments.decks.results import PilotedDeck
from evometa.experiments.respond.results import Answer, RespondResults, Round
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.respond.work import RESPOND
from evometa.experiments.runs import load_played
from evometa.metagame.metagames import Metagame
from evometa.report.notebook.choosing import choose_drawing
from evometa.report.notebook.record_frames import records_frame
from evometa.report.notebook.run_frames import Frames
from evometa.report.notebook.run_summaries import summarise_respond
from evometa.report.notebook.stored_runs import Run, RunKind
from evometa.report.pages.reproduction import reproduce_respond
from evometa.report.pages.respond import tell_respond, title_respond
from evometa.report.pages.writing import Page

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture


class RespondRun(Run[RespondSettings, RespondResults]):
    """How players answer a patch, and what becomes of the metagame then."""

    of_kind = RunKind(
        "a run of patch and answer", RESPOND, Page(title_respond, tell_respond), reproduce_respond, summarise_respond
    )

    @property
    def metagame(self) -> Metagame:
        """The metagame before the patch, as it is now."""
        return load_played(self.settings.metagame, self.settings.players)

    @property
    def patch(self) -> Patch:
        """The patch that is answered; an empty one if the metagame is answered as it is."""
        return parse_patch(self.settings.patch, self.metagame.patched_cards, self.settings.patch_label)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of patch and answer that are finished."""
        return self.results.rounds

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The best deck of each search of the last round, the strongest first."""
        return tuple(self._last_round.ranked)

    @property
    def pilots(self) -> tuple[PilotedDeck, ...]:
        """The answers in other hands, one after the other."""
        return tuple(each for answer in self.answers for each in answer.pilots)

    @property
    def frames(self) -> RespondFrames:
        """The same as pandas tables."""
        return RespondFrames(self)

    def plot(self, kind: str = "answers") -> Picture:
        """A picture: how often the `answers` beat the metagame, or the `strength` of all decks before and with them."""
        from evometa.report.pictures.run_plots import draw_answered, draw_answers

        drawings = {
            "answers": lambda: draw_answers(self.subject, self._last_round),
            "strength": lambda: draw_answered(self.subject, self._last_round),
        }
        return choose_drawing(kind, drawings)()

    @property
    def _last_round(self) -> Round:
        if not self.rounds:
            raise self._comes_later("finished round")
        return self.rounds[-1]


class RespondFrames(Frames):
    """Patch and answer as pandas tables."""

    _run: RespondRun

    @property
    def answers(self) -> pd.DataFrame:
        """A row for each answer of the last round: its win rate against the metagame, and what is new in it."""
        frame = records_frame(Answer, self._run.answers, "name", _nearest, without=("toml",))
        return frame.rename_axis("deck")

    @property
    def rounds(self) -> pd.DataFrame:
        """A row for each round: F before the answers and with them, without the share of chance."""
        return records_frame(Round, self._run.rounds, "round", _measure)

    @property
    def pilots(self) -> pd.DataFrame:
        """A row for each answer and player: its win rate (after), and a known deck's in the same hands (before)."""
        names = [answer.name for answer in self._run.answers for _ in answer.pilots]
        return records_frame(PilotedDeck, self._run.pilots, "pilot").assign(deck=names)


def _nearest(answer: Answer) -> dict[str, Any]:
    return {"nearest_deck": answer.nearest.deck, "nearest_shared_cards": answer.nearest.shared}


def _measure(found: Round) -> dict[str, Any]:
    sides = {"before": found.before.f_corrected, "after": found.after.f_corrected}
    ends = {
        f"f_{side}{end}": part for side, f in sides.items() for end, part in zip(("", "_low", "_high"), f, strict=True)
    }
    return {"answers": len(found.answers), "entered": len(found.entered), **ends}
