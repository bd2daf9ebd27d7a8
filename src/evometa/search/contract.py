"""What every search does, whatever its family: it asks for evaluations, is told them, and can be saved at any time.

A search plays nothing and stores nothing itself. Whoever runs it evaluates the genomes that it asks for, and keeps all
evaluations; so a state needs to hold only what does not follow from these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from numpy.typing import ArrayLike

from evometa.search.problem import Ints


class Search(Protocol):
    """A search over vectors of integers. The same seed and the same values give the same search."""

    @property
    def generation(self) -> int:
        """The number of the last batch that was told; the first one has number 0, and it is -1 before that."""

    @property
    def n_evaluations(self) -> int:
        """How many evaluations were told, which is the number of the next one."""

    @property
    def is_done(self) -> bool:
        """Whether it has all that it wants."""

    def ask(self) -> Ints:
        """The genomes [k, n] that need an evaluation now; to ask again before telling gives the same ones."""

    def tell(self, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Take the objectives [k, m] of the genomes that were asked for; all are minimised.

        Measures [k, d] are what else was seen of a genome. To a search that looks for the best of each kind they say of
        what kind it is, to one that learns from every game its wins and games; others have no use for them.
        """

    def get_state(self) -> bytes:
        """What the rest of the search depends on besides the evaluations that were told, as JSON.

        The same state gives the same bytes. What was asked since the last tell will be asked again.
        """

    def restore(self, state: bytes, genomes: ArrayLike, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Become the search that gave a state, and go on exactly as it would have.

        This one must be new and set up alike. The evaluations are all that the other one was told, in order.
        """


class WeighingSearch(Search, Protocol):
    """A search that says how many games each genome is worth; to others all are worth the same."""

    @property
    def asked_games(self) -> Ints:
        """[k]: how many games for each match-up the genomes should have that were asked for last."""


if TYPE_CHECKING:  # mypy holds every family to the contract
    from evometa.search.evolution import Evolution
    from evometa.search.learning.learner import Learner
    from evometa.search.map_elites import MapElites

    FAMILIES: tuple[type[Search], ...] = (Evolution, MapElites, Learner)
    WEIGHING: tuple[type[WeighingSearch], ...] = (Learner,)
