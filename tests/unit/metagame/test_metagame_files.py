"""Metagames as files: what is written is read back as it was, and needs nothing that lies elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.cards import load_rules
from evometa.games.hearthstone.players.player import SearchPlayer
from evometa.games.patches.files import parse_changes
from evometa.games.patches.patch import Patch
from evometa.games.players import load_player
from evometa.input import InputError
from evometa.metagame.metagame_files import write_metagame
from evometa.metagame.metagames import Metagame, builtin_metagames, load_metagame
from evometa.metagame.model import CardSource

SMALL = load_metagame("paper-small")
CLERIC = (
    '[[card]]\nid = "X_1"\nname = "Pale \\"Cleric\\""\nclass = "neutral"\nset = "classic"\ntype = "minion"\n'
    'rarity = "rare"\ncost = 2\nattack = 2\nhealth = 3\n'
)
BRIGHT = '[[card]]\nid = "CS2_231"\nattack = 2\n'


def write_and_read(metagame: Metagame, folder: Path) -> Metagame:
    write_metagame(metagame, folder / "meta.toml")
    return load_metagame(folder / "meta.toml")


@pytest.mark.parametrize("name", builtin_metagames())
def test_builtin_metagames_are_read_back_as_they_were(name: str, tmp_path: Path) -> None:
    metagame = load_metagame(name)
    assert write_and_read(metagame, tmp_path / "new") == metagame


def test_players_of_a_preset_bring_their_cards_again(tmp_path: Path) -> None:
    metagame = SMALL.with_players("paper")
    found = write_and_read(metagame, tmp_path)
    assert found == metagame
    assert found.card_set != SMALL.card_set


PARTS = {
    "shares": {"shares": (0.7, 0.1, 0.2)},
    "a name with signs": {"name": 'A "name" \\ with\tsigns \x7f'},
    "rules": {"rules": replace(load_rules(), hero_health=20, second_gets="")},
    "a pool": {"pool": "basic,classic"},
    "an empty patch": {"patch": Patch()},
    "a patch": {"patch": parse_changes(["Wisp attack +1", "Wisp gains taunt", "limit Archmage"], SMALL.card_set)},
    "an exact patch": {"patch": Patch("Deep", {"CS2_231.health": -1}, allow_zero=True, exact=True)},
    "one player twice": {"players": (SearchPlayer("mine", width=2, weights={"my_minions": 5}), *SMALL.players[1:])},
    "namesakes": {
        "players": (
            load_player("fair-aggro"),
            replace(load_player("fair-aggro"), width=2),
            replace(load_player("fair-aggro"), about="other words", mulligan_cost=1),
        )
    },
}


@pytest.mark.parametrize("parts", PARTS.values(), ids=PARTS)
def test_every_part_is_read_back_as_it_was(parts: dict[str, object], tmp_path: Path) -> None:
    metagame = replace(SMALL, **parts)  # type: ignore[arg-type]
    assert metagame != SMALL
    assert write_and_read(metagame, tmp_path) == metagame


def test_patches_on_top_of_each_other_are_one_afterwards(tmp_path: Path) -> None:
    first = SMALL.with_patch(parse_changes(["Wisp attack +20"], SMALL.card_set))
    both = first.with_patch(parse_changes(["Wisp attack -1"], first.patched_cards))
    found = write_and_read(both, tmp_path)
    assert found == both
    assert found.patched_cards["Wisp"].tree["attack"] == 9


def test_card_files_and_overlays_come_along(tmp_path: Path) -> None:
    (tmp_path / "old" / "more").mkdir(parents=True)
    (tmp_path / "old" / "more" / "clerics.toml").write_text(CLERIC, encoding="utf-8")
    (tmp_path / "old" / "bright.toml").write_text(BRIGHT, encoding="utf-8")
    source = CardSource((tmp_path / "old" / "more",), ("mid_2019_costs", str(tmp_path / "old" / "bright.toml")))
    cards = source.load(SMALL.players)
    deck = replace(SMALL.decks[0], cards=('Pale "Cleric"', *SMALL.decks[0].cards[1:]))
    metagame = replace(SMALL, decks=(deck, *SMALL.decks[1:]), card_set=cards, card_source=source)
    write_metagame(metagame, tmp_path / "new" / "meta.toml")
    (tmp_path / "new").rename(tmp_path / "moved")
    (tmp_path / "old").rename(tmp_path / "gone")
    found = load_metagame(tmp_path / "moved" / "meta.toml")
    assert replace(found, card_source=source) == metagame
    assert found.card_set["Wisp"].tree["attack"] == 2


def test_decks_are_written_with_the_names_of_cards_and_copies_together(tmp_path: Path) -> None:
    deck = load_deck("Starter Mage")
    shuffled = replace(deck, cards=(*reversed(deck.cards[1:]), deck.cards[0].upper()))
    metagame = replace(SMALL, decks=(shuffled, *SMALL.decks[1:]))
    (found, *_) = write_and_read(metagame, tmp_path).decks
    assert sorted(found.cards) == sorted(deck.cards)
    assert found.counts().keys() == dict.fromkeys(reversed(deck.cards)).keys()


def test_to_write_again_gives_the_same_files(tmp_path: Path) -> None:
    patched = SMALL.with_patch(parse_changes(["Wisp attack +1"], SMALL.card_set))
    for _ in range(2):
        write_metagame(patched, tmp_path / "meta.toml")
    names = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.toml"))
    decks = ("1-exp1-hunter-aggro", "2-exp2-paladin-control", "3-exp2-warlock-control")
    assert names == ["meta.toml", *(f"meta/{deck}.toml" for deck in decks), "meta/patch.toml"]


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the metagame 'paper-small' cannot be written: its cards come from no file"):
        write_metagame(replace(SMALL, card_source=None), tmp_path / "meta.toml")
    (tmp_path / "meta").write_text("a file in the place of the folder", encoding="utf-8")
    with pytest.raises(InputError, match=r"meta\.toml: the metagame cannot be written: .*; choose another place"):
        write_metagame(SMALL, tmp_path / "meta.toml")
