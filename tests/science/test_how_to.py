"""The how-to pages do what they say. They play real games, so they are run compiled."""

from pathlib import Path

import pytest
from tests.unit.docs.pages import PAGES, check_page


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_page(page, tmp_path, monkeypatch)
