"""Links of the documentation lead somewhere, to the right heading too, and pages that messages name are on the site."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.docs.pages import DOCS, PROJECT

import evometa

PACKAGE = Path(evometa.__file__).parent
PAGES = [*sorted(PROJECT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
NAMED = re.compile(r'page "([^"]+)" of the documentation')


def read_prose(page: Path) -> str:
    """A page without what is code."""
    return CODE.sub("", page.read_text(encoding="utf-8"))


def anchors_of(page: Path) -> set[str]:
    """The names under which the headings of a page can be reached: GitHub and the site agree on them."""
    blocks = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower() for title in HEADING.findall(blocks)]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


def find_broken(page: Path) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for target in LINK.findall(read_prose(page)):
        name, _, anchor = target.partition("#")
        place = page.parent / name if name else page
        if target.startswith("https://"):
            continue
        if not place.exists() or (anchor and anchor not in anchors_of(place)):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert list(find_broken(page)) == []


def test_links_that_lead_nowhere_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# What `it` is, and [how](page.md)\n\n[a](#what-it-is-and-how) [b](#what) [c](page.md) [d](gone.md) "
        "[e](https://example.org/gone) `[f](code.md)`\n```sh\n[g](code.md)\n```\n",
        encoding="utf-8",
    )
    assert list(find_broken(page)) == ["#what", "gone.md"]


# --- what the package says --------------------------------------------------------------------------


def read_messages() -> Iterator[tuple[Path, str]]:
    """Every text of the package that is no docstring."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parents = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
        docstrings = {id(node.body[0].value) for node in parents if node.body and isinstance(node.body[0], ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield path, node.value
    for path in sorted(PACKAGE.rglob("templates/*")):
        yield path, path.read_text(encoding="utf-8")


def test_messages_name_pages_by_their_titles_and_these_are_on_the_site() -> None:
    """A wheel has no folder `docs`, so a path into it would lead nowhere."""
    messages = list(read_messages())
    named = {title for _, text in messages for title in NAMED.findall(text)}
    titles = {page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for page in DOCS.rglob("*.md")}
    assert named
    assert named <= titles
    assert [path.name for path, text in messages if re.search(r"docs/[\w/-]+\.md", text)] == []
