"""The mark of a scenario: which card a test is about."""

import pytest

scenario = pytest.mark.scenario
