"""Reports of runs: the page is valid and needs nothing else, and it says what the run has found."""

from __future__ import annotations

import re
import shlex
import tomllib
from html import unescape
from pathlib import Path

import pytest
import typer
from tests.unit.report.html_check import PageCheck
from tests.unit.report.made_up_runs import (
    CARDS,
    DECKS,
    make_audit,
    make_balance_run,
    make_genetic_run,
    make_nerf_run,
    make_paper_run,
    make_table_run,
)

from evometa.app.main import app
from evometa.experiments.balance.audit import UNCHANGED
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.input.errors import InputError
from evometa.report.pages.reproduction import command_of, needed_files
from evometa.report.pages.writing import write_report
from evometa.report.run_record import read_run
from evometa.store import RunError, create_run

MAKERS = {
    "front": make_balance_run,
    "genetic": make_genetic_run,
    "nerfs": make_nerf_run,
    "table": make_table_run,
    "paper": make_paper_run,
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of each kind of run."""
    root = tmp_path_factory.mktemp("runs")
    return {name: write_report(make(root / name)) for name, make in MAKERS.items()}


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def text_of(page: Path) -> str:
    """What a reader sees, without tags."""
    content = re.sub(r"<style>.*?</style>", "", read(page), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def report_with(folder: Path, finished: bool = True, **results: object) -> str:
    return text_of(write_report(make_balance_run(folder, results=results, finished=finished)))


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MAKERS)
def test_pages_are_valid_and_need_nothing_else(reports: dict[str, Path], kind: str) -> None:
    page = PageCheck(read(reports[kind]))
    assert page.mistakes == []
    assert len(page.pictures) == {"front": 2, "genetic": 1, "nerfs": 1, "table": 0, "paper": 7}[kind]


@pytest.mark.parametrize(
    ("html", "mistake"),
    [
        ("<p><b>text</p></b>", "is open"),
        ("<p>text", "not closed"),
        ('<p id="a"></p><p id="a"></p>', "twice"),
        ('<a href="#nowhere">text</a>', "no id nowhere"),
        ('<img src="https://example.org/a.png" alt="a picture of something">', "leads to https"),
        ('<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="">', "without a text"),
        ("<style>a { background: url(b.png) }</style>", "another file"),
    ],
)
def test_the_check_finds_mistakes(html: str, mistake: str) -> None:
    assert mistake in " ".join(PageCheck(html).mistakes)


@pytest.mark.parametrize("kind", MAKERS)
def test_pages_show_no_python(reports: dict[str, Path], kind: str) -> None:
    assert not re.search(r"\bnan\b|\bNone\b|\bTrue\b|\{'|inf\b", text_of(reports[kind]))


def test_pictures_are_files_too(reports: dict[str, Path]) -> None:
    found = {path.name for path in (reports["front"].parent / "figures").iterdir()}
    assert found == {"front.png", "front.svg", "history.png", "history.svg"}


def test_the_same_run_gives_the_same_page(reports: dict[str, Path], tmp_path: Path) -> None:
    again = write_report(reports["front"].parent, tmp_path / "elsewhere" / "page.html")
    assert again == tmp_path / "elsewhere" / "page.html"
    assert again.read_bytes() == reports["front"].read_bytes()
    assert (tmp_path / "elsewhere" / "figures" / "front.png").is_file()


def test_names_are_text_and_never_tags(tmp_path: Path) -> None:
    names = ("<script>alert(1)</script>", 'A "quoted" & odd one', "Third")
    page = write_report(make_balance_run(tmp_path / "run", decks=names))
    assert PageCheck(read(page)).mistakes == []
    assert names[0] in text_of(page)


# --- a balance run --------------------------------------------------------------------------------


def test_it_leads_with_what_a_designer_wants(reports: dict[str, Path]) -> None:
    said = text_of(reports["front"])
    headings = ("In short", "The metagame before and after", "The patch", "Patches worth considering", "The search")
    places = [said.index(f" {heading} ", said.index("How to reproduce it")) for heading in headings]
    assert places == sorted(places)
    assert "F falls from 0.720 to 0.046" in said
    assert "from 86:14 to 52:48" in said
    assert "0.034 to 0.058" in said


def test_it_tells_what_was_measured_again(reports: dict[str, Path]) -> None:
    assert "Then 6 of the best were measured again, from 400 each." in text_of(reports["front"])
    *_, row = re.findall(r"<tr[^>]*><th[^>]*>front 5</th>(.*?)</tr>", read(reports["front"]))
    assert re.findall(r"<td[^>]*>([^<]*)</td>", row)[:6] == ["44", "110", "14", "0.037", "0.041", "0.046"]


def test_the_patch_is_told_card_by_card_from_old_to_new(reports: dict[str, Path]) -> None:
    page = read(reports["front"])
    assert re.search(r"<th[^>]*>Power Word: Shield</th><td>cost 3 → 4, attack 2 → 3", page)
    assert "14 cards, M 110 (55 unweighted)" in page


def test_both_matrices_have_all_decks_and_the_same_order(reports: dict[str, Path]) -> None:
    tables = re.findall(r'<table class="cells">.*?</table>', read(reports["front"]))
    orders = [re.findall(r'<th scope="row">([^<]*)</th>', table) for table in tables]
    assert orders == [[DECKS[2], DECKS[1], DECKS[0]]] * 2
    assert ">86<small>±1 ▲</small>" in tables[0]
    assert ">52<small>±1 ▲</small>" in tables[1]


def test_claims_below_the_noise_floor_are_marked(reports: dict[str, Path]) -> None:
    rows = re.findall(r"<tr[^>]*><th[^>]*>(front \d|unchanged)</th><td[^>]*>\d+</td>(.*?)</tr>", read(reports["front"]))
    noisy = {name for name, row in rows if "below the noise floor" in row}
    assert len(rows) == 7
    assert noisy == {"front 5", "front 6"}


def test_the_genetic_run_has_its_history_with_the_baseline(reports: dict[str, Path]) -> None:
    page = read(reports["genetic"])
    (picture,) = PageCheck(page).pictures
    assert {"average", "minimum", "maximum", "before any change", "noise floor"} <= texts_in(picture)
    assert "Before any change F is 0.720" in page


def test_the_front_is_shown_as_searched_and_as_audited_with_what_was_given(reports: dict[str, Path]) -> None:
    front = PageCheck(read(reports["front"])).pictures[0]
    assert {"as searched", "as audited", "Pareto front", "given at the start", UNCHANGED, "exp1 best"} <= texts_in(
        front
    )


def texts_in(picture: str) -> set[str]:
    return {unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", picture)}


def test_runs_stand_beside_each_other(reports: dict[str, Path], tmp_path: Path) -> None:
    guided = find_preset("paper-2").change({"guide": "wrd", "guide_top": 5})
    told = {"audits": [make_audit("front 1", 3, 0.1, 100)], "guide": {"by": "wrd", "games": 1_000_000, "decks": []}}
    other = make_balance_run(tmp_path / "guided", guided, results=told)
    page = write_report(reports["front"].parent, tmp_path / "page.html", beside=[other])
    assert PageCheck(read(page)).mistakes == []
    rows = dict(re.findall(r"<th[^>]*>(front|guided)</th>(.*?)</tr>", read(page)))
    assert "WRD, 5 cards" in rows["guided"]
    games = [int(re.findall(r">([\d,]+)</td>", rows[name])[0].replace(",", "")) for name in ("front", "guided")]
    assert games[1] == games[0] + 1_000_000, "those of the guide count, too"
    assert "M up to 100" in text_of(page)
    assert "0.200 (0.188 to 0.212)" in rows["guided"]
    assert "0.161 (0.149 to 0.173)" in rows["front"]
    assert "as audited, guided" in texts_in(PageCheck(read(page)).pictures[0])


# --- runs that have not come that far -------------------------------------------------------------


def test_a_run_without_audits_tells_what_it_has(tmp_path: Path) -> None:
    said = report_with(tmp_path / "run", finished=False, audits=None, chosen=None, final=None)
    assert "The run was interrupted" in said
    assert "No patch has been audited yet" in said
    assert "The metagame as it is" in said


def test_a_run_that_has_only_begun_has_a_report(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", BalanceSettings().to_json()):
        page = write_report(tmp_path / "run")
    assert PageCheck(read(page)).mistakes == []
    assert "still going on" in text_of(page)
    assert "has not measured anything yet" in text_of(page)


def test_a_run_that_found_nothing_better_says_so(tmp_path: Path) -> None:
    assert "it recommends no change" in report_with(tmp_path / "run", chosen=0)


def test_a_patch_that_may_be_chance_is_told_as_such(tmp_path: Path) -> None:
    audits = [make_audit(UNCHANGED, 0, 0.36, 0), make_audit("front 1", 44, 0.355, 10)]
    assert "The intervals overlap: this may be chance" in report_with(tmp_path / "run", audits=audits)


@pytest.mark.parametrize("kind", ["nerfs", "paper", "table"])
def test_other_kinds_that_have_only_begun_have_a_report(kind: str, tmp_path: Path) -> None:
    with create_run(tmp_path / "run", kind, {"deck": DECKS[0], "metagame": "paper-six"}) as run:
        run.finish()
    assert PageCheck(read(write_report(tmp_path / "run"))).mistakes == []


# --- cards ----------------------------------------------------------------------------------------


def test_cards_are_ranked_by_what_their_change_does(reports: dict[str, Path]) -> None:
    said = text_of(reports["nerfs"])
    assert f"{DECKS[1]} relies most on {CARDS[0]}" in said
    cards = read(reports["nerfs"]).partition('id="cards"')[2]
    rows = re.findall(r'<th scope="row">([^<]*)</th>', cards.partition("</table>")[0])
    assert set(rows) == set(CARDS)
    assert (rows[0], rows[-1]) == (CARDS[0], CARDS[6])  # the last one had nothing to change


def test_buffs_are_ranked_the_other_way_round(tmp_path: Path) -> None:
    page = write_report(make_nerf_run(tmp_path / "run", amount=-1))
    assert f"{DECKS[1]} gains most by {CARDS[0]} (+5.2 points)" in text_of(page)
    assert "changed by \N{MINUS SIGN}1 cost" in text_of(page)


def test_correlations_come_with_intervals_and_a_verdict(reports: dict[str, Path]) -> None:
    said = text_of(reports["nerfs"]).replace("\N{MINUS SIGN}", "-")
    assert re.search(r"WRP and WRN: Pearson's correlation is -0\.\d\d \(-0\.\d\d to -0\.\d\d\), more than chance", said)
    (picture,) = PageCheck(read(reports["nerfs"])).pictures
    assert CARDS[0] in texts_in(picture)
    assert {"win rate when played (WRP), %", "win rate when drawn (WRD), %"} <= texts_in(picture)


# --- the paper ------------------------------------------------------------------------------------


def test_published_numbers_stand_beside_ours(reports: dict[str, Path]) -> None:
    overview = read(reports["paper"]).partition("</table>")[0]
    rows = dict(re.findall(r"<th[^>]*>Experiment 1:[^<]*</th><td>([^<]*)</td>(.*?)</tr>", overview))
    assert '<td class="number">0.0062</td>' in rows["lowest F that the search saw"]
    assert '<td class="number">0.063</td><td class="number">0.008 (' in rows["the same individual, played again"]
    assert "negative" in overview


def test_parts_of_the_paper_have_their_own_reports_inside(reports: dict[str, Path]) -> None:
    page = read(reports["paper"])
    assert 'id="experiment-1-patch"' in page
    assert 'id="experiment-3-cards"' in page
    assert "As published" in page.partition('id="part-table"')[2]
    names = {path.stem for path in (reports["paper"].parent / "figures").glob("*.svg")}
    assert {"front", "experiment-1-history", "experiment-2-47-front", "experiment-3-correlations"} <= names


# --- doing it again -------------------------------------------------------------------------------


def test_the_settings_file_gives_the_same_settings(reports: dict[str, Path]) -> None:
    record = read_run(reports["front"].parent)
    files = dict(needed_files(record))
    settings = tomllib.loads(files["settings.toml"])
    assert settings.pop("include") == ["exp1-best.toml"]
    assert files["exp1-best.toml"] == "[changes]\n"
    wanted = find_preset("paper-2").change({"seed": 7})
    assert BalanceSettings.from_json(settings) == wanted
    assert command_of(record) == "evometa balance --settings settings.toml"


def test_the_command_of_a_scan_has_its_options(reports: dict[str, Path]) -> None:
    command = command_of(read_run(reports["nerfs"].parent))
    assert command.startswith("evometa nerfs 'Exp1 Paladin (Control)' --in paper-six ")
    assert "--players paper" in command
    assert "--allow-zero" not in command


@pytest.mark.parametrize("kind", MAKERS)
def test_commands_exist_and_have_these_options(reports: dict[str, Path], kind: str) -> None:
    _, name, *words = shlex.split(command_of(read_run(reports[kind].parent)))
    commands = typer.main.get_group(app).commands
    known = {option for each in commands[name].params for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_folders_of_the_user_stay_out_of_the_report(tmp_path: Path) -> None:
    settings = BalanceSettings(metagame=str(tmp_path / "mine.toml"))
    page = write_report(make_balance_run(tmp_path / "run", settings))
    assert str(tmp_path) not in read(page)
    assert "mine.toml" in text_of(page)


# --- bad input ------------------------------------------------------------------------------------


def test_a_folder_that_is_not_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is not a run"):
        write_report(tmp_path)


def test_a_kind_of_another_version_is_refused(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "tournament", {}).close()
    with pytest.raises(InputError, match=r"no report for a run of the kind 'tournament'.*balance"):
        write_report(tmp_path / "run")


def test_only_balance_runs_stand_beside_each_other(reports: dict[str, Path]) -> None:
    with pytest.raises(InputError, match="only balance runs can be compared"):
        write_report(reports["front"].parent, beside=[reports["nerfs"].parent])


def test_a_place_that_cannot_be_written_is_refused(reports: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written there"):
        write_report(reports["table"].parent, tmp_path / "file" / "page.html")
