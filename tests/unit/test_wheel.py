"""The wheel is whole: what it installs works without the checkout, and no file of the package is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import evometa

PROJECT = Path(__file__).parents[2]
PACKAGE = PROJECT / "src" / "evometa"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that nothing is left in the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "src"):
        os.symlink(PROJECT / name, folder / name)
    command = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", command], cwd=folder, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_no_file_of_the_package_is_missing(wheel: Path) -> None:
    ours = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(wheel) as archive:
        assert ours - set(archive.namelist()) == set()


def test_what_it_installs_plays_a_metagame(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    script = "import evometa; print(evometa.__file__); from evometa.app.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "meta", "paper-small", "--players", "random", "--games", "2"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(str(tmp_path / "installed"))
    assert "win rate of the row's deck, %" in done.stdout


def test_version_citation_and_changes_are_of_the_same_release() -> None:
    citation, changes = ((PROJECT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "CHANGELOG.md"))
    assert f"\nversion: {evometa.__version__}\n" in citation
    assert f"\n## {evometa.__version__}" in changes
