"""How templates become HTML.

The templates are in the folder `templates`, and so is the style sheet. They escape all text that they are given, except
for what is `Markup`: HTML that a template has made. Jinja is imported when the first template is used.
"""

from __future__ import annotations

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


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        finalize=_show_hidden,
        undefined=StrictUndefined,  # a value that is missing is a mistake, not an empty text
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
