"""Settings that make no sense are refused."""

from typing import Any

import pytest

from evometa.input.errors import InputError
from evometa.search.settings import EvolutionSettings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"population": 1}, "population is 1, but must be a whole number of at least 2"),
        ({"generations": 0}, "generations is 0, but must be a whole number of at least 1"),
        ({"generations": 2.5}, r"generations is 2\.5"),
        ({"tournament": True}, "tournament is True"),
        ({"mutation_rate": 1.1}, r"mutation_rate is 1\.1, but must be a probability from 0 to 1"),
        ({"crossover_rate": -0.1}, r"crossover_rate is -0\.1"),
        ({"gene_rate": "5%"}, "gene_rate is '5%'"),
        ({"gene_rate": float("nan")}, "gene_rate is nan"),
        ({"crossover_rate": 0, "mutation_rate": 0.0}, "both 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        EvolutionSettings(**settings)
