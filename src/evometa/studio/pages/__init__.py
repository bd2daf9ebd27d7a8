"""The pages of the studio, in the order of its menu: one module each, and an entry here."""

from __future__ import annotations

from evometa.studio.pages import balance, bench, card, decks, metagame, runs, watch
from evometa.studio.pages.page import StudioPage

PAGES: tuple[StudioPage, ...] = (metagame.PAGE, bench.PAGE, balance.PAGE, runs.PAGE, decks.PAGE, watch.PAGE, card.PAGE)
