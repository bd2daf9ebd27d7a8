"""How templates become HTML.

The templates are in the folder `templates`, and so are the style sheet and the scripts; those of charts are in theirs.
They escape all text that they are given, except for what is `Markup`: HTML that a template has made, or the SVG of a
chart. Jinja is imported when the first template is used.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from evometa.input.shown_text import show_lines

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

PARTS = "parts.html.j2"


def render(template: str, **values: object) -> str:
    """The HTML of a whole template, which no other template takes."""
    return _environment().get_template(template).render(values)


def render_part(name: str, *values: object) -> Markup:
    """The HTML of a part: what the macro of this name makes of the values."""
    macro: Callable[..., Markup] = getattr(_environment().get_template(PARTS).module, name)
    return macro(*values)


def _show_hidden(value: object) -> object:
    """What is hidden in a text is shown; HTML that a template has made has been through here already."""
    return value if hasattr(value, "__html__") or not isinstance(value, str) else show_lines(value)


def _digest(script: str) -> str:
    """The name by which a page allows this script and no other."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _environment() -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=ChoiceLoader([PackageLoader(__package__), PackageLoader("evometa.report.charts")]),
        autoescape=True,
        finalize=_show_hidden,
        undefined=StrictUndefined,  # a value that is missing is a mistake, not an empty text
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["digest"] = _digest
    return made
