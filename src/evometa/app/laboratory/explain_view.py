"""What each change of a patch buys: all numbers for programs, and what a designer wants to see of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from evometa.app.terminal.outputs import Columns, Report
from evometa.app.terminal.rate_text import style_of
from evometa.app.terminal.screen import Screen, name_text, print_headed
from evometa.app.terminal.tables import new_table, print_notes, print_partial, print_table
from evometa.balance.contributions import Contribution, Explanation
from evometa.balance.objectives import label_objective
from evometa.cards.patches.files import format_patch
from evometa.cards.patches.patch import Patch
from evometa.engine import RULES_VERSION
from evometa.input.short_repr import short_repr
from evometa.input.writing import write_file
from evometa.metagame.metagames import Metagame
from evometa.report.words.contributions import explain_reading, list_rows, summarise_explanation
from evometa.report.words.deck_labels import label_decks
from evometa.report.words.numbers import with_interval
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
    console.print(f"\nWith all of it, F is {with_interval(found.standing.f_corrected)}.")
    show_contributions(console, found)


def show_contributions(console: Screen, found: Explanation) -> None:
    """What each part buys, and how to read it."""
    if not found.parts:
        return
    title = f"What each change buys, in {label_objective(found.objective)}"
    print_table(console, title, contribution_table(found), explain_reading(found))
    console.print(f"\n{summarise_explanation(found)}")


def contribution_table(found: Explanation) -> Table:
    """A line for each part; the changes of a card that has several stand below all of it."""
    table = new_table()
    table.add_column("card", overflow="ellipsis", no_wrap=True, max_width=24)
    table.add_column("change", overflow="fold", max_width=24)
    for heading in ("M", "buys", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("match-ups, points", no_wrap=True)
    table.add_column("", no_wrap=True)
    for part, row in zip(found.parts, list_rows(found, label_decks(found.standing.decks)), strict=True):
        bought = Text(row.buys, style=style_of(part.buys.low, part.buys.high, 0.0))
        card = name_text(row.card) if is_first(found, part) else ""
        table.add_row(card, row.change, row.magnitude, bought, row.interval, "\n".join(row.match_ups), row.verdict)
    return table


def is_first(found: Explanation, part: Contribution) -> bool:
    """Whether a part is the first of its card."""
    return next(each for each in found.parts if each.card == part.card) is part
