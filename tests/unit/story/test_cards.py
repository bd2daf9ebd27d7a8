"""Cards in a story: their faces before and after a patch, wherever the story is told."""

from __future__ import annotations

from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.story.cards import CardFaces


def test_a_changed_card_has_an_anchor_of_its_own() -> None:
    faces = CardFaces(load_cards())
    changed = faces.with_change(["Wisp"], "cost", 1)
    assert changed.anchor("Wisp") != faces.anchor("Wisp")
    assert changed.anchor("Ysera") == faces.anchor("Ysera"), "which is as it was"
    shown = changed.find("Wisp")
    assert shown is not None
    assert shown.after is not None
    assert (shown.before.cost, shown.after.cost) == ("0 mana", "1 mana")


def test_stories_within_another_do_not_share_the_cards_that_they_change() -> None:
    faces = CardFaces(load_cards())
    first, second = (faces.inside(f"experiment-{part}-").with_change(["Wisp"], "cost", part) for part in (1, 2))
    assert first.anchor("Wisp").endswith("-experiment-1-changed")
    assert second.anchor("Wisp").endswith("-experiment-2-changed")
    assert first.anchor("Ysera") == second.anchor("Ysera")


def test_without_cards_names_are_names() -> None:
    faces = CardFaces(None).inside("part-").with_patch("[change]\n", "1")
    assert str(faces.name("Wisp")) == "Wisp"
    assert faces.anchor("Wisp") == ""
