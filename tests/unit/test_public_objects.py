"""What objects print of themselves: a short line, whatever they hold. Many of them hold whole card sets."""

import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.store.made_up import SETTINGS, make_evaluations
from tests.unit.story.made_up import make_statistics, make_what_if, starting_rates

import evometa
from evometa.balance.space_files import make_space
from evometa.games.decks.space import make_deck_space
from evometa.games.decks.summary import summarise_deck
from evometa.games.hearthstone.cards.compiling.lowering import lower_card
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.input.short_repr import Short, short_repr
from evometa.matches.results import BatchResult
from evometa.matches.runners import Games
from evometa.metagame.metagames import load_metagame
from evometa.metagame.skill.cross_players import cross_players
from evometa.notebook.played import Result, WhatIf
from evometa.store import create_run

LONGEST = 200  # characters
LIBRARY = ("input", "games", "matches", "metagame", "balance", "search", "store")
PLAIN = re.compile(r"(int|float|str|bool|Path|None|tuple\[\w+, \w+\]|[ |])+")  # types of which a value is short
MOST_PLAIN = 12  # fields
OTHER_SHORT = {"Seat", "Value", "Where", "Order"}  # enumerations, and places with a few words


# --- every class of the library -------------------------------------------------------------------


def public_classes() -> Iterator[type[Any]]:
    for found in pkgutil.walk_packages(evometa.__path__, "evometa."):
        if found.name.split(".")[1] in LIBRARY:
            items = vars(importlib.import_module(found.name)).items()
            own = (item for name, item in items if inspect.isclass(item) and not name.startswith("_"))
            yield from (item for item in own if item.__module__ == found.name)


DATACLASSES = [item for item in public_classes() if dataclasses.is_dataclass(item)]


def is_short_by_itself(item: type[Any]) -> bool:
    """Whether the usual line of a dataclass is short, because it has few fields, and all of them plain."""
    shown = [field for field in dataclasses.fields(item) if field.repr]
    return len(shown) <= MOST_PLAIN and all(PLAIN.fullmatch(str(f.type)) or f.type in OTHER_SHORT for f in shown)


@pytest.mark.parametrize("item", DATACLASSES, ids=lambda item: f"{item.__module__}.{item.__name__}")
def test_a_dataclass_that_can_hold_much_prints_little(item: type[Any]) -> None:
    has_own_line = not hasattr(item.__repr__, "__wrapped__")  # the generated one is wrapped
    assert has_own_line or is_short_by_itself(item), f"make {item.__name__} a `Short`"


# --- real objects ---------------------------------------------------------------------------------


@cache
def real_objects() -> dict[type[Any], list[Any]]:
    """Objects of the library as users have them, and all that they hold, by type."""
    metagame = load_metagame("paper-six")
    played, cards = make_what_if("one", "other"), metagame.card_set
    crossed = cross_players(metagame, games=2, seed=1, runner=PlantedRunner(starting_rates(18)))
    table = metagame.table()
    roots = [
        metagame,
        crossed,
        played,
        played.change,
        make_statistics(*(f"card {i}" for i in range(30))),
        make_space(metagame, {"only": ["cost"]}),
        make_deck_space("hunter", "basic", cards, metagame.rules),
        summarise_deck(metagame.decks[0], cards),
        [(card.definition, lower_card(card, cards.roster)) for card in cards],
        Position.empty(table),
        Games.pack([table], metagame.decks, metagame.players),
        BatchResult(crossed.result.sums.ravel(), None, crossed.result.cards, 1.0),
        make_evaluations(2),
        table,
        Result(played.before),
        WhatIf(played),
        metagame.with_patch(played.patch),
    ]
    found: dict[int, Any] = {}
    for root in roots:
        collect(root, found)
    by_type: dict[type[Any], list[Any]] = {}
    for item in found.values():
        by_type.setdefault(type(item), []).append(item)
    return by_type


def collect(item: Any, found: dict[int, Any]) -> None:
    """An object and all that it holds, by identity."""
    if isinstance(item, str | int | float | bytes | Path | np.ndarray | np.generic | None) or id(item) in found:
        return
    found[id(item)] = item
    parts = item.values() if isinstance(item, Mapping) else item if isinstance(item, list | tuple | set) else ()
    if dataclasses.is_dataclass(item):
        parts = [getattr(item, field.name) for field in dataclasses.fields(item)]
    for part in parts:
        collect(part, found)


