"""What the pages of the laboratory (`meta`, `cards`, `what-if`) have in common: how they begin and end."""

from __future__ import annotations

from evometa.metagame.evidence import Estimated
from evometa.metagame.playing import MetagameResult
from evometa.report.pages.parts import Story, make_page
from evometa.report.words.estimates import describe_partial
from evometa.report.words.numbers import listed, rate, rate_interval

STRENGTH_UNIT = "win rate against the metagame, %"


def finish_page(title: str, result: MetagameResult, told: str, story: Story) -> str:
    """The page of some games; `told` says which ones."""
    players = listed(sorted({player.name for player in result.metagame.players}))
    subtitle = f"{told[0].upper()}{told[1:]}. Played by {players}. Seed {result.seed}."
    footer = f"Written by evometa; rules version {result.rules_version}. All numbers are in the files beside this page."
    return make_page(title, subtitle, describe_partial(result.is_partial), story.sections, footer, story.faces)


def rate_cells(found: Estimated, signed: bool = False) -> list[str]:
    """Two cells of a table: a rate in percent, or a change in points, and its interval."""
    return [rate(found.value, 1, signed), rate_interval(found, 1, signed)]
