"""The report of a run: one page that needs no other file, and its pictures as files beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from evometa.input.errors import InputError, describe_words
from evometa.report.pages.balance import tell_balance
from evometa.report.pages.decks import name_of, tell_decks
from evometa.report.pages.nerfs import deck_of, tell_nerfs
from evometa.report.pages.paper import tell_paper
from evometa.report.pages.parts import Story, make_page
from evometa.report.pages.reproduction import describe_reproduction, shown_settings
from evometa.report.pages.respond import tell_response
from evometa.report.pages.table import tell_table
from evometa.report.pictures.figures import write_files
from evometa.report.run_record import RunRecord, read_run
from evometa.report.words.run_text import settings_table

PAGE, FIGURES = "report.html", "figures"
TITLES: dict[str, Callable[[RunRecord], str]] = {
    "balance": lambda record: f"Balance of {record.metagame}",
    "nerfs": lambda record: f"Which cards to touch: {deck_of(record)}",
    "decks": lambda record: f"Deck search: {name_of(record)} against {record.metagame}",
    "table": lambda record: f"Who beats whom: {record.metagame}",
    "paper": lambda record: "The paper's experiments",
    "response": lambda record: f"How players answer: {record.metagame}",
}
STORIES: dict[str, Callable[[RunRecord, Story], None]] = {
    "nerfs": tell_nerfs,
    "decks": tell_decks,
    "table": tell_table,
    "paper": tell_paper,
    "response": tell_response,
}
UNFINISHED = {
    "running": "The run is still going on: this is what is finished by now. Write the report again at its end.",
    "interrupted": "The run was interrupted: this is what it had finished. Resume it, and write the report again.",
}


def write_report(folder: Path, target: Path | None = None, beside: Sequence[Path] = ()) -> Path:
    """Write the report of the run in a folder, and return its path.

    It is `report.html` in that folder, or the file `target`; pictures are in the folder `figures` beside it, as PNG and
    SVG. Other balance runs `beside` it are compared with a balance run. A run that is not finished has a report, too.
    """
    record = read_run(folder)
    story = tell_run(record, [read_run(other) for other in beside])
    page = target or folder / PAGE
    figures = {page.parent / FIGURES / name: content for name, content in story.pictures.items()}
    write_files({**figures, page: _page_of(record, story).encode()}, "the report")
    return page


def tell_run(record: RunRecord, beside: Sequence[RunRecord] = ()) -> Story:
    """All sections of a report, and its pictures."""
    check_kinds(record, beside)
    story = Story()
    if record.kind == "balance":
        tell_balance(record, story, beside)
    else:
        STORIES[record.kind](record, story)
    story.tell("settings", "Settings", settings_table(shown_settings(record)))
    story.tell("reproduce", "How to reproduce it", describe_reproduction(record))
    return story


def check_kinds(record: RunRecord, beside: Sequence[RunRecord]) -> None:
    """Refuse runs that have no report, and those that cannot stand beside each other."""
    if record.kind not in TITLES:
        raise InputError(
            f"{record.folder}: there is no report for a run of the kind {record.kind!r}; "
            f"{describe_words(record.kind, TITLES)}"
        )
    for other in beside:
        if (record.kind, other.kind) != ("balance", "balance"):
            raise InputError(
                f"{other.folder}: a run of the kind {other.kind!r} cannot stand beside one of the kind "
                f"{record.kind!r}; only balance runs can be compared"
            )


def _page_of(record: RunRecord, story: Story) -> str:
    subtitle = f"Run {record.name}, started {record.created.replace('T', ' ')[:16]} (UTC)"
    footer = f"Written by evometa from the run {record.name} of {record.versions}."
    return make_page(TITLES[record.kind](record), subtitle, UNFINISHED.get(record.status, ""), story.sections, footer)
