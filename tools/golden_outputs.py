"""What evometa says, kept for a comparison: `python -m tools.golden_outputs FOLDER`, before a change and after it.

Every command is run with small settings and fixed seeds, as a table, as JSON and as CSV; of every kind of run also the
page, the export and what a notebook shows. `diff -r BEFORE AFTER` then shows every word that has changed. What differs
from day to day (times, speeds, folders) is replaced.
"""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SEEN = """deck,opponent,games,wins
Exp1 Hunter (Aggro),Exp1 Paladin (Control),1200,430
Exp1 Warlock (Control),Exp1 Paladin (Control),800,390
"""
SMALL_SEEN = """deck,opponent,games,wins
Exp1 Hunter (Aggro),Exp2 Paladin (Control),1200,430
"""
META = "--players fair --games 60"
SMALL = "--again-games 40 --again-size 4 --audit-games 200 --audit-size 4 --explain-games 100 --pilot-games 40"
LINES = f"""
list: list
meta: meta paper-small {META}
meta-crossed: meta paper-small --cross-players --games 20
meta-skills: meta paper-small --skills --games 20
cards: cards "Exp1 Paladin (Control)" --in paper-six {META}
what-if: what-if paper-six {META} --change "Consecration cost +1"
what-if-observed: what-if paper-six {META} --change "Consecration cost +1" --observed seen.csv
compare: compare paper-six {META} --observed seen.csv
explain: explain paper-small {META} --change "Consecration cost +1" --change "Wisp attack +1"
ladder: ladder random greedy fair-control --decks random:9 --games 72
balance-model: balance paper-small --quick --players greedy --explain-games 100 --pilot-games 40
balance-observed: balance paper-small --quick --players greedy --observed small.csv --explain-games 0 --pilot-games 0
balance-two: balance paper-small --quick --players greedy,random --explain-games 100 --pilot-games 0
balance-nsga2: balance paper-small --algorithm nsga2 --players fair --population 12 --generations 3 --games 20 {SMALL}
balance-ga: balance paper-small --algorithm ga --players fair --population 12 --generations 3 --games 20 {SMALL}
nerfs: nerfs "Exp2 Paladin (Control)" --in paper-small --players fair --games 40 --pilot-games 20
decks: decks --class paladin --against paper-small --players fair --player control --algorithm map-elites \
--evaluations 60 --games 12 --again-games 12 --audit-games 40 --finalists 3 --pilot-games 20 --first 20 --batch 10
respond: respond paper-small --players fair --patch patch.toml --max-games 1000 \
--audit-games 40 --table-games 60 --pilot-games 20 --finalists 2 --class paladin --class hunter
evolve: evolve paper-small --players greedy --max-games 6000 --class hunter --class paladin --check-games 1000 \
--audit-games 100
tiers: tiers --players greedy --games 3000
tune: tune --rounds 1 --games 200 --decks random:9
paper: paper --scale 0.004
"""
RUNS = ("balance", "nerfs", "decks", "respond", "evolve", "tiers", "tune", "paper")
PATCH = "[change.CS2_093]\ncost = 1\n"
NOTEBOOK = """
import sys, evometa
from pathlib import Path
for folder in sorted(Path("runs").glob("*")):
    run = evometa.open_run(folder)
    print("=====", folder.name, repr(run)); print(run._repr_html_())
    for name in ("evaluations", "baseline", "front", "audits", "chosen", "explanation", "pilots", "cards", "map",
                 "answers", "rounds", "table"):
        try:
            print("---", name); print(getattr(run.frames, name).to_csv())
        except AttributeError as error:
            print(type(error).__name__, error)
result = evometa.play("paper-small", games=60, progress=False)
print(result._repr_html_())
for name in ("matrix", "low", "high", "match_ups", "seats", "against_meta", "nash", "balance"):
    print("---", name); print(getattr(result, name).to_csv())
print(result.cards("Exp1 Hunter (Aggro)").to_csv())
changed = evometa.what_if("paper-six", "Consecration cost +1", games=60, observed="seen.csv", progress=False)
print(changed._repr_html_())
for name in ("change", "low", "high", "against_meta", "observed"):
    print("---", name); print(getattr(changed, name).to_csv())
explained = evometa.explain("paper-small", ["Consecration cost +1", "Wisp attack +1"], games=60, progress=False)
print(explained._repr_html_()); print(explained.changes.to_csv()); print(explained.against_meta.to_csv())
"""


