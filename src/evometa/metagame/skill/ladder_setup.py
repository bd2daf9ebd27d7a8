"""Setting up a ladder: which players meet, and with which decks and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from evometa.games.decks.deck import Deck, builtin_decks
from evometa.games.decks.space import class_spaces, draw_random_decks, draw_themed_decks
from evometa.games.game import Game
from evometa.games.players import Player, load_player_for_any
from evometa.games.registry import default_game
from evometa.input.errors import InputError, Where, errors_at
from evometa.input.short_repr import Short
from evometa.metagame.metagames import Metagame, load_metagame
from evometa.metagame.model import CardSource, Variant

RANDOM, THEMED = "random", "themed"  # decks: `random:36`, `themed:36`
_DRAWS = {RANDOM: draw_random_decks, THEMED: draw_themed_decks}
BUILTIN = "builtin"  # decks: all that come with the game
MOST_DECKS = 2_000  # that are drawn at random
ANY_DECK = Deck("a deck without a style", "", "", ())


@dataclass(frozen=True, eq=False)
class Ladder(Short):
    """Players that meet each other, every two of them with the same deck, with each deck in turn."""

    names: tuple[str, ...]  # of the players, as they were asked for
    players: tuple[tuple[Player, ...], ...]  # for each name and deck; a preset has one for each style
    metagame: Metagame  # its decks, cards and rules; who plays there does not matter
    is_sample: bool = False  # whether the decks were drawn at random, and stand for all

    def __post_init__(self) -> None:
        """Refuse what is no ladder."""
        if len(self.names) < 2:
            found = f"found one: {self.names[0]}" if self.names else "found none"
            raise InputError(f"a ladder needs two players or more; {found}; name another player or preset, or a file")
        for one, other in combinations(range(len(self.names)), 2):
            self._check_differ(one, other)

    def _check_differ(self, one: int, other: int) -> None:
        """Refuse two entries that are the same, whatever they are called, or that share a name."""
        first, second = self.names[one], self.names[other]
        pairs = zip(self.players[one], self.players[other], strict=True)
        if all(replace(a, name=b.name) == b for a, b in pairs):
            raise InputError(
                f"the players '{first}' and '{second}' are the same with these decks; name each of them once"
            )
        if first.casefold() == second.casefold():
            raise InputError(f"two players are called '{first}'; give one of them another name in its file")


def make_ladder(references: Sequence[str], decks: str, seed: int, game: Game | None = None) -> Ladder:
    """The ladder of some players with decks as `load_decks` finds them.

    A preset means its player for the style of a deck, and for a deck without a style the one for control decks. Cards
    are those of the metagame, with the overlays that any of the players is meant for.
    """
    game = game or default_game()
    entrants = [load_player_for_any(each, ANY_DECK, game) for each in references]
    named = zip(references, entrants, strict=True)
    names = tuple(each.lower() if each.lower() in game.presets else player.name for each, player in named)
    metagame = load_decks(decks, seed, entrants)
    players = tuple(tuple(load_player_for_any(each, deck, game) for deck in metagame.decks) for each in references)
    return Ladder(names, players, metagame, is_sample=read_draw(decks) is not None)


def load_decks(decks: str, seed: int, players: Sequence[Player]) -> Metagame:
    """The decks of a metagame, all that come with the game (`builtin`), or so many random ones (`random:36`), of which
    some have themes (`themed:36`).

    Cards are those that these players are meant for.
    """
    drawn = read_draw(decks)
    if drawn is not None:
        return draw_metagame(drawn[1], seed, players, drawn[0])
    if decks.strip().lower() == BUILTIN:
        return _gather_decks(f"all {BUILTIN} decks", tuple(builtin_decks(players[0].game).values()), players)
    with errors_at(Where(f"--decks {decks}")):
        metagame = load_metagame(decks, Variant(chosen=players[0].game))
        return replace(metagame, card_set=(metagame.card_source or CardSource(game=metagame.game)).load(players))


def read_draw(decks: str) -> tuple[str, int] | None:
    """How decks are drawn (RANDOM or THEMED), and how many, if random ones are asked for; None if it is others."""
    word, colon, number = decks.partition(":")
    kind = word.strip().lower()
    if kind not in _DRAWS or not colon:
        return None
    if not number.strip().isdecimal() or not 1 <= int(number) <= MOST_DECKS:
        raise InputError(
            f"--decks {decks}: found {number!r} as the number of random decks; allowed: 1 to {MOST_DECKS:,}, "
            f"as in {kind}:36"
        )
    return kind, int(number)


def draw_metagame(n_decks: int, seed: int, players: Sequence[Player], kind: str = RANDOM) -> Metagame:
    """Random legal decks of all classes, as common as each other; cards are those that the players are meant for."""
    game = players[0].game
    decks = _DRAWS[kind](n_decks, seed, class_spaces(CardSource(game=game).load(players), game.load_rules()))
    return _gather_decks(f"{n_decks} {kind} decks", decks, players)


def _gather_decks(name: str, decks: tuple[Deck, ...], players: Sequence[Player]) -> Metagame:
    """Some decks, as common as each other; cards are those that the players are meant for."""
    source, n = CardSource(game=players[0].game), len(decks)
    return Metagame(name, decks, (players[0],) * n, (1 / n,) * n, source.load(players), card_source=source)
