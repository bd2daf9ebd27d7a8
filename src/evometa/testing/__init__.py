"""Tests for what others write: a search, an objective, a runner. They need pytest.

A class of them is a contract. Whoever writes a search puts this into a file of tests, and pytest runs all of it:

    from evometa.testing import SearchContract

    class TestMySearch(SearchContract):
        make = staticmethod(MySearch)  # from a `Setup`
"""

import pytest

pytest.register_assert_rewrite("evometa.testing.searches", "evometa.testing.objectives", "evometa.testing.runners")

from evometa.testing.objectives import ObjectiveContract  # noqa: E402 # after pytest knows what to explain
from evometa.testing.runners import RunnerContract  # noqa: E402
from evometa.testing.searches import AskTellContract, Course, SearchContract  # noqa: E402

__all__ = ["AskTellContract", "Course", "ObjectiveContract", "RunnerContract", "SearchContract"]
