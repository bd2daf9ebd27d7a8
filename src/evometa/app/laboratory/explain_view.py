"""What each change of a patch buys: all numbers for programs, and what a designer wants to see of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.screen import Screen, print_headed
from evometa.app.terminal.tables import print_notes, print_partial
from evometa.app.views.contributions import show_contributions
from evometa.balance.contributions import Explanation
from evometa.cards.patches.files import format_patch
from evometa.cards.patches.patch import Patch
from evometa.engine import RULES_VERSION
from evometa.input.short_repr import short_repr
from evometa.input.writing import write_file
from evometa.metagame.metagames import Metagame
from evometa.report.words.numbers import typical_match_up, with_interval
from evometa.report.words.players import tell_players


@dataclass(frozen=True)
class Explained:
    """A patch, the metagame that it is for, and what its changes buy there."""

    metagame: Metagame  # before the patch
    patch: Patch
    found: Explanation
    seed: int

    __repr__ = short_repr

    @property
    def notes(self) -> list[str]:
        """The patch as patch notes."""
        return self.patch.notes(self.metagame.patched_cards)


def report_explanation(explained: Explained) -> Report:
    """All that the games tell."""
    found = explained.found
    return Report(
        data=explanation_data(explained),
        tables={"parts": part_columns(found), "match_ups": match_up_columns(found)},
        show=lambda console: show_explained(console, explained),
        draw=lambda folder: draw_parts(found, folder),
        n_games=found.games,
        is_partial=found.is_partial,
        page=lambda: page_of(explained),
    )


def draw_parts(found: Explanation, folder: Path) -> None:
    """What each change buys, as a picture."""
    from evometa.report.charts.dot_plot import draw_dot_plot
    from evometa.report.charts.style import standalone
    from evometa.report.pages.explain import contribution_plot

    write_file(folder / "contributions.svg", standalone(draw_dot_plot(contribution_plot(found))))


def page_of(explained: Explained) -> str:
    """The page."""
    from evometa.report.pages.card_faces import CardFaces
    from evometa.report.pages.explain import explanation_page

    metagame, cards = explained.metagame, explained.metagame.patched_cards
    players = list(dict.fromkeys(player.name for player in metagame.players))
    return explanation_page(
        explained.found,
        metagame=metagame.name,
        notes=explained.notes,
        patch=format_patch(explained.patch, cards),
        players=" ".join(tell_players(players)),
        faces=CardFaces(cards, explained.patch.apply(cards), "after"),
    )


# --- for programs -------------------------------------------------------------------------------


def explanation_data(explained: Explained) -> dict[str, Any]:
    """All numbers."""
    found, cards = explained.found, explained.metagame.patched_cards
    return {
        "metagame": explained.metagame.name,
        "rules_version": RULES_VERSION,
        "seed": explained.seed,
        "is_partial": found.is_partial,
        "notes": explained.notes,
        "magnitude": explained.patch.magnitude(cards),
        "jolt": explained.patch.jolt(cards),
        "games_played": found.games,
        "objective": found.objective,
        "value": found.value,
        "standing": found.standing.to_json(),
        "parts": [{**part.to_json(), "verdict": part.verdict} for part in found.parts],
    }


def part_columns(found: Explanation) -> Columns:
    """A row for each part."""
    return {
        "card": [part.card for part in found.parts],
        "change": ["; ".join(part.notes) for part in found.parts],
        "is_single": [part.is_single for part in found.parts],
        "magnitude": [part.magnitude for part in found.parts],
        **{f"buys{end}": [part.buys[i] for part in found.parts] for i, end in enumerate(("", "_low", "_high"))},
        "verdict": [part.verdict for part in found.parts],
        "games": [part.games for part in found.parts],
    }


def match_up_columns(found: Explanation) -> Columns:
    """A row for each part and two decks, from the point of view of each."""
    rows = [(part, i, j) for part in found.parts for i, j in permutations(range(len(found.standing.decks)), 2)]
    decks = found.standing.decks
    return {
        "change": ["; ".join(part.notes) for part, _, _ in rows],
        "deck": [decks[i] for _, i, _ in rows],
        "opponent": [decks[j] for _, _, j in rows],
        **{
            f"change{end}": [float(part.match_ups[place][i, j]) for part, i, j in rows]
            for place, end in enumerate(("_of_win_rate", "_low", "_high"))
        },
    }


# --- for people ---------------------------------------------------------------------------------


def show_explained(console: Screen, explained: Explained) -> None:
    """The patch, what each part buys, and what to make of it."""
    found = explained.found
    print_headed(console, explained.metagame.name, f", explained:  {found.games:,} games; seed {explained.seed}")
    if found.is_partial:
        print_partial(console)
    print_notes(console, explained.notes)
    f = found.standing.f_corrected
    console.print(f"\nWith all of it, a typical match-up is {typical_match_up(f.value)}: F is {with_interval(f)}.")
    show_contributions(console, found)
