"""What the laboratory has played, for notebooks and scripts: tables and pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import pandas as pd

from evometa.balance.explaining import Explanation
from evometa.input.errors import InputError, describe_words
from evometa.metagame.cards.card_statistics import Seat
from evometa.metagame.changes.comparison import anchor
from evometa.metagame.changes.observed import Observed
from evometa.metagame.changes.what_if import WhatIfResult
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult
from evometa.show.frames import frame_of, square_frame
from evometa.show.notebook import format_story
from evometa.show.svg.draw import Picture, picture_of, save_pictures
from evometa.story.blocks import Story
from evometa.story.contributions import part_table
from evometa.story.laboratory import explain as story
from evometa.story.laboratory.cards import DeckCards, Selection, statistics_table, tell_cards
from evometa.story.laboratory.meta import brief_meta, tell_meta
from evometa.story.laboratory.numbers import balance_numbers, match_up_table, nash_table, seat_table, strength_table
from evometa.story.laboratory.told import Told
from evometa.story.laboratory.what_if import Changed, brief_what_if, change_table, observed_table, tell_what_if
from evometa.story.matrices import standing_table

PICTURES = {"matrix": "matrix_change"}  # what a change calls its pictures, and what its story does

P = TypeVar("P", bound=MetagameResult | WhatIfResult | Explanation)


class Measured(ABC, Generic[P]):
    """What was played, for a notebook to look at, which shows its story or the first words of it."""

    def __init__(self, played: P) -> None:
        self.played = played  # all counts and sums

    @property
    def games(self) -> int:
        """Games played, of all match-ups."""
        return self.played.games

    @property
    def is_partial(self) -> bool:
        """Whether it was interrupted."""
        return self.played.is_partial

    @property
    @abstractmethod
    def _told(self) -> Told:
        """All that there is to say."""

    @property
    @abstractmethod
    def _words(self) -> str:
        """What it is, in a few words."""

    def _brief(self) -> Story:
        """What can be said at once."""
        return self._told.story

    def save_plots(self, folder: Path | str) -> list[Path]:
        """All pictures as PNG and SVG files in a folder."""
        return save_pictures(self._told.story, folder)

    def __repr__(self) -> str:
        return f"<evometa {self._words}, {self.games:,} games{', partial' if self.is_partial else ''}>"

    def _repr_html_(self) -> str:
        return format_story(self._brief())


class Result(Measured[MetagameResult]):
    """A metagame as it was played. Rates are from 0 to 1; every table is a pandas one."""

    @property
    def metagame(self) -> Metagame:
        """What was played."""
        return self.played.metagame

    @cached_property
    def _told(self) -> Told:
        return tell_meta(self.played)

    def _brief(self) -> Story:
        return brief_meta(self.played)

    # --- tables ---

    @property
    def matrix(self) -> pd.DataFrame:
        """How often the deck of the row beats that of the column, over both seats; draws are left out."""
        return square_frame(self.played.evidence.decks, self.played.evidence.win_rate)

    @property
    def low(self) -> pd.DataFrame:
        """The lower end of the interval of each win rate of `matrix`."""
        return square_frame(self.played.evidence.decks, self.played.evidence.rates.low)

    @property
    def high(self) -> pd.DataFrame:
        """The upper end of the interval of each win rate of `matrix`."""
        return square_frame(self.played.evidence.decks, self.played.evidence.rates.high)

    @property
    def match_ups(self) -> pd.DataFrame:
        """A row for each match-up: games, win rate with its interval, draws, and length in turns of both players."""
        return frame_of(match_up_table(self.played.evidence))

    @property
    def seats(self) -> pd.DataFrame:
        """A row for each match-up: the first deck's win rate when it starts and when not; the advantage of starting."""
        return frame_of(seat_table(self.played.evidence))

    @property
    def against_meta(self) -> pd.DataFrame:
        """A row for each deck, the strongest first: its win rate against all decks by their shares."""
        return frame_of(strength_table(self.played.evidence))

    @cached_property
    def nash(self) -> pd.DataFrame:
        """A row for each deck: its share if everybody chose as well as possible, with an interval."""
        return frame_of(nash_table(self.played))

    @cached_property
    def balance(self) -> pd.Series[float]:
        """F and intransitivity, each with the noise floor that chance alone would show."""
        return pd.Series(balance_numbers(self.played.evidence), name="balance")

    def cards(self, deck: str, seat: str = "both") -> pd.DataFrame:
        """A row for each card of a deck, from games of `both` seats, or only those `starting` or going `second`."""
        return frame_of(statistics_table(self._cards_of(deck, seat).found))

    # --- pictures ---

    def plot(self, kind: str = "matrix") -> Picture:
        """A picture: the `matrix`, the `strength` of the decks, or what the `seats` are worth."""
        return picture_of(self._told.story, kind)

    def plot_cards(self, deck: str, seat: str = "both") -> Picture:
        """A picture of the cards of a deck."""
        return picture_of(tell_cards(self._cards_of(deck, seat), Selection()).story, "cards")

    def _cards_of(self, deck: str, seat: str) -> DeckCards:
        known = [each.value for each in Seat]
        if seat not in known:
            raise InputError(f"there is no seat {seat!r}; {describe_words(seat, known)}")
        return DeckCards(self.played, self.metagame.index_of(deck), Seat(seat))

    @property
    def _words(self) -> str:
        return f"result: {self.metagame.name}, {len(self.metagame.decks)} decks"


