"""These tests are about compiled code."""

import pytest
from numba import config


@pytest.fixture(autouse=True)
def _is_compiled() -> None:
    if config.DISABLE_JIT:
        pytest.skip("this is about compiled code; it runs where NUMBA_DISABLE_JIT is not set")
