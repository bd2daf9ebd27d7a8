"""The page `docs/card-language.md`, written from the vocabulary: it says what the loader knows, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tools.docs.markdown import section, table

from evometa.games.hearthstone.cards.language import grammar as g
from evometa.games.hearthstone.cards.language import vocabulary as v
from evometa.games.hearthstone.cards.language.definition import PARTS, Part
from evometa.games.hearthstone.cards.language.grammar import EXAMPLE
from evometa.games.hearthstone.cards.language.phrases import event_patterns, parse_event
from evometa.games.hearthstone.cards.language.verbs import VERBS
from evometa.games.hearthstone.game import HEARTHSTONE

PAGE = Path("docs") / "card-language.md"

_START = f"""# The card language

This page is written by `make docs` from the vocabulary that the loader itself uses. Do not edit it by hand.

A card is a table in a TOML file. What it does reads like a card:

```toml
{EXAMPLE}```

Every number has an address (`MY_001.cost`, `MY_001.battlecry.0.heal`), which is what patches and searches change. Cards
refer to each other by name, or by id where two cards share a name. A word that is not on this page is an error, which
names the nearest word that exists. Only sets and tribes may be your own: a new name makes a new one. Twenty printed
cards and how they are written are in [the cookbook](how-to/card-cookbook.md).
"""

_EFFECTS = """\
An effect is one step or a list of steps, which happen in order. A step is a table with one verb, the fields of that
verb, and any of the fields that all steps share. A group `{ if = ..., do = EFFECT, else = EFFECT }` makes several
steps depend on one condition. `{ repeat = 2, do = EFFECT }` does something several times; with `for_each` beside it,
so often for each one.
"""

_SELECTORS = """\
Whom a step is about: one of the fixed selectors, or a quantifier and a filter, as in `two random enemy minions`. A
filter is a noun, singular or plural, and before it any of `other`, a side, a state and keywords: `other friendly
beasts`, `damaged enemy minion`, `enemy taunt minion`. `enemy` alone means an enemy character. A tribe of your own is a
noun like the others (`all friendly nagas`), if a card of the set has it as its `race`: one word in small letters.
"""

_EVENTS = """\
A trigger is `{ event = "...", do = EFFECT }`. In its effect, `it` is the subject of the event; of an attack always
the attacker, and `attacked` is what it attacks. A subject is `this`, `your hero`, `the enemy hero`, or `a`, `an` or
`another` and a filter: `another friendly beast dies`. Beside the event, `attack_at_most = 3` and `attack_at_least = 7`
ask for the attack of its subject.
"""

_QUANTITIES = """\
`for_each` multiplies the numbers of a step: by a value of this list, or by the number of characters that match a
filter (`for_each = "other friendly minion"`).
"""

_POOLS = """\
Where a step takes a card, it takes a name, an id, a list of them (one at random), or `random` and a description: a
class, a rarity, a race and a type, each at most once, as in `random mage spell`, `random demon`, `random legendary
minion`. `random card of another class` means a class that is neither this card's nor neutral. Only cards that decks
may hold come up. What `discover` takes is such a description without `random`. It does not offer the card itself. If it
happens in the enemy's turn, or while another choice is open, the choice is made at random, and so is one that is open
when the turn ends.
"""

_OVERLAYS = """\
A file with `name`, `about` and `[[card]]` tables. Each table gives the `id` of a card and the fields that change; a
field replaces the card's own as a whole, a field set to `false` goes away, and so do the fields in `remove =
[...]`.
"""

LEXICON = HEARTHSTONE.lexicon


def card_language_page() -> str:
    """The page as Markdown."""
    sections = [
        _START,
        section("Fields of a card", _card_fields()),
        section(
            "Effects", _EFFECTS, "### Verbs", _verbs("verb", VERBS), "### Fields of every step", _fields(g.MODIFIERS)
        ),
        section("Selectors and filters", _SELECTORS, *_selector_tables()),
        section("Cards in effects", _POOLS),
        section("Triggers and events", _EVENTS, *_event_tables()),
        section(
            "Auras",
            _verbs("aura", g.AURAS),
            "`while` takes: " + _codes(v.AURA_CONDITIONS) + ".",
            _word_table("rule", v.AURA_RULES),
        ),
        section("Conditions", _word_table("condition", {**v.CONDITIONS, **v.CONDITION_PATTERNS})),
        section("Quantities", _QUANTITIES, _word_table("quantity", {**v.QUANTITIES, **v.QUANTITY_PATTERNS})),
        section("Words", *_word_sections()),
        section("Overlays", _OVERLAYS),
    ]
    return "\n".join(sections)


def _codes(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _word_table(title: str, words: v.Words) -> str:
    return table([title, "meaning"], ([f"`{word.word}`", word.meaning] for word in words.values()))


def _card_fields() -> str:
    rows = ([f"`{field.name}`", field.value.value, _types(field), field.meaning] for field in g.CARD_FIELDS)
    return table(["field", "holds", "of", "meaning"], rows)


def _types(field: g.CardField) -> str:
    types = "all" if set(field.types) == set(v.TYPES) else ", ".join(field.types)
    if not field.required:
        return types
    return (
        f"{types} (required)" if field.required == field.types else f"{types} (required: {', '.join(field.required)})"
    )


def _verbs(what: str, verbs: Iterable[g.Verb]) -> str:
    rows = ([_heads(verb.heads), verb.meaning, _field_list(verb.fields), f"`{verb.example}`"] for verb in verbs)
    return table([f"{what} and what it holds", "what it does", "other fields", "example"], rows)


def _heads(heads: Iterable[g.Field]) -> str:
    return "; ".join(f"`{head.name}`: {head.value.value}" for head in heads)


def _field_list(fields: Iterable[g.Field]) -> str:
    return "; ".join(f"`{field.name}`: {field.meaning}" for field in fields)


def _fields(fields: Iterable[g.Field]) -> str:
    return table(["field", "holds", "meaning"], ([f"`{f.name}`", f.value.value, f.meaning] for f in fields))


def _selector_tables() -> list[str]:
    return [
        _word_table("fixed selector", v.FIXED_SELECTORS),
        _word_table("quantifier", v.QUANTIFIERS),
        _word_table("behind `except`", v.EXCEPTIONS),
        _word_table("side", v.SIDES),
        _word_table("state", {**v.STATES, "frozen": v.STATUSES["frozen"]}),
        _word_table("noun", {**v.KINDS, **LEXICON.tribes}),
    ]


def _event_tables() -> list[str]:
    patterns = (
        "All events: " + _codes(pattern for pattern in event_patterns() if not pattern.startswith("the same")) + "."
    )
    asking = ", ".join(part.value for part in Part)
    who = "Where an event says `you`, it may say `your opponent` or `a player` instead (`a player casts a spell`)."
    return [
        patterns,
        who,
        _word_table("... what happens", v.SUBJECT_EVENTS),
        _word_table("you ...", v.PLAYER_EVENTS),
        _word_table("after ...", {**v.AFTER_SUBJECT_EVENTS, **v.AFTER_PLAYER_EVENTS}),
        "### Verbs that fit an event",
        f"All verbs fit every event, but for {asking}. These ask what the event is about:",
        _fitting_table(),
    ]


def _fitting_table() -> str:
    """Which of the words that ask for a part of the event fit which event."""
    rows: dict[frozenset[Part], list[str]] = {}
    for pattern in event_patterns():
        if not pattern.startswith("the same"):
            code = parse_event(pattern.replace("...", "a minion")).code
            rows.setdefault(PARTS[code], []).append(pattern)
    texts = (
        [_codes(events), ", ".join(part.value for part in Part if part in parts)] for parts, events in rows.items()
    )
    return table(["event", "what else fits"], ([events, fits or "nothing else"] for events, fits in texts))


def _word_sections() -> list[str]:
    cards = "of a hand: " + _codes(
        f"{owner} {v.PLURALS.get(kind, kind + 's')}" for owner in v.CARD_OWNERS for kind in v.CARD_KINDS
    )
    return [
        _word_table("keyword", {**v.WEAPON_KEYWORDS, **v.KEYWORDS}),
        _word_table("given like a keyword", {"dies at end of turn": v.STATUSES["dies at end of turn"]}),
        _word_table("player", v.PLAYERS),
        _word_table("until", v.UNTIL),
        _word_table("kind of card", v.CARD_KINDS),
        f"Cards {cards}.",
        _word_table("need", v.NEEDS),
        'A need may also be a number of characters: `needs = { count = 2, of = "enemy minions" }`.',
        _word_table("type", v.TYPES),
        _word_table("rarity", v.RARITIES),
        f"Classes: {_codes(LEXICON.classes)}.",
        f"Races: {_codes(LEXICON.tribes)}, and tribes of your own.",
        f"Sets: {_codes(LEXICON.sets)}, and sets of your own: any name that looks like no misspelt one of these.",
    ]
