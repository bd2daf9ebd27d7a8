"""The command `evometa`. It imports next to nothing itself, so that Ctrl-C is understood from the first moment on."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as type checkers know it; the module that has it takes a moment to import
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command, that of the process or the one given. Ctrl-C ends it with one line and exit code 130."""
    if (sys.argv[1:] if arguments is None else [*arguments]) == ["--version"]:
        from evometa import __version__

        print(f"evometa {__version__}")  # which needs nothing else
        sys.exit(0)
    try:
        from evometa.app.ctrl_c import FAREWELL, INTERRUPTED, watch_ctrl_c

        with watch_ctrl_c():
            from evometa.app.commands import run_command

            run_command(arguments)
    except KeyboardInterrupt:
        from evometa.app.ctrl_c import FAREWELL, INTERRUPTED

        print(FAREWELL, file=sys.stderr)
        sys.exit(INTERRUPTED)


def start() -> None:
    """Be the process: run its command, and then end, which a late Ctrl-C does not disturb."""
    try:
        try:
            main()
        finally:
            from evometa.app.ctrl_c import end_process

            end_process(sys.exc_info()[1])
    except KeyboardInterrupt:  # a second one, while the first was being told
        from evometa.app.ctrl_c import FAREWELL, leave

        leave(FAREWELL)


if __name__ == "__main__":
    start()
