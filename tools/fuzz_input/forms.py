"""The forms that files have: how one is called, and how one is changed so that it is still almost right."""

from __future__ import annotations

import base64
import binascii
import json
import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass

from tools.fuzz_input.stored_runs import change_run
from tools.fuzz_input.texts import change_bytes, change_lines, splice
from tools.fuzz_input.trees import change_tree, format_json, format_toml

MOST_CHANGES = 4  # of one input


@dataclass(frozen=True)
class Form:
    """A form of file."""

    name: str
    ending: str  # of the names of files
    change: Callable[[bytes, random.Random], bytes]  # in its own terms
    blunt: float = 0.25  # how often its bytes are changed instead

    def make(self, seeds: list[bytes], source: random.Random) -> bytes:
        """An input: a valid file with a few changes, now and then with a part of another one."""
        content = source.choice(seeds)
        if source.random() < 0.05:
            content = splice(content, source.choice(seeds), source)
        for _ in range(source.randint(1, MOST_CHANGES)):
            change = change_bytes if source.random() < self.blunt else self.change
            content = change(content, source)
        return content


def _change_toml(content: bytes, source: random.Random) -> bytes:
    try:
        tree = tomllib.loads(content.decode())
    except (ValueError, RecursionError):
        return change_bytes(content, source)
    changed = change_tree(tree, source)
    text = format_toml(changed) if isinstance(changed, dict) else str(changed)
    return text.encode("utf-8", "surrogatepass")


def _change_json(content: bytes, source: random.Random) -> bytes:
    try:
        tree = json.loads(content)
    except (ValueError, RecursionError):
        return change_bytes(content, source)
    return format_json(change_tree(tree, source)).encode("utf-8", "surrogatepass")


def _change_code(content: bytes, source: random.Random) -> bytes:
    """Change what a deck code says, not how it says it."""
    try:
        packed = base64.b64decode(content, validate=True)
    except (ValueError, binascii.Error):
        return change_bytes(content, source)
    return base64.b64encode(change_bytes(packed, source))


TOML = Form("TOML", ".toml", _change_toml)
JSON = Form("JSON", ".json", _change_json)
LIST = Form("list", ".txt", change_lines)
CSV = Form("csv", ".csv", change_lines)
CODE = Form("code", ".code", _change_code, blunt=0.3)
RUN = Form("run", ".sqlite", change_run, blunt=0.1)
