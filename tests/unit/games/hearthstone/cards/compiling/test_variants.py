"""Card tables written directly are those that the compiler makes of the patch, byte by byte."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import CARDS, META

from evometa.balance.space_files import make_space
from evometa.games.hearthstone.cards.compiling.variants import FastTableMaker
from evometa.games.tables import TableMaker


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"allow_zero": True},
        {"max_cards": 5, "attack_at_most_cost_plus": 2},
        {"effects": True, "range": [-9, 9]},
        {"effects": ["Timber Wolf.aura.attack"], "also": ["Hyena", "Steady Shot", "Lord Jaraxxus"]},
    ],
)
@pytest.mark.parametrize("rules", [META.rules, replace(META.rules, hero_health=20)])
def test_tables_equal_those_of_the_compiler(wanted: dict[str, Any], rules: Any) -> None:
    metagame = replace(META, rules=rules)
    space = make_space(metagame, wanted)
    genomes = np.random.default_rng(5).integers(space.low, space.high + 1, (4, len(space)))
    genomes[0] = 0
    changes = space.repair(genomes)
    tables = FastTableMaker(metagame.patched_cards, metagame.rules, space.addresses).make(changes)
    assert (
        tables.tobytes() == TableMaker(metagame.patched_cards, metagame.rules, space.addresses).make(changes).tobytes()
    )
    for genome, table in zip(genomes, tables, strict=True):
        compiled = metagame.with_patch(space.to_patch(genome)).table()
        assert table.tobytes() == compiled.array.tobytes()


def test_all_cards_with_all_numbers_at_both_ends() -> None:
    space = make_space(META, {"effects": True, "also": [card.id for card in CARDS]})
    rng = np.random.default_rng(1)
    genomes = np.where(rng.random((2, len(space))) < 0.5, space.low, space.high)
    tables = FastTableMaker(META.patched_cards, META.rules, space.addresses).make(space.repair(genomes))
    assert tables[0].tobytes() != tables[1].tobytes()
    for genome, table in zip(genomes, tables, strict=True):
        assert table.tobytes() == META.with_patch(space.to_patch(genome)).table().array.tobytes()
