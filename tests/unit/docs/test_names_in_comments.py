"""Comments and docstrings lead to files and modules that exist."""

import ast
import importlib
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import evometa

ROOT = Path(__file__).parents[3]
PACKAGE = Path(evometa.__file__).parent
PACKAGES = sorted(folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").is_file())
SOURCES = [path for folder in ("src", "tests", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]
FILE_NAME = re.compile(r"[\w./-]*\w\.(?:py|md)\b")
MODULE_NAME = re.compile(rf"`((?:evometa\.)?(?:{'|'.join(PACKAGES)})(?!\.html)(?:\.\w+)+)")


def read_prose(source: str) -> Iterator[str]:
    """Every comment and every docstring."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield text


def is_file(name: str, near: Path) -> bool:
    """Is it a path from the project's or the package's folder, or a file of the same package as what names it?"""
    around = [folder for folder in near.parents if folder.parent in (PACKAGE, ROOT / "tests", ROOT / "tools", ROOT)]
    return any((folder / name).is_file() for folder in (ROOT, PACKAGE)) or any(around[0].rglob(name))


def is_name(dotted: str) -> bool:
    """Is it a module, or something in one?"""
    parts = dotted.removeprefix("evometa.").split(".")
    for n in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(["evometa", *parts[:n]]))
        except ModuleNotFoundError:
            continue
        for name in parts[n:]:
            found = getattr(found, name, None)
        return found is not None
    return False


def find_missing(path: Path) -> Iterator[str]:
    """What the comments and docstrings of a file name, though it does not exist."""
    for text in read_prose(path.read_text(encoding="utf-8")):
        missing = [name for name in FILE_NAME.findall(text) if not is_file(name, path)]
        missing += [dotted for dotted in MODULE_NAME.findall(text) if not is_name(dotted)]
        yield from (f"{path.relative_to(ROOT)}: {name}" for name in missing)


def test_what_comments_name_exists() -> None:
    assert len(SOURCES) > 100
    assert [name for path in SOURCES for name in find_missing(path)] == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    here = PACKAGE / "games" / "hearthstone" / "engine" / "state" / "stack.py"
    assert is_file("records.py", here)
    assert is_file("games/hearthstone/engine/state/references.py", here)
    assert not is_file("resolve.py", here)
    assert not is_file("equilibrium.py", here)  # of another package: it must be named with its folder
    assert is_name("games.records.Sums")
    assert not is_name("games.records.Totals")
