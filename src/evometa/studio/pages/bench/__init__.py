"""The bench: move a number of a card, and watch the metagame answer."""

from __future__ import annotations

from asyncio import to_thread

from nicegui import ui

from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.studio.benches import Bench
from evometa.studio.pages.bench.answers import AnswerView
from evometa.studio.pages.bench.cards import CardList
from evometa.studio.pages.bench.patches import KeptPatches, PatchView
from evometa.studio.pages.choices import choose_metagame
from evometa.studio.pages.live_chart import LiveChart
from evometa.studio.pages.page import LOOK_SECONDS, Arguments, StudioPage
from evometa.studio.state import Studio

FIRST = "paper-six"


async def build(studio: Studio, arguments: Arguments) -> None:
    """The page of a bench: that of the address, or a new one."""
    try:
        bench = await _find_bench(studio, arguments)
    except InputError as error:
        choose_metagame(studio, PATH, arguments.get("metagame", FIRST), arguments.get("players"))
        ui.label(show_message(str(error))).classes("problem")
        return
    ui.navigate.history.replace(f"{PATH}?bench={bench.key}")
    choose_metagame(studio, PATH, bench.reference, bench.players)
    with ui.element("div").classes("bench"):
        with ui.element("section").classes("answers"):
            numbers, changes, picture = ui.element("div"), ui.element("div"), LiveChart()
            KeptPatches(studio, bench)
        with numbers:
            answers = AnswerView(bench, picture)
        with changes:
            patch = PatchView(bench)
        with ui.element("section").classes("cards"):
            cards = CardList(bench)
    shown = -1

    def look() -> None:
        nonlocal shown
        if shown != bench.version:
            shown = bench.version
            patch.show()
            cards.show()
        answers.look()

    ui.timer(LOOK_SECONDS, look)


async def _find_bench(studio: Studio, arguments: Arguments) -> Bench:
    if "bench" in arguments:
        return studio.benches.get(arguments["bench"])
    return await to_thread(studio.start_bench, arguments.get("metagame", FIRST), arguments.get("players"))


PATH = "/bench"
PAGE = StudioPage(PATH, "Bench", "Move a number of a card, and watch the metagame answer.", build)
