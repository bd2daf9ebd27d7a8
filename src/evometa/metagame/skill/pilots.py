"""Other hands: the same decks with the same cards, and somebody else who plays them.

What was found with one player is played again by others: the rungs of the ladder of skill beside it. Players that are
no rung of it without a style (`fair`, `paper`, own ones) are followed by the general rungs `OTHERS`.
"""

from __future__ import annotations

from dataclasses import replace

from evometa.games.hearthstone.players.player import (
    LADDER,
    PLAIN_STYLE,
    PRESETS,
    STYLES,
    Player,
    load_player,
    load_player_for_any,
    preset_of,
    style_of,
)
from evometa.metagame.model import Metagame

OTHERS = ("skilled", "expert")


def _find_rung(metagame: Metagame) -> str | None:
    """The rung of the ladder that plays all decks of a metagame; None if there are several, or another player."""
    rungs = {preset_of(player) for player in metagame.players}
    return rungs.pop() if len(rungs) == 1 and rungs <= set(LADDER) else None


def rungs_beside(metagame: Metagame) -> tuple[str, ...]:
    """Who else should play what was found in a metagame: the rung below that of its players, and the one above."""
    rung = _find_rung(metagame)
    if rung is None or rung in PRESETS:
        return OTHERS
    place = LADDER.index(rung)
    return tuple(LADDER[other] for other in (place - 1, place + 1) if 0 <= other < len(LADDER))


def rung_below(metagame: Metagame) -> str | None:
    """Who plays all decks of a metagame less well than its player, by skill alone; None if nobody does.

    A rung with styles gives decks players of different strength, so there it is the one of the plain style.
    """
    rung = _find_rung(metagame)
    if rung is None or rung in PRESETS or rung == LADDER[0]:
        return None
    below = LADDER[LADDER.index(rung) - 1]
    return f"{below}-{PLAIN_STYLE}" if below in PRESETS else below


def rung_above(metagame: Metagame) -> str | None:
    """Who plays better than the players of a metagame; None if nobody does."""
    rung = _find_rung(metagame)
    if rung is None:
        return OTHERS[-1]
    return LADDER[LADDER.index(rung) + 1] if rung != LADDER[-1] else None


def hand_over(metagame: Metagame, pilot: str) -> Metagame:
    """The metagame with all decks in the hands of a rung, each in its style if the rung has styles; the cards stay."""
    return replace(metagame, players=tuple(load_player_for_any(pilot, deck) for deck in metagame.decks))


def other_style_of(player: Player) -> Player | None:
    """The player of the same preset for the other style; None for a player of all decks."""
    style = style_of(player)
    return load_player(f"{preset_of(player)}-{STYLES[1 - STYLES.index(style)]}") if style else None
