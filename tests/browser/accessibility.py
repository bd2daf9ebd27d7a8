"""What axe-core finds on a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
BAD = ("serious", "critical")
RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"


def find_barriers(page: Page) -> list[str]:
    """What is in the way of somebody, and where: the rules that a page breaks badly."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return [
        f"{found['id']}: {node['html'][:200]}"
        for found in page.evaluate(RUN)
        if found["impact"] in BAD
        for node in found["nodes"]
    ]
