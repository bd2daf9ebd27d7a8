"""Legends of Code and Magic with every command of the laboratory, by real games; no word of another game is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from evometa.app.main import main

FOREIGN = re.compile(r"hearthstone|minion|hero power|\bsecrets?\b|weapon|\bdust\b|skilled|taunt|exp1", re.I)
CHANGE = ("--change", "Venom Hedgehog attack -2", "--change", "Rune Axe cost +1")
GREEDY = ("--players", "greedy")
FEW = ("--games", "12", "--again-games", "12", "--audit-games", "20", "--pilot-games", "20")
BALANCE = (
    *("--algorithm", "nsga2", "--population", "8", "--generations", "4", "--games", "20", "--again-games", "20"),
    *("--again-size", "4", "--audit-games", "100", "--audit-size", "3", "--explain-games", "40", "--pilot-games", "20"),
)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("meta", "locm-drafts", "--games", "40"), "Draft 3"),
        (("meta", "locm-drafts", "--games", "20", "--skills"), "planner"),
        (("cards", "Draft 1", "--in", "locm-drafts", "--games", "40", *GREEDY), "Rune Axe"),
        (("what-if", "locm-drafts", "--games", "40", *CHANGE, *GREEDY), "Venom Hedgehog: attack"),
        (("explain", "locm-drafts", "--games", "40", *CHANGE, *GREEDY), "What each change buys"),
        (("balance", "locm-drafts", *BALANCE, *GREEDY), "The audited patches"),
        (("nerfs", "Draft 1", "--in", "locm-drafts", "--games", "20", "--pilot-games", "20", *GREEDY), "Rune Axe"),
        (
            (
                "decks",
                "--against",
                "locm-drafts",
                "--player",
                "greedy",
                *GREEDY,
                "--algorithm",
                "map-elites",
                "--quick",
                "--evaluations",
                "100",
                *FEW,
            ),
            "The best deck",
        ),
        (
            (
                "decks",
                "--against",
                "locm-drafts",
                "--player",
                "greedy",
                *GREEDY,
                "--max-games",
                "3000",
                "--audit-games",
                "20",
                "--pilot-games",
                "20",
            ),
            "The best deck",
        ),
        (
            ("respond", "locm-drafts", *CHANGE, *GREEDY, "--max-games", "1000", "--table-games", "20", *FEW[4:]),
            "Draft 2",
        ),
        (("tiers", "--games", "800", *GREEDY), "The best 10 of 160 cards"),
        (("ladder", "random", "greedy", "--games", "40", "--decks", "random:4"), "The ladder"),
        (
            (
                "tune",
                "--start",
                "greedy",
                "--decks",
                "random:4",
                "--games",
                "200",
                "--rounds",
                "1",
                "--compare-games",
                "20",
                "--audit-games",
                "20",
            ),
            "greedy",
        ),
        (("card", "--all"), "Emperor Nightmare"),
        (("deck", "Draft 1"), "Rune Axe"),
        (("apply", "patch.toml"), "Rune Axe"),
        (("list",), "locm-four"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_every_command_works(
    words: Sequence[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    (tmp_path / "patch.toml").write_text('[change]\n"Rune Axe" = { cost = 1 }\n', encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        main([*words, "--game", "locm"])
    printed, errors = capsys.readouterr()
    assert not end.value.code, errors
    pages = "".join(page.read_text(encoding="utf-8") for page in tmp_path.rglob("report.html"))
    text = re.sub(r"<script.*?</script>|<style.*?</style>|<[^>]+>", " ", pages, flags=re.DOTALL)
    assert said in printed
    about_it = printed.replace("hearthstone  Hearthstone", "") if words[0] == "list" else printed
    assert not FOREIGN.findall(about_it + text)
