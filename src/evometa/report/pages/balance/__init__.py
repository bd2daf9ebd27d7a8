"""The report of a balance run: the metagame before and after, the patch and what it costs, then the search."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.experiments.settings import file_name
from evometa.report.pages.balance.audit import tell_audit
from evometa.report.pages.balance.choice import tell_choice
from evometa.report.pages.balance.others import tell_beside
from evometa.report.pages.balance.patch import tell_aims, tell_explanation, tell_patch
from evometa.report.pages.balance.run import BalanceRun
from evometa.report.pages.balance.search import tell_search
from evometa.report.pages.balance.summary import tell_metagame, tell_summary
from evometa.report.pages.card_faces import read_faces
from evometa.report.pages.parts import Story
from evometa.report.pages.pilots import tell_patch_pilots


def title_balance(run: BalanceRun) -> str:
    """The heading of the page."""
    return f"Balance of {file_name(run.settings.metagame)}"


def tell_balance(run: BalanceRun, story: Story, others: Sequence[BalanceRun] = ()) -> None:
    """Add all sections of a balance run; other runs stand beside it in the picture of its front and in a table."""
    faces = read_faces(run.settings.metagame)
    tell_summary(run, story)
    tell_metagame(run, story)
    tell_patch(run, story, faces)
    tell_aims(run, story)
    tell_explanation(run, story, faces)
    tell_patch_pilots(run.results.pilots, story)
    tell_choice(run, story, faces)
    tell_search(run, story, others, faces)
    tell_audit(run, story)
    tell_beside(run, story, others)
