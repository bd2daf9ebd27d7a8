"""What axe-core finds on a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
A_MOMENT = 500  # milliseconds
BAD = ("serious", "critical")
RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"


def find_barriers(page: Page) -> list[str]:
    """What is in the way of somebody, and where: the rules that a page breaks badly.

    A page on which games come in is never still: what axe sees between a change and the frame that answers it is gone
    a moment later, and in nobody's way.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = _run_axe(page)
    if found:
        page.wait_for_timeout(A_MOMENT)
        again = _run_axe(page)
        found = [barrier for barrier in found if barrier in again]
    return found


def _run_axe(page: Page) -> list[str]:
    return [
        f"{found['id']}: {node['html'][:200]}"
        for found in page.evaluate(RUN)
        if found["impact"] in BAD
        for node in found["nodes"]
    ]
