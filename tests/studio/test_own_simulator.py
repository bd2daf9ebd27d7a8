"""The studio with a simulator of one's own: every page opens, and the bench answers."""

import re
import shutil
from pathlib import Path

import pytest
from nicegui.testing import User
from tests.studio.simulation import press, simulate, texts_of, wait_until
from tests.unit.games.outside.conftest import EXAMPLES, METAGAME
from tests.unit.games.outside.test_laboratory import FOREIGN

from evometa.games.outside import loading
from evometa.games.registry import GAMES
from evometa.studio.pages import PAGES
from evometa.studio.state import Studio


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a metagame of the example."""
    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setitem(GAMES, "duel", GAMES["hearthstone"])  # so that it is not known any more when the test ends
    del GAMES["duel"]
    shutil.copy(EXAMPLES / "duel.py", tmp_path)
    (tmp_path / "lines.toml").write_text(METAGAME.format(game="duel"), encoding="utf-8")
    return tmp_path


def test_the_bench_answers(folder: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/bench?metagame=lines.toml")
        await wait_until(lambda: "A typical match-up is" in " ".join(texts_of(user)))
        press(user, "Lower life of Ox")
        await wait_until(lambda: "A typical match-up was" in " ".join(texts_of(user)))
        assert "Ox: life 7 -> 6" in texts_of(user)

    simulate(folder, scenario, game=loading.load_file(folder / "duel.py"))


@pytest.mark.parametrize("path", [page.path for page in PAGES])
def test_pages_know_no_other_game(path: str, folder: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open(path)
        await wait_until(lambda: len(texts_of(user)) > 2)
        found = re.findall(FOREIGN, "\n".join(texts_of(user)))
        assert not found, texts_of(user)

    simulate(folder, scenario, game=loading.load_file(folder / "duel.py"))
