"""Tables on a terminal: no number is cut, and what there is no room for is named."""

from __future__ import annotations

import io

from evometa.show.terminal.screen import Screen
from evometa.show.terminal.tables import new_table


def test_a_table_without_room_names_what_it_leaves_out() -> None:
    table = new_table(expendable=("class",))
    for heading in ("deck", "class", "win rate", "games"):
        table.add_column(heading, justify="left" if heading in ("deck", "class") else "right")
    table.add_row("Exp1 Hunter", "hunter", "51.2 ±1.4", "1,000,000")

    def shown(width: int) -> str:
        text = io.StringIO()
        Screen(file=text, width=width).print(table)
        return text.getvalue()

    assert "hunter" in shown(80)
    assert "no room" not in shown(80)
    assert "1,000,000" in shown(30)
    assert "hunter" not in shown(30)
    assert "no room here for: class;" in " ".join(shown(30).split())
    assert "hunter" in shown(80)  # what was left out before is still there
