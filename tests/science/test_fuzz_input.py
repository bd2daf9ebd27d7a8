"""Files from others, damaged and forged: twenty thousand of them, each of which is taken or refused in one message."""

import pytest
from tests.parity.processes import finish, start_python


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2])
def test_twenty_thousand_inputs(seed: int, tmp_path: object) -> None:
    words = ["-m", "tools.fuzz_input", "--inputs", "20000", "--seed", str(seed), "--kept", str(tmp_path)]
    summary = finish(start_python(words, {"NUMBA_DISABLE_JIT": "1"}))
    assert "failures   0" in summary
    assert "20,000" in summary
