"""A program that answers like a worker of the input fuzz, but does what it is told: hang, die, take memory, or end."""

from __future__ import annotations

import json
import os
import sys
import time


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)["target"]
        if order == "hang":
            while True:
                pass
        if order == "wait":
            time.sleep(60)
        if order == "die":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(3)
        peak = 1 << (31 if order == "eat" else 20)
        print(json.dumps({"target": order, "code": 0, "peak": peak}), flush=True)


if __name__ == "__main__":
    main()
