"""A metagame from somebody who wants names to be markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PATIENCE
from tests.studio.server import Server

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.input.toml_text import quote_text

SCRIPT = "<script>window.hacked = 1</script>"
IMAGE = "<img src=x onerror='window.hacked = 2'>"
NAMES = [f"A {SCRIPT}", f"B {IMAGE}", "C \"'><svg onload=window.hacked=3> {{7*7}}"]
CARD = f"D {IMAGE}{{{{constructor.constructor('window.hacked=4')()}}}}"
CARD_ID = "CS2_093"  # which two of the decks play
DECKS = ("exp1_paladin_control", "exp1_paladin_aggro", "exp1_hunter_aggro")


def write_hostile(folder: Path) -> None:
    """A metagame with markup in the names of all that has a name, its files too."""
    cards = load_cards()
    (folder / "overlay.toml").write_text(f'[[card]]\nid = "{CARD_ID}"\nname = {quote_text(CARD)}\n')
    entries = []
    for number, (reference, name) in enumerate(zip(DECKS, NAMES, strict=True)):
        deck = load_deck(reference)
        ids = ", ".join(f'"{card}"' for card in deck.card_ids(cards))
        text = f'name = {quote_text(name)}\nclass = "{deck.klass}"\nstyle = {quote_text(SCRIPT)}\ncards = [{ids}]\n'
        (folder / f"deck{number}.toml").write_text(text)
        entries.append(f'[[deck]]\ndeck = "deck{number}.toml"\n')
    head = f'name = {quote_text(SCRIPT)}\nplayers = "novice"\noverlays = ["overlay.toml"]\n'
    (folder / "meta.toml").write_text(head + "".join(entries))
    (folder / "metagames").mkdir()
    (folder / "metagames" / "<img src=x onerror=window.hacked=5>.toml").write_text("[[")
    (folder / "runs" / "<img src=x onerror=window.hacked=7>").mkdir(parents=True)
    (folder / "patches").mkdir()
    (folder / "patches" / "a.toml").write_text(f"name = {quote_text(SCRIPT)}\n[change]\n{CARD_ID} = {{ cost = 1 }}\n")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hostile")
    write_hostile(folder)
    with Server(folder) as server:
        yield server.root


def is_hacked(page: Page) -> bool:
    return bool(page.evaluate("'hacked' in window"))


def test_names_on_the_page_of_a_metagame_are_texts(page: Page, address: str) -> None:
    page.goto(f"{address}/metagame?metagame=meta.toml")
    page.get_by_role("button", name=f"Cards of {NAMES[0]}").click()
    expect(page.get_by_role("heading", name=NAMES[0])).to_be_visible()
    expect(page.get_by_role("rowheader", name=CARD)).to_be_visible()
    page.get_by_role("combobox", name="Metagame").click()
    expect(page.get_by_role("option", name="onerror=window.hacked=5")).to_be_visible()
    assert not is_hacked(page)


def test_names_on_the_bench_are_texts(page: Page, address: str) -> None:
    page.goto(f"{address}/bench?metagame=meta.toml")
    page.get_by_role("button", name=f"Raise cost of {CARD}").click()
    page.get_by_role("button", name=f"More about {CARD}").click()
    expect(page.get_by_text(f"{CARD}: cost 4 -> 5")).to_be_visible()
    page.get_by_role("button", name=f"Ban {CARD}").click()
    expect(page.get_by_text(f"{CARD}: banned")).to_be_visible()
    assert not is_hacked(page)


def is_seen_in_game(page: Page, name: str) -> bool:
    """Whether a card of this name is in somebody's hand or on the board at the beginning of a turn."""
    where, turn = page.locator(".headline"), page.get_by_role("button", name="One turn on")
    seen = page.get_by_role("listitem").filter(has_text=name)
    while not seen.count():
        told = where.inner_text()  # `Turn 5, step 12 of 69`
        step, last = re.findall(r"\d+", told)[1:]
        if step == last:
            return False
        turn.click()
        expect(where).not_to_have_text(told)
    return True


def test_names_in_a_game_are_texts(page: Page, address: str) -> None:
    for game in range(4):
        page.goto(f"{address}/watch?metagame=meta.toml&game={game}")
        # The rules of single games may have to be compiled.
        expect(page.get_by_role("button", name="One turn on")).to_be_visible(timeout=4 * PATIENCE)
        expect(page.get_by_role("combobox", name="Deck that goes first")).to_have_value(NAMES[0])
        if is_seen_in_game(page, CARD):
            break
    expect(page.get_by_role("listitem").filter(has_text=CARD).first).to_be_visible()
    assert not is_hacked(page)


def test_names_in_lists_of_cards_decks_and_runs_are_texts(page: Page, address: str) -> None:
    page.goto(f"{address}/balance?metagame=meta.toml")
    page.get_by_role("combobox", name="Locked cards").click()
    expect(page.get_by_role("option", name=CARD)).to_be_visible()
    page.goto(f"{address}/card")
    page.get_by_role("combobox", name="Metagame").click()
    page.get_by_role("option", name="meta.toml", exact=True).click()
    expect(page.get_by_text(NAMES[0])).to_be_visible()
    page.goto(f"{address}/runs")
    expect(page.get_by_role("link", name="<img src=x onerror=window.hacked=7>")).to_be_visible()
    assert not is_hacked(page)


def test_a_file_that_cannot_be_read_is_told_as_text(page: Page, address: str) -> None:
    page.goto(f"{address}/metagame?metagame=metagames/%3Cimg%20src%3Dx%20onerror%3Dwindow.hacked%3D5%3E.toml")
    expect(page.get_by_text("this is not TOML")).to_be_visible()
    page.goto(f"{address}/metagame?metagame=%3Cscript%3Ewindow.hacked%3D6%3C/script%3E")
    expect(page.get_by_text("there is no <script>window.hacked=6</script> in the folder")).to_be_visible()
    assert not is_hacked(page)


def test_a_metagame_outside_the_folder_is_not_read(page: Page, address: str) -> None:
    page.goto(f"{address}/metagame?metagame=../../../../../../etc/hosts")
    expect(page.get_by_text("is not inside the folder of the studio")).to_be_visible()
