"""What answering a patch is asked with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from evometa.app.laboratory.options import MOST_GAMES
from evometa.cards.decks.deck import DECK_CLASSES
from evometa.cards.decks.space_setup import POOLS
from evometa.experiments.respond.settings import ResponseSettings

DEFAULTS = ResponseSettings()


def _games(words: str, least: int = 1) -> Any:
    return typer.Option(min=least, max=MOST_GAMES, help=words)


PatchOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The patch to answer.", show_default="none: the metagame as it is")
]
ChangeOption = Annotated[
    list[str] | None,
    typer.Option(metavar="CHANGE", help='Instead of --patch: a change, as in "Wisp attack +1"; may be repeated.'),
]
ClassesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--class",
        metavar="CLASS",
        help=f"A class that answers: {', '.join(DECK_CLASSES)}; may be repeated.",
        show_default="those of the metagame's decks",
    ),
]
StylesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--style",
        metavar="aggro|control|PLAYER",
        help="How answers are played: each class is searched once for each style; may be repeated.",
        show_default=" and ".join(DEFAULTS.styles),
    ),
]
PoolOption = Annotated[
    str, typer.Option(metavar="POOL", help=f"The cards of answers: {', '.join(POOLS)}, or sets with commas.")
]
DepthOption = Annotated[
    int, typer.Option(min=1, help="Rounds of patch and answer; a balance run makes each patch after the first.")
]
EvaluationsOption = Annotated[int, typer.Option(min=1, help="Decks that each search tries.")]
BatchOption = Annotated[int, typer.Option(min=1, help="Decks that are played at once.")]
MapSizeOption = Annotated[int, typer.Option(min=1, help="Cells along each axis of a search's map, at its end.")]
GamesOption = Annotated[int, _games("Games per deck, over all opponents and seats.")]
AgainGamesOption = Annotated[int, _games("Games per deck, when a search measures its best again.")]
FinalistsOption = Annotated[int, typer.Option(min=1, help="Decks of each search that are audited.")]
AuditGamesOption = Annotated[int, _games("Games per match-up, when the best of a search are audited.", least=2)]
TableGamesOption = Annotated[int, _games("Games per match-up of the metagame, before and after.", least=2)]
BalanceScaleOption = Annotated[
    float, typer.Option(metavar="S", help="With --depth: multiplies the games of the balance runs.")
]
