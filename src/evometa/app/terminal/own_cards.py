"""`--game`, `--cards`, `--overlay`, `--patch` and `--rules`: what is played, for every command that plays.

A command that takes a metagame gets one that has them: it is written as a file, with copies of all that it needs,
before the command begins. A run keeps that file in its folder, so that it goes on with what it began with.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from inspect import get_annotations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

import typer

from evometa.input.errors import InputError

if TYPE_CHECKING:
    from evometa.games.cards import CardSet
    from evometa.games.game import Game
    from evometa.games.patches.patch import Patch

METAGAME_FILE = "metagame.toml"
AT_END = ExitStack()  # what is to be closed when a command ends

CardsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--cards", help="A card file, or a folder of them, to add to the cards; may be repeated.", metavar="FILE"
    ),
]
OverlayOption = Annotated[
    list[str] | None,
    typer.Option("--overlay", help="A built-in variant of the cards, or a file; may be repeated.", metavar="NAME"),
]
PatchOption = Annotated[Path | None, typer.Option("--patch", help="A patch file to apply first.", metavar="FILE")]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        help="What is played: a name, or the folder or Python file of a game (default: as the metagame says, or "
        "hearthstone).",
        metavar="GAME",
    ),
]
RunGameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        help="For a run of a game of your own: its Python file, or its folder if that has moved.",
        metavar="GAME",
    ),
]
RulesOption = Annotated[Path | None, typer.Option("--rules", help="A file of rules for all games.", metavar="FILE")]


@dataclass(frozen=True, kw_only=True)
class CardOptions:
    """With which cards a command works."""

    game: GameOption = None
    cards: CardsOption = None
    overlay: OverlayOption = None
    patch: PatchOption = None

    def load_cards(self) -> tuple[CardSet, Patch]:
        """A game's cards and those of some files, with overlays and a patch applied; and the patch, for its bans."""
        from evometa.games.patches.files import read_patch  # these need NumPy, which takes long to import
        from evometa.games.patches.patch import Patch
        from evometa.games.registry import default_game

        card_set = (self.chosen_game or default_game()).load_cards(self.cards or (), self.overlay or ())
        patch = read_patch(self.patch, card_set) if self.patch else Patch()
        return patch.apply(card_set), patch

    @property
    def chosen_game(self) -> Game | None:
        """The game that is asked for."""
        from evometa.games.registry import find_game

        return find_game(self.game) if self.game else None


@dataclass(frozen=True, kw_only=True)
class _RulesOptions:
    """With which rules a command plays."""

    rules: RulesOption = None


@dataclass(frozen=True, kw_only=True)
class OwnCardOptions(CardOptions, _RulesOptions):
    """With which cards and rules a command plays the decks of a metagame."""

    metagame_field: ClassVar[str] = "metagame"  # the option that names the metagame

    def has_own_cards(self) -> bool:
        """Whether anything of it is asked for. The patch of some commands is what they are about."""
        return bool(self.cards or self.overlay or self.rules or (self.patch and self._patches_first()))

    def _patches_first(self) -> bool:
        owner = next(cls for cls in type(self).__mro__ if "patch" in get_annotations(cls))
        return owner is CardOptions

    def with_own_cards(self) -> Self:
        """The same options for a metagame that has the cards and rules that were asked for."""
        if not self.has_own_cards():
            return self._with_game()
        folder = Path(AT_END.enter_context(TemporaryDirectory(prefix="evometa-")))
        return self.with_metagame(self._write_metagame(folder / METAGAME_FILE))

    def _with_game(self) -> Self:
        """The same options for the metagame of that name that the chosen game has, if a game is chosen."""
        reference, game = self.name_metagame(), self.chosen_game
        if game is None or reference is None or not _is_metagame(reference):
            return self
        from evometa.games.registry import GAMES
        from evometa.metagame.metagames import find_game_of, find_path  # these need NumPy, which takes long to import

        path = find_path(reference, game)
        if find_game_of(path) is game:
            return self if game.name in GAMES and find_path(reference) == path else self.with_metagame(path)
        folder = Path(AT_END.enter_context(TemporaryDirectory(prefix="evometa-")))
        return self.with_metagame(self._write_metagame(folder / METAGAME_FILE))

    def with_metagame(self, path: Path) -> Self:
        """The same options for the metagame of a file."""
        changes: dict[str, Any] = {self.metagame_field: str(path)}
        return replace(self, **changes)

    def name_metagame(self) -> str | None:
        """The metagame that is asked for."""
        found: str | None = getattr(self, self.metagame_field)
        return found

    def _write_metagame(self, path: Path) -> Path:
        from evometa.app.terminal.progress import say  # these need NumPy, which takes long to import
        from evometa.input.shown_text import show_message
        from evometa.metagame.metagame_files import write_metagame
        from evometa.metagame.metagames import load_metagame
        from evometa.metagame.model import Variant

        patch = self.patch if self._patches_first() else None
        variant = Variant(tuple(self.cards or ()), tuple(self.overlay or ()), patch, self.rules, self.chosen_game)
        reference = self.name_metagame()
        if reference is None or not _is_metagame(reference):
            raise InputError("--cards, --overlay, --patch and --rules need a metagame beside them: name one")
        metagame = load_metagame(reference, variant)
        for replaced in metagame.replaced:
            say(f"{show_message(str(replaced))}.")
        write_metagame(metagame, path)
        return path


def _is_metagame(reference: str) -> bool:
    """Whether decks are those of a metagame, and not drawn or all that come with a game."""
    return reference != "builtin" and not reference.startswith(("random:", "themed:"))
