"""Settings that make no sense are refused."""

from typing import Any

import pytest

from evometa.input.errors import InputError
from evometa.search.settings import EvolutionSettings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"population": 1}, "population: the number 1 is out of range; allowed: a whole number from 2"),
        ({"generations": 0}, "generations: the number 0 is out of range; allowed: a whole number from 1"),
        ({"generations": 2.5}, r"generations: found 2\.5"),
        ({"tournament": True}, "tournament: found true"),
        ({"mutation_rate": 1.1}, r"mutation_rate: the number 1\.1 is out of range; allowed: a number from 0 to 1"),
        ({"crossover_rate": -0.1}, r"crossover_rate: the number -0\.1"),
        ({"gene_rate": "5%"}, "gene_rate: found '5%'"),
        ({"gene_rate": float("nan")}, "gene_rate: the number nan"),
        ({"crossover_rate": 0, "mutation_rate": 0.0}, "both 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        EvolutionSettings(**settings)
