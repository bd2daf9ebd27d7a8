"""The tables of a notebook: no negative zeros, whatever the numbers come from."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from tests.unit.metagame.counts import make_evidence
from tests.unit.report.made_up import estimate, make_statistics, make_what_if

from evometa.metagame.evidence import Estimate
from evometa.metagame.what_if import WhatIfResult
from evometa.report.notebook import data_frames as frames


def has_negative_zeros(frame: pd.DataFrame) -> bool:
    numbers = frame.select_dtypes("number").to_numpy(float)
    return bool((np.signbit(numbers) & (numbers == 0)).any())


def test_matrices() -> None:
    evidence = make_evidence([[0, 20], [80, 0]], [[0, 80], [20, 0]])
    found = frames.square_frame(evidence, np.array([[-0.0, 0.5], [-0.5, 0.0]]))
    assert found.to_numpy().tolist() == [[0, 0.5], [-0.5, 0]]
    assert not has_negative_zeros(found)


def test_changes_of_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = np.full(2, -0.0)
    monkeypatch.setattr(WhatIfResult, "change_against_meta", Estimate(nothing, nothing, nothing))
    found = frames.change_frame(make_what_if("one", "other"))
    assert found["change"].tolist() == [0, 0]
    assert not has_negative_zeros(found)


def test_cards() -> None:
    statistics = replace(make_statistics("Wisp", "Fireball"), draw_effect=estimate([-0.0, 0.0], 0.0))
    found = frames.card_frame(statistics)
    assert found["draw_effect"].tolist() == [0, 0]
    assert not has_negative_zeros(found)
    assert found["drawn"].dtype.kind == "i"
