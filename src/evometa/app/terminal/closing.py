"""What is to be closed when a command ends."""

from __future__ import annotations

from contextlib import ExitStack

AT_END = ExitStack()
