"""The bench: move a number of a card, and watch the metagame answer."""

from __future__ import annotations

from asyncio import to_thread

from nicegui import ui

from evometa.input.errors import InputError
from evometa.studio.pages.bench.answers import AnswerView
from evometa.studio.pages.bench.cards import CardList
from evometa.studio.pages.bench.patches import PatchView, add_ways_on
from evometa.studio.pages.page import LOOK_SECONDS, Arguments, StudioPage, choose_metagame
from evometa.studio.pages.parts import LiveChart
from evometa.studio.state import Studio

FIRST = "paper-six"


async def _build(studio: Studio, arguments: Arguments) -> None:
    """The page of a bench: that of the address, or a new one."""
    reference, players = arguments.get("metagame", studio.first_metagame(FIRST)), arguments.get("players")
    try:
        if "bench" in arguments:
            bench = studio.benches.find(arguments["bench"])
        else:
            bench = await to_thread(studio.start_bench, reference, players)
    except InputError:
        choose_metagame(studio, PATH, reference, players)
        raise
    ui.navigate.history.replace(f"{PATH}?bench={bench.key}")
    choose_metagame(studio, PATH, bench.reference, bench.players)
    with ui.element("div").classes("bench"):
        with ui.element("section").classes("answers"):
            numbers, changes, picture = ui.element("div"), ui.element("div"), LiveChart()
            add_ways_on(studio.folder, bench)
        with numbers:
            answers = AnswerView(bench, picture)
        with changes:
            patch = PatchView(bench)
        with ui.element("section").classes("cards"):
            cards = CardList(bench)
            await cards.fill()
    shown = -1

    def look() -> None:
        nonlocal shown
        if shown != bench.version:
            shown = bench.version
            patch.show()
            cards.show()
        answers.look()

    ui.timer(LOOK_SECONDS, look)


PATH = "/bench"
PAGE = StudioPage(PATH, "Bench", "Move a number of a card, and watch the metagame answer.", _build)
