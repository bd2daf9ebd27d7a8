"""How individuals come about: global random numbers, lent."""

import random

import pytest

from evometa.search.variation import lend_global_random


def test_a_lent_generator_goes_on_where_the_functions_stopped() -> None:
    generator, expected = random.Random(3), random.Random(3)
    with lend_global_random(generator):
        assert [random.random(), random.random()] == [expected.random(), expected.random()]
    assert generator.random() == expected.random()


def test_an_error_inside_gives_the_functions_back() -> None:
    random.seed(4)
    with pytest.raises(ValueError, match="empty"), lend_global_random(random.Random(3)):
        random.randrange(0)
    assert random.random() == random.Random(4).random()
