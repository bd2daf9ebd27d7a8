"""What a metagame is: decks that meet each other, their players and shares, and the cards and rules of their games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck, words_of
from evometa.games.decks.replacing import Replacement, replace_forbidden
from evometa.games.game import OWN_CARDS, Game, Rules
from evometa.games.patches.files import read_patch
from evometa.games.patches.patch import Patch
from evometa.games.players import Player, load_player_for, overlays_of
from evometa.games.registry import default_game
from evometa.games.tables import CardTable
from evometa.input.errors import InputError, Where, describe_words
from evometa.input.short_repr import Short
from evometa.input.small_html import small_table

_SHARE_TOLERANCE = 1e-6  # how far the sum of the shares may be from one


@dataclass(frozen=True)
class CardSource(Short):
    """Where the cards of a metagame come from, besides the game's own cards and what its players are meant for."""

    files: tuple[Path, ...] = ()
    overlays: tuple[str, ...] = ()
    game: Game = field(default_factory=default_game)

    def load(self, players: Sequence[Player] = ()) -> CardSet:
        """The cards for these players."""
        overlays = dict.fromkeys((*self.overlays, *overlays_of(players)))
        if self.files:
            self.game.require(OWN_CARDS, "a card file")
        return self.game.load_cards(self.files, overlays)


@dataclass(frozen=True)
class Metagame:
    """Decks that meet each other. Raises `InputError` if a deck is not legal, or if the parts do not fit together."""

    name: str
    decks: tuple[Deck, ...]
    players: tuple[Player, ...]  # one for each deck
    shares: tuple[float, ...]  # how common each deck is; they sum to one
    card_set: CardSet  # with the overlays, before the patch
    rules: Rules = None  # default: those of the game
    patch: Patch | None = None
    card_source: CardSource | None = field(default_factory=CardSource)  # None if `card_set` is of no files
    replaced: tuple[Replacement, ...] = field(default=(), compare=False)  # what decks play for what patches forbid
    pool: str = ""  # the cards that deck searches may take if nobody says which; nothing: the game's first pool
    source: str = field(default="", compare=False, repr=False)  # where it was read from, for messages
    about: str = field(default="", compare=False, repr=False)  # what it is, in a sentence

    def __post_init__(self) -> None:
        """Check that the parts fit together, and every deck against the rules and the patch."""
        if self.rules is None:
            object.__setattr__(self, "rules", self.game.load_rules())
        where = Where(self.source or f"metagame '{self.name}'")
        if not self.decks:
            raise where.error("there is no deck in it; allowed: one [[deck]] for each deck")
        if len(self.players) != len(self.decks):
            raise where.error(f"found {len(self.players)} players for {len(self.decks)} decks; allowed: one each")
        _check_names([deck.name for deck in self.decks], where)
        _check_shares(self.shares, len(self.decks), where)
        for deck in self.decks:
            deck.validate(self.patched_cards, self.rules, self.patch)

    def __repr__(self) -> str:
        patched = ", patched" if self.patch else ""
        return f"Metagame({self.name!r}, {len(self.decks)} decks, {len(self.card_set)} cards{patched})"

    def _repr_html_(self) -> str:
        rows = [
            (deck.name, deck.klass, player.name, f"{share:.1%}")
            for deck, player, share in zip(self.decks, self.players, self.shares, strict=True)
        ]
        patched = f"patched: {self.patch.name}".removesuffix(": ") if self.patch else ""
        return small_table(self.name, [patched, *map(str, self.replaced)], ("deck", "class", "player", "share"), rows)

    @property
    def game(self) -> Game:
        """What is played."""
        return self.card_set.game

    @cached_property
    def patched_cards(self) -> CardSet:
        """The cards as they are played: with the patch."""
        return self.patch.apply(self.card_set) if self.patch else self.card_set

    def table(self) -> CardTable:
        """The compiled cards as they are played. They are compiled once."""
        return self._table

    @cached_property
    def _table(self) -> CardTable:
        return self.game.compile(self.patched_cards, self.rules)

    def index_of(self, deck: str) -> int:
        """The place of the deck with this name. Case and signs between words do not matter if only one deck fits."""
        names = [known.name for known in self.decks]
        if deck in names:
            return names.index(deck)
        found = [i for i, name in enumerate(names) if words_of(name) == words_of(deck)]
        if len(found) != 1:
            raise InputError(f"the metagame '{self.name}' has no deck {deck!r}; {describe_words(deck, names)}")
        return found[0]

    def with_patch(self, patch: Patch) -> Metagame:
        """The metagame after a patch, on top of the one that it has.

        Decks play other cards for those that it bans or limits, and `replaced` tells which. Raises `InputError` if
        there are none.
        """
        whole = patch
        if self.patch is not None:
            # Each as what it really does, because numbers are clamped after every patch and not only after the last.
            whole = self.patch.effective(self.card_set).compose(patch.effective(self.patched_cards))
        if not (patch.banned or patch.limited):
            return replace(self, patch=whole)
        cards = whole.apply(self.card_set)
        found = [replace_forbidden(deck, cards, self.rules, whole) for deck in self.decks]
        told = (each for _, gone in found for each in gone)
        return replace(self, patch=whole, decks=tuple(deck for deck, _ in found), replaced=(*self.replaced, *told))

    def with_players(self, reference: str) -> Metagame:
        """The metagame with all decks played by a preset, each in its style, or by one player, and cards for these."""
        players = tuple(load_player_for(reference, deck, game=self.game) for deck in self.decks)
        if overlays_of(players) == overlays_of(self.players):
            return replace(self, players=players)
        if self.card_source is None:
            raise InputError(
                f"the metagame '{self.name}' has cards of its own, but the players '{reference}' are meant for other "
                f"overlays ({', '.join(overlays_of(players)) or 'none'}); make a new metagame with the cards for them"
            )
        return replace(self, players=players, card_set=self.card_source.load(players))


