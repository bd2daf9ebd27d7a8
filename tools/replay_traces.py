"""Replays recorded games: `python tools/replay_traces.py DIR [--json]`; `--help` lists the options."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that `tools` can be imported from anywhere

from tools.replay.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
