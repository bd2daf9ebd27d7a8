"""The best deck: its cards, and how it does against each deck of the metagame."""

from __future__ import annotations

from dataclasses import replace

from evometa.cards.model import CardSet
from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECK_FILE, DECKS_FOLDER, DecksRun
from evometa.experiments.settings import file_name
from evometa.report.charts.mana_curve import draw_mana_curve
from evometa.report.pages.deck_charts import match_up_map
from evometa.report.pages.decks.audits import card_table, code_parts, deck_file, describe_types, rank_audits
from evometa.report.pages.matrices import show_matrices
from evometa.report.pages.parts import Story, beside, paragraph
from evometa.report.pictures.cells import SURE


def tell_deck(run: DecksRun, story: Story, best: DeckAudit, cards: CardSet | None) -> None:
    """The cards of the best deck, its curve, code and file."""
    told = f"{describe_types(best)}; {best.dust:,} dust to craft all of it. Of the finalists it won most in the audit."
    if run.is_finished:
        told += f" It is the file {DECK_FILE} of the run; all finalists are in its folder {DECKS_FOLDER}."
    curve = story.show(story.id("curve"), draw_mana_curve(story.id("curve"), "Mana curve", best.curve))
    story.tell(
        "deck",
        f"The best deck: {run.settings.deck_name}",
        paragraph(told),
        beside(card_table(best, cards, story), curve),
        *code_parts(best, cards),
        deck_file(best),
    )


def tell_match_ups(run: DecksRun, story: Story, best: DeckAudit) -> None:
    """The best deck and the known ones against each deck of the metagame."""
    known = [audit for audit in rank_audits(run.results) if audit.is_known]
    title = f"Against each deck of {file_name(run.settings.metagame)}"
    chart = match_up_map(story.id("match-ups"), title, [replace(best, name=f"{best.name}, found"), *known])
    explained = (
        "Win rates of the row's deck against that of the column in %, ± their 95% intervals, draws left out. "
        f"{_explain_games(run.settings, bool(known))} {SURE.format(middle=50)}"
    )
    story.tell("match-ups", "Against the metagame", show_matrices(story, [chart], explained))


def _explain_games(settings: DecksSettings, has_known: bool) -> str:
    seats = "the row's deck always starts" if settings.seats == "first" else "both seats alike"
    same = "; the same fresh games and the same player for all rows" if has_known else "; fresh games"
    return f"{settings.audit_games:,} games per match-up, {seats}{same}."
