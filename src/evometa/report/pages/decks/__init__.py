"""The report of a deck search: the best deck and whether it beats known ones, the finalists, the map and the search."""

from __future__ import annotations

from evometa.experiments.decks.work import DecksRun
from evometa.experiments.settings import file_name
from evometa.report.pages.card_faces import read_metagame
from evometa.report.pages.decks.best_deck import tell_deck, tell_match_ups
from evometa.report.pages.decks.finalists import tell_finalists
from evometa.report.pages.decks.map import tell_map
from evometa.report.pages.decks.search import tell_search
from evometa.report.pages.decks.summary import tell_summary
from evometa.report.pages.parts import Story
from evometa.report.pages.pilots import describe_deck_pilots


def title_decks(run: DecksRun) -> str:
    """The heading of the page."""
    return f"Deck search: {run.settings.deck_name} against {file_name(run.settings.metagame)}"


def tell_decks(run: DecksRun, story: Story) -> None:
    """Add all sections of a deck search."""
    best, metagame = run.results.best, read_metagame(run.settings.metagame, run.settings.players)
    cards = metagame.patched_cards if metagame else None
    tell_summary(run, story, best)
    if best:
        tell_deck(run, story, best, cards)
        tell_match_ups(run, story, best)
        if run.results.pilots:
            story.tell("pilots", "The best deck in other hands", describe_deck_pilots(run.results.pilots))
        tell_finalists(run, story, best, cards)
    tell_map(run, story, metagame)
    tell_search(run, story, best)
