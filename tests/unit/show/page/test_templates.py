"""Templates alone write HTML. They are found wherever evometa is, and loaded when the first page is written."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from evometa.show.page import voice

ROOT = Path(__file__).parents[4]
PACKAGE = ROOT / "src" / "evometa"
PAGE, SVG = PACKAGE / "show" / "page", PACKAGE / "show" / "svg"
TEMPLATES = PAGE / "templates"
TAGS = (
    "a|abbr|article|aside|b|body|br|button|canvas|caption|code|col|colgroup|dd|details|div|dl|dt|em|fieldset|figcaption|"
    "figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|legend|li|link|main|mark|meta|nav|ol|option|"
    "p|path|pre|q|s|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|"
    "tfoot|th|thead|time|title|tr|u|ul|video"
)
HTML = re.compile(rf"</?(?:{TAGS})(?![\w-])|</?$|<!|&(?:#\w+|[a-zA-Z]\w*);", re.IGNORECASE)
MAKES_HTML = {"Html", "Markup"}


def html_in(source: str) -> Iterator[str]:
    """Texts of a module that hold HTML, and what it says is HTML although no template has made it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and HTML.search(node.value):
            yield f"line {node.lineno}: {node.value[:60]!r}"
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in MAKES_HTML and not is_blank(node):
            yield f"line {node.lineno}: {ast.unparse(node)[:60]}"


def is_blank(call: ast.Call) -> bool:
    """Whether all that is said to be HTML is white space."""
    return all(isinstance(each, ast.Constant) and not str(each.value).strip() for each in call.args)


@pytest.mark.parametrize(
    "source",
    [
        "x = '<p>text'",
        "x = f'{text}</td>'",
        "x = f'<{tag}>'",
        "x = f'</{tag}>'",
        "x = '<br>'",
        "x = f'<h2 id={name}>'",
        "x = 'a &amp; b'",
        "x = Html(text)",
        "x = Html(f'{text}')",
    ],
)
def test_the_search_finds_html(source: str) -> None:
    assert len(list(html_in(source))) == 1


@pytest.mark.parametrize("source", ["x = 'p < 0.001'", "x = '<evometa result>'", "x = Html('')", "x = 'a & b; c'"])
def test_the_search_leaves_texts_alone(source: str) -> None:
    assert list(html_in(source)) == []


def test_no_story_and_no_voice_writes_html() -> None:
    modules = sorted(path for name in ("show", "story") for path in (PACKAGE / name).rglob("*.py"))
    assert PAGE / "voice.py" in modules
    modules.remove(SVG / "elements.py")  # the one that writes SVG, and escapes all that it writes
    found = {str(path.relative_to(PACKAGE)): list(html_in(path.read_text(encoding="utf-8"))) for path in modules}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_no_template_leaves_text_unescaped() -> None:
    templates = sorted(TEMPLATES.glob("*.j2"))
    assert templates
    for path in templates:
        assert not re.search(r"\|\s*safe\b|autoescape", path.read_text(encoding="utf-8")), path.name


def test_a_value_that_a_template_lacks_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'subtitle' is undefined"):
        voice.render("report.html.j2", title="A title", sections=[], faces={}, footer="")


# --- where templates are --------------------------------------------------------------------------


def run_python(code: str, *places: Path) -> str:
    """What a new Python prints that finds modules in these places first."""
    start = f"import sys; sys.path[:0] = {[str(place) for place in places]}; "
    found = subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def test_templates_are_loaded_with_the_first_page() -> None:
    code = (
        "import evometa.notebook.laboratory; from evometa.show.page.voice import make_page; "
        "before = 'jinja2' in sys.modules; from evometa.story.blocks import Story; make_page(Story('', ())); "
        "print(before, 'jinja2' in sys.modules)"
    )
    assert run_python(code) == "False True"


def test_pages_can_be_made_from_a_zip_file(tmp_path: Path) -> None:
    archive = tmp_path / "evometa.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in [*PACKAGE.rglob("*.py"), *TEMPLATES.iterdir(), *(SVG / "templates").iterdir()]:
            packed.write(path, path.relative_to(PACKAGE.parent))
    code = (
        "import evometa; from evometa.show.page.voice import make_page; from evometa.story.blocks import Story; "
        "print(evometa.__file__, make_page(Story('A title', ())).html)"
    )
    printed = run_python(code, archive)
    assert printed.startswith(str(archive))
    assert "<h1>A title</h1>" in printed
    assert "@media print" in printed


def test_files_that_are_not_modules_are_installed_with_them() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["evometa"]
    installed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert TEMPLATES / "style.css" in files
    assert {path for path in files - installed if path.suffix != ".py"} == set()
