"""The worked example of the page about card statistics is run, and its output compared."""

from tests.unit.docs.pages import DOCS, check_output, read_blocks, run_python

PAGE = DOCS / "card-statistics.md"


def test_the_example_prints_what_the_page_shows() -> None:
    names: dict[str, object] = {"__name__": PAGE.stem}
    *code, shown = read_blocks(PAGE)
    assert shown.note == "prints"
    printed = [run_python(block.text, names, PAGE) for block in code]
    check_output(shown.text, printed[-1])