def main(target: Path, names: Sequence[str]) -> None:
    """Run everything, or what is named, in a folder, and write what it said beside it."""
    work = target / "work"
    work.mkdir(parents=True, exist_ok=True)
    (work / "seen.csv").write_text(SEEN, encoding="utf-8")
    (work / "small.csv").write_text(SMALL_SEEN, encoding="utf-8")
    (work / "patch.toml").write_text(PATCH, encoding="utf-8")
    for line in LINES.replace("\\\n", "").strip().splitlines():
        name, _, words = line.partition(": ")
        arguments = shlex.split(words)
        if names and name not in names:
            continue
        if arguments[0] in RUNS:
            keep_run(target, work, name, arguments)
        else:
            keep(target / f"{name}.txt", work, arguments)
            if name != "list":
                keep(target / f"{name}.json", work, [*arguments, "--json"])
                keep(target / f"{name}.csv", work, [*arguments, "--csv"])
                keep(target / f"{name}.out.txt", work, [*arguments, "--out", f"out-{name}"])
                keep_page(target / f"{name}.page.txt", work / f"out-{name}")
    keep(target / "runs.txt", work, ["runs"])
    for command in ("", "meta", "what-if", *RUNS, "studio"):
        keep(target / f"help-{command}.txt", work, [*command.split(), "--help"])
    said = subprocess.run([sys.executable, "-c", NOTEBOOK], cwd=work, capture_output=True, text=True, check=False)
    (target / "notebook.txt").write_text(read_page(clean(said.stdout + said.stderr)), encoding="utf-8")


def keep_run(target: Path, work: Path, name: str, arguments: list[str]) -> None:
    """A run: what it says at its end, when it is shown again, as JSON, as an export and as a page."""
    folder = f"runs/{name}"
    keep(target / f"{name}.txt", work, [*arguments, "--out", folder])
    keep(target / f"{name}.again.txt", work, ["resume", folder])
    keep(target / f"{name}.json", work, ["resume", folder, "--json"])
    keep(target / f"{name}.report.txt", work, ["report", folder])
    keep_page(target / f"{name}.page.txt", work / folder)
    keep(target / f"{name}.export.txt", work, ["export", folder, "--to", f"{name}.csv"])
    if (work / f"{name}.csv").exists():
        (work / f"{name}.csv").rename(target / f"{name}.export.csv")


def keep(target: Path, work: Path, arguments: list[str]) -> None:
    """What a command prints, with its exit code."""
    command = [sys.executable, "-m", "evometa.app.main", *arguments]
    told = subprocess.run(
        command, cwd=work, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "100"}
    )
    target.write_text(clean(f"{told.stdout}\n--- exit {told.returncode}\n{told.stderr}"), encoding="utf-8")


def keep_page(target: Path, folder: Path) -> None:
    """The words of a page, and which files lie beside it."""
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    pages = list(folder.glob("*.html"))
    told = "\n".join(read_page(path.read_text(encoding="utf-8")) for path in pages)
    target.write_text("\n".join([*files, clean(told)]), encoding="utf-8")


def read_page(text: str) -> str:
    """The words of some HTML, a line for each row, paragraph and heading."""
    text = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", text)
    text = re.sub(r"</(t[dh])>\s*", " | ", text)
    text = re.sub(r"<(?!/?(b|em|i|a|span|strong|small|code|var|sub|tspan)\b)[^>]*>", "\n", text)
    lines = (" ".join(html.unescape(re.sub(r"<[^>]*>", "", line)).split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line) + "\n"


def clean(text: str) -> str:
    """What is the same every day."""
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?", "DATE", text)
    text = re.sub(r"[\d,.]+ (games/s|games a second)", "N games/s", text)
    text = re.sub(r'("games_per_second": )[\d.e]+', r"\1N", text)
    return text.replace(str(Path.cwd()), "HERE")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
