"""A deck search as a table for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evometa.app.terminal.progress import say
from evometa.cards.lookup import reference_to
from evometa.experiments.decks.settings import DeckSearchSettings
from evometa.experiments.decks.work import make_space, read_states
from evometa.experiments.runs import load_played, own_settings
from evometa.input.errors import InputError
from evometa.metagame.gauntlet import SEATS
from evometa.search.problem import Ints
from evometa.store import Evaluations, Run

if TYPE_CHECKING:
    import pandas as pd

SEAT_NAMES = ("first", "second")  # in which a deck starts, and in which its opponent does


def decks_frame(run: Run) -> pd.DataFrame:
    """A row for each time that a deck was measured: its values, the games behind them, and the copies of its cards."""
    import pandas as pd  # takes half a second, which only an export is worth

    evaluations, settings, names = run.evaluations(), run.settings, Names.of(run)
    decks = number_decks(run, evaluations)
    values = {f"objective {settings['objective']}": 0}
    values |= {f"measure {name}": 1 + i for i, name in enumerate(settings["measures"])}
    if not len(evaluations):
        return pd.DataFrame(columns=["number", "deck", "batch", "is_again", "is_elite", *values])
    columns = {
        "number": evaluations.numbers,
        "deck": decks,
        "batch": evaluations.generations,
        "is_again": decks != evaluations.numbers,
        "is_elite": find_elites(run, decks),
        **{name: evaluations.objectives[:, i] for name, i in values.items()},
        **match_up_columns(evaluations, names.opponents, SEATS[settings["seats"]]),
        **copies_columns(evaluations, names.cards),
    }
    return pd.DataFrame(columns)


@dataclass(frozen=True)
class Names:
    """What the columns stand for; None: not known, so that they are numbered."""

    cards: Sequence[str] | None = None
    opponents: Sequence[str] | None = None

    @classmethod
    def of(cls, run: Run) -> Names:
        """The names in the metagame of a run, as far as it can still be loaded."""
        try:
            settings = DeckSearchSettings.from_json(own_settings(run), str(run.folder))
            metagame = load_played(settings.metagame, settings.players)
            space = make_space(settings, metagame)
        except InputError as error:
            say(f"The columns of cards and opponents are numbered, because their names are not known any more: {error}")
            return cls()
        met = [deck.name for deck, share in zip(metagame.decks, metagame.shares, strict=True) if share > 0]
        return cls([reference_to(space.card_set, card) for card in space.cards], met)


def number_decks(run: Run, evaluations: Evaluations) -> Ints:
    """[k]: the number of the evaluation in which each deck was first seen; another one if it was measured again."""
    again = [number for state in read_states(run) for number in state.get("again", ())]
    decks = evaluations.numbers.copy()
    decks[len(decks) - len(again) :] = again
    return decks


def find_elites(run: Run, decks: Ints) -> Any:
    """[k]: whether each deck is on the final map; not known before the run is finished."""
    import pandas as pd

    found = run.results().get("map")
    if found is None:
        return pd.array([None] * len(decks), dtype="boolean")
    numbers = {elite["number"] for elite in found["elites"]}
    return pd.array([number in numbers for number in decks.tolist()], dtype="boolean")


def match_up_columns(evaluations: Evaluations, opponents: Sequence[str] | None, seats: Sequence[int]) -> dict[str, Any]:
    """The wins and the games of a deck against each opponent, for each seat that it had."""
    counts = {"wins": evaluations.wins, "games": evaluations.games}  # [k, n, 2]
    names = _or_numbers(opponents, evaluations.wins.shape[1], "opponent")
    return {
        f"{what} {SEAT_NAMES[seat]} against {name}": array[:, i, seat]
        for i, name in enumerate(names)
        for seat in seats
        for what, array in counts.items()
    }


def copies_columns(evaluations: Evaluations, cards: Sequence[str] | None) -> dict[str, Any]:
    """How many copies of each card a deck has."""
    names = _or_numbers(cards, evaluations.genomes.shape[1], "card")
    return {f"copies {name}": evaluations.genomes[:, i] for i, name in enumerate(names)}


def _or_numbers(names: Sequence[str] | None, n_columns: int, what: str) -> Sequence[str]:
    """The names, if there is one for each column."""
    if names is not None and len(names) == n_columns:
        return names
    return [f"{what} {i + 1}" for i in range(n_columns)]