class WhatIf(Measured[WhatIfResult]):
    """A metagame before and after a patch. Rates and changes are from 0 to 1; every table is a pandas one."""

    def __init__(self, played: WhatIfResult, seen: Observed | None = None) -> None:
        super().__init__(played)
        self.seen = seen  # games of people, if there are any

    @property
    def before(self) -> Result:
        """The metagame before the patch."""
        return Result(self.played.before)

    @property
    def after(self) -> Result:
        """The metagame after the patch."""
        return Result(self.played.after)

    @property
    def notes(self) -> list[str]:
        """What the patch notes would say."""
        return self.played.notes

    @property
    def replaced(self) -> list[str]:
        """What decks play instead of cards that the patch bans or limits."""
        return [str(each) for each in self.played.replaced]

    @cached_property
    def _told(self) -> Told:
        return tell_what_if(Changed(self.played, self.seen))

    def _brief(self) -> Story:
        return brief_what_if(Changed(self.played, self.seen))

    # --- tables ---

    @property
    def change(self) -> pd.DataFrame:
        """How much higher each win rate is after than before."""
        return square_frame(self.played.before.evidence.decks, self.played.change.value)

    @property
    def low(self) -> pd.DataFrame:
        """The lower end of the interval of each change."""
        return square_frame(self.played.before.evidence.decks, self.played.change.low)

    @property
    def high(self) -> pd.DataFrame:
        """The upper end of the interval of each change."""
        return square_frame(self.played.before.evidence.decks, self.played.change.high)

    @property
    def against_meta(self) -> pd.DataFrame:
        """A row for each deck, the strongest first: its win rate against the metagame before and after."""
        return frame_of(change_table(self.played))

    @property
    def observed(self) -> pd.DataFrame:
        """A row for each match-up that was observed: as people have it, and as it would be; intervals carry both."""
        if self.seen is None:
            raise InputError("nothing was observed; give what_if a file: observed='seen.csv'")
        return frame_of(observed_table(self.played, anchor(self.seen, self.played)))

    # --- pictures ---

    def plot(self, kind: str = "strength") -> Picture:
        """A picture: the `strength` of the decks before and after, or the changes in the `matrix`."""
        return picture_of(self._told.story, PICTURES.get(kind, kind))

    @property
    def _words(self) -> str:
        first = "; ".join([*self.notes[:1], *([f"{len(self.notes) - 1} more"] if len(self.notes) > 1 else [])])
        return f"what-if: {self.played.before.metagame.name}, {first}"


class Explained(Measured[Explanation]):
    """What each change of a patch buys. Rates are from 0 to 1; every table is a pandas one."""

    def __init__(self, explained: story.Explained) -> None:
        super().__init__(explained.found)
        self.explained = explained
        self.metagame = explained.metagame  # before the patch
        self.patch = explained.patch

    @property
    def notes(self) -> list[str]:
        """What the patch notes would say."""
        return list(self.played.notes)

    @cached_property
    def _told(self) -> Told:
        return story.tell_explained(self.explained)

    @property
    def changes(self) -> pd.DataFrame:
        """A row for each change: how much higher the objective would be without it (`buys`), and the verdict.

        A card with several changes has one more row for all of them, whose `is_single` is false.
        """
        return frame_of(part_table("changes", self.played))

    @property
    def against_meta(self) -> pd.DataFrame:
        """A row for each deck with all of the patch, the strongest first: its win rate against the metagame."""
        return frame_of(standing_table("decks", self.played.standing))

    def plot(self) -> Picture:
        """A picture of what each change buys."""
        return picture_of(self._told.story, "contributions")

    @property
    def _words(self) -> str:
        return f"explained: {self.metagame.name}, {len(self.played.changes)} changes"