NAMED = (
    *("Metagame", "CardSet", "Card", "CardTable", "Deck", "SearchPlayer", "Patch", "Rules", "Definition", "Roster"),
    *("MetagameResult", "WhatIfResult", "CrossedResult", "Evidence", "Estimates", "CardStatistics", "Games"),
    *("BatchResult", "BalanceSpace", "DeckSpace", "Position", "Evaluations", "Result", "WhatIf", "DeckSummary"),
)


def test_the_objects_that_users_work_with_are_among_them() -> None:
    assert set(NAMED) <= {item.__name__ for item in real_objects()}


def test_real_objects_print_a_short_line_that_says_what_they_are() -> None:
    for kind, items in real_objects().items():
        if kind.__module__.startswith("evometa."):
            for item in items:
                line = repr(item)
                assert len(line) <= LONGEST, line
                assert "\n" not in line
                assert " object at 0x" not in line
                assert kind.__name__.lstrip("_").lower()[:6] in line.lower().replace("what-if", "whatif")


def test_what_the_lines_say() -> None:
    metagame = load_metagame("paper-six")
    assert repr(metagame) == "Metagame('paper-six', 6 decks, 502 cards)"
    assert repr(metagame.card_set) == "CardSet(502 cards)"
    assert repr(metagame.card_set["Wisp"]) == "Card('Wisp', CS2_231)"
    assert repr(metagame.decks[0]).startswith(
        "Deck(name='Exp1 Hunter (Aggro)', klass='hunter', style='aggro', 30 cards"
    )
    assert repr(make_what_if("one", "other").before) == "MetagameResult('made up', 2 decks, 400 games)"


def test_a_run_says_which_it_is(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        assert repr(run).startswith(f"Run({str(tmp_path / 'run')!r}, balance, 20")


# --- how a line is made ---------------------------------------------------------------------------


@dataclasses.dataclass
class Thing(Short):
    name: str
    cards: Any = ()
    counts: Any = None
    other: Any = None
    number: int = 3


@pytest.mark.parametrize(
    ("thing", "line"),
    [
        (Thing("a"), "Thing(name='a')"),
        (Thing("a", number=4), "Thing(name='a', number=4)"),
        (Thing("a", cards=range(40)), "Thing(name='a', 40 cards)"),
        (Thing("a", cards=("b", 1)), "Thing(name='a', cards=('b', 1))"),
        (Thing("a", cards={"b": 1}), "Thing(name='a', cards={'b': 1})"),
        (Thing("a", counts=np.zeros((2, 3))), "Thing(name='a', counts [2, 3])"),
        (Thing("a", other=Thing("b")), "Thing(name='a', other=Thing(...))"),
        (Thing("a", other=short_repr), "Thing(name='a', other=short_repr)"),
        (Thing("a" * 100), f"Thing(name='{'a' * 35}...')"),
    ],
)
def test_a_line(thing: Thing, line: str) -> None:
    assert repr(thing) == line


# --- in a notebook --------------------------------------------------------------------------------


def test_a_metagame_shows_its_decks_players_and_shares() -> None:
    metagame = load_metagame("paper-six")
    shown = metagame._repr_html_()
    for words in ("paper-six", "Exp1 Warlock (Control)", "warlock", "skilled", "16.7%"):
        assert words in shown
    assert "patched" not in shown
    assert "patched" in metagame.with_patch(make_what_if("one", "other").patch)._repr_html_()


def test_cards_decks_and_patches_show_themselves() -> None:
    metagame = load_metagame("paper-six")
    patch = make_what_if("one", "other").patch
    assert "Life Tap" in patch._repr_html_()
    assert "cost +1" in patch._repr_html_()
    face = metagame.card_set["Fireball"]._repr_html_()
    assert "Fireball (4 mana)" in face
    assert "{ damage = 6, to = &quot;any character&quot; }" in face
    assert metagame.decks[0].cards[0].replace("'", "&#x27;") in metagame.decks[0]._repr_html_()
    assert Position.empty(metagame.table())._repr_html_().startswith("<pre>Turn 1, first player to act")


def test_what_people_wrote_is_escaped() -> None:
    deck = load_metagame("paper-six").decks[0]
    shown = dataclasses.replace(deck, name="<b>x</b>", cards=("<i>",))._repr_html_()
    assert "<b>x" not in shown
    assert "<i>" not in shown
    assert "&lt;b&gt;x" in shown
