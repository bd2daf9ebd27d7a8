"""The page `docs/classic-2014.md`: what the overlay of June 2014 changes, and the decks of its metagame."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.docs.markdown import section, table

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.metagame.metagames import load_metagame

PAGE = Path("docs") / "classic-2014.md"
OVERLAY, METAGAME = "classic_2014", "classic-2014"
NUMBERS = ("cost", "attack", "health")

_START = f"""\
This page is written by `make docs` from the overlay `{OVERLAY}` and the metagame `{METAGAME}`. Do not edit it by hand.

From March 2021 to 2023, Hearthstone had a format with the Basic and Classic sets alone, each card as it was in June
2014. So for these cards it is known what people really played, and how the decks fared against each other.
`{METAGAME}` is that metagame: the most played list of each of fifteen archetypes in May 2021, with the cards of then.

```sh
evometa meta {METAGAME}                            # who beats whom
evometa decks --class priest --against {METAGAME}  # decks of these cards that beat it
evometa tiers --overlay {OVERLAY}                  # what a copy of each card was worth
evometa card "Leeroy Jenkins" --overlay {OVERLAY}  # a card as it was
evometa play "Freeze Mage" "Zoo Warlock" --overlay {OVERLAY} --seed 1
```

The decks are there without the metagame, too, and are then played with our usual cards, unless `--overlay {OVERLAY}`
says otherwise. How common each archetype was is not part of the metagame: all decks are as common as each other. The
styles of the decks, which only the presets `fair` and `paper` ask for, are ours.

What came out of people's games is for comparing, and nothing was tuned to it: no player, no search, no card.
`python -m tools.reality matchups MATRIX...` lays what `evometa meta {METAGAME} --json` printed beside a table of win
rates of people's decks, which is not part of evometa: correlations, the mean difference, how far from even match-ups
are compared with people's, and the factor between the log odds. Its intervals draw decks, as match-ups share decks.
"""
_CHANGES = """\
The makers of the game changed 31 cards from July 2014 to the end of 2017, and the overlay undoes it. Of these, Ancient
of Lore is here as one of its two choices, Ancient Teachings; Treant is what Force of Nature summons. Our cards have
none of the changes that came after 2017, so there is nothing else to undo.
"""
_LATER = """\
These cards came in June 2019. With the overlay no deck can hold them, and no effect finds them at random: {names}.
All others were there in June 2014, those of the Hall of Fame included.
"""


def classic_page() -> str:
    """The page as Markdown."""
    now, then = load_cards(), load_cards(overlays=[OVERLAY])
    pairs = [(before, after) for before, after in zip(now, then, strict=True) if before.tree != after.tree]
    gone = [after.name for before, after in pairs if before.is_collectible != after.is_collectible]
    changed = [(before, after) for before, after in pairs if after.name not in gone]
    return "\n".join(
        [
            section("The cards and decks of June 2014", _START, level=1),
            section("The decks", _deck_table()),
            section("What is undone", _CHANGES, _change_table(changed, now, then)),
            section("What was not there yet", _LATER.format(names=", ".join(sorted(gone)))),
        ]
    )


def _deck_table() -> str:
    """The decks of the metagame, with what they are for presets."""
    decks = load_metagame(METAGAME).decks
    return table(["deck", "class", "style"], ([deck.name, deck.klass, deck.style] for deck in decks))


def _change_table(changed: list[tuple[Card, Card]], now: CardSet, then: CardSet) -> str:
    """What each card was, beside what it is."""
    rows = []
    for before, after in sorted(changed, key=lambda pair: pair[0].name):
        texts = rules_text(after, then), rules_text(before, now)
        told = texts if texts[0] != texts[1] else ("", "")
        rows.append([after.name, after.id, "; ".join(_tell_numbers(before, after)), *told])
    return table(["card", "id", "numbers, then and now", "text then", "text now"], rows)


def _tell_numbers(now: Card, then: Card) -> Iterator[str]:
    """The numbers that differ."""
    for name in NUMBERS:
        if then.tree.get(name) != now.tree.get(name):
            yield f"{name} {then.tree[name]}, now {now.tree[name]}"
