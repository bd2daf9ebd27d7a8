"""Every scenario must use up the random outcomes that it scripted."""

from collections.abc import Iterator

import pytest
from tests.rules.builder import Duel


@pytest.fixture(autouse=True)
def _scripts_are_used_up() -> Iterator[None]:
    Duel.started.clear()
    yield
    for game in Duel.started:
        game.check_script()
