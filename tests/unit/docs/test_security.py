"""The page on files from others: its limits are those of the code, and what it says of the code is so."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from evometa.balance.space_files import MOST_CHANGE
from evometa.games.compiled.cache_folders import PRIVATE
from evometa.games.hearthstone.decks.codes import MOST_COPIES
from evometa.input.fields import MOST_ENTRIES
from evometa.input.reading import MOST_BYTES, MOST_DEPTH, MOST_DIGITS, MOST_JSON_BYTES, MOST_PARTS
from evometa.input.shown_text import MOST_MESSAGE, MOST_NAME

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NETWORK = {
    "http",
    "urllib.request",
    "requests",
    "httpx",
    "aiohttp",
    "ftplib",
    "smtplib",
    "asyncio",
    "distributed",
    "dask",
}
CODE_FROM_DATA = {"eval", "exec", "compile", "__import__"}

LIMITS = {
    "a file of TOML or text": f"{MOST_BYTES >> 20} MB",
    "a JSON file: a saved position or a game log": f"{MOST_JSON_BYTES >> 20} MB",
    "levels of tables and lists inside each other": f"{MOST_DEPTH}",
    "parts of a name such as `change.Wisp.cost`": f"{MOST_PARTS}",
    "digits of a whole number": f"{MOST_DIGITS}",
    "entries of a list": f"{MOST_ENTRIES:,}",
    "copies that one entry of a deck asks for": f"{MOST_COPIES}",
    "how far a number of a card may change, either way": f"{MOST_CHANGE:,}",
    "letters of a name that are shown": f"{MOST_NAME}",
    "letters of a message": f"{MOST_MESSAGE:,}",
}


def test_the_limits_are_those_of_the_code() -> None:
    table = PAGE.partition("## Limits")[2].partition("## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE)
    assert dict(rows[1:]) == LIMITS


def test_the_cache_is_private() -> None:
    assert f"{PRIVATE:04o}" in PAGE


def names_used(path: Path) -> tuple[set[str], set[str]]:
    """The modules that a file imports, and the functions that it calls by a bare name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    imports |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    return imports, calls


SOURCES = sorted((ROOT / "src").rglob("*.py"))


def test_nothing_talks_to_a_network_but_the_cluster_that_somebody_names() -> None:
    """The studio answers a browser: it listens, waits for threads with asyncio, and asks nobody anything."""
    pages = set((ROOT / "src" / "evometa" / "studio").rglob("*.py"))
    talking = [path.name for path in SOURCES if names_used(path)[0] & NETWORK and path not in pages]
    assert talking == ["clusters.py"]
    assert all(names_used(path)[0] & NETWORK <= {"asyncio", "http"} for path in pages)
    for path in SOURCES:  # the name of this machine is all that others ask for
        used = set(re.findall(r"\bsocket\.\w+", path.read_text(encoding="utf-8")))
        assert used <= {"socket.gethostname"} or path.name == "clusters.py" or path.match("studio/server.py"), path


def test_nothing_makes_code_of_data_but_the_private_cache() -> None:
    for path in SOURCES:
        assert not names_used(path)[1] & CODE_FROM_DATA, path
    unpickling = [path.name for path in SOURCES if "pickle.load" in path.read_text(encoding="utf-8")]
    assert unpickling == ["code_cache.py"]


def test_the_readme_leads_to_the_page() -> None:
    assert "(docs/security.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
