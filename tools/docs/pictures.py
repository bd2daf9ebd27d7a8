"""The pictures of the documentation: what commands show on a terminal, as SVG."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import RenderableType
from rich.text import Text

from evometa.app.game.card import CARD_WIDTH, address_table, card_panel
from evometa.app.runs.balance import DEMO
from evometa.app.terminal.options import make_runner
from evometa.experiments.balance.settings import find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.input.writing import make_folder, write_file
from evometa.show.terminal.screen import Screen
from evometa.show.terminal.voice import tell_story
from evometa.story.kinds.balance.story import STORY

IMAGES = Path("docs") / "images"
CARD = "Tirion Fordring"
DEMO_WIDTH = 100
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def draw_pictures(project: Path) -> list[Path]:
    """Draw all pictures again, for which the demo is played, and say where they are."""
    pictures = {"card": draw_card(), "demo": _draw_demo()}
    paths = [project / IMAGES / f"{name}.svg" for name in pictures]
    for path, picture in zip(paths, pictures.values(), strict=True):
        make_folder(path.parent)
        write_file(path, picture)
    return paths


def draw_card() -> str:
    """A card with its addresses."""
    cards = load_cards()
    parts = (card_panel(cards[CARD], cards), address_table(cards[CARD]))
    return _draw_terminal(parts, CARD_WIDTH, "card", f'evometa card "{CARD}" --addresses')


def _draw_demo() -> str:
    """What the demo shows at its end; it is run for that."""
    console = _recording_console(DEMO_WIDTH)
    with TemporaryDirectory() as folder:
        BALANCE.start(Path(folder) / "run", find_preset(DEMO), make_runner())
        tell_story(console, STORY.of(BALANCE.read(Path(folder) / "run")))
    lines = console.export_text(styles=True).strip("\n").split("\n")
    return _draw_terminal(map(Text.from_ansi, lines), DEMO_WIDTH, "demo", "make demo")


def _draw_terminal(parts: Iterable[RenderableType], width: int, name: str, title: str) -> str:
    """A terminal with a title that shows these parts; the picture loads nothing from elsewhere."""
    console = _recording_console(width)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text))
    picture = console.export_svg(title=title, unique_id=name)
    picture = re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL)
    picture = re.sub(r"<!--.*?-->", "", picture).replace("Fira Code, monospace", FONTS)
    return "\n".join(line.rstrip() for line in picture.strip().split("\n")) + "\n"


def _recording_console(width: int) -> Screen:
    """A console that prints nowhere and remembers all."""
    return Screen(record=True, width=width, force_terminal=True, color_system="truecolor", file=io.StringIO())
