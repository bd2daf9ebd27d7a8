"""The settings of a search that learns: how many rounds, how many genomes in each, and how many games for each."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

from evometa.input.errors import InputError
from evometa.input.fields import Limits
from evometa.input.settings import Settings

LEAST_GAMES = 1500  # of each row, before a genome is called the best: those chosen with 400 had been lucky
MOST_ROUNDS, MOST_SIZE, MOST_GAMES, MOST_BUDGETS = 1_000, 100_000, 1_000_000, 100
MOST_BUDGET = 1_000_000
MOST_IN_ALL = 1_000_000_000  # games per row
RACE_PART = 0.6  # of the games that races could ask for: genomes are the best for several goals, or have had games
FAR_PARTS = (0.5, 0.75, 1.0)  # of the largest budget, which are looked for on the way to what is far
FAR_PRICE = 0.2  # of the price of a point: there, nothing is to be had for little
FAR_EXPLORING = 4  # times as many rounds: what moves one row and no other is little, and has to be learned first
MOST_LONGER = 2.0  # times as many rounds that exploit, where there are more rows
MOST_CLIMBED = 1500  # rows in all kicks of an optimum, so that it takes no longer where there are very many
FAR_RACING = 2  # times each race: neighbours of the best join it more often, and come nearer with each time
NEAR_PART = 0.85  # of the largest budget: what is above is looked for with it
THINNEST = 0.05  # part of a plan
PARTS_OF_GAMES = (0.35, 0.2, 0.12)  # for exploring, exploiting and the best in the last race, where there are too few
LEAST_THINNED = 4  # games of each row
USUAL_ROWS = 3  # for which the numbers of games are meant
MANY_ROWS = 12  # of which so much is unknown that the same genomes would be asked for again and again


Part = Annotated[float, Limits(range=(0, 1))]
Parts = Annotated[tuple[float, ...], Limits(range=(0, 1))]
Rounds = Annotated[int, Limits(range=(0, MOST_ROUNDS))]
Budgets = Annotated[tuple[int, ...], Limits(range=(1, MOST_BUDGET))]
Size = Annotated[int, Limits(range=(1, MOST_SIZE))]
Games = Annotated[int, Limits(range=(2, MOST_GAMES), even="half of them from each seat")]


@dataclass(frozen=True)
class LearningSettings(Settings):
    """Games are for each of three rows. Where there are more, a genome gets fewer of each: see `for_rows`."""

    budgets: Budgets = (12, 18, 24, 32, 40)  # for each of them the best genome is looked for
    groups: Budgets = ()  # and for each of these numbers of changed groups, within the largest budget
    first_games: Games = 600  # of the genome that changes nothing
    explore_rounds: Rounds = 4  # in which genomes are drawn as different as the games so far leave possible
    explore_size: Size = 60
    explore_games: Games = 40
    filled: Part = 0.5  # the part of these that use their budget up: the more changes, the more a game tells
    exploit_rounds: Rounds = 7  # in which genomes are drawn near what is best so far, for each budget
    exploit_scales: Parts = (0.7, 0.7, 0.35, 0.35, 0.0)  # a genome for each: how far from the mean it is
    exploit_games: Games = 100
    races: tuple[tuple[Size, Games], ...] = ((20, 200), (10, 600), (5, 1600), (3, 4000))  # so many get so many games
    polish_scales: Parts = (0.0, 0.35, 0.35)  # a neighbour of the best for each, which joins the races
    least_games: Annotated[int, Limits(range=(0, MOST_GAMES))] = LEAST_GAMES  # that the best must have had
    # Of each row, in all rounds; None: as many as they ask for.
    most_games: Annotated[int | None, Limits(range=(0, MOST_IN_ALL))] = None
    price: Part = 0.001  # that a point of size adds to the loss
    kicks: Rounds = 6  # of the optimiser
    exploit_kicks: Rounds = 6  # of the optimiser in rounds that exploit
    luck: Part = 0.0  # of new genomes: the part of what one may do beyond its features; 0: seen ones are asked for too

    def check(self) -> None:
        """Refuse budgets that do not rise, and races that give the best too few games."""
        for name, values in (("budgets", self.budgets), ("groups", self.groups)):
            if len(values) > MOST_BUDGETS or list(values) != sorted(set(values)):
                raise InputError(
                    f"search settings: {name} are {list(values)}, but must rise, and be {MOST_BUDGETS} at most"
                )
        if not self.budgets:
            raise InputError("search settings: there are no budgets; give one or more")
        if not self.races or self.races[-1][1] < self.least_games:
            raise InputError(
                f"search settings: the best must have had {self.least_games:,} games (least_games), which the last of "
                "the races must give"
            )

    @property
    def n_rounds(self) -> int:
        """How many batches it asks for after the first look."""
        return self.explore_rounds + self.exploit_rounds + len(self.races)

    def count_needed(self, n_given: int = 0) -> int:
        """How many games of each row there must be, so that the best for each goal, and those given, have enough."""
        rounds = self._list_rounds()[: self.explore_rounds + self.exploit_rounds]
        return self.first_games + sum(rounds) + self.n_goals * self._least_even + n_given * self.exploit_games

    def count_usual(self, n_given: int = 0) -> int:
        """How many games of each row all rounds may ask for, if nobody says."""
        rounds = self.first_games + self.count_games(0) + n_given * self.exploit_games
        return max(self.count_needed(n_given), rounds)

    @property
    def least_asked(self) -> int:
        """The fewest games of each row that a round asks for."""
        return min(self.explore_games, self.exploit_games, *(games for _, games in self.races))

    @property
    def _least_even(self) -> int:
        return self.least_games + self.least_games % 2

    @property
    def n_goals(self) -> int:
        """For how many budgets and numbers of groups the best is looked for."""
        return len(self.budgets) + len(self.groups)

    def count_games(self, n_done: int) -> int:
        """About how many games of each row are left after so many rounds."""
        return sum(self._list_rounds()[n_done:])

    def _list_rounds(self) -> list[int]:
        """About how many games of each row every round asks for: the most, but for races."""
        per_goal = len(self.exploit_scales) + 2
        return [
            *[self.explore_size * self.explore_games] * self.explore_rounds,
            *[self.n_goals * per_goal * self.exploit_games] * self.exploit_rounds,
            *(int(RACE_PART * games) for games in self._list_races()),
        ]

    def _list_races(self) -> list[int]:
        """How many games of each row every race would ask for if all its genomes came from the one before."""
        had = [0, *(games for _, games in self.races)]
        joining = [len(self.polish_scales) * self.races[0][1]] * (len(self.races) - 1) + [0]
        return [
            self.n_goals * (size * max(0, games - before) + polish)
            for (size, games), before, polish in zip(self.races, had, joining, strict=False)
        ]

    def scale(self, factor: float) -> LearningSettings:
        """The same with other numbers of games."""
        races = tuple((size, scale_games(games, factor)) for size, games in self.races)
        return replace(
            self,
            first_games=scale_games(self.first_games, factor),
            explore_games=scale_games(self.explore_games, factor),
            exploit_games=scale_games(self.exploit_games, factor),
            races=races,
            least_games=min(int(self.least_games * factor), races[-1][1]),
        )

    def fit_games(self, most: int, n_given: int = 0) -> LearningSettings:
        """The same within so many games of each row, if they are enough for the thinnest of all.

        Where they are too few for all of it, exploring and exploiting get parts of them, and races the rest.
        """
        plans = (self, self._thin(*self._share_out(most)), self.thinnest)
        found = next((plan for plan in plans if plan.count_needed(n_given) <= most), self.thinnest)
        return replace(found, most_games=most)

    @property
    def thinnest(self) -> LearningSettings:
        """The same with as few games as still tell something."""
        return self._thin(*[THINNEST] * 3)

    def _share_out(self, most: int) -> tuple[float, float, float]:
        """The parts of exploring, exploiting and the last race for which so many games of each row do."""
        rounds = self._list_rounds()
        explored = sum(rounds[: self.explore_rounds])
        exploited = sum(rounds[self.explore_rounds : self.explore_rounds + self.exploit_rounds])
        asked = zip(PARTS_OF_GAMES, (explored, exploited, self.n_goals * self._least_even), strict=True)
        explore, exploit, last = (min(1.0, part * most / games) if games else 1.0 for part, games in asked)
        return explore, exploit, last

    def _thin(self, explored: float, exploited: float, raced: float) -> LearningSettings:
        """The same with parts of the games: fewer genomes explore, and what is asked for again has fewer."""
        return replace(
            self,
            first_games=_thin_games(self.first_games, exploited),
            explore_size=max(1, int(self.explore_size * explored)),
            exploit_games=_thin_games(self.exploit_games, exploited),
            least_games=round(self.least_games * raced),
        )

    def for_rows(self, n_rows: int) -> LearningSettings:
        """The same for a number of rows: a loss over more of them needs fewer games of each, in the end as many in all.

        As more rows have more to learn, more genomes explore, and more rounds exploit. As more cards pull on them,
        climbs end early more often, and there are more kicks; with many, new genomes are tried before known ones.
        """
        factor = find_row_factor(n_rows)
        longer = min(1 / factor, MOST_LONGER)
        kicks = max(self.exploit_kicks, min(round(self.exploit_kicks / factor**4), MOST_CLIMBED // n_rows))
        races = [(size, scale_games(games, factor)) for size, games in self.races[:-1]]
        size, games = self.races[-1]
        last = size, max(scale_games(games, factor**2), min(games, self._least_even))
        return replace(
            self,
            explore_size=min(round(self.explore_size / factor), MOST_SIZE),
            explore_games=scale_games(self.explore_games, factor),
            exploit_rounds=min(round(self.exploit_rounds * longer), MOST_ROUNDS),
            exploit_games=scale_games(self.exploit_games, factor),
            races=(*races, last),
            exploit_kicks=kicks,
            luck=1.0 if n_rows >= MANY_ROWS else self.luck,
        )

    def within(self, budget: int) -> LearningSettings:
        """The same with a largest budget; if it is beyond all, they are stretched to it, and a point costs less."""
        stretch = max(1.0, budget / self.budgets[-1])
        stretched = {round(each * stretch) for each in self.budgets}
        budgets = (*sorted(each for each in stretched if each < NEAR_PART * budget), budget)
        return replace(self, budgets=budgets, price=self.price / stretch, filled=1.0 if stretch > 1 else self.filled)

    def far(self, budget: int) -> LearningSettings:
        """The same for what only large changes reach: few budgets up to this one, and much more to learn first."""
        return replace(
            self,
            budgets=tuple(sorted({max(1, round(budget * part)) for part in FAR_PARTS})),
            explore_rounds=min(FAR_EXPLORING * self.explore_rounds, MOST_ROUNDS),
            races=tuple(race for race in self.races for _ in range(FAR_RACING)),
            filled=1.0,
            price=FAR_PRICE * self.price,
        )


def find_row_factor(n_rows: int) -> float:
    """How many games of each row do for so many rows, of those that do for the usual number of them."""
    return min(1.0, math.sqrt(USUAL_ROWS / n_rows))


def _thin_games(games: int, part: float) -> int:
    """A part of so many games, but hardly fewer than tell anything."""
    return min(games, max(LEAST_THINNED, 2 * int(games * part / 2)))


def scale_games(games: int, factor: float) -> int:
    """An even number of games, more or fewer than these."""
    return max(2, 2 * round(games * factor / 2))
