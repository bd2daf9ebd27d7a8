"""How the house is built: no ring of modules inside a package, and no folder in which nobody finds anything."""

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import evometa

ROOT = Path(evometa.__file__).parent
PACKAGES = sorted(folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").is_file())
MOST_MODULES = 16
PROTOCOLS = {"evometa.games.game"}  # of which all else is a part: it names types that know it, and imports none of them
RINGS: set[str] = set()  # packages that still have a ring
WIDE: set[str] = set()  # folders that are still too wide


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_modules(folder: Path) -> dict[str, set[str]]:
    """The modules of a folder, and which of them each one imports, anywhere in it and for whatever reason."""
    files = {name_of(path): path for path in folder.rglob("*.py")}
    return {name: set(list_imports(path, files)) - {name} for name, path in files.items()}


def list_imports(path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield from [name for name in (full, node.module) if name in files][:1]


def find_ring(modules: Mapping[str, set[str]]) -> list[str]:
    """Modules of which each imports the one before it, or nothing."""
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_ring_is_found_wherever_an_import_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "evometa" / "mine"
    package.mkdir(parents=True)
    (package / "one.py").write_text("from evometa.mine import two\n", encoding="utf-8")
    (package / "two.py").write_text("def late():\n    from evometa.mine.one import x\n", encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path / "evometa")
    assert set(find_ring(read_modules(package))) == {"evometa.mine.one", "evometa.mine.two"}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_has_a_ring(package: str) -> None:
    modules = read_modules(ROOT / package)
    ring = find_ring({name: imported - PROTOCOLS for name, imported in modules.items()})
    assert not ring or package in RINGS, " <- ".join(ring)


def test_no_folder_is_too_wide() -> None:
    folders = {path.parent for path in ROOT.rglob("*.py")} - {ROOT}
    wide = {str(folder.relative_to(ROOT)) for folder in folders if len(list(folder.glob("*.py"))) > MOST_MODULES}
    assert wide <= WIDE


LABORATORY = ("metagame", "balance", "search", "experiments", "story", "studio")
OF_A_GAME = ("experiments/paper/", "studio/pages/watch/")  # the paper's game, and what shows positions
TERMS = re.compile(r"hero.?power|(?<![a-z])mana(?!g)|minion|weapon|(?<!import )secret(?!s\.token)", re.I)


def test_the_laboratory_speaks_of_no_game() -> None:
    """What games have in common has other words: cards, costs, players; what is a game's own, the game names."""
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}
    of_all = [name for name in texts if name.startswith(LABORATORY) and not name.startswith(OF_A_GAME)]
    assert len(of_all) > 100
    assert [f"{name}: {line}" for name in of_all for line in texts[name].splitlines() if TERMS.search(line)] == []
