"""Every card that does something has a scenario, and every scenario is about a card that exists."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.rules.builder import printed_cards

from evometa.games.hearthstone.cards import Card

# What a card is, in contrast to what it does.
PLAIN_FIELDS = {
    *("id", "dbf_id", "name", "class", "set", "type", "rarity", "race", "collectible"),
    *("cost", "attack", "health", "durability", "hero_power"),
}


def named_cards(source: str) -> Iterator[str]:
    """The card names of the marks `scenario("...")` in a test file, wherever they stand; no computed ones."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("scenario", "pytest.mark.scenario"):
            yield from (str(name.value) for name in node.args if isinstance(name, ast.Constant))


def marked_names() -> dict[str, str]:
    """The names of all marks, each with a file that has it."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return {name: file.name for file in files for name in named_cards(file.read_text(encoding="utf-8"))}


def option_ids() -> set[str]:
    """The cards that are only options of a choice; the card that offers them shows what they do."""
    cards = printed_cards()
    return {cards[name].id for card in cards for option in card.definition.options for name in option.names}


def needs_scenario(card: Card) -> bool:
    """Whether a card goes into decks, or does more than being there."""
    return card.is_collectible or bool(card.tree.keys() - PLAIN_FIELDS)


def test_every_card_has_a_scenario() -> None:
    marked, options = marked_names(), option_ids()
    missing = [
        f"{card.name} ({card.file})"
        for card in printed_cards()
        if needs_scenario(card) and card.id not in options and card.name not in marked
    ]
    assert not missing, f"{len(missing)} cards have no scenario: {', '.join(missing)}"


def test_every_scenario_names_a_card() -> None:
    known = {card.name for card in printed_cards()}
    unknown = [f"{name} ({file})" for name, file in marked_names().items() if name not in known]
    assert not unknown, f"there is no card of the name {', '.join(unknown)}"


def test_marks_are_found_on_tests_and_on_parameters() -> None:
    source = """
@scenario("Fireball")
@scenario("Jaina Proudmoore")
@pytest.mark.parametrize("name", ["Boar", pytest.param("Wisp", marks=scenario("Wisp"))])
def test_something(name): ...
"""
    assert set(named_cards(source)) == {"Fireball", "Jaina Proudmoore", "Wisp"}
