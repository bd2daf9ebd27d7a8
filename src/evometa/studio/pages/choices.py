"""The choice of a metagame and of who plays it, which several pages begin with."""

from __future__ import annotations

from urllib.parse import urlencode

from nicegui import ui

from evometa.studio.pages.parts import named
from evometa.studio.state import Studio, list_players

OWN = "the metagame's own"


def choose_metagame(studio: Studio, path: str, reference: str, players: str | None) -> None:
    """Two lists; another choice leads to the page of this path again, with `metagame` and `players`."""
    metagames = studio.list_metagames()

    def go() -> None:
        chosen = {"metagame": str(metagame.value), "players": str(player.value)}
        if chosen["players"] == OWN:
            del chosen["players"]
        ui.navigate.to(f"{path}?{urlencode(chosen)}")

    with ui.element("div").classes("choices"):
        shown = reference if reference in metagames else None
        metagame = named(ui.select(metagames, value=shown, label="Metagame"), "Metagame")
        presets = [OWN, *list_players()]
        player = named(ui.select(presets, value=players if players in presets else OWN, label="Players"), "Players")
        for choice in (metagame, player):
            choice.props("outlined dense options-dense").on_value_change(go)
