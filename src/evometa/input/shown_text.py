"""Text from files, as people may see it: names, values and paths are data, whatever their characters are.

A name may hold control characters that a terminal would obey, marks that turn the direction of what follows, or
halves of characters that cannot be written at all. Wherever text is shown, these are shown as they would be written in
a file: `\\x1b`, `\\u202e`. Nothing else changes. Letters of all scripts stay, and so do the joiners that some need.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

MOST_NAME = 80  # letters of a name that are shown
MOST_MESSAGE = 8000  # letters of a whole message
MORE = "\N{HORIZONTAL ELLIPSIS}"

# Control characters, separators of lines, marks of direction and other signs without a shape, halves of characters,
# and what is no character at all.
HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
_HALVES = re.compile("[\ud800-\udfff]")  # of characters: no file can hold them


def show_line(text: str) -> str:
    """A text on one line, with all that is hidden in it: a path, or a part of a message."""
    return HIDDEN.sub(_show, text)


def show_lines(text: str) -> str:
    """A text of several lines, with all that is hidden in it."""
    return HIDDEN.sub(lambda found: found[0] if found[0] == "\n" else _show(found), text)


def show_name(name: str, most: int = MOST_NAME) -> str:
    """A name or a value on one line, with all that is hidden in it, cut if it is long."""
    shown = show_line(name[: most + 1])
    return shown if len(shown) <= most else shown[: most - 1] + MORE


def join_names(names: Iterable[str]) -> str:
    """Names with commas between them, each as `show_name` shows it."""
    return ", ".join(map(show_name, names))


def show_message(message: str) -> str:
    """A whole message, with all that is hidden in it; of one without end, the beginning and the end."""
    return _leave_out(show_lines(_leave_out(message)))  # again, since what is hidden takes more room when it is shown


def _leave_out(message: str) -> str:
    left_out = len(message) - MOST_MESSAGE
    if left_out <= 0:
        return message
    half = MOST_MESSAGE // 2
    return f"{message[:half]} {MORE} ({left_out:,} letters left out) {MORE} {message[-half:]}"


def write_halves(value: Any) -> Any:
    """A value that a file can hold: halves of characters in a text are written out, all else is as it is."""
    return _HALVES.sub(_show, value) if isinstance(value, str) else value


def _show(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


# --- inside the quotes of JSON and TOML -----------------------------------------------------------


def hide_in_json(text: str) -> str:
    """The same JSON with escapes for all that is hidden in it: read back, it is exactly what it was."""
    return _escape(text, lambda sign: re.sub("....", r"\\u\g<0>", sign.encode("utf-16-be", "surrogatepass").hex()))


def hide_in_toml(text: str) -> str:
    """The same TOML with escapes for all that is hidden in its quoted texts."""
    return _escape(text, lambda sign: f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}")


def _escape(text: str, write: Callable[[str], str]) -> str:
    return HIDDEN.sub(lambda found: found[0] if found[0] == "\n" else write(found[0]), text)
