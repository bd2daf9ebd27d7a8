"""Whether a deck search has found anything better than what was known, in words."""

from __future__ import annotations

from evometa.experiments.decks.results import DeckAudit, DecksResults
from evometa.experiments.decks.settings import DecksSettings
from evometa.input.shown_text import show_name
from evometa.report.words.numbers import rate
from evometa.search.map_settings import MapSettings

USUAL = MapSettings().evaluations


def tell_weaker(settings: DecksSettings, results: DecksResults) -> str:
    """What must be said first of a best deck that wins less than a known one; nothing if it wins more."""
    best, known = results.best, results.strongest_known
    if best is None or known is None or not best.win_rate.value < known.win_rate.value:
        return ""
    told = (
        f"No better deck was found: {show_name(settings.deck_name)} wins {rate(best.win_rate.value)}% against the "
        f"metagame, and the known deck {show_name(known.name)} {rate(known.win_rate.value)}% in the same games"
    )
    return f"{told}{_doubt(best, known)}. {_advise(settings)}".rstrip()


def _doubt(best: DeckAudit, known: DeckAudit) -> str:
    is_sure = best.win_rate.high < known.win_rate.low
    return "" if is_sure else ", though the difference may be chance"


def _advise(settings: DecksSettings) -> str:
    n_tried = settings.map.evaluations
    return f"{n_tried:,} decks are few: a search that is not quick tries {USUAL:,}." if n_tried < USUAL else ""
