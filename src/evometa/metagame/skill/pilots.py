"""Other hands: the same decks with the same cards, and somebody else who plays them.

What was found with one player is played again by others: the rungs of the ladder of skill beside it. Players that are
no rung of it without a style (own ones, or those of a preset) are followed by `other_rungs`.
"""

from __future__ import annotations

from dataclasses import replace

from evometa.games.game import Game
from evometa.games.players import Player, load_player, load_player_for_any, preset_of, style_of
from evometa.metagame.model import Metagame


def other_rungs(game: Game) -> tuple[str, ...]:
    """Who follows a player that is no rung: the usual player of the game, and the rung above."""
    place = game.ladder.index(game.default_player) if game.default_player in game.ladder else len(game.ladder)
    return game.ladder[place : place + 2]


def _find_rung(metagame: Metagame) -> str | None:
    """The rung of the ladder that plays all decks of a metagame; None if there are several, or another player."""
    rungs = {preset_of(player) for player in metagame.players}
    return rungs.pop() if len(rungs) == 1 and rungs <= set(metagame.game.ladder) else None


def rungs_beside(metagame: Metagame) -> tuple[str, ...]:
    """Who else should play what was found in a metagame: the rung below that of its players, and the one above."""
    rung, ladder = _find_rung(metagame), metagame.game.ladder
    if rung is None or rung in metagame.game.presets:
        return other_rungs(metagame.game)
    place = ladder.index(rung)
    beside = [ladder[other] for other in (place - 1, place + 1) if 0 <= other < len(ladder)]
    return tuple(each for each in beside if _does_choose(each, metagame.game))


def _does_choose(rung: str, game: Game) -> bool:
    """Whether a rung does more than play at random, so that its games say something of a patch or a deck."""
    return rung in game.presets or bool(load_player(rung, game).weights)


def rung_below(metagame: Metagame) -> str | None:
    """Who plays all decks of a metagame less well than its player, by skill alone; None if nobody does.

    A rung with styles gives decks players of different strength, so there it is the one of the plain style.
    """
    rung, game = _find_rung(metagame), metagame.game
    if rung is None or rung in game.presets or rung == game.ladder[0]:
        return None
    below = game.ladder[game.ladder.index(rung) - 1]
    return f"{below}-{game.plain_style}" if below in game.presets else below


def rung_above(metagame: Metagame) -> str | None:
    """Who plays better than the players of a metagame; None if nobody does."""
    rung, ladder = _find_rung(metagame), metagame.game.ladder
    if rung is None:
        return next(reversed(other_rungs(metagame.game)), None)
    return ladder[ladder.index(rung) + 1] if rung != ladder[-1] else None


def hand_over(metagame: Metagame, pilot: str) -> Metagame:
    """The metagame with all decks in the hands of a rung, each in its style if the rung has styles; the cards stay."""
    return replace(metagame, players=tuple(load_player_for_any(pilot, deck, metagame.game) for deck in metagame.decks))


def other_style_of(player: Player) -> Player | None:
    """The player of the same preset for the other style; None for a player of all decks."""
    style, styles = style_of(player), player.game.styles
    other = styles[(styles.index(style) + 1) % len(styles)] if style else ""
    return load_player(f"{preset_of(player)}-{other}", player.game) if other != style else None
