"""Every command that shows names, with names that want to be more: they come out as text, and nothing breaks."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from tests.unit.app.hostile_names import (
    CARD,
    CARD_ID,
    CARD_NAME,
    LONG,
    METAGAME,
    NAMES,
    PATCH,
    PLAYER,
    check_clean,
    shows,
    write_hostile,
)
from tests.unit.app.runs.run_laboratory import TINY, RunLaboratory

from evometa.app.main import main
from evometa.input.shown_text import MOST_MESSAGE, show_name
from evometa.input.toml_text import quote_text
from evometa.store import create_run

PLACES = np.arange(60)  # more than there are decks in any batch
RATES = np.clip(0.55 + 0.1 * (PLACES - PLACES[:, None]), 0.05, 0.95)  # each beats those after it
SMALL_SEARCH = (
    *("--evaluations", "12", "--batch", "6", "--games", "20", "--again-games", "20"),
    *("--finalists", "1", "--audit-games", "20"),
)
SMALL_DECKS = (
    *("--algorithm", "map-elites", "--class", "paladin", "--against", "meta.toml", *SMALL_SEARCH),
    *("--largest", "2", "--remap-every", "6"),
)
SMALL_ANSWERS = (
    *("--class", "paladin", "--style", "player.toml", "--max-games", "1200"),
    *("--finalists", "1", "--audit-games", "20", "--table-games", "20"),
)


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    """A laboratory with planted games, and the metagame `meta.toml`, whose names are hostile."""
    laboratory = RunLaboratory.open(tmp_path, monkeypatch, capsys)
    laboratory.runner.rates = RATES
    monkeypatch.setenv("COLUMNS", "300")  # wide enough for all names
    write_hostile(tmp_path)
    return laboratory


def run(lab: RunLaboratory, *arguments: str, code: int = 0) -> str:
    """What a command prints, which holds nothing that a terminal would obey."""
    printed = lab.run(*arguments, code=code)
    check_clean(printed)
    check_clean(lab.said)
    assert "Traceback" not in lab.said
    return printed


def run_refused(lab: RunLaboratory, *arguments: str) -> str:
    """What is said about a mistake."""
    assert run(lab, *arguments, code=2) == ""
    return lab.said


def check_pictures(folder: Path, kinds: tuple[str, ...] = (".svg", ".png")) -> None:
    """All pictures were drawn, and are files that other programs can read."""
    pictures = sorted(folder.rglob("*.svg"))
    assert pictures
    for path in pictures:
        ElementTree.parse(path)  # a control character is no XML
        check_clean(path.read_text(encoding="utf-8"))
        assert all(path.with_suffix(kind).exists() for kind in kinds)


# --- the laboratory -------------------------------------------------------------------------------


def test_meta_shows_all_names(lab: RunLaboratory) -> None:
    printed = run(lab, "meta", "meta.toml", "--games", "20", "--out", "out")
    assert shows(printed, METAGAME)
    for name in NAMES:
        assert shows(printed, name)
    assert shows(printed, PLAYER[:12])  # the column is narrow
    check_pictures(lab.folder / "out")
    assert r"$\frac$ $x" in (lab.folder / "out" / "matrix.svg").read_text(encoding="utf-8")
    decks = pd.read_csv(lab.folder / "out" / "decks.csv")["deck"].tolist()
    assert decks == [
        *NAMES[:2],
        r"\x1b]0;evil\x07\x9b31m",
        r"\u202egnp.exe\u200b",
        NAMES[4],
        r"'=cmd()\none\ttwo\rthree",
    ]
    assert pd.read_parquet(lab.folder / "out" / "decks.parquet")["deck"].tolist() == NAMES  # which is no spreadsheet
    assert json.loads((lab.folder / "out" / "result.json").read_text(encoding="utf-8"))["decks"] == NAMES


def test_meta_for_other_programs_is_exact_and_harmless(lab: RunLaboratory) -> None:
    assert json.loads(run(lab, "meta", "meta.toml", "--games", "20", "--json"))["decks"] == NAMES
    rows = list(csv.reader(io.StringIO(run(lab, "meta", "meta.toml", "--games", "20", "--csv"))))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "\t", "\r"))]
    assert all(is_number(cell) for row in rows for cell in row if cell.startswith("-"))


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_every_player_with_every_deck(lab: RunLaboratory) -> None:
    printed = run(lab, "meta", "meta.toml", "--games", "2", "--cross-players", "--players", "fair")
    for name in (METAGAME, *NAMES):
        assert shows(printed, show_name(name)[:24])  # the column is narrow


def test_cards_shows_the_deck_and_its_cards(lab: RunLaboratory) -> None:
    printed = run(lab, "cards", NAMES[2], "--in", "meta.toml", "--games", "20", "--out", "out")
    assert shows(printed, NAMES[2])
    assert shows(printed, METAGAME)
    assert shows(printed, CARD)
    check_pictures(lab.folder / "out")


def test_what_if_shows_notes_and_decks(lab: RunLaboratory) -> None:
    printed = run(lab, "what-if", "meta.toml", "--patch", "patch.toml", "--games", "20", "--out", "out")
    assert shows(printed, f"{CARD}: cost")
    for name in (METAGAME, *NAMES):
        assert shows(printed, name)
    check_pictures(lab.folder / "out")


# --- runs -----------------------------------------------------------------------------------------

RUNS: dict[str, tuple[str, ...]] = {
    "balance": ("balance", "meta.toml", *TINY),
    "nerfs": ("nerfs", NAMES[0], "--in", "meta.toml", "--games", "20"),
    "decks": ("decks", *SMALL_DECKS),
    "respond": ("respond", "meta.toml", "--patch", "patch.toml", *SMALL_ANSWERS),
}


@pytest.mark.parametrize("kind", RUNS)
def test_runs_show_report_and_export_names(kind: str, lab: RunLaboratory) -> None:
    folder = Path("runs [bold] \x1b]0;evil\x07") / "one\ntwo"
    folder.parent.mkdir()
    printed = run(lab, *RUNS[kind], "--out", str(folder), "--no-report")
    assert shows(printed, CARD if kind in ("nerfs", "respond") else NAMES[0])
    assert shows(lab.said, r"runs [bold] \x1b]0;evil\x07/")
    assert r"[bold] \x1b]0;evil\x07/one\ntwo" in run(lab, "report", str(folder))
    page = (folder / "report.html").read_text(encoding="utf-8")
    check_clean(page)
    assert NAMES[0] in page
    check_pictures(folder / "figures", (".svg",))
    assert shows(run(lab, "runs", "."), r"runs [bold] \x1b]0;evil\x07/one\ntwo")
    assert json.loads(run(lab, "runs", ".", "--json"))["runs"][0]["run"] == str(folder)
    assert run(lab, "resume", str(folder), "--no-report") == printed
    if kind != "respond":  # which has no table
        run(lab, "export", str(folder), "--to", "table.csv")
        run(lab, "export", str(folder), "--to", "table.parquet")
        check_clean((lab.folder / "table.csv").read_text(encoding="utf-8"))
        assert len(pd.read_csv("table.csv")) == len(pd.read_parquet("table.parquet")) > 0


def test_the_list_shows_what_a_forged_run_says(lab: RunLaboratory) -> None:
    with create_run(lab.folder / "forged", "[/x]\x1b[2J", {"metagame": "x"}):
        pass
    printed = run(lab, "runs", ".")
    assert shows(printed, "[/x]\x1b[2J")
    assert "[/x]" in lab.refuse("report", "forged")
    check_clean(lab.said)


@pytest.mark.skipif(os.name == "nt", reason="file names are text on Windows")
def test_names_of_files_that_are_not_utf8(lab: RunLaboratory) -> None:
    strange = os.fsdecode(b"b\xff\xfe.toml")
    (lab.folder / "meta.toml").rename(lab.folder / strange)
    text = (lab.folder / strange).read_text(encoding="utf-8").split("\n", 1)[1]  # without a name of its own
    (lab.folder / strange).write_text(text, encoding="utf-8")
    assert r"b\udcff\udcfe" in run(lab, "meta", strange, "--games", "20", "--out", os.fsdecode(b"out\xff"))
    check_pictures(lab.folder / os.fsdecode(b"out\xff"))
    assert json.loads(run(lab, "meta", strange, "--games", "20", "--json"))["metagame"] == os.fsdecode(b"b\xff\xfe")
    run(lab, "meta", strange, "--games", "20", "--csv")
    assert r"none\udcff.toml" in run_refused(lab, "meta", os.fsdecode(b"none\xff.toml"))


# --- cards, decks and single games ----------------------------------------------------------------


def test_a_card_is_shown_listed_and_written(lab: RunLaboratory) -> None:
    overlay = ("--overlay", "overlay.toml")
    for more in ((), ("--addresses",)):
        assert shows(run(lab, "card", CARD_ID, *overlay, *more), CARD)
    assert shows(run(lab, "card", "--all", *overlay), CARD)
    assert json.loads(run(lab, "card", CARD_ID, *overlay, "--json"))["name"] == CARD
    assert CARD in [each["name"] for each in json.loads(run(lab, "card", "--all", *overlay, "--json"))]
    assert r"[/b]$\frac$=\x1b[2J" in run(lab, "card", "--all", *overlay, "--csv")


def test_a_deck_is_shown_and_converted(lab: RunLaboratory) -> None:
    for place, name in enumerate(NAMES):
        assert shows(run(lab, "deck", f"deck{place}.toml"), name)
        assert json.loads(run(lab, "deck", f"deck{place}.toml", "--json"))["name"] == name
        (lab.folder / "again.toml").write_text(run(lab, "deck", f"deck{place}.toml", "--to", "toml"), encoding="utf-8")
        assert json.loads(run(lab, "deck", "again.toml", "--json"))["name"] == name
    assert shows(run(lab, "deck", "deck1.toml", "--overlay", "overlay.toml"), CARD)


def test_apply_shows_and_writes_cards(lab: RunLaboratory) -> None:
    printed = run(lab, "apply", "patch.toml", "--overlay", "overlay.toml", "--out", "changed.toml")
    assert shows(printed, PATCH)  # which is cut
    assert LONG not in printed
    assert shows(printed, f"{CARD}: cost")
    assert json.loads(run(lab, "apply", "patch.toml", "--json"))["patch"] == PATCH
    assert json.loads(run(lab, "card", CARD_ID, "--overlay", "changed.toml", "--json"))["name"] == CARD


def test_play_tells_and_replays_a_game(lab: RunLaboratory) -> None:
    player = f'based_on = "random"\nname = {quote_text(PLAYER)}\noverlays = ["{lab.folder}/overlay.toml"]\n'
    (lab.folder / "player.toml").write_text(player, encoding="utf-8")
    players = ("--player-a", "player.toml", "--player-b", "player.toml")
    game = ("play", "deck2.toml", "deck3.toml", *players, "--seed", "4")
    printed = run(lab, *game, "--save", "log.json")
    for name in (NAMES[2], NAMES[3], PLAYER, CARD):
        assert shows(printed, name)
    assert shows(run(lab, "play", "--replay", "log.json"), NAMES[2])
    check_forged_log(lab)


def check_forged_log(lab: RunLaboratory) -> None:
    """A log whose JSON holds half a character in a name is refused, and the name can be printed all the same."""
    tree = json.loads(Path("log.json").read_text(encoding="utf-8"))
    tree["decks"][0]["name"] = "half \ud800"
    Path("log.json").write_text(json.dumps(tree), encoding="utf-8")
    assert r"half \ud800" in run_refused(lab, "play", "--replay", "log.json")


def test_the_console_repeats_what_it_is_told(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("add me [/x]\x1b[2J\nsave \x1b[2J.json\n\x9b31m\nquit\n"))
    printed = run(lab, "console", "--seed", "1")
    assert "> add me [/x]\\x1b[2J" in printed
    assert "Saved to \\x1b[2J.json." in printed
    assert "there is no command '\\x9b31m'" in printed


def test_the_console_refuses_what_is_no_text(lab: RunLaboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"add me \xff\n"), encoding="utf-8"))
    run(lab, "console", "--seed", "1", code=2)
    assert lab.said == "evometa: what was typed or piped in is not UTF-8 text\n"


# --- messages -------------------------------------------------------------------------------------

BAD_FILES: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "a field": lambda folder: write(folder, "\x1b]0;evil\x07[/x]", "1"),
    "a value": lambda folder: write(folder, "players", quote_text("\x1b]0;evil\x07[/x]\u202e")),
    "a path": lambda folder: write(folder, "rules", quote_text("\x1b]0;evil\x07[/x].toml")),
    "a list": lambda folder: write(folder, "cards", f"[{quote_text(chr(27) + '/' + chr(27) + ']0;evil[bold]')}]"),
    "no end": lambda folder: write(folder, "cards", quote_text("[/x]" + 100_000 * "\x1b")),
}


def write(folder: Path, field: str, value: str) -> tuple[str, ...]:
    """A metagame with a bad field."""
    lines = (folder / "meta.toml").read_text(encoding="utf-8").split("\n")
    kept = [line for line in lines if not line.startswith(f"{field} =")]
    (folder / "bad.toml").write_text("\n".join([f"{quote_text(field)} = {value}", *kept]), encoding="utf-8")
    return "meta", "bad.toml", "--games", "20"


@pytest.mark.parametrize("what", BAD_FILES)
def test_messages_show_what_was_found(what: str, lab: RunLaboratory) -> None:
    run(lab, *BAD_FILES[what](lab.folder), code=2)
    assert lab.said.startswith("evometa: ")
    assert r"\x1b" in lab.said
    assert "[/x]" in lab.said or "[bold]" in lab.said
    assert len(lab.said) < 5 * MOST_MESSAGE


def test_a_card_that_is_not_there(lab: RunLaboratory) -> None:
    run(lab, "card", f"{CARD_NAME[:-1]}\x1b[2J", "--overlay", "overlay.toml", code=2)
    run(lab, "what-if", "meta.toml", "--change", "\x1b[2J cost +1", code=2)
    run(lab, "cards", "\x1b[2J", "--in", "meta.toml", code=2)
    assert shows(lab.said, NAMES[3])  # one of those that it could be


def test_what_main_prints_is_clean_whoever_raised_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["meta", "\x1b]0;evil\x07/[/x].toml"])
    assert r"\x1b]0;evil\x07/[/x].toml" in capsys.readouterr().err