def _check_names(names: Sequence[str], where: Where) -> None:
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name.casefold() in seen:
            raise (where / "deck" / i).error(
                f"there is another deck '{name}'; allowed: different names, so give one of them another with name = ..."
            )
        seen.add(name.casefold())


def _check_shares(shares: Sequence[float], n_decks: int, where: Where) -> None:
    if len(shares) != n_decks:
        raise where.error(f"found {len(shares)} shares for {n_decks} decks; allowed: one each")
    for i, share in enumerate(shares):
        if not 0 <= share <= 1:
            raise (where / "deck" / i / "share").error(f"the share {share} is out of range; allowed: 0 to 1")
    total = math.fsum(shares)
    if abs(total - 1) > _SHARE_TOLERANCE:
        raise where.error(f"the shares of the decks sum to {total:.7g}; allowed: shares that sum to 1")


# --- other cards and rules than usual -------------------------------------------------------------


@dataclass(frozen=True)
class Variant(Short):
    """What is played with, beside the game's own cards and what players are meant for. Paths start where we are."""

    cards: tuple[Path, ...] = ()
    overlays: tuple[str, ...] = ()
    patch: Path | None = None
    rules: Path | None = None
    chosen: Game | None = None  # the game that somebody asked for

    def __bool__(self) -> bool:
        return self != PLAIN

    @property
    def game(self) -> Game:
        """What is played, where no file says another game."""
        return self.chosen or default_game()

    def beside(self, source: CardSource) -> CardSource:
        """These cards on top of others."""
        return CardSource((*source.files, *self.cards), (*source.overlays, *self.overlays), source.game)

    def load_cards(self, players: Sequence[Player] = ()) -> CardSet:
        """The cards for these players, before the patch."""
        return self.beside(CardSource(game=self.game)).load(players)

    def read_patch(self, card_set: CardSet) -> Patch | None:
        """The patch to these cards, if there is one."""
        return None if self.patch is None else read_patch(self.patch, card_set)

    def load_game(self, players: Sequence[Player] = ()) -> tuple[CardSet, Patch | None, Rules]:
        """The cards for these players with the patch, the patch for its bans, and the rules."""
        card_set = self.load_cards(players)
        patch = self.read_patch(card_set)
        return patch.apply(card_set) if patch else card_set, patch, self.game.load_rules(self.rules)

    def as_options(self) -> list[str]:
        """As a command takes it."""
        one = {"--patch": self.patch, "--rules": self.rules}
        named = [("--game", self.chosen.reference)] if self.chosen else []
        named += [*(("--cards", str(file)) for file in self.cards), *(("--overlay", each) for each in self.overlays)]
        named += [(option, str(path)) for option, path in one.items() if path is not None]
        return [word for pair in named for word in pair]


PLAIN = Variant()
