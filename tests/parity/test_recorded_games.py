"""The recorded games of another simulator, where they are there: nothing differs that is not explained."""

from pathlib import Path

import pytest
from tools.replay.command import WAIVERS, run
from tools.replay.report import write_text
from tools.replay.traces import find_traces
from tools.replay.waivers import WaiverBook, read_waivers

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "traces"


def test_the_recorded_games() -> None:
    if not FOLDER.is_dir():
        pytest.skip("the recorded games are not part of the project; it runs where ../shared/conformance/traces is")
    outcome = run(find_traces(FOLDER), WaiverBook(read_waivers(WAIVERS)))
    assert outcome.is_clean, "\n" + "\n".join(write_text(outcome, limit=5))
